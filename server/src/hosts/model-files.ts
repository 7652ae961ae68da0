/** The model that ships with Bowline, in the folder of the installation. */
export const SHIPPED_MODEL = 'models/en-ewt.bow-model';

/** The language model that ships with Bowline, in the same folder. */
export const SHIPPED_LANGUAGE_MODEL = 'models/en.bow-lm';

/** Means no language model, in place of a file. */
export const NO_LANGUAGE_MODEL = 'none';
