import assert from 'node:assert/strict';
import type { Realization, Realized } from '../../../server/src/realize/realizer.ts';
import { estimateBytes, ResultCache } from '../../../server/src/lsp/cache.ts';

const result = (text: string): Realized => ({
  status: 'complete',
  search: 'arc-standard',
  message: null,
  realizations: [{ text, display: text, score: 0, tokens: [], transitions: [] }],
  isAll: false,
  isProven: false,
});

describe('the cache of results', () => {
  const size = estimateBytes(result('a')) + 2;

  it('gives back what was put in', () => {
    const cache = new ResultCache();
    cache.set('a', result('a'));
    assert.equal(cache.get('a')?.realizations[0].text, 'a');
    assert.equal(cache.get('b'), null);
  });

  it('is looked into without anything being kept for that', () => {
    const cache = new ResultCache(2 * size);
    cache.set('a', result('a'));
    cache.set('b', result('b'));
    assert.equal(cache.peek('a')?.realizations[0].text, 'a');
    assert.equal(cache.peek('c'), null);
    cache.set('c', result('c'));
    assert.deepEqual(
      ['a', 'b', 'c'].map((key) => cache.has(key)),
      [false, true, true],
    );
  });

  it('lets the result go that was not asked for the longest', () => {
    const cache = new ResultCache(2 * size);
    cache.set('a', result('a'));
    cache.set('b', result('b'));
    cache.get('a');
    cache.set('c', result('c'));
    assert.deepEqual(
      ['a', 'b', 'c'].map((key) => cache.has(key)),
      [true, false, true],
    );
  });

  it('never holds more than its limit, but for one result that is larger by itself', () => {
    const cache = new ResultCache(10 * size);
    for (let i = 0; i < 100; i++) {
      cache.set(`${i}`, result('word '.repeat(i % 7)));
      assert.ok(cache.bytes <= 10 * size);
    }
    cache.set('large', result('word '.repeat(10_000)));
    assert.ok(cache.has('large'));
    cache.set('a', result('a'));
    assert.ok(!cache.has('large'));
    assert.ok(cache.bytes <= 10 * size);
  });

  it('keeps every property of a result', () => {
    const given = { tag: true, head: false, label: false };
    const one = (category?: string): Realization => ({
      text: 'dogs bark',
      display: 'Dogs bark',
      score: 7,
      tokens: ['dogs', 'bark'].map((form, word) => {
        const token = { word, form, tag: 'NN', head: 2 - word, label: null, given };
        return category === undefined ? token : { ...token, category };
      }),
      transitions: [{ action: 'LEFTARC', head: 2, dependent: 1, score: 7 }],
      ...(category !== undefined && { parts: [] }),
    });
    const kept: Realized = { ...result(''), realizations: [one(), one('NP')], displaced: [one()] };
    const cache = new ResultCache();
    assert.deepEqual(cache.set('a', kept), kept);
    assert.equal(cache.get('a'), cache.peek('a'));
    assert.deepEqual(cache.get('a'), kept);
  });

  it('counts a replaced result once', () => {
    const cache = new ResultCache();
    cache.set('a', result('a'));
    const { bytes } = cache;
    cache.set('a', result('a'));
    assert.equal(cache.bytes, bytes);
    cache.clear();
    assert.equal(cache.bytes, 0);
  });
});
