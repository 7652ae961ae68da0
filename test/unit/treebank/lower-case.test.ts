import assert from 'node:assert/strict';
import type { Sentence } from '../../../server/src/treebank/conllu.ts';
import { inLowerCase } from '../../../server/src/treebank/lower-case.ts';
import { tinySentences } from '../support/tiny.ts';

function sentence(text: string, tags: string): Sentence {
  const forms = text.split(' ');
  const heads = forms.map((_, i) => i);
  return { id: 'made', forms, tags: tags.split(' '), heads, labels: forms.map(() => 'dep') };
}

describe('a sentence in lower case', () => {
  it('has its first word in lower case, and everything else as before', () => {
    for (const original of tinySentences) {
      const { forms, ...rest } = inLowerCase(original);
      const [first, ...others] = original.forms;
      assert.deepEqual(forms, [first.toLowerCase(), ...others]);
      assert.deepEqual({ ...rest, forms: original.forms }, original);
    }
  });

  it('has no other word in lower case', () => {
    const { forms } = inLowerCase(sentence('" The White House', '`` DT NNP NNP'));
    assert.equal(forms.join(' '), '" the White House');
  });

  for (const [text, tags] of [
    ['London calls', 'NNP VBZ'],
    ['Alps rise', 'NNPS VBP'],
    ['London calls', 'PROPN VERB'],
    ['I bark', 'PRP VBP'],
    ['NATO barks', 'NN VBZ'],
    ['dogs bark', 'NNS VBP'],
    ['12 Dogs', 'CD NNS'],
    ['...', '.'],
  ]) {
    it(`is the same sentence if it is \`${text}\` with the tags ${tags}`, () => {
      const original = sentence(text, tags);
      assert.equal(inLowerCase(original), original);
    });
  }
});
