import type { NamedBagParams, ShownProof } from '../../server/src/lsp/protocol.ts';
import { send } from './host.ts';
import { useKeptFocus } from './use-kept-focus.ts';

/**
 * Says whether a proof has shown that no sentence scores more than the first. If nothing is proven
 * yet, offers a proof.
 */
export function ProofLine({
  proof,
  bag,
  former,
}: {
  readonly proof: ShownProof;
  readonly bag: NamedBagParams;
  readonly former: boolean;
}) {
  const [label, meaning] = meaningOf(proof);
  const element = useKeptFocus<HTMLSpanElement>();
  const canProve = proof.kind === 'open' || ('canProve' in proof && proof.canProve);
  return (
    <span ref={element} tabIndex={-1} class="proof">
      {label !== null && (
        <span
          class={proof.kind === 'missed' ? 'badge' : undefined}
          role={proof.kind === 'open' ? undefined : 'status'}
          title={meaning}
        >
          {label}
        </span>
      )}
      {!former && proof.kind === 'proving' && (
        <>
          <progress aria-label="Proving the highest score" />
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
          title="Looks for a sentence with a higher score until there can be none, or gives up after some 20 seconds"
          onClick={() => send({ type: 'prove', params: bag })}
        >
          Prove the Highest Score
        </button>
      )}
    </span>
  );
}

function meaningOf(proof: ShownProof): readonly [label: string | null, meaning: string] {
  switch (proof.kind) {
    case 'proven':
      return [
        'highest score, proven',
        'No sentence of this bag scores more than the first: it is proven.',
      ];
    case 'found':
      return [
        'highest score found, not proven',
        'No sentence that was found scores more than the first. A proof takes too long, or the bag has lemmas.',
      ];
    case 'missed':
      return [
        'higher score missed',
        proof.isProven
          ? 'The search missed a sentence that scores more: it stands above the first. Its score is the highest, proven.'
          : 'The search missed a sentence that scores more: it stands above the first. Its score is the highest that ' +
            'was found; a proof would have taken too long.',
      ];
    case 'proving':
      return ['proving', 'It starts again if a bag is realized meanwhile.'];
    case 'open':
      return [null, ''];
  }
}
