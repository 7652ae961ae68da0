import type { ExpectedEdge, ShownEdge } from '../../../server/src/lsp/protocol.ts';
import { score } from '../../src/numbers.ts';
import { Category } from '../ccg/category.tsx';

/** The words of an edge (a part of a sentence), with its head word marked. */
export function EdgeWords({ edge: { words, head, tag } }: { readonly edge: ShownEdge }) {
  return (
    <bdi>
      {words.map((word, i) => (
        <span key={i}>
          {i > 0 && ' '}
          {i === head ? (
            <>
              <strong>{word}</strong>
              <span class="muted">/{tag}</span>
            </>
          ) : (
            word
          )}
        </span>
      ))}
    </bdi>
  );
}

export function hasCategory({ category }: ShownEdge): boolean {
  return category !== undefined;
}

/** The category of an edge, or a dash if no rule joins its parts. */
export function EdgeCategory({ edge: { category } }: { readonly edge: ShownEdge }) {
  if (category == null) return <span title="No rule joins its parts">–</span>;
  return <Category category={category} />;
}

/** The value by which the agenda orders edges. It may be a mean, so it is rounded to tenths. */
export function value(edge: ShownEdge): string {
  return score(Math.round(edge.value * 10) / 10);
}

/** Whether the search accepted an edge and, if not, why. */
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
