import assert from 'node:assert/strict';
import { text } from 'node:stream/consumers';
import type { LostEdge } from '../../../server/src/explain/explanation.ts';
import {
  explanationSentences,
  formatExplanations,
} from '../../../server/src/results/explain-formats.ts';
import type {
  ExplanationReport,
  SentenceReport,
} from '../../../server/src/results/explain-report.ts';

function sentence(text: string, score: number): SentenceReport {
  return { text, display: text, score, tokens: [], steps: [] };
}

const lost: ExplanationReport = {
  ...{
    bag: 'a',
    expectation: 'dogs bark',
    hasChoices: false,
    ruledOut: [],
    class: 'beam',
    rank: null,
  },
  ...{ step: 3, head: null, prefix: 'dogs', prefixRank: 1092, kept: 64 },
  ...{ smallestBeam: 2048, exact: true },
  ...{ expected: sentence('dogs bark', 12_345), against: sentence('bark dogs', 11_345) },
  ...{ templates: [], firstDifference: 1, lines: [], unreachable: null, fixes: [], lacking: [] },
  ...{ listed: { expected: null, against: 11_345 }, wouldBe: 1, widestBeam: 2048, higher: null },
  ...{ help: [], together: null, isHelpCut: false, lostEdge: null, reach: null },
};

describe('an explanation in sentences', () => {
  it('names the step, the rank and the smallest beam of a sentence that the search lost', () => {
    assert.deepEqual(explanationSentences(lost), [
      'The search missed it, although it scores higher than the first sentence in the list (a search error).',
      'The beam lost it in step 3: its best partial sentence ("dogs") had rank 1,092, and the step kept 64.',
      'A beam of 2,048 puts it first; half of that does not.',
      'It scores 1,000 more than the first sentence in the list (its best derivation: 12,345; the first: 11,345).',
    ]);
  });

  it('names the part that best-first lost, what it gave way to, and what would reach the sentence', () => {
    const edge = <Pop extends number | null>(words: string, value: number, pop: Pop) => ({
      ...{ words: words.split(' '), head: 0, tag: 'NN', value, pop },
      ...{ fate: 'accepted' as const, droppedAt: null },
    });
    const by = edge('y x', 7, 3);
    const last = edge('x', 1.25, 40);
    const reach = { pops: 2671, results: 2, beam: 128 };
    const said = (
      kind: LostEdge['kind'],
      one: LostEdge['edge'],
      { end, others }: { end: LostEdge['end']; others: LostEdge['by'] } = {
        end: 'limit',
        others: [],
      },
    ) =>
      explanationSentences({
        ...{ ...lost, step: null, prefix: null, prefixRank: null, smallestBeam: null, reach },
        lostEdge: { kind, edge: one, by: [by, ...others], end, last },
      }).slice(1, 3);
    const reached =
      'Best-first finds it at pop 2,671. A beam of 128 allows this many pops; with 2 results it puts the sentence first.';
    assert.deepEqual(said('alike', edge('x y', 5, 12)), [
      'The part "x y" (pop 12) was not joined to anything: "y x" (pop 3), with the same words and head, came first.',
      reached,
    ]);
    const others = [edge('z', 1, 5), edge('y x', 2, 1042)];
    assert.match(
      said('alike', edge('x y', 5, 12), { end: 'limit', others })[0],
      /anything: "y x" \(pops 3, 1,042\), "z" \(pop 5\), with the same words and head, came first\.$/,
    );
    assert.equal(
      said('crowded', edge('x y', 5, 12))[0],
      'The part "x y" (pop 12) was not used: the limit of parts of 2 words was reached before, with "y x" (pop 3).',
    );
    assert.match(said('dropped', edge('x y', 5, 2))[0], /"x y" \(pop 2\) was dropped .* for "y x"/);
    assert.match(said('worst', edge('x y', 5, 2))[0], /worse than every part of the full chart/);
    assert.equal(
      said('waiting', edge('x y', 0.5, null))[0],
      'The part "x y" was still waiting, with the value 0.5, when the search reached its limit of pops. ' +
        'The last part that was taken, pop 40, had the value 1.3.',
    );
    assert.match(
      said('waiting', edge('x y', 2, null))[0],
      /pop 40, had the value 1.3; its turn came earlier, because the search favours large parts until it has a sentence\.$/,
    );
  });

  it('names what a word lacks, and that only its heads or its tag differ where its category is tried', () => {
    const [verb, noun] = ['(S[dcl]\\NP)/NP', 'N'];
    const said = (category: string): string => {
      const lacking = [{ index: 1, form: 'is', tag: 'VBZ', category, offered: [verb, 'S[dcl]'] }];
      return explanationSentences({ ...lost, class: 'dictionary', lacking })[0];
    };
    assert.match(said(noun), /other categories: "is" as VBZ:N \(offered: /);
    assert.match(
      said(verb),
      /other uses of words: "is" as VBZ:\(.*\/NP with other heads or another tag \(offered: /,
    );
  });

  it('names the other expected sentences that the lines rule out', () => {
    const last = (...ruledOut: string[]): string | undefined =>
      explanationSentences({ ...lost, ruledOut }).at(-1);
    assert.equal(
      last('bark the dogs'),
      'What puts it first rules out “bark the dogs”, which is expected, too.',
    );
    assert.equal(
      last('bark the dogs', 'bark dogs the'),
      'What puts it first rules out “bark the dogs” and “bark dogs the”, which are expected, too.',
    );
  });

  it('names the kinds of lines that were tried without success: choices only if the bag has some', async () => {
    const said = async (hasChoices: boolean): Promise<string> =>
      await text(formatExplanations([{ ...lost, hasChoices }], 'text'));
    assert.match(
      await said(false),
      /\n {2}No tag, order line, arc or label that was tried puts it/,
    );
    assert.match(
      await said(true),
      /\n {2}No tag, order line, arc, label or choice that was tried puts it first\.\n/,
    );
  });

  it('says that the time for trying lines ran out only if it did', async () => {
    const cut = await text(formatExplanations([{ ...lost, isHelpCut: true }], 'text'));
    assert.match(cut, /puts it first\. The time for trying lines ran out, so others may\.\n/);
    assert.doesNotMatch(await text(formatExplanations([lost], 'text')), /ran out/);
  });

  it('names a whole tree or order that helps, and shows all lines, so that they can be copied', async () => {
    const token = { index: 1, form: 'a', tag: 'NN', head: 0 };
    const told = async (kind: 'arc' | 'order', count: number, words: number): Promise<string[]> => {
      const lines = Array.from({ length: count }, (_, i) => ({
        ...{ kind, line: `a${i} -> b${i}`, indexed: [] },
      }));
      const expected = { ...sentence('a', 1), tokens: Array.from({ length: words }, () => token) };
      const together = { edits: [], lines };
      const written = await text(formatExplanations([{ ...lost, expected, together }], 'text'));
      const rows = written.split('\n');
      const from = rows.findIndex((row) => /^ {2}(?:It comes first if|These lines)/.test(row));
      return rows.slice(from, from + 6);
    };
    assert.deepEqual(await told('arc', 24, 24), [
      '  It comes first if the bag gives the whole tree: 24 arcs:',
      '    deps:',
      ...[0, 1, 2, 3].map((i) => `      a${i} -> b${i}`),
    ]);
    assert.match((await told('order', 22, 24))[0], /gives nearly the whole order: 22 lines:$/);
    assert.match((await told('arc', 12, 24))[0], /These lines together put it first:$/);
    assert.equal((await told('arc', 12, 24))[5], '      a3 -> b3');
    const few = await told('arc', 3, 3);
    assert.match(few[0], /These lines together/);
  });

  it('says nothing of beams where none were tried', () => {
    const none = { smallestBeam: null, widestBeam: null };
    const brief = { ...lost, step: null, prefix: null, prefixRank: null, ...none };
    const said = explanationSentences(brief).join(' ');
    assert.doesNotMatch(said, /[Bb]eam/);
  });

  it('tells a tie from a preference', () => {
    const ranked = {
      ...lost,
      class: 'ranked',
      rank: 2,
      wouldBe: null,
      smallestBeam: null,
    } as const;
    const tie = { ...ranked, against: sentence('bark dogs', 12_345) } as const;
    assert.match(
      explanationSentences(tie)[0],
      /another sentence has the same score and comes first/,
    );
    const behind = { ...tie, against: sentence('bark dogs', 12_346) };
    assert.match(
      explanationSentences(behind)[0],
      /as no\. 2: the model prefers the first sentence/,
    );
    const ahead = { ...tie, against: sentence('bark dogs', 12_344), wouldBe: 1 };
    assert.match(
      explanationSentences(ahead)[0],
      /as no\. 2: the search missed its best derivation/,
    );
  });

  it('says where a missed sentence would stand, if another sentence scores more', () => {
    const first = sentence('bark dogs', 20_000);
    const higher = { text: 'dogs do bark', score: 15_000, beam: 256, isExpected: false };
    const placeOf = (more: Partial<ExplanationReport>): string[] =>
      explanationSentences({ ...lost, smallestBeam: null, ...more }).filter((said) =>
        /\bwould (?:be|stand)\b/.test(said),
      );
    const [second, below, ahead] = [
      'It would be no. 2 in the list; the search missed it.',
      'It would stand below all sentences that the search found; the search missed it.',
      'Without that sentence, it would be no. 1 in the list; the search missed both.',
    ];
    for (const kind of ['model', 'grammar'] as const) {
      assert.deepEqual(placeOf({ class: kind, against: first, wouldBe: 2 }), [second]);
      assert.deepEqual(placeOf({ class: kind, against: first, wouldBe: null }), [below]);
      // A sentence that a wider search finds scores still more.
      assert.deepEqual(placeOf({ class: kind, higher, wouldBe: 1 }), [ahead]);
      assert.deepEqual(placeOf({ class: kind, rank: 3, against: first, wouldBe: null }), []);
    }
    for (const kind of ['beam', 'search'] as const) assert.deepEqual(placeOf({ class: kind }), []);
  });

  it('says of a sentence that the model does not prefer which derivations the search missed', () => {
    const first = sentence('bark dogs', 20_000);
    const model = { ...lost, class: 'model', smallestBeam: null, widestBeam: null } as const;
    const both = explanationSentences({ ...model, against: first, wouldBe: 2 }).join(' ');
    assert.match(
      both,
      /^The model prefers the first sentence in the list \(a model error\)\. The search missed/,
    );
    assert.match(both, /the best derivations of both\. It scores 7,655 less/);
    assert.match(both, /It would be no\. 2 in the list; the search missed it\./);
    const listed = { expected: null, against: 20_000 };
    const one = explanationSentences({ ...model, against: first, listed, wouldBe: null }).join(' ');
    assert.doesNotMatch(one, /of both|would be/);
    const higher = { text: 'dogs do bark', score: 15_000, beam: 256, isExpected: false };
    assert.equal(
      explanationSentences({ ...model, higher })[0],
      'The model prefers a sentence whose best derivation the search missed too (a model error): “dogs do bark”, found by a beam of 256.',
    );
    const ofBag = { ...higher, beam: null, isExpected: true };
    assert.equal(
      explanationSentences({ ...model, higher: ofBag })[0],
      'The model prefers a sentence whose best derivation the search missed too (a model error): “dogs do bark”, also expected.',
    );
    const glued = explanationSentences({ ...model, class: 'grammar', higher: ofBag });
    assert.match(glued[1], /“dogs do bark”, also expected\.$/);
    assert.deepEqual(
      explanationSentences({ ...model, higher: { ...higher, beam: null } }).slice(0, 3),
      [
        'The model prefers a sentence whose best derivation the search missed too (a model error): “dogs do bark”, found by the search for a proof.',
        'It scores 1,000 more than the first sentence in the list (its best derivation: 12,345; the first: 11,345).',
        'It scores 2,655 less than “dogs do bark” (15,000).',
      ],
    );
    const ranked = { ...model, class: 'ranked', rank: 15, wouldBe: 3, against: first } as const;
    assert.equal(
      explanationSentences(ranked)[0],
      'The search found it as no. 15: the search missed its best derivation, with which it would be no. 3 in the list, and the model prefers the first sentence in the list (a model error).',
    );
  });
});

describe('an explanation as text', () => {
  it('has the lines that help together under their sections, above the scores', async () => {
    const written = (kind: 'arc' | 'order', line: string, ...indexed: string[]) => ({
      ...{ kind, line, indexed },
    });
    const lines = [
      written('arc', 'bark -> dogs'),
      written('order', 'the#2 < dogs', 'the#2'),
      written('arc', 'root -> bark'),
    ];
    const templates = [{ name: 'a/b', meaning: 'a word', expected: 1, against: 2 }];
    const report = { ...lost, templates, together: { lines, edits: [] } };
    const told = (await text(formatExplanations([report], 'text'))).trimEnd().split('\n');
    assert.deepEqual(told.slice(-8), [
      '  These lines together put it first:',
      '    deps:',
      '      bark -> dogs',
      '      root -> bark',
      '    order:',
      '      the#2 < dogs  # needs the#2 in words:',
      '  Where the scores differ (expected, first, difference):',
      '       1      2     -1  a/b: a word',
    ]);
    const [json] = JSON.parse(await text(formatExplanations([report], 'json'))) as unknown[];
    assert.deepEqual(
      (json as { together: unknown }).together,
      lines.map(({ line }) => line),
    );
  });
});
