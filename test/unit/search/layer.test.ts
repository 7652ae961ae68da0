import assert from 'node:assert/strict';
import { Layer, type Futures } from '../../../server/src/search/exact/layer.ts';
import { Random } from '../../../server/src/util/random.ts';

/** States that are indices in these lists. */
interface States {
  readonly future: readonly number[];
  readonly score: readonly number[];
}

function randomStates(count: number, futures: number, seed: number): States {
  const random = new Random(seed);
  const draw = (below: number): number[] =>
    Array.from({ length: count }, () => random.below(below));
  return { future: draw(futures), score: draw(10) };
}

/** @param hashes the number of different hashes: if there are few, many futures have the same hash */
function futuresOf({ future, score }: States, hashes: number): Futures {
  return {
    hashOf: (state) => future[state] % hashes,
    areAlike: (one, other) => future[one] === future[other],
    scoreOf: (state) => score[state],
  };
}

describe('a layer of states', () => {
  /** Adds all states, and compares the layer with a map after each. */
  function check(layer: Layer, { future, score }: States): void {
    const best = new Map<number, number>();
    for (const state of future.keys()) {
      const former = best.get(future[state]);
      const isBetter = former === undefined || score[state] > score[former];
      assert.equal(layer.add(state), isBetter, String(state));
      if (isBetter) best.set(future[state], state);
    }
    assert.deepEqual(layer.kept, [...best.values()]);
  }

  for (const hashes of [1 << 20, 900, 20]) {
    it(`keeps the best state of each future, and says which it keeps, with ${hashes} hashes`, () => {
      for (const [count, futures] of [
        [50, 10],
        [5_000, 3_000],
      ]) {
        const states = randomStates(count, futures, hashes);
        check(new Layer(futuresOf(states, hashes)), states);
      }
    });
  }

  it('has forgotten all states once it is cleared', () => {
    const states = randomStates(3_000, 2_000, 1);
    const layer = new Layer(futuresOf(states, 1 << 20));
    check(layer, states);
    layer.clear();
    assert.deepEqual(layer.kept, []);
    check(layer, states);
  });
});
