/** An amount that is added to the score of a form when the forms of its lemma compete. */
export interface FormBias {
  /** In lower case. */
  readonly lemma: string;
  readonly tag: string;
  /** In lower case. */
  readonly form: string;
  /** The context in which the bias counts (`FormContexts`); empty for every context. */
  readonly context: string;
  /** In the units of the language model's scores: thousandths of a nat. */
  readonly bias: number;
}

/**
 * How to score the forms of a lemma, in addition to a language model. `learnFormChoice` learns
 * this.
 */
export interface FormChoice {
  /**
   * The score of a form is this factor times the natural logarithm of the form's share of its
   * lemma's occurrences, plus `biases`. It is in the units of the language model's scores:
   * thousandths of a nat.
   */
  readonly shareFactor: number;
  readonly biases: readonly FormBias[];
}

/** For a model that has not learned a choice. */
export const NO_FORM_CHOICE: FormChoice = { shareFactor: 1000, biases: [] };
