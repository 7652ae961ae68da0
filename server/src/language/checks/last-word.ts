import { diagnostic, quoted, replacement } from '../tree/diagnostic.ts';
import type { Diagnostic } from '../tree/diagnostic.ts';
import { spellReference } from '../tree/spelling.ts';
import { groupsOf, orderOf, wordsOf } from '../tree/syntax.ts';
import type { BagNode } from '../tree/syntax.ts';

const ending = /^[.?!…]+$/u;

/**
 * Reports a line `last WORD` if the bag has a final `.`, `?` or `!`. Since `last` counts
 * punctuation, this mark would stand before the word.
 */
export function lastBeforeMark(bag: BagNode): Diagnostic | null {
  const members = new Set(groupsOf(bag).flatMap((group) => group.members));
  const marks = wordsOf(bag).filter(({ form }) => ending.test(form));
  if (marks.length !== 1 || marks[0].optional || members.has(marks[0])) return null;
  const mark = spellReference(marks[0].form, marks[0].index);
  const statements = orderOf(bag).filter(({ broken }) => !broken);
  if (statements.some(({ words }) => words.some(({ form }) => form === marks[0].form))) return null;
  const last = statements.find(({ relation }) => relation === 'last');
  // `last` may rightly name a closing quotation mark or bracket, since these can follow the final
  // mark.
  if (last === undefined || !/[\p{L}\p{N}]/u.test(last.words[0].form)) return null;
  const { start, end, words } = last;
  const word = bag.text.slice(words[0].start, words[0].end);
  const meant = `${word} << ${mark}`;
  return diagnostic(
    'perhaps-last',
    { start, end },
    `${quoted(bag.text.slice(start, end))} puts ${quoted(mark)} before ${quoted(word)}, since \`last\` counts punctuation. Write ${quoted(meant)} for the last word before ${quoted(mark)}.`,
    { fixes: [replacement(`Write ${quoted(meant)}`, { start, end }, meant)] },
  );
}
