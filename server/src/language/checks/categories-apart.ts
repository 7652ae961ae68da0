import type { CategoryKnowledge } from '../facts/knowledge.ts';
import { lineEndAt } from '../tree/characters.ts';
import { diagnostic, quoted, replacement } from '../tree/diagnostic.ts';
import type { Diagnostic, Fix } from '../tree/diagnostic.ts';
import { givenTag, hasCategory } from '../tree/given-tag.ts';
import { expectationsOf, groupsOf, wordsOf } from '../tree/syntax.ts';
import type { BagNode, NamedWord } from '../tree/syntax.ts';
import { nearest } from './categories.ts';
import { longest } from './glued.ts';

/**
 * Reports categories with white space in them, and entries of a lexicon in place of words. Drops
 * other diagnostics about the parts of such a text.
 */
export function withCategoriesApart(
  bag: BagNode,
  found: readonly Diagnostic[],
  categories: CategoryKnowledge | null,
): readonly Diagnostic[] {
  const apart = [...lexicalEntries(bag), ...spacedCategories(bag, categories)];
  if (apart.length === 0) return found;
  const isPart = ({ range }: Diagnostic, whole: Diagnostic): boolean =>
    whole.range.start <= range.start && range.start < whole.range.end;
  const others = found.filter((one) => !apart.some((whole) => isPart(one, whole)));
  // If the parser cannot read a part, the search must not order the words, so the message is an
  // error, too.
  const judged = apart.map((whole) => {
    const isBroken = found.some((one) => one.severity === 'error' && isPart(one, whole));
    return isBroken ? diagnostic('unexpected-token', whole.range, whole.message, whole) : whole;
  });
  return [...others, ...judged];
}

/** Finds categories with white space around their slashes, as in `saw/(S\NP) / NP`. */
function spacedCategories(bag: BagNode, categories: CategoryKnowledge | null): Diagnostic[] {
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

/** The longest category that the texts behind a word's slash make without their white space. */
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

/** An entry of a lexicon, such as `she := NP`. Captures the word and its category or tag. */
const entry =
  /(?<!\S)([\p{L}\p{N}][^\s/"#@]{0,40}|[.,!?])[^\S\r\n]+:=[^\S\r\n]+([^\s"#:]{1,100})(?!\S)/gu;

/** Finds entries of a lexicon in `words:`. */
function lexicalEntries(bag: BagNode): Diagnostic[] {
  const { text, sections, grammar } = bag;
  const words = sections.find(({ kind }) => kind === 'words');
  if (words === undefined || sentencesHave(bag, ':=')) return [];
  const { start, end } = { start: words.header.end, end: words.end };
  const content = text.slice(start, end);
  if (!content.includes(':=')) return [];
  const found = [...content.matchAll(entry)].flatMap(({ 0: all, 1: form, 2: given, index }) => {
    const isGiven =
      /^[A-Z]{2,}\$?$/u.test(given) ||
      hasCategory(given) ||
      (grammar === 'ccg' && givenTag(given, grammar).category !== null);
    const at = start + index;
    return isGiven
      ? [{ range: { start: at, end: at + all.length }, slashed: `${form}/${given}` }]
      : [];
  });
  const all: Fix = {
    title: 'Write `/` in place of each `:=`',
    edits: found.map(({ range, slashed }) => ({ range, newText: slashed })),
  };
  return found.map(({ range, slashed }) => {
    const fix = replacement(`Write ${quoted(slashed)}`, range, slashed);
    const message = `A tag or category follows a slash: write ${quoted(slashed)}.`;
    const fixes = found.length > 1 ? [fix, all] : [fix];
    return diagnostic('perhaps-tag', range, message, { fixes });
  });
}

function sentencesHave(bag: BagNode, sign: string): boolean {
  return expectationsOf(bag).some(({ start, end }) => bag.text.slice(start, end).includes(sign));
}
