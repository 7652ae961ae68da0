import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Bag, BagChoice, BagOrder } from '../../../server/src/bag/bag.ts';
import { findContradiction } from '../../../server/src/bag/contradiction.ts';
import { findMalformation, withoutRepeats } from '../../../server/src/bag/malformation.ts';
import { createRealizer, NEVER } from '../../../server/src/realize/realizer.ts';
import { constrainedBag } from '../support/bags.ts';
import { allSentences } from '../support/brute-force.ts';
import { randomModel } from '../support/random-model.ts';

const realizer = createRealizer({ model: randomModel(1), languageModel: null });
const realize = (bag: Bag) => realizer.realize(bag, { beam: 16, results: 5 }, NEVER);

function bagOf(forms: string, rest: Partial<Bag> = {}): Bag {
  const words = forms.split(' ').map((form) => ({ form, tags: [] }));
  return { words, arcs: [], root: null, order: [], chunks: [], choices: [], ...rest };
}
const arc = (head: number, dependent: number, label: string | null = null) => {
  return { head, dependent, label };
};

describe('a bag that says something twice', () => {
  it('loses no word: an arc that is given twice counts once', () => {
    const once = bagOf('dogs the bark', { arcs: [arc(2, 0), arc(0, 1)] });
    const { status, realizations } = realize({ ...once, arcs: [...once.arcs, arc(2, 0)] });
    assert.equal(status, 'complete');
    assert.ok(realizations.every(({ tokens }) => tokens.length === 3));
    const repeated = realize({ ...once, arcs: [arc(2, 0), arc(2, 0)] });
    assert.ok(repeated.realizations.every(({ tokens }) => tokens.length === 3));
    assert.deepEqual({ status, realizations }, pick(realize(once)));
  });

  it('is as if it said it once', () => {
    const bags = constrainedBag({ minSize: 1, maxSize: 5, forms: ['a', 'b', 'c d'] });
    fc.assert(
      fc.property(bags, (bag) => {
        const twice: Bag = {
          ...bag,
          words: bag.words.map(({ form, tags }) => ({ form, tags: [...tags, ...tags] })),
          arcs: bag.arcs.flatMap((one) => [{ ...one, label: null }, one, one]),
          order: [...bag.order, ...bag.order],
          chunks: bag.chunks.flatMap((chunk) => [[...chunk, ...chunk], chunk.toReversed()]),
        };
        assert.deepEqual(pick(realize(twice)), pick(realize(bag)));
      }),
      { numRuns: 300 },
    );
  });

  it('has a chunk once, in whatever orders its words are given', () => {
    const chunks = [
      [2, 0, 1],
      [0, 1, 2],
      [1, 0, 1, 2],
    ];
    assert.deepEqual(withoutRepeats(bagOf('a b c', { chunks })).chunks, [[2, 0, 1]]);
  });

  it('keeps what differs', () => {
    const order: BagOrder[] = [
      { relation: 'before', words: [0, 1] },
      { relation: 'right-before', words: [0, 1] },
      { relation: 'before', words: [1, 0] },
    ];
    const bag = bagOf('a b c', {
      order,
      chunks: [
        [0, 1],
        [1, 2],
      ],
      arcs: [arc(0, 1, 'x')],
    });
    assert.deepEqual(withoutRepeats(bag), bag);
  });
});

describe('a malformed bag', () => {
  const wasForm = { form: 'was', tag: 'VBD', weight: 0 };
  const cases: readonly (readonly [string, Bag, string])[] = [
    ['an empty form', bagOf('a  b'), 'Word 1 has an empty form.'],
    [
      'a phrase with an empty word',
      bagOf('a', { words: [{ form: 'New  York', tags: [] }] }),
      'Word 0 is a phrase with an empty word: single spaces stand between words, and nowhere else.',
    ],
    [
      'an empty tag',
      bagOf('a', { words: [{ form: 'a', tags: ['NN', ''] }] }),
      'Word 0, "a", has an empty tag.',
    ],
    [
      'a lemma of several words',
      bagOf('a', { words: [{ form: 'give up', features: 'VerbForm=Inf', tags: [] }] }),
      'Word 0, the lemma "give up", is to be a single word.',
    ],
    [
      'a lemma with an empty form',
      bagOf('a', {
        words: [
          { ...{ form: 'be', features: '', tags: [] }, forms: [wasForm, { ...wasForm, form: '' }] },
        ],
      }),
      'Word 0, the lemma "be", needs forms, each a single word with a tag.',
    ],
    [
      'an arc to no word',
      bagOf('a b', { arcs: [arc(0, 1), arc(2, 0)] }),
      'Arc 1 names word 2, and words are numbered from 0 to 1.',
    ],
    [
      'an arc from a part of a word',
      bagOf('a b', { arcs: [arc(0, 0.5)] }),
      'Arc 0 names word 0.5, and words are numbered from 0 to 1.',
    ],
    [
      'an empty label',
      bagOf('a b', { arcs: [arc(0, 1, '')] }),
      'Arc 0 has an empty label: an open one is null.',
    ],
    [
      'an arc with two labels',
      bagOf('a b', { arcs: [arc(0, 1, 'subj'), arc(0, 1), arc(0, 1, 'obj')] }),
      '"b" has two labels under "a", subj and obj.',
    ],
    [
      'a root that is no word',
      bagOf('a', { root: -1 }),
      'The root names word -1, and words are numbered from 0 to 0.',
    ],
    [
      'a root without words',
      { ...bagOf('a', { root: 0 }), words: [] },
      'The root names word 0, and there are no words.',
    ],
    [
      'a relation between too few words',
      bagOf('a b', { order: [{ relation: 'before', words: [0] }] }),
      'Order 0, before, takes 2 words, not 1.',
    ],
    [
      'a relation between too many words',
      bagOf('a b', { order: [{ relation: 'last', words: [0, 1] }] }),
      'Order 0, last, takes 1 word, not 2.',
    ],
    [
      'a relation that there is not',
      bagOf('a b', { order: [{ relation: 'after' as 'before', words: [0, 1] }] }),
      'Order 0 has an unknown relation.',
    ],
    [
      'an order of no word',
      bagOf('a b', { order: [{ relation: 'first', words: [NaN] }] }),
      'Order 0 names word NaN, and words are numbered from 0 to 1.',
    ],
    [
      'a chunk of no word',
      bagOf('a b', { chunks: [[0, 1, 2]] }),
      'Chunk 0 names word 2, and words are numbered from 0 to 1.',
    ],
    [
      'a choice without words',
      bagOf('a b', { choices: [{ words: [], optional: true }] }),
      'Choice 0 has no words.',
    ],
    [
      'a choice of no word',
      bagOf('a b', { choices: [{ words: [2], optional: true }] }),
      'Choice 0 names word 2, and words are numbered from 0 to 1.',
    ],
    [
      'choices that overlap',
      bagOf('a b', {
        choices: [
          { words: [0], optional: true },
          { words: [1, 0], optional: true },
        ],
      }),
      '"a" is in choices 0 and 1: a word is in one choice at most, once.',
    ],
    [
      'a choice with a word twice',
      bagOf('a b', { choices: [{ words: [1, 1], optional: true }] }),
      '"b" is twice in choice 0: a word is in one choice at most, once.',
    ],
  ];
  for (const [what, bag, message] of cases) {
    it(`is refused in one sentence: ${what}`, () => {
      assert.equal(findMalformation(bag), message);
      const { status, message: told, realizations } = realize(bag);
      assert.deepEqual([status, told, realizations], ['refused', message, []]);
    });
  }

  it('is none whose words are open, whose constraints contradict each other, or whose chunks are small', () => {
    const order: BagOrder[] = [{ relation: 'before', words: [0, 0] }];
    for (const bag of [
      bagOf('a b', { order }),
      bagOf('a b', { chunks: [[], [1]] }),
      bagOf('a b', { arcs: [arc(0, 1), arc(1, 0)] }),
    ]) {
      assert.equal(findMalformation(bag), null);
    }
  });

  it('never crashes the engine, hangs it, or costs a word, however it is malformed', () => {
    const counts = new Map<string, number>();
    fc.assert(
      fc.property(anyBag(), (bag) => {
        const { status, message, realizations } = realize(bag);
        counts.set(status, (counts.get(status) ?? 0) + 1);
        assert.equal(status === 'complete', message === null);
        const texts = realizations.map(({ text }) => text);
        if (status === 'complete') {
          const sentences = new Set(allSentences(withoutRepeats(bag)));
          assert.ok(texts.length > 0 && texts.every((text) => sentences.has(text)));
        } else {
          assert.deepEqual(texts, []);
          const isWrong = (findMalformation(bag) ?? findContradiction(bag)) !== null;
          if (!isWrong && bag.words.length > 0)
            assert.deepEqual(allSentences(withoutRepeats(bag)), []);
        }
      }),
      { numRuns: 3000, seed: 1 },
    );
    const refused = counts.get('refused')!;
    assert.ok(counts.get('complete')! > refused / 10, String([...counts]));
    assert.ok(counts.get('impossible')! > refused / 20, String([...counts]));
  }).timeout(120_000);
});

/** Bags of up to four words in which anything may be wrong, and most often something is not. */
function anyBag(): fc.Arbitrary<Bag> {
  const place = fc.oneof(
    { weight: 60, arbitrary: fc.nat(3) },
    { weight: 1, arbitrary: fc.constantFrom(-1, 4, 0.5, NaN, Infinity) },
  );
  const label = fc.constantFrom(null, null, 'subj', 'obj', '');
  const word = fc.record({
    form: fc.oneof(
      { weight: 40, arbitrary: fc.constantFrom('a', 'b', 'c d') },
      { weight: 1, arbitrary: fc.constantFrom('', ' ', 'a  b', ' a') },
    ),
    tags: fc.constantFrom([], ['X'], ['X', 'X'], ['X', 'Y']),
  });
  const relation = fc.constantFrom<BagOrder['relation']>('before', 'right-before', 'first', 'last');
  const some = (item: fc.Arbitrary<number>, most: number) => fc.array(item, { maxLength: most });
  const order = relation.chain((one) => {
    const size = one === 'before' || one === 'right-before' ? 2 : 1;
    const words = fc.oneof(
      { weight: 20, arbitrary: fc.array(place, { minLength: size, maxLength: size }) },
      { weight: 1, arbitrary: some(place, 3) },
    );
    return fc.record({ relation: fc.constant(one), words });
  });
  const choice: fc.Arbitrary<BagChoice> = fc.record({
    words: fc.oneof(
      { weight: 20, arbitrary: fc.array(place, { minLength: 1, maxLength: 2 }) },
      { weight: 1, arbitrary: fc.constant([]) },
    ),
    optional: fc.boolean(),
  });
  return fc.record({
    words: fc.array(word, { minLength: 3, maxLength: 4 }),
    arcs: fc.array(fc.record({ head: place, dependent: place, label }), { maxLength: 2 }),
    root: fc.oneof({ weight: 3, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: place }),
    order: fc.array(order, { maxLength: 2 }),
    chunks: fc.array(some(place, 3), { maxLength: 1 }),
    choices: fc.array(choice, { maxLength: 1 }),
  });
}

function pick({ status, realizations }: ReturnType<typeof realize>) {
  return { status, realizations };
}
