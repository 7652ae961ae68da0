/**
 * One of the parts into which a treebank is divided. `index` is from 0; `of` is the number of
 * parts.
 */
export interface Part {
  readonly index: number;
  readonly of: number;
}

/** A part has whole blocks of this many sentences, since neighbouring sentences are similar. */
const BLOCK = 50;

/** Returns the index of a sentence's part. Blocks go to the parts in turn. */
export function partOf(sentence: number, parts: number): number {
  return Math.floor(sentence / BLOCK) % parts;
}
