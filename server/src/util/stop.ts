/** A host sets it to end a search; the search reads it once a step. */
export interface Stop {
  readonly requested: boolean;
}

/** A stop that never comes. */
export const NEVER: Stop = { requested: false };

/** A stop after this many milliseconds from now; never for 0. */
export function stopAfter(ms: number): Stop {
  if (ms === 0) return NEVER;
  const deadline = performance.now() + ms;
  return {
    get requested() {
      return performance.now() >= deadline;
    },
  };
}
