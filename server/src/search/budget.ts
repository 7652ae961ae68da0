/**
 * Work that may still be done, shared by several questions. It is counted and not timed, so that results
 * are the same on every machine.
 */
export interface Budget {
  /** Parser states, and what follows them. */
  states: number;
}

/** Of a question that may take more than its budget. */
export type Verdict = 'yes' | 'no' | 'undecided';
