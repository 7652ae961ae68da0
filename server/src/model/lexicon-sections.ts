import { damaged } from './file.ts';
import { FIRST_WORD_ID, Lexicon, type TagEntries } from './lexicon.ts';
import { bytesOf, bytesOfLines, linesOf, sectionOf, viewOf, type Sections } from './sections.ts';
import { FIRST_LEARNED_CLASS, WordClasses } from './word-classes.ts';

/**
 * Returns the sections of a lexicon. Its tags and labels are in the metadata of the file instead.
 */
export function sectionsOfLexicon(
  lexicon: Lexicon,
): readonly (readonly [name: string, bytes: Uint8Array])[] {
  return [
    ['words', bytesOfLines(lexicon.words)],
    ['classForms', bytesOfLines(lexicon.classes.forms)],
    ['classIds', lexicon.classes.ids],
    ['entryStart', bytesOf(lexicon.entryStart)],
    ['entryTag', bytesOf(lexicon.entryTag)],
    ['entryCount', bytesOf(lexicon.entryCount)],
  ];
}

/** @throws {ModelError} if the sections are not as `sectionsOfLexicon` makes them */
export function lexiconOfSections(
  sections: Sections['sections'],
  tags: readonly string[],
  labels: readonly string[],
): Lexicon {
  const section = (name: string): Uint8Array => sectionOf(sections, name);
  const words = linesOf(section('words'));
  const classes = new WordClasses(linesOf(section('classForms')), section('classIds'));
  const entries = {
    start: viewOf(Int32Array, section('entryStart')),
    tag: viewOf(Uint16Array, section('entryTag')),
    count: viewOf(Int32Array, section('entryCount')),
  };
  if (!areEntriesOf(words, tags, entries) || !areClasses(classes)) throw damaged();
  return new Lexicon(words, tags, labels, classes, entries);
}

/**
 * Whether a tag dictionary is valid. It must have a tag for every word and every unknown-word
 * class, since a search needs one.
 */
function areEntriesOf(
  words: readonly string[],
  tags: readonly string[],
  { start, tag, count }: TagEntries,
): boolean {
  return (
    start.length === words.length + FIRST_WORD_ID + 1 &&
    start[0] === 0 &&
    start[1] === 0 &&
    start.every((from, id) => id <= 1 || start[id - 1] < from) &&
    start[start.length - 1] === tag.length &&
    count.length === tag.length &&
    count.every((times) => times > 0) &&
    tag.every((id) => id >= 1 && id <= tags.length)
  );
}

function areClasses({ forms, ids }: WordClasses): boolean {
  return forms.length === ids.length && ids.every((id) => id >= FIRST_LEARNED_CLASS);
}
