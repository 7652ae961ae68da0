import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { EvaluationReport } from '../../../server/src/evaluate/report.ts';
import { encodeModel } from '../../../server/src/model/model.ts';
import { tinyModel } from '../support/tiny.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'bowline-input-'));
const model = join(folder, 'tiny.bow-model');

interface Run {
  readonly code: number | null;
  readonly out: string;
  readonly errors: string;
}

function bowline(args: readonly string[], input = ''): Run {
  const { status, stdout, stderr } = spawnSync('node', [join(root, 'bin/bowline.js'), ...args], {
    cwd: folder,
    encoding: 'utf8',
    input,
  });
  return { code: status, out: stdout, errors: stderr };
}

const sentence = (heads: readonly number[]): string =>
  heads.map((head, i) => `${i + 1}\tw${i}\t_\t_\tX\t_\t${head}\tdep\t_\t_\n`).join('');

/** A sentence of each kind: two that are used, and one for each reason to leave one out. */
const mixed = [
  sentence([0, 1]),
  sentence([2, 0]),
  sentence([0, 0]),
  sentence([2, 1]),
  sentence([0, 3, 2]),
  sentence([3, 4, 0, 3]),
  sentence(Array.from({ length: 61 }, (_, i) => i)),
  '# nothing but a comment\n',
  'one two\n',
  `${sentence([0])}2\tcaf\u00ff\t_\t_\tX\t_\t1\tdep\t_\t_\n`,
].join('\n');

const counts = {
  broken: 2,
  'without words': 1,
  'with several roots': 1,
  'without a root': 1,
  'with a cycle': 1,
  'not projective': 1,
  'over 60 tokens': 1,
};

describe('what bowline reads', () => {
  before(async () => {
    writeFileSync(model, encodeModel(await tinyModel()));
    // Latin-1, in which the last word but one is not UTF-8.
    writeFileSync(join(folder, 'mixed.conllu'), mixed, 'latin1');
    writeFileSync(join(folder, 'whole.conllu'), `${sentence([0, 1])}\n`.repeat(40));
  });
  after(() => rmSync(folder, { recursive: true }));

  const brokenLines =
    /^mixed\.conllu:\d+: expected 10 columns.*; its sentence is left out\nmixed\.conllu:\d+: is not UTF-8; its sentence is left out\n/;
  const said =
    /2 sentences \(left out: 2 broken, 1 without words, 1 with several roots, 1 without a root, 1 with a cycle, 1 not projective, 1 over 60 tokens\)/;

  describe('a treebank', () => {
    it('is evaluated, and every sentence that is left out is counted by reason', () => {
      const args = ['evaluate', 'mixed.conllu', '--model', model];
      const text = bowline(args);
      assert.equal(text.code, 0, text.errors);
      assert.match(text.errors, brokenLines);
      assert.match(text.out, said);
      const { out } = bowline([...args, '--format', 'json']);
      const { sentences, leftOut } = JSON.parse(out) as EvaluationReport;
      assert.equal(sentences, 2);
      assert.deepEqual(leftOut, counts);
    });

    it('is trained on in the same way', () => {
      const args = ['-o', 'm', '--passes', '1', '--bits', '12', '--dev', 'whole.conllu'];
      const { code, errors } = bowline(['train', 'mixed.conllu', ...args]);
      assert.equal(code, 0, errors);
      assert.match(errors, brokenLines);
      assert.match(errors, said);
      assert.match(errors, /^whole\.conllu: 40 sentences$/m);
    });

    it('makes a language model, whatever its trees', () => {
      const { code, errors } = bowline(['lm', 'build', 'mixed.conllu', '-o', 'a.bow-lm']);
      assert.equal(code, 0, errors);
      assert.match(errors, brokenLines);
      assert.match(errors, /^mixed\.conllu: 7 sentences \(left out: 2 broken, 1 without words\)$/m);
    });

    it('with a broken line is refused where it has to be whole', () => {
      for (const args of [
        ['evaluate', 'mixed.conllu', '--model', model],
        ['train', 'whole.conllu', '--dev', 'mixed.conllu', '-o', 'strict'],
        ['lm', 'build', 'mixed.conllu', '-o', 'strict'],
      ]) {
        const { code, errors } = bowline([...args, '--strict']);
        assert.equal(code, 1, errors);
        assert.match(
          errors,
          /^bowline: mixed\.conllu:\d+: expected 10 columns.*1 more.*--strict\n/m,
        );
      }
      const whole = ['lm', 'build', 'whole.conllu', '-o', 'whole', '--strict'];
      assert.equal(bowline(whole).code, 0);
    });

    it('of another kind is told of a few times, with a count', () => {
      writeFileSync(join(folder, 'prose.conllu'), 'Call me Ishmael.\n\n'.repeat(500));
      const { code, errors } = bowline(['evaluate', 'prose.conllu', '--model', model]);
      assert.equal(code, 2);
      assert.equal(errors.trim().split('\n').length, 22);
      assert.match(errors, /^prose\.conllu: 480 more lines are broken and left out$/m);
      assert.match(
        errors,
        /no sentence in CoNLL-U format: write a line of 10 tab-separated columns .*; plain text is parsed first: bowline parse prose\.conllu$/m,
      );
    });

    it('that is empty, or of which nothing is left, says so', () => {
      writeFileSync(join(folder, 'empty.conllu'), '\n');
      writeFileSync(join(folder, 'crossed.conllu'), sentence([3, 4, 0, 3]));
      for (const [args, message] of [
        [['evaluate', 'empty.conllu', '--model', model], /empty\.conllu: is empty/],
        [['train', 'empty.conllu', '-o', 'x'], /empty\.conllu: is empty/],
        [['lm', 'build', 'empty.conllu', '-o', 'x'], /empty\.conllu: is empty/],
        [['evaluate', 'crossed.conllu', '--model', model], /no single.*left out: 1 not projective/],
        [['train', 'crossed.conllu', '-o', 'x'], /too few trees/],
      ] as const) {
        const { code, errors } = bowline(args);
        assert.equal(code, 2);
        assert.match(errors, message);
      }
    });
  });

  describe('text', () => {
    it('that is not UTF-8 is left out line by line, or refused', () => {
      writeFileSync(join(folder, 'latin.txt'), 'a dog\na caf\u00e9\na cat\n', 'latin1');
      const { code, errors } = bowline(['lm', 'build', 'latin.txt', '-o', 'b.bow-lm']);
      assert.equal(code, 0);
      assert.match(
        errors,
        /^latin\.txt:2: is not UTF-8; the line is left out\nlatin\.txt: 2 sentences \(left out: 1 not UTF-8\)\n/,
      );
      const strict = bowline(['lm', 'build', 'latin.txt', '-o', 'c.bow-lm', '--strict']);
      assert.equal(strict.code, 1);
      assert.match(strict.errors, /^bowline: latin\.txt:2: is not UTF-8: correct the file/);
    });

    it('may hold the replacement character itself, and begin with a byte order mark', () => {
      writeFileSync(join(folder, 'mark.txt'), '\ufeffa \ufffd dog\n');
      const { errors } = bowline(['lm', 'build', 'mark.txt', '-o', 'd.bow-lm', '--strict']);
      assert.match(errors, /^mark\.txt: 1 sentence\n/);
    });

    it('of a .bow file is realized although a line is not UTF-8, which is told', () => {
      writeFileSync(join(folder, 'latin.bow'), 'bag a {\n words: caf\u00e9 dog\n}\n', 'latin1');
      const { code, out, errors } = bowline(['realize', 'latin.bow', '--model', model]);
      assert.equal(code, 1);
      assert.match(errors, /^latin\.bow:2: is not UTF-8: save the file as UTF-8\n/);
      assert.match(out, /caf�/);
    });
  });

  describe('the standard input', () => {
    it('is realized where a file is called -', () => {
      const { code, out, errors } = bowline(
        ['realize', '-', '--model', model],
        'bag a {\n words: dog\n}\nbag b {\n words:\n}\n',
      );
      assert.equal(code, 1);
      assert.match(out, /^a \(line 1\)\n {2}1\. dog/);
      assert.match(errors, /^<stdin>:5:2: /);
    });
  });

  it('has its remarks counted, or shown', () => {
    const bag = 'bag a {\n words: dog/VBD\n}\n';
    const counted = bowline(['realize', '-', '--model', model], bag);
    assert.equal(counted.errors, '1 remark is not shown (--verbose shows all)\n');
    assert.equal(counted.code, 0);
    const shown = bowline(['realize', '-', '--model', model, '--verbose'], bag);
    assert.match(shown.errors, /^<stdin>:2:13: information: .*never seen `dog`/);
  });

  it('has nothing to remark on the examples', () => {
    const examples = join(root, 'examples');
    const files = readdirSync(examples).filter((name) => name.endsWith('.bow'));
    assert.ok(files.length > 3);
    const paths = files.map((name) => join(examples, name));
    const { code, errors } = bowline(['realize', '--verbose', '-k', '1', ...paths]);
    assert.equal(errors, '');
    assert.equal(code, 0);
  });

  it('says which folder is missing where it is to write', () => {
    for (const args of [
      ['train', 'whole.conllu', '-o', 'no/such/m'],
      ['evaluate', 'whole.conllu', '--model', model, '--outputs', 'no/such/m'],
      ['lm', 'build', 'whole.conllu', '-o', 'no/such/m'],
    ]) {
      const { code, errors } = bowline(args);
      assert.equal(code, 2);
      assert.match(errors, /no\/such\/m: cannot be written: there is no folder no\/such: make it/);
    }
  });

  it('refuses to write where a folder is', () => {
    mkdirSync(join(folder, 'there'));
    for (const args of [
      ['train', 'whole.conllu', '-o', 'there'],
      ['evaluate', 'whole.conllu', '--model', model, '--outputs', 'there'],
      ['lm', 'build', 'whole.conllu', '-o', 'there'],
      ['import', 'whole.conllu', '-o', 'there'],
    ]) {
      const { code, errors } = bowline(args);
      assert.equal(code, 2);
      assert.match(errors.trimEnd(), /^bowline: there: cannot be written: it is a folder$/m);
    }
    assert.ok(!existsSync(join(folder, 'there.new')));
  });

  it('says why a file could not be written after all', () => {
    mkdirSync(join(folder, 'late.new'));
    const { code, errors } = bowline(['lm', 'build', 'whole.conllu', '-o', 'late']);
    assert.equal(code, 2);
    assert.match(errors, /^bowline: late: cannot be written: /m);
    assert.ok(!errors.includes('    at '), errors);
  });

  it('leaves no file where the work came to nothing', () => {
    const train = ['train', 'whole.conllu', '--dev', 'whole.conllu', '-o', 'nothing'];
    for (const args of [
      [...train, '--class-texts', 'empty.conllu'],
      ['lm', 'build', 'empty.conllu', '-o', 'nothing'],
    ]) {
      assert.equal(bowline(args).code, 2, args.join(' '));
      assert.deepEqual(
        readdirSync(folder).filter((name) => name.startsWith('nothing')),
        [],
      );
    }
  });
});
