import assert from 'node:assert/strict';
import { assignChanged } from '../../../client/src/assign-changed.ts';

describe('assigning what has changed', () => {
  it('sets nothing that is as it is', () => {
    const set: string[] = [];
    const shown: { description: string; tags: { id: string }[]; range?: object } = {
      description: 'no. 2',
      tags: [{ id: 'rank2-10' }],
    };
    const item = new Proxy(shown, {
      set(target, name, value) {
        set.push(String(name));
        return Reflect.set(target, name, value);
      },
    });
    const range = { start: { line: 1 }, end: { line: 2 } };
    assignChanged(item, { description: 'no. 2', tags: [{ id: 'rank2-10' }], range });
    assert.deepEqual(set, ['range']);
    assignChanged(item, { description: 'no. 1', tags: [], range: structuredClone(range) });
    assert.deepEqual(set, ['range', 'description', 'tags']);
    assert.deepEqual(item, { description: 'no. 1', tags: [], range });
  });
});
