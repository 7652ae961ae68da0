import type { Problem } from '../../problem/problem.ts';
import type { Beam } from './beam.ts';
import { Field, FIRST_SHIFT, NO_STATE, wordOf, type States } from './states.ts';

/** One way to build a sentence: its transitions, each with the score that it added. */
export interface Derivation {
  readonly score: number;
  readonly steps: readonly { readonly action: number; readonly score: number }[];
}

/** The best derivations of distinct strings in a beam that has taken all its steps, best first. */
export function kBest(beam: Beam, problem: Problem, k: number): Derivation[] {
  function* derivations(): Generator<Derivation> {
    for (let i = 0; i < beam.size; i++) yield derivationTo(beam.states, beam.kept[i]);
  }
  return distinct(derivations(), problem, k);
}

/**
 * Of derivations that spell the same string only the best is kept; fewer than `k` if there are fewer.
 *
 * @param derivations best first
 */
export function distinct(
  derivations: Iterable<Derivation>,
  problem: Problem,
  k: number,
): Derivation[] {
  const kept: Derivation[] = [];
  const seen = new Set<string>();
  for (const derivation of derivations) {
    if (kept.length === k) break;
    const string = spell(derivation, problem);
    if (seen.has(string)) continue;
    seen.add(string);
    kept.push(derivation);
  }
  return kept;
}

function derivationTo({ data }: States, final: number): Derivation {
  const steps: { action: number; score: number }[] = [];
  for (let state = final; data[state + Field.Parent] !== NO_STATE;) {
    const parent = data[state + Field.Parent];
    const score = data[state + Field.Score] - data[parent + Field.Score];
    steps.push({ action: data[state + Field.Action], score });
    state = parent;
  }
  return { score: data[final + Field.Score], steps: steps.reverse() };
}

function spell({ steps }: Derivation, problem: Problem): string {
  const forms: number[] = [];
  for (const { action } of steps) {
    if (action < FIRST_SHIFT) continue;
    const word = wordOf(action - FIRST_SHIFT);
    for (let i = problem.surfaceStart[word]; i < problem.surfaceStart[word + 1]; i++) {
      forms.push(problem.surfaceForm[i]);
    }
  }
  return forms.join();
}
