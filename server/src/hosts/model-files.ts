/** The path of the shipped model, relative to the folder of the installation. */
export const SHIPPED_MODEL = 'models/en-ewt.bow-model';

/** The path of the shipped language model, relative to the folder of the installation. */
export const SHIPPED_LANGUAGE_MODEL = 'models/en.bow-lm';

/** The path of the shipped parser, relative to the folder of the installation. */
export const SHIPPED_PARSER = 'models/en-ewt.bow-parser';

/** The value that a user gives instead of a path, to use no language model. */
export const NO_LANGUAGE_MODEL = 'none';

/** The value that a user gives instead of a path, to use no parser. */
export const NO_PARSER = 'none';
