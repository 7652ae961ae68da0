import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  type Addition,
  isDecision,
  withAddition,
  withAdditions,
} from '../../../server/src/bag/addition.ts';
import { type Bag, plainBag } from '../../../server/src/bag/bag.ts';
import { Explainer } from '../../../server/src/explain/explainer.ts';
import type { Explanation, ScoredSentence } from '../../../server/src/explain/explanation.ts';
import {
  additionsFor,
  fitsOthers,
  helpful,
  type HelpCounts,
  Trials,
} from '../../../server/src/explain/help.ts';
import { ArcCounts } from '../../../server/src/model/arc-counts.ts';
import type { Model } from '../../../server/src/model/model.ts';
import { createRealizer, NEVER, type Realizer } from '../../../server/src/realize/realizer.ts';
import type { SearchChoice } from '../../../server/src/search/registry.ts';
import { randomBag, randomTree } from '../support/bags.ts';
import { scoreEverything } from '../support/derivations.ts';
import { learned } from '../support/model-files.ts';
import { randomModel } from '../support/random-model.ts';
import { Random } from '../../../server/src/util/random.ts';

const forms = ['a', 'b', 'c', 'd', 'e'];
const HELP_MS = 10_000;

/** Whose words of every pair of tags were seen with the label `subj` on the left, `obj` on the right. */
function modelWithLabels(seed: number): Model {
  const model = randomModel(seed);
  const tags = model.lexicon.tags.map((tag) => model.lexicon.tagId(tag));
  const kinds = tags.flatMap((headTag) =>
    tags.flatMap((dependentTag) =>
      [true, false].map((left) => ({
        headTag,
        dependentTag,
        label: model.lexicon.labels.indexOf(left ? 'subj' : 'obj') + 1,
        left,
        distance: 0,
      })),
    ),
  );
  return { ...model, arcCounts: ArcCounts.of(kinds) };
}

/** Adds weights for `bottom-up` to a model. */
function withBottomUp(model: Model, seed: number): Model {
  const random = new Random(seed);
  const weights = Int8Array.from({ length: 1 << 12 }, () => random.below(21) - 10);
  const table = {
    ...{ search: 'bottom-up', unitsPerNat: null, withoutTemplates: [], bestPass: 0 },
    learned: learned('bottom-up', weights),
  };
  return { ...model, tables: new Map([...model.tables, ['bottom-up', table]]) };
}

/** Explains each of some sentences of a bag, and gives what a realizer has to make of what helps. */
function explainAll(
  bag: Bag,
  model: Model,
  texts: readonly string[],
  beam: number,
  search: SearchChoice = 'arc-standard',
  laterBeam = beam,
): { readonly realizer: Realizer; readonly all: readonly (Explanation & { text: string })[] } {
  const resources = { model, languageModel: null };
  const explainer = new Explainer(resources);
  const afterHelp = { beam: laterBeam, results: 10 };
  const options = { beam, search, results: 10, helpMs: HELP_MS, afterHelp };
  const all = texts.map((text) => {
    const explanation = explainer.explain(bag, text.split(' '), options, NEVER);
    assert.ok(typeof explanation !== 'string');
    return { ...explanation, text };
  });
  return { realizer: createRealizer(resources), all };
}

function bestOf(
  realizer: Realizer,
  bag: Bag,
  beam: number,
  search: SearchChoice = 'arc-standard',
): string | undefined {
  const options = { search, beam, results: 1 };
  return realizer.realize(bag, options, NEVER).realizations.at(0)?.text;
}

describe('what helps a sentence', () => {
  it('is a tag, an order or an arc, any one of which puts the sentence first, or some together, or a wider beam', () => {
    const kinds = new Map<string, number>();
    const count = (kind: string): void => void kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
    fc.assert(
      fc.property(randomBag({ minSize: 3, maxSize: 4, forms }), fc.nat(), (bag, seed) => {
        const model = modelWithLabels(seed);
        const texts = [...scoreEverything(bag, { model, languageModel: null }).scores.keys()];
        const { realizer, all } = explainAll(bag, model, texts.slice(0, 8), 2);
        for (const { text, help, together, wider, class: kind } of all) {
          for (const addition of help) {
            count(addition.kind);
            assert.equal(bestOf(realizer, withAddition(bag, addition), 2), text);
          }
          if (kind !== 'met') assert.ok(help.length + together.length > 0);
          if (together.length > 0) {
            count(together.length === 2 ? 'pair' : 'set');
            assert.deepEqual(help, []);
            assert.equal(bestOf(realizer, withAdditions(bag, together), 2), text);
            if (together.length > 2) continue;
            for (const one of together)
              assert.notEqual(bestOf(realizer, withAddition(bag, one), 2), text);
          }
          const beam = wider?.smallestBeam ?? null;
          if (beam === null) continue;
          count('beam');
          assert.equal(bestOf(realizer, bag, beam), text);
          assert.notEqual(bestOf(realizer, bag, 2), text);
        }
      }),
      { numRuns: 40, seed: 1 },
    );
    for (const kind of ['tag', 'order', 'arc', 'beam']) assert.ok(kinds.has(kind), kind);
  }).timeout(60_000);

  it('comes true with the beam of the next search, if that is narrower than the explained one', () => {
    let differ = 0;
    fc.assert(
      fc.property(randomBag({ minSize: 4, maxSize: 4, forms }), fc.nat(), (bag, seed) => {
        const model = modelWithLabels(seed);
        const texts = [...scoreEverything(bag, { model, languageModel: null }).scores.keys()];
        const { realizer, all } = explainAll(bag, model, texts.slice(0, 8), 16, 'arc-standard', 1);
        for (const { text, help, together } of all) {
          const changed = [
            ...help.map((addition) => withAddition(bag, addition)),
            ...(together.length > 0 ? [withAdditions(bag, together)] : []),
          ];
          for (const one of changed) {
            assert.equal(bestOf(realizer, one, 1), text);
            if (bestOf(realizer, one, 16) !== text) differ++;
          }
        }
      }),
      { numRuns: 40, seed: 2 },
    );
    assert.ok(differ > 0);
  }).timeout(60_000);

  it('orders the words of a full tree by `<` where the search takes no `<<`', () => {
    fc.assert(
      fc.property(randomTree({ minSize: 3, maxSize: 4, forms }), fc.nat(), (bag, seed) => {
        const model = withBottomUp(modelWithLabels(seed), seed);
        const texts = [...scoreEverything(bag, { model, languageModel: null }).scores.keys()];
        fc.pre(new Set(bag.words.map(({ form }) => form)).size === bag.words.length);
        const { realizer, all } = explainAll(bag, model, texts.slice(0, 8), 64, 'bottom-up');
        for (const { text, help, together, class: kind } of all) {
          if (kind === 'met') continue;
          assert.ok(help.length + together.length > 0, `${text}: ${kind}`);
          for (const more of [...help.map((one) => [one]), together]) {
            if (more.length === 0) continue;
            assert.equal(bestOf(realizer, withAdditions(bag, more), 64, 'bottom-up'), text);
          }
        }
      }),
      { numRuns: 40 },
    );
  }).timeout(60_000);

  it('is the likeliest label of an arc that has none, where that puts the sentence first', () => {
    let labels = 0;
    fc.assert(
      fc.property(randomTree({ minSize: 3, maxSize: 5, forms }), fc.nat(), (bag, seed) => {
        const model = modelWithLabels(seed);
        const texts = [...scoreEverything(bag, { model, languageModel: null }).scores.keys()];
        const { realizer, all } = explainAll(bag, model, texts.slice(0, 8), 8);
        for (const { text, help, expected } of all) {
          for (const addition of help) {
            if (addition.kind !== 'label') continue;
            labels++;
            const { head, dependent, label } = addition;
            const place = (word: number): number =>
              expected!.tokens.findIndex((token) => token.word === word);
            assert.equal(label, place(dependent) < place(head) ? 'subj' : 'obj');
            assert.equal(bag.arcs.find((arc) => arc.dependent === dependent)?.label, null);
            assert.equal(bestOf(realizer, withAddition(bag, addition), 8), text);
          }
        }
      }),
      { numRuns: 40, seed: 2 },
    );
    assert.ok(labels > 0);
  }).timeout(60_000);

  it('tries the usual tags of words and the usual arcs between tags before others, and arcs to signs last', () => {
    const words = ['b', 'a', 'c', '.'].map((form) => ({ form, tags: [] }));
    const bag = plainBag({ words, arcs: [], root: null });
    const sentence = (tags: readonly string[], heads: readonly number[]): ScoredSentence => ({
      ...{ text: 'b a c .', display: 'b a c.', score: 0, transitions: [] },
      ...{ contributions: [], byStep: [] },
      tokens: words.map(({ form }, word) => ({
        ...{ word, form, tag: tags[word], head: heads[word], label: null },
        given: { tag: false, head: false, label: false },
      })),
    });
    const expected = sentence(['X', 'Y', 'Z', '.'], [0, 1, 2, 1]);
    const against = sentence(['U', 'V', 'W', '.'], [3, 3, 0, 3]);
    const shares: Record<string, number> = { X: 0.2, Y: 0.7, Z: 0.5 };
    const arcs: Record<string, number> = { 'root X': 4, 'X Y': 3, 'Y Z': 9, 'X .': 12 };
    const counts: HelpCounts = {
      arcStatistics: () => [],
      isUsual: () => true,
      tagShare: (_, tag) => shares[tag],
      arcCount: (head, dependent) => arcs[`${head ?? 'root'} ${dependent}`],
    };
    const all = [...additionsFor(bag, { expected, against, lacking: [] }, counts)];
    assert.deepEqual(
      all.flatMap((one) => (one.kind === 'tag' ? [one.tag] : [])),
      ['Y', 'Z', 'X'],
    );
    assert.deepEqual(
      all.flatMap((one) => (one.kind === 'arc' ? [[one.head, one.dependent]] : [])),
      [
        [1, 2],
        [null, 0],
        [0, 1],
        [0, 3],
      ],
    );
  });

  it('is found with a slow proof: a beam chooses what to prove, and the proofs do not count as time', () => {
    const wait = (ms: number): void => {
      for (const end = performance.now() + ms; performance.now() < end;);
    };
    const words = forms.map((form) => ({ form, tags: [] }));
    const bag = plainBag({ words, arcs: [], root: null });
    const candidates = forms.slice(1).map((_, i): Addition => {
      return { kind: 'order', relation: 'before', words: [0, i + 1] };
    });
    const lineOf = ({ order }: Bag): number => order[0].words[1];
    const proven: number[] = [];
    const prove = (more: Bag): boolean => {
      proven.push(lineOf(more));
      wait(60);
      return lineOf(more) === 4;
    };
    const trials = new Trials((more) => lineOf(more) > 2, prove, 30);
    const isOver = (): boolean => trials.isOver;
    const found = helpful(bag, candidates, (more) => trials.isFirst(more), isOver);
    assert.deepEqual(proven, [3, 4]);
    assert.deepEqual(found, [candidates[3]]);
  });

  it('decides the choices of a bag, alone or together', () => {
    let decided = 0;
    const words = ['a', 'b', 'c', 'd'].map((form) => ({ form, tags: [] }));
    const choices = [
      { words: [1], optional: true },
      { words: [2, 3], optional: false },
    ];
    const bag = { ...plainBag({ words, arcs: [], root: null }), choices };
    for (let seed = 0; seed < 10; seed++) {
      const model = modelWithLabels(seed);
      const { realizer, all } = explainAll(bag, model, ['c a', 'a d', 'd b a', 'a b c'], 8);
      for (const { text, help, together } of all) {
        for (const more of [...help.map((one) => [one]), together]) {
          if (more.length === 0) continue;
          if (more.some(isDecision)) decided++;
          assert.equal(bestOf(realizer, withAdditions(bag, more), 8), text);
        }
      }
    }
    assert.ok(decided > 10);
  });
});

describe('a line that puts an expected sentence first', () => {
  const bag: Bag = {
    ...plainBag({
      words: ['a', 'New York', 'b', 'the', 'the', 'c'].map((form) => ({ form, tags: [] })),
      arcs: [],
      root: null,
    }),
    choices: [{ words: [0, 2], optional: true }],
  };
  const fits = (addition: Addition, ...others: string[]): boolean =>
    fitsOthers(bag, addition, others);

  it('fits another sentence that has its words in its order', () => {
    for (const [relation, words, obeyed, broken] of [
      ['before', [5, 1], 'c the New York', 'New York the c'],
      ['right-before', [1, 5], 'the New York c', 'New York the c'],
      ['first', [1], 'New York c', 'c New York'],
      ['last', [5], 'New York c', 'c New York'],
    ] as const) {
      const line: Addition = { kind: 'order', relation, words };
      assert.deepEqual([fits(line, obeyed), fits(line, obeyed, broken)], [true, false], relation);
      assert.ok(fits(line, 'a b'), 'no words of the line');
    }
  });

  it('fits another sentence that decides its choice in the same way', () => {
    assert.deepEqual(
      [fits({ kind: 'use', word: 0 }, 'a c'), fits({ kind: 'use', word: 0 }, 'c')],
      [true, false],
    );
    const none: Addition = { kind: 'remove', word: 0 };
    assert.deepEqual([fits(none, 'c the'), fits(none, 'c b')], [true, false]);
  });

  it('fits any sentence if a word of it has the form of another word', () => {
    const line: Addition = { kind: 'order', relation: 'before', words: [3, 5] };
    assert.ok(fits(line, 'c the the'));
  });
});
