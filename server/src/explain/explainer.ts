import type { Bag } from '../bag/bag.ts';
import { NONE } from '../model/lexicon.ts';
import { knowledgeOf, type ModelKnowledge } from '../model/knowledge.ts';
import { BagSearch, LIMITS, type SearchRequest } from '../search/bag-search.ts';
import { partsByStep, textOf, type Realization } from '../search/realization.ts';
import {
  isBestFirst,
  isProving,
  Registry,
  type Resources,
  resultsToRank,
  type SearchChoice,
} from '../search/registry.ts';
import type { Stop } from '../util/stop.ts';
import { compareBreakdowns } from './breakdown.ts';
import type { FoundSentence } from '../search/selection-search.ts';
import type {
  Explained,
  Explanation,
  ExplanationClass,
  LackingTag,
  ScoredSentence,
  WiderSearches,
} from './explanation.ts';
import {
  additionsFor,
  fitsOthers,
  helpful,
  type HelpCounts,
  helpfulPair,
  helpfulSet,
  offering,
  Trials,
} from './help.ts';
import { better, SentenceExplanation, type ScoredDerivation } from './sentence-explanation.ts';

export interface ExplainOptions {
  readonly beam: number;
  readonly search: SearchChoice;
  /** The number of requested sentences. A best-first search ends when it has found this many. */
  readonly results: number;
  /**
   * The time limit in milliseconds for each search for helpful additions: single additions, pairs,
   * and sets. The time of proofs does not count. 0 skips all three searches.
   */
  readonly helpMs: number;
  /**
   * The search that realizes the bag once it has a helpful addition. By default, it has the same
   * beam and the same number of results.
   */
  readonly afterHelp?: SearchRequest;
  /** By default `parts`. */
  readonly depth?: SearchDepth;
  /** All expected sentences that the bag allows; by default, only the explained sentence. */
  readonly expected?: readonly string[];
  readonly proven?: ProvenSentence | null;
  /**
   * The words of the sentence to compare with; by default, the first sentence. If this is set, no
   * helpful additions are searched for.
   */
  readonly against?: readonly string[];
}

/** A sentence that a proof found. It scores more than every derivation that the search found. */
export interface ProvenSentence {
  readonly sentence: Realization;
  /** Whether it is proven that no sentence scores more. */
  readonly isProven: boolean;
}

/**
 * How detailed an explanation is.
 *
 * - `scores`: the ranks and the scores, without wider searches.
 * - `class`: also runs wider searches, if the class of the explanation depends on them.
 * - `parts`: also the parts of the scores, and the step at which the search lost the sentence.
 */
export type SearchDepth = 'scores' | 'class' | 'parts';

/** The widest beam to try for a lost sentence. */
const WIDEST_BEAM = 4096;

/**
 * Explains why a sentence of a bag does not come first, and compares its score with that of another
 * sentence. Serves one bag at a time, and keeps its working memory between bags.
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
   * @returns the explanation, which is incomplete after a stop; or a message for the user if the
   *   search does not accept the bag
   */
  explain(bag: Bag, words: readonly string[], options: ExplainOptions, stop: Stop): Explained {
    const text = words.join(' ');
    const { beam, search, depth = 'parts', against, proven = null } = options;
    const { expected: accepted = [text] } = options;
    const request = { beam, results: resultsToRank(search, options) };
    const { refusal, found, search: name } = this.#bags.search(bag, search, request, stop);
    if (refusal !== null) return refusal;
    const ask = (sentence: readonly string[]): SentenceExplanation =>
      new SentenceExplanation(bag, sentence, name ?? 'arc-standard', request, this.#registry, stop);
    const question = ask(words);
    const ofProof =
      proven && ask(proven.sentence.text.split(' ')).found(proven.sentence, proven.isProven);
    const list = new ScoredList(found, accepted, ofProof, (sentence) =>
      ask(sentence.split(' ')).best(found),
    );
    const rank = list.rankOf(text);
    const isFirst = rank === 1;
    const own = isFirst ? null : list.shown(text);
    const first = own === null || list.first === null ? null : list.shown(list.first);
    const isBehind = own !== null && first !== null && own.score <= first.score;
    const known = own === null ? [] : list.inOrder(text);
    const higher = own === null || isBehind ? null : above(own, known, accepted);
    const winning = ((): LackingTag[] => {
      if (rank !== null || !isBehind) return [];
      const lacking = question.lacking(known[0].score);
      // The added tags may also raise the score of another sentence, so the bag is searched again.
      const isEnough =
        lacking.length > 0 && this.#comesFirst(offering(bag, lacking), text, search, request, stop);
      return isEnough ? lacking : [];
    })();
    const fragments = own === null ? null : question.fragments(own);
    const wider = ((): WiderSearches | null => {
      if (higher !== null) return { smallestBeam: null, widest: null, higher, reach: null };
      if (own === null || isBehind || depth === 'scores') return null;
      return this.#widen(question, bag, text, own, list, options, stop);
    })();
    const kind = ((): ExplanationClass => {
      if (isFirst) return 'met';
      if (rank !== null) return 'ranked';
      if (own === null) return 'unreachable';
      if (winning.length > 0) return 'dictionary';
      if (isBehind || wider?.higher != null) {
        return fragments !== null && fragments.parts.length > 1 ? 'grammar' : 'model';
      }
      return wider?.smallestBeam != null || wider?.reach != null ? 'beam' : 'search';
    })();
    const isLost = rank === null && own !== null && depth === 'parts';
    const hasChart = name !== null && isBestFirst(name);
    const expected = list.shown(text);
    const other = against?.join(' ') ?? list.first;
    const compared = other === null ? null : list.shown(other);
    const isBrief = depth !== 'parts';
    const scored = expected === null ? null : question.score(expected, isBrief);
    const scoredOther = compared === null ? null : question.score(compared, isBrief);
    const explanation: Explanation = {
      class: kind,
      rank,
      loss: isLost && !hasChart ? question.loss(own) : null,
      lostEdge: isLost && hasChart ? question.lostEdge(own) : null,
      wider,
      lacking: kind === 'grammar' ? question.lackingToSpan() : winning,
      fragments: isFirst && expected !== null ? question.fragments(expected) : fragments,
      expected: scored,
      against: scoredOther,
      found: {
        expected: list.found(text)?.score ?? null,
        against: other === null ? null : (list.found(other)?.score ?? null),
      },
      wouldBe: list.placeIn(known, text),
      isExact: expected?.isExact ?? false,
      templates: compareBreakdowns(scored?.contributions ?? [], scoredOther?.contributions ?? []),
      firstDifference: firstDifference(scored, scoredOther),
      help: [],
      together: [],
      isHelpCut: false,
    };
    if (isFirst || options.helpMs === 0 || against !== undefined) return explanation;
    return { ...explanation, ...this.#help(bag, text, explanation, options, stop) };
  }

  #help(
    bag: Bag,
    text: string,
    explanation: Explanation,
    { search, helpMs, expected = [], ...options }: ExplainOptions,
    stop: Stop,
  ): Pick<Explanation, 'help' | 'together' | 'isHelpCut'> {
    const { beam, results } = options.afterHelp ?? options;
    // With fewer results, a best-first search would end sooner, and might put another sentence
    // first.
    const request = { beam, results: search === 'best-first' ? results : 1 };
    const comesFirst = (more: Bag, limits: SearchRequest): boolean =>
      this.#comesFirst(more, text, search, limits, stop);
    const proof = isProving(search) ? (more: Bag) => comesFirst(more, request) : null;
    const quick = { ...request, mostTried: 0 };
    const trials = new Trials((more) => comesFirst(more, quick), proof, helpMs);
    const isFirst = (more: Bag): boolean => trials.isFirst(more);
    let isHelpCut = false;
    const isOver = (): boolean => {
      const isCut = stop.requested || trials.isOver;
      isHelpCut ||= isCut;
      return isCut;
    };
    const { lexicon, arcCounts } = this.#registry.resources.model;
    const counts: HelpCounts = {
      arcCount: (head, dependent) =>
        arcCounts.ofPair(head === null ? NONE : lexicon.tagId(head), lexicon.tagId(dependent)),
      tagShare: (form, tag) => lexicon.tagShare(form, tag),
      arcStatistics: (head, dependent) => this.#knowledge.arcStatistics(head, dependent),
      isUsual: (form, tag) => lexicon.isUsual(form, tag),
    };
    const others = expected.filter((one) => one !== text);
    const additions = [...additionsFor(bag, explanation, counts)].filter((addition) =>
      fitsOthers(bag, addition, others),
    );
    const help = helpful(bag, additions, isFirst, isOver);
    if (help.length > 0) return { help, together: [], isHelpCut };
    trials.begin();
    const pair = helpfulPair(bag, additions, isFirst, isOver);
    if (pair.length > 0) return { help, together: pair, isHelpCut };
    trials.begin();
    const set = helpfulSet(bag, explanation, isFirst, isOver);
    return set.length === 1
      ? { help: set, together: [], isHelpCut }
      : { help, together: set, isHelpCut };
  }

  #comesFirst(
    bag: Bag,
    text: string,
    search: SearchChoice,
    request: SearchRequest,
    stop: Stop,
  ): boolean {
    const { found } = this.#bags.search(bag, search, request, stop);
    return found.length > 0 && textOf(found[0]) === text;
  }

  /**
   * Searches with wider beams for the sentence. Doubles the beam until the sentence, or a sentence
   * with a higher score, comes first. With best-first, `reach` doubles the beam until the search
   * finds the sentence. Then one more search shows which sentence comes first.
   */
  #widen(
    question: SentenceExplanation,
    bag: Bag,
    text: string,
    own: FoundSentence,
    list: ScoredList,
    { beam: given, search, results, expected = [text] }: ExplainOptions,
    stop: Stop,
  ): WiderSearches {
    const realize = (beam: number, most: number): FoundSentence | null => {
      const { found } = this.#bags.search(bag, search, { beam, results: most }, stop);
      return stop.requested ? null : (found.at(0) ?? null);
    };
    const higherOf = (first: FoundSentence | null, beam: number): WiderSearches['higher'] =>
      first !== null && first.score > own.score
        ? {
            text: textOf(first),
            score: list.rescored(first).score,
            beam,
            isExpected: expected.includes(textOf(first)),
          }
        : null;
    const none = { smallestBeam: null, widest: null, higher: null, reach: null };
    if (search === 'best-first') {
      const reach = bag.choices.length > 0 ? null : question.reach(own.problem);
      if (reach === null) return none;
      const most = Math.max(results, reach.results);
      const first = realize(reach.beam, most);
      if (first !== null && textOf(first) === text) {
        return { ...none, reach: { ...reach, results: most } };
      }
      return { ...none, higher: higherOf(first, reach.beam) };
    }
    let widest: number | null = null;
    for (let beam = 2 * given; beam <= WIDEST_BEAM; beam *= 2) {
      const first = realize(beam, 1);
      if (stop.requested) break;
      widest = beam;
      if (first !== null && textOf(first) === text) return { ...none, smallestBeam: beam, widest };
      const higher = higherOf(first, beam);
      if (higher !== null) return { ...none, higher, widest };
    }
    return { ...none, widest };
  }
}

/**
 * The sentences that a search found, with the scores that the whole explanation uses. The search
 * may miss the best derivation of a sentence; then its own score for the sentence is too low. So
 * some scores are replaced:
 * - If an expected sentence does not come first, all expected sentences and the first sentence get
 *   the scores of their best derivations. So does a sentence that a wider search puts first.
 * - If a proof found another sentence than the first, the first and all expected sentences get the
 *   scores of their best derivations. The proof's sentence gets the score of the proof, or of its
 *   best derivation if the proof is not complete.
 */
class ScoredList {
  readonly #found: readonly FoundSentence[];
  readonly #ranks: ReadonlyMap<string, number>;
  readonly #compared: ReadonlySet<string>;
  readonly #ofProof: ScoredDerivation | null;
  readonly #search: (text: string) => ScoredDerivation | null;
  readonly #best = new Map<string, ScoredDerivation | null>();
  readonly #rescored = new Set<string>();
  readonly first: string | null;

  /**
   * @param found the highest score first
   * @param search finds the best derivation of a sentence
   */
  constructor(
    found: readonly FoundSentence[],
    expected: readonly string[],
    ofProof: ScoredDerivation | null,
    search: (text: string) => ScoredDerivation | null,
  ) {
    this.#found = found;
    this.#ofProof = ofProof;
    this.#search = search;
    this.#ranks = new Map(found.map((one, place) => [textOf(one), place + 1]));
    this.first = found.length === 0 ? null : textOf(found[0]);
    const isOther = (text: string): boolean => this.first !== null && text !== this.first;
    const areCompared = expected.some(isOther) || (ofProof !== null && isOther(textOf(ofProof)));
    this.#compared = new Set(areCompared ? [this.first!, ...expected] : []);
  }

  rankOf(text: string): number | null {
    return this.#ranks.get(text) ?? null;
  }

  /** Returns the derivation that the search found for a sentence. */
  found(text: string): FoundSentence | null {
    const rank = this.rankOf(text);
    return rank === null ? null : this.#found[rank - 1];
  }

  #bestOf(text: string): ScoredDerivation | null {
    let best = this.#best.get(text);
    if (best === undefined) {
      best = better(this.#search(text), this.#provenOf(text));
      this.#best.set(text, best);
    }
    return best;
  }

  #provenOf(text: string): ScoredDerivation | null {
    return this.#ofProof !== null && textOf(this.#ofProof) === text ? this.#ofProof : null;
  }

  /**
   * Records a derivation that a wider search found. From now on, `shown` returns the best known
   * derivation of its sentence.
   */
  rescored(found: FoundSentence): ScoredDerivation {
    const text = textOf(found);
    const best = better(this.#bestOf(text), { ...found, isExact: false })!;
    this.#best.set(text, best);
    this.#rescored.add(text);
    return best;
  }

  /** Returns the derivation that gives the score shown for a sentence. */
  shown(text: string): ScoredDerivation | null {
    if (this.#compared.has(text) || this.#rescored.has(text)) return this.#bestOf(text);
    const proven = this.#provenOf(text);
    if (proven !== null) return proven.isExact ? proven : this.#bestOf(text);
    const found = this.found(text);
    return found === null ? this.#bestOf(text) : { ...found, isExact: false };
  }

  /**
   * Returns all known sentences, the highest score first: those that the search or a proof found,
   * the expected sentences, and `text`. Among equal scores, the sentences of the search come first,
   * in the order of their ranks.
   */
  inOrder(text: string): ScoredDerivation[] {
    const ofProof = this.#ofProof === null ? [] : [textOf(this.#ofProof)];
    const texts = new Set([...this.#ranks.keys(), ...ofProof, ...this.#compared, text]);
    return [...texts]
      .flatMap((one) => this.shown(one) ?? [])
      .sort((one, other) => other.score - one.score);
  }

  /**
   * Returns the place of a sentence in `known`, from 1. Null unless the sentence overtakes another:
   * a sentence that stands behind it in `known`, but that the search ranked before it.
   */
  placeIn(known: readonly ScoredDerivation[], text: string): number | null {
    const texts = known.map(textOf);
    const place = texts.indexOf(text);
    if (place < 0) return null;
    const rank = this.rankOf(text) ?? Infinity;
    const isAhead = texts.slice(place).some((one) => (this.rankOf(one) ?? Infinity) < rank);
    return isAhead ? place + 1 : null;
  }
}

/**
 * Returns the first of the known sentences if it scores more than `own`.
 *
 * @param known the highest score first
 */
function above(
  own: FoundSentence,
  known: readonly FoundSentence[],
  expected: readonly string[],
): WiderSearches['higher'] {
  const [{ score }] = known;
  if (score <= own.score) return null;
  const text = textOf(known[0]);
  return { text, score, beam: null, isExpected: expected.includes(text) };
}

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
