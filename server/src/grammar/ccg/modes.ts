/**
 * Modes of the arguments that a category still takes, packed into an integer: three bits an argument, those of the one
 * that is taken first the lowest. What they mean is told in `dependencies.ts`.
 */
export const enum Mode {
  None,
  /** The functor governs what fills the argument. */
  Governs,
  /** What fills it governs the functor: a modifier, a determiner, a preposition, a marker. */
  Governed,
  /** The same, and what modifies the functor meanwhile waits for its head: an auxiliary. */
  Function,
  /** What fills it waits for a head that is still to come. */
  Waits,
}

const MODE_BITS = 3;
const MODE_MASK = (1 << MODE_BITS) - 1;
/** No category takes more arguments: the rest of them would have no modes. */
export const MOST_ARGUMENTS = 10;

const letters: Readonly<Record<string, Mode>> = {
  g: Mode.Governs,
  h: Mode.Governed,
  f: Mode.Function,
  w: Mode.Waits,
};

/** Packs the letters of a leaf's modes. */
export function packModes(text: string): number {
  let packed = 0;
  for (let i = Math.min(text.length, MOST_ARGUMENTS) - 1; i >= 0; i--) {
    packed = (packed << MODE_BITS) | (letters[text[i]] ?? Mode.None);
  }
  return packed;
}

/** The mode of the argument that is taken first. */
export function firstMode(packed: number): Mode {
  return (packed & MODE_MASK) as Mode;
}

/** The modes behind the first `count` ones. */
export function modesBehind(packed: number, count: number): number {
  return packed >> (MODE_BITS * count);
}

/** The first `count` modes of one, and behind them those of another. */
export function joinModes(packed: number, count: number, rest: number): number {
  const bits = MODE_BITS * count;
  return (packed & ((1 << bits) - 1)) | (rest << bits);
}

/** Whether an argument that is still to come has a mode. */
export function hasMode(packed: number, mode: Mode): boolean {
  for (let left = packed; left !== 0; left >>= MODE_BITS) {
    if ((left & MODE_MASK) === (mode as number)) return true;
  }
  return false;
}
