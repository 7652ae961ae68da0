import { closest } from '../../text/closest.ts';
import type { Knowledge } from '../facts/knowledge.ts';
import { quoted, replacement } from '../tree/diagnostic.ts';
import type { Fix } from '../tree/diagnostic.ts';
import type { DiagnosticList } from '../tree/diagnostic-list.ts';
import { isPrepositional, labelMeant } from '../facts/stanford-labels.ts';
import { depsOf } from '../tree/syntax.ts';
import type { BagNode } from '../tree/syntax.ts';

const turned =
  'In Universal Dependencies a noun is the head of its preposition: give the arcs as in `cat -case-> by`.';

/** Reports labels that the treebank lacks. */
export function checkLabels(bag: BagNode, knowledge: Knowledge, diagnostics: DiagnosticList): void {
  for (const { heads, arrows } of depsOf(bag)) {
    for (const [i, { label, start, end }] of arrows.entries()) {
      if (diagnostics.full) return;
      if (label === null || heads[i].kind === 'root' || knowledge.labels.has(label)) continue;
      const range = { start: start + 1, end: end - 2 };
      const report = (help: string, fixes: readonly Fix[]): void =>
        diagnostics.add(
          'unknown-label',
          range,
          `The treebank has no label ${quoted(label)}. ${help}`,
          {
            fixes,
          },
        );
      if (isPrepositional(label)) {
        report(turned, []);
        continue;
      }
      const converted = labelMeant(label, knowledge);
      const near = converted ?? (diagnostics.maySearch ? closest(label, knowledge.labels) : null);
      const open = replacement('Leave the label open', { start, end }, '->');
      if (near === null) {
        report('Choose another, or leave it open with `->`.', [open]);
      } else {
        const help = near === converted ? 'In Universal Dependencies it is' : 'Did you mean';
        const sign = near === converted ? '.' : '?';
        report(`${help} ${quoted(near)}${sign}`, [
          replacement(`Change to ${quoted(near)}`, range, near),
          open,
        ]);
      }
    }
  }
}
