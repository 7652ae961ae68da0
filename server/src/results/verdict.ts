import { sentenceBleu } from '../evaluate/bleu.ts';
import {
  placeOf,
  placeSentence,
  rankExpectations,
  type RankedExpectation,
} from './expectations.ts';
import type { Expectation } from '../language/index.ts';
import { displayedLike } from '../text/display.ts';
import { printable } from '../text/printable.ts';
import { rankedSentences, type Realized } from '../realize/realizer.ts';
import { wordDiff } from '../text/word-diff.ts';

/**
 * The result of a bag's expectations as a test.
 *
 * - `passed`: the first realization is expected.
 * - `failed`: the search ended with another first realization, or with none.
 * - `not-run`: the bag has an error, there is no model, the search does not accept the bag, or the
 *   search was cut short before an expected realization came first.
 */
export type Verdict =
  { readonly kind: 'passed' } | Failure | { readonly kind: 'not-run'; readonly message: string };

/**
 * The first realization, compared with the nearest expectation. The nearest expectation has the
 * highest BLEU.
 */
export interface Failure {
  readonly kind: 'failed';
  /** Null if there is no realization. */
  readonly first: string | null;
  readonly expected: string;
  /** The index of the nearest expectation among those of the bag. */
  readonly place: number;
  /** The rank of the nearest expectation, from 1; null if it was not found. */
  readonly rank: number | null;
  /**
   * Says where the nearest expectation stands, for example that it is no. 3 of 5 sentences. If it
   * was not found, says so, or gives the reason.
   */
  readonly why: string;
  /** The other expectations, each with its standing in a few words, such as `no. 3`. */
  readonly others: readonly { readonly display: string; readonly place: string }[];
  /** The sentences as the list shows them. */
  readonly displays: { readonly expected: string; readonly first: string | null };
  /** From 0 to 100. */
  readonly bleu: number;
  /** The changes from the expectation to the first realization, as `wordDiff` writes them. */
  readonly difference: string;
}

export const FINISHING =
  'To let a search finish, give the bag fewer ways to choose its words, or more tags and arcs, or ' +
  'raise its time limit (in the editor, the setting `bowline.timeLimit`).';
const CUT_SHORT = `The search was cut short before an expected sentence came first. ${FINISHING}`;

/** Returns a message if a search was cut short before it gave a verdict; otherwise null. */
export function cutShort(
  { status }: Pick<Realized, 'status'>,
  ranked: readonly RankedExpectation[],
): string | null {
  const isOpen =
    status === 'cut-short' &&
    ranked.some(({ unreachable }) => unreachable === null) &&
    !ranked.some(({ rank }) => rank === 1);
  return isOpen ? CUT_SHORT : null;
}

/** @param expectations at least one, from `CheckedFile.expectations` */
export function verdictOf(realized: Realized, expectations: readonly Expectation[]): Verdict {
  const { status, message, realizations } = realized;
  const ranked = rankExpectations(realized, expectations);
  if (ranked.some(({ rank }) => rank === 1)) return { kind: 'passed' };
  const open = cutShort(realized, ranked);
  if (open !== null) return { kind: 'not-run', message: open };
  if (status === 'refused') return { kind: 'not-run', message: message ?? '' };

  const first = realizations.at(0)?.text ?? null;
  const output = first?.split(' ') ?? [];
  const scores = ranked.map(({ text }) => sentenceBleu(output, text.split(' ')));
  const bleu = scores.reduce((most, score) => Math.max(most, score));
  const place = scores.indexOf(bleu);
  const { text, rank, unreachable } = ranked[place];
  return {
    kind: 'failed',
    first,
    expected: text,
    place,
    rank,
    why:
      first === null
        ? (unreachable ?? message ?? 'There is no realization.')
        : placeSentence(ranked[place], rankedSentences(realized).length),
    others: ranked.toSpliced(place, 1).map((one) => ({
      display: displayedLike(one.text, realizations),
      place: placeOf(one),
    })),
    displays: {
      expected: displayedLike(text, realizations),
      first: realizations.at(0)?.display ?? null,
    },
    bleu,
    difference: wordDiff(text.split(' '), output),
  };
}

/** Describes a failure in lines that are safe to print. */
export function describeFailure(failure: Failure): string {
  const { displays, others, bleu, difference } = failure;
  const lines = [
    `${failure.why} BLEU ${bleu.toFixed(1)}.`,
    `Expected:   ${displays.expected}${others.length === 0 ? '' : ' (the nearest to the first)'}`,
    ...others.map(({ display, place }) => `Also:       ${display} (${place})`),
    `First:      ${displays.first ?? '(nothing)'}`,
    `Difference: ${difference}`,
  ];
  return lines.map(printable).join('\n');
}

export function failureLine({ why, others, bleu, difference }: Failure): string {
  const also = others.map(({ display, place }) => `“${display}”, ${place}`).join('; ');
  return `${difference} (${why} BLEU ${bleu.toFixed(1)}.${also && ` Also expected, less near: ${also}.`})`;
}
