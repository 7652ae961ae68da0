import assert from 'node:assert/strict';
import {
  attachmentSentences,
  differingWords,
  isReadAsMeant,
  lesserDifferences,
  type MeantTree,
  type ParsedArcs,
} from '../../../server/src/parser/attachments.ts';

/** `FORM HEAD LABEL`: an arc with a label is given, one without is found. */
function tree(...words: readonly string[]): MeantTree {
  const parts = words.map((word) => word.split(' '));
  return {
    forms: parts.map(([form]) => form),
    heads: parts.map(([, head]) => Number(head)),
    labels: parts.map((part) => part.at(2) ?? null),
    isGiven: parts.map(({ length }) => length === 3),
  };
}

function parse(...words: readonly string[]): ParsedArcs {
  const { heads, labels } = tree(...words);
  return { heads, labels: labels.map((label) => label ?? 'dep') };
}

const man = tree('I 2', 'saw 0', 'the 4', 'man 2', 'in 7', 'the 7', 'park 4', '. 2');
const sawInPark = parse('I 2', 'saw 0', 'the 4', 'man 2', 'in 7', 'the 7', 'park 2', '. 7');

describe('A parse beside the meant tree', () => {
  it('differs in the words with other heads, but not in punctuation that nobody attached', () => {
    assert.deepEqual(differingWords(man, sawInPark), [6]);
    const given = { ...man, isGiven: man.isGiven.map((_, i) => i === 7) };
    assert.deepEqual(differingWords(given, sawInPark), [6, 7]);
  });

  it('says where a reader would attach a phrase, and where it is meant', () => {
    assert.deepEqual(attachmentSentences(man, sawInPark), [
      'A reader would attach `in the park` to `saw`, not to `man`.',
    ]);
  });

  it('says of the root and of a turned arc which word is taken for what', () => {
    const meant = tree('fish 0', 'people 1', 'eat 1');
    assert.deepEqual(attachmentSentences(meant, parse('fish 3', 'people 1', 'eat 0')), [
      'A reader would attach `fish` to `eat`, not take it for the root.',
      'A reader would take `eat` for the root, not attach it to `fish`.',
    ]);
  });

  it('counts a label if the author gave it, without its subtype', () => {
    const meant = tree('dogs 2 obj', 'bite 0', 'men 2 nsubj:outer');
    const read = parse('dogs 2 nsubj', 'bite 0 root', 'men 2 nsubj');
    assert.deepEqual(attachmentSentences(meant, read), [
      'A reader would take `dogs` for the `nsubj` of `bite`, not for its `obj`.',
    ]);
  });

  it('names the words with other tags, subtypes of labels or heads of punctuation', () => {
    const meant = tree('dogs 2 nsubj:outer', 'bark 0', ', 2', '. 2');
    const read = parse('dogs 2 nsubj', 'bark 0 root', ', 1', '. 2');
    assert.deepEqual(attachmentSentences(meant, read), []);
    const tags = ['NNS', 'VBP', ',', '.'];
    const besides = lesserDifferences(
      { ...meant, tags },
      { ...read, tags: tags.with(1, 'NN').with(0, 'NNPS') },
    );
    assert.deepEqual(besides, [
      'Other labels: `dogs` is `nsubj:outer`, in the parse `nsubj`.',
      'Other tags: `dogs` is `NNS`, in the parse `NNPS`; `bark` is `VBP`, in the parse `NN`.',
      'Other heads of punctuation: `,`.',
    ]);
    const same = { ...meant, labels: read.labels };
    assert.deepEqual(
      lesserDifferences({ ...same, tags }, { ...meant, labels: read.labels, tags }),
      [],
    );
  });

  it('shortens a long phrase to its ends', () => {
    const words = 'a b c d e f g h i j'.split(' ');
    const meant = tree(...words.map((word, i) => `${word} ${i === 9 ? 0 : i + 2}`), 'x 9');
    const read = { heads: meant.heads.with(8, 11), labels: words.map(() => 'dep') };
    const [sentence] = attachmentSentences(meant, { ...read, heads: read.heads.with(10, 10) });
    assert.equal(sentence, 'A reader would attach `i` to `x`, not to `j`.');
    const far = { ...read, heads: meant.heads.with(8, 0) };
    assert.deepEqual(attachmentSentences(meant, far), [
      'A reader would take `i` for the root, not attach it to `j`.',
    ]);
    const other = tree(...words.map((word, i) => `${word} ${i === 9 ? 0 : i + 2}`), 'x 10');
    assert.deepEqual(
      attachmentSentences(other, { heads: other.heads.with(8, 11), labels: read.labels }),
      ['A reader would attach `a b c d … f g h i` to `x`, not to `j`.'],
    );
  });

  it('is read as meant in another order of the words, even if equal words change places', () => {
    const other = tree('In 3', 'the 3', 'park 7', ', 7', 'the 6', 'man 7', 'saw 0');
    const meant = tree('the 2', 'man 3', 'saw 0', 'In 6', 'the 6', 'park 3', ', 3');
    const labels = other.forms.map(() => 'dep');
    assert.ok(isReadAsMeant(meant, other, { heads: other.heads, labels }));
    assert.ok(isReadAsMeant(meant, other, { heads: other.heads.with(3, 3), labels }));
    assert.ok(!isReadAsMeant(meant, other, { heads: other.heads.with(2, 6), labels }));
    const labelled = { ...meant, labels: meant.labels.with(1, 'nsubj') };
    const ofOther = { ...other, labels: other.labels.with(5, 'nsubj') };
    const as = (label: string): boolean =>
      isReadAsMeant(labelled, ofOther, { heads: other.heads, labels: labels.with(5, label) });
    assert.ok(as('nsubj:pass') && !as('obj'));
  });
});
