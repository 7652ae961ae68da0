import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { encodeModel } from '../../../server/src/model/model.ts';
import type { CoverageReport } from '../../../server/src/results/coverage-report.ts';
import type { ExplanationReport } from '../../../server/src/results/explain-report.ts';
import type { BagReport } from '../../../server/src/results/realize-report.ts';
import { tinyBestFirstModel, tinyModel } from '../support/tiny.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'bowline-explain-'));
const model = join(folder, 'tiny.bow-model');

function bowline(command: string, ...args: string[]) {
  const { status, stdout, stderr } = spawnSync(
    'node',
    [join(root, 'bin/bowline.js'), command, '--model', model, ...args],
    { cwd: folder, encoding: 'utf8' },
  );
  return { code: status, out: stdout, errors: stderr };
}

/** The name of a file in the folder that the command runs in. */
function write(name: string, text: string): string {
  writeFileSync(join(folder, name), text);
  return name;
}

const words = '  words: The dog chased/VBD a cat .\n  deps: chased -obj-> cat\n';
const good = `bag good {\n${words}  expect: The dog chased a cat .\n}\n`;
const other = `bag other {\n${words}  expect:\n    a dog chased The cat .\n    The dog a chased cat .\n}\n`;
const broken = 'bag broken {\n  words: a b\n  deps: a -> zebra\n  expect: a b\n}\n';

before(async () => {
  writeFileSync(model, encodeModel(await tinyModel()));
  writeFileSync(join(folder, 'best-first.bow-model'), encodeModel(await tinyBestFirstModel()));
  write('all.bow', good + other);
});

after(() => {
  rmSync(folder, { recursive: true });
});

describe('the place of an expected sentence below the last row of the list', () => {
  it('is the same in realize, test, coverage and explain', () => {
    const below = write('below.bow', `bag other {\n${words}  expect: a dog chased The cat .\n}\n`);
    const json = (command: string): unknown =>
      JSON.parse(bowline(command, below, '-k', '1', '--format', 'json').out);
    const [{ rank }] = json('explain') as [ExplanationReport];
    assert.ok(rank !== null && rank > 1, `no. ${rank}`);
    const [{ found, realizations, expectations }] = json('realize') as [BagReport];
    assert.equal(realizations.length, 1);
    assert.equal(expectations[0].rank, rank);
    assert.equal((json('coverage') as CoverageReport).perBag[0].rank, rank);
    const place = `The expected sentence is no. ${rank} of ${found} sentences found.`;
    assert.ok(bowline('realize', below, '-k', '1').out.includes(place));
    assert.ok(bowline('test', below, '-k', '1').out.includes(place));
  });
});

describe('the first sentence of a best-first search', () => {
  it('is the same in a list of one row, in a list of ten, and in a test', () => {
    const bag = 'bag one {\n  words: the dog chased a cat .\n  expect: dog cat the a chased .\n}\n';
    const given = [
      write('best.bow', bag),
      '--model',
      'best-first.bow-model',
      '--search',
      'best-first',
    ];
    const listed = ['1', '10'].map((k) => {
      const [report] = JSON.parse(
        bowline('realize', ...given, '-k', k, '--format', 'json').out,
      ) as [BagReport];
      return {
        first: report.realizations[0].text,
        found: report.found,
        rows: report.realizations.length,
      };
    });
    const [one, ten] = listed;
    assert.equal(one.rows, 1);
    assert.ok(ten.rows > 1);
    assert.deepEqual([one.first, one.found], [ten.first, ten.found]);
    const [explained] = JSON.parse(bowline('explain', ...given, '--format', 'json').out) as [
      ExplanationReport,
    ];
    assert.equal(explained.against?.text, one.first);
  });
});

describe('the score of an expected sentence whose best derivation the search missed', () => {
  const args = ['--beam', '8'];
  const realized = (path: string, ...more: string[]): string =>
    bowline('realize', path, ...args, ...more).out;
  const jsonOf = (command: string, path: string): unknown =>
    JSON.parse(bowline(command, path, ...args, '--format', 'json').out);
  const words = 'a dog sleeps the cat .';
  const path = write(
    'missed.bow',
    `bag a {\n  words: ${words}\n  expect: sleeps a cat dog . the\n}\n`,
  );

  it('is the same in realize and explain', () => {
    const [{ expected, against, listed, wouldBe }] = jsonOf('explain', path) as [ExplanationReport];
    assert.ok(expected!.score > listed.expected! && wouldBe === 3);
    const margin = against!.score - expected!.score;
    const [{ realizations }] = jsonOf('realize', path) as [BagReport];
    const rows = realizations.map((row) => [row.rank, row.wouldBe, row.text, row.score] as const);
    assert.deepEqual(rows[0], [1, undefined, against!.text, against!.score]);
    assert.deepEqual(rows[2], [4, 3, expected!.text, expected!.score]);
    assert.ok(rows.every(([, , , score], i) => i === 0 || score <= rows[i - 1][3]));
    const lines = realized(path).split('\n');
    const mark = 'expected; would be no. 3 here, the search missed its best derivation';
    assert.match(lines[1], /^ {2}1\. /);
    assert.equal(lines[3], `  4. sleeps a cat dog. the  -${margin}  (${mark})`);
    assert.match(
      realized(path, '--format', 'conllu'),
      new RegExp(`\n# sent_id = a-4\n.*\n.*\n# score = ${expected!.score}\n`),
    );
  });

  it('has the tree of that score', () => {
    const [{ expected }] = jsonOf('explain', path) as [ExplanationReport];
    const [{ realizations }] = jsonOf('realize', path) as [BagReport];
    const headsOf = ({ tokens }: { readonly tokens: readonly { readonly head: number }[] }) =>
      tokens.map(({ head }) => head);
    assert.deepEqual(headsOf(realizations[2]), headsOf(expected!));
  });
});

describe('two expected sentences that the search missed', () => {
  const [one, other] = ['sleeps a cat the dog .', 'sleeps a . cat the dog'];
  const given = [
    write(
      'both.bow',
      `bag a {\n  words: a dog sleeps the cat .\n  expect:\n    ${other}\n    ${one}\n}\n`,
    ),
    ...['--beam', '8'],
  ];
  const jsonOf = (command: string): unknown =>
    JSON.parse(bowline(command, ...given, '--format', 'json').out);

  it('would be no. 1 and no. 2; the model prefers the one, and the other is a search error', () => {
    const explained = jsonOf('explain') as ExplanationReport[];
    assert.deepEqual(
      explained.map(({ class: kind, rank, wouldBe }) => [kind, rank, wouldBe]),
      [
        ['model', null, 2],
        ['beam', null, 1],
      ],
    );
    const { score } = explained[1].expected!;
    assert.deepEqual(explained[0].higher, { text: one, score, beam: null, isExpected: true });
    const { out } = bowline('explain', ...given);
    assert.match(out, /missed too \(a model error\): “sleeps a cat the dog\.”, also expected\.\n/);
    assert.match(out, /\n {2}It would be no\. 2 in the list; the search missed it\.\n/);
  });

  it('have a margin in coverage that compares them with each other', () => {
    const explained = jsonOf('explain') as ExplanationReport[];
    const [low, high] = explained.map(({ expected }) => expected!.score);
    const [{ expected, margin, against }] = (jsonOf('coverage') as CoverageReport).perBag;
    assert.deepEqual([margin, against], expected === one ? [high - low, other] : [low - high, one]);
    assert.match(bowline('coverage', ...given).out, /”, whose best derivation the search missed\)/);
  });
});

describe('bowline explain', () => {
  const explained = (...args: string[]): ExplanationReport[] => {
    const { code, out, errors } = bowline('explain', 'all.bow', '--format', 'json', ...args);
    assert.equal(code, 0, errors);
    return JSON.parse(out) as ExplanationReport[];
  };

  it('explains every expectation of a file, those of one bag, or a single one', () => {
    const named = (reports: readonly ExplanationReport[]) =>
      reports.map(({ bag, expectation }) => `${bag}: ${expectation}`);
    const all = named(explained());
    assert.deepEqual(all, [
      'good: The dog chased a cat .',
      'other: a dog chased The cat .',
      'other: The dog a chased cat .',
    ]);
    assert.deepEqual(named(explained('--bag', 'other')), all.slice(1));
    assert.deepEqual(named(explained('--bag', 'other', '--expect', '2')), all.slice(2));
  });

  it('says the same of a bag however many threads there are', () => {
    assert.deepEqual(explained('--threads', '1'), explained('--threads', '2'));
  });

  it('prints for people the class, both sentences and what helps', () => {
    const { code, out } = bowline('explain', 'all.bow', '--bag', 'other', '--expect', '1');
    assert.equal(code, 0);
    assert.match(out, /^other: \w+\n {2}Expected: a dog chased The cat\.\n {2}First: {4}The dog/);
  });

  it('says what there is where nothing is as asked', () => {
    const noBag = bowline('explain', 'all.bow', '--bag', 'zebra');
    assert.equal(noBag.code, 2);
    assert.match(noBag.errors, /no bag is called "zebra"; there are good, other/);
    const noLine = bowline('explain', 'all.bow', '--bag', 'good', '--expect', '2');
    assert.equal(noLine.code, 2);
    assert.match(noLine.errors, /all\.bow: there is no expectation 2 to explain/);
  });

  it('says why a bag cannot be explained, and explains the others', () => {
    const { code, out, errors } = bowline('explain', write('broken.bow', broken + good));
    assert.equal(code, 1);
    assert.match(errors, /broken\.bow:1: broken: Line 3: `zebra` is neither in `words:` nor/);
    assert.doesNotMatch(errors, /fix: Add `zebra`/);
    assert.match(out, /^good: met$/m);
  });

  it('prints the errors outside the bags that it explains, too, and ends with 1', () => {
    const other = 'bag other {\n  words: a\n  order: b < a\n}\n';
    const file = write('errors.bow', `saerch: exact\n${good}${other}stray\n`);
    const { code, out, errors } = bowline('explain', file);
    assert.equal(code, 1);
    assert.match(errors, /errors\.bow:1:1: error: There is no setting `saerch`/);
    assert.match(errors, /error: `b` is not in `words:`/);
    assert.match(errors, /error: `stray` stands outside a bag/);
    assert.match(out, /^good: met$/m);
    assert.equal(bowline('explain', file, '--bag', 'good').errors.includes('`b`'), false);
  });
});

describe('bowline coverage', () => {
  it('reports on the files, and compares with an earlier report', () => {
    const { code, out } = bowline('coverage', 'all.bow', '--format', 'json');
    assert.equal(code, 0);
    const report = JSON.parse(out) as CoverageReport;
    assert.deepEqual(report.files, ['all.bow']);
    assert.deepEqual(
      report.perBag.map(({ bag, line, class: kind }) => [bag, line, kind === 'met']),
      [
        ['good', 1, true],
        ['other', 6, false],
      ],
    );
    write('old.json', out);
    const same = bowline('coverage', 'all.bow', '--compare', 'old.json', '--fail-on-regression');
    assert.equal(same.code, 0);
    assert.match(same.out, /0 worse, 0 better, 0 otherwise changed, 0 new, 0 gone, 2 the same/);
  });

  it('fails on a regression where that was asked for', () => {
    const better = bowline('coverage', 'all.bow', '--format', 'json').out;
    write('better.json', better.replace(/"rank": \d+|"rank": null/g, '"rank": 1'));
    const args = ['coverage', 'all.bow', '--compare', 'better.json'] as const;
    assert.equal(bowline(...args).code, 0);
    const { code, out } = bowline(...args, '--fail-on-regression');
    assert.equal(code, 1);
    assert.match(out, /1 worse/);
    const alone = bowline('coverage', 'all.bow', '--fail-on-regression');
    assert.equal(alone.code, 2);
    assert.match(alone.errors, /name an earlier report too, with --compare/);
  });

  it('reports on one bag, and compares it alone', () => {
    write('both.json', bowline('coverage', 'all.bow', '--format', 'json').out);
    const path = write('three.bow', broken + good + other);
    const one = bowline('coverage', path, '--bag', 'good', '--format', 'json');
    assert.equal(one.code, 0, 'the error in another bag does not count');
    assert.deepEqual(
      (JSON.parse(one.out) as CoverageReport).perBag.map(({ bag }) => bag),
      ['good'],
    );
    const args = ['--bag', 'other', '--compare', 'both.json', '--fail-on-regression'];
    const { code, out } = bowline('coverage', 'all.bow', ...args);
    assert.equal(code, 0);
    assert.match(out, / 0 gone, 1 the same/);
    assert.match(bowline('coverage', 'all.bow', '--bag', 'no').errors, /no bag is called "no"/);
  });

  it('refuses what is no report', () => {
    for (const text of ['', 'null', '{}', '{"perBag": [null]}', '{"perBag": [{"file": 1}]}']) {
      const { code, errors } = bowline('coverage', 'all.bow', '--compare', write('no.json', text));
      assert.equal(code, 2);
      assert.match(
        errors,
        /no\.json: is .*\. Write a report with: bowline coverage FILE --format json/,
      );
    }
    assert.match(bowline('coverage', 'all.bow', '--compare', 'none.json').errors, /cannot be read/);
  });

  it('counts bags with an error as not run, and ends with 1', () => {
    const { code, out, errors } = bowline('coverage', write('broken.bow', broken + good));
    assert.equal(code, 1);
    assert.match(errors, /broken\.bow:3:\d+: /);
    assert.match(out, /not-run: not run +1/);
  });

  it('ends with 1 where a bag is refused, as realizing does', () => {
    const path = write('tree-search.bow', `search: bottom-up\n${good}`);
    const { code, out } = bowline('coverage', path);
    assert.equal(code, 1);
    assert.match(out, /good: not run: The search `bottom-up` /);
    assert.equal(bowline('realize', path).code, 1);
    assert.equal(bowline('coverage', path, '--search', 'beam').code, 0);
  });
});
