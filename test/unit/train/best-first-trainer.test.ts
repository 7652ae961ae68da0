import assert from 'node:assert/strict';
import { trainIn } from '../../../server/src/hosts/node/trainers.ts';
import { countLexicon } from '../../../server/src/model/lexicon.ts';
import { encodeModel, loadModel } from '../../../server/src/model/model.ts';
import { Problem } from '../../../server/src/problem/problem.ts';
import { createRealizer, NEVER } from '../../../server/src/realize/realizer.ts';
import { Agenda } from '../../../server/src/search/best-first/agenda.ts';
import { Chart } from '../../../server/src/search/best-first/chart.ts';
import { Treelets } from '../../../server/src/search/best-first/treelets.ts';
import { EdgeField } from '../../../server/src/scoring/best-first/records.ts';
import { BestFirstTrainer, treeletSteps } from '../../../server/src/train/best-first-trainer.ts';
import { Lessons } from '../../../server/src/train/lessons.ts';
import { BEST_FIRST_MARGIN } from '../../../server/src/train/phases.ts';
import { GoldEdges } from '../../../server/src/train/gold-edges.ts';
import { train } from '../../../server/src/train/train.ts';
import type { BestFirstLearning } from '../../../server/src/train/trainer.ts';
import { WeightChanges } from '../../../server/src/train/weight-changes.ts';
import { Random } from '../../../server/src/util/random.ts';
import { evaluationBag } from '../../../server/src/evaluate/evaluate.ts';
import { plainBag } from '../../../server/src/bag/bag.ts';
import { tinyData, tinyOptions, tinySentences } from '../support/tiny.ts';
import { silent } from '../support/silent.ts';

const lexicon = countLexicon(tinySentences);
const learned: BestFirstLearning = tinyOptions(1, 1).bestFirst;
const variants: readonly BestFirstLearning[] = [
  learned,
  { ...learned, expandsNegatives: false },
  { ...learned, update: 'perceptron' },
  { ...learned, comparison: { isScaled: false, perWord: 0, haste: 0 } },
];

function trainer(weights: Int16Array, bestFirst = learned): BestFirstTrainer {
  const options = {
    beam: 4,
    phrases: 0.5,
    margin: BEST_FIRST_MARGIN,
    dropout: 0.5,
    withoutTemplates: [],
  };
  return new BestFirstTrainer({
    search: 'best-first',
    weights,
    fluency: null,
    lexicon,
    grammar: null,
    options: { ...options, update: 'early', bestFirst },
  });
}

const examples = tinySentences.flatMap((sentence) =>
  Array.from({ length: 10 }, (_, seed) => ({ sentence, part: 0, seed })),
);

describe('the trainer of the best-first search', () => {
  it('sets the weights back, and says by how much each is to change', () => {
    const weights = new Int16Array(1 << 12);
    const one = trainer(weights);
    let changed = 0;
    for (const example of examples) {
      const lesson = one.decode(example);
      assert.ok(weights.every((weight) => weight === 0));
      assert.equal(lesson.found, lesson.changed!.places.length === 0);
      changed += lesson.changed!.places.length;
    }
    assert.ok(changed > 0);
  });

  it('makes the same lesson of an example, whatever it decoded before', () => {
    const one = trainer(new Int16Array(1 << 12));
    const lessons = examples.map((example) => one.decode(example));
    const other = trainer(new Int16Array(1 << 12));
    const others = examples.toReversed().map((example) => other.decode(example));
    assert.deepEqual(others.reverse(), lessons);
  });

  for (const bestFirst of variants) {
    const name = `${bestFirst.comparison.isScaled ? 'scaled' : 'plain'}, ${bestFirst.update}`;
    const negatives = bestFirst.expandsNegatives ? 'with' : 'without';
    it(`errs on fewer and fewer examples: ${name}, ${negatives} negatives`, () => {
      const weights = new Int16Array(1 << 14);
      const one = trainer(weights, bestFirst);
      const found: number[] = [];
      for (let pass = 0; pass < 20; pass++) {
        let count = 0;
        for (const example of examples) {
          const lesson = one.decode(example);
          if (lesson.found) count++;
          lesson.changed!.places.forEach((place, i) => {
            weights[place] += lesson.changed!.amounts[i];
          });
        }
        found.push(count);
      }
      assert.ok(found.at(-1)! > found[0] + examples.length / 4, found.join());
    });
  }
});

describe('the gold edges of a sentence', () => {
  it('are its words and as many joins, and are one where they are equal', () => {
    const words = ['a', 'b', 'a', 'c'].map((form) => ({ form, tags: ['X'] }));
    const problem = new Problem(plainBag({ words, arcs: [], root: null }), lexicon);
    const scoring = { weights: new Int16Array(1 << 10), leftOut: new Set<string>(), fluency: null };
    const treelets = new Treelets(scoring);
    treelets.begin(problem);
    const order = problem.places.map((_, word) => problem.places.indexOf(word));
    const tree = {
      words: order,
      variants: order.map((word) => problem.variantStart[word]),
      heads: [2, 4, 4, 0],
    };
    const gold = new GoldEdges(treelets, treeletSteps(treelets, tree));
    const leaves = treelets.leaves.filter((leaf) => gold.isGold(leaf));
    assert.equal(leaves.length, 3);
    const { data } = treelets.edges;
    const wordsOf = (edge: number): number => data[edge + EdgeField.Words];
    assert.ok(leaves.every((leaf) => wordsOf(leaf) === 1));
  });
});

/** Counts the edges that are taken off and not put back. */
class CountingAgenda extends Agenda {
  taken = 0;

  override pop(): void {
    super.pop();
    this.taken++;
  }

  override putBack(score: number, sum: number): void {
    super.putBack(score, sum);
    this.taken--;
  }
}

/** Lists the edges that make room for another one, other than because they are the worst. */
class WatchedChart extends Chart {
  readonly removed: number[] = [];
  #isAdding = false;

  override add(edge: number, score: number): number {
    this.#isAdding = true;
    const dropped = super.add(edge, score);
    this.#isAdding = false;
    return dropped;
  }

  override remove(place: number): void {
    if (!this.#isAdding) this.removed.push(this.edges[place]);
    super.remove(place);
  }
}

/** Counts the changes. */
class CountingChanges extends WeightChanges {
  applied = 0;

  override apply(step: number): void {
    super.apply(step);
    this.applied++;
  }
}

describe('a chart that is full while a sentence is learned', () => {
  // Each word depends on the one after it: gold edges are the first two words, the first three, and so on.
  const words = ['a', 'b', 'c', 'd', 'e', 'f'].map((form) => ({ form, tags: ['X'] }));
  const problem = new Problem(plainBag({ words, arcs: [], root: null }), lexicon);
  const order = problem.places.map((_, word) => problem.places.indexOf(word));
  const reference = {
    words: order,
    variants: order.map((word) => problem.variantStart[word]),
    heads: [2, 3, 4, 5, 6, 0],
  };
  /** The whole sentence is not accepted: it is the end. */
  const joins = words.length - 2;

  for (const update of ['margin', 'perceptron'] as const) {
    it(`keeps all gold edges, and the weights change whenever one would be dropped: ${update}`, () => {
      let rescued = 0;
      for (let seed = 0; seed < 20; seed++) {
        const random = new Random(seed);
        const weights = Int16Array.from({ length: 1 << 12 }, () => random.below(2_001) - 1_000);
        const scoring = { weights, leftOut: new Set<string>(), fluency: null };
        const treelets = new Treelets(scoring);
        treelets.begin(problem, null, true);
        const gold = new GoldEdges(treelets, treeletSteps(treelets, reference));
        const changes = new CountingChanges(weights);
        const [agenda, chart] = [new CountingAgenda(), new WatchedChart()];
        chart.begin(joins);
        const learning = { ...learned, update };
        const parts = { agenda, chart, margin: BEST_FIRST_MARGIN, learning };
        assert.ok(!new Lessons(treelets, gold, changes, parts).run(100));
        const accepted = [...chart.edges.subarray(0, chart.size)];
        assert.equal(accepted.length, words.length + joins);
        assert.ok(accepted.every((edge) => gold.isGold(edge)));
        assert.ok(chart.removed.every((edge) => !gold.isGold(edge)));
        assert.equal(changes.applied, agenda.taken + chart.removed.length);
        rescued += chart.removed.length;
      }
      assert.ok(rescued > 20, String(rescued));
    });
  }
});

describe('changes of weights', () => {
  it('follow the direction, are rounded, stay within 16 bits, and are taken back together', () => {
    const weights = Int16Array.of(0, 5, -3, 32_000);
    const changes = new WeightChanges(weights);
    changes.begin();
    changes.add([0, 1, 1], 0.5);
    changes.add([2], -1);
    changes.add([3], 1);
    assert.equal(changes.squaredNorm, 0.25 + 1 + 1 + 1);
    changes.apply(10);
    assert.deepEqual([...weights], [5, 15, -13, 32_010]);
    changes.apply(1000);
    assert.deepEqual([...weights], [505, 1015, -1013, 32_767]);
    const { places, amounts } = changes.takeBack();
    assert.deepEqual([...weights], [0, 5, -3, 32_000]);
    assert.deepEqual([...places], [0, 1, 2, 3]);
    assert.deepEqual([...amounts], [505, 1010, -1010, 767]);
    assert.deepEqual(changes.takeBack().places.length, 0);
  });
});

describe('training for the best-first search', () => {
  it('makes a table that orders the words of a tiny treebank, and keeps how parts compare', async () => {
    const perWord = 20;
    const options = {
      ...tinyOptions(1, 8),
      searches: ['best-first'] as const,
      bestFirst: { ...learned, comparison: { isScaled: false, perWord, haste: 0 } },
    };
    const host = trainIn(1, { worker: '', trainWorker: '' });
    const model = loadModel(encodeModel(await train(tinyData(null), options, host, silent)));
    assert.deepEqual([...model.tables.keys()], ['best-first']);
    const { comparison } = model.tables.get('best-first')!;
    assert.equal(comparison?.isScaled, false);
    assert.ok(comparison.perWord > 0);
    const realizer = createRealizer({ model, languageModel: null });
    let exact = 0;
    for (const [place, sentence] of tinySentences.entries()) {
      const { bag } = evaluationBag(sentence, place, { pos: 'all', dep: 'all', label: true }, 1);
      const asked = { beam: 64, results: 1, search: 'best-first' } as const;
      const [best] = realizer.realize(bag, asked, NEVER).realizations;
      if (best.text === sentence.forms.join(' ')) exact++;
    }
    assert.equal(exact, tinySentences.length);
  });
});
