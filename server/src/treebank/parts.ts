/** A part of a treebank that is divided into `of` parts; `index` is from 0. */
export interface Part {
  readonly index: number;
  readonly of: number;
}

/**
 * The number of sentences in a block. Neighbouring sentences stay together in a block, since
 * sentences of one text are similar.
 */
const BLOCK = 50;

/** Returns the index of the part that contains a sentence. Blocks go to the parts in turn. */
export function partOf(sentence: number, parts: number): number {
  return Math.floor(sentence / BLOCK) % parts;
}
