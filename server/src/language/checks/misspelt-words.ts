import { renamedEverywhere } from '../features/rename.ts';
import { closest } from '../../text/closest.ts';
import { listOfQuoted, quoted } from '../tree/diagnostic.ts';
import type { Diagnostic, Fix, Range, TextEdit } from '../tree/diagnostic.ts';
import { wordsOf } from '../tree/syntax.ts';
import type { BagNode } from '../tree/syntax.ts';
import { mends, type ExpectationJudge } from './expectation-judge.ts';
import type { Respelling } from './respelling.ts';

/**
 * A spelling that training has seen at most this often may be a misspelling of the treebank, if another
 * spelling is much more frequent (`leastTimes`).
 */
const mostSlips = 2;

/**
 * The same limit for a spelling that differs from the frequent spelling only in the order of its letters,
 * such as *recieve*.
 */
const mostSwaps = 5;

/** A spelling is much more frequent than another if training has seen it at least this many times as often. */
const leastTimes = 5;

/**
 * Finds words of a sentence that the bag has with other capitals: keyed by the form in the bag, the
 * sentence's spelling. The first word of a sentence may owe its capital to its place, so it counts only if
 * training has seen it more often with the capital.
 */
export function otherCapitals(
  misspelt: readonly Respelling[],
  judge: Pick<ExpectationJudge, 'timesSeen'>,
): Map<string, string> {
  const found = new Map<string, string>();
  for (const { start, written, words } of misspelt) {
    let at = 0;
    for (const word of words) {
      const piece = written.slice(at, (at += word.length));
      if (piece === word || piece.toLowerCase() !== word.toLowerCase()) continue;
      const isFirst = start === 0 && at === piece.length;
      if (!isFirst || judge.timesSeen(piece) > judge.timesSeen(word)) found.set(word, piece);
    }
  }
  return found;
}

/**
 * Whether training has seen the spellings of a sentence, and the spellings of its bag seldom or never.
 *
 * @param respelt keyed by the form in the bag: the spelling of the sentence
 */
export function areLikelier(
  judge: Pick<ExpectationJudge, 'timesSeen'>,
  respelt: ReadonlyMap<string, string>,
): boolean {
  const isLikelier = ([form, meant]: [string, string]): boolean =>
    isProbablySlip(form, judge.timesSeen(form), meant, judge.timesSeen(meant));
  return respelt.size > 0 && [...respelt].every(isLikelier);
}

/** Whether a form is probably a slip for another one, by how often training has seen each. */
function isProbablySlip(form: string, seen: number, meant: string, seenMeant: number): boolean {
  const most = lettersOf(form) === lettersOf(meant) ? mostSwaps : mostSlips;
  const isRare = seen <= most || withoutSigns(form) === withoutSigns(meant);
  return isRare && seenMeant > 0 && seenMeant >= leastTimes * seen;
}

/** A form in small letters without apostrophes. */
function withoutSigns(form: string): string {
  return form.toLowerCase().replace(/['’]/gu, '');
}

/** The letters of a form in alphabetical order. */
function lettersOf(form: string): string {
  return Array.from(form.toLowerCase()).sort().join('');
}

/**
 * The fix that changes words of the bag to their spelling in an expectation, wherever the bag has them. There
 * is no fix if the expectation would still be impossible, or if another expectation would become impossible.
 *
 * @param respelt maps each form of the bag to its spelling in the expectation
 * @param inLine edits of the expectation that belong to the fix
 */
export function wordsFix(
  line: Range,
  judge: ExpectationJudge,
  respelt: ReadonlyMap<string, string>,
  inLine: readonly TextEdit[],
): Fix[] {
  if (respelt.size === 0) return [];
  const edits = [...inLine];
  for (const [form, meant] of respelt) {
    const places = [...judge.parts.keys()].filter((place) => judge.parts[place].includes(form));
    // Several words of one form, or of the new form, could have references to each.
    const isNamed = [form, meant].some((one) => judge.named.has(one));
    if (places.length === 0 || (places.length > 1 && isNamed)) return [];
    for (const place of places) {
      const parts = judge.parts[place].map((part) => (part === form ? meant : part));
      edits.push(...renamedEverywhere(judge.bag, place, parts.join(' ')));
    }
  }
  if (!mends(line, judge, edits)) return [];
  return [{ title: `Write ${listOfQuoted([...respelt.values()], 'and')} in \`words:\``, edits }];
}

/**
 * Reports unknown words of `deps:` and `order:` once more. If training knows the word of the line well, and
 * the similar word of the bag hardly, the bag has the misspelling.
 */
export function withMisspeltWords(
  bag: BagNode,
  found: readonly Diagnostic[],
  timesSeen: (form: string) => number,
): readonly Diagnostic[] {
  if (!found.some(({ code }) => code === 'unknown-word')) return found;
  const words = wordsOf(bag);
  const forms = new Set(words.filter(({ kind }) => kind === 'word').map(({ form }) => form));
  const misspelt = (diagnostic: Diagnostic): readonly [number, string] | null => {
    if (diagnostic.code !== 'unknown-word') return null;
    const { start, end } = diagnostic.range;
    const meant = bag.text.slice(start, end);
    const near = timesSeen(meant) > 0 ? closest(meant, forms) : null;
    const places = [...words.keys()].filter((place) => words[place].form === near);
    return near !== null &&
      places.length === 1 &&
      isProbablySlip(near, timesSeen(near), meant, timesSeen(meant))
      ? [places[0], meant]
      : null;
  };
  return found.map((one) => {
    const pair = misspelt(one);
    if (pair === null) return one;
    const [place, meant] = pair;
    const fix = {
      title: `Write ${quoted(meant)} in \`words:\``,
      edits: renamedEverywhere(bag, place, meant),
    };
    const message = `\`words:\` has ${quoted(words[place].form)}: did you mean ${quoted(meant)}?`;
    return { ...one, message, fixes: [fix, ...(one.fixes ?? [])] };
  });
}
