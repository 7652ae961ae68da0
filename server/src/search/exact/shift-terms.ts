import type { Problem } from '../../problem/problem.ts';
import { FeatureSum } from '../../scoring/feature-sum.ts';
import type { Scoring } from '../../scoring/scoring.ts';
import { shiftTemplates, ShiftValue } from '../../scoring/arc-standard/shift-templates.ts';
import { LOWEST, mostOf, termsOf, type KeyOf, type Term } from './terms.ts';

const top = [ShiftValue.S0w, ShiftValue.S0t, ShiftValue.S0c];
const pair = [...top, ShiftValue.S1w, ShiftValue.S1t, ShiftValue.S1c];
const last = [ShiftValue.W1, ShiftValue.T1, ShiftValue.C1];
const lastTwo = [...last, ShiftValue.W2, ShiftValue.T2];

/** The terms of a SHIFT's score. A term is a group of templates that read the same values. */
export const enum ShiftTerm {
  Own,
  Last,
  LastTwo,
  LastThree,
  Left,
  Pair,
  PairLast,
  Sides,
  PairRight,
  Valency,
  SecondLeft,
  Third,
  Depth,
}

/**
 * Indexed by `ShiftTerm`: the values that the term's templates may read, besides `ShiftValue.Mark`.
 */
const termValues: readonly (readonly number[])[] = [
  [ShiftValue.OwnWord],
  last,
  lastTwo,
  [...lastTwo, ShiftValue.W3, ShiftValue.T3],
  [...last, ShiftValue.Left],
  pair,
  [...pair, ...last],
  [...top, ShiftValue.S0l1t, ShiftValue.S0r1t],
  [...pair, ShiftValue.S0r1t],
  [...top, ShiftValue.S0v, ...last],
  [...pair, ShiftValue.S1l1t],
  [...pair, ShiftValue.S2t],
  [...top, ShiftValue.Depth],
];

/**
 * Sums the weights of a SHIFT's templates, term by term, for the `variant` and the `values` that
 * the caller has set.
 */
export class ShiftTerms {
  readonly values = shiftTemplates.newValues();
  variant = 0;
  /** An upper bound of the total weight of the templates that belong to no term. */
  readonly others: number;
  #problem!: Problem;
  readonly #sum: FeatureSum;
  readonly #terms: readonly Term[];
  readonly #keyOf: KeyOf;

  constructor({ weights, leftOut }: Scoring) {
    this.#sum = new FeatureSum(weights, shiftTemplates, leftOut);
    const { terms, others } = termsOf(
      this.#sum,
      shiftTemplates,
      termValues.map((values) => ({ values: [...values, ShiftValue.Mark] })),
    );
    this.#terms = terms;
    this.others = mostOf(others, weights);
    const keys = shiftTemplates.templates.map(({ name }) => name.slice(0, name.indexOf(' ')));
    this.#keyOf = (template) => this.keyNamed(keys[template]);
  }

  begin(problem: Problem): void {
    this.#problem = problem;
    this.values[ShiftValue.Mark] = problem.mark;
  }

  add(term: ShiftTerm): number {
    return this.#terms[term].sum(this.values, this.#keyOf);
  }

  /**
   * Returns the highest sum of a term over all tags that the feature value `value` may have: the
   * tags of all words outside the mask `taken`, and NONE, the tag of a missing word.
   */
  highestWithTag(term: ShiftTerm, value: ShiftValue, taken: number): number {
    const { variantCount: none, variantTag, variantWord } = this.#problem;
    const tags = [variantTag[none]];
    for (let variant = 0; variant < none; variant++) {
      if ((taken & (1 << variantWord[variant])) === 0) tags.push(variantTag[variant]);
    }
    return this.highestOf(term, value, tags);
  }

  highestOf(term: ShiftTerm, value: ShiftValue, all: readonly number[]): number {
    let highest = LOWEST;
    for (const one of all) {
      this.values[value] = one;
      highest = Math.max(highest, this.add(term));
    }
    return highest;
  }

  /**
   * @param first the variant of the top word of the stack; `variantCount` stands for no word
   * @param second the variant of the word below it
   */
  readStack(first: number, second: number): void {
    const { variantForm, variantTag, wordId, wordClass } = this.#problem;
    const values = this.values;
    values[ShiftValue.S0w] = wordId[variantForm[first]];
    values[ShiftValue.S0t] = variantTag[first];
    values[ShiftValue.S0c] = wordClass[variantForm[first]];
    values[ShiftValue.S1w] = wordId[variantForm[second]];
    values[ShiftValue.S1t] = variantTag[second];
    values[ShiftValue.S1c] = wordClass[variantForm[second]];
  }

  /**
   * Sets the values that describe the end of the string.
   *
   * @param variants the last three variants of the string, the very last one first; `variantCount`
   *   stands for a missing variant
   */
  readString(variants: readonly [number, number, number]): void {
    const {
      variantCount: none,
      variantForm,
      variantTag,
      surface,
      surfaceClass,
      surfaceStart,
    } = this.#problem;
    const values = this.values;
    const words: number[] = [];
    values[ShiftValue.C1] = 0;
    for (const [i, variant] of variants.entries()) {
      values[ShiftValue.T1 + i] = variantTag[variant];
      if (variant === none) continue;
      const form = variantForm[variant];
      const end = surfaceStart[form + 1];
      if (i === 0) values[ShiftValue.C1] = surfaceClass[end - 1];
      for (let at = end - 1; at >= surfaceStart[form]; at--) words.push(surface[at]);
    }
    for (let i = 0; i < 3; i++) values[ShiftValue.W1 + i] = words.at(i) ?? 0;
  }

  /**
   * Returns the current variant's value for a section's key (`Section.key`), such as its tag for
   * `tag`.
   */
  keyNamed(key: string): number {
    const { variantForm, variantTag, surface, surfaceStart, wordId, wordClass, casing } =
      this.#problem;
    const form = variantForm[this.variant];
    if (key === 'first') return this.#sum.wordKey(surface[surfaceStart[form]]);
    if (key === 'word') return this.#sum.wordKey(wordId[form]);
    if (key === 'casing') return casing[form];
    if (key === 'class') return wordClass[form];
    if (key === 'tag' || key === 'own') return variantTag[this.variant];
    throw new RangeError(`the bound has no value for the key ${key}`);
  }
}
