import { readCategory } from '../grammar/ccg/category.ts';
import { CategoryDictionary, type DictionaryColumns } from '../grammar/ccg/dictionary.ts';
import { Grammar, lexicalCategoriesOf, type GrammarColumns } from '../grammar/ccg/grammar.ts';
import { WEIGHT_COUNT } from '../grammar/ccg/supertagger-features.ts';
import { Supertagger } from '../grammar/ccg/supertagger.ts';
import { SeldomChains } from '../grammar/ccg/seldom-chains.ts';
import { once } from '../util/once.ts';
import { damaged, type ModelFile } from './file.ts';
import { FIRST_WORD_ID } from './lexicon.ts';
import {
  bytesOf,
  bytesOfLines,
  linesOf,
  readPart,
  sectionOf,
  viewOf,
  type Sections,
} from './sections.ts';

/**
 * A model's grammar of categories and its dictionary of categories. They are read from the file at
 * the first use, since most bags have no categories.
 */
export class ModelGrammar {
  readonly #contents: () => GrammarContents;
  readonly #supertaggerWeights: (() => Int8Array) | null;
  readonly #grammar = once(() => new Grammar(this.columns));
  readonly #seldomChains = once(() => {
    const { chainsOfWords } = this;
    return chainsOfWords && new SeldomChains(this.grammar, this.dictionary, chainsOfWords);
  });
  readonly #supertagger = once(() => {
    const weights = this.supertaggerWeights;
    return weights === null ? null : new Supertagger(this.grammar, weights);
  });

  /**
   * @param contents may throw ModelErrors
   * @param supertaggerWeights may throw ModelErrors. Null if there is no supertagger; then the
   *   dictionary alone decides which categories a word may have
   */
  constructor(contents: () => GrammarContents, supertaggerWeights: (() => Int8Array) | null) {
    this.#contents = contents;
    this.#supertaggerWeights = supertaggerWeights;
  }

  /** Makes a grammar in memory, without a supertagger. */
  static of(
    columns: GrammarColumns,
    dictionary: DictionaryColumns,
    chainsOfWords: DictionaryColumns | null = null,
  ): ModelGrammar {
    const contents = { columns, dictionary: new CategoryDictionary(dictionary), chainsOfWords };
    return new ModelGrammar(() => contents, null);
  }

  /** Returns a copy with these weights for the supertagger. */
  withSupertagger(weights: Int8Array): ModelGrammar {
    return new ModelGrammar(this.#contents, () => weights);
  }

  get columns(): GrammarColumns {
    return this.#contents().columns;
  }

  get dictionary(): CategoryDictionary {
    return this.#contents().dictionary;
  }

  /**
   * How often training applied each chain of unary rules to each word with each tag. The columns
   * are those of a dictionary of categories. But instead of the id of a lexical entry, they contain
   * `c + 1` for chain `c`. Null for a model without these counts.
   */
  get chainsOfWords(): DictionaryColumns | null {
    return this.#contents().chainsOfWords;
  }

  get supertaggerWeights(): Int8Array | null {
    return this.#supertaggerWeights?.() ?? null;
  }

  lexicalCategories(): Set<string> {
    return lexicalCategoriesOf(this.columns);
  }

  get grammar(): Grammar {
    return this.#grammar();
  }

  /**
   * Says which chains of unary rules are seldom right for which words. Null without
   * `chainsOfWords`.
   */
  get seldomChains(): SeldomChains | null {
    return this.#seldomChains();
  }

  get supertagger(): Supertagger | null {
    return this.#supertagger();
  }
}

interface GrammarContents {
  readonly columns: GrammarColumns;
  readonly dictionary: CategoryDictionary;
  readonly chainsOfWords: DictionaryColumns | null;
}

const GRAMMAR = 'grammar';
const SUPERTAGGER = 'supertagger';
/**
 * The names of the sections for `chainsOfWords` begin with this. A file may lack these sections.
 */
const CHAINS_OF_WORDS = 'chains.';

export function encodeGrammar({
  columns,
  dictionary,
  chainsOfWords,
  supertaggerWeights,
}: ModelGrammar): [name: string, part: Sections][] {
  const sections = new Map([
    ['categories', bytesOfLines(columns.categories)],
    ['entries', bytesOf(columns.entryCategory)],
    ['modes', bytesOfLines(columns.entryModes)],
    ['entryCounts', bytesOf(columns.entryCount)],
    ['binaries', bytesOf(columns.binaries)],
    ['binaryCounts', bytesOf(columns.binaryCount)],
    ['chains', bytesOf(columns.chains)],
    ['chainCounts', bytesOf(columns.chainCount)],
    ['roots', bytesOf(columns.roots)],
    ['rootCounts', bytesOf(columns.rootCount)],
    ['subcategorized', bytesOfLines(columns.subcategorized)],
    ...dictionarySections('', dictionary.columns),
    ...(chainsOfWords === null ? [] : dictionarySections(CHAINS_OF_WORDS, chainsOfWords)),
  ]);
  const parts: [string, Sections][] = [[GRAMMAR, { metadata: null, sections }]];
  if (supertaggerWeights !== null) {
    const weights = new Map([['weights', bytesOf(supertaggerWeights)]]);
    parts.push([SUPERTAGGER, { metadata: null, sections: weights }]);
  }
  return parts;
}

function dictionarySections(prefix: string, rows: DictionaryColumns): [string, Uint8Array][] {
  return [
    [`${prefix}wordStart`, bytesOf(rows.wordStart)],
    [`${prefix}wordTag`, bytesOf(rows.wordTag)],
    [`${prefix}wordEntry`, bytesOf(rows.wordEntry)],
    [`${prefix}wordCount`, bytesOf(rows.wordCount)],
    [`${prefix}tagStart`, bytesOf(rows.tagStart)],
    [`${prefix}tagEntry`, bytesOf(rows.tagEntry)],
    [`${prefix}tagCount`, bytesOf(rows.tagCount)],
  ];
}

interface LexiconSizes {
  readonly words: number;
  readonly tags: number;
}

/** Returns undefined if the file has no grammar. The grammar is read at its first use. */
export function grammarOf(file: ModelFile, sizes: LexiconSizes): ModelGrammar | undefined {
  if (!file.parts.has(GRAMMAR)) return undefined;
  return new ModelGrammar(
    once(() => readPart(file, GRAMMAR, ({ sections }) => contentsOf(sections, sizes))),
    file.parts.has(SUPERTAGGER) ? once(() => readPart(file, SUPERTAGGER, supertaggerOf)) : null,
  );
}

function contentsOf(sections: Sections['sections'], sizes: LexiconSizes): GrammarContents {
  const lines = (name: string): string[] => linesOf(sectionOf(sections, name));
  const ids = (name: string): Uint16Array => viewOf(Uint16Array, sectionOf(sections, name));
  const counts = (name: string): Uint32Array => viewOf(Uint32Array, sectionOf(sections, name));
  const starts = (name: string): Int32Array => viewOf(Int32Array, sectionOf(sections, name));
  const dictionaryOf = (prefix: string): DictionaryColumns => ({
    wordStart: starts(`${prefix}wordStart`),
    wordTag: ids(`${prefix}wordTag`),
    wordEntry: ids(`${prefix}wordEntry`),
    wordCount: counts(`${prefix}wordCount`),
    tagStart: starts(`${prefix}tagStart`),
    tagEntry: ids(`${prefix}tagEntry`),
    tagCount: counts(`${prefix}tagCount`),
  });
  const entryCategory = ids('entries');
  const modes = lines('modes');
  const columns: GrammarColumns = {
    categories: lines('categories'),
    entryCategory,
    // There is a line of modes for each entry, but a single empty line is read as no lines
    // (`linesOf`). So if there is one entry and no line, the line was empty.
    entryModes: modes.length === 0 && entryCategory.length === 1 ? [''] : modes,
    entryCount: counts('entryCounts'),
    binaries: ids('binaries'),
    binaryCount: counts('binaryCounts'),
    chains: ids('chains'),
    chainCount: counts('chainCounts'),
    roots: ids('roots'),
    rootCount: counts('rootCounts'),
    subcategorized: lines('subcategorized'),
  };
  const dictionary = dictionaryOf('');
  const hasChains = sections.has(`${CHAINS_OF_WORDS}wordStart`);
  const chainsOfWords = hasChains ? dictionaryOf(CHAINS_OF_WORDS) : null;
  if (
    !areColumns(columns) ||
    !isDictionary(dictionary, entryCategory.length, sizes) ||
    (chainsOfWords !== null && !isDictionary(chainsOfWords, columns.chainCount.length, sizes))
  ) {
    throw damaged();
  }
  return { columns, dictionary: new CategoryDictionary(dictionary), chainsOfWords };
}

/** @throws {ModelError} if the number of weights is wrong */
function supertaggerOf({ sections }: Sections): Int8Array {
  const weights = viewOf(Int8Array, sectionOf(sections, 'weights'));
  if (weights.length !== WEIGHT_COUNT) throw damaged();
  return weights;
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
