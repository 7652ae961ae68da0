/** One of `of` parts of a treebank, from 0. */
export interface Part {
  readonly index: number;
  readonly of: number;
}

/** So many neighbours stay together: sentences of one text are alike. */
const BLOCK = 50;

/** The part that a sentence belongs to: blocks of a treebank are dealt out to the parts in turn. */
export function partOf(sentence: number, parts: number): number {
  return Math.floor(sentence / BLOCK) % parts;
}
