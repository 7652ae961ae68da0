import type { Scoring } from '../scoring/scoring.ts';
import type { TrainerStart } from './trainer.ts';

/**
 * One scoring for each part of the treebank, with the language model that has not seen this part.
 */
export function scoringsOf({ weights, fluency, options }: TrainerStart): Scoring[] {
  const leftOut = new Set(options.withoutTemplates);
  if (fluency === null) return [{ weights, leftOut, fluency: null }];
  const { languageModels, unitsPerNat } = fluency;
  return languageModels.map((languageModel) => ({
    weights,
    leftOut,
    fluency: { languageModel, unitsPerNat },
  }));
}

/** The same for a best-first search. */
export function bestFirstScoringsOf(start: TrainerStart): Scoring[] {
  // The cost per word guides only the search. In training, edges compare by their scores alone.
  const comparison = { ...start.options.bestFirst.comparison, perWord: 0, haste: 0 };
  return scoringsOf(start).map((scoring) => ({ ...scoring, comparison }));
}
