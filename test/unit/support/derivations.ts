import type { Bag } from '../../../server/src/bag/bag.ts';
import { Problem } from '../../../server/src/problem/problem.ts';
import type { LanguageModel } from '../../../server/src/lm/query/language-model.ts';
import type { Resources } from '../../../server/src/realize/realizer.ts';
import { scoringOf } from '../../../server/src/scoring/scoring.ts';
import { ArcStandard } from '../../../server/src/search/arc-standard/arc-standard.ts';
import { Legality } from '../../../server/src/search/arc-standard/legal.ts';
import {
  FIRST_SHIFT,
  LEFTARC,
  RIGHTARC,
} from '../../../server/src/scoring/arc-standard/records.ts';
import type { ArcStandardStates } from '../../../server/src/search/arc-standard/states.ts';
import { scoreAnywhere } from './naive-evidence.ts';

/** Every legal action of a state, each word with each of its variants. */
export function legalActions(
  states: ArcStandardStates,
  legality: Legality,
  state: number,
): number[] {
  const { variantCount, variantWord } = states.problem;
  legality.enter(state);
  const actions: number[] = [];
  if (legality.leftArc()) actions.push(LEFTARC);
  if (legality.rightArc()) actions.push(RIGHTARC);
  for (let variant = 0; variant < variantCount; variant++) {
    const word = variantWord[variant];
    if (!states.isInBuffer(state, word) || !legality.shift(word)) continue;
    actions.push(FIRST_SHIFT + variant);
  }
  return actions;
}

/**
 * The best score of every string that a bag allows. Visits all derivations one after the other, without a beam or
 * memoised sums, and queries the language model for every word from the beginning of the sentence.
 */
export function scoreEverything(
  bag: Bag,
  { model, languageModel }: Resources,
): { readonly scores: ReadonlyMap<string, number>; readonly derivations: number } {
  const problem = new Problem(bag, model.lexicon);
  const { weights, leftOut, fluency } = scoringOf(model.tables, 'arc-standard', languageModel);
  const system = new ArcStandard({ weights, leftOut, fluency });
  const first = system.begin(problem);
  const { states } = system;
  const legality = new Legality(states);

  const scores = new Map<string, number>();
  let derivations = 0;

  const sumOfWeights = (state: number, action: number): number => {
    let sum = 0;
    system.observe(state, action, {
      onFeature: (_group, _template, place) => (sum += weights[place]),
    });
    return sum;
  };

  const walk = (state: number, words: readonly number[], score: number): void => {
    const actions = legalActions(states, legality, state);
    // Any other state without an action is a dead end.
    if (actions.length === 0 && words.length === problem.size) {
      derivations++;
      const text = words.map((word) => bag.words[word].form).join(' ');
      scores.set(text, Math.max(score, scores.get(text) ?? -Infinity));
    }
    for (const action of actions) {
      let next = score + sumOfWeights(state, action);
      let longer = words;
      if (action >= FIRST_SHIFT) {
        longer = [...words, problem.places[problem.variantWord[action - FIRST_SHIFT]]];
        if (fluency !== null) {
          const open = bag.arcs.length > 0 ? 'open' : 'withoutArcs';
          const units = fluency.unitsPerNat[isPlaced(bag, longer.at(-1)!) ? 'given' : open];
          next += Math.round(
            (evidence(bag, problem, longer, fluency.languageModel) * units) / 1000,
          );
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

/** The log-probability of the last word after the other words, minus that of its first form anywhere (`scoreAnywhere`). */
function evidence(
  bag: Bag,
  { places }: Problem,
  words: readonly number[],
  languageModel: LanguageModel,
): number {
  const formsOf = (word: number): string[] => bag.words[word].form.split(' ');
  const last = formsOf(words.at(-1)!);
  const ids = words.flatMap(formsOf).map((form) => languageModel.wordId(form));
  const first = ids.length - last.length;
  const isLast = words.length === bag.words.length;
  if (isLast) ids.push(languageModel.end);
  let state = languageModel.startState();
  let next = languageModel.startState();
  const noContext = new Int32Array(languageModel.order);
  const after = new Int32Array(languageModel.order);
  let sum = -scoreAnywhere(
    Array.from(places, (place) => formsOf(place).map((form) => languageModel.wordId(form))),
    places.indexOf(words.at(-1)!),
    (id) => languageModel.query(state, id, next),
    (before, id) => {
      languageModel.query(noContext, before, after);
      return languageModel.query(after, id, next);
    },
  );
  for (const [i, id] of ids.entries()) {
    const score = languageModel.query(state, id, next);
    if (i >= first) sum += score;
    [state, next] = [next, state];
  }
  return sum;
}
