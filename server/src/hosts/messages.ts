import type { Bag } from '../bag/bag.ts';
import type { ExplainOptions } from '../explain/explainer.ts';
import type { SurveyOptions } from '../explain/surveyor.ts';
import type { TraceOptions } from '../explain/tracer.ts';
import type { ParseOptions, ToLabel, ToParse } from '../parser/parser.ts';
import type { RealizeOptions } from '../realize/realizer.ts';
import type { ParserFile, ResourceFiles } from './resources.ts';

/** The fields of every job. A job is plain data and is sent to a worker unchanged. */
export interface TimeLimited {
  /** The limit on the search's time, in milliseconds; 0 for no limit. */
  readonly timeLimit: number;
}

export interface RealizeJob extends TimeLimited {
  readonly bag: Bag;
  readonly options: RealizeOptions;
  /** Whether to report sentences while the search runs. */
  readonly isStreamed?: boolean;
}

/** A sentence of a bag to explain. */
export interface ExplainJob extends TimeLimited {
  readonly bag: Bag;
  /** The words of the sentence, in order; a phrase is split into its words. */
  readonly words: readonly string[];
  readonly options: ExplainOptions;
}

export interface TraceJob extends TimeLimited {
  readonly bag: Bag;
  /** The words of the expected sentence, in order; null for none. */
  readonly words: readonly string[] | null;
  readonly options: TraceOptions;
}

/** A request to measure the effort of a bag's search. */
export interface SurveyJob extends TimeLimited {
  readonly bag: Bag;
  /** The words of the expected sentence, in order; null for none. */
  readonly words: readonly string[] | null;
  readonly options: SurveyOptions;
}

export interface ParseJob extends TimeLimited {
  /** The parser to use. A worker opens it at the first job that uses it. */
  readonly parser: ParserFile;
  readonly sentence: ToParse;
  readonly options: Omit<ParseOptions, 'stop'>;
}

export interface LabelJob extends TimeLimited {
  readonly parser: ParserFile;
  readonly trees: readonly ToLabel[];
}

/** A job in the form that a worker receives. */
export type Job =
  | (RealizeJob & { readonly kind: 'realize' })
  | (ExplainJob & { readonly kind: 'explain' })
  | (TraceJob & { readonly kind: 'trace' })
  | (SurveyJob & { readonly kind: 'survey' })
  | (ParseJob & { readonly kind: 'parse' })
  | (LabelJob & { readonly kind: 'label' });

/** The start data of every worker. */
export interface WorkerStart {
  /**
   * A 32-bit cell in shared memory. A running search receives no messages, but it reads this cell.
   * To stop a job, the pool writes the job's id into the cell. If the id is written too late, the
   * next job is not stopped, since it has another id. So the cell is never cleared.
   */
  readonly stop: SharedArrayBuffer;
}

/** The start data of a search worker. */
export interface SearchStart extends WorkerStart {
  readonly files: ResourceFiles;
}

/** A message from the pool to a worker. Ids start at 1, and are never repeated for a worker. */
export interface JobMessage<J> {
  readonly id: number;
  readonly job: J;
}

/** A message from a worker to the pool. */
export type WorkerMessage<R> =
  | { readonly type: 'ready' }
  /** The search is still running; `result` is the result so far. */
  | { readonly type: 'partial'; readonly id: number; readonly result: R }
  | { readonly type: 'done'; readonly id: number; readonly result: R }
  | { readonly type: 'failed'; readonly id: number; readonly message: string };
