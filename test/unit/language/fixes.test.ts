import assert from 'node:assert/strict';
import fc from 'fast-check';
import { check } from '../../../server/src/language/checks/check.ts';
import { parse } from '../../../server/src/language/tree/parser.ts';
import type {
  Fix,
  Diagnostic,
  DiagnosticCode,
  Range,
} from '../../../server/src/language/tree/diagnostic.ts';
import { fixableText, oneSlip } from './fixable.ts';
import { knowledge } from './fixture.ts';
import { anyText } from './generate.ts';
import { expectationsOf } from '../../../server/src/language/tree/syntax.ts';
import { exampleOf, sections } from './problem-page.ts';
import { edited } from '../../../server/src/language/writing/edited.ts';
import { withoutModel } from '../support/check-options.ts';
import { cases } from '../support/thorough.ts';

const options = { ...withoutModel, knowledge };

/** What tells one of several sets of lines, or one of several faults of a line, at a time. */
const toldOneByOne: ReadonlySet<DiagnosticCode> = new Set<DiagnosticCode>([
  'contradiction',
  'two-heads',
  'two-roots',
  'cycle',
  // The next problem of a line shows once the first has been mended.
  'bag-header',
  'perhaps-several',
  'perhaps-optional',
]);

/** Where a place is once edits are made. */
function moved({ start, end }: Range, edits: Fix['edits']): Range {
  const shift = (offset: number, isEnd: boolean): number => {
    let by = 0;
    for (const { range, newText } of edits) {
      const isInsertionHere = range.start === range.end && range.start === offset;
      if (range.end <= offset && (isEnd || !isInsertionHere)) {
        by += newText.length - (range.end - range.start);
      } else if (range.start < offset) {
        by += range.start - offset + (isEnd ? newText.length : 0);
      }
    }
    return offset + by;
  };
  return { start: shift(start, false), end: shift(end, true) };
}

/** Whether two places share something; an empty one lies within the other. */
function meet(a: Range, b: Range): boolean {
  return a.start < b.end && b.start < a.end;
}

/** What the parser alone tells as errors, by code. */
function syntaxErrors(text: string): DiagnosticCode[] {
  const { diagnostics, bags } = parse(text);
  const all = [
    ...diagnostics,
    ...bags.flatMap((bag) => [...bag.diagnostics, ...bag.diagnosticsAfter]),
  ];
  return all.filter(({ severity }) => severity === 'error').map(({ code }) => code);
}

/** Every fix of every problem of a text, and the text that it leaves. */
function* fixesOf(text: string): Generator<{ problem: Diagnostic; fix: Fix; after: string }> {
  for (const problem of check(parse(text), options).diagnostics()) {
    for (const fix of problem.fixes ?? []) {
      yield { problem, fix, after: edited(text, fix.edits) };
    }
  }
}

/** A bag with expectations that are nearly sentences of it. */
const nearlyExpected = fc
  .shuffledSubarray(
    ['dogs', 'can', "n't", 'it', '( cat | cow )', '"a b"', '[ x y ]', 'so?', '.', 'it?', '" a "'],
    { minLength: 2 },
  )
  .chain((words) =>
    fc.tuple(
      fc.constant(words),
      fc.subarray(
        ['first it', 'it < can', "can << n't", 'last .', 'dogs << it'].filter((line) =>
          namesOnly(line, words),
        ),
      ),
      fc.subarray(
        ['dogs -> it', 'can -> dogs', 'root -> can'].filter((line) => namesOnly(line, words)),
      ),
      fc.array(
        fc.tuple(
          fc.oneof(fc.constant(words), fc.shuffledSubarray(words, { minLength: words.length - 1 })),
          fc.constantFrom(
            ...([
              [/dogs/, 'dog'],
              [/dogs/, 'Dogs'],
              [/can n't/, "can't"],
              [/can n't/, "ca n't"],
              [/x y/, 'xy'],
              [/it/, 'it it'],
              [/cat/, 'cats'],
              [/^/, 'the '],
              [/\.$/, ''],
              [/ \.$/, '.'],
              [/$/, ' ?'],
              [/ (\S+)$/, ' " $1 "'],
            ] as const),
          ),
        ),
        { minLength: 1, maxLength: 3 },
      ),
    ),
  )
  .map(([words, order, deps, lines]) =>
    [
      'bag {',
      `  words: ${words.join(' ')}`,
      '  deps:',
      ...deps.map((one) => `    ${one}`),
      '  order:',
      ...order.map((one) => `    ${one}`),
      '  expect:',
      ...lines.map(([some, [sound, slip]]) => {
        const sentence = some.map((item) => asExpected.get(item) ?? item).join(' ');
        return `    ${sentence.replace(sound, slip)}`;
      }),
      '}',
      '',
    ].join('\n'),
  );

/** The items of `words:` that an expectation has otherwise. */
const asExpected = new Map([
  ['( cat | cow )', 'cat'],
  ['"a b"', 'a b'],
  ['[ x y ]', 'x y'],
  ['so?', 'so'],
]);

function namesOnly(statement: string, words: readonly string[]): boolean {
  return statement
    .split(' ')
    .every((word) => /^(?:<<?|->|root|first|last)$/.test(word) || words.includes(word));
}

describe('a quick fix', () => {
  /** The properties below that have tried all their cases, which a quick run may not do. */
  let wholeRuns = 0;
  const used = new Map<DiagnosticCode, number>();

  it('mends what it is offered for, in any file', () => {
    let files = 0;
    let tried = 0;
    const examples = [...sections.keys()].flatMap((code) => {
      const example = exampleOf(code);
      return example === null ? [] : [[example] as [string]];
    });
    examples.push(['bag x{ words: a } bag x{ words: b }\n']);
    examples.push(['bag x { words: upos"Harvard University"/NNP }\n']);
    examples.push(['bag x {\n  words: a b c d\n  deps:\n    a -> b c -> d\n}\n']);
    const text = fc.oneof(anyText, { weight: 3, arbitrary: fixableText }, oneSlip);
    fc.assert(
      fc.property(text, (source) => {
        tried++;
        let offers = false;
        const before = check(parse(source), options).diagnostics();
        for (const { problem, fix, after } of fixesOf(source)) {
          offers = true;
          const { code, message, range } = problem;
          used.set(code, (used.get(code) ?? 0) + 1);
          const place = moved(range, fix.edits);
          const left = check(parse(after), options).diagnostics();
          const same = (other: Diagnostic): boolean =>
            other.code === code && other.message === message;
          const isFewer = left.filter(same).length < before.filter(same).length;
          const again = left.find(
            (other) =>
              other.code === code &&
              meet(other.range, place) &&
              // What else is wrong with a line was told before, and stays.
              (other.message === message
                ? !isFewer
                : !toldOneByOne.has(code) &&
                  !before.some((one) => one.code === code && one.message === other.message)),
          );
          assert.equal(again, undefined, JSON.stringify({ source, title: fix.title, after }));
        }
        if (offers) files++;
      }),
      { numRuns: cases(8_000), examples },
    );
    assert.ok(files >= tried / 2, `${files} of ${tried} files offered fixes`);
    wholeRuns++;
  });

  it('leaves nothing wrong with the expectation that it is offered for', () => {
    let tried = 0;
    const text = fc.oneof({ weight: 3, arbitrary: nearlyExpected }, fixableText, oneSlip);
    fc.assert(
      fc.property(text, (source) => {
        const file = parse(source);
        for (const { problem, fix, after } of fixesOf(source)) {
          if (problem.code !== 'expectation-mismatch') continue;
          tried++;
          const at = file.starts.findLastIndex((start) => start <= problem.range.start);
          const offset = problem.range.start - file.starts[at];
          const line = expectationsOf(file.bags[at]).findIndex(({ end }) => offset <= end);
          const left = check(parse(after), options).expectations(at)[line];
          assert.equal(left.unreachable, null, JSON.stringify({ source, title: fix.title, after }));
        }
      }),
      { numRuns: cases(3_000) },
    );
    assert.ok(tried >= 15, `${tried} fixes tried`);
  });

  it('leaves no other syntax error where there was one slip', () => {
    fc.assert(
      fc.property(oneSlip, (source) => {
        const before = syntaxErrors(source);
        for (const { problem, fix, after } of fixesOf(source)) {
          used.set(problem.code, (used.get(problem.code) ?? 0) + 1);
          const left = [...before];
          for (const code of syntaxErrors(after)) {
            // That a bag lacks words shows once nothing else stands in their place.
            if (code === 'empty-words') continue;
            const at = left.indexOf(code);
            assert.ok(at >= 0, JSON.stringify({ source, title: fix.title, after, code }));
            left.splice(at, 1);
          }
        }
      }),
      { numRuns: cases(6_000) },
    );
    wholeRuns++;
  });

  it('was tried for every code that has one', function () {
    if (wholeRuns < 2) this.skip();
    const codes: DiagnosticCode[] = [
      ...(['unknown-setting', 'unknown-value', 'not-supported-yet'] as const),
      ...(['bag-header', 'outside-bag'] as const),
      ...(['unterminated-bag'] as const),
      ...(['duplicate-name', 'unknown-section', 'perhaps-section', 'outside-section'] as const),
      ...(['missing-words', 'unterminated-quote', 'text-after-quote', 'stray-slash'] as const),
      ...([
        'empty-tag',
        'bad-index',
        'suffix-order',
        'perhaps-index',
        'perhaps-optional',
        'perhaps-question',
        'perhaps-several',
        'perhaps-list',
        'perhaps-treebank',
        'perhaps-turned',
        'unexpected-token',
      ] as const),
      ...(['unterminated-group', 'bad-group', 'single-alternative', 'perhaps-last'] as const),
      ...(['suffix-on-reference', 'duplicate-index'] as const),
      ...(['unknown-word', 'ambiguous-reference', 'contradicting-labels', 'root-label'] as const),
      ...(['missing-arrow', 'bad-order', 'self-arc', 'two-heads', 'two-roots', 'cycle'] as const),
      ...(['contradiction', 'expectation-mismatch', 'crossing-arcs', 'broken-order'] as const),
      ...(['duplicate-expectation', 'list-in-chain'] as const),
      ...(['unknown-label', 'unknown-tag', 'perhaps-tag'] as const),
      ...(['missing-grammar', 'bad-category', 'unknown-category'] as const),
    ];
    assert.deepEqual(
      codes.filter((code) => !used.has(code)),
      [],
    );
    assert.deepEqual(
      [...used.keys()].filter((code) => !codes.includes(code)),
      [],
    );
  });
});
