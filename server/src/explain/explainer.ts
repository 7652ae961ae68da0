import type { Bag } from '../bag/bag.ts';
import { knowledgeOf, type ModelKnowledge } from '../model/knowledge.ts';
import { BagSearch, LIMITS } from '../search/bag-search.ts';
import { partsByStep } from '../search/realization.ts';
import {
  isBestFirst,
  Registry,
  type Resources,
  resultsToRank,
  type SearchChoice,
} from '../search/registry.ts';
import type { Stop } from '../util/stop.ts';
import { compareBreakdowns } from './breakdown.ts';
import type { Explained, Explanation, ExplanationClass, ScoredSentence } from './explanation.ts';
import { additionsFor, helpful } from './help.ts';
import { SentenceExplanation, textOf } from './sentence-explanation.ts';

export interface ExplainOptions {
  /** The beam of the search to explain. */
  readonly beam: number;
  readonly search: SearchChoice;
  /** The number of requested sentences: a best-first search ends when it has found them. */
  readonly results: number;
  /** How many milliseconds to search for additions that help; 0 to skip this search. */
  readonly helpMs: number;
  /** Whether to find only the class, the rank and the scores, which is faster. */
  readonly isBrief?: boolean;
  /**
   * The words of the sentence to compare with; by default, of the first sentence. If words are
   * given here, no help is searched for.
   */
  readonly against?: readonly string[];
}

/** The widest beam to try for a lost sentence. */
const WIDEST_BEAM = 4096;

/**
 * Explains why a sentence of a bag does not come first: the search lost it, or the weights prefer
 * another sentence. Also compares the parts of both scores. It reuses its working memory, so it
 * serves one bag at a time.
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
   * @param bag a bag that can be realized
   * @param words the words of the sentence, in order
   * @returns the explanation, as far as it got if it was stopped; or a message for the user if the
   *   search does not take such a bag
   */
  explain(bag: Bag, words: readonly string[], options: ExplainOptions, stop: Stop): Explained {
    const { beam, search, isBrief = false, against } = options;
    const request = { beam, results: resultsToRank(search, options) };
    const { refusal, found, search: name } = this.#bags.search(bag, search, request, stop);
    if (refusal !== null) return refusal;
    const ask = (sentence: readonly string[]): SentenceExplanation =>
      new SentenceExplanation(bag, sentence, name ?? 'arc-standard', request, this.#registry, stop);
    const question = ask(words);
    const text = words.join(' ');
    const place = found.findIndex((one) => textOf(one) === text);
    const best = found.at(0) ?? null;
    const expected = question.best(found);
    const isBehind = best !== null && expected !== null && expected.score <= best.score;
    const isLostBehind = place < 0 && isBehind;
    const winning = isLostBehind ? question.lacking(best.score) : [];
    const fragments = expected === null ? null : question.fragments(expected);
    const kind = ((): ExplanationClass => {
      if (place === 0) return 'met';
      if (place > 0) return 'ranked';
      if (expected === null) return 'unreachable';
      if (winning.length > 0) return 'dictionary';
      if (!isBehind) return 'beam';
      return fragments !== null && fragments.parts.length > 1 ? 'grammar' : 'model';
    })();
    const lacking = kind === 'grammar' ? question.lackingToSpan() : winning;
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
      fragments,
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
      // If best-first stops sooner, it may find another first sentence.
      const request = { beam: width, results: search === 'best-first' ? results : 1 };
      const { found } = this.#bags.search(more, search, request, stop);
      return found.length > 0 && textOf(found[0]) === text;
    };
    const additions = additionsFor(bag, explanation, this.#knowledge);
    const help = helpful(bag, additions, (more) => isBest(more), isOver);
    const { smallestBeam: wider } = explanation;
    const isHelpful = wider !== null && !isOver() && isBest(bag, wider);
    return { help, helpfulBeam: isHelpful ? wider : null };
  }

  /**
   * Doubles the beam until it keeps the sentence to the end.
   *
   * @returns this beam; null if no beam does
   */
  #smallestBeam(
    question: SentenceExplanation,
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

/** Returns the first step in which two derivations differ, from 1; null if they do not differ. */
function firstDifference(one: ScoredSentence | null, other: ScoredSentence | null): number | null {
  if (one === null || other === null) return null;
  const said = ({ transitions, tokens, parts = [] }: ScoredSentence): string[] => {
    const made = partsByStep(parts);
    return transitions.map(({ action, dependent }, step) => {
      const { word, tag } = tokens[dependent - 1];
      const categories = (made.at(step) ?? []).map(({ category }) => category).join(' ');
      return `${action} ${word} ${action === 'SHIFT' ? tag : ''} ${categories}`;
    });
  };
  const [ofOne, ofOther] = [said(one), said(other)];
  const step = ofOne.findIndex((action, i) => action !== ofOther.at(i));
  return step < 0 ? null : step + 1;
}
