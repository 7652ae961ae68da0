import assert from 'node:assert/strict';
import fc from 'fast-check';
import { doubtsOf, type RealizedPart, type Token } from '../../../server/src/search/realization.ts';

const token = (form: string, tag: string, word: number): Token => ({
  ...{ word, form, tag, head: 0, label: null },
  given: { tag: true, head: false, label: false },
});
const unary = (category: string, first: number, last = first, rule: 'U' | 'T' = 'U') =>
  ({ category, rule, first, last, head: first, children: [0] }) satisfies RealizedPart;
const counted = (category: string, place: number, isSeldom: boolean) =>
  ({ ...unary(category, place), isSeldom }) satisfies RealizedPart;

describe('a unary rule of a derivation', () => {
  const tokens = [
    ...[token('she', 'PRP', 0), token('saw', 'VBD', 1)],
    ...[token('Anna', 'NNP', 2), token('Smith', 'NNP', 3), token('today', 'NN', 4)],
  ];
  const doubts = (...parts: readonly RealizedPart[]): string[] => doubtsOf({ parts, tokens });

  it('is doubtful if it turns a pronoun or a name into a modifier', () => {
    assert.deepEqual(doubts(unary('(S\\NP)\\(S\\NP)', 0), unary('(S\\NP)/(S\\NP)', 2, 3)), [
      'she ⇒ (S\\NP)\\(S\\NP)',
      'Anna Smith ⇒ (S\\NP)/(S\\NP)',
    ]);
  });

  it('is doubtful for a single word if, and only if, the model has hardly ever seen it there', () => {
    const parts = [
      ...[counted('NP\\NP', 0, false), counted('NP\\NP', 2, false), counted('NP', 4, false)],
      ...[counted('S\\S', 0, true), counted('NP', 1, true)],
    ];
    assert.deepEqual(doubts(...parts), ['she ⇒ S\\S', 'saw ⇒ NP']);
  });

  it('is doubtful for a pronoun with punctuation as for the pronoun', () => {
    const him = { ...token('him', 'PRP', 0), category: 'NP' };
    const period = { ...token('.', '.', 1), category: '.' };
    const found = (...parts: readonly RealizedPart[]): string[] =>
      doubtsOf({ parts, tokens: [him, period] });
    assert.deepEqual(found(unary('S\\S', 0, 1)), ['him . ⇒ S\\S']);
    assert.deepEqual(found(unary('S\\S', 1, 1), unary('NP[conj]', 0, 1)), []);
  });

  it('is not doubtful if it raises a type, makes a noun phrase, or has another word', () => {
    const parts = [
      ...[unary('S/(S\\NP)', 0, 0, 'T'), unary('NP', 2), unary('NP[conj]', 0)],
      ...[unary('(S\\NP)\\(S\\NP)', 4), unary('(S\\NP)\\(S\\NP)', 3, 4)],
    ];
    assert.deepEqual(doubts(...parts), []);
  });

  it('is never doubtful without a pronoun or a name, nor in a bag without a grammar', () => {
    assert.deepEqual(doubtsOf({ tokens }), []);
    const tags = fc.array(fc.constantFrom('NN', 'VB', 'PRP$', 'X'), { minLength: 1, maxLength: 3 });
    fc.assert(
      fc.property(tags, (given) => {
        const others = given.map((tag, i) => token('w', tag, i));
        const parts = [unary('S/S', 0, given.length - 1)];
        assert.deepEqual(doubtsOf({ parts, tokens: others }), []);
      }),
    );
  });
});
