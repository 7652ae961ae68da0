import { quoted } from '../tree/problem.ts';
import type { Range } from '../tree/problem.ts';
import { tagRangesOf } from '../tree/syntax.ts';
import type { BagNode, GroupNode, NamedWord, WordItem } from '../tree/syntax.ts';
import { isComplexCategory } from '../tree/word.ts';

/** A form of the language that this version cannot realize yet. */
export interface Unsupported {
  readonly range: Range;
  readonly message: string;
}

/** The first form in a bag, in the order of the text, that this version cannot realize yet. */
export function firstUnsupported(bag: BagNode): Unsupported | null {
  const found = bag.sections.flatMap((section) =>
    section.kind === 'words' ? section.items.flatMap((item) => inItem(bag.text, item) ?? []) : [],
  );
  const first = found.sort((a, b) => a.range.start - b.range.start).at(0);
  return first ?? null;
}

function inItem(text: string, item: WordItem): Unsupported | null {
  const range = { start: item.start, end: item.end };
  const written = quoted(text.slice(item.start, item.end));
  const say = (form: string) => ({ range, message: `${form} (${written}) is not supported yet.` });
  if (item.kind === 'group') return inTags(item) ?? firstOf(text, item.members);
  if (item.kind === 'chunk') return firstOf(text, item.items);
  if (item.kind === 'lemma') return say('A lemma to inflect');
  return inTags(item);
}

function firstOf(text: string, items: readonly WordItem[]): Unsupported | null {
  for (const item of items) {
    const found = inItem(text, item);
    if (found) return found;
  }
  return null;
}

function inTags(word: NamedWord | GroupNode): Unsupported | null {
  const category = word.tags.findIndex(isComplexCategory);
  if (category < 0) return null;
  return {
    range: tagRangesOf(word)[category],
    message: `A CCG category as a tag (${quoted(word.tags[category])}) is not supported yet.`,
  };
}
