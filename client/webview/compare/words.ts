import type { ExpectedEdge, ShownEdge } from '../../../server/src/lsp/protocol.ts';
import { score } from '../../src/numbers.ts';

/** What an edge is ordered by: a mean is no whole number. */
export function value(edge: ShownEdge): string {
  return score(Math.round(edge.value * 10) / 10);
}

/** What became of an edge. */
export function fateOf({ pop, fate, droppedAt }: Omit<ExpectedEdge, keyof ShownEdge>): string {
  switch (fate) {
    case null:
      return 'never taken off';
    case 'accepted':
      if (droppedAt !== null) return `accepted, dropped at pop ${score(droppedAt)}`;
      return pop === 0 ? 'a word, accepted before all' : 'accepted';
    case 'sentence':
      return 'a sentence';
    case 'alike':
      return 'not accepted: like others';
    case 'crowded':
      return 'not accepted: enough of its size';
    case 'worst':
      return 'not accepted: too bad';
  }
}
