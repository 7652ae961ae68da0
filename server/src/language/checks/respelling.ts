import { closest } from '../../text/closest.ts';
import { areFused } from '../../text/split-word.ts';
import { quoted, replacement } from '../tree/diagnostic.ts';
import type { Fix, Range } from '../tree/diagnostic.ts';
import { printedTokens } from '../meaning/punctuation.ts';

const maxReported = 5;

/**
 * A text of an expected sentence, such as `don't`, and the words of the bag that it stands for,
 * such as `do` and `n't`.
 */
export interface Respelling extends Range {
  readonly written: string;
  readonly words: readonly string[];
  /** Whether the bag has all of these words, and the rest of the sentence lacks them. */
  readonly isWhole: boolean;
}

/**
 * Spells a sentence as a bag with the words `forms` does: splits texts such as `don't` and `know.`
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

/**
 * Whether a text is words of the bag without the spaces between them, such as `don't` for `do n't`.
 */
function isPrinted(respelling: Respelling): boolean {
  return respelling.isWhole && onlyLacksSpaces(respelling);
}

/**
 * Whether a text only lacks spaces between its words where print has none either: around
 * punctuation, before a clitic, within `cannot`, between a number and its unit.
 */
export function onlyLacksSpaces({ written, words }: Respelling): boolean {
  return (
    straight(words.join('')) === straight(written) &&
    words.every((word, i) => i === 0 || arePrintedTogether(words[i - 1], word))
  );
}

function arePrintedTogether(first: string, second: string): boolean {
  const [end, start] = [/[\p{L}\p{N}]$/u.exec(first)?.[0], /^[\p{L}\p{N}]/u.exec(second)?.[0]];
  if (end === undefined || start === undefined) return true;
  const isUnit = /\p{N}/u.test(end) !== /\p{N}/u.test(start);
  return isUnit || /^n['’`´]t$/iu.test(second) || areFused(first, second);
}

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
 * Finds texts of a line of `expect:` that stand for words of the bag which the line lacks. Such a
 * text lacks spaces between its words (`her.` for `her .`), or its capitals differ from those in
 * the bag (`Her` for `her`).
 *
 * @param excess texts that the line has more often than the bag, each with its surplus
 * @param lacking words that the line has less often than the bag, each with the number missing
 */
export function respellings(
  line: string,
  excess: ReadonlyMap<string, number>,
  lacking: ReadonlyMap<string, number>,
): Respelling[] {
  const left = new Map(lacking);
  // If the line has more surplus texts than missing words, a surplus remains even with the right
  // capitals. Then texts that differ from the bag's words in capitals are not respelt.
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
      // The number of missing words never grows, so later occurrences of the text find no words
      // either.
      toReplace.delete(written);
      continue;
    }
    toReplace.set(written, count - 1);
    const end = start + written.length;
    found.push({ start, end, written, words, isWhole: whole !== null });
  }
  return found;
}

export function respelled(line: string, respelt: readonly Respelling[]): string {
  let text = '';
  let at = 0;
  for (const { start, end, words } of respelt) {
    text += line.slice(at, start) + words.join(' ');
    at = end;
  }
  return text + line.slice(at);
}

export function otherSpellings(respelt: readonly Respelling[]): string {
  const said = respelt
    .slice(0, maxReported)
    .map(({ written, words }) => `${quoted(written)} is written ${quoted(words.join(' '))}`);
  const split = respelt.filter(({ words }) => words.length > 1);
  const where = respelt.every(({ isWhole }) => isWhole) ? ' in the bag' : '';
  const isOtherCase = split.some(
    (one) => one.isWhole && straight(one.words.join('')) !== straight(one.written),
  );
  const how = isOtherCase ? ', with other capitals' : ', with spaces between words';
  return `${said.join(', ')}${where}${split.length > 0 ? how : ''}.`;
}

/**
 * The fixes that spell a line as the bag does.
 *
 * @param whole the new text of the line, valid as a line of `expect:`
 * @param marks punctuation that is missing at the end of the line
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

/** Writes curved quotes as straight ones, and the treebank's two quotation marks as `"`. */
const straight = (form: string): string => form.replace(/[‘’]/gu, "'").replace(/``|''|[“”]/gu, '"');
const anyCase = (form: string): string => straight(form).toLowerCase();

/**
 * Splits a text such as `barks.` into several words as the treebank does. Null unless the line
 * still lacks one of these words. In `barsk.`, only the first word has letters. Then it is enough
 * that the line lacks a word that resembles the first word: `barks`.
 *
 * @param left counts the words of the bag that the line still lacks. This function subtracts the
 *   words that it uses
 */
function takeSome(written: string, left: Map<string, number>): string[] | null {
  const isLacking = (word: string): boolean => (left.get(word) ?? 0) > 0;
  let words = printedTokens(written);
  if (words.length === 1) return null;
  // The bag may have curved quotation marks, and the sentence straight ones.
  const curvedFor = (place: number): string | null =>
    ['“', '”'].find((mark, i) => isLacking(mark) && (i === 0) === (place === 0)) ?? null;
  words = words.map((word, place) =>
    word === '"' && !isLacking(word) ? (curvedFor(place) ?? word) : word,
  );
  // `It's` begins with the bag's `it`.
  const small = words[0].toLowerCase();
  if (!words.some(isLacking) && !isWordWithMarks(words) && isLacking(small))
    words = words.with(0, small);
  if (!words.some(isLacking)) {
    // `can't` stands for the bag's `can not`.
    if (words.at(-1) === "n't" && isLacking('not')) return words;
    const near = isWordWithMarks(words) ? withoutMarksNear(words, written, left) : null;
    if (near === null) return null;
    left.set(near, left.get(near)! - 1);
    return words;
  }
  for (const word of words) if (isLacking(word)) left.set(word, left.get(word)! - 1);
  return words;
}

/**
 * Finds a word that the line lacks and that resembles the first of `words`: `barks` for `barsk.`.
 * Null if there is none, or if the line lacks a word that resembles the whole text and ends in the
 * same mark, as `Messrs.` resembles `Messsrs.`
 */
function withoutMarksNear(
  words: readonly string[],
  whole: string,
  left: ReadonlyMap<string, number>,
): string | null {
  const lacking = [...left].filter(([, count]) => count > 0).map(([word]) => word);
  if (closest(whole, lacking)?.endsWith(words.at(-1)!) === true) return null;
  return closest(words[0], lacking);
}

/** Whether only the first of several words has letters or digits, as in `sleeps` `.`. */
function isWordWithMarks([first, ...marks]: readonly string[]): boolean {
  const hasLetters = (word: string): boolean => /[\p{L}\p{N}]/u.test(word);
  return hasLetters(first) && !marks.some(hasLetters);
}

/**
 * Splits a text into words of `left`, and subtracts them from the counts in `left`. Returns null,
 * with `left` unchanged, if the text consists of other words.
 *
 * @param left counts the words of the bag that the line still lacks
 * @param fold gives the same text for all spellings that count as equal
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
  // Offsets from which no split was found. They are not tried again, which bounds the time. This
  // misses a split in rare cases, since an earlier attempt may have used up words that are free
  // later.
  const deadEnds = new Set<number>();
  // A form as written comes first: of the bag's `“` and `”`, the closing one in `Hi,”`.
  const isAsWritten = (form: string, at: number): boolean =>
    written.length === text.length && written.startsWith(form, at);
  const takeFrom = (at: number): string[] | null => {
    if (at === text.length) return [];
    if (deadEnds.has(at)) return null;
    const asWritten = forms.filter((form) => isAsWritten(form, at));
    for (const form of [...asWritten, ...forms.filter((one) => !asWritten.includes(one))]) {
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

/**
 * Whether `form` is an opening quotation mark (``) but the text has a closing one, or the reverse.
 * A text that is only a mark fits both.
 */
function isOtherQuote(form: string, text: string, at: number): boolean {
  if ((form !== '``' && form !== "''") || text.length === 1) return false;
  const opens = at + 1 < text.length && (at === 0 || /[([{-]/.test(text[at - 1]));
  return opens !== (form === '``');
}
