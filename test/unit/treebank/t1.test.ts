import assert from 'node:assert/strict';
import fc from 'fast-check';
import { readAnnotatedConllu } from '../../../server/src/treebank/conllu.ts';
import { linOf, readT1, writeT1 } from '../../../server/src/treebank/t1.ts';
import { Random } from '../../../server/src/util/random.ts';

const rows = [
  '1 "       "       PUNCT `` _                       5 punct         _ _',
  '2 New     New     PROPN NNP Number=Sing             3 compound      _ _',
  '3 York    York    PROPN NNP Number=Sing             5 nsubj         _ SpaceAfter=No',
  "4-5 wasn't _      _     _   _                       _ _             _ _",
  '4 was     be      AUX   VBD Tense=Past|Number=Sing  5 cop           _ _',
  '5 big     big     ADJ   JJ  Degree=Pos              0 root          _ CorrectForm=huge',
  '5.1 and   and     CCONJ CC  _                       _ _             _ _',
  '6 ,       ,       PUNCT ,   _                       7 punct         _ _',
  '7 loud    loud    ADJ   JJ  Degree=Pos              5 conj          _ _',
  '8 ,       ,       PUNCT ,   _                       10 punct        _ _',
  '9 and     and     CCONJ CC  _                       10 cc           _ _',
  '10 gray   gray    ADJ   JJ  Degree=Pos|Typo=Yes     5 conj          _ _',
  '11 .      .       PUNCT .   _                       5 punct         _ _',
];
const treebank = `# text = …\n${rows.map((row) => row.split(/ +/).join('\t')).join('\n')}\n`;
const [sentence] = readAnnotatedConllu(treebank).sentences;

describe('lin', () => {
  it('counts ordered dependents from the head outwards, on each side', () => {
    const lin = linOf(sentence.heads, sentence.labels);
    assert.deepEqual(lin, [-1, -1, null, null, null, -1, 1, -1, null, 2, 3]);
  });

  it('is not given to a conjunct that stands alone', () => {
    assert.deepEqual(linOf([0, 1, 1], ['root', 'obj', 'conj']), [null, null, null]);
    assert.deepEqual(linOf([0, 1, 1], ['root', 'conj', 'flat:name']), [null, 1, 2]);
    assert.deepEqual(linOf([2, 0, 2], ['punct', 'root', 'conj']), [-1, null, null]);
    assert.deepEqual(linOf([0, 1, 1], ['root', 'goeswith', 'list']), [null, null, null]);
  });
});

describe('a T1 file', () => {
  it('has lemmas in random order, the order of some dependents, and no form', () => {
    const text = writeT1(sentence, { lin: true, training: false }, new Random(3));
    assert.ok(text.endsWith('_\n\n'));
    const lines = text.trimEnd().split('\n');
    assert.deepEqual(
      lines.map((line) => line.split('\t')[0]),
      lines.map((_, i) => String(i + 1)),
    );
    const without = lines.map((line) => line.split('\t').toSpliced(6, 1).slice(1).join(' '));
    assert.deepEqual(without.sort(), [
      '" _ PUNCT `` lin=-1 punct _ _',
      ', _ PUNCT , lin=-1 punct _ _',
      ', _ PUNCT , lin=-1 punct _ _',
      '. _ PUNCT . lin=+3 punct _ _',
      'New _ PROPN NNP lin=-1|Number=Sing compound _ _',
      'York _ PROPN NNP Number=Sing nsubj _ _',
      'and _ CCONJ CC _ cc _ _',
      'be _ AUX VBD Number=Sing|Tense=Past cop _ _',
      'big _ ADJ JJ Degree=Pos root _ _',
      'gray _ ADJ JJ Degree=Pos|lin=+2|Typo=Yes conj _ _',
      'loud _ ADJ JJ Degree=Pos|lin=+1 conj _ _',
    ]);
  });

  it('has no order of 2018', () => {
    const text = writeT1(sentence, { lin: false, training: false }, new Random(3));
    assert.doesNotMatch(text, /lin=/);
    assert.ok(readT1(text).sentences[0].lin.every((lin) => lin === null));
  });

  it('for training gives the sentence back, whatever its tree is', () => {
    const word = fc.record({
      head: fc.nat({ max: 6 }),
      label: fc.constantFrom('obj', 'conj', 'punct', 'flat:name', 'root'),
    });
    fc.assert(
      fc.property(fc.array(word, { minLength: 6, maxLength: 6 }), fc.integer(), (words, seed) => {
        const heads = words.map(({ head }) => head);
        const labels = words.map(({ label }) => label);
        const some = <T>(values: readonly T[]): readonly T[] => values.slice(0, 6);
        const original = {
          ...{ id: 'random', heads, labels, enhanced: [] },
          forms: some(sentence.forms),
          lemmas: some(sentence.lemmas),
          tags: some(sentence.tags),
          universalTags: some(sentence.universalTags),
          features: some(sentence.features).map((each) => each.split('|').sort().join('|')),
        };
        const written = writeT1(original, { lin: true, training: true }, new Random(seed));
        const { sentences, problems } = readT1(written);
        assert.deepEqual([sentences.length, problems], [1, []]);
        const [read] = sentences;
        const places = read.places!;
        const back = <T>(values: readonly T[]): T[] => {
          const sorted = new Array<T>(values.length);
          values.forEach((value, i) => (sorted[places[i] - 1] = value));
          return sorted;
        };
        assert.deepEqual(back(read.forms!), original.forms);
        assert.deepEqual(back(read.lemmas), original.lemmas);
        assert.deepEqual(back(read.tags), original.tags);
        assert.deepEqual(back(read.universalTags), original.universalTags);
        assert.deepEqual(back(read.features), original.features);
        assert.deepEqual(back(read.labels), labels);
        assert.deepEqual(back(read.lin), linOf(heads, labels));
        const headPlaces = read.heads.map((head) => (head === 0 ? 0 : places[head - 1]));
        assert.deepEqual(back(headPlaces), heads);
      }),
      { numRuns: 50 },
    );
  });

  it('is read without places if it is input, and with its broken sentences named', () => {
    const input = '1\tdog\t_\tNOUN\tNNS\tNumber=Plur|lin=-2\t0\troot\t_\t_\n\n1\tbroken\n';
    const { all, sentences, problems } = readT1(input);
    assert.deepEqual(all, [...sentences, null]);
    assert.deepEqual(sentences, [
      {
        lemmas: ['dog'],
        forms: null,
        universalTags: ['NOUN'],
        tags: ['NNS'],
        heads: [0],
        labels: ['root'],
        features: ['Number=Plur'],
        lin: [-2],
        places: null,
      },
    ]);
    assert.deepEqual(
      problems.map(({ line }) => line),
      [3],
    );
  });
});
