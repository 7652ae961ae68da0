import { useMemo, useState } from 'preact/hooks';
import type { ShownRealization } from '../../server/src/lsp/protocol.ts';
import { score, signed } from '../src/numbers.ts';
import { useChosenRow } from './chosen-row.ts';
import { TableScroll } from './sideways.tsx';
import { stepsOf, type Step } from './steps.ts';
import { useStateOf } from './use-state-of.ts';

type Tokens = ShownRealization['tokens'];

/** The effect of a step: the shifted word, the built arc, or the heads of the two joined parts. */
export function Effect({ step, tokens }: { readonly step: Step; readonly tokens: Tokens }) {
  const dependent = tokens[step.dependent - 1];
  if (step.action === 'SHIFT') {
    return (
      <>
        {dependent.form}
        <span class="muted">/{step.detail ?? dependent.tag}</span>
      </>
    );
  }
  const head = tokens[step.head - 1].form;
  if (step.action === 'COMBINE' || step.action === 'GLUE') {
    const [left, right] = [step.head, step.dependent].sort((a, b) => a - b);
    return (
      <>
        {tokens[left - 1].form} + {tokens[right - 1].form}{' '}
        <span class="muted">{step.detail ?? 'no rule joins them'}</span>
      </>
    );
  }
  const arrow = step.detail === null ? '→' : `–${step.detail}→`;
  return (
    <>
      {head} <span class="muted">{arrow}</span> {dependent.form}
    </>
  );
}

interface Props {
  readonly realization: ShownRealization;
  /**
   * For each step, the scores of its feature templates. Null until the server's explanation
   * arrives.
   */
  readonly byStep: readonly (readonly { readonly name: string; readonly score: number }[])[] | null;
}

/** Each row has the action, its score, and the stack after the step. */
export function Derivation({ realization, byStep }: Props) {
  const { tokens, text } = realization;
  const steps = useMemo(() => stepsOf(realization), [realization]);
  const [{ chosen }, choose] = useStateOf(text, { chosen: 0 });
  const place = Math.min(chosen, steps.length - 1);
  const { table, onKeyDown } = useChosenRow(steps.length, place, (row) => choose({ chosen: row }));

  let total = 0;
  const totals = steps.map((step) => (total += step.score));
  return (
    <>
      <TableScroll>
        <table
          ref={table}
          class="derivation"
          role="grid"
          aria-label="Derivation, step by step"
          onKeyDown={onKeyDown}
        >
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
              <th scope="col" class="number">
                Total
              </th>
              <th scope="col" class="stack">
                Stack, its top last
              </th>
            </tr>
          </thead>
          <tbody>
            {steps.map((step, i) => (
              <tr
                key={i}
                aria-selected={i === place}
                tabIndex={i === place ? 0 : -1}
                onClick={() => choose({ chosen: i })}
              >
                <td class="number muted">{i + 1}</td>
                <td class={`action ${step.action.toLowerCase()}`}>{step.action}</td>
                <td>
                  <Effect step={step} tokens={tokens} />
                </td>
                <td class="number">{signed(step.score)}</td>
                <td class="number">{score(totals[i])}</td>
                <td class="stack" title={step.stack.map((word) => tokens[word - 1].form).join(' ')}>
                  <div>
                    <bdi dir="ltr">
                      {step.stack.map((word, depth) => (
                        <span key={word} class={depth === step.stack.length - 1 ? 'top' : ''}>
                          {tokens[word - 1].form}
                        </span>
                      ))}
                    </bdi>
                  </div>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </TableScroll>
      {byStep !== null && place in byStep && <Parts step={place + 1} parts={byStep[place]} />}
    </>
  );
}

/** At first, only this many templates are shown, those with the largest absolute scores. */
const fewParts = 10;

/** The feature templates of a step, with the score that each adds. */
function Parts({
  step,
  parts,
}: {
  readonly step: number;
  readonly parts: readonly { readonly name: string; readonly score: number }[];
}) {
  const [isWhole, setWhole] = useState(false);
  const sorted = parts.toSorted((a, b) => Math.abs(b.score) - Math.abs(a.score));
  const shown = isWhole ? sorted : sorted.slice(0, fewParts);
  return (
    <section class="parts" aria-label={`The score of step ${step}`}>
      <h2>The score of step {step}</h2>
      {sorted.length === 0 && <p class="muted">Nothing: no feature of it has a weight.</p>}
      <ul>
        {shown.map((part) => (
          <li key={part.name}>
            <span class="number">{signed(part.score)}</span> <code>{part.name}</code>
          </li>
        ))}
      </ul>
      {sorted.length > fewParts && (
        <button type="button" class="more" onClick={() => setWhole(!isWhole)}>
          {isWhole ? `Show the first ${fewParts}` : `Show ${sorted.length - fewParts} more`}
        </button>
      )}
    </section>
  );
}
