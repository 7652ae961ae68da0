import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Category } from '../../../../server/src/grammar/ccg/category.ts';
import {
  argumentsOf,
  atom,
  features,
  functor,
  half,
  isModifier,
  matches,
  parseCategory,
  plain,
  punctuationAtoms,
  readCategory,
  targetOf,
  wordAtoms,
} from '../../../../server/src/grammar/ccg/category.ts';

const categories: fc.Arbitrary<Category> = fc.letrec<{ category: Category }>((tie) => ({
  category: fc.oneof(
    { maxDepth: 4 },
    fc
      .constantFrom(...wordAtoms, ...punctuationAtoms)
      .chain((name) =>
        fc
          .constantFrom(null, ...(features.get(name) ?? []))
          .map((feature) => atom(name, feature) as Category),
      ),
    fc
      .tuple(tie('category'), fc.constantFrom('/' as const, '\\' as const), tie('category'))
      .map(([result, slash, argument]) => functor(result, slash, argument)),
    tie('category').map((of) => (of.kind === 'half' ? of : half(of))),
  ),
})).category;

describe('a category', () => {
  it('is read back as it is written, whatever it is', () => {
    fc.assert(
      fc.property(categories, (category) => {
        assert.deepEqual(parseCategory(category.text), category);
      }),
    );
  });

  it('has slashes that associate to the left, and needs no outer brackets', () => {
    assert.equal(parseCategory('S\\NP/NP').text, '(S\\NP)/NP');
    assert.equal(parseCategory('(((S[dcl]\\NP)/NP))').text, '(S[dcl]\\NP)/NP');
    assert.equal(parseCategory('NP[conj]').text, 'NP[conj]');
    assert.equal(parseCategory('(S[ng]\\NP)[conj]').kind, 'half');
  });

  it('that cannot be read tells what is wrong, and where', () => {
    const wrong = (text: string): string => {
      const read = readCategory(text);
      assert.ok('message' in read, text);
      return `${read.start}-${read.end} ${read.message}`;
    };
    assert.match(wrong(''), /^0-0 expected a category, found the end$/);
    assert.match(wrong('(S\\NP'), /^0-1 this bracket is not closed$/);
    assert.match(wrong('S\\NP)'), /^4-5 this bracket was not opened$/);
    assert.match(wrong('S\\'), /^2-2 expected a category/);
    assert.match(wrong('VP/NP'), /^0-2 "VP" is no category; those without a slash are S N NP/);
    assert.match(wrong('S[dlc]'), /^1-6 "dlc" is no feature of S; those of S are dcl b to/);
    assert.match(wrong('PP[to]'), /PP has none/);
    assert.match(wrong('S[dcl'), /^1-2 this bracket is not closed$/);
    assert.match(wrong('NP[conj][conj]'), /no halves/);
    assert.match(wrong(`${'('.repeat(100_000)}S`), /^64-65 brackets nest at most 64 deep$/);
    assert.match(wrong(Array(70).fill('S').join('/')), /at most 64 parts/);
  });

  it('matches one with other features only where they are left open', () => {
    const match = (a: string, b: string): boolean => matches(parseCategory(a), parseCategory(b));
    assert.ok(match('S\\NP', 'S[dcl]\\NP'));
    assert.ok(match('S[dcl]\\NP', 'S\\NP[thr]'));
    assert.ok(!match('S[dcl]\\NP', 'S[ng]\\NP'));
    assert.ok(!match('S\\NP', 'S/NP'));
    assert.ok(match('S[conj]', 'S[dcl][conj]'));
    assert.equal(plain(parseCategory('(S[dcl]\\NP[thr])/NP')).text, '(S\\NP)/NP');
  });

  it('tells its target, its arguments, and whether it is a modifier', () => {
    const give = parseCategory('((S[dcl]\\NP)/PP)/NP');
    assert.equal(targetOf(give).text, 'S[dcl]');
    assert.deepEqual(
      argumentsOf(give).map(({ slash, argument }) => slash + argument.text),
      ['/NP', '/PP', '\\NP'],
    );
    assert.ok(isModifier(parseCategory('(S\\NP)/(S\\NP)')));
    assert.ok(!isModifier(parseCategory('(S[dcl]\\NP)/(S[b]\\NP)')));
  });
});
