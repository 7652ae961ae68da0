import { NO_WORD, type Problem } from '../../problem/problem.ts';
import { derivationOf } from '../arc-standard/oracle.ts';
import { FIRST_SHIFT, LEFTARC } from '../arc-standard/states.ts';
import { DerivationBuilder, distinct } from '../derivation.ts';
import type { Stop } from '../stop.ts';
import type { Derivation, Search, SearchOptions, SearchResult } from '../search.ts';
import type { WeightTable } from '../../scoring/weight-sum.ts';
import { HeadBeam } from './head-beam.ts';
import type { OrderFeatures } from '../../scoring/order.ts';
import { Field, NO_ORDER } from './orders.ts';

/** Of so many orders in the beam one is passed on to the head above. */
const BEAM_PER_KEPT = 4;

/** Heads of so many dependents and more are ordered with a narrower beam. */
const MANY_STEPS = 24;

/** The time of a step grows with the square of the dependents, and their number does with them. */
function widthFor(steps: number, width: number): number {
  const share = Math.min(1, (MANY_STEPS / steps) ** 2);
  return Math.max(1, Math.floor(width * share));
}

/**
 * Orders the words of a full tree from the leaves up: each head and its dependents with a beam, in which
 * the dependents stand in one of the best orders of what is below them. A word whose tag is open has
 * its likeliest. One object serves any number of problems, one after the other.
 */
export class BottomUp implements Search {
  readonly #beam: HeadBeam;

  constructor(weights: WeightTable) {
    this.#beam = new HeadBeam(weights);
  }

  get features(): OrderFeatures {
    return this.#beam.features;
  }

  /**
   * @param problem a full tree
   * @returns once the search is asked to stop, it goes on with the best order alone
   */
  search(
    problem: Problem,
    { beam: width, results }: Pick<SearchOptions, 'beam' | 'results'>,
    stop: Stop,
  ): SearchResult {
    const beam = this.#beam;
    beam.begin(problem);
    const choices = aloneOrders(problem, beam);
    let isWhole = true;
    for (const head of leavesFirst(problem)) {
      if (beam.steps(head) === 1) continue;
      beam.start(head, choices, isWhole ? widthFor(beam.steps(head), width) : 1);
      for (let step = 0; step < beam.steps(head); step++) {
        if (isWhole && stop.requested) {
          isWhole = false;
          beam.setWidth(1);
        }
        beam.step();
      }
      beam.finish();
      const isTop = problem.head[head] === NO_WORD;
      const kept = isTop ? beam.size : Math.min(beam.size, Math.ceil(width / BEAM_PER_KEPT));
      choices[head] = beam.kept.slice(0, kept);
    }
    const top = problem.head.indexOf(NO_WORD);
    const derivations = [...choices[top]].map((order) => derivationOfOrder(order, beam, problem));
    return { derivations: distinct(derivations, problem, results), isWhole };
  }
}

/** By word: it alone. */
export function aloneOrders({ size }: Problem, { orders }: HeadBeam): Int32Array[] {
  return Array.from({ length: size }, (_, word) => Int32Array.of(orders.alone(word)));
}

/** The words of a full tree, each after its dependents. */
export function leavesFirst({ head, dependents, dependentStart }: Problem): number[] {
  const words = [head.indexOf(NO_WORD)];
  for (const word of words) {
    for (let i = dependentStart[word]; i < dependentStart[word + 1]; i++) words.push(dependents[i]);
  }
  return words.reverse();
}

/**
 * The transitions that build an order of a tree. SHIFT carries what placing the head among its dependents
 * scored, and an arc what placing the dependent did.
 */
function derivationOfOrder(order: number, { orders }: HeadBeam, problem: Problem): Derivation {
  const { data } = orders;
  const words: number[] = [];
  const asHead = new Int32Array(problem.size);
  const asDependent = new Int32Array(problem.size);
  const spell = (whole: number): void => {
    const head = data[whole + Field.Head];
    if (data[whole + Field.Parent] === NO_ORDER) {
      words.push(head);
      return;
    }
    const steps: number[] = [];
    for (let at = whole; data[at + Field.Parent] !== NO_ORDER; at = data[at + Field.Parent]) {
      steps.push(at);
    }
    for (const step of steps.reverse()) {
      const placed = data[step + Field.Placed];
      const word = data[placed + Field.Head];
      if (word === head) asHead[word] = data[step + Field.Own];
      else asDependent[word] = data[step + Field.Own];
      spell(placed);
    }
  };
  spell(order);
  const places = new Map(words.map((word, place) => [word, place]));
  const heads = words.map((word) => 1 + (places.get(problem.head[word]) ?? -1));
  const builder = new DerivationBuilder();
  const stack: number[] = [];
  for (const action of derivationOf({
    variants: words.map((word) => problem.variantStart[word]),
    heads,
  })) {
    if (action >= FIRST_SHIFT) {
      const word = problem.variantWord[action - FIRST_SHIFT];
      stack.push(word);
      builder.shift(action - FIRST_SHIFT, asHead[word]);
      continue;
    }
    const [dependent] = stack.splice(action === LEFTARC ? -2 : -1, 1);
    if (action === LEFTARC) builder.leftArc(asDependent[dependent]);
    else builder.rightArc(asDependent[dependent]);
  }
  return builder.finish();
}
