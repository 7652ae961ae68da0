import type { ShownRealization, ShownStep } from '../../server/src/lsp/protocol.ts';
import { signed } from './numbers.ts';

type Tokens = ShownRealization['tokens'];

/** What a transition does: the word that it shifts, or the arc that it draws. */
function Effect({ step, tokens }: { readonly step: ShownStep; readonly tokens: Tokens }) {
  const dependent = tokens[step.dependent - 1];
  if (step.action === 'SHIFT') {
    return (
      <>
        {dependent.form}
        <span class="muted">/{dependent.tag}</span>
      </>
    );
  }
  const head = tokens[step.head - 1].form;
  const arrow = step.detail === null ? '→' : `–${step.detail}→`;
  return (
    <>
      {head} <span class="muted">{arrow}</span> {dependent.form}
    </>
  );
}

/** The transition sequence of a realization: what was done, and what it left on the stack. */
export function Derivation({ realization }: { readonly realization: ShownRealization }) {
  const { tokens, steps } = realization;
  return (
    <div class="table-scroll" tabIndex={0} role="group" aria-label="Derivation, scrollable">
      <table class="derivation">
        <thead>
          <tr>
            <th scope="col" class="number">
              Step
            </th>
            <th scope="col">Transition</th>
            <th scope="col">Word or arc</th>
            <th scope="col" class="number">
              Score
            </th>
            <th scope="col">Stack after it</th>
          </tr>
        </thead>
        <tbody>
          {steps.map((step, place) => (
            <tr key={place}>
              <td class="number muted">{place + 1}</td>
              <td class={`action ${step.action.toLowerCase()}`}>{step.action}</td>
              <td>
                <Effect step={step} tokens={tokens} />
              </td>
              <td class="number">{signed(step.score)}</td>
              <td class="stack">
                {step.stack.map((word, depth) => (
                  <span key={word} class={depth === step.stack.length - 1 ? 'top' : ''}>
                    {tokens[word - 1].form}
                  </span>
                ))}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
