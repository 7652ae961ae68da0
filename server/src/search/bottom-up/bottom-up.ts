import { NO_WORD, type Problem } from '../../problem/problem.ts';
import type { Scoring } from '../../scoring/scoring.ts';
import { DerivationBuilder, distinct } from '../derivation.ts';
import type {
  Derivation,
  Observer,
  Search,
  SearchOptions,
  SearchResult,
  StepObserver,
} from '../search.ts';
import type { Target } from '../target.ts';
import type { Stop } from '../../util/stop.ts';
import { HeadBeam } from './head-beam.ts';
import { headsUpwards, HeadSystem } from './head-system.ts';
import { LinearizationField } from '../../scoring/bottom-up/records.ts';
import type { Linearizations } from './linearizations.ts';

/** The head above receives the best of this number of linearizations in the beam. */
const BEAM_PER_KEPT = 4;

/** Heads with this number of dependents, or more, are ordered with a narrower beam. */
const MANY_STEPS = 24;

/** The time of a step grows with the square of the dependents, and their number does with them. */
function widthFor(steps: number, width: number): number {
  const share = Math.min(1, (MANY_STEPS / steps) ** 2);
  return Math.max(1, Math.floor(width * share));
}

/**
 * Orders the words of a full tree from the leaves up: a beam orders each head and its dependents, and chooses among the
 * best linearizations of each dependent's subtree. A word without a given tag has its likeliest tag.
 */
export class BottomUp implements Search {
  readonly #beam: HeadBeam;

  constructor(scoring: Pick<Scoring, 'weights' | 'leftOut'>) {
    this.#beam = new HeadBeam(new HeadSystem(scoring));
  }

  /**
   * @param problem a full tree
   * @returns once the search is asked to stop, it goes on with the best linearization alone
   */
  search(
    problem: Problem,
    {
      beam: width,
      results,
      target,
      wanted,
    }: Pick<SearchOptions, 'beam' | 'results' | 'target' | 'wanted'>,
    stop: Stop,
    observer: Observer | null,
  ): SearchResult {
    const beam = this.#beam;
    const { system } = beam;
    const { linearizations } = system;
    system.begin(problem, target);
    const choices = aloneLinearizations(problem, linearizations);
    let isWhole = true;
    let isExhaustive = true;
    let work = 0;
    for (const head of headsUpwards(problem)) {
      const steps = problem.dependentStart[head + 1] - problem.dependentStart[head] + 1;
      const ownWidth = isWhole ? widthFor(steps, width) : 1;
      beam.start(system.start(head, choices, ownWidth), ownWidth);
      observer?.onStart(head);
      for (let step = 0; step < steps; step++) beam.step(stop, observer);
      if (beam.isStopped) isWhole = false;
      work += beam.work;
      const isTop = problem.head[head] === NO_WORD;
      beam.finish(isTop ? width : Math.ceil(width / BEAM_PER_KEPT), observer);
      if (beam.isCut) isExhaustive = false;
      // A target that no order of these words spells.
      if (beam.size === 0) {
        return { derivations: [], ranToEnd: isWhole, isExhaustive, isBest: isExhaustive, work };
      }
      choices[head] = beam.kept.slice(0, beam.size);
    }
    const best = choices[problem.head.indexOf(NO_WORD)];
    const told = derivationsOf(best, linearizations, problem, wanted);
    const derivations = distinct(told, problem, results);
    linearizations.release();
    isExhaustive &&= isWhole;
    return { derivations, ranToEnd: isWhole, isExhaustive, isBest: isExhaustive, work };
  }

  explain(problem: Problem, derivation: Derivation, observer: StepObserver): void {
    this.#beam.system.explain(problem, derivation, observer);
  }
}

/** By word: it alone. */
export function aloneLinearizations(
  { size }: Problem,
  linearizations: Linearizations,
): Int32Array[] {
  return Array.from({ length: size }, (_, word) => Int32Array.of(linearizations.alone(word)));
}

/** @param wanted if given, only its derivations */
function* derivationsOf(
  best: Int32Array,
  linearizations: Linearizations,
  problem: Problem,
  wanted?: Target,
): Generator<Derivation> {
  for (const whole of best) {
    const derivation = derivationOf(whole, linearizations, problem);
    if (wanted?.has(derivation.variants) ?? true) yield derivation;
  }
}

/** How a linearization of the whole tree was built. */
export function derivationOf(
  whole: number,
  linearizations: Linearizations,
  problem: Problem,
): Derivation {
  const builder = new DerivationBuilder();
  derive(whole, linearizations, problem, builder);
  return builder.finish();
}

/**
 * Takes the transitions that build a linearization: after the head its right dependents, then arcs to the left
 * ones, inside out. SHIFT carries what placing the head among its dependents scored, and an arc what placing
 * the dependent did.
 */
function derive(
  whole: number,
  linearizations: Linearizations,
  problem: Problem,
  builder: DerivationBuilder,
): void {
  const { data } = linearizations;
  const variant = problem.variantStart[data[whole + LinearizationField.Head]];
  const states = linearizations.statesTo(whole);
  if (states.length === 0) {
    builder.shift(variant, 0);
    return;
  }
  const middle = data[whole + LinearizationField.Lefts];
  const left = states.slice(0, middle);
  for (const state of left)
    derive(data[state + LinearizationField.Placed], linearizations, problem, builder);
  builder.shift(variant, data[states[middle] + LinearizationField.Own]);
  for (const state of states.slice(middle + 1)) {
    derive(data[state + LinearizationField.Placed], linearizations, problem, builder);
    builder.rightArc(data[state + LinearizationField.Own]);
  }
  for (const state of left.reverse()) builder.leftArc(data[state + LinearizationField.Own]);
}
