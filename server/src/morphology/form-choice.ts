/** A form of a lemma, and the amount that its score gets beside the lemma's other forms. */
export interface FormBias {
  /** In lower case. */
  readonly lemma: string;
  readonly tag: string;
  /** In lower case. */
  readonly form: string;
  /** The context in which the bias counts (`FormContexts`); empty if it counts in every context. */
  readonly context: string;
  /** In thousandths of a nat of the language model's evidence. */
  readonly bias: number;
}

/** How the forms of a lemma compete beside a language model (`learnFormChoice`). */
export interface FormChoice {
  /** What a nat of a form's share counts, in thousandths of a nat of the language model's evidence. */
  readonly shareFactor: number;
  readonly biases: readonly FormBias[];
}

/** The choice of a model that has learned none. */
export const NO_FORM_CHOICE: FormChoice = { shareFactor: 1000, biases: [] };
