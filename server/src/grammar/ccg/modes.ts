/**
 * Modes of the arguments that a category still takes, packed into an integer: three bits an argument, the first
 * argument in the lowest bits. `dependencies.ts` explains the modes.
 */
export const NO_MODE = 0;
/** The functor governs what fills the argument. */
export const GOVERNS = 1;
/** What fills it governs the functor: a modifier, a determiner, a preposition, a marker. */
export const GOVERNED = 2;
/** The same, and what modifies the functor meanwhile waits for its head: an auxiliary. */
export const FUNCTION = 3;
/** What fills it waits for a head that is still to come. */
export const WAITS = 4;
/** The argument's own slot decides, which the functor fills: of a type-raised part. */
export const RAISED = 5;

const MODE_BITS = 3;
const MODE_MASK = (1 << MODE_BITS) - 1;
/** No category takes more arguments: the rest of them would have no modes. */
export const MOST_ARGUMENTS = 10;
const ALL_MODES = (1 << (MODE_BITS * MOST_ARGUMENTS)) - 1;

const letters: ReadonlyMap<string, number> = new Map([
  ['g', GOVERNS],
  ['h', GOVERNED],
  ['f', FUNCTION],
  ['w', WAITS],
  ['t', RAISED],
]);

/** Packs the letters of a leaf's modes. */
export function packModes(text: string): number {
  let packed = 0;
  for (let i = Math.min(text.length, MOST_ARGUMENTS) - 1; i >= 0; i--) {
    packed = (packed << MODE_BITS) | (letters.get(text[i]) ?? NO_MODE);
  }
  return packed;
}

/** How many arguments have modes, up to the number that fits. */
export function modeCount(packed: number): number {
  return Math.ceil((32 - Math.clz32(packed)) / MODE_BITS);
}

/** The mode of the argument that is taken first. */
export function firstMode(packed: number): number {
  return packed & MODE_MASK;
}

/** The modes behind the first `count` ones. */
export function modesBehind(packed: number, count: number): number {
  return packed >> (MODE_BITS * count);
}

/** The first `count` modes of one integer, followed by another integer's modes, up to the number that fits. */
export function joinModes(packed: number, count: number, rest: number): number {
  const bits = MODE_BITS * count;
  return (packed & ((1 << bits) - 1)) | ((rest << bits) & ALL_MODES);
}

/** Whether an argument that is still to come has a mode. */
export function hasMode(packed: number, mode: number): boolean {
  for (let left = packed; left !== 0; left >>= MODE_BITS) {
    if ((left & MODE_MASK) === mode) return true;
  }
  return false;
}

/** Whether the words of a phrase may wait for a head together with the phrase that fills an argument. */
export function mayWait(packed: number): boolean {
  return hasMode(packed, WAITS) || hasMode(packed, FUNCTION) || hasMode(packed, RAISED);
}
