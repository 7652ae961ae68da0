import type { Scheduler } from './schedule.ts';
import type { SessionState } from './session-state.ts';

/** The same, with the scheduler that realizes bags. */
export interface Session extends SessionState {
  readonly scheduler: Scheduler;
}
