import assert from 'node:assert/strict';
import { parseCategory } from '../../../../server/src/grammar/ccg/category.ts';
import { coverageOf, inventoryOf } from '../../../../server/src/grammar/ccg/count.ts';
import { headsOf } from '../../../../server/src/grammar/ccg/dependencies.ts';
import type { CcgDerivation } from '../../../../server/src/grammar/ccg/derivation.ts';

const leaf = (word: number, category: string, modes = ''): CcgDerivation => ({
  kind: 'leaf',
  category: parseCategory(category),
  word,
  modes,
});

const unary = (category: string, child: CcgDerivation): CcgDerivation => ({
  kind: 'unary',
  category: parseCategory(category),
  child,
});

const binary = (category: string, left: CcgDerivation, right: CcgDerivation): CcgDerivation => ({
  kind: 'binary',
  category: parseCategory(category),
  left,
  right,
});

describe('Heads of a derivation', () => {
  it('tells a verb from a copula by the modes of one category', () => {
    const clause = (modes: string): CcgDerivation =>
      binary(
        'S[dcl]',
        leaf(0, 'NP'),
        binary('S[dcl]\\NP', leaf(1, '(S[dcl]\\NP)/NP', modes), leaf(2, 'NP')),
      );
    assert.deepEqual(headsOf(clause('gg')), [2, 0, 2]);
    assert.deepEqual(headsOf(clause('fg')), [3, 3, 0]);
  });

  it('lets what modifies an auxiliary wait for the verb', () => {
    const not = binary(
      '(S[dcl]\\NP)/(S[b]\\NP)',
      leaf(1, '(S[dcl]\\NP)/(S[b]\\NP)', 'fg'),
      leaf(2, '(S\\NP)\\(S\\NP)', 'hg'),
    );
    const verb = binary('S[dcl]\\NP', not, leaf(3, 'S[b]\\NP', 'g'));
    assert.deepEqual(headsOf(binary('S[dcl]', leaf(0, 'NP'), verb)), [4, 4, 4, 0]);
  });

  it('leaves the subject of a type-raised phrase to the verb that it takes', () => {
    const lacking = binary(
      'S[dcl]/NP',
      unary('S/(S\\NP)', leaf(0, 'NP')),
      leaf(1, '(S[dcl]\\NP)/NP', 'gg'),
    );
    assert.deepEqual(headsOf(binary('S[dcl]', lacking, leaf(2, 'NP'))), [2, 0, 2]);
  });

  it('hangs a conjunct on the first one, and the conjunction on the conjunct', () => {
    const second = binary('NP[conj]', leaf(1, 'conj'), leaf(2, 'NP'));
    assert.deepEqual(headsOf(binary('NP', leaf(0, 'NP'), second)), [0, 3, 1]);
  });

  it('hangs words that wait in vain on the root', () => {
    const group = binary('N', leaf(0, 'N/N', 'w'), leaf(1, 'N'));
    assert.deepEqual(headsOf(group), [0, 1]);
  });

  it('refuses a derivation that no rule makes', () => {
    assert.throws(
      () => headsOf(binary('S[dcl]', leaf(0, 'NP'), leaf(1, 'N'))),
      /no rule makes S\[dcl\] of NP and N/,
    );
  });
});

describe('The inventory of a grammar', () => {
  const noun = unary('NP', leaf(1, 'N'));
  const sleeps = binary('S[dcl]', leaf(0, 'NP'), leaf(1, 'S[dcl]\\NP', 'g'));

  it('counts categories, instances of rules and roots', () => {
    const inventory = inventoryOf([sleeps, sleeps, unary('NP', leaf(0, 'N'))]);
    assert.equal(inventory.tokens, 5);
    assert.deepEqual(
      [...inventory.categories],
      [
        ['NP', 2],
        ['S[dcl]\\NP', 2],
        ['N', 1],
      ],
    );
    assert.deepEqual([...inventory.binary], [['NP S[dcl]\\NP ⇒ S[dcl]', 2]]);
    assert.deepEqual([...inventory.unary], [['N ⇒ NP', 1]]);
    assert.deepEqual(
      [...inventory.roots],
      [
        ['S[dcl]', 2],
        ['NP', 1],
      ],
    );
  });

  it('counts what of other derivations it has, lexical categories apart from rules', () => {
    const coverage = coverageOf([sleeps, noun], inventoryOf([sleeps]));
    assert.deepEqual(coverage, {
      derivations: 2,
      tokens: 3,
      knownTokens: 2,
      binary: 1,
      knownBinary: 1,
      unary: 1,
      knownUnary: 0,
      knownDerivations: 1,
    });
  });
});
