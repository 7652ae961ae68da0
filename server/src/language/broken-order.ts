import type { WrittenChunk, WrittenOrder } from './arcs.ts';

/** What a sentence can break beside arcs. */
export type OrderPiece = WrittenOrder | WrittenChunk;

/** Ways of matching repeated words that are tried for a sentence. */
const mostMatchings = 1_000;

/**
 * What of the order a sentence breaks, however its words are matched: the least of it. Empty if it keeps to
 * all.
 *
 * @param words the parts of each word that is used, by its place in the bag
 * @param tokens a permutation of all parts
 */
export function brokenOrder(
  words: ReadonlyMap<number, readonly string[]>,
  pieces: readonly OrderPiece[],
  tokens: readonly string[],
): readonly OrderPiece[] {
  if (pieces.length === 0) return [];
  let least = pieces;
  let matchings = 0;
  const named = new Set(pieces.flatMap((piece) => piece.words));
  const match = (sequence: readonly number[], at: number): void => {
    if (least.length === 0 || matchings >= mostMatchings) return;
    if (at === tokens.length) {
      matchings++;
      const broken = pieces.filter((piece) => !keepsTo(sequence, piece, words));
      if (broken.length < least.length) least = broken;
      return;
    }
    const used = new Set(sequence);
    const fitting = [...words].filter(
      ([word, parts]) => !used.has(word) && parts.every((part, i) => tokens[at + i] === part),
    );
    // Of words that no piece names one is as good as another.
    const tried = new Set<string>();
    for (const [word, parts] of fitting) {
      const kind = named.has(word) ? String(word) : parts.join(' ');
      if (tried.has(kind)) continue;
      tried.add(kind);
      match([...sequence, word], at + parts.length);
    }
  };
  match([], 0);
  return matchings > 0 ? least : [];
}

function keepsTo(
  sequence: readonly number[],
  piece: OrderPiece,
  used: ReadonlyMap<number, unknown>,
): boolean {
  const members = piece.words.filter((word) => used.has(word));
  const places = members.map((word) => sequence.indexOf(word));
  if (!('relation' in piece)) {
    return Math.max(...places) - Math.min(...places) === new Set(places).size - 1;
  }
  if (members.length < piece.words.length) return true;
  const [first, second] = places;
  switch (piece.relation) {
    case 'before':
      return first < second;
    case 'right-before':
      return first + 1 === second;
    case 'first':
      return first === 0;
    case 'last':
      return first === sequence.length - 1;
  }
}
