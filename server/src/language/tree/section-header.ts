import { closest } from '../../text/closest.ts';

export type SectionName = 'words' | 'deps' | 'order' | 'expect';
export const sectionNames: readonly SectionName[] = ['words', 'deps', 'order', 'expect'];

/** Names that users give to sections, each with the section that they mean. */
const otherNames: ReadonlyMap<string, SectionName> = new Map([
  ['dependencies', 'deps'],
  ['arcs', 'deps'],
  ['constraints', 'order'],
  ['sentences', 'expect'],
]);

/** The section that an unknown name probably means, such as `expect` for `expects`; null if none. */
export function sectionMeant(name: string): SectionName | null {
  const near = closest(name, sectionNames);
  return otherNames.get(name) ?? sectionNames.find((section) => section === near) ?? null;
}

/**
 * Returns the part of a header before its colon. A header is a word of lower-case letters and
 * hyphens that ends in a colon. Null if the word is not a header. The section need not exist.
 */
export function headerName(word: string): string | null {
  return /^[a-z]+(?:-[a-z]+)*:$/.test(word) ? word.slice(0, -1) : null;
}

/** The section that a header starts. Null if the word is not a header or the section is unknown. */
export function knownHeader(word: string): SectionName | null {
  // Compares the lengths first, since most words fail this cheap test.
  const known = sectionNames.find((name) => word.length === name.length + 1 && word === `${name}:`);
  return known ?? null;
}

/**
 * Whether a text is a sign that users write instead of a header's colon, such as `=`. A `:` counts
 * too, since users may put a space before it.
 */
export function isColonSlip(text: string): boolean {
  return /^(?::=?|=|：)$/.test(text);
}

/**
 * The section that a header with a missing or wrong colon names, as in `expect`, `words=` or
 * `deps;`. Null if there is none.
 */
export function bareName(word: string): SectionName | null {
  const name = sectionNames.find((one) => word.startsWith(one));
  const sign = name === undefined ? null : word.slice(name.length);
  return sign === '' || sign === ';' || isColonSlip(sign ?? '') ? name! : null;
}

/** A statement with a needless colon after its first word, as in `root: led`. */
export interface HeaderStatement {
  readonly section: SectionName;
  /**
   * The text to write instead of the first word: the header and the start of the statement, as in
   * `order: first`.
   */
  readonly written: string;
}

/**
 * The statement that a keyword with a needless colon begins, as in `root: led`. Null if `name` is
 * not a keyword of `deps:` or `order:`.
 */
export function statementOf(name: string): HeaderStatement | null {
  if (name === 'root') return { section: 'deps', written: 'deps: root ->' };
  if (name !== 'first' && name !== 'last') return null;
  return { section: 'order', written: `order: ${name}` };
}
