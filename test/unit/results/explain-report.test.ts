import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { text as textOf } from 'node:stream/consumers';
import { Ajv } from 'ajv';
import fc from 'fast-check';
import type { Bag } from '../../../server/src/bag/bag.ts';
import { Explainer } from '../../../server/src/explain/explainer.ts';
import type { Explained } from '../../../server/src/explain/explanation.ts';
import { check, parse, toBag, writeAdditions } from '../../../server/src/language/index.ts';
import { createRealizer, NEVER } from '../../../server/src/realize/realizer.ts';
import { formatExplanations } from '../../../server/src/results/explain-formats.ts';
import {
  explainSentence,
  NotExplained,
  type ExplanationReport,
} from '../../../server/src/results/explain-report.ts';
import { edited } from '../../../server/src/language/writing/edited.ts';
import { withoutModel } from '../support/check-options.ts';
import { randomModel } from '../support/random-model.ts';
import { validBow } from '../language/random-bow.ts';
import { cases } from '../support/thorough.ts';

const resources = { model: randomModel(3), languageModel: null };
const explainer = new Explainer(resources);
const realizer = createRealizer(resources);
const options = { beam: 8, search: 'beam', results: 10, helpMs: 500 } as const;

function explain(
  bag: Bag,
  words: readonly string[],
  expected: readonly string[],
): Promise<Explained> {
  return Promise.resolve(explainer.explain(bag, words, { ...options, expected }, NEVER));
}

async function reportsOf(text: string): Promise<ExplanationReport[]> {
  const checked = check(parse(text), withoutModel);
  const reports: ExplanationReport[] = [];
  for (const expectation of checked.expectations(0)) {
    const { report } = await explainSentence(checked, 0, expectation.text, explain);
    reports.push(report);
  }
  return reports;
}

const text = `bag fox {
  words: a/X b/X c/X d/Y
  order:
    a < b
  expect:
    d c a b
    a b c d
    b a c d
    a a c d
}
`;

describe('a report of explanations', () => {
  it('is as its schema says', async () => {
    const schema = new URL('../../../docs/schemas/explain.schema.json', import.meta.url);
    const validate = new Ajv().compile(JSON.parse(readFileSync(schema, 'utf8')) as object);
    const reports = await reportsOf(text);
    const higher = { text: 'a b c d', score: 1, beam: null, isExpected: true };
    const found = [...reports, { ...reports[0], higher }];
    const json = await textOf(formatExplanations(found, 'json'));
    assert.ok(validate(JSON.parse(json)), JSON.stringify(validate.errors));
  });

  it('names the lines that an expectation breaks, and why none can match it', async () => {
    const [, , broken, other] = await reportsOf(text);
    assert.equal(broken.class, 'unreachable');
    assert.deepEqual(broken.lines, [4]);
    assert.match(broken.unreachable ?? '', /breaks `a < b`/);
    assert.equal(other.class, 'unreachable');
    assert.deepEqual(other.lines, []);
    assert.match(other.unreachable ?? '', /lacks/);
  });

  it('has templates that sum to the two scores', async () => {
    for (const { templates, expected, against } of await reportsOf(text)) {
      const sum = (side: 'expected' | 'against'): number =>
        templates.reduce((total, one) => total + one[side], 0);
      if (expected !== null) assert.equal(sum('expected'), expected.score);
      assert.equal(sum('against'), against?.score);
    }
  });

  it('says in text what it is, which sentence came first, where they differ and what helps', async () => {
    const reports = await reportsOf(text);
    const told = await textOf(formatExplanations(reports, 'text'));
    for (const { class: kind, expectation, help } of reports) {
      assert.ok(told.includes(`fox: ${kind}\n  Expected: ${expectation}\n`), told);
      for (const { line } of help) assert.ok(told.includes(`\n      ${line}\n`));
    }
    assert.match(told, /It breaks line 4\./);
    const named = reports.map((report) => ({ file: 'a.bow', ...report }));
    assert.match(await textOf(formatExplanations(named, 'text')), /^a\.bow: fox: /);
  });

  it('has lines that help above the scores, which help a bag as they are printed', async () => {
    const accepted = new Set<string>();
    for (const words of ['a/X b/X c/X d/Y', 'a b c d', 'a b a d', 'a/Y b a/X d']) {
      const bag = `bag fox {\n  words: ${words}\n`;
      for (const expectation of [
        'd c a b',
        'a d b c',
        'b d a a',
        'a a d b',
        'd a b a',
        'c a d b',
        'b c a d',
        'c d b a',
      ]) {
        const [report] = await reportsOf(`${bag}  expect: ${expectation}\n}\n`);
        if (report.help.length === 0) continue;
        const told = await textOf(formatExplanations([report], 'text'));
        const printed = /puts it first:\n((?: {4}.*\n)+)/.exec(told);
        assert.ok(printed !== null, told);
        assert.ok(!told.includes('Where') || told.indexOf('Where') > printed.index, told);
        const helped = new Set(
          report.help.filter(({ kind }) => kind !== 'tag').map(({ line }) => line),
        );
        let section = '';
        for (const line of printed[1].trimEnd().split('\n')) {
          if (/^ {4}\S/.test(line)) section = line;
          else if (section !== '    words:') {
            const needed = /# needs (.*) in words:/.exec(line)?.[1].split(' and ') ?? [];
            const indexed = needed.reduce(
              (text, name) => text.replace(` ${name.replace(/#\d/, '')}`, ` ${name}`),
              bag,
            );
            const pasted = `${indexed}${section}\n${line}\n  expect: ${expectation}\n}\n`;
            assert.deepEqual(check(parse(pasted), withoutModel).diagnostics(), [], pasted);
            assert.equal((await reportsOf(pasted))[0].class, 'met', pasted);
            accepted.add(needed.length === 0 ? section.trim() : 'indexed');
            helped.delete(line.replace(/ {2}#.*/, '').trim());
          }
        }
        assert.equal(helped.size, 0);
      }
    }
    assert.deepEqual([...accepted].sort(), ['deps:', 'indexed', 'order:']);
  });

  it('is not given of a bag with an error', async () => {
    await assert.rejects(
      reportsOf('bag {\n  words: a b\n  deps: a -> c\n  expect: a b\n}\n'),
      (error) => {
        assert.ok(error instanceof NotExplained);
        assert.match(error.message, /^Line 3: /);
        return true;
      },
    );
  });
});

describe('what helps', () => {
  it('puts the sentence first once it is written into the file, a line or lines together', () => {
    const kinds = new Set<string>();
    fc.assert(
      fc.property(validBow, fc.nat(), (source, draw) => {
        const [node] = parse(source).bags;
        const bag = toBag(node);
        const { realizations } = realizer.realize(bag, { beam: 8, results: 8 }, NEVER);
        if (realizations.length < 2) return;
        const wanted = realizations[1 + (draw % (realizations.length - 1))].text;
        const said = explainer.explain(bag, wanted.split(' '), options, NEVER);
        assert.ok(typeof said !== 'string');
        for (const additions of [...said.help.map((one) => [one]), said.together]) {
          const written = additions.length === 0 ? null : writeAdditions(node, additions);
          if (written === null) continue;
          kinds.add(additions.length > 1 ? 'together' : additions[0].kind);
          const after = edited(source, written.edits);
          const checked = check(parse(after), withoutModel);
          assert.equal(checked.firstError(0), null, `${source}\n${after}`);
          const [best] = realizer.realize(
            toBag(checked.file.bags[0]),
            { beam: 8, results: 1 },
            NEVER,
          ).realizations;
          assert.equal(best.text, wanted, after);
        }
      }),
      { numRuns: cases(1_500), seed: 1 },
    );
    assert.deepEqual([...kinds].sort(), ['arc', 'order', 'remove', 'tag', 'together', 'use']);
  }).timeout(60_000);
});
