import assert from 'node:assert/strict';
import fc from 'fast-check';
import { check } from '../../../server/src/language/checks/check.ts';
import { parse } from '../../../server/src/language/tree/parser.ts';
import { printable, shortened } from '../../../server/src/text/printable.ts';
import { quoted } from '../../../server/src/language/tree/diagnostic.ts';
import { assertProblems, bagWith, knowledge, problemsIn } from './fixture.ts';
import { anyText } from './generate.ts';
import { withoutModel } from '../support/check-options.ts';

const options = withoutModel;

describe('a word that JavaScript knows', () => {
  for (const word of ['__proto__', 'constructor', 'toString', 'hasOwnProperty']) {
    it(`is a plain word: ${word}`, () => {
      assertProblems(
        bagWith(`${word} a`, `a -> ${word}\na -> ⟦x${word}⟧`, `  expect:\n    a ${word}`),
        [['unknown-word', `Did you mean \`${word}\`?`]],
        { knowledge },
      );
      assertProblems(bagWith('a', `a -> ⟦${word}⟧`), [['unknown-word', 'Add it there.']]);
      assertProblems(bagWith('a', '', `  expect: a ⟦${word}⟧`), [
        ['expectation-mismatch', `has \`${word}\`, which the bag lacks`],
      ]);
      assertProblems(bagWith(`${word}#1 ${word}#2 a`, `a -> ⟦${word}⟧`), ['ambiguous-reference']);
      assertProblems(
        bagWith(`a/⟦${word}⟧ b`, `a -⟦${word}⟧-> b`),
        [['unknown-tag', `\`${word}\``], 'unknown-label'],
        { knowledge },
      );
    });

    it(`is no setting and no section: ${word}`, () => {
      const before = `⟦${word}:⟧ en\n`;
      const [told] = problemsIn(before);
      assert.ok(told.code === 'unknown-setting' || told.code === 'outside-bag', told.code);
      const names = parse(`bag ${word} {\nwords: a\n}\nbag ${word}2 {\nwords: a\n}`);
      assert.deepEqual(check(names, options).diagnostics(), []);
    });
  }
});

describe('a strange word', () => {
  const long = 'x'.repeat(100_000);
  for (const [what, word] of [
    ['a lone surrogate', '\ud800'],
    ['a lone low surrogate', 'a\udc00'],
    ['a very long one', long],
    ['a control character', 'a\u001bb'],
  ]) {
    it(`is a plain word: ${what}`, () => {
      assertProblems(
        bagWith(`${word} a`, `a -> ${word}\na -> ⟦${word}y⟧`, `  expect:\n    a ${word}`),
        ['unknown-word'],
        { knowledge },
      );
      assertProblems(bagWith('a', '', `  expect: a ⟦${word}⟧`), [
        ['expectation-mismatch', 'which the bag lacks'],
      ]);
      assertProblems(bagWith(`${word}#1 ${word}#1 a`.replace(/ (.*) a/, ' ⟦$1⟧ a'), ''), [
        'duplicate-index',
      ]);
    });
  }
});

describe('a quotation', () => {
  it('is cut between characters', () => {
    assert.equal(quoted('😀'.repeat(20)), `\`${'😀'.repeat(20)}\``);
    assert.equal(quoted('😀'.repeat(21)), `\`${'😀'.repeat(19)}…\``);
    assert.equal(quoted(`a${'😀'.repeat(20)}`), `\`a${'😀'.repeat(19)}…\``);
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 20, maxLength: 60 }), (text) => {
        assert.doesNotMatch(shortened(text, 40), /\p{Cs}/u);
        assert.ok(shortened(text, 40).length <= 40);
      }),
    );
  });

  it('shows what would act on a terminal or turn the text around', () => {
    assert.equal(printable('a\u001b[31mb\u0007\u009b\r\n'), 'a�[31mb����');
    assert.equal(printable('a\u202eb\u2066c\u200fd\u2028'), 'a�b�c�d�');
    assert.equal(printable('\ud800 \udc00 😀'), '� � 😀');
    assert.equal(printable('Größe 👩‍👩‍👧 ‘don’t’ \u00a0'), 'Größe 👩‍👩‍👧 ‘don’t’ \u00a0');
  });

  it('is safe in every message', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        for (const { message, related = [], fixes = [] } of check(parse(text), {
          ...withoutModel,
          maxWords: 20,
          knowledge,
        }).diagnostics()) {
          const said = [
            message,
            ...related.map((place) => place.message),
            ...fixes.map(({ title }) => title),
          ];
          for (const one of said) assert.equal(printable(one), one);
        }
      }),
      { numRuns: 1000 },
    );
  });
});
