import assert from 'node:assert/strict';
import fc from 'fast-check';
import { nodeText, partsOf, topsOf } from '../../../client/webview/ccg/derivation.ts';
import { neighbour } from '../../../client/webview/ccg/neighbours.ts';
import { stepsOf } from '../../../client/webview/ccg/steps.ts';
import { anySample, fragments, hotdogs, type Sample } from './ccg-derivations.ts';

const textOf = ({ derivation, words }: Sample, place: number): string =>
  nodeText(derivation, words, place);

describe('a node in words', () => {
  it('says what it spans, what it is made of, and by which rule', () => {
    assert.equal(textOf(hotdogs, 0), 'he: NP');
    assert.equal(textOf(hotdogs, 5), 'quality hotdogs: N ⇒ NP, type-changing');
    assert.equal(
      textOf(hotdogs, 9),
      'he bought quality hotdogs yesterday: NP and S[dcl]\\NP make S[dcl], backward application',
    );
  });
});

describe('the arrow keys in a derivation', () => {
  const path = (start: number, ...keys: readonly string[]): (string | null)[] => {
    const { nodes } = hotdogs.derivation;
    let at: number | null = start;
    return keys.map((key) => {
      at = at === null ? null : neighbour(nodes, at, key);
      return at === null ? null : nodes[at].category;
    });
  };

  it('go down to what a node is part of, and up to its first part', () => {
    const quality = 2;
    const down = 'ArrowDown';
    assert.deepEqual(path(quality, down, down, down), ['N', 'NP', 'S[dcl]\\NP']);
    const root = hotdogs.derivation.nodes.length - 1;
    assert.deepEqual(path(root, 'ArrowUp', 'ArrowUp', 'ArrowUp'), ['S[dcl]', 'NP', null]);
    assert.deepEqual(path(root, down), [null]);
  });

  it('go to the neighbours in a row, or else to the nearest', () => {
    const right = 'ArrowRight';
    assert.deepEqual(path(0, right, right), ['(S[dcl]\\NP)/NP', 'N/N']);
    assert.deepEqual(path(5, right), ['(S\\NP)\\(S\\NP)']);
    assert.deepEqual(path(5, 'ArrowLeft'), ['(S[dcl]\\NP)/NP']);
    assert.deepEqual(path(0, 'ArrowLeft'), [null]);
    assert.deepEqual(path(5, 'Home'), ['NP']);
    assert.deepEqual(path(5, 'End'), ['.']);
  });
});

describe('the steps of a derivation', () => {
  it('shift words and make categories of them as soon as they can, and leave a stack', () => {
    const { nodes } = fragments.derivation;
    const steps = stepsOf(fragments.derivation).map(({ action, node, stack }) => {
      const left = stack.map((one) => nodes[one].category).join(' ');
      return `${action} ${nodes[node].category}: ${left}`;
    });
    assert.deepEqual(steps, [
      'SHIFT N/N: N/N',
      'SHIFT N: N/N N',
      'COMBINE N: N',
      'SHIFT (S[dcl]\\NP)/NP: N (S[dcl]\\NP)/NP',
      'SHIFT NP: N (S[dcl]\\NP)/NP NP',
      'UNARY S/(S\\NP): N (S[dcl]\\NP)/NP S/(S\\NP)',
    ]);
  });

  it('make every node once, and leave stacks that spell the words so far', () => {
    fc.assert(
      fc.property(anySample, ({ derivation }) => {
        const { nodes } = derivation;
        const steps = stepsOf(derivation);
        assert.deepEqual(
          steps.map(({ node }) => node).sort((a, b) => a - b),
          [...nodes.keys()],
        );
        for (const { node, stack } of steps) {
          assert.equal(stack.at(-1), node);
          const ends = stack.map((one) => nodes[one].last);
          const begins = stack.map((one) => nodes[one].first);
          assert.deepEqual(begins, [0, ...ends.slice(0, -1).map((end) => end + 1)]);
        }
        assert.deepEqual(steps.at(-1)?.stack, topsOf(derivation));
      }),
    );
  });
});

describe('the parts of a node', () => {
  it('are the node and all that it is made of', () => {
    assert.deepEqual([...partsOf(hotdogs.derivation, 6)].sort(), [1, 2, 3, 4, 5, 6]);
  });
});
