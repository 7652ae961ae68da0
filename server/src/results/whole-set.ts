import type { Addition } from '../bag/addition.ts';
import { counted } from '../text/counted.ts';

/** At most this many lines of a set are shown one by one. */
export const MOST_SHOWN = 3;

/**
 * A set of additions is nearly the whole tree if it has this share of the tree's arcs, and nearly
 * the whole order if it has this share of the pairs of neighbouring words.
 */
const NEARLY = 0.8;

/**
 * Names a set of additions that gives the whole or nearly the whole tree or order of a sentence:
 * `the whole tree: 24 arcs`. Null for any other set, and for a set of at most `MOST_SHOWN`
 * additions.
 *
 * @param words the number of words of the sentence
 */
export function wholeSet(set: readonly Pick<Addition, 'kind'>[], words: number): string | null {
  const { length } = set;
  const [first] = set;
  if (length <= MOST_SHOWN || set.some(({ kind }) => kind !== first.kind)) return null;
  const named = (what: string, whole: number, line: string): string | null => {
    if (length < NEARLY * whole) return null;
    return `${length < whole ? 'nearly the' : 'the'} whole ${what}: ${counted(length, line)}`;
  };
  if (first.kind === 'arc') return named('tree', words, 'arc');
  return first.kind === 'order' ? named('order', words - 1, 'line') : null;
}
