import { needsCategories } from '../tree/given-tag.ts';
import { quoted } from '../tree/diagnostic.ts';
import type { Fix, Range } from '../tree/diagnostic.ts';
import { lineEndAt } from '../tree/characters.ts';
import { lineEndOf } from '../tree/lines.ts';
import type { DiagnosticList } from '../tree/diagnostic-list.ts';
import { tagRangesOf } from '../tree/syntax.ts';
import type { BowFile, GroupNode, NamedWord } from '../tree/syntax.ts';

/**
 * Reports the first CCG category of a bag in a file that does not set `grammar: ccg`.
 *
 * @returns whether the bag has a category. If so, a tag such as `NP` is probably meant as a
 *   category
 */
export function checkGrammar(
  words: readonly (NamedWord | GroupNode)[],
  diagnostics: DiagnosticList,
): boolean {
  for (const word of words) {
    const alternative = word.tags.findIndex(needsCategories);
    if (alternative < 0) continue;
    diagnostics.add(
      'missing-grammar',
      tagRangesOf(word)[alternative],
      `${quoted(word.tags[alternative])} is a category of combinatory categorial grammar: set \`grammar: ccg\` above the first bag.`,
    );
    return true;
  }
  return false;
}

/** The fix that sets `grammar: ccg`, as offsets in the file. */
export function grammarFix({ text, settings }: BowFile): Fix {
  const given = settings.find(({ key }) => key === 'grammar');
  const last = settings.at(-1);
  const eol = lineEndOf(text);
  const at = last ? lineEndAt(text, last.end, text.length) : 0;
  const inserted = last ? `${eol}grammar: ccg` : `grammar: ccg${eol}${eol}`;
  const edit = given
    ? { range: rangeOf(given), newText: 'grammar: ccg' }
    : { range: { start: at, end: at }, newText: inserted };
  return { title: 'Set `grammar: ccg`', edits: [edit] };
}

function rangeOf({ start, end }: Range): Range {
  return { start, end };
}
