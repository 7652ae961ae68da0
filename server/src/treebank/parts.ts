/** One of `of` parts of a treebank, from 0. */
export interface Part {
  readonly index: number;
  readonly of: number;
}

/** This many neighbours stay together, since sentences of one text are similar. */
const BLOCK = 50;

/** The part of a sentence: blocks of a treebank go to the parts in turn. */
export function partOf(sentence: number, parts: number): number {
  return Math.floor(sentence / BLOCK) % parts;
}
