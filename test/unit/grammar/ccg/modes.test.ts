import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  firstMode,
  FUNCTION,
  hasMode,
  joinModes,
  modesBehind,
  MOST_ARGUMENTS,
  packModes,
} from '../../../../server/src/grammar/ccg/modes.ts';

const modes = fc
  .array(fc.constantFrom('g', 'h', 'f', 'w', 't'), { maxLength: 14 })
  .map((letters) => letters.join(''));

describe('modes as an integer', () => {
  it('are those of the letters, as many as there is room for', () => {
    const count = fc.integer({ min: 0, max: 3 });
    const property = fc.property(modes, modes, count, (one, other, taken) => {
      const room = (text: string): string => text.slice(0, MOST_ARGUMENTS);
      const [packed, rest] = [one, other].map(packModes);
      assert.equal(packed, packModes(room(one)));
      assert.equal(hasMode(packed, FUNCTION), room(one).includes('f'));
      assert.equal(modesBehind(packed, taken), packModes(room(one).slice(taken)));
      assert.equal(firstMode(packed), packModes(one.slice(0, 1)));
      if (one.length < taken) return;
      // However many arguments are put before others: no search may go on for ever over them.
      const joined = one.slice(0, taken) + room(other);
      assert.equal(joinModes(packed, taken, rest), packModes(joined));
      assert.equal(hasMode(joinModes(packed, taken, rest), FUNCTION), room(joined).includes('f'));
    });
    fc.assert(property, { numRuns: 2000, seed: 1 });
  });
});
