import type { Bag } from '../../../server/src/bag/bag.ts';
import { Legality } from '../../../server/src/search/arc-standard/legal.ts';
import { Problem } from '../../../server/src/problem/problem.ts';
import { EMPTY_CONTEXT, type LanguageModel } from '../../../server/src/lm/query/language-model.ts';
import type { Resources } from '../../../server/src/realize/realizer.ts';
import { Features } from '../../../server/src/search/arc-standard/features.ts';
import { scoringOf } from '../../../server/src/scoring/scoring.ts';
import {
  FIRST_SHIFT,
  LEFTARC,
  nodeOf,
  RIGHTARC,
  States,
  wordOf,
} from '../../../server/src/search/arc-standard/states.ts';
import { WordScores } from '../../../server/src/scoring/word-scores.ts';

/**
 * The best score of every string that a bag allows, by walking through all derivations one after the
 * other: no beam, and the language model asked anew for every word, from the beginning of the sentence.
 */
export function scoreEverything(
  bag: Bag,
  { model, languageModel }: Resources,
): { readonly scores: ReadonlyMap<string, number>; readonly derivations: number } {
  const problem = new Problem(bag, model.lexicon);
  const { weights, fluency } = scoringOf(model.tables, 'arc-standard', languageModel);
  const wordScores = fluency === null ? null : new WordScores(fluency.languageModel);
  wordScores?.begin(problem);
  const legality = new Legality(problem);
  const states = new States(wordScores);
  const features = new Features(weights, wordScores);
  const first = states.reset(problem, legality);
  features.begin(problem, states);

  const scores = new Map<string, number>();
  let derivations = 0;

  const legalActions = (state: number): number[] => {
    states.enter(state);
    const actions: number[] = [];
    if (legality.leftArc()) actions.push(LEFTARC);
    if (legality.rightArc()) actions.push(RIGHTARC);
    for (let word = 0; word < problem.size; word++) {
      if (!states.isInBuffer(state, word) || !legality.shift(word)) continue;
      const tags = problem.tags.subarray(problem.tagStart[word], problem.tagStart[word + 1]);
      for (const tag of tags) actions.push(FIRST_SHIFT + nodeOf(word, tag));
    }
    return actions;
  };

  const sumOfWeights = (state: number, action: number): number => {
    const places: number[] = [];
    features.collected = places;
    features.enter(state);
    if (action < FIRST_SHIFT) features.arc(action);
    else features.shift(action - FIRST_SHIFT);
    return places.reduce((sum, place) => sum + weights[place], 0);
  };

  const walk = (state: number, words: readonly number[], score: number): void => {
    const actions = legalActions(state);
    if (actions.length === 0) {
      derivations++;
      const text = words.map((word) => bag.words[word].form).join(' ');
      scores.set(text, Math.max(score, scores.get(text) ?? -Infinity));
    }
    for (const action of actions) {
      let next = score + sumOfWeights(state, action);
      let longer = words;
      if (action >= FIRST_SHIFT) {
        longer = [...words, problem.places[wordOf(action - FIRST_SHIFT)]];
        if (fluency !== null) {
          const open = bag.arcs.length > 0 ? 'open' : 'withoutArcs';
          const units = fluency.unitsPerNat[isPlaced(bag, longer.at(-1)!) ? 'given' : open];
          next += Math.round((evidence(bag, longer, fluency.languageModel) * units) / 1000);
        }
      }
      walk(states.apply(state, action, 0), longer, next);
    }
  };
  walk(first, [], 0);
  return { scores, derivations };
}

function isPlaced({ arcs, root }: Bag, word: number): boolean {
  return word === root || arcs.some(({ dependent }) => dependent === word);
}

/** How much likelier the last of some words is after the others than its first form is anywhere. */
function evidence(bag: Bag, words: readonly number[], languageModel: LanguageModel): number {
  const formsOf = (word: number): string[] => bag.words[word].form.split(' ');
  let context = languageModel.start;
  for (const form of words.slice(0, -1).flatMap(formsOf)) {
    context = languageModel.advance(context, languageModel.wordId(form));
  }
  const ids = formsOf(words.at(-1)!).map((form) => languageModel.wordId(form));
  let sum = -languageModel.score(EMPTY_CONTEXT, ids[0]);
  for (const id of ids) {
    sum += languageModel.score(context, id);
    context = languageModel.advance(context, id);
  }
  const isLast = words.length === bag.words.length;
  return isLast ? sum + languageModel.score(context, languageModel.end) : sum;
}
