import { NO_WORD, type Problem } from '../problem/problem.ts';
import type { LanguageModel } from '../lm/query/language-model.ts';
import type { Model, UnitsPerNat } from '../model/model.ts';
import type { WeightTable } from './weight-sum.ts';

/** What a language model adds to the weights. */
export interface Fluency {
  readonly languageModel: LanguageModel;
  readonly unitsPerNat: UnitsPerNat;
}

/** What actions are scored with. */
export interface Scoring {
  readonly weights: WeightTable;
  /** Null for weights that were learned without. */
  readonly fluency: Fluency | null;
}

/** The weights that were learned with a language model serve only beside one. */
export function scoringOf(
  { weights, fluent }: Pick<Model, 'weights' | 'fluent'>,
  languageModel: LanguageModel | null,
): Scoring {
  if (languageModel === null || fluent === null) return { weights, fluency: null };
  return { weights: fluent.weights, fluency: { languageModel, unitsPerNat: fluent.unitsPerNat } };
}

/** Units per nat for each word of a problem. */
export function unitsByWord(
  { head, root, hasArcs }: Problem,
  { withoutArcs, open, given }: UnitsPerNat,
): Int32Array {
  return Int32Array.from(head, (ofWord, word) => {
    if (ofWord !== NO_WORD || word === root) return given;
    return hasArcs ? open : withoutArcs;
  });
}
