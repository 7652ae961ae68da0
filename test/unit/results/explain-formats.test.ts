import assert from 'node:assert/strict';
import { explanationSentences } from '../../../server/src/results/explain-formats.ts';
import type {
  ExplanationReport,
  SentenceReport,
} from '../../../server/src/results/explain-report.ts';

function sentence(text: string, score: number): SentenceReport {
  return { text, score, tokens: [], steps: [] };
}

const lost: ExplanationReport = {
  ...{ bag: 'a', expectation: 'dogs bark', class: 'beam', rank: null },
  ...{ step: 3, head: null, prefix: 'dogs', prefixRank: 1092, smallestBeam: 2048, exact: true },
  ...{ expected: sentence('dogs bark', 12_345), best: sentence('bark dogs', 11_345) },
  ...{ templates: [], firstDifference: 1, lines: [], unreachable: null, lacking: [] },
  ...{ help: [], helpfulBeam: null, lostEdge: null, reach: null },
};

describe('an explanation in sentences', () => {
  it('names the step, the rank and the smallest beam of a sentence that the search lost', () => {
    assert.deepEqual(explanationSentences(lost), [
      'The search lost it, though it scores higher than the best that was found (a search error).',
      'It left the beam in step 3: its best hypothesis ("dogs") was no. 1,092.',
      'A beam of 2,048 keeps it to the end, and half of that does not.',
      'It scores 1,000 more than the best sentence (its best derivation: 12,345; the best: 11,345).',
    ]);
  });

  it('says nothing of beams where none were tried', () => {
    const brief = { ...lost, step: null, prefix: null, prefixRank: null, smallestBeam: null };
    const said = explanationSentences(brief).join(' ');
    assert.doesNotMatch(said, /[Bb]eam/);
  });

  it('tells a tie from a preference', () => {
    const tie = { ...lost, class: 'ranked', rank: 2, best: sentence('bark dogs', 12_345) } as const;
    assert.match(explanationSentences(tie)[0], /another one scores as much and comes first/);
    const behind = { ...tie, best: sentence('bark dogs', 12_346) };
    assert.match(explanationSentences(behind)[0], /the model prefers another/);
  });
});
