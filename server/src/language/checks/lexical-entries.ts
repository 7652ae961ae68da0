import { diagnostic, quoted, replacement } from '../tree/diagnostic.ts';
import type { Diagnostic, Fix } from '../tree/diagnostic.ts';
import { givenTag, hasCategory } from '../tree/given-tag.ts';
import { sentencesHave } from '../tree/syntax.ts';
import type { BagNode } from '../tree/syntax.ts';

/** An entry of a lexicon, such as `she := NP`. Captures the word and its category or tag. */
const entry =
  /(?<!\S)([\p{L}\p{N}][^\s/"#@]{0,40}|[.,!?])[^\S\r\n]+:=[^\S\r\n]+([^\s"#:]{1,100})(?!\S)/gu;

/** Finds entries of a lexicon in `words:`. */
export function lexicalEntries(bag: BagNode): Diagnostic[] {
  const { text, sections, grammar } = bag;
  const words = sections.find(({ kind }) => kind === 'words');
  if (words === undefined || sentencesHave(bag, ':=')) return [];
  const start = words.header.end;
  const content = text.slice(start, words.end);
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
