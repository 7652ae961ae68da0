import { encodeModel, MODEL_FORMAT } from '../../model/model.ts';
import { openTrainer } from '../../train/open-trainer.ts';
import type { Example, Lesson, Trainers } from '../../train/trainer.ts';
import type { TrainHost } from '../../train/train.ts';
import type { TimeLimited } from '../messages.ts';
import { Workers } from '../pool.ts';
import { loadResources } from './resources.ts';
import { nodeHost } from './host.ts';
import { openShared, shareModelFile } from './model-file.ts';
import { openRealizers } from './realizers.ts';

/** The paths of `dist/worker.cjs` and `dist/train-worker.cjs`. */
export interface TrainScripts {
  readonly worker: string;
  readonly trainWorker: string;
}

/**
 * With one thread, training runs in the caller's thread. Otherwise it runs in workers: each learner
 * gets an equal share of the threads.
 */
export function trainIn(threads: number, scripts: TrainScripts): TrainHost {
  return {
    threads,
    openTrainers(start, learners): Trainers {
      if (threads <= 1) {
        const trainer = openTrainer(start, openShared);
        return {
          threads: 1,
          decode: async (example) => Promise.resolve(trainer.decode(example)),
          close: () => Promise.resolve(),
        };
      }
      const size = Math.max(1, Math.floor(threads / learners));
      const workers = new Workers<Example & TimeLimited, Lesson>(
        { host: nodeHost, script: scripts.trainWorker, size },
        start,
      );
      return {
        threads: size,
        decode: (example) => workers.run({ ...example, timeLimit: 0 }),
        close: () => workers.dispose(),
      };
    },
    openRealizers(model, languageModel) {
      const files = { model: shareModelFile(encodeModel(model), MODEL_FORMAT), languageModel };
      return openRealizers({ resources: loadResources(files), files }, threads, scripts.worker);
    },
  };
}
