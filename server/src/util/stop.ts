/** A request to end a search. The host sets it, and the search reads it before each step. */
export interface Stop {
  readonly requested: boolean;
}

/** A stop that is never requested. */
export const NEVER: Stop = { requested: false };

/** Returns a stop that is requested after this many milliseconds, or never if the number is 0. */
export function stopAfter(ms: number): Stop {
  if (ms === 0) return NEVER;
  const deadline = performance.now() + ms;
  return {
    get requested() {
      return performance.now() >= deadline;
    },
  };
}
