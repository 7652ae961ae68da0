/** The texts of the coverage view. */
import { displayed } from '../../../server/src/lsp/protocol.ts';
import type { Change, CoverageReport } from '../../../server/src/lsp/protocol.ts';
import { count, score } from '../../src/numbers.ts';
import type { Kind, Row } from './rows.ts';

export const kindNames: Readonly<Record<Kind, string>> = {
  met: 'met',
  ranked: 'ranked',
  model: 'model',
  beam: 'beam',
  search: 'search',
  grammar: 'grammar',
  dictionary: 'dictionary',
  unreachable: 'unreachable',
  'not-run': 'not run',
  none: 'no expectation',
};

export const kindMeanings: Readonly<Record<Kind, string>> = {
  met: 'The expected sentence comes first.',
  ranked: 'The expected sentence was found, but not first.',
  model: 'Missed: the model prefers another sentence.',
  beam: 'Missed by the search: a wider beam puts it first.',
  search: 'Missed by the search: it scores higher, but no wider beam that was tried puts it first.',
  grammar: 'Missed: no derivation of the grammar spans it.',
  dictionary: 'Missed: a word has a tag or a category that the dictionary does not offer.',
  unreachable: 'Ruled out by the words or the constraints of the bag.',
  'not-run': 'The bag could not be run.',
  none: 'The bag has no expected sentence.',
};

export const wordsKnownMeaning =
  'Training has seen the word, with its tag if the bag gives one. Test Coverage shows this percentage.';

export function scopeOf({ bags, files, expectations }: CoverageReport): string {
  const expected = `${score(expectations.bags)} with ${count(expectations.total, 'expected sentence')}`;
  return `${count(bags, 'bag')} in ${count(files.length, 'file')}, ${expected}`;
}

/** Which two sentences the margin compares, or why there is no margin. */
export function marginMeaning({
  bag: { margin, joined, rank, first, against, displays },
}: Row): string {
  if (joined) {
    return 'No derivation spans one of the two sentences: it is put together, so their scores do not compare.';
  }
  if (margin === null || against === null) return '';
  const other =
    rank === 1
      ? 'the other sentence with the highest score'
      : against === first
        ? 'the first sentence'
        : 'the sentence with the highest score, whose best derivation the search missed';
  return `The score of the expected sentence minus that of ${other}: ${displays?.[against] ?? displayed(against)}`;
}

export const changeMeanings: Readonly<Record<Change, string>> = {
  worse: 'Worse than in the last run',
  gone: 'No longer there',
  better: 'Better than in the last run',
  new: 'Not covered before',
  changed: 'Another first sentence, no better and no worse',
  same: 'The same as in the last run',
};

/**
 * The earlier result of a bag that became better or worse, such as `was no. 1`; null for other
 * bags.
 */
export function formerly({ change, before }: Row): string | null {
  if (before === null || (change !== 'better' && change !== 'worse')) return null;
  return `was ${before.rank === null ? (before.class ?? 'not run') : `no. ${before.rank}`}`;
}

/** The changes since the previous run: `1 worse, 2 better`. */
export function changesInShort(counts: ReadonlyMap<Kind | Change, number>): string {
  const told = (['worse', 'better', 'changed', 'new', 'gone'] as const).flatMap((change) => {
    const count = counts.get(change);
    return count === undefined ? [] : `${count} ${change}`;
  });
  return told.length === 0 ? 'no changes' : told.join(', ');
}
