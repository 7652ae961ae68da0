import type { Bag } from '../bag/bag.ts';
import { findContradiction } from '../bag/contradiction.ts';
import { ruleNames } from '../grammar/ccg/rules.ts';
import { findMalformation, withoutRepeats } from '../bag/malformation.ts';
import { BagSearch, LIMITS, type BagResult, type SearchRequest } from '../search/bag-search.ts';
import {
  Registry,
  resultsToRank,
  searchChoices,
  type Resources,
  type SearchChoice,
  type SearchName,
} from '../search/registry.ts';
import { rankedSentences, ranksOf, shortened, withExpected, withRows, type List } from './list.ts';
import {
  doubtsOf,
  isSpanned,
  partsByStep,
  realizationOf,
  realizationsOf,
  textOf,
  textOfVariants,
  type RealizedPart,
  type Realization,
  type Token,
  type Transition,
} from '../search/realization.ts';
import type { FoundSentence } from '../search/selection-search.ts';
import { NEVER, type Stop } from '../util/stop.ts';

/**
 * How the realization of a bag ended.
 *
 * - `complete`: the search ran to its end.
 * - `cut-short`: the time limit or the limit of steps ended the search; the sentences found so far
 *   are returned.
 * - `impossible`: the constraints contradict each other.
 * - `undecided`: no sentence was found, but not everything was tried.
 * - `refused`: the bag is malformed, or the requested search does not accept it.
 */
export type Status = 'complete' | 'cut-short' | 'impossible' | 'undecided' | 'refused';

export interface RealizeOptions extends SearchRequest {
  /** By default `beam`. */
  readonly search?: SearchChoice;
}

export interface Realized extends List {
  readonly status: Status;
  /** Null if no search ran. */
  readonly search: SearchName | null;
  readonly message: string | null;
  /**
   * Whether the list has all realizations of the bag. This is so if the search cut nothing off, and
   * found fewer than were requested.
   */
  readonly isAll: boolean;
  /**
   * Whether it is certain that no realization of the bag scores more than the first. This is so if
   * the search cut nothing off, or a proof was found.
   */
  readonly isProven: boolean;
  /** The widest beam that was tried, if it is wider than requested. */
  readonly widened?: number;
}

/** The public interface of the engine. */
export interface Realizer {
  /**
   * @param onFound called with each sentence as soon as it is found, if the search finds sentences
   *   one by one
   * @throws RangeError if `beam` or `results` is not a whole number of at least 1
   */
  realize(
    bag: Bag,
    options: RealizeOptions,
    stop: Stop,
    onFound?: (realization: Realization) => void,
  ): Realized;
}

export {
  doubtsOf,
  isSpanned,
  NEVER,
  partsByStep,
  rankedSentences,
  ranksOf,
  ruleNames,
  searchChoices,
  shortened,
  withExpected,
  withRows,
};
export type {
  List,
  RealizedPart,
  Realization,
  Resources,
  SearchChoice,
  SearchName,
  Stop,
  Token,
  Transition,
};

const UNORDERABLE = 'No order of its words satisfies its constraints.';
const STOPPED = 'The search was stopped before it found a sentence.';
const FOUND_SO_FAR = 'The search was stopped; these are the sentences found so far.';
const PUT_TOGETHER =
  'The search reached its limit before it found a sentence: this one consists of its largest parts.';
const NONE_FOUND = 'No sentence was found that satisfies all constraints';

/**
 * A realizer realizes one bag at a time and keeps its working memory between bags.
 *
 * @param limits limits on the work for one bag
 */
export function createRealizer(resources: Resources, limits = LIMITS): Realizer {
  const { model } = resources;
  const searches = new BagSearch(new Registry(resources), limits);
  return {
    realize(given, { search: choice = 'beam', ...options }, stop, onFound) {
      for (const name of ['beam', 'results'] as const) {
        const value = options[name];
        if (!(Number.isInteger(value) && value >= 1)) {
          throw new RangeError(`${name} is a whole number from 1, not ${value}.`);
        }
      }
      const malformation = findMalformation(given);
      if (malformation !== null) return ended('refused', malformation);
      const bag = withoutRepeats(given);
      const contradiction = findContradiction(bag);
      if (contradiction !== null) return ended('impossible', contradiction);
      if (bag.words.length === 0) return ended('impossible', 'The bag has no words.');
      const tell =
        onFound && ((one: FoundSentence) => onFound(realizationOf(one, bag, model.lexicon)));
      // Except for best-first, the search is asked for at least as many sentences as the beam is
      // wide, even if the list has fewer rows. So the ranks of sentences without a row are known
      // too.
      const ranked = resultsToRank(choice, options);
      const request = { ...options, results: ranked, rows: options.results };
      const result = searches.search(bag, choice, request, stop, tell);
      const { search, refusal, found, below, end } = result;
      if (refusal !== null) return ended('refused', refusal);
      if (found.length === 0) {
        if (end === 'stopped') return { ...ended('cut-short', STOPPED), search };
        if (end === 'finished') return { ...ended('impossible', UNORDERABLE), search };
        return { ...ended('undecided', undecided(result)), search };
      }
      const message = cutShort(result);
      const rows = found.map((one) => ({ one, text: textOf(one), score: one.score }));
      const { realizations, leftOut, displaced } = shortened(
        {
          realizations: rows,
          leftOut: below.map(({ problem, variants, score }, place) => ({
            text: textOfVariants(problem, variants),
            score,
            rank: found.length + place + 1,
          })),
        },
        options.results,
      );
      const describe = (all: readonly (typeof rows)[number][]): Realization[] =>
        realizationsOf(
          all.map(({ one }) => one),
          bag,
          model.lexicon,
        );
      return {
        status: message === null ? 'complete' : 'cut-short',
        search,
        message,
        realizations: describe(realizations),
        leftOut,
        displaced: describe(displaced),
        isAll: result.isAll && found.length + below.length < options.results,
        isProven: result.isProven,
        ...(result.widened > 0 && { widened: result.widened }),
      };
    },
  };
}

function undecided(result: BagResult): string {
  const untried =
    result.end === 'untried' ? describeTried(result) : 'not every way to make one was tried';
  return `${NONE_FOUND}, but ${untried}.`;
}

/** Returns why the search may have missed better sentences; null if it ran to its end. */
function cutShort(result: BagResult): string | null {
  switch (result.end) {
    case 'stopped':
      return FOUND_SO_FAR;
    case 'untried':
      return `These are the sentences found so far: ${describeTried(result)}.`;
    case 'put-together':
      return result.uses.untried > 0
        ? `${PUT_TOGETHER} ${capitalised(describeUses(result))}.`
        : PUT_TOGETHER;
    case 'narrowed':
      return `These are the sentences found so far: ${describeUses(result)}.`;
    default:
      return null;
  }
}

function describeTried({ tried, selections }: BagResult): string {
  const [some, all] = [tried, selections].map((count) => count.toLocaleString('en'));
  // Above this number, JavaScript rounds, so the count is not exact.
  const about = selections > Number.MAX_SAFE_INTEGER ? 'about ' : '';
  return `only ${some} of ${about}${all} ways to choose its words were tried`;
}

function describeUses({ uses: { tried, untried } }: BagResult): string {
  const [some, all] = [tried, tried + untried].map((count) => count.toLocaleString('en'));
  return `only the likeliest ${some} of the ${all} categories of its words were tried`;
}

function capitalised(text: string): string {
  return text[0].toUpperCase() + text.slice(1);
}

function ended(status: Status, message: string): Realized {
  const isAll = status === 'impossible';
  return { status, search: null, message, realizations: [], isAll, isProven: isAll };
}
