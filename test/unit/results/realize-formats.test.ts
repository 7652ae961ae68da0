import assert from 'node:assert/strict';
import { formatBags } from '../../../server/src/results/realize-formats.ts';
import type { BagReport } from '../../../server/src/results/realize-report.ts';

const bag: BagReport = {
  bag: 'walk',
  line: 1,
  status: 'complete',
  message: 'Two\nlines [ ] "quoted"',
  isBest: true,
  realizations: [
    { text: 'dogs bark', display: 'Dogs bark', score: 3, expected: null, tokens: [] },
    { text: 'bark dogs', display: 'Bark dogs', score: 1, expected: null, tokens: [] },
  ],
  expectations: [],
};

describe('realizations as JSON', () => {
  for (const bags of [[], [bag], [bag, { ...bag, realizations: [] }, bag]]) {
    it(`are one array of ${bags.length} bags`, () => {
      const written = [...formatBags(bags, 'json')].join('');
      assert.equal(written, `${JSON.stringify(bags, null, 2)}\n`);
    });
  }

  it('may be longer than a string can be', () => {
    const longest = 2 ** 29;
    const large = { ...bag, message: 'x'.repeat(longest / 32) };
    let length = 0;
    for (const piece of formatBags(new Array<BagReport>(33).fill(large), 'json')) {
      length += piece.length;
    }
    assert.ok(length > longest);
  });
});

describe('realizations as text', () => {
  const linesOf = (report: BagReport): string[] =>
    [...formatBags([report], 'text')].join('').trimEnd().split('\n').slice(-2);

  it('mark the first where none can be better', () => {
    assert.deepEqual(linesOf(bag), ['  1. Dogs bark  (highest score, proven)', '  2. Bark dogs  -2']);
    assert.deepEqual(linesOf({ ...bag, isBest: false }), ['  1. Dogs bark', '  2. Bark dogs  -2']);
  });
});
