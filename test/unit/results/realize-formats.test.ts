import assert from 'node:assert/strict';
import { text } from 'node:stream/consumers';
import { formatBags } from '../../../server/src/results/realize-formats.ts';
import type { BagReport } from '../../../server/src/results/realize-report.ts';

const bag: BagReport = {
  bag: 'walk',
  line: 1,
  status: 'complete',
  message: 'Two\nlines [ ] "quoted"',
  isProven: true,
  found: 3,
  realizations: [
    { rank: 1, text: 'dogs bark', display: 'Dogs bark', score: 3, expected: null, tokens: [] },
    { rank: 2, text: 'bark dogs', display: 'Bark dogs', score: 1, expected: null, tokens: [] },
  ],
  expectations: [],
};

describe('realizations as JSON', () => {
  for (const bags of [[], [bag], [bag, { ...bag, realizations: [] }, bag]]) {
    it(`are one array of ${bags.length} bags`, async () => {
      const written = await text(formatBags(bags, 'json'));
      assert.equal(written, `${JSON.stringify(bags, null, 2)}\n`);
    });
  }

  it('are a whole array even if the bags end with an error', async () => {
    const pieces: string[] = [];
    async function* failing(): AsyncGenerator<BagReport, void> {
      yield await Promise.resolve(bag);
      throw new Error('Interrupted');
    }
    await assert.rejects(async () => {
      for await (const piece of formatBags(failing(), 'json')) pieces.push(piece);
    }, /Interrupted/);
    assert.deepEqual(JSON.parse(pieces.join('')), [bag]);
  });

  it('may be longer than a string can be', async () => {
    const longest = 2 ** 29;
    const large = { ...bag, message: 'x'.repeat(longest / 32) };
    let length = 0;
    for await (const piece of formatBags(new Array<BagReport>(33).fill(large), 'json')) {
      length += piece.length;
    }
    assert.ok(length > longest);
  });
});

describe('realizations as text', () => {
  const linesOf = async (report: BagReport): Promise<string[]> =>
    (await text(formatBags([report], 'text'))).trimEnd().split('\n');

  it('name the status in words, the status of a complete search excepted', async () => {
    const firstOf = async (status: BagReport['status']) =>
      (await linesOf({ ...bag, status, message: null }))[0];
    assert.equal(await firstOf('complete'), 'walk (line 1)');
    assert.equal(await firstOf('cut-short'), 'walk (line 1): cut short');
    assert.equal(await firstOf('undecided'), 'walk (line 1): undecided');
  });

  it('mark the first where none can be better', async () => {
    const lastOf = async (report: BagReport) => (await linesOf(report)).slice(-2);
    assert.deepEqual(await lastOf(bag), [
      '  1. Dogs bark  (highest score, proven)',
      '  2. Bark dogs  -2',
    ]);
    assert.deepEqual(await lastOf({ ...bag, isProven: false }), [
      '  1. Dogs bark',
      '  2. Bark dogs  -2',
    ]);
  });

  it('say that a row has the score of the first', async () => {
    const realizations = bag.realizations.map((row) => ({ ...row, score: 3 }));
    assert.equal((await linesOf({ ...bag, realizations })).at(-1), '  2. Bark dogs  same score');
  });

  it('name the file of a bag if there are several files', async () => {
    assert.equal((await linesOf(bag))[0], 'walk (line 1)');
    assert.equal((await linesOf({ file: 'a.bow', ...bag }))[0], 'a.bow: walk (line 1)');
  });

  it('number the rows by rank, and name an expected sentence that the list leaves out', async () => {
    const [first, second] = bag.realizations.map((row) => ({ ...row, expected: false }));
    const realizations = [first, { ...second, rank: 3 }];
    const expectation = (rank: number | null) => ({ text: 'bark , dogs', rank, unreachable: null });
    const told = async (rank: number | null): Promise<string[]> =>
      (await linesOf({ ...bag, realizations, expectations: [expectation(rank)] })).slice(-2);
    assert.deepEqual(await told(2), [
      '  Expected: Bark, dogs',
      '    The expected sentence is no. 2 of 3 sentences found. The list leaves it out, since enough rows begin like it.',
    ]);
    const below = { ...bag, found: 40, realizations: [first] };
    assert.equal(
      (await linesOf({ ...below, expectations: [expectation(33)] })).at(-1),
      '    The expected sentence is no. 33 of 40 sentences found.',
    );
    assert.match((await told(null))[1], /not among the 3 sentences found/);
    // Another expected sentence is in the list, and not first.
    const listed = { ...realizations[1], expected: true };
    const both = [{ ...expectation(3), text: listed.text }, expectation(2)];
    const lines = await linesOf({ ...bag, realizations: [first, listed], expectations: both });
    assert.deepEqual(
      lines.filter((line) => line.startsWith('  Expected')),
      ['  Expected: Bark, dogs'],
    );
  });

  it('say which ranks have no row, and why', async () => {
    const [first, second] = bag.realizations;
    const realizations = [
      first,
      { ...second, rank: 3 },
      { ...second, rank: 4 },
      { ...second, rank: 8 },
    ];
    assert.deepEqual((await linesOf({ ...bag, realizations })).slice(-2), [
      '  8. Bark dogs  -2',
      '  Left out: no. 2, 5 to 7, since enough rows begin like them.',
    ]);
    // The search missed the best derivation of no. 3, so it stands above no. 2.
    const raised = [first, { ...second, rank: 3 }, { ...second, rank: 2 }];
    assert.equal((await linesOf({ ...bag, realizations: raised })).at(-1), '  2. Bark dogs  -2');
    // Nor does the list leave out no. 2 to 10 where no. 11 alone has a row above its rank.
    const lifted = [first, { ...second, rank: 11, wouldBe: 2 }];
    const lines = await linesOf({ ...bag, realizations: lifted });
    assert.ok(!lines.some((line) => line.includes('Left out')));
  });
});

describe('realizations as CoNLL-U', () => {
  it('begin a document for each of several files, at its first sentence', async () => {
    const none: BagReport = { ...bag, realizations: [] };
    const bags = ['a.bow', 'a.bow', 'b.bow'].flatMap((file) => [
      { file, ...none },
      { file, ...bag },
    ]);
    const ids = (await text(formatBags(bags, 'conllu')))
      .split('\n')
      .filter((line) => /^# (newdoc|sent_id)/.test(line));
    const two = ['# sent_id = walk-1', '# sent_id = walk-2'];
    assert.deepEqual(ids, [
      ...['# newdoc id = a.bow', ...two, ...two],
      ...['# newdoc id = b.bow', ...two],
    ]);
    assert.doesNotMatch(await text(formatBags([bag], 'conllu')), /newdoc/);
  });
});
