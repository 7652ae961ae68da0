import assert from 'node:assert/strict';
import fc from 'fast-check';
import { Random } from '../../../server/src/util/random.ts';
import { readAnnotatedConllu, readConllu } from '../../../server/src/treebank/conllu.ts';
import { sampleBag } from '../../../server/src/treebank/sampling.ts';
import { selectSentences } from '../../../server/src/treebank/select.ts';
import { isProjective, isTree } from '../../../server/src/treebank/tree.ts';
import { isProjectiveTree } from '../support/brute-force.ts';
import { tinySentences, tinyTreebank } from '../support/tiny.ts';

const row = (id: number, form: string, head: string) =>
  [id, form, '_', '_', 'X', '_', head, 'dep', '_', '_'].join('\t');

describe('a CoNLL-U file', () => {
  it('is read without ranges of multiword tokens and empty nodes', () => {
    assert.deepEqual(tinyTreebank.problems, []);
    const [, dogs, , cats] = tinyTreebank.sentences;
    assert.deepEqual(dogs, {
      id: 'tiny-2',
      forms: ['Old', 'dogs', 'do', "n't", 'sleep', '.'],
      tags: ['JJ', 'NNS', 'VBP', 'RB', 'VB', '.'],
      heads: [2, 5, 5, 5, 0, 5],
      labels: ['amod', 'nsubj', 'aux', 'advmod', 'root', 'punct'],
    });
    assert.deepEqual(cats.forms, ['Cats', 'sleep', '.']);
  });

  it('is read with lemmas and the enhanced graph on request, without heads that are empty nodes', () => {
    const rows = [
      [
        '1',
        'Cats',
        'cat',
        '_',
        'NNS',
        'Number=Plur',
        '2',
        'nsubj',
        '2:nsubj|2.1:nsubj|3:obl:in',
        '_',
      ],
      ['2', 'sleep', 'sleep', '_', 'VBP', '_', '0', 'root', '0:root', '_'],
      ['3', 'here', 'here', '_', 'RB', '_', '2', 'advmod', '_', '_'],
    ];
    const text = rows.map((columns) => columns.join('\t')).join('\n');
    const [sentence] = readAnnotatedConllu(text).sentences;
    assert.deepEqual(sentence.lemmas, ['cat', 'sleep', 'here']);
    assert.deepEqual(sentence.features, ['Number=Plur', '_', '_']);
    assert.deepEqual(sentence.enhanced, [
      [
        { head: 2, label: 'nsubj' },
        { head: 3, label: 'obl:in' },
      ],
      [{ head: 0, label: 'root' }],
      [],
    ]);
    assert.ok(!('lemmas' in readConllu(text).sentences[0]));
  });

  it('may have line ends of any kind, and need not end with one', () => {
    const rows = [row(1, 'a', '0'), row(2, 'b', '1')];
    const expected = readConllu(rows.join('\n')).sentences;
    assert.equal(expected[0].forms.length, 2);
    assert.deepEqual(readConllu(`${rows.join('\r\n')}\r\n\r\n`).sentences, expected);
    assert.deepEqual(readConllu(`\uFEFF${rows.join('\n')}`).sentences, expected);
  });

  const broken: [string, string, RegExp][] = [
    ['a line with too few columns', 'one two', /expected 10 columns.*found 1/],
    ['a head that is no number', row(1, 'a', 'x'), /the head "x" is not a number/],
    ['a head beyond the sentence', row(1, 'a', '7'), /the head 7 is beyond/],
    ['a word out of order', row(3, 'a', '0'), /expected the word number 1, found "3"/],
    ['an empty form', row(1, '', '0'), /the form is empty/],
  ];
  for (const [what, line, message] of broken) {
    it(`with ${what} loses that sentence only, and says where`, () => {
      const text = `${row(1, 'x', '0')}\n\n# a comment\n${line}\n\n${row(1, 'y', '0')}\n`;
      const { sentences, problems } = readConllu(text);
      assert.deepEqual(
        sentences.map(({ forms }) => forms),
        [['x'], ['y']],
      );
      assert.equal(problems.length, 1);
      assert.match(problems[0].message, message);
      assert.ok(problems[0].line === 3 || problems[0].line === 4);
    });
  }

  it('may hold anything at all', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        readConllu(text);
      }),
    );
  });
});

describe('trees', () => {
  it('are told from what is none, and projective ones from others, as by trying everything', () => {
    const heads = fc
      .integer({ min: 1, max: 6 })
      .chain((size) => fc.array(fc.nat(size), { minLength: size, maxLength: size }));
    fc.assert(
      fc.property(heads, (given) => {
        const truth = isProjectiveTree(given.map((head) => head - 1));
        assert.equal(isTree(given) && isProjective(given), truth);
      }),
      { numRuns: 5_000 },
    );
  });

  it('that are not projective are left out, and counted', () => {
    const { sentences, leftOut } = selectSentences(tinyTreebank);
    assert.equal(sentences.length, 4);
    assert.deepEqual(leftOut, { 'not projective': 1 });
    const some = selectSentences(
      { ...tinyTreebank, sentences: [...sentences, ...tinyTreebank.sentences] },
      1,
    );
    assert.deepEqual(some, { sentences: sentences.slice(0, 1), leftOut: {} });
  });
});

describe('a bag of a sentence', () => {
  it('has its words shuffled, and what the condition gives', () => {
    const [sentence] = tinySentences;
    const { bag, places } = sampleBag(
      sentence,
      { pos: 'all', dep: 'all', label: true },
      new Random(1),
    );
    assert.deepEqual(
      bag.words.map(({ form, tags }) => [form, ...tags]),
      places.map((place) => [sentence.forms[place], sentence.tags[place]]),
    );
    assert.equal(places[bag.root!], 2);
    assert.deepEqual(
      new Set(
        bag.arcs.map(({ head, dependent, label }) =>
          [places[head] + 1, places[dependent] + 1, label].join(),
        ),
      ),
      new Set(['2,1,det', '3,2,nsubj', '5,4,det', '3,5,obj', '3,6,punct']),
    );
  });

  it('gives about half where half is asked for, and nothing where nothing is', () => {
    let tags = 0;
    let arcs = 0;
    const random = new Random(3);
    for (let i = 0; i < 1_000; i++) {
      const condition = { pos: 'half', dep: 'half', label: false } as const;
      const { bag } = sampleBag(tinySentences[0], condition, random);
      tags += bag.words.filter(({ tags: given }) => given.length > 0).length;
      arcs += bag.arcs.length;
      assert.equal(bag.root, null);
    }
    assert.ok(Math.abs(tags / 6_000 - 0.5) < 0.05);
    assert.ok(Math.abs(arcs / 5_000 - 0.5) < 0.05);
    const none = { pos: 'none', dep: 'none', label: false } as const;
    const { bag } = sampleBag(tinySentences[0], none, random);
    assert.ok(bag.arcs.length === 0 && bag.words.every(({ tags: given }) => given.length === 0));
  });
});
