import { encodeModel, loadModel } from '../model/model.ts';
import { Trainer, type Example, type Lesson, type Trainers } from '../train/trainer.ts';
import type { TrainHost } from '../train/train.ts';
import type { Limited } from './messages.ts';
import { Workers } from './pool.ts';
import { openRealizers } from './realizers.ts';

/** The workers' scripts: `dist/worker.cjs` and `dist/train-worker.cjs`. */
export interface TrainScripts {
  readonly worker: string;
  readonly trainWorker: string;
}

/** Trains in `threads` threads: workers, but for a single one, which is the caller's own. */
export function trainIn(threads: number, scripts: TrainScripts): TrainHost {
  return {
    openTrainers(start): Trainers {
      if (threads <= 1) {
        const trainer = new Trainer(start);
        return {
          threads: 1,
          decode: async (example) => Promise.resolve(trainer.decode(example)),
          close: () => Promise.resolve(),
        };
      }
      const workers = new Workers<Example & Limited, Lesson>(
        { script: scripts.trainWorker, size: threads },
        start,
      );
      return {
        threads,
        decode: (example) => workers.run({ ...example, timeLimit: 0 }),
        close: () => workers.dispose(),
      };
    },
    openRealizers(model) {
      const encoded = encodeModel(model);
      const bytes = new SharedArrayBuffer(encoded.length);
      const file = new Uint8Array(bytes);
      file.set(encoded);
      return openRealizers({ model: loadModel(file), bytes }, threads, scripts.worker);
    },
  };
}
