import { countSelections, MOST_SELECTIONS } from '../../bag/selections.ts';
import type { Constraints } from '../meaning/constraints.ts';
import { choicesOf } from '../meaning/to-bag.ts';
import type { DiagnosticList } from '../tree/diagnostic-list.ts';
import type { BagNode } from '../tree/syntax.ts';

/**
 * Reports a bag with more combinations of alternatives and optional words than the search can try.
 * Returns whether the search can try all combinations.
 */
export function checkChoices(
  bag: BagNode,
  constraints: Constraints,
  diagnostics: DiagnosticList,
): boolean {
  const count = countSelections({ choices: choicesOf(constraints) });
  if (count <= MOST_SELECTIONS) return true;
  diagnostics.add(
    'too-many-choices',
    bag.sections.find(({ kind }) => kind === 'words')!.header,
    `The alternatives and optional words of this bag have more than ${MOST_SELECTIONS.toLocaleString('en')} combinations: decide some of them.`,
  );
  return false;
}
