import assert from 'node:assert/strict';
import { stepsOf } from '../../../client/webview/steps.ts';
import { made, sample, word } from './ccg-derivations.ts';
import type { Token } from '../../../server/src/lsp/protocol.ts';

function token(word: number, form: string, tag: string, head: number, label: string | null): Token {
  const given = { tag: true, head: false, label: false };
  return { word, form, tag, head, label, given };
}

describe('the steps of a realization', () => {
  it('have what each did, and the stack that it left', () => {
    const tokens = [
      token(0, 'the', 'DT', 2, 'det'),
      token(1, 'dog', 'NN', 3, null),
      token(2, 'barks', 'VBZ', 0, null),
    ];
    const steps = {
      actions: 'SSLSL',
      heads: [0, 0, 2, 0, 3],
      dependents: [1, 2, 1, 3, 2],
      scores: [5, 4, -3, 2, 1],
    };
    assert.deepEqual(stepsOf({ tokens, steps }), [
      { action: 'SHIFT', detail: 'DT', head: 0, dependent: 1, stack: [1], score: 5 },
      { action: 'SHIFT', detail: 'NN', head: 0, dependent: 2, stack: [1, 2], score: 4 },
      { action: 'LEFTARC', detail: 'det', head: 2, dependent: 1, stack: [2], score: -3 },
      { action: 'SHIFT', detail: 'VBZ', head: 0, dependent: 3, stack: [2, 3], score: 2 },
      { action: 'LEFTARC', detail: null, head: 3, dependent: 2, stack: [3], score: 1 },
    ]);
  });

  it('have with a grammar categories and rules, and nothing where no rule joins parts', () => {
    const { words, derivation } = sample(
      made('NP', 'U', [made('N', '>', [word('old', 'N/N'), word('dogs', 'N')])]),
      word('the', 'NP/N'),
    );
    const tokens = words.map(({ form }, i) => token(i, form, ['JJ', 'NNS', 'DT'][i], 0, null));
    const steps = {
      actions: 'SSCSG',
      heads: [0, 0, 2, 0, 2],
      dependents: [1, 2, 1, 3, 3],
      scores: [5, 4, -3, 2, -60],
    };
    assert.deepEqual(
      stepsOf({ tokens, steps, ccg: derivation }).map(({ action, detail, stack }) => [
        action,
        detail,
        stack,
      ]),
      [
        ['SHIFT', 'JJ N/N', [1]],
        ['SHIFT', 'NNS N', [1, 2]],
        ['COMBINE', '> N ⇒ NP', [2]],
        ['SHIFT', 'DT NP/N', [2, 3]],
        ['GLUE', null, [2]],
      ],
    );
  });
});
