import type { CheckOptions } from '../../../server/src/language/index.ts';
import { isSatisfiable } from '../../../server/src/search/satisfiable.ts';

/** Everything that can be checked without a model. */
export const withoutModel: CheckOptions = {
  maxWords: 100,
  knowledge: null,
  satisfiability: isSatisfiable,
};
