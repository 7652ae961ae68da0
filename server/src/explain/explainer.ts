import type { Bag } from '../bag/bag.ts';
import { spreadSelections, type Selection } from '../bag/selections.ts';
import { knowledgeOf, type ModelKnowledge } from '../model/knowledge.ts';
import { NO_WORD, type Problem } from '../problem/problem.ts';
import { BagSearch, LIMITS } from '../search/bag-search.ts';
import { realizationOf, type Token } from '../search/realization.ts';
import {
  isBestFirst,
  Registry,
  type Resources,
  resultsToRank,
  type SearchChoice,
  type SearchName,
} from '../search/registry.ts';
import type { SearchOptions, SearchResult } from '../search/search.ts';
import { fairScore, type Found } from '../search/selection-search.ts';
import { Target } from '../search/target.ts';
import type { Stop } from '../util/stop.ts';
import { RecordedChart } from './chart-recorder.ts';
import { breakDown, compareBreakdowns, sumByTemplate, type Contribution } from './breakdown.ts';
import type {
  Explained,
  Explanation,
  ExplanationClass,
  LackingTag,
  LossReport,
  LostEdge,
  Reach,
  ScoredSentence,
} from './explanation.ts';
import { additionsFor, helpful } from './help.ts';
import { findLoss, Recorder } from './trace.ts';

export interface ExplainOptions {
  /** Of the search that is explained. */
  readonly beam: number;
  readonly search: SearchChoice;
  /** Sentences that it is asked for: a best-first search ends once it has found so many. */
  readonly results: number;
  /** Milliseconds that looking for help may take; 0 for none. */
  readonly helpMs: number;
  /** Whether only the class, the rank and the scores are asked for, which is quicker. */
  readonly isBrief?: boolean;
  /** The words of the sentence that it is compared with, then without help; left out, that is the best. */
  readonly against?: readonly string[];
}

/** A sentence's own derivations are searched for with this beam. */
const FORCED_BEAM = 1024;
/** Where there are at most so many, all are tried: those of eight words with a tag each, of four with five each. */
const WHOLE_BEAM = 1 << 16;
/** With tags that the dictionary does not offer there are many more. */
const FREE_TAGS_BEAM = 64;
/** The widest beam that is tried for a sentence that was lost. */
const WIDEST_BEAM = 4096;
/** The same of best-first, in which it stands for 400 pops. */
const WIDEST_BEST_FIRST = 256;
/** A best-first search of a sentence's own derivations goes so far, and farther where it finds none. */
const FORCED_BEST_FIRST = 64;
/** So many ways to choose the words of a sentence from the bag are looked at. */
const MOST_SELECTIONS = 64;
/** More hypotheses than a step cuts off. */
export const ALL = 1 << 17;

/** A derivation of a known sentence. */
interface Forced extends Found {
  /** Whether there is none better. */
  readonly isExact: boolean;
}

/**
 * Says why a sentence is not the best of a bag: whether the search lost it or the weights prefer another one,
 * and what the two score for. It keeps its working memory from bag to bag, and serves one at a time.
 */
export class Explainer {
  readonly #registry: Registry;
  readonly #bags: BagSearch;
  readonly #knowledge: ModelKnowledge;

  constructor(resources: Resources) {
    this.#registry = new Registry(resources);
    this.#knowledge = knowledgeOf(resources.model);
    this.#bags = new BagSearch(this.#registry, LIMITS);
  }

  /**
   * @param bag one that can be realized
   * @param words the sentence's, in their order
   * @returns where it is asked to stop, what was found out until then; a sentence for the user where the search
   *   does not take such a bag
   */
  explain(bag: Bag, words: readonly string[], options: ExplainOptions, stop: Stop): Explained {
    const { beam, search, isBrief = false, against } = options;
    const asked = { beam, results: resultsToRank(search, options) };
    const { refusal, found, search: name } = this.#bags.search(bag, search, asked, stop);
    if (refusal !== null) return refusal;
    const ask = (sentence: readonly string[]): Question =>
      new Question(bag, sentence, name ?? 'arc-standard', asked, this.#registry, stop);
    const question = ask(words);
    const text = words.join(' ');
    const place = found.findIndex((one) => textOf(one) === text);
    const best = found.at(0) ?? null;
    const expected = question.best(found);
    const isBehind = best !== null && expected !== null && expected.score <= best.score;
    const lacking = place < 0 && isBehind ? question.lackingTags(best.score) : [];
    const kind = ((): ExplanationClass => {
      if (place === 0) return 'met';
      if (place > 0) return 'ranked';
      if (expected === null) return 'unreachable';
      if (lacking.length > 0) return 'dictionary';
      return isBehind ? 'model' : 'beam';
    })();
    const isLost = place < 0 && expected !== null && !isBrief;
    const hasChart = name !== null && isBestFirst(name);
    const scored = expected === null ? null : question.score(expected, isBrief);
    const other = against === undefined ? best : ask(against).best(found);
    const scoredBest = other === null ? null : question.score(other, isBrief);
    const explanation: Explanation = {
      class: kind,
      rank: place < 0 ? null : place + 1,
      loss: isLost && !hasChart ? question.loss(expected) : null,
      lostEdge: isLost && hasChart ? question.lostEdge(expected) : null,
      smallestBeam:
        isLost && kind === 'beam' && !hasChart
          ? this.#smallestBeam(question, bag, text, options, stop)
          : null,
      reach:
        isLost && kind === 'beam' && hasChart && bag.choices.length === 0
          ? question.reach(expected.problem)
          : null,
      lacking,
      expected: scored,
      best: scoredBest,
      isExact: expected?.isExact ?? false,
      templates: compareBreakdowns(scored?.contributions ?? [], scoredBest?.contributions ?? []),
      firstDifference: firstDifference(scored, scoredBest),
      help: [],
      helpfulBeam: null,
    };
    if (kind === 'met' || options.helpMs === 0 || against !== undefined) return explanation;
    return { ...explanation, ...this.#help(bag, text, explanation, options, stop) };
  }

  #help(
    bag: Bag,
    text: string,
    explanation: Explanation,
    { beam, search, results, helpMs }: ExplainOptions,
    stop: Stop,
  ): Pick<Explanation, 'help' | 'helpfulBeam'> {
    const deadline = performance.now() + helpMs;
    const isOver = (): boolean => stop.requested || performance.now() > deadline;
    const isBest = (more: Bag, width = beam): boolean => {
      // What best-first finds first may be another one where it stops sooner.
      const asked = { beam: width, results: search === 'best-first' ? results : 1 };
      const { found } = this.#bags.search(more, search, asked, stop);
      return found.length > 0 && textOf(found[0]) === text;
    };
    const additions = additionsFor(bag, explanation, this.#knowledge);
    const help = helpful(bag, additions, (more) => isBest(more), isOver);
    const { smallestBeam: wider } = explanation;
    const isHelpful = wider !== null && !isOver() && isBest(bag, wider);
    return { help, helpfulBeam: isHelpful ? wider : null };
  }

  /** Twice the beam, and twice that, until the sentence comes to the end; null where it never does. */
  #smallestBeam(
    question: Question,
    bag: Bag,
    text: string,
    { beam: tooSmall, search }: ExplainOptions,
    stop: Stop,
  ): number | null {
    for (let beam = 2 * tooSmall; beam <= WIDEST_BEAM && !stop.requested; beam *= 2) {
      const isFoundInBag = (): boolean =>
        this.#bags
          .search(bag, search, { beam, results: beam }, stop)
          .found.some((one) => textOf(one) === text);
      if (question.isKept(beam, isFoundInBag)) return beam;
    }
    return null;
  }
}

type Asked = Pick<SearchOptions, 'beam' | 'results'>;

/** A bag and a sentence of it, under one search. */
export class Question {
  readonly #bag: Bag;
  readonly #words: readonly string[];
  readonly #name: SearchName;
  readonly #asked: Asked;
  readonly #registry: Registry;
  readonly #stop: Stop;

  constructor(
    bag: Bag,
    words: readonly string[],
    name: SearchName,
    asked: Asked,
    registry: Registry,
    stop: Stop,
  ) {
    this.#bag = bag;
    this.#words = words;
    this.#name = name;
    this.#asked = asked;
    this.#registry = registry;
    this.#stop = stop;
  }

  /**
   * The sentence's best derivation, whichever words of the bag it takes; null where there is none.
   *
   * @param found what the search found: its derivation may be among it
   * @param whole where there are at most so many derivations, all of them are tried
   */
  best(found: readonly Found[], whole = WHOLE_BEAM): Forced | null {
    const text = this.#words.join(' ');
    const listed = found.find((one) => textOf(one) === text);
    let best: Forced | null = null;
    for (const selection of matchingSelections(this.#bag, this.#words)) {
      best = better(best, this.#forceAll(selection, FORCED_BEAM, 1, whole).at(0) ?? null);
    }
    return listed === undefined ? best : better(best, { ...listed, isExact: false });
  }

  /** Words of which no derivation that scores more than `score` uses a tag that they are offered with. */
  lackingTags(score: number): LackingTag[] {
    const { lexicon } = this.#registry.resources.model;
    if (this.#bag.words.every(({ tags }) => tags.length > 0)) return [];
    const tags = lexicon.tags;
    const free: Bag = {
      ...this.#bag,
      words: this.#bag.words.map((word) => (word.tags.length > 0 ? word : { ...word, tags })),
    };
    for (const selection of matchingSelections(free, this.#words)) {
      const winning = this.#forceAll(selection, FREE_TAGS_BEAM, FREE_TAGS_BEAM).filter(
        (one) => one.score > score,
      );
      if (winning.length === 0) continue;
      const [first] = winning;
      const tokensOf = (one: Found): readonly Token[] =>
        realizationOf(one, this.#bag, lexicon).tokens;
      return tokensOf(first).flatMap(({ word, form, tag }) => {
        if (this.#bag.words[word].tags.length > 0) return [];
        const offered = lexicon.tagsOf(lexicon.wordId(form)).map((id) => lexicon.tags[id - 1]);
        const isLacking = winning.every((one) =>
          tokensOf(one).some((token) => token.word === word && !offered.includes(token.tag)),
        );
        return isLacking ? [{ word, form, tag, offered }] : [];
      });
    }
    return [];
  }

  /** Where the search lost the sentence; null where it is kept to the end. */
  loss({ selection, problem }: Found): LossReport | null {
    const target = Target.of(problem, this.#words)!;
    const place = findLoss(
      this.record(problem, () => 0),
      target,
    );
    if (place === null) return null;
    const isThere = ({ beam, step }: { beam: number; step: number }): boolean =>
      beam === place.beam && step === place.step;
    const { head, number, rank, variants } = findLoss(
      this.record(problem, (at) => (isThere(at) ? ALL : 0)),
      target,
    )!;
    return {
      step: number,
      head: head === NO_WORD ? null : selection.places[problem.places[head]],
      prefix: textOfVariants(problem, variants),
      rank,
    };
  }

  /** Where a best-first search lost the sentence: of its best derivation; null where it did not. */
  lostEdge({ problem, derivation }: Found): LostEdge | null {
    const { edges, loss } = this.chart(problem).follow(derivation);
    return loss && { ...loss, edge: edges[loss.edge] };
  }

  /**
   * How far a best-first search must go to find the sentence: with its beam, twice that, and so on; null where it never
   * does.
   */
  reach(problem: Problem): Reach | null {
    const wanted = Target.of(problem, this.#words)!;
    const search = this.#registry.open(this.#name);
    const { lexicon } = this.#registry.resources.model;
    for (let { beam } = this.#asked; beam <= WIDEST_BEST_FIRST; beam *= 2) {
      const options = { beam, results: 1, budget: { states: 0 }, wanted };
      const { derivations, isCutShort } = search.search(problem, options, this.#stop, null);
      if (this.#stop.requested) return null;
      if (derivations.length === 0 || isCutShort === true) continue;
      const recorded = new RecordedChart(search, problem, lexicon, options, this.#stop);
      return { pops: recorded.chart.pops, results: recorded.sentences, beam };
    }
    return null;
  }

  /**
   * Whether a beam keeps the sentence to the end.
   *
   * @param isFoundInBag realizes the bag: which of its selections are searched with the whole beam is for it to say
   */
  isKept(beam: number, isFoundInBag: () => boolean): boolean {
    if (this.#bag.choices.length > 0) return isFoundInBag();
    const problem = this.#registry.problemOf(this.#bag);
    const wanted = Target.of(problem, this.#words);
    if (wanted === null) return false;
    const options = { beam, results: 1, budget: { ...LIMITS.lookahead }, wanted };
    const search = this.#registry.open(this.#name);
    return search.search(problem, options, this.#stop, null).derivations.length > 0;
  }

  /** A derivation as it is told, with what it scores for, unless it is told in brief. */
  score(found: Found, isBrief: boolean): ScoredSentence {
    const { derivation, problem } = found;
    const realization = realizationOf(found, this.#bag, this.#registry.resources.model.lexicon);
    if (isBrief) return { ...realization, contributions: [], byStep: [] };
    const steps = breakDown(this.#registry.open(this.#name), problem, derivation);
    const all = [...sumByTemplate(steps.flat()).values()];
    // Sentences that leave words out count as if they had as many steps as the longest.
    const rest = realization.score - all.reduce((sum, one) => sum + one.score, 0);
    return {
      ...realization,
      contributions: rest === 0 ? all : [...all, { ...LENGTH, score: rest }],
      byStep: steps.map((step) => [...sumByTemplate(step).values()]),
    };
  }

  /**
   * Takes the search again, over one selection of the bag's words, and records it.
   *
   * @param cutOffAt as for a `Recorder`
   */
  record(problem: Problem, cutOffAt: ConstructorParameters<typeof Recorder>[0]): Recorder['beams'] {
    const recorder = new Recorder(cutOffAt);
    const options = { beam: this.#asked.beam, results: 1, budget: { ...LIMITS.lookahead } };
    this.#registry.open(this.#name).search(problem, options, this.#stop, recorder);
    return recorder.beams;
  }

  /** Takes a best-first search again, over one selection of the bag's words, and records it. */
  chart(problem: Problem): RecordedChart {
    const options = { ...this.#asked, budget: { ...LIMITS.lookahead } };
    const { lexicon } = this.#registry.resources.model;
    return new RecordedChart(
      this.#registry.open(this.#name),
      problem,
      lexicon,
      options,
      this.#stop,
    );
  }

  /** @param whole where there are at most so many derivations, all of them are tried */
  #forceAll(selection: Selection, narrow: number, results: number, whole = 0): Forced[] {
    const problem = this.#registry.problemOf(selection.bag);
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
        // One that waits for a second string, which there is not, does not end with the first derivation.
        const found = search.search(problem, { ...options, beam, results: 2 }, this.#stop, null);
        if (found.isCutShort !== true || beam >= FORCED_BEAM || this.#stop.requested) return found;
      }
    };
    const { derivations, isExhaustive } = force();
    return derivations.map((derivation) => ({
      selection,
      problem,
      derivation,
      score: fairScore(derivation, this.#bag.words.length),
      isExact: isExhaustive,
    }));
  }
}

const LENGTH: Omit<Contribution, 'score'> = {
  template: 'length',
  meaning: 'as many steps more as the words that are left out would take, of the same mean score',
};

/** How many derivations a sentence has: each word with each of its tags, and each projective tree. */
function countDerivations({ size, variantStart }: Problem): number {
  let count = 1;
  for (let word = 0; word < size; word++) count *= variantStart[word + 1] - variantStart[word];
  // Binary trees over the words (Catalan), and for each inner node which side is the head.
  for (let words = 1; words < size; words++) count *= (2 * (2 * words - 1) * 2) / (words + 1);
  return count;
}

/** The selections of a bag that have the words of a sentence, some of them where there are many. */
function* matchingSelections(bag: Bag, words: readonly string[]): Generator<Selection> {
  const asked = words.toSorted().join(' ');
  let count = 0;
  for (const selection of spreadSelections(bag)) {
    const own = selection.bag.words.flatMap(({ form }) => form.split(' '));
    if (own.length !== words.length || own.sort().join(' ') !== asked) continue;
    yield selection;
    if (++count === MOST_SELECTIONS) return;
  }
}

function better<F extends Found>(one: F | null, other: F | null): F | null {
  if (one === null || other === null) return one ?? other;
  return other.score > one.score ? other : one;
}

export function textOf({ problem, derivation }: Found): string {
  return textOfVariants(problem, derivation.variants);
}

export function textOfVariants(
  { variantForm, surfaceStart, surfaceText }: Problem,
  variants: readonly number[],
): string {
  return variants
    .flatMap((variant) => {
      const form = variantForm[variant];
      return surfaceText.slice(surfaceStart[form], surfaceStart[form + 1]);
    })
    .join(' ');
}

/** The first step of two derivations that is not the same, from 1; null where there is none. */
function firstDifference(one: ScoredSentence | null, other: ScoredSentence | null): number | null {
  if (one === null || other === null) return null;
  const said = ({ transitions, tokens }: ScoredSentence): string[] =>
    transitions.map(({ action, dependent }) =>
      action === 'SHIFT'
        ? `${tokens[dependent - 1].word} ${tokens[dependent - 1].tag}`
        : `${action} ${tokens[dependent - 1].word}`,
    );
  const [ofOne, ofOther] = [said(one), said(other)];
  const step = ofOne.findIndex((action, i) => action !== ofOther.at(i));
  return step < 0 ? null : step + 1;
}
