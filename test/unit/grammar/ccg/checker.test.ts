import assert from 'node:assert/strict';
import { Random } from '../../../../server/src/util/random.ts';
import { breaksOf } from '../../support/broken-derivations.ts';
import {
  changeOf,
  checkDerivation,
  type CheckedNode,
} from '../../../../server/src/grammar/ccg/checker.ts';

function leaf(word: string, category: string): CheckedNode {
  return { category, word, children: [] };
}

function node(category: string, ...children: CheckedNode[]): CheckedNode {
  return { category, word: null, children };
}

/** What is refused of one rule's use, under a root that takes any. */
function refused(children: readonly string[], result: string): string[] {
  const words = children.map((_, i) => `w${i}`);
  const joined = node(result, ...children.map((category, i) => leaf(words[i], category)));
  // Punctuation keeps what is before it, so a half is not the root.
  return checkDerivation(joined, words)
    .filter(({ message }) => !message.includes('no sentence'))
    .map(({ kind }) => kind);
}

/** "She saw the dog ." */
function example(): { root: CheckedNode; words: string[] } {
  const object = node('NP', leaf('the', 'NP/N'), leaf('dog', 'N'));
  const predicate = node('S[dcl]\\NP', leaf('saw', '(S[dcl]\\NP)/NP'), object);
  const clause = node('S[dcl]', leaf('She', 'NP'), predicate);
  return {
    root: node('S[dcl]', clause, leaf('.', '.')),
    words: ['She', 'saw', 'the', 'dog', '.'],
  };
}

describe('The checker of derivations', () => {
  it('accepts a right one', () => {
    const { root, words } = example();
    assert.deepEqual(checkDerivation(root, words), []);
  });

  describe('accepts of the rules', () => {
    const right: Record<string, [string, string, string][]> = {
      'forward application': [
        ['NP/N', 'N', 'NP'],
        ['(S[to]\\NP)/(S[b]\\NP)', 'S[b]\\NP', 'S[to]\\NP'],
      ],
      'backward application': [
        ['NP', 'S[dcl]\\NP', 'S[dcl]'],
        ['NP[thr]', 'S[dcl]\\NP[thr]', 'S[dcl]'],
      ],
      'that a modifier keeps the features of what it modifies': [
        ['S[ng]\\NP', '(S\\NP)\\(S\\NP)', 'S[ng]\\NP'],
        ['S/S', 'S[q]', 'S[q]'],
        ['(S\\NP)/(S\\NP)', 'S[b]\\NP[expl]', 'S[b]\\NP[expl]'],
      ],
      'that a raised subject keeps the features of the clause': [
        ['S/(S\\NP)', 'S[dcl]\\NP', 'S[dcl]'],
        ['S/(S\\NP)', '(S[dcl]\\NP)/NP', 'S[dcl]/NP'],
      ],
      'composition to the third argument': [
        ['S[em]/S[dcl]', 'S[dcl]/NP', 'S[em]/NP'],
        ['(S\\NP)/(S\\NP)', '(S[b]\\NP)/NP', '(S[b]\\NP)/NP'],
        ['(S\\NP)/(S\\NP)', '(((S[b]\\NP)/NP)/PP)/PR', '(((S[b]\\NP)/NP)/PP)/PR'],
        ['S[dcl]\\NP', 'S\\S', 'S[dcl]\\NP'],
        ['(S\\NP)/(S\\NP)', '(S\\NP)/(S\\NP)', '(S\\NP)/(S\\NP)'],
      ],
      'composition that hands a feature on to a modifier': [
        ['(S[to]\\NP)/(S[b]\\NP)', '(S\\NP)/(S\\NP)', '(S[to]\\NP)/(S[b]\\NP)'],
        ['S[em]/S[dcl]', 'S/(S\\NP)', 'S[em]/(S[dcl]\\NP)'],
      ],
      'crossed composition': [
        ['(S[dcl]\\NP)/NP', '(S\\NP)\\(S\\NP)', '(S[dcl]\\NP)/NP'],
        ['S/S', 'S[dcl]\\NP', 'S[dcl]\\NP'],
      ],
      coordination: [
        ['conj', 'NP', 'NP[conj]'],
        [',', 'S[dcl]\\NP', '(S[dcl]\\NP)[conj]'],
        ['NP', 'NP[conj]', 'NP'],
        ['(S\\NP)\\(S\\NP)', '((S\\NP)\\(S\\NP))[conj]', '(S\\NP)\\(S\\NP)'],
      ],
      'coordination of unlike categories': [['conj', 'S[adj]\\NP', 'NP[conj]']],
      punctuation: [
        ['LRB', 'NP', 'NP'],
        ['NP[conj]', ',', 'NP[conj]'],
      ],
    };
    for (const [rule, uses] of Object.entries(right)) {
      it(rule, () => {
        for (const [first, second, result] of uses) {
          assert.deepEqual(refused([first, second], result), [], `${first} ${second} ⇒ ${result}`);
        }
      });
    }

    it('raised and fronted phrases', () => {
      assert.deepEqual(refused(['NP'], 'S/(S\\NP)'), []);
      assert.deepEqual(refused(['NP[expl]'], 'S/(S\\NP[expl])'), []);
      assert.deepEqual(refused(['NP'], 'S/(S/NP)'), []);
      assert.deepEqual(refused(['S[adj]\\NP'], 'S[wq]/(S[q]/(S[adj]\\NP))'), []);
    });

    it('type-changing of the list', () => {
      for (const [before, after] of [
        ['N', 'NP'],
        ['S[pss]\\NP', 'NP\\NP'],
        ['S[dcl]/NP', 'NP\\NP'],
        ['NP', 'N/N'],
        ['S[to]\\NP[expl]', '(S\\NP)\\(S\\NP)'],
        ['S[inv]', 'S/S'],
        ['NP', '(S\\NP)\\(S\\NP)'],
        ['NP', '((S\\NP)\\(S\\NP))/((S\\NP)\\(S\\NP))'],
        ['S[qem]', 'NP'],
        ['S[ng]\\NP', 'NP'],
        ['S[dcl]', 'S[dcl][conj]'],
        ['NP[conj]', 'NP\\NP'],
      ]) {
        assert.deepEqual(refused([before], after), [], `${before} ⇒ ${after}`);
      }
    });
  });

  describe('refuses', () => {
    const wrong: Record<string, [string, string, string][]> = {
      'a functor on the wrong side of its argument': [
        ['N', 'NP/N', 'NP'],
        ['S[dcl]\\NP', 'NP', 'S[dcl]'],
      ],
      'a slash that is turned': [
        ['NP\\N', 'N', 'NP'],
        ['(S[dcl]\\NP)/NP', 'NP', 'S[dcl]/NP'],
        ['(S\\NP)/(S\\NP)', '(S[b]\\NP)/NP', '(S[b]\\NP)\\NP'],
      ],
      'a feature that no part has': [
        ['NP', 'S[dcl]\\NP', 'S[b]'],
        ['S/S', 'S[dcl]', 'S[q]'],
      ],
      'a feature that is lost': [
        ['S/S', 'S[dcl]', 'S'],
        ['S[ng]\\NP', '(S\\NP)\\(S\\NP)', 'S\\NP'],
      ],
      'features that differ': [
        ['(S[to]\\NP)/(S[b]\\NP)', 'S[ng]\\NP', 'S[to]\\NP'],
        ['S[dcl]', 'S[q][conj]', 'S[dcl]'],
        ['NP[thr]', 'S[dcl]\\NP[expl]', 'S[dcl]'],
      ],
      'another result': [
        ['NP/N', 'N', 'N'],
        ['conj', 'NP', 'N'],
        ['NP', 'NP[conj]', 'NP[conj]'],
        ['NP', ',', 'N'],
      ],
      'composition beyond the third argument': [
        ['(S\\NP)/(S\\NP)', '((((S[b]\\NP)/NP)/NP)/NP)/NP', '((((S[b]\\NP)/NP)/NP)/NP)/NP'],
      ],
      'a conjunction at the wrong place': [
        ['NP', 'conj', 'NP[conj]'],
        ['NP[conj]', 'NP', 'NP'],
      ],
    };
    for (const [what, uses] of Object.entries(wrong)) {
      it(what, () => {
        for (const [first, second, result] of uses) {
          const kinds = refused([first, second], result);
          assert.deepEqual(kinds, ['rule'], `${first} ${second} ⇒ ${result}`);
        }
      });
    }

    it('type-changing beside the list, unless it is named', () => {
      for (const [before, after] of [
        ['N', 'S[dcl]'],
        ['S[wq]', 'NP\\NP'],
        ['NP', 'S/(S\\N)'],
        ['NP', 'S[dcl]/(S\\NP)'],
        ['N', 'S/(S/NP)'],
        ['NP', 'S[dcl][conj]'],
        ['NP[conj]', 'NP/NP'],
        ['S', 'NP'],
      ]) {
        assert.deepEqual(refused([before], after), ['unlisted'], `${before} ⇒ ${after}`);
      }
      const changed = node('NP\\NP', leaf('why', 'S[wq]'));
      assert.equal(changeOf(changed), 'S[wq] ⇒ NP\\NP');
      assert.deepEqual(checkDerivation(changed, ['why'], new Set([changeOf(changed)])), []);
    });

    it('leaves that do not spell the sentence, each word once and in order', () => {
      const { root } = example();
      for (const [words, why] of [
        [['She', 'saw', 'dog', 'the', '.'], 'word 3 is "the", not "dog"'],
        [['She', 'saw', 'the', 'dog'], 'word 5 is ".", not its end'],
        [['She', 'saw', 'the', 'dog', '.', '.'], 'word 6 is its end, not "."'],
      ] as const) {
        const [refusal, ...others] = checkDerivation(root, words);
        assert.deepEqual([refusal.kind, others], ['words', []]);
        assert.ok(refusal.message.endsWith(why), refusal.message);
      }
    });

    it('what is no tree of one and two', () => {
      const three = node('NP', leaf('a', 'NP'), leaf(',', ','), leaf(',', ','));
      assert.deepEqual(
        checkDerivation(three, ['a', ',', ',']).map(({ kind }) => kind),
        ['shape'],
      );
      const worded: CheckedNode = { ...node('NP', leaf('dogs', 'N')), word: 'x' };
      assert.deepEqual(
        checkDerivation(worded, ['x', 'dogs']).map(({ kind }) => kind),
        ['shape'],
      );
      assert.deepEqual(
        checkDerivation(node('NP'), []).map(({ kind }) => kind),
        ['shape'],
      );
    });

    it('half of a coordination as a sentence', () => {
      const half = node('NP[conj]', leaf('and', 'conj'), leaf('she', 'NP'));
      assert.deepEqual(
        checkDerivation(half, ['and', 'she']).map(({ message }) => message),
        ['NP[conj] is half of a coordination, and no sentence'],
      );
    });

    it('what is no category, however long or deep', () => {
      const deep = `${'('.repeat(1e5)}S${')'.repeat(1e5)}`;
      for (const text of [
        '',
        'X',
        'NP[dcl]',
        'S[',
        'S/',
        '(S',
        'S)',
        'S[conj][conj]S',
        '(S[conj])[conj]',
        deep,
      ]) {
        const kinds = checkDerivation(leaf('w', text), ['w']).map(({ kind }) => kind);
        assert.deepEqual(kinds, ['category'], text.slice(0, 20));
      }
    });
  });

  describe('refuses a derivation with', () => {
    for (const [name, apply] of Object.entries(
      breaksOf(['N', 'NP', 'S[b]', 'S[dcl][conj]', 'NP\\NP']),
    )) {
      it(name, () => {
        const { root, words } = example();
        const random = new Random(1);
        for (let i = 0; i < 200; i++) {
          const broken = apply(root, random);
          assert.ok(
            broken !== null && checkDerivation(broken, words).length > 0,
            JSON.stringify(broken),
          );
        }
      });
    }
  });

  it('says which node is wrong, and what its parts make', () => {
    const words = ['the', 'dog'];
    const wrong = node('N', leaf('the', 'NP/N'), leaf('dog', 'N'));
    assert.deepEqual(checkDerivation(node('NP', wrong), words), [
      { node: wrong, kind: 'rule', message: 'NP/N and N make NP (>), not N' },
    ]);
    const apart = node('NP', leaf('the', 'NP/N'), leaf('dog', 'PP'));
    assert.deepEqual(
      checkDerivation(apart, words).map(({ message }) => message),
      [
        'no rule joins NP/N and PP; NP/N takes N to its right, and what is right of it is or makes none',
      ],
    );
  });

  it('reads derivations of any depth', () => {
    let root = leaf('w', 'NP');
    for (let i = 0; i < 1e5; i++) root = node('NP', root);
    root = node('NP', root, leaf('.', '.'));
    const kinds = new Set(checkDerivation(root, ['w', '.']).map(({ kind }) => kind));
    assert.deepEqual([...kinds], ['unlisted']);
  });
});
