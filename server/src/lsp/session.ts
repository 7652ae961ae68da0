import type { Host } from '../hosts/host.ts';
import type { Pool } from '../hosts/pool.ts';
import type { CheckOptions } from '../language/index.ts';
import type { BowDocument } from './document.ts';
import type { Log } from './log.ts';
import type { ModelState } from './model-host.ts';
import type { Scheduler } from './schedule.ts';
import type { Settings } from './settings.ts';

export type Searches = Pick<
  Pool,
  'size' | 'idleJobs' | 'realize' | 'explain' | 'trace' | 'survey' | 'parse' | 'label'
>;

/** The parts of the server share a session: open files, current settings and models, scheduler. */
export interface Session {
  readonly host: Host;
  readonly log: Log;
  readonly documents: ReadonlyMap<string, BowDocument>;
  readonly settings: () => Settings;
  readonly checks: () => CheckOptions;
  readonly model: () => ModelState;
  /** The generation is how often a model was loaded. Null while there is no model. */
  readonly searches: () => { readonly pool: Searches; readonly generation: number } | null;
  readonly scheduler: Scheduler;
}
