import type { NamedBagParams, ShownBest } from '../../server/src/lsp/protocol.ts';
import { send } from './host.ts';

/** Says whether the first sentence is proven to be the best; if not, offers to prove it. */
export function ProofLine({
  best,
  bag,
  former,
}: {
  readonly best: ShownBest;
  readonly bag: NamedBagParams;
  readonly former: boolean;
}) {
  const [label, meaning] = meaningOf(best);
  const canProve = best.kind === 'open' || ('canProve' in best && best.canProve);
  return (
    <>
      {label !== null && (
        <span
          class={best.kind === 'missed' ? 'badge' : undefined}
          role={best.kind === 'open' ? undefined : 'status'}
          title={meaning}
        >
          {label}
        </span>
      )}
      {!former && best.kind === 'proving' && (
        <>
          <progress aria-label="Proving the best sentence" />
          <button
            type="button"
            class="link"
            onClick={() => send({ type: 'cancelProof', params: bag })}
          >
            Cancel Proof
          </button>
        </>
      )}
      {!former && canProve && (
        <button
          type="button"
          class="link"
          title="Looks for a better sentence until there can be none, or gives up after some 20 seconds"
          onClick={() => send({ type: 'prove', params: bag })}
        >
          Prove the Best
        </button>
      )}
    </>
  );
}

function meaningOf(best: ShownBest): readonly [label: string | null, meaning: string] {
  switch (best.kind) {
    case 'possible':
      return ['best possible', 'No sentence of this bag scores more than the first: it is proven.'];
    case 'found':
      return [
        'best found',
        'The first sentence is the best that was found: a proof would have taken too long.',
      ];
    case 'missed':
      return [
        'search error',
        best.isProven
          ? 'The search missed a sentence that scores more: it stands below the list, and is proven the best possible.'
          : 'The search missed a sentence that scores more: it stands below the list. It is the best that was found: ' +
            'a proof would have taken too long.',
      ];
    case 'proving':
      return ['proving', 'It starts again if a bag is realized meanwhile.'];
    case 'open':
      return [null, ''];
  }
}
