export type SectionName = 'words' | 'deps' | 'order' | 'expect';
export const sectionNames: readonly SectionName[] = ['words', 'deps', 'order', 'expect'];

/** The name in a section's header: a lower-case name and a colon; null where a word is none. */
export function headerName(word: string): string | null {
  return /^[a-z]+(?:-[a-z]+)*:$/.test(word) ? word.slice(0, -1) : null;
}

/** The section that a header starts; null where a word is no header, or names no known section. */
export function knownHeader(word: string): SectionName | null {
  // Called for each line; most words differ already in length.
  const known = sectionNames.find((name) => word.length === name.length + 1 && word === `${name}:`);
  return known ?? null;
}
