import { NO_WORD, type Problem } from '../../problem/problem.ts';
import { NEVER, type Stop } from '../../util/stop.ts';
import { Completability } from '../arc-standard/completable.ts';
import { FIRST_SHIFT, RIGHTARC } from '../../scoring/arc-standard/records.ts';
import type { StateBudget } from '../../bag/satisfiability.ts';
import type { Agenda } from './agenda.ts';
import type { Chart } from './chart.ts';
import type { EdgeSystem } from './edge-system.ts';
import { actionsOf, firstTwin, NO_EDGE } from './edges.ts';
import { EdgeField } from '../../scoring/best-first/records.ts';

/**
 * Builds a sentence for a search that found none (the default output of Zhang & Clark 2015, Section
 * 3.4). It chooses accepted edges that share no words, the largest first, and then the remaining
 * words. It joins these parts by legal joins, the best join first.
 *
 * Order constraints may keep these parts from being joined; in a search over categories, given arcs
 * may too. Then the function builds any legal sentence.
 *
 * @param budget the number of states that may be examined to find a legal sentence
 * @returns an edge with all words; NO_EDGE if none was found
 */
export function finish(
  system: EdgeSystem,
  chart: Chart,
  agenda: Agenda,
  budget: StateBudget,
  stop: Stop,
): number {
  const parts = [...cover(system, chart.bySize(system.edges))];
  const whole = joinAll(system, parts, agenda, stop);
  if (whole !== NO_EDGE) return whole;
  const { problem } = system.edges;
  let actions = Completability.derivationOf(problem, budget, stop);
  if (stop.requested) actions ??= Completability.derivationOf(problem, oneWay(problem), NEVER);
  return actions === null ? NO_EDGE : takeAll(system, actions);
}

/**
 * Returns a budget for looking for a legal sentence after a stop. It is enough if no action leads
 * into a dead end. A bag without given arcs has no dead ends, so it gets a sentence even after a
 * stop.
 */
function oneWay({ size }: Problem): StateBudget {
  const steps = actionsOf(size);
  return { states: steps * (FIRST_SHIFT + size + 1) };
}

/** Makes the edge that a sequence of arc-standard transitions builds. */
function takeAll(system: EdgeSystem, actions: readonly number[]): number {
  const stack: number[] = [];
  for (const action of actions) {
    if (action >= FIRST_SHIFT) {
      stack.push(system.leafOf(action - FIRST_SHIFT));
      continue;
    }
    const right = stack.pop()!;
    const left = stack.pop()!;
    const join = system.arcJoin(action === RIGHTARC);
    stack.push(system.join(left, right, join, system.sumOf(left, right, join)));
  }
  return stack[0];
}

/**
 * Chooses edges that together contain every word once. It takes each edge of `given` that shares no
 * word with the edges taken before, and then the best leaf of each remaining word.
 */
function* cover({ edges, leaves }: EdgeSystem, given: readonly number[]): Generator<number> {
  const { problem, data } = edges;
  const left = new Int32Array(problem.size);
  for (let word = 0; word < problem.size; word++) left[firstTwin(problem, word)]++;
  for (const edge of given) if (edges.take(edge, left)) yield edge;
  const best = new Map<number, number>();
  for (const leaf of leaves) {
    const word = problem.variantWord[data[leaf + EdgeField.Head]];
    const known = best.get(word) ?? NO_WORD;
    if (known === NO_WORD || data[leaf + EdgeField.Score] > data[known + EdgeField.Score]) {
      best.set(word, leaf);
    }
  }
  for (const leaf of best.values()) while (edges.take(leaf, left)) yield leaf;
}

/**
 * Joins parts until one is left. It always makes the allowed join with the highest value; after a
 * stop, any allowed join.
 */
function joinAll(system: EdgeSystem, parts: readonly number[], agenda: Agenda, stop: Stop): number {
  const { edges } = system;
  // A part is identified by its index, since the same edge may occur twice if words are
  // interchangeable.
  const active = new Map(parts.entries());
  agenda.begin(Infinity);
  const offer = (left: number, right: number): void => {
    const [one, other] = [active.get(left)!, active.get(right)!];
    const words = edges.data[one + EdgeField.Words] + edges.data[other + EdgeField.Words];
    for (const join of system.anyJoinsOf(one, other)) {
      if (!system.mayJoin(one, other, join)) continue;
      const sum = system.sumOf(one, other, join);
      agenda.push(system.value(sum, words), sum, left, right, join);
    }
  };
  for (const left of active.keys()) {
    if (stop.requested) return joinAny(system, parts);
    for (const right of active.keys()) if (left !== right) offer(left, right);
  }
  let places = parts.length;
  while (agenda.size > 0) {
    if (stop.requested) return joinAny(system, [...active.values()]);
    agenda.pop();
    const [left, right] = [active.get(agenda.left), active.get(agenda.right)];
    if (left === undefined || right === undefined) continue;
    const joined = system.join(left, right, agenda.join, agenda.sum);
    active.delete(agenda.left);
    active.delete(agenda.right);
    const place = places++;
    active.set(place, joined);
    for (const other of active.keys()) {
      if (other === place) continue;
      offer(other, place);
      offer(place, other);
    }
  }
  const [whole = NO_EDGE] = active.values();
  return active.size === 1 ? whole : NO_EDGE;
}

/**
 * Joins parts until one is left. Each time, it joins the first two that may be joined. It tries
 * each pair once, and scores only the joins that it makes.
 */
function joinAny(system: EdgeSystem, parts: readonly number[]): number {
  const waiting = parts.toReversed();
  /** Parts of which no two can be joined. */
  const tried: number[] = [];
  while (waiting.length > 0) {
    const part = waiting.pop()!;
    let joined = NO_EDGE;
    for (let i = 0; i < tried.length && joined === NO_EDGE; i++) {
      joined = joinEither(system, tried[i], part);
      if (joined !== NO_EDGE) tried.splice(i, 1);
    }
    if (joined === NO_EDGE) tried.push(part);
    else waiting.push(joined);
  }
  return tried.length === 1 ? tried[0] : NO_EDGE;
}

/**
 * Joins two edges by the first allowed join, with either edge on the left; NO_EDGE if there is
 * none.
 */
function joinEither(system: EdgeSystem, one: number, other: number): number {
  for (const [left, right] of [
    [one, other],
    [other, one],
  ]) {
    for (const join of system.anyJoinsOf(left, right)) {
      if (!system.mayJoin(left, right, join)) continue;
      return system.join(left, right, join, system.sumOf(left, right, join));
    }
  }
  return NO_EDGE;
}
