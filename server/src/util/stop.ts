/** A host sets it to end a search; the search reads it once a step. */
export interface Stop {
  readonly requested: boolean;
}

/** A stop that never comes. */
export const NEVER: Stop = { requested: false };
