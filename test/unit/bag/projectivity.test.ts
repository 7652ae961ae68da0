import assert from 'node:assert/strict';
import {
  findCrossings,
  textOfForms,
  type Crossings,
} from '../../../server/src/bag/projectivity.ts';

/**
 * The crossings in a sentence of different words, or null. A phrase is written `a_b`, and arcs are
 * written `a>b c>d`.
 */
function findIn(sentence: string, written: string, steps = 100_000): Crossings | null {
  const forms = sentence.split(' ');
  const arcs = written.split(' ').map((arc) => {
    const [head, dependent] = arc.split('>').map((form) => forms.indexOf(form));
    return { head, dependent };
  });
  const words = forms.map((form) => [form.split('_')]);
  return findCrossings(words, arcs, sentence.split(/[ _]/), { steps });
}

function crossings(sentence: string, written: string): Crossings {
  const found = findIn(sentence, written);
  assert.ok(found);
  return found;
}

describe('arcs that no projective tree over a sentence can all have', () => {
  it('are left out: the first given, if either of two would do', () => {
    assert.deepEqual(crossings('a b c d', 'a>c b>d').leaveOut, [0]);
    assert.deepEqual(crossings('a b c d', 'b>d a>c').leaveOut, [0]);
  });

  it('are left out, as few as possible, even if another arc clashes as often', () => {
    // `c>f` clashes with both, but they also clash with arcs to their heads.
    assert.deepEqual(crossings('a b c d e f', 'c>f c>d d>e d>b e>a').leaveOut, [3, 4]);
  });

  it('are left out, the one that clashes most first, even if no steps are left to find the fewest', () => {
    const inSteps = Array.from({ length: 100 }, (_, steps) =>
      findIn('x y a b c d', 'x>a x>b x>c y>d', steps),
    );
    const inFewest = inSteps.find((found) => found !== null);
    assert.deepEqual(inFewest?.leaveOut, [3]);
  });

  it('may have phrases that begin with the same word', () => {
    const { clashes } = crossings('a_x b c a_y', 'a_x>c b>a_y');
    assert.deepEqual(clashes, [{ kind: 'crosses', arcs: [0, 1] }]);
  });

  it('clash with an arc to their head, in whichever order the two are given', () => {
    assert.deepEqual(crossings('a b c', 'a>c b>a').clashes, [{ kind: 'covers', arcs: [0, 1] }]);
    assert.deepEqual(crossings('a b c', 'b>a a>c').clashes, [{ kind: 'covers', arcs: [1, 0] }]);
  });

  it('do not clash if they share a head', () => {
    const { clashes } = crossings('a b c d', 'a>c a>b b>d');
    assert.deepEqual(clashes, [{ kind: 'crosses', arcs: [0, 2] }]);
  });
});

describe('the forms of words', () => {
  it('have the same text only if they are the same', () => {
    const all = [[['a', 'b']], [['ab']], [['a'], ['b']], [['a']], [['b'], ['a']]];
    assert.equal(new Set(all.map(textOfForms)).size, all.length);
    assert.equal(textOfForms([['a', 'b']]), textOfForms([['a', 'b']]));
  });
});
