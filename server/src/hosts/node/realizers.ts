import { setImmediate } from 'node:timers/promises';
import { Explainer } from '../../explain/explainer.ts';
import { createRealizer, type Resources } from '../../realize/realizer.ts';
import type { Realizers } from '../../realize/realizers.ts';
import { stopAfter } from '../../util/stop.ts';
import { Pool } from '../pool.ts';
import type { ResourceFiles } from '../resources.ts';
import { givenUp, realizeTimed } from '../serve.ts';
import { cpuMs } from './clock.ts';
import { nodeHost } from './host.ts';

/** The models of a realizer, and their files for workers. */
export interface SharedResources {
  readonly resources: Resources;
  readonly files: ResourceFiles;
}

/**
 * With one thread, bags are realized in the caller's thread, so that no worker has to load the
 * models. Yields before each further search, so that the caller can print the result before.
 *
 * @param script the path of `dist/worker.cjs`
 */
export function openRealizers(shared: SharedResources, threads: number, script: string): Realizers {
  if (threads > 1) return openWorkers(shared, threads, script);
  const { resources } = shared;
  const realizer = createRealizer(resources);
  let explainer: Explainer | null = null;
  // Nothing is to be printed before the first search. A pause there would raise the memory while the
  // model is unpacked.
  let isFirst = true;
  const turn = async (): Promise<void> => {
    if (!isFirst) await setImmediate();
    isFirst = false;
  };
  return {
    threads: 1,
    realize: async (bag, options, timeLimit = 0) => {
      await turn();
      return realizeTimed(realizer, bag, options, stopAfter(timeLimit), cpuMs);
    },
    explain: async (bag, words, options, timeLimit = 0) => {
      await turn();
      explainer ??= new Explainer(resources);
      const stop = stopAfter(timeLimit);
      const explained = explainer.explain(bag, words, options, stop);
      return stop.requested ? givenUp({ kind: 'explain', timeLimit }) : explained;
    },
    close: () => Promise.resolve(),
  };
}

/**
 * Like `openRealizers`, but uses workers even for one thread, so that the caller's thread stays
 * free.
 */
export function openWorkers(
  { files }: Pick<SharedResources, 'files'>,
  threads: number,
  script: string,
): Realizers {
  const pool = new Pool({ host: nodeHost, script, files, size: threads });
  return {
    threads,
    realize: (bag, options, timeLimit = 0) => pool.realize({ bag, options, timeLimit }),
    explain: (bag, words, options, timeLimit = 0) =>
      pool.explain({ bag, words, options, timeLimit }),
    close: () => pool.dispose(),
  };
}
