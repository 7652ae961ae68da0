import { isLemma, type Bag, type BagWord } from '../bag/bag.ts';
import { spreadSelections, type Selection } from '../bag/selections.ts';
import { NO_WORD, Problem } from '../problem/problem.ts';
import { LIMITS, type SearchRequest } from '../search/bag-search.ts';
import {
  realizationOf,
  textOf,
  textOfVariants,
  type Realization,
  type Token,
} from '../search/realization.ts';
import { isBestFirst, type Registry, type SearchName } from '../search/registry.ts';
import type { Derivation, SearchResult } from '../search/search.ts';
import { fairScore, type FoundSentence } from '../search/selection-search.ts';
import { Target } from '../search/target.ts';
import type { Stop } from '../util/stop.ts';
import { breakDown, sumByTemplate, type Contribution } from './breakdown.ts';
import { RecordedChart } from './chart-recorder.ts';
import type { LackingTag, LossReport, LostEdge, Reach, ScoredSentence } from './explanation.ts';
import { fragmentsOf, type Fragments } from './fragments.ts';
import { findLoss, Recorder } from './trace.ts';

/** The beam of a forced search, which searches only the derivations of one given sentence. */
const FORCED_BEAM = 1024;
/**
 * If a sentence has at most this many derivations, all are tried. This is enough for eight words
 * with one tag each, or for four words with five tags each.
 */
const WHOLE_BEAM = 1 << 16;
/**
 * The beam of a forced search that also tries tags which the dictionary does not offer. Such a
 * search has many more derivations to try.
 */
const FREE_TAGS_BEAM = 64;
/**
 * If the usual categories are not enough, rarer categories are tried: those with at least this
 * fraction of the probability of the word's likeliest category. Papers on CCG call it β.
 */
const RARE = 0.0001;
/**
 * The widest beam that `reach` tries. Best-first pops up to 400 edges for each unit of the beam, so
 * it pops at most 102,400 edges with this beam.
 */
const WIDEST_BEST_FIRST = 256;
/**
 * The first beam of a forced best-first search. If the search is cut short, a wider beam follows.
 */
const FORCED_BEST_FIRST = 64;
/**
 * A bag with optional words or alternatives may contain a sentence's words in several ways
 * (selections). At most this many are tried.
 */
const MOST_SELECTIONS = 64;
/** Enough to record all cut-off hypotheses of a step: no step has more. */
export const ALL = 1 << 17;

export interface ScoredDerivation extends FoundSentence {
  /** Whether it is certain that no derivation of the sentence has a higher score. */
  readonly isExact: boolean;
}

/** Explains one sentence of a bag, for one kind of search. */
export class SentenceExplanation {
  readonly #bag: Bag;
  readonly #words: readonly string[];
  readonly #name: SearchName;
  readonly #request: SearchRequest;
  readonly #registry: Registry;
  readonly #stop: Stop;

  constructor(
    bag: Bag,
    words: readonly string[],
    name: SearchName,
    request: SearchRequest,
    registry: Registry,
    stop: Stop,
  ) {
    this.#bag = bag;
    this.#words = words;
    this.#name = name;
    this.#request = request;
    this.#registry = registry;
    this.#stop = stop;
  }

  /**
   * Finds the best derivation of the sentence.
   *
   * @param found the derivations that the search found. If the sentence is among them, its
   *   derivation is considered, too
   * @param whole if the sentence has at most this many derivations, all are tried
   */
  best(found: readonly FoundSentence[], whole = WHOLE_BEAM): ScoredDerivation | null {
    const text = this.#words.join(' ');
    const listed = found.find((one) => textOf(one) === text);
    let best: ScoredDerivation | null = null;
    for (const selection of matchingSelections(this.#bag, this.#words)) {
      best = better(best, this.#forceAll(selection, FORCED_BEAM, 1, whole).at(0) ?? null);
    }
    return listed === undefined ? best : better(best, { ...listed, isExact: false });
  }

  /**
   * Rebuilds the derivation that a realization describes. Null if the search does not offer a word
   * of the realization with its tag. Only for bags without a grammar.
   */
  found(
    { tokens, transitions, score }: Pick<Realization, 'tokens' | 'transitions' | 'score'>,
    isExact: boolean,
  ): ScoredDerivation | null {
    const used = new Set(tokens.map(({ word }) => word));
    for (const selection of matchingSelections(this.#bag, this.#words)) {
      if (!selection.places.every((word) => used.has(word))) continue;
      const problem = this.#registry.problemOf(selection.bag);
      const variants = tokens.map((token) => this.#variantOf(selection, problem, token));
      if (variants.includes(-1)) return null;
      const steps = transitions.map(({ action, ...step }) => ({ kind: action, ...step }));
      const derivation: Derivation = {
        ...{ variants, steps, heads: tokens.map(({ head }) => head) },
        score: steps.reduce((sum, step) => sum + step.score, 0),
      };
      return { selection, problem, derivation, score, isExact };
    }
    return null;
  }

  /** Returns the variant of a bag's word with this form and tag; -1 if there is none. */
  #variantOf(
    { places }: Selection,
    problem: Problem,
    { word, form, tag }: Pick<Token, 'word' | 'form' | 'tag'>,
  ): number {
    const { lexicon } = this.#registry.resources.model;
    for (let variant = 0; variant < problem.variantCount; variant++) {
      const own = places[problem.places[problem.variantWord[variant]]];
      if (own !== word || textOfVariants(problem, [variant]) !== form) continue;
      if (problem.tagName(problem.variantTag[variant], lexicon) === tag) return variant;
    }
    return -1;
  }

  /**
   * Tries the sentence's words also with tags that are not offered for them (`unseenTagsOf`) or,
   * with a grammar, with rarer categories (`RARE`). Looks at the found derivations that score more
   * than `score`, and returns the words that have such a tag or category in all of them.
   */
  lacking(score: number): LackingTag[] {
    if (this.#bag.grammar === undefined) return this.#lackingTags(score);
    return this.#lackingEntries((one) => one.score > score);
  }

  /**
   * Like `lacking`, but looks at the derivations in which every join follows a rule of the grammar,
   * whatever their scores. Only for bags with a grammar.
   */
  lackingToSpan(): LackingTag[] {
    return this.#lackingEntries(({ derivation }) => derivation.isBroken === false);
  }

  /**
   * Returns the fragments of a sentence that the grammar's rules can build. Null if the bag has no
   * grammar, if every join in the derivation follows a rule of the grammar, if the sentence is too
   * long, or after a stop.
   */
  fragments({ problem, derivation }: FoundSentence): Fragments | null {
    const { entries, variantStart, variantWord, variantEntry } = problem;
    if (entries === null || derivation.isBroken !== true) return null;
    const { entryCategory } = entries.grammar;
    const words = derivation.variants.map((variant) => {
      const word = variantWord[variant];
      const uses = variantEntry.subarray(variantStart[word], variantStart[word + 1]);
      return [...new Set([...uses].map((entry) => entryCategory[entry]))];
    });
    return fragmentsOf(entries.grammar, words, this.#stop);
  }

  /**
   * Also tries categories that are too unlikely for the search. Looks at the found derivations that
   * pass `isEnough`, and returns the words that have such a category in all of them.
   */
  #lackingEntries(isEnough: (one: ScoredDerivation) => boolean): LackingTag[] {
    const { lexicon } = this.#registry.resources.model;
    const rare = this.#registry.entriesFrom(RARE);
    for (const selection of matchingSelections(this.#bag, this.#words)) {
      const problem = new Problem(selection.bag, lexicon, this.#stop, rare);
      const all = this.#force(selection, problem, FREE_TAGS_BEAM, FREE_TAGS_BEAM);
      const winning = all.filter(isEnough);
      if (winning.length === 0) continue;
      const tried = this.#registry.problemOf(selection.bag, this.#stop);
      const isTried = (variant: number): boolean =>
        usesOf(tried, problem.variantWord[variant]).has(problem.variantEntry[variant]);
      const [first] = winning;
      const { tokens } = realizationOf(first, this.#bag, lexicon);
      return tokens.flatMap(({ word, form, tag, category }, place) => {
        const own = problem.variantWord[first.derivation.variants[place]];
        const isLacking = winning.every(({ derivation: { variants } }) =>
          variants.some((variant) => problem.variantWord[variant] === own && !isTried(variant)),
        );
        if (!isLacking || category === undefined) return [];
        const { grammar } = rare;
        const offered = [...usesOf(tried, own)].map((entry) =>
          grammar.textOf(grammar.entryCategory[entry]),
        );
        return [{ word, form, tag, category, offered: [...new Set(offered)] }];
      });
    }
    return [];
  }

  #lackingTags(score: number): LackingTag[] {
    const { lexicon } = this.#registry.resources.model;
    const namesOf = (ids: readonly number[]): string[] => ids.map((id) => lexicon.tags[id - 1]);
    // A word with given tags gets no other tags. A lemma gets none either: it has its forms' tags.
    const isClosed = (word: BagWord): boolean => isLemma(word) || word.tags.length > 0;
    const offeredTo = (form: string): string[] =>
      namesOf(lexicon.tagsOf(lexicon.wordIdInAnyCase(form)));
    const words = this.#bag.words.map((word) => {
      const unseen = isClosed(word) ? [] : namesOf(lexicon.unseenTagsOf(word.form));
      return unseen.length === 0 ? word : { ...word, tags: [...offeredTo(word.form), ...unseen] };
    });
    if (words.every((word, i) => word === this.#bag.words[i])) return [];
    const free: Bag = { ...this.#bag, words };
    for (const selection of matchingSelections(free, this.#words)) {
      const winning = this.#forceAll(selection, FREE_TAGS_BEAM, FREE_TAGS_BEAM).filter(
        (one) => one.score > score,
      );
      if (winning.length === 0) continue;
      const [first] = winning;
      const tokensOf = (one: FoundSentence): readonly Token[] =>
        realizationOf(one, this.#bag, lexicon).tokens;
      return tokensOf(first).flatMap(({ word, form, tag }) => {
        if (isClosed(this.#bag.words[word])) return [];
        const offered = offeredTo(form);
        const isLacking = winning.every((one) =>
          tokensOf(one).some((token) => token.word === word && !offered.includes(token.tag)),
        );
        return isLacking ? [{ word, form, tag, offered }] : [];
      });
    }
    return [];
  }

  /** Null if the search did not lose the sentence. */
  loss({ selection, problem }: FoundSentence): LossReport | null {
    const target = Target.of(problem, this.#words)!;
    const place = findLoss(
      this.record(problem, () => 0),
      target,
    );
    if (place === null) return null;
    const isThere = ({ beam, step }: { beam: number; step: number }): boolean =>
      beam === place.beam && step === place.step;
    const { head, number, rank, kept, variants } = findLoss(
      this.record(problem, (at) => (isThere(at) ? ALL : 0)),
      target,
    )!;
    return {
      step: number,
      head: head === NO_WORD ? null : selection.places[problem.places[head]],
      prefix: textOfVariants(problem, variants),
      rank,
      kept,
    };
  }

  lostEdge({ problem, derivation }: FoundSentence): LostEdge | null {
    const { edges, loss } = this.chart(problem).follow(derivation);
    return loss && { ...loss, edge: edges[loss.edge] };
  }

  /**
   * Finds how long best-first must search to find the sentence. Tries the requested beam, twice
   * this beam, and so on; null if no beam is enough.
   */
  reach(problem: Problem): Reach | null {
    const wanted = Target.of(problem, this.#words)!;
    const search = this.#registry.open(this.#name);
    const { lexicon } = this.#registry.resources.model;
    for (let { beam } = this.#request; beam <= WIDEST_BEST_FIRST; beam *= 2) {
      const options = { beam, results: 1, budget: { states: 0 }, wanted };
      const { derivations, isCutShort } = search.search(problem, options, this.#stop, null);
      if (this.#stop.requested) return null;
      if (derivations.length === 0 || isCutShort === true) continue;
      const recorded = new RecordedChart(search, problem, lexicon, options, this.#stop);
      return { pops: recorded.chart.pops, results: recorded.sentences, beam };
    }
    return null;
  }

  /** Describes a derivation, with the parts of its score unless `isBrief`. */
  score(found: FoundSentence, isBrief: boolean): ScoredSentence {
    const { derivation, problem } = found;
    const realization = realizationOf(found, this.#bag, this.#registry.resources.model.lexicon);
    if (isBrief) return { ...realization, contributions: [], byStep: [] };
    const steps = breakDown(this.#registry.open(this.#name), problem, derivation);
    const all = [...sumByTemplate(steps.flat()).values()];
    // If a sentence lacks some words of the bag, its score is extrapolated to the number of steps
    // for all words. `rest` is the part of the score that the extrapolation adds.
    const rest = realization.score - all.reduce((sum, one) => sum + one.score, 0);
    return {
      ...realization,
      contributions: rest === 0 ? all : [...all, { ...LENGTH, score: rest }],
      byStep: steps.map((step) => [...sumByTemplate(step).values()]),
    };
  }

  /**
   * Records the search of one selection of the bag's words.
   *
   * @param cutOffAt returns how many cut-off hypotheses to record at a step
   */
  record(problem: Problem, cutOffAt: ConstructorParameters<typeof Recorder>[0]): Recorder['beams'] {
    const recorder = new Recorder(cutOffAt);
    const options = { beam: this.#request.beam, results: 1, budget: { ...LIMITS.lookahead } };
    this.#registry.open(this.#name).search(problem, options, this.#stop, recorder);
    return recorder.beams;
  }

  chart(problem: Problem): RecordedChart {
    const options = { ...this.#request, budget: { ...LIMITS.lookahead } };
    const { lexicon } = this.#registry.resources.model;
    return new RecordedChart(
      this.#registry.open(this.#name),
      problem,
      lexicon,
      options,
      this.#stop,
    );
  }

  #forceAll(selection: Selection, narrow: number, results: number, whole = 0): ScoredDerivation[] {
    const problem = this.#registry.problemOf(selection.bag);
    return this.#force(selection, problem, narrow, results, whole);
  }

  #force(
    selection: Selection,
    problem: Problem,
    narrow: number,
    results: number,
    whole = 0,
  ): ScoredDerivation[] {
    const target = Target.of(problem, this.#words);
    if (target === null || !problem.isOrderable) return [];
    const search = this.#registry.open(this.#name);
    const options = { budget: { states: 0 }, target };
    const force = (): SearchResult => {
      if (!isBestFirst(this.#name)) {
        const beam = countDerivations(problem) <= whole ? Math.max(narrow, whole) : narrow;
        return search.search(problem, { ...options, beam, results }, this.#stop, null);
      }
      for (let beam = FORCED_BEST_FIRST; ; beam *= 4) {
        // With 1 result, the search would end at the first derivation that it finds.
        const found = search.search(problem, { ...options, beam, results: 2 }, this.#stop, null);
        if (found.isCutShort !== true || beam >= FORCED_BEAM || this.#stop.requested) return found;
      }
    };
    const { derivations, isProven } = force();
    return derivations.map((derivation) => ({
      selection,
      problem,
      derivation,
      score: fairScore(derivation.score, derivation.steps.length, this.#bag.words.length),
      isExact: isProven,
    }));
  }
}

const LENGTH: Omit<Contribution, 'score'> = {
  template: 'length',
  meaning:
    'correction for length: the mean score of a step, for each step that its unused words and alternatives would take',
};

/** The lexical entries (categories with modes) that are tried for a word of a problem. */
function usesOf({ variantStart, variantEntry }: Problem, word: number): Set<number> {
  return new Set(variantEntry.subarray(variantStart[word], variantStart[word + 1]));
}

/**
 * An upper bound of the number of derivations: the combinations of the words' variants, times the
 * number of binary trees over the words with a head for each inner node. (Each projective tree
 * corresponds to at least one such binary tree.) With a grammar, derivations are not counted, and
 * the result is Infinity.
 */
function countDerivations({ size, variantStart, entries }: Problem): number {
  if (entries !== null) return Infinity;
  let count = 1;
  for (let word = 0; word < size; word++) count *= variantStart[word + 1] - variantStart[word];
  // The binary trees over the words (a Catalan number), times 2 for each inner node: its head is in
  // its left or in its right part.
  for (let words = 1; words < size; words++) count *= (2 * (2 * words - 1) * 2) / (words + 1);
  return count;
}

function* matchingSelections(bag: Bag, words: readonly string[]): Generator<Selection> {
  let count = 0;
  for (const selection of spreadSelections(bag)) {
    if (!isMadeOf(selection.bag, words)) continue;
    yield selection;
    if (++count === MOST_SELECTIONS) return;
  }
}

/**
 * Whether a sentence may consist of the words of a bag without choices. The forms of lemmas are
 * unknown here, so a lemma matches any word.
 */
function isMadeOf(bag: Bag, words: readonly string[]): boolean {
  const left = [...words];
  const written = bag.words.flatMap((word) => (isLemma(word) ? [] : word.form.split(' ')));
  for (const form of written) {
    const at = left.indexOf(form);
    if (at < 0) return false;
    left.splice(at, 1);
  }
  return left.length === bag.words.filter(isLemma).length;
}

/** Of two derivations with the same score, returns the first. */
export function better<F extends FoundSentence>(one: F | null, other: F | null): F | null {
  if (one === null || other === null) return one ?? other;
  return other.score > one.score ? other : one;
}
