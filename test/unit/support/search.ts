import type { Bag } from '../../../server/src/bag/bag.ts';
import { Problem } from '../../../server/src/problem/problem.ts';
import type { Model } from '../../../server/src/model/model.ts';
import { scoringOf } from '../../../server/src/scoring/scoring.ts';
import { ArcStandard } from '../../../server/src/search/arc-standard/arc-standard.ts';
import { Beam } from '../../../server/src/search/beam.ts';

/** The order and heads of each final hypothesis of a search, as JSON, with repeats. */
export function outputsOfSearch(bag: Bag, model: Model, width: number): string[] {
  const problem = new Problem(bag, model.lexicon);
  const system = new ArcStandard(scoringOf(model.tables, 'arc-standard', null));
  const beam = new Beam(system);
  beam.start(system.begin(problem), width);
  for (let step = 0; step < system.steps; step++) beam.step();
  return [...beam.kept.slice(0, beam.size)].map((final) => {
    const derivation = system.derivationOf(final);
    const order = derivation.variants.map(
      (variant) => problem.places[problem.variantWord[variant]],
    );
    const heads = new Array<number>(problem.size).fill(-1);
    derivation.heads.forEach((head, place) => {
      if (head > 0) heads[order[place]] = order[head - 1];
    });
    return JSON.stringify({ order, heads });
  });
}
