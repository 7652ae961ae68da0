import { closest } from '../../text/closest.ts';
import { likeliestTag } from '../facts/knowledge.ts';
import type { Knowledge } from '../facts/knowledge.ts';
import { WordTable } from '../meaning/word-table.ts';
import { listOfQuoted, quoted, replacement } from '../tree/diagnostic.ts';
import type { Fix } from '../tree/diagnostic.ts';
import type { DiagnosticList } from '../tree/diagnostic-list.ts';
import { isPrepositional, labelsMeant } from '../facts/stanford-labels.ts';
import { depsOf, wordsOf } from '../tree/syntax.ts';
import type { BagNode, Reference } from '../tree/syntax.ts';

const turned =
  'In Universal Dependencies a noun is the head of its preposition: give the arcs as in `cat -case-> by`.';

/** Reports arc labels that do not occur in the treebank. */
export function checkLabels(bag: BagNode, knowledge: Knowledge, diagnostics: DiagnosticList): void {
  let table: WordTable | null = null;
  const tagOf = (reference: Reference | undefined): string | null => {
    table ??= new WordTable(wordsOf(bag));
    const word = reference?.kind === 'word' ? table.resolve(reference) : 'unknown';
    return typeof word === 'number'
      ? likeliestTag(table.words[word], bag.grammar, knowledge)
      : null;
  };
  for (const { heads, arrows, dependents } of depsOf(bag)) {
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
      const dependent = heads.at(i + 1) ?? dependents.at(0);
      const meant = diagnostics.maySearch
        ? labelsMeant(label, knowledge, () => [tagOf(heads[i]), tagOf(dependent)])
        : [];
      const near = meant.length > 0 || !diagnostics.maySearch ? null : nearLabel(label, knowledge);
      const help =
        meant.length > 0
          ? `In Universal Dependencies it is ${listOfQuoted(meant, 'or')}.`
          : near === null
            ? 'Choose another, or leave it open with `->`.'
            : `Did you mean ${quoted(near)}?`;
      const labels = near === null ? meant : [near];
      report(help, [
        ...labels.map((one) => replacement(`Change to ${quoted(one)}`, range, one)),
        replacement('Leave the label open', { start, end }, '->'),
      ]);
    }
  }
}

/** The label of the treebank that a label probably misspells; null if there is none. */
function nearLabel(label: string, { labels }: Knowledge): string | null {
  const bare = label.replace(/^[-[(>]+|[-\])>]+$/gu, '');
  if (labels.has(bare)) return bare;
  // A label of two letters, such as `VC`, resembles others by chance.
  return bare.length < 3 ? null : closest(bare, labels);
}
