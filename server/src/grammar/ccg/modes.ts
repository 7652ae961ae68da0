/*
 * The modes of a phrase, packed into an integer.
 *
 * When one phrase (the functor) takes another (the filler) as an argument, the mode of this
 * argument decides which of the two governs the other (see `dependencies.ts`). A phrase has a mode
 * for each argument that it still takes. The integer has three bits for each mode. The lowest bits
 * contain the mode of the argument that is taken first.
 */

const NO_MODE = 0;
/** Mode `g`: the functor governs the filler. */
const GOVERNS = 1;
/** Mode `h`: the filler governs the functor (modifiers, determiners, prepositions, markers). */
export const GOVERNED = 2;
/**
 * Mode `f`: the filler governs the functor (auxiliaries). Another word that joins the functor first
 * gets no head yet: if *he* and *will* join before *sleep*, *he* waits, and then *sleep* governs
 * both.
 */
export const FUNCTION = 3;
/** Mode `w`: the filler gets its head later in the derivation. */
export const WAITS = 4;
/**
 * Mode `t`, for a type-raised functor: the functor takes the filler, but the functor also fills an
 * argument of the filler. The mode of that argument decides which of the two governs the other.
 */
export const RAISED = 5;

const MODE_BITS = 3;
const MODE_MASK = (1 << MODE_BITS) - 1;
/**
 * The limit on packed modes. Further arguments of a phrase have no mode, but real categories take
 * fewer arguments.
 */
export const MOST_ARGUMENTS = 10;
const ALL_MODES = (1 << (MODE_BITS * MOST_ARGUMENTS)) - 1;

const letters: ReadonlyMap<string, number> = new Map([
  ['g', GOVERNS],
  ['h', GOVERNED],
  ['f', FUNCTION],
  ['w', WAITS],
  ['t', RAISED],
]);

export function packModes(text: string): number {
  let packed = 0;
  for (let i = Math.min(text.length, MOST_ARGUMENTS) - 1; i >= 0; i--) {
    packed = (packed << MODE_BITS) | (letters.get(text[i]) ?? NO_MODE);
  }
  return packed;
}

/** Returns the number of modes, at most MOST_ARGUMENTS. */
export function modeCount(packed: number): number {
  return Math.ceil((32 - Math.clz32(packed)) / MODE_BITS);
}

export function firstMode(packed: number): number {
  return packed & MODE_MASK;
}

/** Drops the first `count` modes. */
export function modesBehind(packed: number, count: number): number {
  return packed >> (MODE_BITS * count);
}

/**
 * Puts the first `count` modes of `packed` before those of `rest`. Drops modes beyond
 * MOST_ARGUMENTS.
 */
export function joinModes(packed: number, count: number, rest: number): number {
  const bits = MODE_BITS * count;
  return (packed & ((1 << bits) - 1)) | ((rest << bits) & ALL_MODES);
}

export function hasMode(packed: number, mode: number): boolean {
  for (let left = packed; left !== 0; left >>= MODE_BITS) {
    if ((left & MODE_MASK) === mode) return true;
  }
  return false;
}

/** Whether taking arguments by these modes may leave words without a head for now. */
export function mayWait(packed: number): boolean {
  return hasMode(packed, WAITS) || hasMode(packed, FUNCTION) || hasMode(packed, RAISED);
}
