import assert from 'node:assert/strict';
import { assertProblems, bagWith, fixed, knowledge, problemsIn } from './fixture.ts';

const options = { knowledge };

const row = (...columns: readonly string[]): string => columns.join('\t');

describe('text of a treebank in `words:`', () => {
  for (const [what, text, words] of [
    ['a tree', '(S (NP (DT the) (NN cat)) (VP (VBD led)) (. .))', 'the/DT cat/NN led/VBD ./.'],
    [
      'a tree on several lines',
      '(S (NP (DT a) (NN cat))\n    (VP (VBD led)))',
      'a/DT cat/NN led/VBD',
    ],
    [
      'a tag that the model lacks',
      '(S (NP (PRP we)) (VP (VBD led) (NN cats)))',
      'we led/VBD cats/NN',
    ],
    [
      'lines of CoNLL-U',
      [
        row('1', 'we', 'we', 'PRON', 'PRP', '_', '3', 'nsubj', '_', '_'),
        row('2-3', "didn't", '_', '_', '_', '_', '_', '_', '_', '_'),
        row('2', 'did', 'do', 'AUX', 'VBD', '_', '4', 'aux', '_', '_'),
        row('3', "n't", 'not', 'PART', 'RB', '_', '4', 'advmod', '_', '_'),
        row('3.1', 'see', 'see', 'VERB', 'VB', '_', '_', '_', '0:root', '_'),
        row('4', 'lead', 'lead', 'VERB', 'VB', '_', '0', 'root', '_', '_'),
      ].join('\n    '),
      "we did/VBD n't lead/VB",
    ],
    [
      'lines with universal tags only',
      [
        row('1', 'the', 'the', 'DET', '_', '_', '2', 'det', '_', '_'),
        row('2', 'team', 'team', 'NOUN', '_', '_', '3', 'nsubj', '_', '_'),
        row('3', 'left', 'leave', 'VERB', '_', '_', '0', 'root', '_', '_'),
      ].join('\n    '),
      'the/DT team/NN left',
    ],
  ]) {
    it(`can be replaced by its words: ${what}`, () => {
      const source = bagWith(`⟦${text}⟧`);
      assertProblems(source, [['perhaps-treebank', 'Write its words with their tags']], options);
      assert.equal(fixed(source, `Write \`${words}\``, options), bagWith(words));
    });
  }

  for (const text of [
    '( (S (NP-SBJ (DT the) (NN cat)) (VP (VBD led)) (. .)) )',
    '( (S\n      (NP-SBJ-1 (DT the) (NN cat))\n      (VP (VBD led) (NP (-NONE- *T*-1))) (. .)) )',
  ]) {
    it(`replaces the errors that its brackets cause: ${text}`, () => {
      const source = bagWith(`⟦${text}⟧`);
      assertProblems(source, [['unexpected-token', 'a tree of the Penn Treebank']], options);
      const words = 'the/DT cat/NN led/VBD ./.';
      assert.equal(fixed(source, `Write \`${words}\``, options), bagWith(words));
    });
  }

  for (const words of ['(I go) (I stay)', '(S (UK wins) (US loses))', '(NP dog) (VP barks)']) {
    it(`is not seen in ${words}`, () => {
      assert.ok(
        problemsIn(bagWith(words), options).every(({ message }) => !message.includes('Penn')),
      );
    });
  }

  it('is not seen in short sentences in brackets, without a model', () => {
    assert.ok(
      problemsIn(bagWith('(I go) (I stay)')).every(({ message }) => !message.includes('Penn')),
    );
  });
});
