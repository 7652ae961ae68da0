import assert from 'node:assert/strict';
import { plainBag } from '../../../server/src/bag/bag.ts';
import { countLexicon } from '../../../server/src/model/lexicon.ts';
import { Problem } from '../../../server/src/problem/problem.ts';
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

  it('are the tags that are given, those that the model does not know too', () => {
    assert.deepEqual(tagsOf(word('b c')).sort(), ['QQ', 'X']);
    assert.deepEqual(problem.foreignTags, ['QQ']);
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
