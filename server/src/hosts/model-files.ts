/** Paths are relative to the folder of the installation. */
export const SHIPPED_MODEL = 'models/en-ewt.bow-model';

export const SHIPPED_LANGUAGE_MODEL = 'models/en.bow-lm';

export const SHIPPED_PARSER = 'models/en-ewt.bow-parser';

/** The user gives this value in place of a path. */
export const NO_LANGUAGE_MODEL = 'none';

export const NO_PARSER = 'none';
