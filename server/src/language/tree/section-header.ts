export type SectionName = 'words' | 'deps' | 'order' | 'expect';
export const sectionNames: readonly SectionName[] = ['words', 'deps', 'order', 'expect'];

/**
 * The name in a section's header (lower-case letters and a colon); null if the word is not a
 * header.
 */
export function headerName(word: string): string | null {
  return /^[a-z]+(?:-[a-z]+)*:$/.test(word) ? word.slice(0, -1) : null;
}

/**
 * The section that a header starts; null if the word is not a header or names an unknown section.
 */
export function knownHeader(word: string): SectionName | null {
  // Called for each line. For most words the length alone decides.
  const known = sectionNames.find((name) => word.length === name.length + 1 && word === `${name}:`);
  return known ?? null;
}

/** Whether a text is a sign that authors write for a header's colon, with a space before it or without a colon. */
export function isColonSlip(text: string): boolean {
  return /^(?::=?|=|：)$/.test(text);
}

/** The section that a word without a colon names, as in `expect`, `words=` or `deps;`; null if it names none. */
export function bareName(word: string): SectionName | null {
  const name = sectionNames.find((one) => word.startsWith(one));
  const sign = name === undefined ? null : word.slice(name.length);
  return sign === '' || sign === ';' || isColonSlip(sign ?? '') ? name! : null;
}

/** A statement that authors begin with a header, as in `root: led`. */
export interface HeaderStatement {
  readonly section: SectionName;
  /** The section and the beginning of the statement, as in `order: first`. */
  readonly written: string;
}

/** The statement that the name of an unknown section probably begins, as in `root: led`; null if there is none. */
export function statementOf(name: string): HeaderStatement | null {
  if (name === 'root') return { section: 'deps', written: 'deps: root ->' };
  if (name !== 'first' && name !== 'last') return null;
  return { section: 'order', written: `order: ${name}` };
}
