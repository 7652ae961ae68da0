import type { Scoring } from '../scoring/scoring.ts';
import type { TrainerStart } from './trainer.ts';

/** What a trainer scores with: for each part of the treebank, with the language model that has not seen it. */
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
  // What words add is a matter of the search: here sizes compare by their scores alone.
  const comparison = { ...start.options.bestFirst.comparison, perWord: 0, haste: 0 };
  return scoringsOf(start).map((scoring) => ({ ...scoring, comparison }));
}
