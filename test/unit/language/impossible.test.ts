import assert from 'node:assert/strict';
import fc from 'fast-check';
import { check } from '../../../server/src/language/checks/check.ts';
import { parse } from '../../../server/src/language/tree/parser.ts';
import type { Range } from '../../../server/src/language/tree/diagnostic.ts';
import { toBag } from '../../../server/src/language/meaning/to-bag.ts';
import { createRealizer, NEVER } from '../../../server/src/realize/realizer.ts';
import { hasSentence, isAllowed, isTreeOf } from '../support/brute-force.ts';
import { randomModel } from '../support/random-model.ts';
import { withoutModel } from '../support/check-options.ts';

const realizer = createRealizer({ model: randomModel(1), languageModel: null });
const options = withoutModel;

/** What every bag below has: words of which some repeat, with and without tags, one a phrase. */
const written = ['a', 'b#1', 'b#2', '"c d"', 'e/X', 'f/X|Y'];

/** A place in the list of what still stands by itself, and what becomes of it. */
type Joining = readonly ['optional' | 'group' | 'chunk', number, number];

/** The line of `words:`: words one by one, some of them optional, in groups and in chunks. */
function wordsLine(size: number, joinings: readonly Joining[]): string {
  const items = written.slice(0, size).map((text) => ({ text, isWord: true }));
  for (const [kind, at, count] of joinings) {
    const from = at % items.length;
    const taken = items.slice(from, from + count);
    const text = taken.map((item) => item.text);
    if (kind === 'optional' && taken[0].isWord) {
      items.splice(from, 1, { text: `${text[0]}?`, isWord: false });
    } else if (kind === 'group' && taken.length > 1 && taken.every(({ isWord }) => isWord)) {
      items.splice(from, count, { text: `( ${text.join(' | ')} )`, isWord: false });
    } else if (kind === 'chunk' && taken.length > 1) {
      items.splice(from, count, { text: `[ ${text.join(' ')} ]`, isWord: false });
    }
  }
  return items.map(({ text }) => text).join(' ');
}

const bagText = fc
  .record({
    size: fc.integer({ min: 2, max: 6 }),
    joinings: fc.array(
      fc.tuple(
        fc.constantFrom('optional' as const, 'group' as const, 'chunk' as const),
        fc.nat(),
        fc.integer({ min: 2, max: 3 }),
      ),
      { maxLength: 3 },
    ),
    arcs: fc.array(fc.tuple(fc.nat(), fc.nat()), { maxLength: 5 }),
    root: fc.option(fc.nat(), { freq: 3 }),
    order: fc.array(
      fc.tuple(fc.constantFrom('<', '<', '<<', 'first', 'last'), fc.nat(), fc.nat()),
      { maxLength: 4 },
    ),
    shuffled: fc.array(fc.nat(), { minLength: 6, maxLength: 6 }),
  })
  .map(({ size, joinings, arcs, root, order, shuffled }) => {
    const names = ['a', 'b#1', 'b#2', '"c d"', 'e', 'f'].slice(0, size);
    // A head comes before its dependents in this order: no cycle can arise.
    const line = [...names.keys()].sort((i, j) => shuffled[i] - shuffled[j] || i - j);
    const heads = new Map(
      arcs.map(([one, other]) => {
        const dependent = 1 + (one % (size - 1));
        return [line[dependent], line[other % dependent]];
      }),
    );
    const deps = [...heads].map(([dependent, head]) => `${names[head]} -> ${names[dependent]}`);
    const tops = line.filter((word) => !heads.has(word));
    if (root !== null) deps.push(`root -> ${names[tops[root % tops.length]]}`);
    const orders = order.map(([relation, one, other]) => {
      const [first, second] = [names[one % size], names[other % size]];
      return /^[a-z]/.test(relation) ? `${relation} ${first}` : `${first} ${relation} ${second}`;
    });
    const section = (name: string, lines: readonly string[]): string =>
      lines.length === 0 ? '' : `  ${name}:\n${lines.map((one) => `    ${one}\n`).join('')}`;
    const words = `  words: ${wordsLine(size, joinings)}\n`;
    return `bag {\n${words}${section('deps', deps)}${section('order', orders)}}\n`;
  });

/** The text without some lines of it, or without the brackets of a chunk. */
function without(text: string, ranges: readonly Range[]): string {
  let rest = text;
  const blank = (start: number, end: number): void => {
    rest = rest.slice(0, start) + ' '.repeat(end - start) + rest.slice(end);
  };
  for (const { start, end } of ranges) {
    if (text[start] === '[') {
      blank(start, start + 1);
      blank(end - 1, end);
    } else {
      blank(start, end);
    }
  }
  return rest;
}

/** Whether some sentence keeps to all that a text asks, by trying everything. */
const isPossible = (text: string): boolean => hasSentence(toBag(parse(text).bags[0]));

/** Whatever can contradict: lines of `deps:` and `order:`, and chunks. */
function piecesOf(text: string): Range[] {
  const lines = [...text.matchAll(/(?<=^ {4})\S.*$/gm)];
  const chunks = [...text.matchAll(/\[/g)].map(({ index }) => {
    let depth = 0;
    let end = index;
    do {
      if (text[end] === '[') depth++;
      if (text[end] === ']') depth--;
      end++;
    } while (depth > 0);
    return { start: index, end };
  });
  return [
    ...chunks,
    ...lines.map(({ index, 0: line }) => ({ start: index, end: index + line.length })),
  ];
}

describe('a bag of up to six words', () => {
  it('has a realization, or is told to have none, as trying everything finds', () => {
    const counts = { possible: 0, contradicting: 0 };
    fc.assert(
      fc.property(bagText, (text) => {
        const problems = check(parse(text), options).diagnostics();
        const bag = toBag(parse(text).bags[0]);
        if (problems.length === 0) {
          counts.possible++;
          const { status, realizations } = realizer.realize(bag, { beam: 4, results: 4 }, NEVER);
          assert.equal(status, 'complete', text);
          assert.ok(realizations.length > 0, text);
          for (const { tokens } of realizations) {
            const order = tokens.map(({ word }) => word);
            const heads = tokens.map(({ head }) => head - 1);
            assert.ok(isAllowed(bag, order) && isTreeOf(bag, order, heads), text);
          }
          return;
        }
        counts.contradicting++;
        assert.deepEqual(
          problems.map(({ code }) => code),
          ['contradiction'],
          text,
        );
        const [problem] = problems;
        const conflict = [problem.range, ...(problem.related ?? []).map(({ range }) => range)];
        const isOfConflict = ({ start, end }: Range): boolean =>
          conflict.some((piece) => piece.start === start && piece.end === end);
        const others = piecesOf(text).filter((piece) => !isOfConflict(piece));
        assert.equal(others.length + conflict.length, piecesOf(text).length, text);
        // The lines that are told contradict each other, and without any one of them they do not.
        assert.ok(!isPossible(without(text, others)), text);
        for (const piece of conflict) {
          assert.ok(isPossible(without(text, [...others, piece])), text);
        }
      }),
      { numRuns: 2000, seed: 1 },
    );
    assert.ok(counts.possible > counts.contradicting, JSON.stringify(counts));
    assert.ok(counts.contradicting > counts.possible / 10, JSON.stringify(counts));
  }).timeout(240_000);
});
