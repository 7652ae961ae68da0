import type { Range } from '../tree/diagnostic.ts';
import { absoluteRange, bagName, wordsOf } from '../tree/syntax.ts';
import type { BowFile } from '../tree/syntax.ts';

/** A bag or a section, as an outline shows it. Ranges are offsets in the file. */
export interface FileSymbol {
  readonly name: string;
  readonly kind: 'bag' | 'section';
  readonly detail: string;
  readonly range: Range;
  /** The part of `range` to select: a bag's name, or a section's header. */
  readonly nameRange: Range;
  readonly children: readonly FileSymbol[];
}

export function symbolsOf(file: BowFile): FileSymbol[] {
  return file.bags.map((node, bag) => {
    const count = wordsOf(node).length;
    return {
      name: bagName(file, bag),
      kind: 'bag',
      detail: count === 1 ? '1 word' : `${count} words`,
      range: absoluteRange(file, bag, { start: 0, end: node.end }),
      nameRange: absoluteRange(file, bag, node.nameRange),
      children: node.sections.map((section) => ({
        name: node.text.slice(section.header.start, section.header.end),
        kind: 'section',
        detail: '',
        range: absoluteRange(file, bag, section),
        nameRange: absoluteRange(file, bag, section.header),
        children: [],
      })),
    };
  });
}

/**
 * The bags whose names have the characters of a query in the same order, perhaps with others
 * between them. Ignores case.
 */
export function findBags(file: BowFile, query: string): FileSymbol[] {
  const wanted = query.toLowerCase();
  const isMatch = (name: string): boolean => {
    let at = 0;
    for (const character of name.toLowerCase()) if (character === wanted[at]) at++;
    return at === wanted.length;
  };
  return symbolsOf(file).filter(({ name }) => isMatch(name));
}
