import { NO_WORD, type Problem } from '../problem/problem.ts';
import type { LanguageModel } from '../lm/query/language-model.ts';
import { tableOf, type Tables, type UnitsPerNat } from '../model/tables.ts';
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

/**
 * What the actions of a search are scored with: weights that were learned with a language model are used
 * only with one.
 *
 * @throws {ModelError} if the model was not trained for this search
 */
export function scoringOf(
  tables: Tables,
  search: string,
  languageModel: LanguageModel | null,
): Scoring {
  const { weights, unitsPerNat } = tableOf(tables, search, languageModel !== null);
  const isFluent = languageModel !== null && unitsPerNat !== null;
  return { weights, fluency: isFluent ? { languageModel, unitsPerNat } : null };
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
