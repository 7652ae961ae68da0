import type { ModelState } from './model-host.ts';
import type { ModelProblem, ServerStatus } from './protocol.ts';
import type { Session } from './session.ts';

export function statusOf({ model, scheduler }: Session): ServerStatus {
  const state = model();
  return {
    state: stateOf(state, scheduler.working),
    ...scheduler.progress,
    problem: problemOf(state),
  };
}

function stateOf({ kind }: ModelState, isWorking: boolean): ServerStatus['state'] {
  if (kind === 'failed') return 'no-model';
  if (kind === 'loading') return 'loading';
  return isWorking ? 'working' : 'ready';
}

export function problemOf(state: ModelState): ModelProblem | null {
  return state.kind === 'loading' ? null : state.problem;
}
