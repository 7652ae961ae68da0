import { needsCategories } from '../tree/given-tag.ts';
import { quoted } from '../tree/diagnostic.ts';
import type { Fix, Range, TextEdit } from '../tree/diagnostic.ts';
import { settingAt } from '../tree/settings.ts';
import type { WrittenSetting } from '../tree/settings.ts';
import { deletionOf } from '../writing/deletions.ts';
import { lineEndAt } from '../tree/characters.ts';
import { lineEndOf } from '../tree/lines.ts';
import type { DiagnosticList } from '../tree/diagnostic-list.ts';
import { tagRangesOf } from '../tree/syntax.ts';
import type { BagNode, BowFile, GroupNode, NamedWord } from '../tree/syntax.ts';

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

/** Whether a bag has the setting `grammar: ccg`, which belongs above the first bag. */
export function setsGrammar({ text, diagnostics }: BagNode): boolean {
  return diagnostics.some(
    ({ code, range }) =>
      code === 'unknown-section' && settingAt(text, range.start)?.value === 'ccg',
  );
}

/** The fix that sets `grammar: ccg`, as offsets in the file. */
export function grammarFix(file: BowFile): Fix {
  const setting = { key: 'grammar', value: 'ccg' } as const;
  return { title: 'Set `grammar: ccg`', edits: [settingEdit(file, setting)] };
}

/**
 * The fix for a setting that stands in a bag, as offsets in the file: it moves the setting above
 * the first bag. If the file has this setting already, the fix only deletes it in the bag.
 */
export function movedSetting(file: BowFile, setting: WrittenSetting): Fix {
  const { key, value } = setting;
  const deletion = deletionOf(file.text, setting);
  if (file.settings.some((one) => one.key === key && one.value === value)) {
    return { title: 'Delete it here', edits: [deletion] };
  }
  const title = `Move ${quoted(`${key}: ${value}`)} above the first bag`;
  return { title, edits: [settingEdit(file, setting), deletion] };
}

function settingEdit(
  { text, settings }: BowFile,
  { key, value }: Pick<WrittenSetting, 'key' | 'value'>,
): TextEdit {
  const newText = `${key}: ${value}`;
  const given = settings.find((one) => one.key === key);
  if (given) return { range: rangeOf(given), newText };
  const last = settings.at(-1);
  const eol = lineEndOf(text);
  const at = last ? lineEndAt(text, last.end, text.length) : 0;
  return {
    range: { start: at, end: at },
    newText: last ? `${eol}${newText}` : `${newText}${eol}${eol}`,
  };
}

function rangeOf({ start, end }: Range): Range {
  return { start, end };
}
