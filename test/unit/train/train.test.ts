import assert from 'node:assert/strict';
import { evaluationBag } from '../../../server/src/evaluate/evaluate.ts';
import { countLexicon } from '../../../server/src/model/lexicon.ts';
import { encodeModel } from '../../../server/src/model/model.ts';
import { Random } from '../../../server/src/util/random.ts';
import { createRealizer, NEVER } from '../../../server/src/realize/realizer.ts';
import { ArcStandard } from '../../../server/src/search/arc-standard/arc-standard.ts';
import { Beam } from '../../../server/src/search/beam.ts';
import { derivationOf } from '../../../server/src/search/arc-standard/oracle.ts';
import { type ArcStandardStates } from '../../../server/src/search/arc-standard/states.ts';
import { NO_STATE, StateField } from '../../../server/src/search/state-records.ts';
import { drawCondition } from '../../../server/src/train/conditions.ts';
import { drawExample } from '../../../server/src/train/drawn-example.ts';
import { mergeNounPhrases } from '../../../server/src/train/noun-phrases.ts';
import { Perceptron, quantise } from '../../../server/src/train/perceptron.ts';
import { RareWordLexicon } from '../../../server/src/train/rare-words.ts';
import { ArcStandardTrainer } from '../../../server/src/train/arc-standard-trainer.ts';
import { BottomUpTrainer } from '../../../server/src/train/bottom-up-trainer.ts';
import type { Example, Update } from '../../../server/src/train/trainer.ts';
import {
  tinyFluent,
  tinyFluentModel,
  tinyLanguageModel,
  tinyModel,
  tinyOptions,
  tinySentences,
} from '../support/tiny.ts';
import { LanguageModel } from '../../../server/src/lm/query/language-model.ts';
import { learnedOf } from '../support/model-files.ts';

describe('training', () => {
  for (const [how, resources] of [
    ['', async () => ({ model: await tinyModel(), languageModel: null })],
    [' with a language model', async () => (await tinyFluent()).resources],
  ] as const) {
    it(`learns four sentences by heart${how}`, async () => {
      const realizer = createRealizer(await resources());
      for (const [place, sentence] of tinySentences.entries()) {
        const { bag } = evaluationBag(sentence, place, { pos: 'all', dep: 'all', label: true }, 1);
        const [best] = realizer.realize(bag, { beam: 8, results: 1 }, NEVER).realizations;
        assert.equal(best.text, sentence.forms.join(' '));
      }
    });
  }

  it('with a language model learns the weights to use without one too', async () => {
    const [plain, fluent] = [await tinyModel(5), await tinyFluentModel(5)];
    assert.deepEqual([...plain.tables.keys()], ['arc-standard', 'bottom-up']);
    assert.deepEqual(
      [...fluent.tables.keys()],
      ['arc-standard', 'bottom-up', 'arc-standard+lm', 'bottom-up+lm'],
    );
    const weights = (name: string) => learnedOf(fluent).get(name);
    for (const [name, learned] of learnedOf(plain)) assert.deepEqual(weights(name), learned);
    for (const search of ['arc-standard', 'bottom-up']) {
      assert.notDeepEqual(weights(`${search}+lm`)?.weights, weights(search)?.weights);
    }
    const { name, parts } = fluent.training.withLanguageModel!;
    assert.deepEqual([name, parts], ['tiny.bow-lm', 2]);
  });

  it('gives the same bytes for the same sentences, options and seed', async () => {
    const seven = encodeModel(await tinyModel(7));
    assert.deepEqual(encodeModel(await tinyModel(7)), seven);
    assert.notDeepEqual(encodeModel(await tinyModel(8)), seven);
  });
});

describe('a trainer', () => {
  const lexicon = countLexicon(tinySentences);
  const options = {
    beam: 4,
    phrases: 0.5,
    margin: 0,
    dropout: 0.5,
    withoutTemplates: [],
    bestFirst: tinyOptions(1, 1).bestFirst,
  } as const;
  const trainer = (weights = new Int16Array(1 << 12), update: Update = 'max-violation') =>
    new ArcStandardTrainer({
      search: 'arc-standard',
      weights,
      fluency: null,
      lexicon,
      grammar: null,
      options: { ...options, update },
    });
  const examples = tinySentences.flatMap((sentence) =>
    Array.from({ length: 20 }, (_, seed) => ({ sentence, part: 0, seed })),
  );

  it('makes the same lesson of an example, whatever it decoded before', () => {
    const one = trainer();
    const lessons = examples.map((example) => one.decode(example));
    const other = trainer();
    const others = examples.toReversed().map((example) => other.decode(example));
    assert.deepEqual(others.reverse(), lessons);
    assert.ok(lessons.some(({ found }) => !found));
  });

  it('learns from a sentence whose words have tags that the dictionary does not know them with', () => {
    const one = trainer();
    for (const { sentence, ...example } of examples) {
      const tags = [...sentence.tags].reverse();
      const { rewarded, punished } = one.decode({ ...example, sentence: { ...sentence, tags } });
      assert.equal(rewarded.length > 0, punished.length > 0);
    }
  });

  for (const [search, Trainer] of [
    ['arc-standard', ArcStandardTrainer],
    ['bottom-up', BottomUpTrainer],
  ] as const) {
    it(`decodes an example beside the language model of its part (${search})`, () => {
      const [first, second] = [0, 1].map(
        (part) => new LanguageModel(tinyLanguageModel((place) => place % 2 !== part)),
      );
      const beside = (languageModels: readonly LanguageModel[]) =>
        new Trainer({
          search,
          weights: new Int16Array(1 << 12),
          fluency: { languageModels, unitsPerNat: { withoutArcs: 20, open: 10, given: 5 } },
          lexicon,
          grammar: null,
          options: { ...options, update: 'max-violation' },
        });
      const lessons = (languageModels: readonly LanguageModel[], part: number) => {
        const one = beside(languageModels);
        return examples.map((example) => one.decode({ ...example, part }));
      };
      assert.deepEqual(lessons([first, second], 0), lessons([first], 0));
      assert.deepEqual(lessons([first, second], 1), lessons([second], 0));
      assert.notDeepEqual(lessons([first], 0), lessons([second], 0));
    });
  }

  /** The actions that led to a state, the first one first. */
  function actionsTo({ data }: ArcStandardStates, state: number): number[] {
    const actions: number[] = [];
    for (
      let at = state;
      data[at + StateField.Parent] !== NO_STATE;
      at = data[at + StateField.Parent]
    ) {
      actions.push(data[at + StateField.Action]);
    }
    return actions.reverse();
  }

  /** What the best state scores where the reference falls out of the beam, or at the end. */
  function bestAtFallOut(example: Example, weights: Int16Array): number {
    const rareWords = new RareWordLexicon(lexicon, options.dropout);
    const drawn = drawExample(example, rareWords, options.phrases, drawCondition);
    const system = new ArcStandard({ weights, leftOut: new Set(), fluency: null });
    const beam = new Beam(system);
    beam.start(system.begin(drawn.problem), options.beam);
    const reference: number[] = [];
    for (const action of derivationOf(drawn.reference)) {
      reference.push(action);
      beam.step();
      const kept = [...beam.kept.subarray(0, beam.size)];
      const isReference = (state: number): boolean =>
        actionsTo(system.states, state).join() === reference.join();
      if (!kept.some(isReference)) break;
    }
    return system.states.data[beam.kept[0] + StateField.Score];
  }

  it('with early update corrects the prefix at which the reference falls out of the beam', () => {
    const random = new Random(1);
    const weights = Int16Array.from({ length: 1 << 12 }, () => random.below(201) - 100);
    const [early, largest] = (['early', 'max-violation'] as const).map((update) => {
      const one = trainer(weights, update);
      return examples.map((example) => one.decode(example));
    });
    for (const [i, { found, punished }] of early.entries()) {
      const score = punished.reduce((sum, feature) => sum + weights[feature], 0);
      if (!found) assert.equal(score, bestAtFallOut(examples[i], weights));
    }
    assert.ok(early.filter(({ found }) => !found).length > 20);
    assert.notDeepEqual(early, largest);
  });

  it('changes no weights, and says which to change', () => {
    const weights = new Int16Array(1 << 12);
    for (const example of examples) {
      const { found, rewarded, punished } = trainer(weights).decode(example);
      assert.deepEqual(found, rewarded.length === 0 && punished.length === 0);
    }
    assert.ok(weights.every((weight) => weight === 0));
  });
});

describe('the averaged perceptron', () => {
  it('averages its weights over all examples', () => {
    const perceptron = new Perceptron(2);
    perceptron.update(Int32Array.of(0), 1); // 1 throughout
    perceptron.nextExample();
    perceptron.update(Int32Array.of(1, 1), 1); // twice, so by two
    perceptron.nextExample();
    perceptron.update(Int32Array.of(0, 1), -1);
    perceptron.nextExample();
    // After each of three examples: 1, 1, 0 and 0, 2, 1.
    const average = perceptron.average();
    assert.ok(Math.abs(average[0] - 2 / 3) < 1e-6);
    assert.ok(Math.abs(average[1] - 1) < 1e-6);
    assert.equal(average[2], 0);
    assert.equal(average[3], 0);
  });

  it('is fitted into bytes, in proportion', () => {
    assert.deepEqual(quantise(Float32Array.of(2, -1.5, 0, 0.001)), {
      weights: Int8Array.of(127, -95, 0, 0),
      scale: 63.5,
    });
    assert.deepEqual(quantise(new Float32Array(4)).weights, new Int8Array(4));
  });
});

describe('merged noun phrases', () => {
  it('are one word with the tag, the head and the label of the noun', () => {
    const merged = mergeNounPhrases(tinySentences[2], 1, new Random(1));
    assert.deepEqual(merged, {
      id: 'tiny-3',
      forms: ['The cat', 'saw', 'the old dog', '.'],
      tags: ['NN', 'VBD', 'NN', '.'],
      heads: [2, 0, 2, 2],
      labels: ['nsubj', 'root', 'obj', 'punct'],
    });
    assert.equal(mergeNounPhrases(tinySentences[2], 0, new Random(1)), tinySentences[2]);
  });
});
