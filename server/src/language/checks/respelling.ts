import { quoted, replacement } from '../tree/diagnostic.ts';
import type { Fix, Range } from '../tree/diagnostic.ts';
import { printedTokens } from '../meaning/punctuation.ts';

/** A message names at most this many respellings. */
const maxReported = 5;

/** Text between white space in a line, and the words that it consists of. */
export interface Respelling extends Range {
  readonly written: string;
  readonly words: readonly string[];
  /** Whether the line lacked all of these words. */
  readonly isWhole: boolean;
}

/**
 * Spells a sentence like the bag: splits words that are printed together, such as `don't` and
 * `know.` Leaves text that does not consist of words of the bag.
 *
 * @param forms the words of the bag
 */
export function asInBag(sentence: string, forms: readonly string[]): string {
  const tokens = sentence.split(/\s+/);
  const excess = counts(tokens);
  const lacking = counts(forms);
  for (const token of tokens) {
    const count = lacking.get(token) ?? 0;
    if (count === 0) continue;
    take(lacking, token);
    take(excess, token);
  }
  return excess.size === 0
    ? tokens.join(' ')
    : respelled(sentence, respellings(sentence, excess, lacking).filter(isPrinted))
        .split(/\s+/)
        .join(' ');
}

/** Whether a text differs from words of the bag only by missing spaces, as in print. */
function isPrinted(respelling: Respelling): boolean {
  return respelling.isWhole && onlyLacksSpaces(respelling);
}

/** Whether a text lacks only the spaces between its words. The bag may lack these words. */
export function onlyLacksSpaces({ written, words }: Respelling): boolean {
  return straight(words.join('')) === straight(written);
}

/** Counts the occurrences of each word. */
export function counts(words: readonly string[]): Map<string, number> {
  const found = new Map<string, number>();
  for (const word of words) found.set(word, (found.get(word) ?? 0) + 1);
  return found;
}

function take(from: Map<string, number>, word: string): void {
  const count = from.get(word)! - 1;
  if (count === 0) from.delete(word);
  else from.set(word, count);
}

/**
 * Finds the texts of a line that stand for words which the line lacks: words printed without a space between
 * them (`her.`), and words with other capitals.
 *
 * @param excess texts that the line has too often: how many times too often
 * @param lacking words that the line lacks: how many times
 */
export function respellings(
  line: string,
  excess: ReadonlyMap<string, number>,
  lacking: ReadonlyMap<string, number>,
): Respelling[] {
  const left = new Map(lacking);
  // Each text stands for at least one word. So if there are more texts than missing words, replacing texts
  // would not mend the line. Then texts are only split.
  const isWrong = sum(excess) > sum(lacking);
  const toReplace = new Map(excess);
  const found: Respelling[] = [];
  for (const { 0: written, index: start } of line.matchAll(/\S+/g)) {
    const count = toReplace.get(written) ?? 0;
    if (count === 0) continue;
    const whole =
      takeWords(written, left, straight) ?? (isWrong ? null : takeWords(written, left, anyCase));
    const words = whole ?? takeSome(written, left);
    if (words === null) {
      // Later occurrences of the text match no words either, since even fewer words are left for them.
      toReplace.delete(written);
      continue;
    }
    toReplace.set(written, count - 1);
    const end = start + written.length;
    found.push({ start, end, written, words, isWhole: whole !== null });
  }
  return found;
}

/** The line with each respelling applied. */
export function respelled(line: string, respelt: readonly Respelling[]): string {
  let text = '';
  let at = 0;
  for (const { start, end, words } of respelt) {
    text += line.slice(at, start) + words.join(' ');
    at = end;
  }
  return text + line.slice(at);
}

/** Says how the bag spells the texts of a line. */
export function otherSpellings(respelt: readonly Respelling[]): string {
  const said = respelt
    .slice(0, maxReported)
    .map(({ written, words }) => `${quoted(written)} is written ${quoted(words.join(' '))}`);
  const split = respelt.filter(({ words }) => words.length > 1);
  const where = respelt.every(({ isWhole }) => isWhole) ? ' in the bag' : '';
  const isOtherCase = split.some((one) => one.isWhole && !isPrinted(one));
  const how = isOtherCase ? ', with other capitals' : ', with spaces between words';
  return `${said.join(', ')}${where}${split.length > 0 ? how : ''}.`;
}

/**
 * The fixes that give a line the bag's spelling.
 *
 * @param text the text of the line
 * @param whole the new line, which can be expected
 * @param marks punctuation that is missing at the line's end
 */
export function respellingFixes(
  line: Range,
  text: string,
  respelt: readonly Respelling[],
  whole: string,
  marks: readonly string[],
): Fix[] {
  if (respelt.length === 0) {
    const end = { start: line.end, end: line.end };
    const newText = marks.map((mark) => ` ${mark}`).join('');
    return [replacement(`Add ${quoted(marks.join(' '))} at the end`, end, newText)];
  }
  const isOne = respelt.length === 1 && respelled(text, respelt) === whole;
  const changed = isOne ? respelt[0].words.join(' ') : whole;
  return [replacement(`Change to ${quoted(changed)}`, line, whole)];
}

function sum(counts: ReadonlyMap<string, number>): number {
  return [...counts.values()].reduce((total, count) => total + count, 0);
}

/** Writes curved apostrophes and quotation marks as straight ones, and the treebank's two quotation marks as `"`. */
const straight = (form: string): string => form.replace(/[‘’]/gu, "'").replace(/``|''|[“”]/gu, '"');
const anyCase = (form: string): string => straight(form).toLowerCase();

/**
 * Splits a text into words as the treebank does. Null if the line lacks no word of the text, or if the text
 * is one word.
 *
 * @param left counts the words that the line still lacks; the words of the text are subtracted from it
 */
function takeSome(written: string, left: Map<string, number>): string[] | null {
  const words = printedTokens(written);
  const isLacking = (word: string): boolean => (left.get(word) ?? 0) > 0;
  if (words.length === 1 || !words.some(isLacking)) return null;
  for (const word of words) if (isLacking(word)) left.set(word, left.get(word)! - 1);
  return words;
}

/**
 * Splits a text into words of `left`, and removes these words from `left`; null if the text cannot
 * be split.
 */
function takeWords(
  written: string,
  left: Map<string, number>,
  fold: (form: string) => string,
): string[] | null {
  const text = fold(written);
  const forms = [...left.keys()]
    .filter((form) => form !== '' && text.includes(fold(form)))
    .sort((a, b) => b.length - a.length);
  // Offsets from which no split was found. They are not tried again, even if different words are left by
  // then. So each word is tried only once per offset, and hardly any split is missed.
  const deadEnds = new Set<number>();
  const takeFrom = (at: number): string[] | null => {
    if (at === text.length) return [];
    if (deadEnds.has(at)) return null;
    for (const form of forms) {
      const count = left.get(form)!;
      const folded = fold(form);
      if (count === 0 || !text.startsWith(folded, at)) continue;
      if (isOtherQuote(form, text, at)) continue;
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

/** Whether a quotation mark of the treebank opens where the text closes, or the reverse. A mark alone may be either. */
function isOtherQuote(form: string, text: string, at: number): boolean {
  if ((form !== '``' && form !== "''") || text.length === 1) return false;
  const opens = at + 1 < text.length && (at === 0 || /[([{-]/.test(text[at - 1]));
  return opens !== (form === '``');
}
