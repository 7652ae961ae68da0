import assert from 'node:assert/strict';
import { coverageOf, parse, type BagCoverage } from '../../../server/src/language/index.ts';
import { bagWith, knowledge, knowledgeOfLemmas } from './fixture.ts';

/** @param order words of the best realization with their tags, as places in `words:` */
function coverage(words: string, deps: string, order: [number, string][] = []): BagCoverage {
  const [bag] = parse(bagWith(words, deps)).bags;
  const tokens = order.map(([word, tag]) => ({ word, tag }));
  return coverageOf(bag, knowledge, tokens);
}

describe('what training had of a bag', () => {
  it('is of a word how often it had it, with its tags where they are given', () => {
    const counts = (words: string): number[] => coverage(words, '').words.map((word) => word.count);
    assert.deepEqual(counts('led team zebra'), [23, 9, 0]);
    assert.deepEqual(counts('LED Led TEAM/NN'), [23, 0, 9]);
    assert.deepEqual(counts('led/VBD led/VBN led/VBD|VBN led/VBD|VBD led/NN'), [20, 3, 23, 20, 0]);
  });

  it('is with categories how often it had the word with those that are given, and names what is unseen', () => {
    const text = `grammar: ccg\n\n${bagWith('led/VBD:S[dcl]\\NP team/NN:NP/N|NN:N zebra a quagga/NN:N', '')}`;
    const { words, categories } = coverageOf(parse(text).bags[0], knowledge, []);
    assert.deepEqual(
      words.map(({ count }) => count),
      [8, 8, 0, knowledge.tagsOf('a')?.get('DT') ?? 0, 0],
    );
    assert.deepEqual(categories, {
      unknown: ['zebra'],
      unseen: [{ form: 'team', category: 'NP/N' }],
    });
    assert.equal(coverage('led', '').categories, null);
  });

  it('is of a phrase what it had of its last word, and of each alternative', () => {
    const { words } = coverage('"the team"/NN ( led | zebra )', '');
    assert.deepEqual(
      words.map(({ form, count }) => [form, count]),
      [
        ['the team', 9],
        ['led', 23],
        ['zebra', 0],
      ],
    );
  });

  it('is of a lemma how often it had its forms, or else the word', () => {
    const counts = (words: string, from = knowledgeOfLemmas): number[] =>
      coverageOf(parse(bagWith(words)).bags[0], from, []).words.map(({ count }) => count);
    assert.deepEqual(counts('@be @be/VBD @be[Tense=Past]#1/VBD|VB @be/NN'), [12, 8, 12, 0]);
    assert.deepEqual(counts('@team[Number=Plur] @led @led/NN @zebra team'), [8, 23, 0, 0, 9]);
    // Without forms of lemmas, the words alone count.
    assert.deepEqual(counts('@team @be team', knowledge), [9, 0, 9]);
  });

  it('is of a lemma with a category how often it had its forms with it', () => {
    const text = `grammar: ccg\n\n${bagWith('@team/NN:N @team @zebra @team/NN:NP/N')}`;
    const { words, categories } = coverageOf(parse(text).bags[0], knowledgeOfLemmas, []);
    assert.deepEqual(
      words.map(({ count }) => count),
      [8, 8, 0, 0],
    );
    assert.deepEqual(categories, {
      unknown: ['@zebra'],
      unseen: [{ form: '@team', category: 'NP/N' }],
    });
  });

  it('is of an arc how often it had the pair of tags and the label', () => {
    const arcs = (deps: string) =>
      coverage('led/VBD team/NN a', deps).arcs.map(({ name, count }) => [name, count]);
    assert.deepEqual(arcs('led -> team'), [['led -> team', 7]]);
    assert.deepEqual(arcs('led -nsubj-> team'), [['led -nsubj-> team', 4]]);
    assert.deepEqual(arcs('led -nmod-> team'), [['led -nmod-> team', 0]]);
  });

  it('is of an arc in the direction that it has in the best sentence; the other one is told', () => {
    const arc = (order: [number, string][], deps = 'led -nsubj-> team') => {
      const [{ count, isTurned }] = coverage('led team', deps, order).arcs;
      return [count, isTurned];
    };
    assert.deepEqual(
      arc([
        [1, 'NN'],
        [0, 'VBD'],
      ]),
      [4, false],
    );
    assert.deepEqual(
      arc([
        [0, 'VBD'],
        [1, 'NN'],
      ]),
      [0, true],
    );
    assert.deepEqual(
      arc(
        [
          [0, 'VBD'],
          [1, 'NN'],
        ],
        'led -> team',
      ),
      [3, false],
    );
  });

  it('is nothing of an arc of a word whose tag nobody knows', () => {
    const [{ count, isTurned }] = coverage('led zebra', 'led -> zebra').arcs;
    assert.deepEqual([count, isTurned], [0, false]);
  });

  it('has the places of words, of dependents and of their lines', () => {
    const source = bagWith('led team', 'led -> team');
    const [bag] = parse(source).bags;
    const { words, arcs } = coverageOf(bag, knowledge, []);
    const written = ({ start, end }: { start: number; end: number }) => bag.text.slice(start, end);
    assert.deepEqual(
      words.map(({ range }) => written(range)),
      ['led', 'team'],
    );
    assert.deepEqual(
      arcs.map(({ range, line }) => [
        written(range),
        range.start > bag.text.indexOf('deps:'),
        written(line),
      ]),
      [['team', true, 'led -> team']],
    );
  });
});
