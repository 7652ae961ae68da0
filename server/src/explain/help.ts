import type { Addition } from '../bag/addition.ts';
import { decisionOf, withAddition, withAdditions } from '../bag/addition.ts';
import { isLemma, type Bag } from '../bag/bag.ts';
import { findContradiction } from '../bag/contradiction.ts';
import { isSign } from '../text/sign.ts';
import type { Token } from '../search/realization.ts';
import type { ModelKnowledge } from '../model/knowledge.ts';
import type { Explanation, LackingTag, ScoredSentence } from './explanation.ts';

type ArcAddition = Extract<Addition, { readonly kind: 'arc' }>;

/** At most this many additions of each kind are returned. */
const MOST_OF_A_KIND = 2;
/** Only this many single additions, the first of `additionsFor`, are combined into pairs. */
const MOST_PAIRED = 24;

/** Counts from training that decide which additions to try, and in what order. */
export interface HelpCounts extends Pick<ModelKnowledge, 'arcStatistics'> {
  /** Whether a form has a tag often enough for the tag to be suggested. */
  isUsual(form: string, tag: string): boolean;
  tagShare(form: string, tag: string): number;
  /** How often training has an arc between two tags. The head is the root if `headTag` is null. */
  arcCount(headTag: string | null, dependentTag: string): number;
}

/**
 * Yields single additions to a bag that may make the expected sentence come first. Each addition is
 * a property, such as a tag, that the best derivation of the expected sentence has and the
 * derivation of the first sentence lacks.
 *
 * A tag or an arc may suit the model but be wrong English. So the tags and arcs that are most usual
 * in training come before others.
 */
export function* additionsFor(
  bag: Bag,
  { expected, against: first, lacking }: Pick<Explanation, 'expected' | 'against' | 'lacking'>,
  counts: HelpCounts,
): Generator<Addition> {
  if (expected === null) return;
  for (const one of lacking) yield useOf(one);
  if (first === null) return;
  yield* decisions(bag, expected, first);
  if (bag.grammar === undefined) yield* tags(bag, expected, first, counts);
  else yield* categories(bag, expected, first);
  yield* order(bag, expected, first);
  yield* arcs(bag, expected, first, counts);
  yield* labels(bag, expected, first, counts);
}

/**
 * Whether the other expected sentences of a bag obey an addition. Judges only additions to `order:`
 * and decisions about choices (optional words and alternatives), and only by words that share their
 * form with no other word. Accepts an addition that it cannot judge.
 *
 * @param others the words of each sentence, separated by single spaces
 */
export function fitsOthers(bag: Bag, addition: Addition, others: readonly string[]): boolean {
  const isClear = (word: number): boolean => {
    const one = bag.words[word];
    return !isLemma(one) && bag.words.filter(({ form }) => form === one.form).length === 1;
  };
  const texts = others.map((text) => ` ${text} `);
  const spaced = (word: number): string => ` ${bag.words[word].form} `;
  switch (addition.kind) {
    case 'use':
      return !isClear(addition.word) || texts.every((text) => text.includes(spaced(addition.word)));
    case 'remove': {
      const choice = bag.choices.find(({ words }) => words.includes(addition.word));
      const words = (choice?.words ?? [addition.word]).filter(isClear);
      return !texts.some((text) => words.some((word) => text.includes(spaced(word))));
    }
    case 'order': {
      const { relation, words } = addition;
      if (!words.every(isClear)) return true;
      return texts.every((text) => {
        const [first, second] = words.map((word) => text.indexOf(spaced(word)));
        if (first < 0 || second < 0) return true;
        const end = first + spaced(words[0]).length - 1;
        if (relation === 'first') return first === 0;
        if (relation === 'last') return end === text.length - 1;
        return relation === 'before' ? first < second : second === end;
      });
    }
    default:
      return true;
  }
}

/**
 * Decides each choice of the bag (an optional word, or alternatives) as the expected sentence does.
 * Skips the choices that `first` decides in the same way.
 */
function decisions(bag: Bag, expected: ScoredSentence, first: ScoredSentence | null): Addition[] {
  const used = new Set(expected.tokens.map(({ word }) => word));
  const ofFirst = first && new Set(first.tokens.map(({ word }) => word));
  return bag.choices.flatMap(({ words }): Addition[] => {
    if (ofFirst !== null && words.every((word) => used.has(word) === ofFirst.has(word))) return [];
    return [decisionOf(words, (word) => used.has(word))];
  });
}

function tags(
  bag: Bag,
  expected: ScoredSentence,
  first: ScoredSentence,
  counts: HelpCounts,
): Addition[] {
  const ofFirst = new Map(first.tokens.map(({ word, tag }) => [word, tag]));
  return expected.tokens
    .filter(({ word, form, tag }) => {
      const { length } = bag.words[word].tags;
      return length !== 1 && ofFirst.get(word) !== tag && (length > 1 || counts.isUsual(form, tag));
    })
    .map(({ word, form, tag }) => ({ word, tag, share: counts.tagShare(form, tag) }))
    .sort((one, other) => other.share - one.share)
    .map(({ word, tag }): Addition => ({ kind: 'tag', word, tag }));
}

function* categories(
  bag: Bag,
  expected: ScoredSentence,
  first: ScoredSentence,
): Generator<Addition> {
  const ofFirst = new Map(first.tokens.map((token) => [token.word, token]));
  for (const token of expected.tokens) {
    const { tags: given, categories: uses = [] } = bag.words[token.word];
    const isOpen = given.length > 0 || uses.length !== 1 || uses[0].tag === null;
    const other = ofFirst.get(token.word);
    const isSame = other?.category === token.category && other?.tag === token.tag;
    if (isOpen && !isSame) yield useOf(token);
  }
}

/** Adds the lacking tags or categories to the words of a bag, as if the dictionary offered them. */
export function offering(bag: Bag, lacking: readonly LackingTag[]): Bag {
  const words = [...bag.words];
  for (const { word, tag, category, offered } of lacking) {
    const given = words[word];
    words[word] =
      category === undefined
        ? { ...given, tags: [...offered, tag] }
        : {
            ...given,
            tags: [],
            categories: [
              ...offered.map((one) => ({ category: one, tag: null })),
              { category, tag },
            ],
          };
  }
  return { ...bag, words };
}

/** Gives a word the tag of its token or, with a grammar, the token's category. */
function useOf({ word, tag, category }: Pick<Token, 'word' | 'tag' | 'category'>): Addition {
  return category === undefined
    ? { kind: 'tag', word, tag }
    : { kind: 'category', word, tag, category };
}

function* order(bag: Bag, expected: ScoredSentence, first: ScoredSentence): Generator<Addition> {
  const words = expected.tokens.map(({ word }) => word);
  const places = new Map(first.tokens.map(({ word }, place) => [word, place]));
  const placeOf = (word: number): number => places.get(word) ?? -1;
  const isSaid = (first: number, second: number): boolean =>
    bag.order.some((line) => line.words[0] === first && line.words[1] === second);
  // Ordering two words has no effect if they are interchangeable.
  const differ = (first: number, second: number): boolean => {
    const [one, other] = [bag.words[first], bag.words[second]];
    const areAlike = one.form === other.form && one.features === other.features;
    return !areAlike && !isSaid(first, second);
  };
  for (let distance = 1; distance < words.length; distance++) {
    for (let i = 0; i + distance < words.length; i++) {
      const [first, second] = [words[i], words[i + distance]];
      const isTurned = placeOf(first) > placeOf(second);
      if (isTurned && differ(first, second)) {
        yield { kind: 'order', relation: 'before', words: [first, second] };
      }
    }
  }
  for (let i = 0; i + 1 < words.length; i++) {
    const [first, second] = [words[i], words[i + 1]];
    if (placeOf(second) !== placeOf(first) + 1 && differ(first, second)) {
      yield { kind: 'order', relation: 'right-before', words: [first, second] };
    }
  }
}

function* arcs(
  bag: Bag,
  expected: ScoredSentence,
  first: ScoredSentence,
  counts: HelpCounts,
): Generator<Addition> {
  const tagOf = new Map(expected.tokens.map(({ word, tag }) => [word, tag]));
  const countOf = ({ head, dependent }: ArcAddition): number =>
    counts.arcCount(head === null ? null : tagOf.get(head)!, tagOf.get(dependent)!);
  // Arcs to punctuation come last: they are frequent in training, but hardly help an author.
  const usualFirst = openArcs(bag, expected, first)
    .map((addition) => ({
      addition,
      isToSign: isSign(bag.words[addition.dependent].form),
      count: countOf(addition),
    }))
    .sort((one, other) => Number(one.isToSign) - Number(other.isToSign) || other.count - one.count);
  for (const { addition } of usualFirst) {
    if (findContradiction(withAddition(bag, addition)) === null) yield addition;
  }
}

/** Returns the arcs of the expected sentence that neither the bag nor `first` has. */
function openArcs(bag: Bag, expected: ScoredSentence, first: ScoredSentence | null): ArcAddition[] {
  const given = new Set(bag.arcs.map(({ dependent }) => dependent));
  const headsOf = ({ tokens }: ScoredSentence): Map<number, number | null> =>
    new Map(tokens.map(({ word, head }) => [word, head === 0 ? null : tokens[head - 1].word]));
  const ofFirst = first === null ? new Map<number, number | null>() : headsOf(first);
  return [...headsOf(expected)].flatMap(([dependent, head]): ArcAddition[] => {
    const isOpen = head === null ? bag.root === null : !given.has(dependent);
    return isOpen && ofFirst.get(dependent) !== head ? [{ kind: 'arc', head, dependent }] : [];
  });
}

/**
 * Yields the likeliest label for each given arc without a label. A label mainly affects the order
 * of a head and its dependents. So an arc is skipped if this order is the same in both sentences.
 */
function* labels(
  bag: Bag,
  expected: ScoredSentence,
  first: ScoredSentence,
  counts: HelpCounts,
): Generator<Addition> {
  const family = ({ tokens }: ScoredSentence, head: number): string =>
    tokens
      .filter((one) => one.word === head || (one.head > 0 && tokens[one.head - 1].word === head))
      .map(({ word }) => word)
      .join(' ');
  for (const { head, dependent, label } of bag.arcs) {
    if (label !== null || family(expected, head) === family(first, head)) continue;
    const [from, to] = [head, dependent].map((word) =>
      expected.tokens.findIndex((token) => token.word === word),
    );
    if (from < 0 || to < 0) continue;
    const { tokens } = expected;
    const likeliest = likeliestLabel(counts, tokens[from].tag, tokens[to].tag, to < from);
    if (likeliest !== null) yield { kind: 'label', head, dependent, label: likeliest };
  }
}

/**
 * Returns the label that training saw most often on arcs between two tags. Counts only arcs whose
 * dependent is on the given side of the head. Null if training saw no such arc.
 *
 * @param isLeft whether the dependent comes before its head
 */
function likeliestLabel(
  counts: Pick<ModelKnowledge, 'arcStatistics'>,
  headTag: string,
  dependentTag: string,
  isLeft: boolean,
): string | null {
  let likeliest: string | null = null;
  let most = 0;
  for (const { label, count, left } of counts.arcStatistics(headTag, dependentTag)) {
    const seen = isLeft ? left : count - left;
    if (seen <= most) continue;
    most = seen;
    likeliest = label;
  }
  return likeliest;
}

/** At most this many bags are realized with a proof in one search for additions. */
const MOST_PROOFS = 3;

/**
 * Tests whether bags put the sentence first, within a time limit. Realizes a bag with a proof only
 * if the sentence comes first without a proof. A proof takes about as long as the whole limit, so
 * the time of proofs does not count.
 */
export class Trials {
  readonly #isFirst: (bag: Bag) => boolean;
  readonly #isProvenFirst: ((bag: Bag) => boolean) | null;
  readonly #limit: number;
  #deadline = 0;
  #proofs = 0;

  /**
   * @param isFirst realizes a bag without a proof
   * @param isProvenFirst realizes a bag with a proof; null if the search proves nothing
   * @param limit in milliseconds
   */
  constructor(
    isFirst: (bag: Bag) => boolean,
    isProvenFirst: ((bag: Bag) => boolean) | null,
    limit: number,
  ) {
    this.#isFirst = isFirst;
    this.#isProvenFirst = isProvenFirst;
    this.#limit = limit;
    this.begin();
  }

  /** Restarts the limits, for another search for additions. */
  begin(): void {
    this.#deadline = performance.now() + this.#limit;
    this.#proofs = 0;
  }

  get isOver(): boolean {
    return this.#proofs === MOST_PROOFS || performance.now() > this.#deadline;
  }

  isFirst(bag: Bag): boolean {
    if (!this.#isFirst(bag)) return false;
    if (this.#isProvenFirst === null) return true;
    const start = performance.now();
    const isFirst = this.#isProvenFirst(bag);
    this.#deadline += performance.now() - start;
    this.#proofs++;
    return isFirst;
  }
}

/**
 * Finds the additions that alone make the sentence come first. If `isOver` stops the search,
 * returns the additions found until then.
 */
export function helpful(
  bag: Bag,
  candidates: Iterable<Addition>,
  isFirst: (bag: Bag) => boolean,
  isOver: () => boolean,
): Addition[] {
  const found: Addition[] = [];
  const isEnough = (kind: Addition['kind']): boolean =>
    found.filter((one) => one.kind === kind).length >= MOST_OF_A_KIND;
  for (const addition of candidates) {
    if (isOver()) break;
    if (!isEnough(addition.kind) && isFirst(withAddition(bag, addition))) found.push(addition);
  }
  return found;
}

/**
 * Finds two additions that together make the sentence come first.
 *
 * @param candidates in the order of `additionsFor`; none of them is enough alone
 */
export function helpfulPair(
  bag: Bag,
  candidates: readonly Addition[],
  isFirst: (bag: Bag) => boolean,
  isOver: () => boolean,
): Addition[] {
  const paired = candidates.slice(0, MOST_PAIRED);
  for (let sum = 1; sum < 2 * paired.length - 2; sum++) {
    for (let i = Math.max(0, sum - paired.length + 1); 2 * i < sum; i++) {
      if (isOver()) return [];
      const pair = [paired[i], paired[sum - i]];
      if (areCompatible(bag, pair) && isFirst(withAdditions(bag, pair))) return pair;
    }
  }
  return [];
}

function areCompatible(bag: Bag, pair: readonly Addition[]): boolean {
  const [one, other] = pair;
  const isUse = ({ kind }: Addition): boolean => kind === 'tag' || kind === 'category';
  if (isUse(one) && isUse(other))
    return 'word' in one && 'word' in other && one.word !== other.word;
  return isUse(one) || isUse(other) || findContradiction(withAdditions(bag, pair)) === null;
}

/**
 * Finds additions that together make the sentence come first. Tries several sets, each with the
 * decisions about all choices of the bag. Drops the needless additions of the first set that works.
 */
export function helpfulSet(
  bag: Bag,
  { expected, against: first }: Pick<Explanation, 'expected' | 'against'>,
  isFirst: (bag: Bag) => boolean,
  isOver: () => boolean,
): Addition[] {
  if (expected === null) return [];
  const chosen = decisions(bag, expected, null);
  const differing = first === null ? [] : openArcs(bag, expected, first);
  const sets = [
    differing,
    openArcs(bag, expected, null),
    wholeOrder(bag, expected, 'right-before'),
    // The search `bottom-up` accepts `<` (`before`), but not `<<` (`right-before`). So `<` is tried
    // as well.
    wholeOrder(bag, expected, 'before'),
    [...tagsOfLemmas(bag, expected), ...wholeOrder(bag, expected, 'before')],
  ];
  for (const set of [chosen, ...sets.map((set) => [...chosen, ...set])]) {
    if (isOver()) return [];
    if (set.length === 0 || !isFirst(withAdditions(bag, set))) continue;
    let kept = set;
    for (const addition of set) {
      const fewer = kept.filter((one) => one !== addition);
      if (isOver()) break;
      if (fewer.length > 0 && isFirst(withAdditions(bag, fewer))) kept = fewer;
    }
    return kept;
  }
  return [];
}

/**
 * Returns the tags of the sentence's lemmas, since a lemma's tag decides its form. Skips lemmas
 * with only one possible tag.
 */
function tagsOfLemmas(bag: Bag, { tokens }: ScoredSentence): Addition[] {
  if (bag.grammar !== undefined) return [];
  return tokens
    .filter(({ word }) => isLemma(bag.words[word]) && bag.words[word].tags.length !== 1)
    .map(({ word, tag }): Addition => ({ kind: 'tag', word, tag }));
}

/**
 * Returns order lines that relate each word of the sentence to the next, except lines of the bag.
 */
function wholeOrder(
  bag: Bag,
  { tokens }: ScoredSentence,
  relation: 'before' | 'right-before',
): Addition[] {
  const isSaid = (first: number, second: number): boolean =>
    bag.order.some(
      (line) => line.relation === relation && line.words[0] === first && line.words[1] === second,
    );
  return tokens.slice(1).flatMap(({ word }, i): Addition[] => {
    const before = tokens[i].word;
    if (isSaid(before, word)) return [];
    return [{ kind: 'order', relation, words: [before, word] }];
  });
}
