import { closest } from '../../text/closest.ts';

export type SectionName = 'words' | 'deps' | 'order' | 'expect';
export const sectionNames: readonly SectionName[] = ['words', 'deps', 'order', 'expect'];

/** Names that users give to sections, with the section that they mean. */
const otherNames: ReadonlyMap<string, SectionName> = new Map([
  ['dependencies', 'deps'],
  ['arcs', 'deps'],
  ['constraints', 'order'],
  ['sentence', 'expect'],
  ['sentences', 'expect'],
  ['expectation', 'expect'],
  ['expectations', 'expect'],
  ['target', 'expect'],
  ['gold', 'expect'],
  ['output', 'expect'],
]);

/** The section that an unknown name probably means, such as `expect` for `expects`. */
export function sectionMeant(name: string): SectionName | null {
  const near = otherNames.get(name) ?? closest(name, sectionNames);
  return sectionNames.find((section) => section === name || section === near) ?? null;
}

/** Returns the part of a header before its colon. The section need not exist. */
export function headerName(word: string): string | null {
  return /^[a-z]+(?:-[a-z]+)*:$/.test(word) ? word.slice(0, -1) : null;
}

/** The section that a header starts. Null if the word is no header, or if it names no section. */
export function knownHeader(word: string): SectionName | null {
  // Most words fail this cheap test of the lengths.
  const known = sectionNames.find((name) => word.length === name.length + 1 && word === `${name}:`);
  return known ?? null;
}

/**
 * Whether a text is a sign that users write instead of a header's colon, such as `=` or a `:` after
 * a space.
 */
export function isColonSlip(text: string): boolean {
  return /^(?::=?|=|：)$/.test(text);
}

/**
 * The section that a header with a missing or wrong colon names, as in `expect`, `words=` or
 * `deps;`.
 */
export function bareName(word: string): SectionName | null {
  const name = sectionNames.find((one) => word.startsWith(one));
  if (name === undefined) return null;
  const sign = word.slice(name.length);
  return sign === '' || sign === ';' || isColonSlip(sign) ? name : null;
}

/** A statement with a needless colon after its first word, as in `root: led`. */
export interface HeaderStatement {
  readonly section: SectionName;
  /** The text to write instead of the first word, such as `order: first`. */
  readonly written: string;
}

/** Null if `name` is not a keyword of `deps:` or `order:`. */
export function statementOf(name: string): HeaderStatement | null {
  if (name === 'root') return { section: 'deps', written: 'deps: root ->' };
  if (name !== 'first' && name !== 'last') return null;
  return { section: 'order', written: `order: ${name}` };
}
