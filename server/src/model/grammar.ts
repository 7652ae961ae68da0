import { readCategory } from '../grammar/ccg/category.ts';
import { CategoryDictionary, type DictionaryColumns } from '../grammar/ccg/dictionary.ts';
import { Grammar, lexicalCategoriesOf, type GrammarColumns } from '../grammar/ccg/grammar.ts';
import { WEIGHT_COUNT } from '../grammar/ccg/supertagger-features.ts';
import { Supertagger } from '../grammar/ccg/supertagger.ts';
import { bytesOf, decodeText, sectionOf, viewOf, type Sections } from './file.ts';
import { FIRST_WORD_ID } from './lexicon.ts';

/** A grammar of categories that a model has, with its dictionary. */
export class ModelGrammar {
  readonly columns: GrammarColumns;
  readonly dictionary: CategoryDictionary;
  /** A supertagger's weights; null in a model that goes by the dictionary alone. */
  readonly supertaggerWeights: Int8Array | null;
  #grammar: Grammar | null = null;
  #supertagger: Supertagger | null = null;

  constructor(
    columns: GrammarColumns,
    dictionary: DictionaryColumns,
    supertaggerWeights: Int8Array | null = null,
  ) {
    this.columns = columns;
    this.dictionary = new CategoryDictionary(dictionary);
    this.supertaggerWeights = supertaggerWeights;
  }

  /** The same with other weights of a supertagger. */
  withSupertagger(weights: Int8Array): ModelGrammar {
    return new ModelGrammar(this.columns, this.dictionary.columns, weights);
  }

  /** The categories of lexical entries. */
  lexicalCategories(): Set<string> {
    return lexicalCategoriesOf(this.columns);
  }

  /** Made when it is first asked for: most bags have no grammar. */
  get grammar(): Grammar {
    return (this.#grammar ??= new Grammar(this.columns));
  }

  get supertagger(): Supertagger | null {
    if (this.supertaggerWeights === null) return null;
    return (this.#supertagger ??= new Supertagger(this.grammar, this.supertaggerWeights));
  }
}

/** The first section of a grammar: a model without it has none. */
const FIRST_SECTION = 'grammarCategories';
/** A model may have a grammar without it. */
const SUPERTAGGER_SECTION = 'supertaggerWeights';

/** The sections that a grammar is written to. */
export function grammarSections({
  columns,
  dictionary,
  supertaggerWeights,
}: ModelGrammar): [name: string, bytes: Uint8Array][] {
  const texts = (lines: readonly string[]): Uint8Array =>
    new TextEncoder().encode(lines.join('\n'));
  const { columns: rows } = dictionary;
  return [
    [FIRST_SECTION, texts(columns.categories)],
    ['grammarEntries', bytesOf(columns.entryCategory)],
    ['grammarModes', texts(columns.entryModes)],
    ['grammarEntryCounts', bytesOf(columns.entryCount)],
    ['grammarBinaries', bytesOf(columns.binaries)],
    ['grammarBinaryCounts', bytesOf(columns.binaryCount)],
    ['grammarChains', bytesOf(columns.chains)],
    ['grammarChainCounts', bytesOf(columns.chainCount)],
    ['grammarRoots', bytesOf(columns.roots)],
    ['grammarRootCounts', bytesOf(columns.rootCount)],
    ['grammarSubcategorized', texts(columns.subcategorized)],
    ['categoryWordStart', bytesOf(rows.wordStart)],
    ['categoryWordTag', bytesOf(rows.wordTag)],
    ['categoryWordEntry', bytesOf(rows.wordEntry)],
    ['categoryWordCount', bytesOf(rows.wordCount)],
    ['categoryTagStart', bytesOf(rows.tagStart)],
    ['categoryTagEntry', bytesOf(rows.tagEntry)],
    ['categoryTagCount', bytesOf(rows.tagCount)],
    ...(supertaggerWeights === null
      ? []
      : [[SUPERTAGGER_SECTION, bytesOf(supertaggerWeights)] as [string, Uint8Array]]),
  ];
}

/**
 * The grammar of a model's file; undefined where it has none.
 *
 * @param sizes of the lexicon that words and tags are ids of
 * @throws {Error} of any kind if it is not as `grammarSections` writes it
 */
export function grammarOf(
  sections: Sections['sections'],
  sizes: { readonly words: number; readonly tags: number },
): ModelGrammar | undefined {
  if (!sections.has(FIRST_SECTION)) return undefined;
  const lines = (name: string): string[] => {
    const text = decodeText(sectionOf(sections, name));
    return text === '' ? [] : text.split('\n');
  };
  const ids = (name: string): Uint16Array => viewOf(Uint16Array, sectionOf(sections, name));
  const counts = (name: string): Uint32Array => viewOf(Uint32Array, sectionOf(sections, name));
  const starts = (name: string): Int32Array => viewOf(Int32Array, sectionOf(sections, name));
  const entryCategory = ids('grammarEntries');
  const modes = lines('grammarModes');
  const columns: GrammarColumns = {
    categories: lines(FIRST_SECTION),
    entryCategory,
    // One entry without modes is an empty text.
    entryModes: modes.length === 0 && entryCategory.length === 1 ? [''] : modes,
    entryCount: counts('grammarEntryCounts'),
    binaries: ids('grammarBinaries'),
    binaryCount: counts('grammarBinaryCounts'),
    chains: ids('grammarChains'),
    chainCount: counts('grammarChainCounts'),
    roots: ids('grammarRoots'),
    rootCount: counts('grammarRootCounts'),
    subcategorized: lines('grammarSubcategorized'),
  };
  const dictionary: DictionaryColumns = {
    wordStart: starts('categoryWordStart'),
    wordTag: ids('categoryWordTag'),
    wordEntry: ids('categoryWordEntry'),
    wordCount: counts('categoryWordCount'),
    tagStart: starts('categoryTagStart'),
    tagEntry: ids('categoryTagEntry'),
    tagCount: counts('categoryTagCount'),
  };
  const weights = sections.has(SUPERTAGGER_SECTION)
    ? viewOf(Int8Array, sectionOf(sections, SUPERTAGGER_SECTION))
    : null;
  if (
    !areColumns(columns) ||
    !isDictionary(dictionary, columns.entryCategory.length, sizes) ||
    (weights !== null && weights.length !== WEIGHT_COUNT)
  ) {
    throw new RangeError('a grammar that is none');
  }
  return new ModelGrammar(columns, dictionary, weights);
}

function areColumns(columns: GrammarColumns): boolean {
  const { categories, entryCategory, entryModes, entryCount, roots, rootCount } = columns;
  const { binaries, binaryCount, chains, chainCount } = columns;
  const isId = (id: number): boolean => id >= 1 && id <= categories.length;
  const isSorted = (rows: Uint16Array): boolean => {
    for (let at = 3; at < rows.length; at++) {
      const row = at - (at % 3);
      if (at % 3 === 0 && compareRows(rows, row - 3, row) >= 0) return false;
    }
    return true;
  };
  return (
    new Set(categories).size === categories.length &&
    categories.every((text) => {
      const read = readCategory(text);
      return !('message' in read) && read.text === text;
    }) &&
    entryCategory.length > 0 &&
    entryCategory.every(isId) &&
    entryModes.length === entryCategory.length &&
    entryModes.every((modes) => /^[ghfw]*$/.test(modes)) &&
    entryCount.length === entryCategory.length &&
    entryCount.every((count) => count > 0) &&
    binaries.length === 3 * binaryCount.length &&
    binaries.every(isId) &&
    isSorted(binaries) &&
    chains.length === 3 * chainCount.length &&
    chains.every((id, at) => isId(id) || (id === 0 && at % 3 === 1)) &&
    isSorted(chains) &&
    roots.length === rootCount.length &&
    roots.every(isId)
  );
}

function compareRows(rows: Uint16Array, a: number, b: number): number {
  return rows[a] - rows[b] || rows[a + 1] - rows[b + 1] || rows[a + 2] - rows[b + 2];
}

function isDictionary(
  { wordStart, wordTag, wordEntry, wordCount, tagStart, tagEntry, tagCount }: DictionaryColumns,
  entries: number,
  { words, tags }: { readonly words: number; readonly tags: number },
): boolean {
  const isEntry = (id: number): boolean => id >= 1 && id <= entries;
  const areStarts = (starts: Int32Array, rows: number): boolean =>
    starts[0] === 0 &&
    starts[starts.length - 1] === rows &&
    starts.every((start, i) => i === 0 || starts[i - 1] <= start);
  return (
    wordStart.length === words + FIRST_WORD_ID + 1 &&
    areStarts(wordStart, wordEntry.length) &&
    wordTag.length === wordEntry.length &&
    wordCount.length === wordEntry.length &&
    wordTag.every((tag) => tag >= 1 && tag <= tags) &&
    wordEntry.every(isEntry) &&
    tagStart.length === tags + 2 &&
    areStarts(tagStart, tagEntry.length) &&
    tagCount.length === tagEntry.length &&
    tagEntry.every(isEntry) &&
    tagCount.every((count) => count > 0)
  );
}
