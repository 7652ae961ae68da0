/** A request to end a search. The host sets it, and the search reads it before each step. */
export interface Stop {
  readonly requested: boolean;
}

export const NEVER: Stop = { requested: false };

/** 0 ms means never. */
export function stopAfter(ms: number): Stop {
  if (ms === 0) return NEVER;
  const deadline = performance.now() + ms;
  return {
    get requested() {
      return performance.now() >= deadline;
    },
  };
}
