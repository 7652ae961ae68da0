import type { Addition } from '../bag/addition.ts';
import { withAddition } from '../bag/addition.ts';
import type { Bag } from '../bag/bag.ts';
import { findContradiction } from '../bag/contradiction.ts';
import type { Token } from '../search/realization.ts';
import { likeliestLabel, type ModelKnowledge } from '../model/knowledge.ts';
import type { Explanation, ScoredSentence } from './explanation.ts';

/** How many additions that help are found of each kind, at most. */
const MOST_OF_A_KIND = 2;

/**
 * Yields single additions to a bag that may make a sentence come first: properties of its best
 * derivation that the derivation of the first sentence lacks. The smallest additions come first:
 * tags (with a grammar: categories), then order (neighbouring words first), then arcs, then labels
 * of given arcs.
 */
export function* additionsFor(
  bag: Bag,
  explanation: Explanation,
  knowledge: Pick<ModelKnowledge, 'arcStatistics'>,
): Generator<Addition> {
  const { expected, best, lacking } = explanation;
  if (expected === null) return;
  for (const one of lacking) yield useOf(one);
  if (best === null) return;
  if (bag.grammar === undefined) yield* tags(bag, expected, best);
  else yield* categories(bag, expected, best);
  yield* order(bag, expected, best);
  yield* arcs(bag, expected, best);
  yield* labels(bag, expected, best, knowledge);
}

function* tags(bag: Bag, expected: ScoredSentence, best: ScoredSentence): Generator<Addition> {
  const ofBest = new Map(best.tokens.map(({ word, tag }) => [word, tag]));
  for (const { word, tag } of expected.tokens) {
    if (bag.words[word].tags.length !== 1 && ofBest.get(word) !== tag) {
      yield { kind: 'tag', word, tag };
    }
  }
}

function* categories(
  bag: Bag,
  expected: ScoredSentence,
  best: ScoredSentence,
): Generator<Addition> {
  const ofBest = new Map(best.tokens.map((token) => [token.word, token]));
  for (const token of expected.tokens) {
    const { tags: given, categories: uses = [] } = bag.words[token.word];
    const isOpen = given.length > 0 || uses.length !== 1 || uses[0].tag === null;
    const other = ofBest.get(token.word);
    const isSame = other?.category === token.category && other?.tag === token.tag;
    if (isOpen && !isSame) yield useOf(token);
  }
}

/**
 * Makes the addition that gives a word the tag of a token or, in a bag with a grammar, the
 * category.
 */
function useOf({ word, tag, category }: Pick<Token, 'word' | 'tag' | 'category'>): Addition {
  return category === undefined
    ? { kind: 'tag', word, tag }
    : { kind: 'category', word, tag, category };
}

function* order(bag: Bag, expected: ScoredSentence, best: ScoredSentence): Generator<Addition> {
  const words = expected.tokens.map(({ word }) => word);
  const places = new Map(best.tokens.map(({ word }, place) => [word, place]));
  const placeOf = (word: number): number => places.get(word) ?? -1;
  const isSaid = (first: number, second: number): boolean =>
    bag.order.some((line) => line.words[0] === first && line.words[1] === second);
  // Words with the same form are interchangeable, so an order of the two has no effect.
  const differ = (first: number, second: number): boolean =>
    bag.words[first].form !== bag.words[second].form && !isSaid(first, second);
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

function* arcs(bag: Bag, expected: ScoredSentence, best: ScoredSentence): Generator<Addition> {
  const given = new Set(bag.arcs.map(({ dependent }) => dependent));
  const headsOf = ({ tokens }: ScoredSentence): Map<number, number | null> =>
    new Map(tokens.map(({ word, head }) => [word, head === 0 ? null : tokens[head - 1].word]));
  const ofBest = headsOf(best);
  for (const [dependent, head] of headsOf(expected)) {
    const isOpen = head === null ? bag.root === null : !given.has(dependent);
    if (!isOpen || ofBest.get(dependent) === head) continue;
    const addition: Addition = { kind: 'arc', head, dependent };
    if (findContradiction(withAddition(bag, addition)) === null) yield addition;
  }
}

/**
 * Yields the likeliest label of each given arc without a label, if the head and its dependents
 * stand in another order than in the first sentence.
 */
function* labels(
  bag: Bag,
  expected: ScoredSentence,
  best: ScoredSentence,
  knowledge: Pick<ModelKnowledge, 'arcStatistics'>,
): Generator<Addition> {
  const family = ({ tokens }: ScoredSentence, head: number): string =>
    tokens
      .filter((one) => one.word === head || (one.head > 0 && tokens[one.head - 1].word === head))
      .map(({ word }) => word)
      .join(' ');
  for (const { head, dependent, label } of bag.arcs) {
    if (label !== null || family(expected, head) === family(best, head)) continue;
    const [from, to] = [head, dependent].map((word) =>
      expected.tokens.findIndex((token) => token.word === word),
    );
    if (from < 0 || to < 0) continue;
    const { tokens } = expected;
    const likeliest = likeliestLabel(knowledge, tokens[from].tag, tokens[to].tag, to < from);
    if (likeliest !== null) yield { kind: 'label', head, dependent, label: likeliest };
  }
}

/**
 * Realizes the bag with each addition, and returns the additions that make the sentence come first.
 *
 * @param candidates the additions to try, the smallest first
 * @param isBest realizes a bag, and returns whether the sentence comes first
 * @param isOver whether to stop, and return the additions found so far
 */
export function helpful(
  bag: Bag,
  candidates: Iterable<Addition>,
  isBest: (bag: Bag) => boolean,
  isOver: () => boolean,
): Addition[] {
  const found: Addition[] = [];
  const isEnough = (kind: Addition['kind']): boolean =>
    found.filter((one) => one.kind === kind).length >= MOST_OF_A_KIND;
  for (const addition of candidates) {
    if (isOver()) break;
    if (!isEnough(addition.kind) && isBest(withAddition(bag, addition))) found.push(addition);
  }
  return found;
}
