import type { Addition } from '../bag/addition.ts';
import { counted } from '../text/counted.ts';

/** At most this many lines of a set are shown one by one. */
export const MOST_SHOWN = 3;

/**
 * A set of lines counts as nearly whole if it contains this share of the arcs of a tree, or of the
 * pairs of neighbouring words.
 */
const NEARLY = 0.8;

/**
 * If a set of additions gives the whole tree or the whole order of a sentence, or nearly so, names
 * it: `the whole tree: 24 arcs`. Null for any other set, and for a set of at most `MOST_SHOWN`
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
