import type { LanguageModel } from '../lm/query/language-model.ts';
import { tableName, tableOf, type Comparison, type Tables } from '../model/tables.ts';
import type { WeightTable } from './feature-sum.ts';
import type { WeightedLanguageModel } from './fluency.ts';
import { checkTemplates, templateSeedsOf } from './template-groups.ts';

/** The weights and the language model that score the actions of a search. */
export interface Scoring {
  readonly weights: WeightTable;
  /** Names of the templates that training left out, as `GROUP/NAME`. */
  readonly leftOut: ReadonlySet<string>;
  /** Null if the weights were learned without a language model. */
  readonly fluency: WeightedLanguageModel | null;
  /**
   * How a best-first search compares parts of different sizes. If absent, it compares the mean
   * scores of their actions.
   */
  readonly comparison?: Comparison;
}

/**
 * Returns the scoring of a search. Weights that were learned with a language model are used only if
 * `languageModel` is not null.
 *
 * @throws {ModelError} if the model was not trained for this search, if its weights were learned
 *   with other templates, or if they cannot be read
 */
export function scoringOf(
  tables: Tables,
  search: string,
  languageModel: LanguageModel | null,
): Scoring {
  const table = tableOf(tables, search, languageModel !== null);
  const { unitsPerNat } = table;
  const { weights, templates } = table.learned();
  const name = tableName(search, unitsPerNat !== null);
  checkTemplates(name, templates, templateSeedsOf(search, unitsPerNat !== null));
  const isFluent = languageModel !== null && unitsPerNat !== null;
  return {
    weights,
    leftOut: new Set(table.withoutTemplates),
    fluency: isFluent ? { languageModel, unitsPerNat } : null,
    ...(table.comparison !== undefined && { comparison: table.comparison }),
  };
}
