import type { Host } from '../hosts/host.ts';
import type { Explained } from '../explain/explanation.ts';
import type { SearchEffort } from '../explain/search-chart.ts';
import type { SearchTrace } from '../explain/search-trace.ts';
import type { ExplainJob, RealizeJob, SurveyJob, TraceJob } from '../hosts/messages.ts';
import type { CheckOptions } from '../language/index.ts';
import type { TimedRealized } from '../realize/realizers.ts';
import type { BowDocument } from './document.ts';
import type { Log } from './log.ts';
import type { ModelState } from './model-host.ts';
import type { Settings } from './settings.ts';

/** The methods of a pool that the server uses. */
export interface Searches {
  readonly size: number;
  realize(
    job: RealizeJob,
    options: {
      signal: AbortSignal;
      isUrgent?: boolean;
      givesWay?: boolean;
      onPartial?: (partial: TimedRealized) => void;
    },
  ): Promise<TimedRealized>;
  explain(job: ExplainJob, options: { signal: AbortSignal }): Promise<Explained>;
  trace(job: TraceJob, options: { signal: AbortSignal }): Promise<SearchTrace | string>;
  survey(job: SurveyJob, options: { signal: AbortSignal }): Promise<SearchEffort | string>;
}

/** What the parts of the server share: the open files, and the current settings and models. */
export interface SessionState {
  readonly host: Host;
  readonly log: Log;
  readonly documents: ReadonlyMap<string, BowDocument>;
  readonly settings: () => Settings;
  readonly checks: () => CheckOptions;
  readonly model: () => ModelState;
  /** Null while there is no model. */
  readonly searches: () => { readonly pool: Searches; readonly generation: number } | null;
}
