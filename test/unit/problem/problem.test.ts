import assert from 'node:assert/strict';
import { plainBag } from '../../../server/src/bag/bag.ts';
import { countLexicon, NONE } from '../../../server/src/model/lexicon.ts';
import { Mark, NO_WORD, Problem } from '../../../server/src/problem/problem.ts';
import { smallLexicon } from '../support/bags.ts';

const words = [
  { form: 'a', tags: [] },
  { form: 'b c', tags: ['X', 'QQ'] },
];
const bag = plainBag({ words, arcs: [], root: null });

describe('the variants of a problem', () => {
  const lexicon = smallLexicon();
  const problem = new Problem(bag, lexicon);
  const word = (form: string): number => problem.places.findIndex((p) => words[p].form === form);
  const tagsOf = (w: number): string[] =>
    [...problem.variantTag.slice(problem.variantStart[w], problem.variantStart[w + 1])].map((tag) =>
      problem.tagName(tag, lexicon),
    );

  it('are the tags of the dictionary where a tag is open, the likeliest first', () => {
    const offered = lexicon.tagsOf(lexicon.wordId('a')).map((tag) => lexicon.tags[tag - 1]);
    assert.deepEqual(tagsOf(word('a')), offered);
  });

  it('are the tags of the word in another case where training has seen only that', () => {
    const seen = countLexicon([
      { forms: ['Paris', 'may', 'May'], tags: ['NNP', 'MD', 'NNP'], labels: ['x', 'x', 'x'] },
    ]);
    const tagNamesOf = (form: string): string[] => {
      const alone = new Problem(
        plainBag({ words: [{ form, tags: [] }], arcs: [], root: null }),
        seen,
      );
      return [...alone.variantTag.slice(0, alone.variantCount)].map((tag) =>
        alone.tagName(tag, seen),
      );
    };
    assert.deepEqual(tagNamesOf('paris'), ['NNP']);
    assert.deepEqual(tagNamesOf('MAY'), ['MD']);
    assert.deepEqual(tagNamesOf('May'), ['NNP']);
  });

  it('are the tags that are given, those that the model does not know too', () => {
    assert.deepEqual(tagsOf(word('b c')).sort(), ['QQ', 'X']);
    assert.deepEqual(problem.foreignTags, ['QQ']);
  });

  it('are in the order of the dictionary however they are given', () => {
    const given = plainBag({
      words: [{ form: 'a', tags: ['Z', 'Y', 'X'] }],
      arcs: [],
      root: null,
    });
    const { variantTag, variantCount } = new Problem(given, lexicon);
    const tags = [...variantTag.subarray(0, variantCount)].map((tag) => lexicon.tags[tag - 1]);
    // "a" has been X and Y, equally often, and never Z.
    assert.deepEqual(tags, ['X', 'Y', 'Z']);
  });

  it('begin with the tag that the word has most often, whatever its number', () => {
    const seen = (...tags: string[]) => ({ forms: tags.map(() => 'a'), tags, labels: ['x', 'x'] });
    const ofA = countLexicon([seen('Y', 'Y'), seen('X', 'Z')]);
    const given = plainBag({ words: [{ form: 'a', tags: ['Z', 'X', 'Y'] }], arcs: [], root: null });
    const tags = [...new Problem(given, ofA).variantTag.subarray(0, 3)];
    assert.deepEqual(
      tags.map((tag) => ofA.tags[tag - 1]),
      ['Y', 'X', 'Z'],
    );
  });

  it('belong to their words, and are found by their tags', () => {
    for (let w = 0; w < problem.size; w++) {
      for (let v = problem.variantStart[w]; v < problem.variantStart[w + 1]; v++) {
        assert.equal(problem.variantWord[v], w);
        assert.equal(problem.variantOf(w, problem.variantTag[v]), v);
      }
    }
    assert.equal(problem.variantWord[problem.variantCount], problem.size);
    assert.throws(() => problem.variantOf(0, 60_000), RangeError);
  });

  it('are one a word, without a tag, where the dictionary is empty', () => {
    const { variantStart, variantCount } = new Problem(
      plainBag({ words: [words[0], words[0]], arcs: [], root: null }),
      countLexicon([]),
    );
    assert.equal(variantCount, 2);
    assert.deepEqual([...variantStart], [0, 1, 2]);
  });
});

describe('the mark of a problem', () => {
  for (const [forms, mark] of [
    [['can', 'dogs', 'eat', 'cheese', '?'], Mark.Question],
    [['run', '!'], Mark.Exclamation],
    [['run', '!!'], Mark.Exclamation],
    [['what', '?!'], Mark.Question],
    [['what', '!', '?'], Mark.Question],
    [['what ?', 'now'], Mark.Question],
    [['dogs', 'bark', '.'], Mark.None],
    [['e-mail?x', '#!'], Mark.None],
    [['see', 'example.org/?'], Mark.None],
    [['the', '!Kung', 'people'], Mark.None],
  ] as const) {
    it(`is ${['no mark', 'an exclamation mark', 'a question mark'][mark]} in “${forms.join(' ')}”`, () => {
      const given = forms.map((form) => ({ form, tags: [] }));
      const bag = plainBag({ words: given, arcs: [], root: null });
      assert.equal(new Problem(bag, smallLexicon()).mark, mark);
    });
  }
});

describe('the arcs of a problem', () => {
  const lexicon = smallLexicon();

  it('have the labels that are given, as the model numbers them', () => {
    const forms = ['b', 'c', 'd', 'e'].map((form) => ({ form, tags: [] }));
    const arcs = [
      { head: 0, dependent: 1, label: 'subj' },
      { head: 0, dependent: 2, label: null },
      { head: 0, dependent: 3, label: 'none such' },
    ];
    const { places, label, head } = new Problem(plainBag({ words: forms, arcs, root: 0 }), lexicon);
    const labelOf = (word: number): number => label[places.indexOf(word)];
    assert.equal(labelOf(1), lexicon.labelId('subj'));
    assert.notEqual(labelOf(1), NONE);
    assert.equal(labelOf(0), NONE);
    assert.equal(labelOf(2), NONE);
    assert.equal(labelOf(3), lexicon.labelId('none such'));
    for (const word of [1, 2, 3]) assert.equal(head[places.indexOf(word)], places.indexOf(0));
    assert.equal(head[places.indexOf(0)], NO_WORD);
  });
});

describe('interchangeable words of a problem', () => {
  const twinsOf = (...categories: readonly (readonly string[])[]): number => {
    const twins = categories.map((ofWord) => ({
      ...{ form: 'a', tags: [] },
      categories: ofWord.map((category) => ({ category, tag: null })),
    }));
    const { twinBefore } = new Problem(
      plainBag({ words: twins, arcs: [], root: null }),
      smallLexicon(),
    );
    return twinBefore.filter((twin) => twin !== NO_WORD).length;
  };

  it('have the same given categories, in any order', () => {
    assert.equal(twinsOf(['N', 'NP'], ['NP', 'N']), 1);
    assert.equal(twinsOf(['N'], ['NP']), 0);
    assert.equal(twinsOf(['N'], []), 0);
  });
});
