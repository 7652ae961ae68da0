import assert from 'node:assert/strict';
import { formatT1 } from '../../../server/src/treebank/t1-output.ts';
import { readConllu } from '../../../server/src/treebank/conllu.ts';
import type { T1Sentence } from '../../../server/src/treebank/t1.ts';

/** *Dogs do n't bark.*, its words in another order. */
const sentence: T1Sentence = {
  lemmas: ['bark', 'not', 'dog', '.', 'do'],
  universalTags: ['VERB', 'PART', 'NOUN', 'PUNCT', 'AUX'],
  tags: ['VB', 'RB', 'NNS', '.', 'VBP'],
  features: ['VerbForm=Inf', '_', 'Number=Plur', '_', '_'],
  heads: [0, 1, 1, 1, 1],
  labels: ['root', 'advmod', 'nsubj', 'punct', 'aux'],
  ...{ lin: [null, null, null, null, null], forms: null, places: null },
};
const output = {
  sentence,
  forms: ['dogs', 'do', "n't", 'bark', '.'],
  places: [2, 4, 1, 0, 3],
};

describe('a realized sentence of the shared tasks', () => {
  it('is tokenised as text', () => {
    assert.equal(formatT1(output, 'text'), "dogs do n't bark .\n");
  });

  it('is CoNLL-U with its words and heads in their new order', () => {
    const text = formatT1(output, 'conllu');
    assert.match(
      text,
      /^# text = Dogs don't bark\.\n1\tdogs\tdog\tNOUN\tNNS\tNumber=Plur\t4\tnsubj/,
    );
    const [read] = readConllu(text).sentences;
    assert.deepEqual(read.forms, output.forms);
    assert.deepEqual(read.heads, [4, 4, 4, 0, 4]);
    assert.deepEqual(read.labels, ['nsubj', 'aux', 'advmod', 'root', 'punct']);
  });

  it('is a line of JSON with its text, as it is displayed, and its words', () => {
    const line = formatT1(output, 'json');
    assert.ok(line.endsWith('\n') && !line.trimEnd().includes('\n'));
    const { text, display, words } = JSON.parse(line) as {
      text: string;
      display: string;
      words: { id: number; head: number; lemma: string }[];
    };
    assert.deepEqual([text, display], ["dogs do n't bark .", "Dogs don't bark."]);
    assert.deepEqual(
      words.map(({ id, head, lemma }) => `${id} ${head} ${lemma}`),
      ['1 4 dog', '2 4 do', '3 4 not', '4 0 bark', '5 4 .'],
    );
  });
});
