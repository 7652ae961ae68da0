import assert from 'node:assert/strict';
import fc from 'fast-check';
import { plainBag } from '../../../server/src/bag/bag.ts';
import { lexicalCategoriesOf } from '../../../server/src/grammar/ccg/grammar.ts';
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
