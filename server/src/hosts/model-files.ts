/** The model that ships with Bowline, in the folder that it is installed in. */
export const SHIPPED_MODEL = 'models/en-ewt.bow-model';

/** The language model that ships with Bowline, likewise. */
export const SHIPPED_LANGUAGE_MODEL = 'models/en.bow-lm';

/** Stands for no language model where a file can be named. */
export const NO_LANGUAGE_MODEL = 'none';
