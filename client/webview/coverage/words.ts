/** The names of classes and changes, and their meanings. */
import type { Change } from '../../../server/src/lsp/protocol.ts';
import type { Kind, Row } from './rows.ts';

export const kindNames: Readonly<Record<Kind, string>> = {
  met: 'met',
  ranked: 'ranked',
  model: 'model',
  beam: 'beam',
  grammar: 'grammar',
  dictionary: 'dictionary',
  unreachable: 'unreachable',
  'not-run': 'not run',
  none: 'no expectation',
};

export const kindMeanings: Readonly<Record<Kind, string>> = {
  met: 'The expected sentence is the best.',
  ranked: 'The expected sentence was found, not as the best.',
  model: 'Not found: the model prefers another sentence.',
  beam: 'Not found: the search missed it, although it scores higher.',
  grammar: 'Not found: no derivation of the grammar spans it.',
  dictionary: 'Not found: a word has a tag or a category that the dictionary does not offer.',
  unreachable: 'The expected sentence contradicts a constraint.',
  'not-run': 'The bag could not be run.',
  none: 'The bag has no expected sentence.',
};

export const wordsKnownMeaning =
  'Training has seen the word, with its tag if the bag gives one. Test Coverage shows this percentage.';

export const changeMeanings: Readonly<Record<Change, string>> = {
  worse: 'Worse than in the last run',
  gone: 'No longer there',
  better: 'Better than in the last run',
  new: 'Not covered before',
  changed: 'Another best sentence, no better and no worse',
  same: 'The same as in the last run',
};

/**
 * Writes the earlier result of a bag that became better or worse, such as `was no. 1`; null for
 * other bags.
 */
export function formerly({ change, before }: Row): string | null {
  if (before === null || (change !== 'better' && change !== 'worse')) return null;
  return `was ${before.rank === null ? (before.class ?? 'not run') : `no. ${before.rank}`}`;
}

/** Summarizes the changes since the last run: `1 worse, 2 better`. */
export function changesInShort(counts: ReadonlyMap<Kind | Change, number>): string {
  const told = (['worse', 'better', 'changed', 'new', 'gone'] as const).flatMap((change) => {
    const count = counts.get(change);
    return count === undefined ? [] : `${count} ${change}`;
  });
  return told.length === 0 ? 'no changes' : told.join(', ');
}
