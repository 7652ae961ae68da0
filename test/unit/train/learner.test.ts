import assert from 'node:assert/strict';
import { learn } from '../../../server/src/train/learner.ts';
import { noLesson, type Example } from '../../../server/src/train/trainer.ts';
import { inLowerCase } from '../../../server/src/treebank/lower-case.ts';
import { tinyData } from '../support/tiny.ts';

const { sentences } = tinyData(null);

/** The examples of eight passes of one learner, in the order of its visits. */
async function examplesOf(seed: number, anyCase: boolean, batch = 2): Promise<Example[]> {
  const examples: Example[] = [];
  const options = { passes: 8, learners: 1, bits: 4, batch, seed, anyCase };
  const passes = learn(sentences, options, {
    threads: 1,
    openTrainers: () => ({
      threads: 1,
      decode(example) {
        examples.push(example);
        return Promise.resolve(noLesson);
      },
      close: () => Promise.resolve(),
    }),
    onExamples: () => undefined,
  });
  for await (const { pass } of passes) assert.equal(examples.length, pass * sentences.length);
  return examples.sort((a, b) => a.seed - b.seed);
}

const originals = new Set(sentences.map(({ sentence }) => sentence));
const formsOf = (examples: readonly Example[]) => examples.map(({ sentence }) => sentence.forms);

describe('a learner', () => {
  it('visits sentences as they are written', async () => {
    for (const { sentence } of await examplesOf(1, false)) assert.ok(originals.has(sentence));
  });

  it('of any case visits each sentence in both cases, drawn anew at each visit', async () => {
    const examples = await examplesOf(1, true);
    assert.equal(examples.length, 8 * sentences.length);
    for (const { sentence, part } of sentences) {
      const visits = examples.filter(({ sentence: { id } }) => id === sentence.id);
      assert.equal(visits.length, 8);
      for (const visit of visits) assert.equal(visit.part, part);
      const asWritten = visits.filter((visit) => visit.sentence === sentence);
      const others = visits.filter((visit) => visit.sentence !== sentence);
      assert.ok(asWritten.length > 0 && others.length > 0);
      for (const visit of others) assert.deepEqual(visit.sentence, inLowerCase(sentence));
    }
  });

  it('of any case draws from its seed alone', async () => {
    const examples = await examplesOf(1, true);
    assert.deepEqual(await examplesOf(1, true), examples);
    assert.deepEqual(await examplesOf(1, true, 3), examples);
    assert.notDeepEqual(formsOf(await examplesOf(2, true)), formsOf(examples));
  });
});
