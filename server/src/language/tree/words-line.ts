import { parse } from './parser.ts';
import type { WordItem } from './syntax.ts';

/** Parses a line of `words:`. Returns null if it has an error. */
export function itemsOf(line: string): readonly WordItem[] | null {
  const { bags } = parse(`bag {\n  words: ${line}\n}\n`);
  const [{ closed, diagnostics, sections }] = bags;
  const [section] = sections;
  const isSound = bags.length === 1 && closed && diagnostics.length === 0 && sections.length === 1;
  return isSound && section.kind === 'words' ? section.items : null;
}
