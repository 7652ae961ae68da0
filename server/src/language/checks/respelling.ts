import { quoted, replacement } from '../tree/diagnostic.ts';
import type { Fix, Range } from '../tree/diagnostic.ts';
import { canBeExpected } from '../writing/write-bag.ts';

/** Reports at most this many. */
const maxReported = 5;

/** What stands between white space in a line, and the words of which it is made. */
export interface Respelling extends Range {
  readonly written: string;
  readonly words: readonly string[];
}

/**
 * What of a line stands for words that it lacks: words without the space between them, as sentences
 * are printed (`her.`), and words that begin with a capital there.
 *
 * @param excess how many of what stands in the line the line should not have
 * @param lacking how many of the words the line lacks
 */
export function respellings(
  line: string,
  excess: ReadonlyMap<string, number>,
  lacking: ReadonlyMap<string, number>,
): Respelling[] {
  const toReplace = new Map(excess);
  const left = new Map(lacking);
  // Each stands for one word at least: of a line with more in it something would stay wrong.
  if (sum(excess) > sum(lacking)) return [];
  const found: Respelling[] = [];
  for (const { 0: written, index: start } of line.matchAll(/\S+/g)) {
    const count = toReplace.get(written) ?? 0;
    if (count === 0) continue;
    const words = takeWords(written, left, sameCase) ?? takeWords(written, left, anyCase);
    if (words === null) {
      // Nor are those that come later: fewer words are left for them.
      toReplace.delete(written);
      continue;
    }
    toReplace.set(written, count - 1);
    found.push({ start, end: start + written.length, written, words });
  }
  return found;
}

/** A line as the bag writes it. */
export function respelled(line: string, respelt: readonly Respelling[]): string {
  let text = '';
  let at = 0;
  for (const { start, end, words } of respelt) {
    text += line.slice(at, start) + words.join(' ');
    at = end;
  }
  return text + line.slice(at);
}

/** Says how the bag writes what a line has. */
export function otherSpellings(respelt: readonly Respelling[]): string {
  const said = respelt
    .slice(0, maxReported)
    .map(({ written, words }) => `${quoted(written)} is written ${quoted(words.join(' '))}`);
  const isSplit = respelt.some(({ words }) => words.length > 1);
  return `${said.join(', ')} in the bag${isSplit ? ', with spaces between words' : ''}.`;
}

/**
 * What makes a line one that the bag can have.
 *
 * @param mended the line as the bag writes it
 * @param marks what it lacks at its end
 */
export function respellingFixes(
  line: Range,
  respelt: readonly Respelling[],
  mended: string,
  marks: readonly string[],
): Fix[] {
  const whole = [mended, ...marks].join(' ');
  // Taken apart, its beginning may be a section's header or the end of the bag.
  if (!canBeExpected(whole)) return [];
  if (respelt.length === 0) {
    const end = { start: line.end, end: line.end };
    const newText = marks.map((mark) => ` ${mark}`).join('');
    return [replacement(`Add ${quoted(marks.join(' '))} at the end`, end, newText)];
  }
  const [{ words }] = respelt;
  const isOne = respelt.length === 1 && marks.length === 0;
  return [replacement(`Change to ${quoted(isOne ? words.join(' ') : whole)}`, line, whole)];
}

function sum(counts: ReadonlyMap<string, number>): number {
  return [...counts.values()].reduce((total, count) => total + count, 0);
}

const sameCase = (form: string): string => form;
const anyCase = (form: string): string => form.toLowerCase();

/** Takes the words of which a text is made from those that are left; null where it is not made of them. */
function takeWords(
  written: string,
  left: Map<string, number>,
  fold: (form: string) => string,
): string[] | null {
  const text = fold(written);
  const forms = [...left.keys()]
    .filter((form) => form !== '' && text.includes(fold(form)))
    .sort((a, b) => b.length - a.length);
  // Whatever was used before it: so the work stays that of a place and a word, and hardly a split is missed.
  const deadEnds = new Set<number>();
  const takeFrom = (at: number): string[] | null => {
    if (at === text.length) return [];
    if (deadEnds.has(at)) return null;
    for (const form of forms) {
      const count = left.get(form)!;
      const folded = fold(form);
      if (count === 0 || !text.startsWith(folded, at)) continue;
      left.set(form, count - 1);
      const rest = takeFrom(at + folded.length);
      if (rest !== null) return [form, ...rest];
      left.set(form, count);
    }
    deadEnds.add(at);
    return null;
  };
  return takeFrom(0);
}
