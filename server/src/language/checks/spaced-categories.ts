import type { CategoryKnowledge } from '../facts/knowledge.ts';
import { lineEndAt } from '../tree/characters.ts';
import { diagnostic, quoted, replacement } from '../tree/diagnostic.ts';
import type { Diagnostic } from '../tree/diagnostic.ts';
import { givenTag, hasCategory } from '../tree/given-tag.ts';
import { groupsOf, sentencesHave, wordsOf } from '../tree/syntax.ts';
import type { BagNode, NamedWord } from '../tree/syntax.ts';
import { nearest } from './categories.ts';
import { longest } from './glued.ts';

/** Finds categories with white space around their slashes, as in `saw/(S\NP) / NP`. */
export function spacedCategories(bag: BagNode, categories: CategoryKnowledge | null): Diagnostic[] {
  const { text, grammar } = bag;
  if (grammar !== 'ccg' || sentencesHave(bag, '/')) return [];
  const members = new Set(groupsOf(bag).flatMap((group) => group.members));
  return wordsOf(bag).flatMap((word) => {
    const joined = word.tagStart < 0 || members.has(word) ? null : joinedCategory(text, word);
    if (joined === null) return [];
    const meant = knownCategory(joined.category, word.form, categories);
    const range = { start: word.tagStart, end: joined.end };
    const message = `A category has no white space: write ${quoted(meant)}.`;
    const fixes = [replacement(`Write ${quoted(meant)}`, range, meant)];
    return [diagnostic('bad-category', range, message, { fixes })];
  });
}

/** The longest category behind the slash if white space is left out. */
function joinedCategory(
  text: string,
  { tagStart, end }: NamedWord,
): { readonly category: string; readonly end: number } | null {
  if (end - tagStart > longest) return null;
  const line = text.slice(tagStart, lineEndAt(text, tagStart, tagStart + longest));
  let joined = '';
  let best = null;
  for (const { 0: part, index } of line.matchAll(/\S+/gu)) {
    if (joined !== '' && !/^[/\\)]/u.test(part) && !/[/\\(]$/u.test(joined)) break;
    joined += part;
    const isJoined = joined.length > end - tagStart;
    if (isJoined && hasCategory(joined)) {
      best = { category: joined, end: tagStart + index + part.length };
    }
  }
  return best;
}

function knownCategory(
  written: string,
  form: string,
  categories: CategoryKnowledge | null,
): string {
  const { tag, category } = givenTag(written, 'ccg');
  if (categories === null || category === null || categories.counts.has(category.text)) {
    return written;
  }
  const near = nearest(category, [form], tag, categories);
  if (near === null) return written;
  return tag === null ? near : `${tag}:${near}`;
}
