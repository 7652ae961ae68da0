import type { Model } from '../model/model.ts';
import { createRealizer, NEVER } from '../realizer.ts';
import type { Realizers } from '../realizers.ts';
import { Pool } from './pool.ts';
import { realizeTimed } from './serve.ts';

/** A model, and the bytes of its file that it lives in, to share with workers. */
export interface SharedModel {
  readonly model: Model;
  readonly bytes: SharedArrayBuffer;
}

/**
 * Realizers in `threads` threads: workers, but for a single one, which is the caller's own, so that
 * it need not wait for a worker to start and to load the model.
 *
 * @param script the worker's script: `dist/worker.cjs`
 */
export function openRealizers(
  { model, bytes }: SharedModel,
  threads: number,
  script: string,
): Realizers {
  if (threads <= 1) {
    const realizer = createRealizer(model);
    return {
      threads: 1,
      realize: async (bag, options) => Promise.resolve(realizeTimed(realizer, bag, options, NEVER)),
      close: () => Promise.resolve(),
    };
  }
  const pool = new Pool({ script, model: bytes, size: threads });
  return {
    threads,
    realize: (bag, options) => pool.realize({ bag, options, timeLimit: 0 }),
    close: () => pool.dispose(),
  };
}
