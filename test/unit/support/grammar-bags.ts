import fc from 'fast-check';
import type { Bag } from '../../../server/src/bag/bag.ts';
import { createRealizer, NEVER, type Realization } from '../../../server/src/realize/realizer.ts';
import { grammarModel, withArcsOf } from './small-grammar.ts';

/** A bag with its own arcs, or with the arcs of a realization of it. */
export function drawnBag(bag: fc.Arbitrary<Bag>): fc.Arbitrary<Bag> {
  const chosen = {
    arcs: fc.constantFrom('own', 'realized'),
    share: fc.integer({ min: 1, max: 7 }),
  };
  return fc
    .record({ bag, ...chosen, seed: fc.nat(), place: fc.nat() })
    .map(({ bag: given, arcs, share, seed, place }) => {
      if (arcs === 'own') return given;
      const open = { ...given, arcs: [], root: null };
      const all = narrow.realize(open, { beam: 64, results: 20 }, NEVER).realizations;
      const whole = all.filter(isSpanned);
      const some = whole.length > 0 ? whole : all;
      return some.length === 0 ? open : withArcsOf(open, some[place % some.length], share, seed);
    });
}

const narrow = createRealizer({ model: grammarModel(1), languageModel: null });

/** Whether rules joined all parts of a realization. */
export function isSpanned({ transitions }: Realization): boolean {
  return transitions.every(({ action }) => action !== 'GLUE');
}
