import { bytesOf, damaged, sectionOf, type Sections } from '../../model/file.ts';
import { indexWords } from './vocabulary.ts';

/** The oldest version that is still read: its words had no index. */
export const VERSION_1 = 1;

/**
 * What a file of version 1 holds, as a file of version 2 has it.
 *
 * @throws {ModelError} if it has no words, or has an index, so that its version is wrong
 */
export function fromVersion1({ metadata, sections }: Sections): Omit<Sections, 'version'> {
  if (sections.has('wordStart') || sections.has('wordOrder')) throw damaged();
  const text = sectionOf(sections, 'words');
  const { start, order } = indexWords(text);
  // In the order in which they are written today, so that a converted file has a new one's bytes.
  const index = new Map([
    ['words', text],
    ['wordStart', bytesOf(start)],
    ['wordOrder', bytesOf(order)],
  ]);
  return { metadata, sections: new Map([...index, ...sections]) };
}
