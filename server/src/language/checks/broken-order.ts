import { formAt, textOfForms, type PossibleForms } from '../../bag/projectivity.ts';
import type { WrittenChunk, WrittenOrder } from '../meaning/constraints.ts';

/**
 * A constraint on the order of words: a line of `order:`, or a chunk (words that stand next to each
 * other, `[ the old man ]`).
 */
export type OrderPiece = WrittenOrder | WrittenChunk;

/** Testing this many constraints against a sentence costs one step of the budget. */
const piecesPerStep = 32;

/** All expected sentences of a bag share one budget. */
export interface OrderBudget {
  steps: number;
}

/**
 * The constraints that a sentence breaks. If words are repeated, the sentence may match the bag in
 * several ways; the match that breaks the fewest constraints is taken. Empty if the budget runs
 * out.
 *
 * @param words the words that the sentence uses: the possible forms of each, keyed by its place in
 *   the bag
 * @param tokens the sentence, in its own order: one form of each word in `words`
 */
export function brokenOrder(
  words: ReadonlyMap<number, PossibleForms>,
  pieces: readonly OrderPiece[],
  tokens: readonly string[],
  budget: OrderBudget,
): readonly OrderPiece[] {
  if (pieces.length === 0) return [];
  const best = { isMatched: false, broken: pieces };
  const named = new Set(pieces.flatMap((piece) => piece.words));
  // Words with the same forms are interchangeable if no constraint names them.
  const kinds = new Map(
    [...words].map(([word, forms]) => [word, named.has(word) ? word : textOfForms(forms)]),
  );
  const match = (sequence: readonly number[], at: number): void => {
    if ((best.isMatched && best.broken.length === 0) || budget.steps <= 0) return;
    budget.steps--;
    if (at === tokens.length) {
      best.isMatched = true;
      budget.steps -= Math.floor(pieces.length / piecesPerStep);
      const places = new Map(sequence.map((word, place) => [word, place]));
      const broken = pieces.filter((piece) => !keepsTo(places, piece));
      if (broken.length < best.broken.length) best.broken = broken;
      return;
    }
    const used = new Set(sequence);
    const tried = new Set<number | string>();
    for (const [word, forms] of words) {
      const kind = kinds.get(word)!;
      if (used.has(word) || tried.has(kind)) continue;
      const parts = formAt(forms, tokens, at);
      if (parts === null) continue;
      tried.add(kind);
      match([...sequence, word], at + parts.length);
    }
  };
  match([], 0);
  return best.isMatched && budget.steps > 0 ? best.broken : [];
}

/** `places` has the position of each word in the sentence, keyed by the word's place in the bag. */
function keepsTo(places: ReadonlyMap<number, number>, piece: OrderPiece): boolean {
  const found = piece.words.flatMap((word) => places.get(word) ?? []);
  if (!('relation' in piece)) {
    return found.length < 2 || Math.max(...found) - Math.min(...found) === found.length - 1;
  }
  if (found.length < piece.words.length) return true;
  const [first, second] = found;
  switch (piece.relation) {
    case 'before':
      return first < second;
    case 'right-before':
      return first + 1 === second;
    case 'first':
      return first === 0;
    case 'last':
      return first === places.size - 1;
  }
}
