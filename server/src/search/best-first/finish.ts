import { NO_WORD } from '../../problem/problem.ts';
import type { Stop } from '../../util/stop.ts';
import { Completability } from '../arc-standard/completable.ts';
import { FIRST_SHIFT, RIGHTARC } from '../arc-standard/states.ts';
import type { Budget } from '../budget.ts';
import type { Agenda } from './agenda.ts';
import type { Chart } from './chart.ts';
import { BOTH_HEADS, Field, firstTwin, NO_EDGE, HEAD_LEFT, HEAD_RIGHT } from './edges.ts';
import type { Treelets } from './treelets.ts';

/**
 * The default output (Zhang & Clark 2015, Section 3.4): the largest accepted edge, then what still fits, by size, and
 * last the words that are left. They are put together by joins that are allowed, the best first, so that no word is
 * lost and no constraint broken.
 *
 * Without constraints on the order there always is such a join: a head that still misses given dependents has not
 * become a dependent itself. With them the edges may not go together; then any sentence that is allowed will do.
 *
 * @param budget what may be tried for that
 * @returns an edge of all words; NO_EDGE where none was found
 */
export function finish(
  treelets: Treelets,
  chart: Chart,
  agenda: Agenda,
  budget: Budget,
  stop: Stop,
): number {
  const parts = [...cover(treelets, chart.bySize(treelets.edges))];
  const whole = joinAll(treelets, parts, agenda);
  if (whole !== NO_EDGE) return whole;
  const actions = Completability.derivationOf(treelets.edges.problem, budget, stop);
  return actions === null ? NO_EDGE : takeAll(treelets, actions);
}

/** The edge that transitions lead to. */
function takeAll(treelets: Treelets, actions: readonly number[]): number {
  const stack: number[] = [];
  for (const action of actions) {
    if (action >= FIRST_SHIFT) {
      stack.push(treelets.leafOf(action - FIRST_SHIFT));
      continue;
    }
    const right = stack.pop()!;
    const left = stack.pop()!;
    const join = action === RIGHTARC ? HEAD_LEFT : HEAD_RIGHT;
    stack.push(treelets.join(left, right, join, treelets.sumOf(left, right, join)));
  }
  return stack[0];
}

/** Edges that hold every word once: of those given what fits, the first ones first, and leaves, the best of a word. */
function* cover({ edges, leaves }: Treelets, given: readonly number[]): Generator<number> {
  const { problem, data } = edges;
  const left = new Int32Array(problem.size);
  for (let word = 0; word < problem.size; word++) left[firstTwin(problem, word)]++;
  for (const edge of given) if (edges.take(edge, left)) yield edge;
  const best = new Map<number, number>();
  for (const leaf of leaves) {
    const word = problem.variantWord[data[leaf + Field.Head]];
    const known = best.get(word) ?? NO_WORD;
    if (known === NO_WORD || data[leaf + Field.Score] > data[known + Field.Score]) {
      best.set(word, leaf);
    }
  }
  for (const leaf of best.values()) while (edges.take(leaf, left)) yield leaf;
}

/** Joins parts, always the best two that may be, until they are one. */
function joinAll(treelets: Treelets, parts: readonly number[], agenda: Agenda): number {
  const { edges } = treelets;
  // The same edge may be there twice, where words are alike: parts are told apart by their places.
  const active = new Map(parts.entries());
  agenda.begin(Infinity);
  const offer = (left: number, right: number): void => {
    const [one, other] = [active.get(left)!, active.get(right)!];
    const words = edges.data[one + Field.Words] + edges.data[other + Field.Words];
    for (const join of BOTH_HEADS) {
      if (!treelets.mayJoin(one, other, join)) continue;
      const sum = treelets.sumOf(one, other, join);
      agenda.push(treelets.value(sum, words), sum, left, right, join);
    }
  };
  for (const left of active.keys()) {
    for (const right of active.keys()) if (left !== right) offer(left, right);
  }
  let places = parts.length;
  while (agenda.size > 0) {
    agenda.pop();
    const [left, right] = [active.get(agenda.left), active.get(agenda.right)];
    if (left === undefined || right === undefined) continue;
    const joined = treelets.join(left, right, agenda.join, agenda.sum);
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
