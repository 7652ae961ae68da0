import assert from 'node:assert/strict';
import fc from 'fast-check';
import { ModelError } from '../../../server/src/model/file.ts';
import { encodeParser, loadParser } from '../../../server/src/parser/parser-model.ts';
import { MOST_PARSED_WORDS, Parser } from '../../../server/src/parser/parser.ts';
import { isProjective, isTree } from '../../../server/src/treebank/tree.ts';
import { tinyParserModel, tinyTrees } from '../support/tiny-parser.ts';

const model = tinyParserModel();
const parser = new Parser(model);
const words = [...new Set(tinyTrees.flatMap(({ forms }) => forms)), 'unheard', '猫', '🐈'];
const sentence = fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 12 });

describe('A parser', () => {
  it('gives the sentences that it has learned their tags, heads and labels', () => {
    const trees = tinyTrees.filter(({ heads }) => isProjective(heads));
    assert.equal(trees.length, 4);
    for (const { forms, tags, universalTags, heads, labels } of trees) {
      const parsed = parser.parse({ forms });
      assert.deepEqual(parsed.tags, tags);
      assert.deepEqual(parsed.universalTags, universalTags);
      assert.deepEqual(parsed.trees[0].heads, heads);
      assert.deepEqual(parsed.trees[0].labels, labels);
    }
  });

  it('labels the arcs of a finished tree, and keeps the labels that are given', () => {
    for (const { forms, tags, heads, labels } of tinyTrees) {
      const open = { forms, tags, heads, labels: labels.map(() => null) };
      assert.deepEqual(parser.label(open), labels);
      const kept = labels.map((_, i) => (i === 1 ? 'dep:other' : null));
      assert.equal(parser.label({ ...open, labels: kept })[1], 'dep:other');
    }
  });

  it('labels a forest whose tags it does not know, and reads no weights of arcs for it', () => {
    const read: string[] = [];
    const labeller = new Parser({
      ...model,
      weights: (table) => {
        read.push(table);
        return model.weights(table);
      },
    });
    const labels = labeller.label({
      forms: ['The', 'cat', 'sleeps', 'and', '猫'],
      tags: ['?', 'NN', '', 'CC', 'NOUN'],
      heads: [2, 3, 0, 0, 4],
      labels: [null, null, null, null, null],
    });
    assert.deepEqual(labels.slice(0, 3), ['det', 'nsubj', 'root']);
    for (const label of labels) assert.ok(model.lexicon.labels.includes(label), label);
    assert.deepEqual(read.toSorted(), ['labels', 'tagger']);
  });

  it('makes one projective tree of any words, proven to have the highest score', () => {
    fc.assert(
      fc.property(sentence, fc.boolean(), (forms, isSecondOrder) => {
        const { trees } = parser.parse({ forms }, { isSecondOrder });
        assert.equal(trees.length, 1);
        const [{ heads, labels, isProven }] = trees;
        assert.ok(isTree(heads) && isProjective(heads) && isProven);
        for (const label of labels) assert.ok(model.lexicon.labels.includes(label));
      }),
    );
  });

  it('keeps the tags, heads and labels that are given', () => {
    fc.assert(
      fc.property(
        sentence,
        fc.array(fc.boolean(), { minLength: 36, maxLength: 36 }),
        (forms, drawn) => {
          const left = [...drawn];
          const isKept = (): boolean => left.pop() ?? false;
          const [tree] = parser.parse({ forms }, { trees: 3 }).trees.slice(-1);
          const given = {
            tags: forms.map(() => (isKept() ? 'NN' : null)),
            heads: tree.heads.map((head) => (isKept() ? head : null)),
            labels: tree.labels.map(() => (isKept() ? 'obj' : null)),
          };
          const parsed = parser.parse({ forms, ...given });
          forms.forEach((_, i) => {
            assert.equal(parsed.tags[i], given.tags[i] ?? parsed.tags[i]);
            assert.equal(parsed.trees[0].heads[i], given.heads[i] ?? parsed.trees[0].heads[i]);
            assert.equal(parsed.trees[0].labels[i], given.labels[i] ?? parsed.trees[0].labels[i]);
          });
        },
      ),
    );
  });

  it('keeps a tag that it does not know, and tags the word for itself', () => {
    const { tags, universalTags } = parser.parse({ forms: ['dogs', 'sleep'], tags: ['ZZ', null] });
    assert.equal(tags[0], 'ZZ');
    assert.equal(universalTags[0], 'NOUN');
    const kept = parser.parse({ forms: ['dogs'], tags: ['NNS'], universalTags: ['PROPN'] });
    assert.deepEqual([kept.tags, kept.universalTags], [['NNS'], ['PROPN']]);
  });

  it('finds no tree if no projective tree has the given heads', () => {
    const forms = ['a', 'b', 'c', 'd'];
    assert.deepEqual(parser.parse({ forms, heads: [2, 1, null, null] }).trees, []);
    assert.deepEqual(parser.parse({ forms, heads: [3, 4, null, null] }).trees, []);
    assert.deepEqual(parser.parse({ forms, heads: [0, 0, null, null] }).trees, []);
    assert.deepEqual(parser.parse({ forms, heads: [null, 2, null, null] }).trees, []);
    assert.deepEqual(parser.parse({ forms, heads: [2, 3, 1, null] }).trees, []);
  });

  it('lists different trees, the highest score first', () => {
    fc.assert(
      fc.property(sentence, (forms) => {
        const { trees } = parser.parse({ forms }, { trees: 5 });
        assert.deepEqual(
          trees.map(({ score }) => score),
          trees.map(({ score }) => score).sort((a, b) => b - a),
        );
        assert.equal(new Set(trees.map(({ heads }) => heads.join())).size, trees.length);
      }),
    );
  });

  it('takes the difference of two trees apart into templates that add up', () => {
    fc.assert(
      fc.property(sentence, fc.boolean(), (forms, isSecondOrder) => {
        const { trees } = parser.parse({ forms }, { trees: 4, isSecondOrder });
        for (const other of trees.slice(1)) {
          const differences = parser.differences(trees[0], other, isSecondOrder);
          const sum = differences.reduce((total, { difference }) => total + difference, 0);
          assert.equal(sum, trees[0].score - other.score);
        }
      }),
    );
  });

  it('refuses a sentence without words, and one beyond the limit', () => {
    assert.throws(() => parser.parse({ forms: [] }), RangeError);
    assert.throws(
      () => parser.parse({ forms: new Array(MOST_PARSED_WORDS + 1).fill('a') }),
      RangeError,
    );
    assert.equal(parser.parse({ forms: new Array(MOST_PARSED_WORDS).fill('a') }).trees.length, 1);
  });
});

describe("A parser's file", () => {
  const bytes = encodeParser(model);

  it('has the same bytes for the same data and seed', () => {
    assert.deepEqual(encodeParser(tinyParserModel()), bytes);
    assert.notDeepEqual(encodeParser(tinyParserModel(2)), bytes);
  });

  it('parses as the parser that was written', () => {
    const read = new Parser(loadParser(bytes));
    for (const { forms } of tinyTrees) {
      assert.deepEqual(read.parse({ forms }, { trees: 3 }), parser.parse({ forms }, { trees: 3 }));
    }
    assert.deepEqual(encodeParser(loadParser(bytes)), bytes);
  });

  it('is refused if its labels are for other tags', () => {
    const seenLabels = (): Uint8Array => new Uint8Array(model.lexicon.labels.length + 1);
    const forged = loadParser(encodeParser({ ...model, seenLabels }));
    assert.throws(() => new Parser(forged), ModelError);
  });

  it('may tell to consider more heads than a sentence has', () => {
    const training = { ...model.training, heads: Number.MAX_SAFE_INTEGER };
    const read = new Parser(loadParser(encodeParser({ ...model, training })));
    const [{ forms, heads }] = tinyTrees;
    assert.deepEqual(read.parse({ forms }).trees[0].heads, heads);
  });

  it('is refused in a sentence, or works, wherever a byte is changed', () => {
    fc.assert(
      fc.property(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }), (at, change) => {
        const changed = bytes.slice();
        changed[at] ^= change;
        try {
          new Parser(loadParser(changed)).parse({ forms: tinyTrees[0].forms });
        } catch (error) {
          assert.ok(error instanceof ModelError, String(error));
        }
      }),
    );
  });
});
