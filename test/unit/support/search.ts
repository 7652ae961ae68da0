import type { Bag } from '../../../server/src/bag/bag.ts';
import { Problem } from '../../../server/src/problem/problem.ts';
import type { Model } from '../../../server/src/model/model.ts';
import { Beam } from '../../../server/src/search/arc-standard/beam.ts';
import { scoringOf } from '../../../server/src/scoring/scoring.ts';
import {
  Field,
  FIRST_SHIFT,
  LEFTARC,
  NO_STATE,
  wordOf,
} from '../../../server/src/search/arc-standard/states.ts';

/** Every hypothesis that the search ends with, as the JSON of its order and heads, not made distinct. */
export function outputsOfSearch(bag: Bag, model: Model, width: number): string[] {
  const problem = new Problem(bag, model.lexicon);
  const beam = new Beam(scoringOf(model.tables, 'arc-standard', null));
  beam.start(problem, width);
  for (let step = 1; step < 2 * problem.size; step++) beam.step();
  const { data } = beam.states;
  return [...beam.kept.slice(0, beam.size)].map((final) => {
    const actions: number[] = [];
    for (let state = final; data[state + Field.Parent] !== NO_STATE;) {
      actions.push(data[state + Field.Action]);
      state = data[state + Field.Parent];
    }
    const order: number[] = [];
    const heads = new Array<number>(problem.size).fill(-1);
    const stack: number[] = [];
    for (const action of actions.reverse()) {
      if (action >= FIRST_SHIFT) {
        const word = problem.places[wordOf(action - FIRST_SHIFT)];
        order.push(word);
        stack.push(word);
      } else {
        const top = stack.pop()!;
        const second = stack.pop()!;
        const [head, dependent] = action === LEFTARC ? [top, second] : [second, top];
        heads[dependent] = head;
        stack.push(head);
      }
    }
    return JSON.stringify({ order, heads });
  });
}
