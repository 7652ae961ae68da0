import assert from 'node:assert/strict';
import {
  changes,
  countsOf,
  filtered,
  histogram,
  rowsOf,
  sorted,
} from '../../../client/webview/coverage/rows.ts';
import type { Column, Row } from '../../../client/webview/coverage/rows.ts';
import { changesInShort, formerly } from '../../../client/webview/coverage/words.ts';
import type {
  BagChange,
  BagCoverageReport,
  CoverageReport,
} from '../../../server/src/lsp/protocol.ts';

const uri = 'file:///w/a.bow';

const bag = (name: string, more: Partial<BagCoverageReport> = {}): BagCoverageReport => ({
  ...{ file: uri, line: 1, bag: name, first: 'a b', rank: 1, class: 'met', margin: 5 },
  ...{ against: 'b a', expected: 'a b', problem: null, cpuMs: 1 },
  ...more,
});

const lost = { rank: null, class: 'model', margin: -7 } as const;
const bags = [
  bag('b10'),
  bag('b9', { rank: 3, class: 'ranked', margin: -2, first: 'Zebras sing' }),
  bag('lost', lost),
  bag('plain', { rank: null, class: null, margin: null, expected: null }),
  bag('broken', {
    ...{ rank: null, class: null, margin: null, expected: null, first: null },
    problem: 'It has an error.',
  }),
];

function rows(perBag = bags, changed: readonly BagChange[] = []): Row[] {
  const report = { perBag } as unknown as CoverageReport;
  return rowsOf({ report, changes: changed, names: { [uri]: 'a.bow' } });
}

const names = (all: readonly Row[]): string[] => all.map((row) => row.bag.bag);
const by = (column: Column, descending = false): string[] =>
  names(sorted(rows(), { column, descending }));

describe('the rows of the coverage view', () => {
  it('are the bags in their order, with their class and file', () => {
    assert.deepEqual(
      rows().map(({ bag: { bag: name }, kind, file }) => [name, kind, file]),
      [
        ['b10', 'met', 'a.bow'],
        ['b9', 'ranked', 'a.bow'],
        ['lost', 'model', 'a.bow'],
        ['plain', 'none', 'a.bow'],
        ['broken', 'not-run', 'a.bow'],
      ],
    );
  });

  it('have their sentences as a person writes them, and are found by both forms', () => {
    const [row] = rows([bag('cake', { first: "it 's good .", expected: 'is it ?' })]);
    assert.deepEqual([row.first, row.expected], ["it's good.", 'is it?']);
    for (const text of ["it's", "it 's good .", 'is it?']) {
      assert.equal(filtered([row], { text, chosen: [] }).length, 1, text);
    }
    const displays = { 'the dogs bark .': 'The dogs bark.' };
    const [raised] = rows([bag('lemma', { first: 'the dogs bark .', expected: 'x .', displays })]);
    assert.deepEqual([raised.first, raised.expected], ['The dogs bark.', 'x.']);
    const [without] = rows([bag('open', { first: null, expected: null })]);
    assert.deepEqual([without.first, without.expected], [null, null]);
  });

  it('are followed by those that are gone, with what they were', () => {
    const all = rows(
      [bag('x'), bag('y')],
      [
        { change: 'better', before: bag('x', { rank: 3 }) },
        { change: 'same', before: null },
        { change: 'gone', before: bag('z', lost) },
      ],
    );
    assert.deepEqual(names(all), ['x', 'y', 'z']);
    assert.deepEqual(
      all.map((row) => [row.change, formerly(row)]),
      [
        ['better', 'was no. 3'],
        ['same', null],
        ['gone', null],
      ],
    );
    assert.equal(changesInShort(countsOf(all)), '1 better, 1 gone');
    // What is gone was covered by the run before.
    assert.equal(histogram(all).at(-1)?.count, 0);
  });

  it('are told to be without changes where there are none', () => {
    assert.equal(changesInShort(countsOf(rows())), 'no changes');
  });

  it('are sorted by any column, numbers in names as numbers', () => {
    assert.deepEqual(by('bag'), ['b9', 'b10', 'broken', 'lost', 'plain']);
    assert.deepEqual(by('bag', true), ['plain', 'lost', 'broken', 'b10', 'b9']);
    assert.deepEqual(by('class', true), ['plain', 'broken', 'lost', 'b9', 'b10']);
  });

  it('come last where they have nothing to be sorted by, whichever way', () => {
    assert.deepEqual(by('rank'), ['b10', 'b9', 'lost', 'plain', 'broken']);
    assert.deepEqual(by('rank', true), ['lost', 'b9', 'b10', 'plain', 'broken']);
    assert.deepEqual(by('margin'), ['lost', 'b9', 'b10', 'plain', 'broken']);
    assert.deepEqual(by('margin', true), ['b10', 'b9', 'lost', 'plain', 'broken']);
  });

  it('keep their order where they are alike, or nothing is sorted by', () => {
    assert.deepEqual(by('place'), names(rows()));
    assert.deepEqual(names(sorted(rows(), null)), names(rows()));
    // As another version may have remembered it.
    const sort = { column: 'colour', descending: false };
    assert.deepEqual(names(sorted(rows(), sort)), names(rows()));
  });

  it('are sorted by change with what asks for attention first', () => {
    const all = changes.map((_, i) => bag(`${i}`));
    const changed = [...changes].reverse().map((change) => ({ change, before: bag('old') }));
    const order = sorted(rows(all, changed), { column: 'change', descending: false });
    assert.deepEqual(
      order.map(({ change }) => change),
      changes,
    );
  });

  it('are filtered by a text in name, sentences or file', () => {
    const of = (text: string): string[] => names(filtered(rows(), { text, chosen: [] }));
    assert.deepEqual(of('  zebras '), ['b9']);
    assert.deepEqual(of('LOST'), ['lost']);
    assert.deepEqual(of('a.bow'), names(rows()));
    assert.deepEqual(of('nowhere'), []);
  });

  it('are filtered by classes, and by changes beside them', () => {
    const changed = bags.map((_, i): BagChange => ({
      change: i % 2 === 0 ? 'worse' : 'same',
      before: null,
    }));
    const of = (...chosen: string[]): string[] =>
      names(filtered(rows(bags, changed), { text: '', chosen }));
    assert.deepEqual(of('met', 'model'), ['b10', 'lost']);
    assert.deepEqual(of('worse'), ['b10', 'lost', 'broken']);
    assert.deepEqual(of('worse', 'met', 'ranked'), ['b10']);
  });

  it('are counted by rank where something was expected and run', () => {
    const ranks = [1, 1, 2, 3, 5, 6, 10, 11, 64];
    const all = [...ranks.map((rank) => bag('x', { rank })), ...bags];
    assert.deepEqual(
      histogram(rows(all)).map(({ label, count }) => [label, count]),
      [
        ['1', 3],
        ['2', 1],
        ['3–5', 3],
        ['6–10', 2],
        ['11+', 2],
        ['not found', 1],
      ],
    );
  });

  it('are counted by class, those that there are', () => {
    assert.deepEqual(
      [...countsOf(rows())],
      [
        ['met', 1],
        ['ranked', 1],
        ['model', 1],
        ['not-run', 1],
        ['none', 1],
      ],
    );
  });
});
