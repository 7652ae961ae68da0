import type { Bag } from '../bag/bag.ts';
import type { ExplainOptions } from '../explain/explainer.ts';
import type { SurveyOptions } from '../explain/surveyor.ts';
import type { TraceOptions } from '../explain/tracer.ts';
import type { RealizeOptions } from '../realize/realizer.ts';
import type { ResourceFiles } from './resources.ts';

/** What any job says. A job is plain data: it crosses to a worker as it is. */
export interface TimeLimited {
  /** Milliseconds that the search may take before it is cut short; 0 for no limit. */
  readonly timeLimit: number;
}

/** One bag to realize. */
export interface RealizeJob extends TimeLimited {
  readonly bag: Bag;
  readonly options: RealizeOptions;
  /** Whether sentences are wanted while the search runs. */
  readonly isStreamed?: boolean;
}

/** A sentence of a bag to explain. */
export interface ExplainJob extends TimeLimited {
  readonly bag: Bag;
  /** Surface words. */
  readonly words: readonly string[];
  readonly options: ExplainOptions;
}

/** A bag whose search is to be traced. */
export interface TraceJob extends TimeLimited {
  readonly bag: Bag;
  /** Surface words of the sentence that is expected; null where none is. */
  readonly words: readonly string[] | null;
  readonly options: TraceOptions;
}

/** A bag of whose search is to be told what it took. */
export interface SurveyJob extends TimeLimited {
  readonly bag: Bag;
  /** Surface words of the sentence that is expected; null where none is. */
  readonly words: readonly string[] | null;
  readonly options: SurveyOptions;
}

/** As it crosses to a worker. */
export type Job =
  | (RealizeJob & { readonly kind: 'realize' })
  | (ExplainJob & { readonly kind: 'explain' })
  | (TraceJob & { readonly kind: 'trace' })
  | (SurveyJob & { readonly kind: 'survey' });

/** What every worker is started with. */
export interface WorkerStart {
  /**
   * One 32-bit cell: the id of the job to stop. A search receives no messages while it runs, so
   * the pool writes here and the search reads. Naming the job, instead of raising a flag, leaves
   * nothing to clear: a late write cannot stop the job after.
   */
  readonly stop: SharedArrayBuffer;
}

/** What a search worker is started with. */
export interface SearchStart extends WorkerStart {
  readonly files: ResourceFiles;
}

/** From the pool to a worker. Ids start at 1 and are never used twice in one worker. */
export interface JobMessage<J> {
  readonly id: number;
  readonly job: J;
}

/** From a worker to the pool. */
export type WorkerMessage<R> =
  | { readonly type: 'ready' }
  /** What there is of it by now. */
  | { readonly type: 'partial'; readonly id: number; readonly result: R }
  | { readonly type: 'done'; readonly id: number; readonly result: R }
  | { readonly type: 'failed'; readonly id: number; readonly message: string };
