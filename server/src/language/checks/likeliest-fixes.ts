import { constraintsOf, wordsAreWhole } from '../meaning/constraints.ts';
import type { Diagnostic, DiagnosticCode, Fix } from '../tree/diagnostic.ts';
import { DiagnosticList } from '../tree/diagnostic-list.ts';
import { expectationsOf } from '../tree/syntax.ts';
import type { BagNode } from '../tree/syntax.ts';
import { editedBag } from '../writing/edited.ts';
import { mostLines } from './expectation-judge.ts';
import { checkExpectations } from './expectations.ts';

/** Problems with brackets that may mean a group of alternatives, a chunk, or plain words. */
const ofBrackets: ReadonlySet<DiagnosticCode> = new Set<DiagnosticCode>([
  'bad-group',
  'single-alternative',
]);

/**
 * The fixes of at most this many diagnostics are tried, since each trial checks all expected
 * sentences again.
 */
const maxTried = 3;

/**
 * If brackets may mean several things, the fix that leaves the fewest expected sentences impossible
 * comes first.
 */
export function withLikeliestFixFirst(
  bag: BagNode,
  found: readonly Diagnostic[],
): readonly Diagnostic[] {
  const lines = expectationsOf(bag).length;
  if (lines === 0 || lines > mostLines) return found;
  const tried = new Set(
    found
      .filter(({ code, fixes = [] }) => ofBrackets.has(code) && fixes.length > 1)
      .slice(0, maxTried),
  );
  return found.map((one) => {
    if (!tried.has(one)) return one;
    const judged = one.fixes!.map((fix) => ({ fix, impossible: impossibleAfter(bag, fix) }));
    return {
      ...one,
      fixes: judged.sort((a, b) => a.impossible - b.impossible).map(({ fix }) => fix),
    };
  });
}

/**
 * The number of problems with expected sentences after a fix. Infinite if it is then unclear which
 * words the bag has.
 */
function impossibleAfter(bag: BagNode, { edits }: Fix): number {
  const meant = editedBag(bag, edits);
  if (!wordsAreWhole(meant)) return Infinity;
  const list = new DiagnosticList();
  checkExpectations(meant, constraintsOf(meant), null, list);
  return list.finish().length;
}
