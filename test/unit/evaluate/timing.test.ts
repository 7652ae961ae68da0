import assert from 'node:assert/strict';
import { growth, medianByLength, quantile } from '../../../server/src/evaluate/timing.ts';

const timing = (length: number, ms: number) => ({ length, wallMs: ms, cpuMs: ms });

describe('times', () => {
  it('have quantiles by nearest rank', () => {
    const values = [5, 1, 4, 2, 3];
    assert.equal(quantile(values, 0.5), 3);
    assert.equal(quantile(values, 0.95), 5);
    assert.equal(quantile(values, 0.2), 1);
    assert.equal(quantile([], 0.5), 0);
  });

  it('are told by length, and not where no sentence is that long', () => {
    const timings = [timing(1, 1), timing(10, 3), timing(10, 8), timing(11, 9), timing(60, 20)];
    assert.deepEqual(medianByLength(timings), {
      '1-10': 3,
      '11-20': 9,
      '21-40': null,
      '41-60': 20,
    });
  });

  it('grow by the slope of log time on log length, from 8 tokens on', () => {
    const quadratic = [2, 8, 16, 40, 60].map((n) => timing(n, n < 8 ? 1000 : 0.01 * n * n));
    assert.ok(Math.abs(growth(quadratic)! - 2) < 1e-9);
    assert.equal(growth([timing(8, 1), timing(8, 2)]), null);
    assert.equal(growth([]), null);
  });
});
