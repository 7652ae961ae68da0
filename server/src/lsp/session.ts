import type { CheckOptions } from '../language/index.ts';
import type { Host } from '../hosts/host.ts';
import type { BowDocument } from './document.ts';
import type { ModelState } from './model-host.ts';
import type { Scheduler, Searches } from './schedule.ts';
import type { Settings } from './settings.ts';

/** What the parts of the server share: the open files, and settings and models as they are by now. */
export interface Session {
  readonly host: Host;
  readonly documents: ReadonlyMap<string, BowDocument>;
  readonly scheduler: Scheduler;
  readonly settings: () => Settings;
  readonly checks: () => CheckOptions;
  readonly model: () => ModelState;
  /** Null while there is no model. */
  readonly searches: () => { readonly pool: Searches; readonly generation: number } | null;
}
