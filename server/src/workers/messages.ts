import type { Bag } from '../constraints/bag.ts';
import type { RealizeOptions } from '../realizer.ts';
import type { TimedRealized } from '../realizers.ts';

/** One bag to realize. It is plain data: it crosses to a worker as it is. */
export interface Job {
  readonly bag: Bag;
  readonly options: RealizeOptions;
  /** Milliseconds that the search may take before it is cut short; 0 for no limit. */
  readonly timeLimit: number;
}

/** What a worker is started with. */
export interface WorkerStart {
  /** The model's bytes, shared by every worker. */
  readonly model: SharedArrayBuffer;
  /**
   * One 32-bit cell: the id of the job to stop. A search receives no messages while it runs, so
   * the pool writes here and the search reads. Naming the job, instead of raising a flag, leaves
   * nothing to clear: a late write cannot stop the job after.
   */
  readonly stop: SharedArrayBuffer;
}

/** From the pool to a worker. Ids start at 1 and are never used twice in one worker. */
export interface RealizeMessage {
  readonly id: number;
  readonly job: Job;
}

/** From a worker to the pool. */
export type WorkerMessage =
  | { readonly type: 'ready' }
  | { readonly type: 'realized'; readonly id: number; readonly realized: TimedRealized }
  | { readonly type: 'failed'; readonly id: number; readonly message: string };
