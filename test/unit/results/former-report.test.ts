import assert from 'node:assert/strict';
import { compareCoverage } from '../../../server/src/results/coverage-comparison.ts';
import { readFormerReport } from '../../../server/src/results/former-report.ts';

const bag = { file: 'a.bow', bag: 'a', first: 'a b', rank: 1, class: 'met', expected: 'a b' };

describe('a file that is compared with a coverage report', () => {
  it('is read if it is a report', () => {
    const perBag = [
      bag,
      { ...bag, bag: 'b', first: null, rank: null, class: null, expected: null },
    ];
    const report = readFormerReport(`\n${JSON.stringify({ files: ['a.bow'], perBag })}\n`);
    assert.ok(typeof report !== 'string');
    assert.deepEqual(report.perBag, perBag);
    assert.equal(compareCoverage(report, report).counts.same, 2);
  });

  for (const [text, reason] of [
    ['', 'is empty'],
    [' \n', 'is empty'],
    [
      '2 bags in 1 file\n',
      'is not JSON, or not a whole file of it: it begins with "2 bags in 1 file"',
    ],
    ['{"perBag": [', 'is not JSON, or not a whole file of it: it begins with "{"perBag": ["'],
    ['null', 'is JSON, but not a coverage report: it is no object'],
    ['[]', 'is JSON, but not a coverage report: it is no object'],
    ['{}', 'is JSON, but not a coverage report: it has no list "perBag"'],
    ['{"perBag": {}}', 'is JSON, but not a coverage report: "perBag" is no list'],
    [
      '{"perBag": [null]}',
      'is JSON, but not a coverage report: element 1 of "perBag" is no object',
    ],
    [
      `{"perBag": [${JSON.stringify(bag)}, {"file": "a"}]}`,
      'is JSON, but not a coverage report: element 2 of "perBag" has no "bag"',
    ],
    [
      '{"perBag": [{"file": 1}]}',
      'is JSON, but not a coverage report: "file" is no string in element 1 of "perBag"',
    ],
    [
      JSON.stringify({ perBag: [{ ...bag, file: null }] }),
      'is JSON, but not a coverage report: "file" is no string in element 1 of "perBag"',
    ],
    [
      JSON.stringify({ perBag: [{ ...bag, rank: undefined }] }),
      'is JSON, but not a coverage report: element 1 of "perBag" has no "rank"',
    ],
  ] as const) {
    it(`is refused with the reason: ${JSON.stringify(text)}`, () => {
      assert.equal(readFormerReport(text), reason);
    });
  }
});
