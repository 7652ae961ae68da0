import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import fc from 'fast-check';
import { Explainer } from '../../../server/src/explain/explainer.ts';
import { check, parse, toBag } from '../../../server/src/language/index.ts';
import { createRealizer, NEVER } from '../../../server/src/realize/realizer.ts';
import { compareCoverage } from '../../../server/src/results/coverage-comparison.ts';
import { coverageFormats, formatCoverage } from '../../../server/src/results/coverage-formats.ts';
import {
  coverageReport,
  coverBag,
  type CoverageReport,
} from '../../../server/src/results/coverage-report.ts';
import { knowledge } from '../language/fixture.ts';
import { withoutModel } from '../support/check-options.ts';
import { scoreEverything } from '../support/derivations.ts';
import { randomModel } from '../support/random-model.ts';

const BEAM = 4;

async function coverageOf(text: string, seed = 1, beam = BEAM): Promise<CoverageReport> {
  const resources = { model: randomModel(seed), languageModel: null };
  const [realizer, explainer] = [createRealizer(resources), new Explainer(resources)];
  const checked = check(parse(text), withoutModel);
  const outcomes = await Promise.all(
    checked.file.bags.map((_, bag) =>
      coverBag('a.bow', checked, bag, knowledge, {
        realize: (given) =>
          Promise.resolve({
            ...realizer.realize(given, { beam, results: beam }, NEVER),
            cpuMs: 1,
          }),
        explain: (given, words, expected) => {
          const options = {
            beam,
            search: 'beam',
            results: 10,
            helpMs: 0,
            expected,
            depth: 'class',
          } as const;
          return Promise.resolve(explainer.explain(given, words, options, NEVER));
        },
      }),
    ),
  );
  return coverageReport(['a.bow'], outcomes, 2);
}

const words = '  words: a/X b/X c/Y d/Y\n';
/** A bag for each order of four words that may be expected. */
const orders = ['a b c d', 'd c b a', 'b d a c', 'c a d b', 'a c b d', 'd a b c'];
const text = [
  ...orders.map((order, i) => `bag b${i} {\n${words}  expect: ${order}\n}\n`),
  `bag plain {\n${words}}\n`,
  `bag broken {\n${words}  deps: a -> x\n  expect: a b c d\n}\n`,
  `bag never {\n${words}  order: a < b\n  expect: b a c d\n}\n`,
].join('');

describe('a report of coverage', () => {
  it('is as its schema says, with a comparison and without', async () => {
    const schema = new URL('../../../docs/schemas/coverage.schema.json', import.meta.url);
    const validate = new Ajv({ allowUnionTypes: true }).compile(
      JSON.parse(readFileSync(schema, 'utf8')) as object,
    );
    const [one, other] = [await coverageOf(text), await coverageOf(text, 2)];
    for (const comparison of [null, compareCoverage(one, other)]) {
      const json = formatCoverage(other, comparison, 'json');
      assert.ok(validate(JSON.parse(json)), JSON.stringify(validate.errors));
    }
  });

  it('counts what the bags are: of each expectation its class, and its rank in the search', async () => {
    const { bags, realized, expectations, perBag } = await coverageOf(text);
    const realizer = createRealizer({ model: randomModel(1), languageModel: null });
    assert.equal(bags, 9);
    assert.equal(realized, 8);
    const { total, byClass, rank1, rank5, listed } = expectations;
    assert.equal(total, 8);
    assert.equal(
      Object.values(byClass).reduce((sum, count) => sum + count, 0),
      total,
    );
    assert.equal(byClass['not-run'], 1);
    assert.equal(byClass.unreachable, 1);
    assert.equal(byClass.met, rank1);
    assert.ok(rank1 <= listed && listed <= rank5);
    const plain = {
      words: orders[0].split(' ').map((form) => ({ form, tags: [form < 'c' ? 'X' : 'Y'] })),
      ...{ arcs: [], root: null, order: [], chunks: [], choices: [] },
    };
    const found = realizer
      .realize(plain, { beam: BEAM, results: BEAM }, NEVER)
      .realizations.map((one) => one.text);
    for (const [i, order] of orders.entries()) {
      const place = found.indexOf(order);
      assert.equal(perBag[i].rank, place < 0 ? null : place + 1);
      assert.equal(perBag[i].first, found[0]);
      assert.equal(perBag[i].expected, order);
    }
  });

  it('compares an expectation with the highest score, also of a sentence that the search missed', async () => {
    let missed = 0;
    for (let seed = 1; seed <= 20; seed++) {
      for (const bag of (await coverageOf(text, seed, 1)).perBag) {
        const { class: kind, margin, first, against, expected, rank } = bag;
        if (kind !== 'model') continue;
        assert.ok(margin! <= 0, JSON.stringify(bag));
        assert.ok(rank === null && against !== expected);
        if (against !== first) missed++;
      }
    }
    assert.ok(missed > 0);
  });

  it('compares an expectation with the other expectations of its bag, also if the search missed them', async () => {
    let siblings = 0;
    let ofFirst = 0;
    const several = `bag x {\n${words}  expect:\n    ${orders.slice(0, 3).join('\n    ')}\n}\n`;
    for (let seed = 1; seed <= 60; seed++) {
      const resources = { model: randomModel(seed), languageModel: null };
      const bag = toBag(parse(several).bags[0]);
      const { realizations } = createRealizer(resources).realize(
        bag,
        { beam: 1, results: 1 },
        NEVER,
      );
      const all = scoreEverything(bag, resources).scores;
      const [{ text: first }] = realizations;
      const known = new Set([first, ...orders.slice(0, 3)]);
      const [{ margin, against, expected, rank, class: kind }] = (
        await coverageOf(several, seed, 1)
      ).perBag;
      const scoreOf = (text: string | null): number => all.get(text!)!;
      const others = [...known].filter((text) => text !== expected).map(scoreOf);
      const top = others.reduce((most, score) => Math.max(most, score));
      if (known.has(against!)) assert.equal(margin, scoreOf(expected) - top);
      else assert.ok(scoreOf(against) > top && margin! < 0);
      if (kind === 'beam' || kind === 'search') assert.ok(margin! >= 0);
      if (kind === 'model') assert.ok(margin! <= 0);
      if (known.has(against!) && against !== first) siblings++;
      if (rank === 1) ofFirst++;
    }
    assert.ok(siblings > 0 && ofFirst > 0);
  });

  it('says that a sentence is put together, instead of its margin', async () => {
    const checked = check(
      parse('grammar: ccg\n\nbag x {\n  words: a b\n  expect: b a\n}\n'),
      withoutModel,
    );
    const sentence = (text: string, score: number, category: string | null) => ({
      ...{ text, display: text, score, tokens: [], transitions: [] },
      parts: [{ ...{ category, rule: null, first: 0, last: 1, head: 0, children: [] }, step: 0 }],
    });
    const outcome = await coverBag('a.bow', checked, 0, knowledge, {
      realize: () =>
        Promise.resolve({
          ...{ status: 'complete', search: 'bottom-up', message: null, cpuMs: 1 },
          realizations: [sentence('a b', 50, 'N'), sentence('b a', -99_000, null)],
          ...{ isAll: false, isProven: false },
        }),
      explain: () => Promise.resolve('Nothing is explained.'),
    });
    const { margin, joined } = outcome.report;
    assert.deepEqual([margin, joined], [null, true]);
    const report = coverageReport(['a.bow'], [outcome], 2);
    assert.match(formatCoverage(report, null, 'text'), /: ranked, no\. 2, put together: a b\n/);
    assert.match(formatCoverage(report, null, 'html'), /<td>put together<\/td>/);
  });

  it('says how many bags have expectations, and how many sentences they expect', async () => {
    const report = await coverageOf(
      `bag two {\n${words}  expect:\n    a b c d\n    d c b a\n}\nbag plain {\n${words}}\n`,
    );
    assert.deepEqual([report.bags, report.expectations.bags, report.expectations.total], [2, 1, 2]);
    assert.match(
      formatCoverage(report, null, 'text'),
      /^1 file, 2 bags: 1 bag with 2 expected sentences\n/,
    );
    const plain = await coverageOf(`bag {\n${words}}\n`);
    const text = formatCoverage(plain, null, 'text');
    assert.match(text, /^1 file, 1 bag: no bag with an expected sentence\n/);
  });

  it('lists the first fifty bags, or all on request', async () => {
    const report = await coverageOf(
      `bag {\n${words}  deps: a -> x\n  expect: a b c d\n}\n`.repeat(60),
    );
    const listed = (isWhole: boolean): number =>
      formatCoverage(report, null, 'text', isWhole).match(/: not run: /g)!.length;
    assert.deepEqual([listed(false), listed(true)], [50, 60]);
    assert.match(formatCoverage(report, null, 'text'), /and 10 more \(--all lists them\)/);
  });

  it('says which time of the slowest bags it gives', async () => {
    const report = await coverageOf(`bag plain {\n${words}}\n`);
    for (const format of ['text', 'html'] as const) {
      const page = formatCoverage(report, null, format);
      assert.match(page, /Slowest bags[^]*of the search; the faster of two runs if under a second/);
    }
  });

  it('counts words and arcs that training had', async () => {
    const report = await coverageOf(
      'bag {\n  words: team/NN led/VBD zebra\n  deps: led -nsubj-> team\n  order: team < led\n}\n',
    );
    assert.deepEqual(report.words, { total: 3, known: 2 });
    assert.deepEqual(report.arcs, { total: 1, seen: 1 });
  });

  it('says why a bag was not run', async () => {
    const { perBag } = await coverageOf(text);
    assert.match(perBag[7].problem ?? '', /`x` is neither in `words:`/);
    assert.equal(perBag[6].class, null);
    assert.equal(perBag[8].class, 'unreachable');
  });

  it('says of a sentence that breaks a line, and of one with other words, that the bag rules it out', async () => {
    for (const [order, expected] of [
      ['a < b', 'b a c d'],
      ['', 'a b c'],
    ]) {
      const bag = `bag {\n${words}  order: ${order}\n  expect: ${expected}\n}\n`;
      assert.match(
        formatCoverage(await coverageOf(bag), null, 'text'),
        /unreachable: ruled out by the words or the constraints of the bag/,
      );
    }
  });

  it('has in each of its forms each bag whose expectation is not the best', async () => {
    const report = await coverageOf(text);
    const comparison = compareCoverage(await coverageOf(text, 2), report);
    for (const format of coverageFormats) {
      const written = formatCoverage(report, comparison, format);
      if (format !== 'markdown') assert.ok(written.includes('never'), format);
      assert.ok(!/undefined|NaN|\[object/.test(written), written);
    }
  });

  it('is a page without scripts or addresses, in which names are text', async () => {
    const report = await coverageOf(`bag "<img src=x>" {\n${words}  expect: a b c d\n}\n`);
    const page = formatCoverage(report, null, 'html');
    assert.ok(!/<img|<script|https?:/.test(page), page);
    assert.match(page, /Content-Security-Policy" content="default-src 'none'/);
  });
});

describe('a comparison of two reports', () => {
  it('finds each bag that is new, gone, better, worse or otherwise changed', async () => {
    const before = await coverageOf(text);
    const [first] = before.perBag;
    const bag = (name: string, change: Partial<typeof first>) => ({
      ...{ ...first, bag: name, class: 'ranked' as const, rank: 2, first: 'a b' },
      ...change,
    });
    const old = ['same', 'better', 'found', 'worse', 'lost', 'other', 'gone'].map((name) =>
      bag(name, name === 'found' ? { class: 'beam', rank: null } : {}),
    );
    const now = [
      bag('same', {}),
      bag('better', { class: 'met', rank: 1 }),
      bag('found', { class: 'model', rank: null }),
      bag('worse', { rank: 3 }),
      bag('lost', { class: 'beam', rank: null }),
      bag('other', { first: 'b a' }),
      bag('new', {}),
    ];
    const { counts, bags } = compareCoverage({ perBag: old }, { perBag: now });
    assert.deepEqual(counts, { new: 1, gone: 1, better: 2, worse: 2, changed: 1, same: 1 });
    assert.deepEqual(
      bags.map(({ change, before: one, after }) => [(after ?? one)!.bag, change]),
      [
        ['same', 'same'],
        ['better', 'better'],
        ['found', 'better'],
        ['worse', 'worse'],
        ['lost', 'worse'],
        ['other', 'changed'],
        ['new', 'new'],
        ['gone', 'gone'],
      ],
    );
  });

  it('of a report with itself shows no change, even where bags share a name', async () => {
    const { perBag } = await coverageOf(text);
    const reports = fc.array(
      fc.record({
        report: fc.constantFrom(...perBag),
        file: fc.constantFrom('a.bow', 'b.bow'),
        bag: fc.constantFrom('a', 'b', 'bag 3'),
      }),
    );
    fc.assert(
      fc.property(reports, (made) => {
        const bags = made.map(({ report, file, bag }) => ({ ...report, file, bag }));
        const { counts } = compareCoverage({ perBag: bags }, { perBag: bags });
        const none = { new: 0, gone: 0, better: 0, worse: 0, changed: 0 };
        assert.deepEqual(counts, { ...none, same: bags.length });
      }),
    );
  });

  it('matches bags of one name in order', async () => {
    const { perBag } = await coverageOf(text);
    const [a, b, c] = perBag.map((bag) => ({ ...bag, bag: 'twin', rank: 1 }));
    const { bags } = compareCoverage({ perBag: [a, b, c] }, { perBag: [a, { ...b, rank: 2 }] });
    assert.deepEqual(
      bags.map(({ change, before }) => [change, before]),
      [
        ['same', a],
        ['worse', b],
        ['gone', c],
      ],
    );
  });
});
