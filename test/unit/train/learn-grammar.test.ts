import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { atom, functor, type Category } from '../../../server/src/grammar/ccg/category.ts';
import type { DictionaryColumns } from '../../../server/src/grammar/ccg/dictionary.ts';
import type { CcgDerivation } from '../../../server/src/grammar/ccg/derivation.ts';
import { countLexicon } from '../../../server/src/model/lexicon.ts';
import { learnGrammar } from '../../../server/src/train/learn-grammar.ts';
import { withDerivation } from '../../../server/src/treebank/ccg/derived.ts';
import { subcategorizedOf } from '../../../server/src/treebank/ccg/subcategorized.ts';
import { readAnnotatedConllu } from '../../../server/src/treebank/conllu.ts';

const text = readFileSync(new URL('../../fixtures/ccg.conllu', import.meta.url), 'utf8');
const trees = readAnnotatedConllu(text).sentences;
const subcategorized = subcategorizedOf(trees);
const sentences = trees.flatMap((tree) => {
  const { derivation, ...plain } = withDerivation(tree, subcategorized);
  return derivation === undefined ? [] : [{ ...plain, derivation }];
});

/** Counts of what was seen, by texts. */
class Seen {
  readonly counts: Record<string, number> = {};

  add(...texts: readonly string[]): void {
    const key = texts.join(' | ');
    this.counts[key] = (this.counts[key] ?? 0) + 1;
  }
}

describe('the grammar that is learned of derivations', () => {
  const lexicon = countLexicon(sentences);
  const { columns, dictionary, chainsOfWords } = learnGrammar(sentences, lexicon, ['b', 'a']);
  const { categories } = columns;
  const textOf = (id: number): string => (id === 0 ? '-' : categories[id - 1]);
  const entryText = (entry: number): string =>
    `${textOf(columns.entryCategory[entry - 1])} | ${columns.entryModes[entry - 1]}`;
  const rows = (ids: Uint16Array, counts: Uint32Array, length: number): Record<string, number> =>
    Object.fromEntries(
      Array.from(counts, (count, row) => {
        const own = [...ids.subarray(length * row, length * (row + 1))];
        return [own.map(textOf).join(' | '), count];
      }),
    );

  const binaries = new Seen();
  const chains = new Seen();
  const roots = new Seen();
  const entries = new Seen();
  const words = new Seen();
  const tags = new Seen();
  const wordChains = new Seen();
  const tagChains = new Seen();
  for (const { derivation, forms, tags: tagged } of sentences) {
    roots.add(derivation.category.text);
    /** @param above the categories that unary rules make of the node, the next one first */
    const count = (node: CcgDerivation, above: readonly string[]): void => {
      const category = node.category.text;
      if (node.kind === 'unary') {
        count(node.child, [category, ...above]);
        return;
      }
      if (above.length === 1) chains.add(category, '-', above[0]);
      if (above.length === 2) chains.add(category, ...above);
      if (node.kind === 'binary') {
        binaries.add(node.left.category.text, node.right.category.text, category);
        count(node.left, []);
        count(node.right, []);
      } else {
        entries.add(category, node.modes);
        words.add(forms[node.word], tagged[node.word], category, node.modes);
        const path = [category, ...(above.length === 1 ? ['-'] : []), ...above];
        if (path.length === 3) {
          wordChains.add(forms[node.word], tagged[node.word], ...path);
          tagChains.add(tagged[node.word], ...path);
        }
        tags.add(tagged[node.word], category, node.modes);
      }
    };
    count(derivation, []);
  }

  it('has every rule, chain of unary rules, root and lexical entry, as often as it was seen', () => {
    assert.ok(sentences.length > 20 && Object.keys(chains.counts).length > 3);
    assert.deepEqual(rows(columns.binaries, columns.binaryCount, 3), binaries.counts);
    assert.deepEqual(rows(columns.chains, columns.chainCount, 3), chains.counts);
    assert.deepEqual(rows(columns.roots, columns.rootCount, 1), roots.counts);
    const counted = Array.from(columns.entryCount, (count, i) => [entryText(i + 1), count]);
    assert.deepEqual(Object.fromEntries(counted), entries.counts);
    assert.deepEqual(columns.subcategorized, ['a', 'b']);
  });

  /** The counts of a dictionary, by word and tag, and by tag. */
  const countsOf = (of: DictionaryColumns, entryTextOf: (entry: number) => string) => {
    const { wordStart, wordTag, wordEntry, wordCount, tagStart, tagEntry, tagCount } = of;
    const ofWords: Record<string, number> = {};
    for (const form of new Set(sentences.flatMap(({ forms }) => forms))) {
      const id = lexicon.wordId(form);
      for (let row = wordStart[id]; row < wordStart[id + 1]; row++) {
        const tag = lexicon.tags[wordTag[row] - 1];
        ofWords[`${form} | ${tag} | ${entryTextOf(wordEntry[row])}`] = wordCount[row];
      }
    }
    assert.equal(wordStart.at(-1), wordEntry.length);
    const ofTags: Record<string, number> = {};
    lexicon.tags.forEach((tag, i) => {
      for (let row = tagStart[i + 1]; row < tagStart[i + 2]; row++) {
        ofTags[`${tag} | ${entryTextOf(tagEntry[row])}`] = tagCount[row];
      }
    });
    return { ofWords, ofTags };
  };

  it('has a dictionary of what each word and each tag was seen as', () => {
    const counts = countsOf(dictionary.columns, entryText);
    assert.deepEqual(counts, { ofWords: words.counts, ofTags: tags.counts });
  });

  it('has the chains of unary rules that each word and each tag was seen with', () => {
    const chainText = (entry: number): string =>
      [...columns.chains.subarray(3 * entry - 3, 3 * entry)].map(textOf).join(' | ');
    assert.ok(Object.keys(wordChains.counts).length > 3);
    const counts = countsOf(chainsOfWords!, chainText);
    assert.deepEqual(counts, { ofWords: wordChains.counts, ofTags: tagChains.counts });
  });

  it('is refused where a model has no ids for all of its categories or entries', () => {
    const bits = [...Array(16).keys()];
    const category = (number: number): Category =>
      bits.reduce<Category>(
        (made, bit) => functor(made, (number >> bit) & 1 ? '/' : '\\', atom('NP')),
        atom('S'),
      );
    const modes = (number: number): string =>
      bits.map((bit) => ((number >> bit) & 1 ? 'g' : 'h')).join('');
    const learn = (
      count: number,
      leafOf: (i: number) => { category: Category; modes: string },
    ): void => {
      const plain = { id: '', forms: ['a'], tags: ['X'], heads: [0], labels: ['root'] };
      const some = Array.from({ length: count }, (_, i) => ({
        ...plain,
        derivation: { kind: 'leaf' as const, word: 0, ...leafOf(i) },
      }));
      learnGrammar(some, countLexicon([plain]), []);
    };
    const other = atom('NP');
    assert.throws(
      () => learn(65_536, (i) => ({ category: category(i), modes: 'g' })),
      /65536 categories: a model has 65535 at most/,
    );
    assert.throws(
      () => learn(65_536, (i) => ({ category: other, modes: modes(i) })),
      /65536 lexical entries: a model has 65535 at most/,
    );
  });
});
