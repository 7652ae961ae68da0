import { renamedEverywhere } from '../features/rename.ts';
import { closest } from '../../text/closest.ts';
import { isFused } from '../../text/split-word.ts';
import { printedTokens } from '../meaning/punctuation.ts';
import { listOfQuoted, quoted, replacement } from '../tree/diagnostic.ts';
import type { Diagnostic, Fix, Range, TextEdit } from '../tree/diagnostic.ts';
import { spell, spellInWords } from '../tree/spelling.ts';
import { expectationsOf, itemsOf, wordsOf } from '../tree/syntax.ts';
import type { BagNode } from '../tree/syntax.ts';
import { mends, type ExpectationJudge } from './expectation-judge.ts';
import type { Respelling } from './respelling.ts';

/** A spelling in the bag may be a mistake if training has seen it at most this many times. */
const mostSlips = 2;

/**
 * A spelling that training has seen more often, but at most this many times, may be a mistake if the
 * correct one is `fairlyFrequent` times as frequent, as for *definately*.
 */
const mostFrequentSlips = 10;
const fairlyFrequent = 10;

/** The same limit for spellings with the correct letters in another order, such as *recieve*. */
const mostSwaps = 5;

/** Training must have seen the correct spelling this many times as often as the mistake. */
const leastTimes = 5;

/**
 * Maps each word of the bag to its spelling in the sentence, if only the capitals differ. The first
 * word of the sentence may have a capital only because it begins the sentence. So this word is
 * mapped only if training has seen it more often with its capital.
 */
export function otherCapitals(
  misspelt: readonly Respelling[],
  judge: Pick<ExpectationJudge, 'timesSeen'>,
): Map<string, string> {
  const found = new Map<string, string>();
  /** The first word of the sentence, if it may have its capital only because it begins the sentence. */
  let first: { readonly word: string; readonly piece: string; readonly end: number } | null = null;
  for (const { start, written, words } of misspelt) {
    let at = 0;
    for (const word of words) {
      const piece = written.slice(at, (at += word.length));
      if (piece === word || piece.toLowerCase() !== word.toLowerCase()) continue;
      const isFirst = start === 0 && at === piece.length;
      if (isFirst && judge.timesSeen(piece) <= judge.timesSeen(word)) {
        first = { word, piece, end: at };
        continue;
      }
      // A name may begin the sentence: `New York is big`.
      if (first?.end === start + at - piece.length - 1) found.set(first.word, first.piece);
      found.set(word, piece);
    }
  }
  return found;
}

/**
 * Whether the mistakes are in the bag rather than in the sentence. They are if training has seen
 * the spellings of the sentence much more often.
 */
export function areLikelier(
  judge: Pick<ExpectationJudge, 'timesSeen'>,
  respelt: ReadonlyMap<string, string>,
): boolean {
  const isLikelier = ([form, meant]: [string, string]): boolean =>
    isProbablySlip(form, judge.timesSeen(form), meant, judge.timesSeen(meant));
  return respelt.size > 0 && [...respelt].every(isLikelier);
}

/**
 * Whether `form` is hardly anything else than a mistake for `meant`: training has not seen it, or
 * it has the letters of `meant` in another order, as `teh`.
 */
export function isMisspelling(
  judge: Pick<ExpectationJudge, 'timesSeen'>,
  form: string,
  meant: string,
): boolean {
  const isNoWord = judge.timesSeen(form) === 0 || lettersOf(form) === lettersOf(meant);
  return isNoWord && areLikelier(judge, new Map([[form, meant]]));
}

/**
 * Whether `form` is probably a mistake for `meant`. `seen` and `seenMeant` say how often training
 * has seen the two.
 */
function isProbablySlip(form: string, seen: number, meant: string, seenMeant: number): boolean {
  if (lacksApostrophe(form, meant) && (isFused(form) || seen === 0 || seenMeant > 0)) return true;
  const most = lettersOf(form) === lettersOf(meant) ? mostSwaps : mostSlips;
  const isRare = seen <= most || withoutSigns(form) === withoutSigns(meant);
  // Other forms of a word, such as `runs` and `run`, are no mistakes.
  const mayBeFrequent = seen > 0 && seen <= mostFrequentSlips && stemOf(form) !== stemOf(meant);
  if (mayBeFrequent && seenMeant >= fairlyFrequent * seen) return true;
  return isRare && seenMeant > 0 && seenMeant >= leastTimes * seen;
}

/**
 * Whether `form` is `meant` without its apostrophe, as `thats` for `that's` and `m` for `'m`.
 * Capitals do not matter.
 */
function lacksApostrophe(form: string, meant: string): boolean {
  const without = meant.toLowerCase().replace(/['’]/gu, '');
  return without !== meant.toLowerCase() && without === form.toLowerCase();
}

function withoutSigns(form: string): string {
  return form.toLowerCase().replace(/['’]/gu, '');
}

function lettersOf(form: string): string {
  return Array.from(form.toLowerCase()).sort().join('');
}

/**
 * Changes words of the bag, both in `words:` and in all lines that name them, to the spelling that
 * an expected sentence has. A contraction becomes several words. There is no fix if the changes
 * would not mend the sentence (`mends`).
 *
 * @param respelt maps each form of the bag to its spelling in the sentence
 * @param inLine edits of the sentence that belong to the fix
 * @param marks punctuation that only the sentence has. The fix adds it to `words:`
 */
export function wordsFix(
  line: Range,
  judge: ExpectationJudge,
  respelt: ReadonlyMap<string, string>,
  inLine: readonly TextEdit[],
  marks: readonly string[],
): Fix[] {
  if (respelt.size === 0) return [];
  const edits = [...inLine, ...addedWords(judge.bag, marks)];
  const written: string[] = [];
  for (const [form, meant] of respelt) {
    const places = [...judge.parts.keys()].filter((place) => judge.parts[place].includes(form));
    // No fix if several words would change and `deps:` or `order:` names the old or the new form.
    const isNamed = [form, meant].some((one) => judge.named.has(one));
    if (places.length === 0 || (places.length > 1 && isNamed)) return [];
    const tokens = isNamed ? [meant] : printedTokens(meant);
    written.push(tokens.join(' '));
    for (const place of places) {
      if (tokens.length > 1) {
        const { start, end, optional } = judge.constraints.words[place];
        if (optional || judge.parts[place].length > 1) return [];
        edits.push({ range: { start, end }, newText: tokens.map(spellInWords).join(' ') });
        continue;
      }
      const parts = judge.parts[place].map((part) => (part === form ? meant : part));
      const renamed = renamedEverywhere(judge.bag, place, parts.join(' '));
      // The sentence on `line` has the new form already.
      edits.push(
        ...renamed.filter(({ range }) => range.end < line.start || range.start > line.end),
      );
    }
  }
  if (!mends(line, judge, edits) || makesLinesEqual(judge, edits)) return [];
  const what = listOfQuoted([...written, ...marks], 'and');
  return [{ title: `Write ${what} in ${changedSections(judge.bag, edits)}`, edits }];
}

/** Whether edits make two expected sentences equal that were not. */
function makesLinesEqual(judge: ExpectationJudge, edits: readonly TextEdit[]): boolean {
  const different = (bag: BagNode): number =>
    new Set(expectationsOf(bag).map(({ start, end }) => bag.text.slice(start, end))).size;
  const changed = judge.changed(edits);
  return changed !== null && different(changed.bag) < different(judge.bag);
}

/** Names `words:` and, if edits change an expected sentence too, `expect:`. */
function changedSections(bag: BagNode, edits: readonly TextEdit[]): string {
  const isExpected = expectationsOf(bag).some(({ start, end }) =>
    edits.some(({ range }) => range.start >= start && range.end <= end),
  );
  return isExpected ? '`words:` and `expect:`' : '`words:`';
}

/** Adds words at the end of `words:`. */
export function addedWords(bag: BagNode, forms: readonly string[]): TextEdit[] {
  const last = itemsOf(bag).at(-1);
  if (last === undefined || forms.length === 0) return [];
  const newText = forms.map((form) => ` ${spell(form)}`).join('');
  return [{ range: { start: last.end, end: last.end }, newText }];
}

/**
 * Improves reports of unknown words in `deps:` and `order:`. The message and the first fix correct a
 * similar word in `words:` if training has seen the unknown word often and the similar word rarely,
 * or if an expected sentence has the unknown word and none has the similar one. A final mark counts
 * as similar to another.
 */
export function withMisspeltWords(
  bag: BagNode,
  found: readonly Diagnostic[],
  timesSeen: (form: string) => number,
): readonly Diagnostic[] {
  if (!found.some(({ code }) => code === 'unknown-word')) return found;
  const words = wordsOf(bag);
  const forms = new Set(words.filter(({ kind }) => kind === 'word').map(({ form }) => form));
  const expected = new Set(
    expectationsOf(bag).flatMap(({ start, end }) =>
      bag.text.slice(start, end).split(/\s+/u).flatMap(printedTokens),
    ),
  );
  const misspelt = (diagnostic: Diagnostic): readonly [number, string] | null => {
    if (diagnostic.code !== 'unknown-word') return null;
    const { start, end } = diagnostic.range;
    const meant = bag.text.slice(start, end);
    const marks = finalMark.test(meant) ? [...forms].filter((form) => finalMark.test(form)) : [];
    const near = timesSeen(meant) > 0 ? (closest(meant, forms) ?? marks.at(0) ?? null) : null;
    const places = [...words.keys()].filter((place) => words[place].form === near);
    if (near === null || places.length !== 1) return null;
    const isMark = finalMark.test(near);
    if (!isMark && withoutPunctuation(near) === meant) return null;
    // Expected sentences show which of the two words the author means.
    const isExpected = [near, meant].map((one) => expected.has(one));
    const isMeant =
      isExpected[0] === isExpected[1]
        ? !isMark && isProbablySlip(near, timesSeen(near), meant, timesSeen(meant))
        : isExpected[1];
    return isMeant ? [places[0], meant] : null;
  };
  return found.map((one) => {
    const pair = misspelt(one);
    if (pair === null) return one;
    const [place, meant] = pair;
    const edits = renamedEverywhere(bag, place, meant);
    const fix = {
      title: `Write ${quoted(meant)} in ${changedSections(bag, edits)}`,
      edits,
    };
    const message = `\`words:\` has ${quoted(words[place].form)}: did you mean ${quoted(meant)}?`;
    return { ...one, message, fixes: [fix, ...(one.fixes ?? [])] };
  });
}

const finalMark = /^[.!?]$/u;

/**
 * Adds a fix to reports of unknown words in `deps:` and `order:` that have none: it changes such a
 * word to another form of it that the bag has, as `walks` to `walked`, and a final mark to that of
 * the bag.
 */
export function withOtherForms(bag: BagNode, found: readonly Diagnostic[]): readonly Diagnostic[] {
  if (!found.some(({ code }) => code === 'unknown-word')) return found;
  const forms = [...new Set(wordsOf(bag).map(({ form }) => form))];
  return found.map((one) => {
    const isChanged = one.fixes?.some(({ addsNamedWord }) => addsNamedWord !== true) === true;
    if (one.code !== 'unknown-word' || isChanged) return one;
    const form = bag.text.slice(one.range.start, one.range.end);
    const stem = /^\p{L}{2,}$/u.test(form) ? stemOf(form) : '';
    const alike = finalMark.test(form)
      ? forms.filter((other) => finalMark.test(other))
      : stem === ''
        ? []
        : forms.filter((other) => stemOf(other) === stem);
    if (alike.length !== 1 || alike[0] === form) return one;
    const name = spell(alike[0]);
    const message = `${quoted(form)} is not in \`words:\`. Did you mean ${quoted(name)}?`;
    const fix = replacement(`Change to ${quoted(name)}`, one.range, name);
    return { ...one, message, fixes: [fix, ...(one.fixes ?? [])] };
  });
}

/** A regular word without its ending: `walk` for `walks` and `walked`. */
function stemOf(form: string): string {
  return form.toLowerCase().replace(/(?<=\p{L}{2})(?:ies|ied|ing|ed|es|[sdey])$/u, '');
}

/** Removes punctuation at the ends of a form: `dog` for `dog,`. */
function withoutPunctuation(form: string): string {
  return form.replace(/^\p{P}+/u, '').replace(/(?<!\p{P})\p{P}+$/u, '');
}
