import assert from 'node:assert/strict';
import { codeSpans } from '../../../client/webview/code-spans.ts';
import { count, duration, score, signed } from '../../../client/src/numbers.ts';
import { treeText, wordText } from '../../../client/webview/tree-text.ts';
import type { Token } from '../../../server/src/lsp/protocol.ts';

describe('what the panel writes', () => {
  it('tells the code in a message from its prose, and keeps every character', () => {
    const code = (message: string) =>
      codeSpans(message).flatMap(({ text, isCode }) => (isCode ? [text] : []));
    assert.deepEqual(code('`cta` is not in `words:`. Did you mean `cat`?'), [
      'cta',
      'words:',
      'cat',
    ]);
    assert.deepEqual(code('<b>x</b> `'), []);
    assert.deepEqual(code('“`cta`” is not in `words:`. Did you mean `“`, or “a`b`c”?'), [
      'words:',
      '“',
    ]);
    for (const message of ['', 'a ` b', '`` is empty', 'an arc `a -> b`', '“`” `a` “', '“`a']) {
      const joined = codeSpans(message)
        .map(({ text, isCode }) => (isCode ? `\`${text}\`` : text))
        .join('');
      assert.equal(joined, message);
    }
  });

  it('groups the digits of scores and signs them', () => {
    assert.equal(score(1234567), '1,234,567');
    assert.equal(score(-1096), '−1,096');
    assert.equal(score(0), '0');
    assert.equal(signed(6), '+6');
    assert.equal(signed(-6), '−6');
  });

  it('counts and measures in plain words', () => {
    assert.equal(count(1, 'bag'), '1 bag');
    assert.equal(count(2000, 'bag'), '2,000 bags');
    assert.equal(duration(800), '800 ms');
    assert.equal(duration(2500), '2.5 s');
  });

  it('tells a tree in words to those who cannot see it', () => {
    const given = { tag: true, head: true, label: true };
    const found = { tag: false, head: false, label: false };
    const tokens: Token[] = [
      { word: 1, form: 'dogs', tag: 'NNS', head: 2, label: 'nsubj', given },
      { word: 0, form: 'bark', tag: 'VBP', head: 0, label: null, given: found },
      { word: 2, form: '.', tag: '.', head: 2, label: 'punct', given: found },
    ];
    assert.equal(
      treeText(tokens),
      'Dependency tree. dogs (NNS) depends on bark, nsubj, given. bark (VBP) is the root. . (.) depends on bark, punct by the parser.',
    );
    assert.deepEqual(
      tokens.map((_, i) => wordText(tokens, i + 1)),
      [
        'dogs, NNS, dependent of bark as nsubj, given',
        'bark, VBP, the root',
        '., ., dependent of bark as punct by the parser',
      ],
    );
  });
});
