import { NO_WORD, type Problem } from '../../problem/problem.ts';
import type { Scoring } from '../../scoring/scoring.ts';
import { DerivationBuilder, distinct, surfaceFormsOf } from '../derivation.ts';
import { rowsOf } from '../rows.ts';
import type {
  Derivation,
  Observer,
  Search,
  SearchOptions,
  SearchResult,
  Spelled,
  StepObserver,
} from '../search.ts';
import type { Target } from '../target.ts';
import type { Stop } from '../../util/stop.ts';
import { HeadBeam } from './head-beam.ts';
import { headsUpwards, HeadSystem } from './head-system.ts';
import { LinearizationField } from '../../scoring/bottom-up/records.ts';
import { NO_LINEARIZATION, type Linearizations } from './linearizations.ts';

/**
 * Each head orders its dependents with a beam, and passes its best orders on to the head above: as
 * many as the width of the requested beam divided by this number.
 */
const BEAM_PER_KEPT = 4;

/**
 * A beam takes one step for the head and one for each dependent. With more steps than this, it gets
 * narrower.
 */
const MANY_STEPS = 24;

/**
 * The time of a step grows with the square of the number of dependents, so a head with many
 * dependents gets a narrower beam.
 */
function widthFor(steps: number, width: number): number {
  const share = Math.min(1, (MANY_STEPS / steps) ** 2);
  return Math.max(1, Math.floor(width * share));
}

/**
 * Orders the words of a full tree from the leaves up. Each head has a beam that orders the head and
 * its dependents. For each dependent, the beam chooses among the best linearizations (ordered
 * words) of the dependent's subtree.
 */
export class BottomUp implements Search {
  readonly #beam: HeadBeam;

  constructor(scoring: Scoring) {
    this.#beam = new HeadBeam(new HeadSystem(scoring));
  }

  /**
   * @param problem a full tree
   * @returns the best derivations found. After a stop, each remaining beam keeps one linearization
   */
  search(
    problem: Problem,
    {
      beam: width,
      results,
      rows,
      target,
      wanted,
    }: Pick<SearchOptions, 'beam' | 'results' | 'rows' | 'target' | 'wanted'>,
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
      if (beam.isCut || beam.isStopped) isExhaustive = false;
      // If no state is kept, no order of the head's words spells the target.
      if (beam.size === 0) {
        return { derivations: [], ranToEnd: isWhole, isExhaustive, isProven: isExhaustive, work };
      }
      choices[head] = beam.kept.slice(0, beam.size);
    }
    const strings = distinct(stringsOf(choices, linearizations, problem, wanted), problem, results);
    const shown = rows === undefined ? strings.length : lengthToShow(strings, rows, problem);
    const derivations = strings
      .slice(0, shown)
      .map(({ whole }) => derivationOf(whole, linearizations, problem));
    linearizations.release();
    return {
      ...{ derivations, below: strings.slice(shown) },
      ...{ ranToEnd: isWhole, isExhaustive, isProven: isExhaustive, work },
    };
  }

  explain(problem: Problem, derivation: Derivation, observer: StepObserver): void {
    this.#beam.system.explain(problem, derivation, observer);
  }
}

/**
 * Makes linearizations of single words: one for each form of each word.
 *
 * @returns indexed by word: its linearizations, best first
 */
export function aloneLinearizations(
  { size, variantStart, variantForm }: Problem,
  linearizations: Linearizations,
): Int32Array[] {
  return Array.from({ length: size }, (_, word) => {
    const first = variantStart[word];
    const alone = [linearizations.alone(first)];
    for (let variant = first + 1; variant < variantStart[word + 1]; variant++) {
      if (variantForm[variant] !== variantForm[variant - 1])
        alone.push(linearizations.alone(variant));
    }
    return Int32Array.from(alone);
  });
}

/** Returns how many of the best strings are needed to fill `rows` rows (`rowsOf`). */
function lengthToShow(strings: readonly Spelled[], rows: number, problem: Problem): number {
  const shown = rowsOf(strings, rows, ({ variants }) => surfaceFormsOf(variants, problem));
  return Math.max(rows, (shown.at(-1) ?? -1) + 1);
}

/**
 * Lists the strings of the linearizations of the whole tree, best first.
 *
 * @param choices indexed by word: the linearizations of its subtree, best first
 */
function* stringsOf(
  choices: readonly Int32Array[],
  linearizations: Linearizations,
  problem: Problem,
  wanted?: Target,
): Generator<Spelled & { readonly whole: number }> {
  const { data } = linearizations;
  const top = problem.head.indexOf(NO_WORD);
  // A linearization's score contains, for each dependent's subtree, only the difference to the
  // subtree's best linearization. So the best scores of all subtrees are added.
  let ofBest = 0;
  for (let word = 0; word < problem.size; word++) {
    if (word !== top) ofBest += data[choices[word][0] + LinearizationField.Score];
  }
  for (const whole of choices[top]) {
    const variants = new Array<number>(problem.size);
    spell(whole, linearizations, problem, variants, problem.size);
    const score = data[whole + LinearizationField.Score] + ofBest;
    if (wanted?.has(variants) ?? true) yield { whole, score, variants };
  }
}

/**
 * Writes the variants of a linearization's words into `variants`, in surface order, before index
 * `end`.
 *
 * @returns the index of the first variant
 */
function spell(
  whole: number,
  linearizations: Linearizations,
  problem: Problem,
  variants: number[],
  end: number,
): number {
  const { data } = linearizations;
  let first = end;
  for (
    let state = whole;
    data[state + LinearizationField.Parent] !== NO_LINEARIZATION;
    state = data[state + LinearizationField.Parent]
  ) {
    const placed = data[state + LinearizationField.Placed];
    first = spell(placed, linearizations, problem, variants, first);
  }
  // If nothing was placed into `whole`, it is a single word (`Linearizations.alone`).
  if (first === end) variants[--first] = data[whole + LinearizationField.Variant];
  return first;
}

export function derivationOf(
  whole: number,
  linearizations: Linearizations,
  { size }: Problem,
): Derivation {
  const builder = new DerivationBuilder();
  const { data } = linearizations;
  if (size > 1) derive(whole, linearizations, builder);
  else {
    const score = data[whole + LinearizationField.Score];
    builder.shift(data[whole + LinearizationField.Variant], score);
  }
  return builder.finish();
}

/**
 * Adds the transitions that build a linearization, in this order:
 * - the transitions of the left dependents' subtrees;
 * - SHIFT of the head, with the score of placing the head;
 * - for each right dependent, the nearest first: the transitions of its subtree, then its arc;
 * - the arcs to the left dependents, the nearest first.
 *
 * An arc has the score of placing the dependent.
 */
function derive(whole: number, linearizations: Linearizations, builder: DerivationBuilder): void {
  const { data } = linearizations;
  const variant = data[whole + LinearizationField.Variant];
  const states = linearizations.statesTo(whole);
  if (states.length === 0) {
    // A word without dependents scores 0 here: the arc to the word already has the score of its
    // form.
    builder.shift(variant, 0);
    return;
  }
  const middle = data[whole + LinearizationField.Lefts];
  const left = states.slice(0, middle);
  for (const state of left)
    derive(data[state + LinearizationField.Placed], linearizations, builder);
  builder.shift(variant, data[states[middle] + LinearizationField.Own]);
  for (const state of states.slice(middle + 1)) {
    derive(data[state + LinearizationField.Placed], linearizations, builder);
    builder.rightArc(data[state + LinearizationField.Own]);
  }
  for (const state of left.reverse()) builder.leftArc(data[state + LinearizationField.Own]);
}
