import type { DictionaryColumns } from '../grammar/ccg/dictionary.ts';
import { leavesOf, postorder, type CcgDerivation } from '../grammar/ccg/derivation.ts';
import type { GrammarColumns } from '../grammar/ccg/grammar.ts';
import { ModelError } from '../model/file.ts';
import { ModelGrammar } from '../model/grammar.ts';
import { CLASS_COUNT } from '../model/shape.ts';
import { FIRST_WORD_ID, type Lexicon } from '../model/lexicon.ts';
import type { DerivedSentence } from '../treebank/ccg/derived.ts';

/** The grammar leaves out longer chains of unary rules. */
const LONGEST_CHAIN = 2;
/** In a model, the ids of categories and lexical entries have 16 bits. */
const HIGHEST_ID = 0xffff;

/**
 * Counts the categories, rules and dictionary entries of derivations. The dictionary uses the
 * lexicon's ids of words and tags.
 *
 * @param subcategorized the prepositional phrases that are arguments (`Subcategorized`). The trees
 *   must have been converted to derivations with the same phrases
 * @throws {ModelError} if there are more categories or lexical entries than ids of 16 bits
 */
export function learnGrammar(
  sentences: readonly DerivedSentence[],
  lexicon: Lexicon,
  subcategorized: Iterable<string>,
): ModelGrammar {
  const categories = new Counts();
  const entries = new Counts();
  const binaries = new Counts();
  const chains = new Counts();
  const roots = new Counts();
  for (const { derivation } of sentences) {
    for (const { category } of postorder(derivation)) categories.addKey(category.text);
  }
  const texts = categories.mostFrequent();
  requireIds('categories', texts.length);
  const ids = new Map(texts.map((text, i) => [text, i + 1]));
  const idOf = ({ category }: CcgDerivation): number => ids.get(category.text)!;
  const words = Array.from({ length: lexicon.words.length + FIRST_WORD_ID }, () => new Counts());
  const tags = Array.from({ length: lexicon.tags.length + 1 }, () => new Counts());
  const chainsOfWords = words.map(() => new Counts());
  const chainsOfTags = tags.map(() => new Counts());
  for (const { derivation, forms, tags: tagged } of sentences) {
    roots.add([idOf(derivation)]);
    const isChained = new Set<CcgDerivation>();
    for (const node of postorder(derivation).reverse()) {
      if (node.kind === 'binary') binaries.add([idOf(node.left), idOf(node.right), idOf(node)]);
      if (node.kind !== 'unary' || isChained.has(node)) continue;
      const path = [idOf(node)];
      let below: CcgDerivation = node;
      while (below.kind === 'unary') {
        isChained.add(below);
        below = below.child;
        path.unshift(idOf(below));
      }
      if (path.length > LONGEST_CHAIN + 1) continue;
      const chain = [path[0], path.length > 2 ? path[1] : 0, path[path.length - 1]];
      chains.add(chain);
      if (below.kind !== 'leaf') continue;
      const tag = lexicon.tagId(tagged[below.word]);
      chainsOfWords[lexicon.wordId(forms[below.word])].addKey(`${tag} ${chain.join(' ')}`);
      chainsOfTags[tag].add(chain);
    }
    for (const leaf of leavesOf(derivation)) {
      const key = `${idOf(leaf)} ${leaf.modes}`;
      entries.addKey(key);
      const tag = lexicon.tagId(tagged[leaf.word]);
      words[lexicon.wordId(forms[leaf.word])].addKey(`${tag} ${key}`);
      tags[tag].addKey(key);
    }
  }
  const entryKeys = entries.mostFrequent();
  requireIds('lexical entries', entryKeys.length);
  const entryIds = new Map(entryKeys.map((key, i) => [key, i + 1]));
  const columns: GrammarColumns = {
    categories: texts,
    entryCategory: Uint16Array.from(entryKeys, (key) => Number(key.split(' ')[0])),
    entryModes: entryKeys.map((key) => key.split(' ')[1]),
    entryCount: Uint32Array.from(entryKeys, (key) => entries.byKey.get(key)!),
    ...{ binaries: binaries.rows(), binaryCount: binaries.counts() },
    ...{ chains: chains.rows(), chainCount: chains.counts() },
    ...{ roots: roots.rows(), rootCount: roots.counts() },
    subcategorized: [...subcategorized].sort(),
  };
  const chainIds = new Map(chains.keys().map((key, i) => [key, i + 1]));
  return ModelGrammar.of(
    columns,
    dictionaryOf(words, tags, entryIds),
    dictionaryOf(chainsOfWords, chainsOfTags, chainIds),
  );
}

/**
 * Only known words get rows: for an unknown-word class, the dictionary uses the counts of the tag
 * alone.
 *
 * @param words indexed by word id: the count of each pair of a tag and an entry
 * @param tags indexed by tag id: the count of each entry
 */
function dictionaryOf(
  words: readonly Counts[],
  tags: readonly Counts[],
  entryIds: ReadonlyMap<string, number>,
): DictionaryColumns {
  const wordStart = [0];
  const wordRows: { tag: number; entry: number; count: number }[] = [];
  for (const [id, seen] of words.entries()) {
    if (id > CLASS_COUNT) {
      const rows = [...seen.byKey].map(([key, count]) => {
        const [tag, ...entry] = key.split(' ');
        return { tag: Number(tag), entry: entryIds.get(entry.join(' '))!, count };
      });
      wordRows.push(...rows.sort((a, b) => a.tag - b.tag || a.entry - b.entry));
    }
    wordStart.push(wordRows.length);
  }
  const tagStart = [0];
  const tagRows: { entry: number; count: number }[] = [];
  for (const seen of tags) {
    const rows = [...seen.byKey].map(([key, count]) => ({ entry: entryIds.get(key)!, count }));
    tagRows.push(...rows.sort((a, b) => b.count - a.count || a.entry - b.entry));
    tagStart.push(tagRows.length);
  }
  return {
    wordStart: Int32Array.from(wordStart),
    wordTag: Uint16Array.from(wordRows, ({ tag }) => tag),
    wordEntry: Uint16Array.from(wordRows, ({ entry }) => entry),
    wordCount: Uint32Array.from(wordRows, ({ count }) => count),
    tagStart: Int32Array.from(tagStart),
    tagEntry: Uint16Array.from(tagRows, ({ entry }) => entry),
    tagCount: Uint32Array.from(tagRows, ({ count }) => count),
  };
}

function requireIds(what: string, count: number): void {
  if (count <= HIGHEST_ID) return;
  throw new ModelError(`The derivations have ${count} ${what}: a model has ${HIGHEST_ID} at most.`);
}

/** A key is a string, or a row of numbers. */
class Counts {
  readonly byKey = new Map<string, number>();

  add(row: readonly number[]): void {
    this.addKey(row.join(' '));
  }

  addKey(key: string): void {
    this.byKey.set(key, (this.byKey.get(key) ?? 0) + 1);
  }

  mostFrequent(): string[] {
    const count = (key: string): number => this.byKey.get(key)!;
    return [...this.byKey.keys()].sort((a, b) => count(b) - count(a) || (a < b ? -1 : 1));
  }

  /** Returns the counted rows in ascending order, concatenated. */
  rows(): Uint16Array {
    return Uint16Array.from(this.#sorted().flatMap(([row]) => row));
  }

  /** In the order of `rows`. */
  counts(): Uint32Array {
    return Uint32Array.from(this.#sorted(), ([, count]) => count);
  }

  /** In the order of `rows`. All keys must be rows of numbers. */
  keys(): string[] {
    return this.#sorted().map(([row]) => row.join(' '));
  }

  #sorted(): [row: number[], count: number][] {
    return [...this.byKey]
      .map(([key, count]): [number[], number] => [key.split(' ').map(Number), count])
      .sort(([a], [b]) => {
        const at = a.findIndex((number, i) => number !== b[i]);
        return at < 0 ? 0 : a[at] - b[at];
      });
  }
}
