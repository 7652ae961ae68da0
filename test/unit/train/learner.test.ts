import assert from 'node:assert/strict';
import { learn } from '../../../server/src/train/learner.ts';
import { noLesson, type Example, type Lesson } from '../../../server/src/train/trainer.ts';
import { inLowerCase } from '../../../server/src/treebank/lower-case.ts';
import { tinyData } from '../support/tiny.ts';

const { sentences } = tinyData(null);

/** The examples of eight passes of one learner, in the order of its visits. */
async function examplesOf(seed: number, anyCase: boolean, batch = 2): Promise<Example[]> {
  const examples: Example[] = [];
  const options = { passes: 8, learners: 1, bits: 4, batch, seed, anyCase };
  const passes = learn(sentences, [], options, {
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

describe('a learner with parsed sentences', () => {
  const parsed = sentences.slice(0, 3).map(({ sentence }) => ({
    sentence: { ...sentence, id: `parsed ${sentence.id}` },
    part: 0,
  }));
  const isParsed = ({ sentence: { id } }: Example): boolean => id.startsWith('parsed');
  const learnBoth = async (lessonOf: (example: Example) => Lesson, learners = 1) => {
    const visits: Example[] = [];
    const ofLearner: Example[][] = [];
    const told: (readonly [pass: number, done: number, of: number])[] = [];
    const averages: Float32Array[] = [];
    const options = { passes: 2, learners, bits: 4, batch: 2, seed: 1, anyCase: false };
    const passes = learn(sentences, parsed, options, {
      threads: 1,
      openTrainers: () => {
        const own: Example[] = [];
        ofLearner.push(own);
        return {
          threads: 1,
          decode(example) {
            visits.push(example);
            own.push(example);
            return Promise.resolve(lessonOf(example));
          },
          close: () => Promise.resolve(),
        };
      },
      onExamples: (...progress) => told.push(progress),
    });
    for await (const { average } of passes) averages.push(average);
    return { visits, told, averages, ofLearner };
  };

  it('visits each of them once, before the first pass', async () => {
    const { visits, told } = await learnBoth(() => noLesson);
    const first = visits.slice(0, parsed.length);
    assert.deepEqual(
      new Set(first.map(({ sentence }) => sentence)),
      new Set(parsed.map(({ sentence }) => sentence)),
    );
    assert.equal(visits.filter(isParsed).length, parsed.length);
    assert.equal(visits.length, parsed.length + 2 * sentences.length);
    assert.deepEqual(told.slice(0, 2), [
      [0, 2, 3],
      [0, 3, 3],
    ]);
  });

  it('deals them to the learners, each of which visits all other sentences', async () => {
    const { told, ofLearner } = await learnBoth(() => noLesson, 2);
    const idsOf = (visits: readonly Example[]) =>
      visits.filter(isParsed).map(({ sentence: { id } }) => id);
    const shares = ofLearner.map(idsOf);
    assert.deepEqual(
      shares.map(({ length }) => length),
      [2, 1],
    );
    assert.deepEqual(shares.flat().sort(), parsed.map(({ sentence: { id } }) => id).sort());
    assert.deepEqual(told.filter(([pass]) => pass === 0).at(-1), [0, 3, 3]);
    for (const visits of ofLearner) {
      assert.equal(visits.length - idsOf(visits).length, 2 * sentences.length);
    }
  });

  it('averages its weights from the first pass on', async () => {
    const ofParsed = { ...noLesson, rewarded: Int32Array.of(3) };
    const { averages } = await learnBoth((one) => (isParsed(one) ? ofParsed : noLesson));
    // Each of three sentences has added one, and the weight stayed as it was since.
    for (const average of averages) assert.equal(average[3], 3);
  });
});
