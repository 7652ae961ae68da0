import type { Bag } from '../bag/bag.ts';
import type { ExplainOptions } from '../explain/explainer.ts';
import type { SurveyOptions } from '../explain/surveyor.ts';
import type { TraceOptions } from '../explain/tracer.ts';
import type { ParseOptions, ToLabel, ToParse } from '../parser/parser.ts';
import type { RealizeOptions } from '../realize/realizer.ts';
import type { ParserFile, ResourceFiles } from './resources.ts';

/** The fields of every job. A job is plain data. */
export interface TimeLimited {
  /** In milliseconds; 0 for no limit. */
  readonly timeLimit: number;
}

export interface RealizeJob extends TimeLimited {
  readonly bag: Bag;
  readonly options: RealizeOptions;
  /** Whether to report sentences while the search runs. */
  readonly isStreamed?: boolean;
}

export interface ExplainJob extends TimeLimited {
  readonly bag: Bag;
  /** The words of the sentence to explain, in order. A phrase such as `New York` is two words. */
  readonly words: readonly string[];
  readonly options: ExplainOptions;
}

export interface TraceJob extends TimeLimited {
  readonly bag: Bag;
  /** The expected sentence; null for none. */
  readonly words: readonly string[] | null;
  readonly options: TraceOptions;
}

/** Asks how much work the search of a bag does. */
export interface SurveyJob extends TimeLimited {
  readonly bag: Bag;
  /** The expected sentence; null for none. */
  readonly words: readonly string[] | null;
  readonly options: SurveyOptions;
}

export interface ParseJob extends TimeLimited {
  /** A worker opens the parser at the first job that uses it. */
  readonly parser: ParserFile;
  readonly sentence: ToParse;
  readonly options: Omit<ParseOptions, 'stop'>;
}

export interface LabelJob extends TimeLimited {
  readonly parser: ParserFile;
  readonly trees: readonly ToLabel[];
}

export type Job =
  | (RealizeJob & { readonly kind: 'realize' })
  | (ExplainJob & { readonly kind: 'explain' })
  | (TraceJob & { readonly kind: 'trace' })
  | (SurveyJob & { readonly kind: 'survey' })
  | (ParseJob & { readonly kind: 'parse' })
  | (LabelJob & { readonly kind: 'label' });

export interface WorkerStart {
  /**
   * A 32-bit cell in shared memory. A running search receives no messages, but it reads this cell.
   * The pool stops a job by writing the job's id into it. The next job has another id, so the cell
   * is never cleared.
   */
  readonly stop: SharedArrayBuffer;
}

export interface SearchStart extends WorkerStart {
  readonly files: ResourceFiles;
}

/** Ids start at 1, and are never repeated for a worker. */
export interface JobMessage<J> {
  readonly id: number;
  readonly job: J;
}

export type WorkerMessage<R> =
  | { readonly type: 'ready' }
  /** The result so far of a running search. */
  | { readonly type: 'partial'; readonly id: number; readonly result: R }
  | { readonly type: 'done'; readonly id: number; readonly result: R }
  | { readonly type: 'failed'; readonly id: number; readonly message: string };
