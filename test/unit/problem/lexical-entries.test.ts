import assert from 'node:assert/strict';
import fc from 'fast-check';
import { plainBag } from '../../../server/src/bag/bag.ts';
import { CategoryDictionary } from '../../../server/src/grammar/ccg/dictionary.ts';
import { lexicalCategoriesOf } from '../../../server/src/grammar/ccg/grammar.ts';
import {
  WEIGHT_COUNT,
  type BagToken,
} from '../../../server/src/grammar/ccg/supertagger-features.ts';
import { Supertagger } from '../../../server/src/grammar/ccg/supertagger.ts';
import { countLexicon, NONE } from '../../../server/src/model/lexicon.ts';
import { LexicalEntries, type GivenWord } from '../../../server/src/problem/lexical-entries.ts';
import {
  smallGrammar,
  smallLexicon as lexicon,
  uses as usesOfWords,
} from '../support/small-grammar.ts';

const { grammar, dictionary } = smallGrammar();
const forms = [
  ...Object.keys(usesOfWords).filter((form) => !form.includes(' ')),
  'unseen',
  'Names',
];
const { entryCategory } = grammar;
const { entryCount } = grammar.columns;
const everything = new LexicalEntries(grammar, dictionary, null, 0);

const given = (form: string, ...categories: GivenWord['categories']): GivenWord => ({
  ...{ form, word: lexicon.wordId(form), wordClass: 0 },
  ...{ tags: [], categories },
});

/** The categories of the uses of a word that are tried, the likeliest first. */
function categoriesOf(word: GivenWord, entries: LexicalEntries): string[] {
  const [uses] = entries.usesOf([word], lexicon).ofWords;
  return uses.map(({ entry }) => grammar.textOf(entryCategory[entry]));
}

/** How likely a word has a tag, where rarer tags of its list get less of what no count decides. */
function probabilityOf(word: number, tag: number, place: number): number {
  const counts = new Map<number, number>();
  for (let row = lexicon.entryStart[word]; row < lexicon.entryStart[word + 1]; row++) {
    counts.set(lexicon.entryTag[row], lexicon.entryCount[row]);
  }
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
  return ((counts.get(tag) ?? 0) + 1 / (1 + place)) / (total + 2);
}

const anyWord: fc.Arbitrary<GivenWord> = fc.constantFrom(...forms).map((form) => given(form));
const anyWords = fc.array(anyWord, { minLength: 1, maxLength: 8 });

describe('the uses of words in a grammar', () => {
  it('are refused for a category that no word of the treebank has, with the nearest that one has', () => {
    const refusalOf = (category: string): string | null => {
      const words = [
        { form: 'dogs', tags: [], categories: [{ category: 'N', tag: null }] },
        { form: 'sleeps', tags: [], categories: [{ category, tag: null }] },
      ];
      return everything.refusalOf(plainBag({ words, arcs: [], root: null, grammar: 'ccg' }));
    };
    assert.equal(refusalOf('S[dcl]\\NP'), null);
    assert.equal(
      refusalOf('S[dcl]/NP'),
      '"sleeps" has the category "S[dcl]/NP", which the model has seen with no word. Did you mean "S[dcl]\\NP"?',
    );
    assert.equal(
      refusalOf('(PP/PP)/(PP/PP)'),
      '"sleeps" has the category "(PP/PP)/(PP/PP)", which the model has seen with no word.',
    );
  });

  it('are the most frequent entries of all, if the dictionary has none for the word and its tags', () => {
    const none = { entriesOf: () => [] } as unknown as CategoryDictionary;
    const [uses] = new LexicalEntries(grammar, none, null, 0).usesOf(
      [given('unseen')],
      lexicon,
    ).ofWords;
    const times = [...new Set(uses.map(({ entry }) => entry))].map(
      (entry) => entryCount[entry - 1],
    );
    assert.deepEqual(times, [...entryCount].sort((a, b) => b - a).slice(0, times.length));
    assert.equal(times.length, 5);
  });

  it('have for a category that is new to the word the most frequent entry of the category', () => {
    for (const text of lexicalCategoriesOf(grammar.columns)) {
      const category = grammar.idOf(text);
      const entries = [...entryCategory.keys()].filter(
        (entry) => entry > 0 && entryCategory[entry] === category,
      );
      const most = Math.max(...entries.map((entry) => entryCount[entry - 1]));
      const expected = entries.find((entry) => entryCount[entry - 1] === most);
      const foreign = lexicon.tags.length + 1;
      const [[use]] = everything.usesOf(
        [given('dogs', { category, tag: foreign })],
        lexicon,
      ).ofWords;
      assert.deepEqual([use.tag, use.entry], [foreign, expected], text);
    }
  });

  it('have a given category with each of its entries for the word, and the likeliest tag', () => {
    let several = 0;
    const categories = [...lexicalCategoriesOf(grammar.columns)];
    for (const [form, text] of forms.flatMap((one) => categories.map((text) => [one, text]))) {
      const category = grammar.idOf(text);
      const word = lexicon.wordId(form);
      const [uses] = everything.usesOf([given(form, { category, tag: NONE })], lexicon).ofWords;
      const best = new Map<number, { tag: number; probability: number }>();
      lexicon.tagsOf(word).forEach((tag, place) => {
        for (const { entry, probability: ofEntry } of dictionary.entriesOf(word, tag, 0)) {
          if (entryCategory[entry] !== category) continue;
          const probability = ofEntry * probabilityOf(word, tag, place);
          if (probability > (best.get(entry)?.probability ?? 0))
            best.set(entry, { tag, probability });
        }
      });
      if (best.size === 0) continue;
      if (best.size > 1) several++;
      assert.deepEqual(
        new Map(uses.map(({ tag, entry }) => [entry, tag])),
        new Map([...best].map(([entry, { tag }]) => [entry, tag])),
      );
      const sorted = uses.map(({ entry }) => best.get(entry)!.probability);
      assert.deepEqual(
        sorted,
        sorted.toSorted((a, b) => b - a),
      );
    }
    assert.ok(several > 0);
  });

  it('have a given category with the usual tag of the word, even if it is likelier with another', () => {
    // The words as in the grammar's lexicon, but "Kim" has also been a common noun, once.
    const seen = Object.entries(usesOfWords).flatMap(([form, all]) =>
      all.flatMap(([count, tag]) => Array.from({ length: count }, () => ({ form, tag }))),
    );
    seen.push({ form: 'Kim', tag: 'NN' });
    const forms = seen.map(({ form }) => form.split(' ').at(-1)!);
    const tags = seen.map(({ tag }) => tag);
    const withNoun = countLexicon([{ forms, tags, labels: tags }]);
    assert.deepEqual([withNoun.words, withNoun.tags], [lexicon.words, lexicon.tags]);

    const kim = lexicon.wordId('Kim');
    const [asName, asNoun] = ['NNP', 'NN'].map((tag) =>
      dictionary
        .entriesOf(kim, lexicon.tagId(tag), 0)
        .find(({ entry }) => grammar.textOf(entryCategory[entry]) === 'N'),
    );
    assert.ok(asNoun!.probability > asName!.probability);
    const word = given('Kim', { category: grammar.idOf('N'), tag: NONE });
    const [[{ tag }]] = everything.usesOf([word], withNoun).ofWords;
    assert.equal(lexicon.tags[tag - 1], 'NNP');
  });

  it('have a category given with its tag first if the word seldom has the tag of another category', () => {
    const [verb, noun] = ['(S[dcl]\\NP)/NP', 'N'];
    const saw = given(
      'saw',
      { category: grammar.idOf(verb), tag: lexicon.tagId('VBD') },
      { category: grammar.idOf(noun), tag: NONE },
    );
    assert.deepEqual(categoriesOf(saw, everything), [verb, noun]);
  });

  it('are the most frequent of the grammar for a tag that is new to the model', () => {
    const foreign = lexicon.tags.length + 1;
    assert.deepEqual(categoriesOf({ ...given('dogs'), tags: [foreign] }, everything), [
      'N',
      '(S[dcl]\\NP)/NP',
      'NP/N',
      'S[dcl]\\NP',
      '(S\\NP)\\(S\\NP)',
    ]);
  });

  describe('that a frequent word seldom has', () => {
    const often = new CategoryDictionary({
      ...dictionary.columns,
      wordCount: dictionary.columns.wordCount.map((count) => 10 * count),
    });
    const usual = ['S[dcl]\\NP'];
    const all = [...usual, '(S[dcl]\\NP)/(S[pt]\\NP)', '(S[dcl]\\NP)/NP'];
    const tried = (supertagger: Supertagger | null): string[] =>
      categoriesOf(given('sleeps'), new LexicalEntries(grammar, often, supertagger));

    it('are tried if no supertagger tells from the other words what the word is', () => {
      const weights = new Int8Array(WEIGHT_COUNT);
      assert.deepEqual(tried(null), all);
      assert.deepEqual(tried(new Supertagger(grammar, weights)), usual);
    });

    it('are tried if the supertagger finds them likely', () => {
      class Undecided extends Supertagger {
        override probabilitiesOf(tokens: readonly BagToken[]): Float64Array[] {
          return tokens.map(({ uses }) => new Float64Array(uses.length).fill(1 / uses.length));
        }
      }
      const undecided = new Undecided(grammar, new Int8Array(WEIGHT_COUNT));
      assert.deepEqual(tried(undecided).sort(), all.toSorted());
    });
  });

  it('are limited to the cheapest of all words together, with uses of one rank kept together', () => {
    let limited = 0;
    fc.assert(
      fc.property(anyWords, fc.integer({ min: 1, max: 60 }), (words, most) => {
        // The half keeps the product with 100 words from being rounded below `most`.
        const usesAWord = (most + 0.5) / 100;
        const entries = new LexicalEntries(grammar, dictionary, null, 0, usesAWord);
        const all = everything.usesOf(words, lexicon).ofWords;
        const { ofWords, untried } = entries.usesOf(words, lexicon);
        const levels = all.flatMap((uses) =>
          uses.map(({ cost }, rank): [number, number] => [cost, rank]),
        );
        levels.sort(([a, i], [b, j]) => a - b || i - j);
        // The last level that fits as a whole. The likeliest use of each word is kept anyway.
        const upTo = ([cost, rank]: readonly [number, number]): number =>
          levels.filter(([a, i]) => a < cost || (a === cost && i <= rank)).length;
        const last = levels.findLast((level) => upTo(level) <= most) ?? [0, 0];
        const expected = all.map((uses) =>
          uses.filter(({ cost }, i) => cost < last[0] || (cost === last[0] && i <= last[1])),
        );
        assert.deepEqual(ofWords, levels.length <= most ? all : expected);
        assert.equal(untried, levels.length - ofWords.flat().length);
        if (untried > 0) limited++;
      }),
      { numRuns: 300 },
    );
    assert.ok(limited > 30, String(limited));
  });
});
