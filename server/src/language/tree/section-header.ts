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
