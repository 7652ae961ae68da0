import { quoted } from '../tree/diagnostic.ts';
import type { Range } from '../tree/diagnostic.ts';
import type { BagNode, WordItem } from '../tree/syntax.ts';

/** A construction of the language that this version cannot realize. */
export interface Unsupported {
  readonly range: Range;
  readonly message: string;
}

/** The first construction in a bag's text that this version cannot realize; null if there is none. */
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
  if (item.kind === 'group') return firstOf(text, item.members);
  if (item.kind === 'chunk') return firstOf(text, item.items);
  return item.kind === 'lemma' ? say('A lemma to inflect') : null;
}

function firstOf(text: string, items: readonly WordItem[]): Unsupported | null {
  for (const item of items) {
    const found = inItem(text, item);
    if (found) return found;
  }
  return null;
}
