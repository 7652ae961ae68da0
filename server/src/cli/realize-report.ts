import { rankExpectations, type RankedExpectation } from '../expectations.ts';
import type { Expectation } from '../language/check.ts';
import type { Realized, Status } from '../realizer.ts';

/** What `bowline realize --format json` prints of a bag. */
export interface BagReport {
  readonly bag: string;
  /** Of the bag's first line, from 1. */
  readonly line: number;
  readonly status: Status | 'invalid';
  readonly message: string | null;
  readonly realizations: readonly RealizationReport[];
  /** In the order of the text. */
  readonly expectations: readonly RankedExpectation[];
}

export interface RealizationReport {
  readonly text: string;
  readonly display: string;
  readonly score: number;
  /** Null where the bag has no `expect:`. */
  readonly expected: boolean | null;
  readonly tokens: readonly TokenReport[];
}

export interface TokenReport {
  /** Of the written word in `words:`, from 1. */
  readonly index: number;
  readonly form: string;
  readonly tag: string;
  /** From 1 in output order; 0 for the root. */
  readonly head: number;
  readonly label: string | null;
  readonly given: { readonly tag: boolean; readonly head: boolean; readonly label: boolean };
}

export function reportBag(
  bag: string,
  line: number,
  { status, message, realizations }: Realized,
  expectations: readonly Expectation[],
): BagReport {
  const ranked = rankExpectations(realizations, expectations);
  const expectedRanks = new Set(ranked.map(({ rank }) => rank));
  return {
    bag,
    line,
    status,
    message,
    realizations: realizations.map(({ text, display, score, tokens }, i) => ({
      text,
      display,
      score,
      expected: expectations.length === 0 ? null : expectedRanks.has(i + 1),
      tokens: tokens.map(({ word, form, tag, head, label, given }) => ({
        index: word + 1,
        form,
        tag,
        head,
        label,
        given,
      })),
    })),
    expectations: ranked,
  };
}

export function reportInvalidBag(bag: string, line: number, message: string): BagReport {
  return { bag, line, status: 'invalid', message, realizations: [], expectations: [] };
}
