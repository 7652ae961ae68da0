import { useEffect, useRef } from 'preact/hooks';
import type { ShownCcgDerivation } from '../../../server/src/lsp/protocol.ts';
import { useChosenRow } from '../chosen-row.ts';
import { useEdges } from '../sideways.tsx';
import { Category } from './category.tsx';
import type { Words } from './derivation.ts';
import type { CcgStep } from './steps.ts';

interface Props {
  readonly derivation: ShownCcgDerivation;
  readonly words: Words;
  readonly steps: readonly CcgStep[];
  /** An index in `steps`. */
  readonly chosen: number | null;
  readonly onChoose: (step: number) => void;
}

/** Each row has the action, the rule, and the categories on the stack after the step. */
export function StepTable({ derivation, words, steps, chosen, onChoose }: Props) {
  const { nodes } = derivation;
  const { table, onKeyDown } = useChosenRow(steps.length, chosen ?? -1, onChoose);
  const frame = useRef<HTMLDivElement>(null);
  useEdges(frame);
  useEffect(() => {
    if (chosen !== null && table.current !== null) showRow(table.current, chosen);
  }, [table, chosen]);
  return (
    <div ref={frame} class="ccg-steps sideways">
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
            <th scope="col">Action</th>
            <th scope="col">Rule</th>
            <th scope="col">Category</th>
            <th scope="col">Words</th>
            <th scope="col" class="stack">
              Stack, its top last
            </th>
          </tr>
        </thead>
        <tbody>
          {steps.map(({ action, node, stack }, i) => {
            const { category, rule, ruleName, first, last } = nodes[node];
            const span = words.slice(first, last + 1).map(({ form }) => form);
            return (
              <tr
                key={i}
                aria-selected={i === chosen}
                tabIndex={i === (chosen ?? 0) ? 0 : -1}
                onClick={() => onChoose(i)}
              >
                <td class="number muted">{i + 1}</td>
                <td>{action}</td>
                <td title={ruleName ?? ''}>{rule}</td>
                <td>
                  <Category category={category} />
                </td>
                <td title={span.join(' ')}>
                  <bdi>{span.length > 2 ? `${span[0]} … ${span.at(-1)}` : span.join(' ')}</bdi>
                </td>
                <td class="stack" title={stack.map((one) => nodes[one].category).join('   ')}>
                  <div>
                    <bdi dir="ltr">
                      {stack.map((one, depth) => (
                        <span key={one} class={depth === stack.length - 1 ? 'top' : ''}>
                          <Category category={nodes[one].category} />
                        </span>
                      ))}
                    </bdi>
                  </div>
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

/** Scrolls only the table, so that the drawing above stays in place. */
function showRow(table: HTMLTableElement, row: number): void {
  const { offsetTop, offsetHeight } = table.tBodies[0].rows[row];
  const frame = table.parentElement;
  if (frame === null) return;
  const top = offsetTop - (table.tHead?.offsetHeight ?? 0);
  const bottom = offsetTop + offsetHeight - frame.clientHeight;
  frame.scrollTop = Math.max(bottom, Math.min(top, frame.scrollTop));
}
