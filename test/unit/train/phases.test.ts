import assert from 'node:assert/strict';
import { trainIn } from '../../../server/src/hosts/node/trainers.ts';
import { tableName } from '../../../server/src/model/tables.ts';
import { learn, meanOf } from '../../../server/src/train/learner.ts';
import { openTrainer } from '../../../server/src/train/open-trainer.ts';
import { quantise } from '../../../server/src/train/perceptron.ts';
import {
  dependencySearches,
  isOverCategories,
  phases,
  trainedSearches,
} from '../../../server/src/train/phases.ts';
import { train, type PassReport } from '../../../server/src/train/train.ts';
import type { SharedTrainerStart } from '../../../server/src/train/trainer.ts';
import { tinyData, tinyOptions, tinyTrainLanguageModel } from '../support/tiny.ts';
import { openShared } from '../../../server/src/hosts/node/model-file.ts';
import { silent } from '../support/silent.ts';

const host = trainIn(1, { worker: '', trainWorker: '' });

describe('the phases of training', () => {
  it('learn two tables for every search, to use without a language model and with one', () => {
    const names = phases.map(({ search, withLanguageModel }) =>
      tableName(search, withLanguageModel),
    );
    const expected = trainedSearches.flatMap((search) => [
      tableName(search, false),
      tableName(search, true),
    ]);
    assert.deepEqual(names.toSorted(), expected.toSorted());
  });

  it('are averaged with tables of the same search that were learned before', () => {
    for (const [place, { search, averagedWith }] of phases.entries()) {
      if (averagedWith === null) continue;
      const names = phases
        .slice(0, place)
        .filter((earlier) => earlier.search === search)
        .map((earlier) => tableName(search, earlier.withLanguageModel));
      assert.ok(names.includes(averagedWith), averagedWith);
    }
  });

  it('end after as many passes without a better score as patience allows', async () => {
    const options = { ...tinyOptions(3, 6), searches: ['arc-standard'] as const, learners: 1 };
    const passesOf = async (limit: { patience?: number }): Promise<Map<string, PassReport[]>> => {
      const reports = new Map<string, PassReport[]>();
      await train(tinyData(tinyTrainLanguageModel()), { ...options, ...limit }, host, {
        ...silent,
        onPass(report) {
          const name = tableName(report.phase.search, report.phase.withLanguageModel);
          reports.set(name, [...(reports.get(name) ?? []), report]);
        },
      });
      return reports;
    };
    const all = await passesOf({});
    const patient = await passesOf({ patience: 2 });
    for (const [name, reports] of all) {
      const last = reports.findIndex(
        (_, i) => i >= 2 && !reports[i].isBest && !reports[i - 1].isBest,
      );
      const expected = last < 0 ? reports : reports.slice(0, last + 1);
      assert.equal(patient.get(name)!.length, expected.length, name);
      assert.ok(reports.length === 6);
    }
    assert.ok([...patient.values()].some((reports) => reports.length < 6));
  });

  it('keep the pass that is judged best, the first of equals', async () => {
    const reports: PassReport[] = [];
    const options = {
      ...tinyOptions(3, 4),
      searches: dependencySearches,
      learners: 1,
      unitsPerNat: { withoutArcs: 0, open: 0, given: 0 },
    };
    const { tables } = await train(tinyData(tinyTrainLanguageModel()), options, host, {
      ...silent,
      onPass: (report) => reports.push(report),
    });
    for (const phase of phases) {
      if (isOverCategories(phase.search)) continue;
      const passes = reports.filter((report) => report.phase === phase);
      assert.deepEqual(
        passes.map(({ pass }) => pass),
        [1, 2, 3, 4],
      );
      const scores = passes.map(({ score }) => score);
      const best = scores.indexOf(Math.max(...scores));
      const name = tableName(phase.search, phase.withLanguageModel);
      assert.equal(tables.get(name)?.bestPass, passes[best].pass);
      for (const [place, { isBest, score }] of passes.entries()) {
        assert.equal(
          isBest,
          scores.slice(0, place).every((earlier) => earlier < score),
        );
      }
    }
  });

  it('weigh the evidence of the language model after each pass, and no evidence without one', async () => {
    const options = { ...tinyOptions(3, 2), searches: ['arc-standard', 'bottom-up'] as const };
    const passes: PassReport[] = [];
    await train(tinyData(tinyTrainLanguageModel()), options, host, {
      ...silent,
      onPass: (report) => passes.push(report),
    });
    assert.equal(passes.length, 4 * options.passes);
    for (const { phase, evidenceFactor } of passes) {
      assert.equal(evidenceFactor !== null, phase.withLanguageModel);
      assert.ok(evidenceFactor === null || evidenceFactor >= 1);
    }
  });

  it('give the mean of the learners, and of what it is averaged with, scaled into bytes', async () => {
    const languageModel = tinyTrainLanguageModel();
    const data = tinyData(languageModel);
    const options = tinyOptions(1, 1);
    const passes: PassReport[] = [];
    const { tables, lexicon } = await train(data, options, host, {
      ...silent,
      onPass: (report) => passes.push(report),
    });
    const learned = async (fluency: SharedTrainerStart['fluency']): Promise<Float32Array> => {
      const { beam, update, dropout, margin, withoutTemplates, bestFirst } = options;
      const start = {
        search: 'arc-standard',
        fluency,
        lexicon,
        grammar: null,
        options: { beam, update, dropout, margin, withoutTemplates, bestFirst, phrases: 0.1 },
      } as const;
      const learning = learn(data.sentences, [], options, {
        threads: 1,
        openTrainers: (weights) => {
          const trainer = openTrainer({ ...start, weights }, openShared);
          return {
            threads: 1,
            decode: (example) => Promise.resolve(trainer.decode(example)),
            close: () => Promise.resolve(),
          };
        },
        onExamples: () => undefined,
      });
      for await (const { average } of learning) return average;
      throw new Error('no pass');
    };
    const { unitsPerNat } = options;
    const plain = await learned(null);
    const fluent = await learned({ languageModels: languageModel.parts, unitsPerNat });
    assert.deepEqual(tables.get('arc-standard')?.learned().weights, quantise(plain).weights);
    const { weights, scale } = quantise(meanOf([plain, fluent]));
    const table = tables.get('arc-standard+lm');
    assert.deepEqual(table?.learned().weights, weights);
    const pass = passes.find(
      ({ phase }) => phase.search === 'arc-standard' && phase.withLanguageModel,
    );
    assert.ok(typeof pass?.evidenceFactor === 'number');
    const factor = pass.evidenceFactor;
    const units = (learnedWith: number): number =>
      Math.round(Math.round(learnedWith * scale) * factor);
    assert.deepEqual(table.unitsPerNat, {
      withoutArcs: units(20),
      open: units(10),
      given: units(5),
    });
    assert.equal(tables.get('arc-standard')?.unitsPerNat, null);
  });
});
