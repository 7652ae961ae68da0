/**
 * A form of a lemma, and an amount to add to the form's score when the forms of the lemma compete.
 */
export interface FormBias {
  /** The lemma in lower case. */
  readonly lemma: string;
  readonly tag: string;
  /** The form in lower case. */
  readonly form: string;
  /**
   * The context in which the bias counts (`FormContexts`); empty if the bias counts in every
   * context.
   */
  readonly context: string;
  /** The amount, in thousandths of a nat of the language model's evidence. */
  readonly bias: number;
}

/**
 * How to score the forms of a lemma, beside the scores of a language model (`learnFormChoice`
 * learns this).
 */
export interface FormChoice {
  /**
   * The score of a form is this factor times the natural logarithm of the form's share of its
   * lemma's occurrences. Then `biases` are added. The unit of the score is a thousandth of a nat of
   * the language model's evidence.
   */
  readonly shareFactor: number;
  readonly biases: readonly FormBias[];
}

/** The choice of a model that has not learned a choice. */
export const NO_FORM_CHOICE: FormChoice = { shareFactor: 1000, biases: [] };
