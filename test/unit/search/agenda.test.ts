import assert from 'node:assert/strict';
import fc from 'fast-check';
import { Agenda } from '../../../server/src/search/best-first/agenda.ts';
import { Random } from '../../../server/src/util/random.ts';

const UNLIMITED = Infinity;

function agendaOf(most: number, ...scores: readonly number[]): Agenda {
  const agenda = new Agenda();
  agenda.begin(most);
  pushAll(agenda, scores);
  return agenda;
}

/** Pushes items whose sums tell which they are: 0 for the first. */
function pushAll(agenda: Agenda, scores: readonly number[]): void {
  for (const [place, score] of scores.entries()) agenda.push(score, place, 0, 0, 0);
}

/** @returns the scores of all items as they are popped */
function popScores(agenda: Agenda): number[] {
  const scores: number[] = [];
  while (agenda.size > 0) {
    scores.push(agenda.best);
    agenda.pop();
  }
  return scores;
}

/** @returns the sums of all items as they are popped */
function popSums(agenda: Agenda): number[] {
  const sums: number[] = [];
  while (agenda.size > 0) {
    agenda.pop();
    sums.push(agenda.sum);
  }
  return sums;
}

/** The agenda by the book: a list that is sorted whenever an item is taken off, and never cut. */
class SortedList {
  #items: { readonly score: number; readonly name: number }[] = [];

  push(score: number, name: number): void {
    this.#items.push({ score, name });
  }

  /** @returns the name of the item; undefined where there is none */
  pop(): number | undefined {
    // Sorting keeps the order of what scores the same.
    this.#items.sort((a, b) => b.score - a.score);
    return this.#items.shift()?.name;
  }
}

describe('the agenda of a best-first search', () => {
  /** A score to push, or null to pop; few scores, so that many are the same. */
  const steps = fc.array(fc.option(fc.integer({ min: -4, max: 4 }), { freq: 3 }), {
    maxLength: 80,
  });

  it('pops the best item, and of two with the same score the one that was pushed first', () => {
    fc.assert(
      fc.property(steps, (drawn) => {
        const agenda = agendaOf(UNLIMITED);
        const list = new SortedList();
        for (const [name, score] of [...drawn, ...drawn.map(() => null)].entries()) {
          if (score !== null) {
            agenda.push(score, name, name + 1, name + 2, name % 3);
            list.push(score, name);
          } else if (agenda.size > 0) {
            agenda.pop();
            const { sum, left, right, join } = agenda;
            const expected = list.pop()!;
            assert.deepEqual(
              [sum, left, right, join],
              [expected, expected + 1, expected + 2, expected % 3],
            );
          } else assert.equal(list.pop(), undefined);
        }
        assert.ok(!agenda.isCut);
      }),
      { numRuns: 500, seed: 1 },
    );
  });

  it('holds thousands of items', () => {
    const random = new Random(1);
    const scores = Array.from({ length: 5_000 }, () => random.below(1_000));
    assert.deepEqual(
      popScores(agendaOf(UNLIMITED, ...scores)),
      scores.toSorted((a, b) => b - a),
    );
  });

  it('pops as many as it is to keep as if nothing were cut, and never holds more than twice as many', () => {
    let cut = 0;
    fc.assert(
      fc.property(steps, fc.integer({ min: 1, max: 6 }), (drawn, most) => {
        const agenda = agendaOf(most);
        const list = new SortedList();
        let pops = 0;
        for (const [name, score] of drawn.entries()) {
          if (score !== null) {
            agenda.push(score, name, 0, 0, 0);
            list.push(score, name);
          } else if (agenda.size > 0 && pops < most) {
            agenda.pop();
            pops++;
            assert.equal(agenda.sum, list.pop());
          }
          assert.ok(agenda.size <= 2 * most);
        }
        for (; agenda.size > 0 && pops < most; pops++) {
          agenda.pop();
          assert.equal(agenda.sum, list.pop());
        }
        if (pops < most) assert.equal(list.pop(), undefined);
        if (agenda.isCut) cut++;
      }),
      { numRuns: 500, seed: 2 },
    );
    assert.ok(cut > 50, String(cut));
  });

  it('is cut by an item more than twice as many as it is to keep: the best of them are left', () => {
    const agenda = agendaOf(2, 3, 1, 4, 2);
    assert.deepEqual([agenda.size, agenda.isCut], [4, false]);
    agenda.push(5, 0, 0, 0, 0);
    assert.deepEqual([agenda.size, agenda.isCut], [3, true]);
    assert.deepEqual(popScores(agenda), [5, 4, 3]);
  });

  it('keeps of the same scores those that were pushed first when it is cut', () => {
    assert.deepEqual(popSums(agendaOf(2, 7, 7, 7, 7, 8)), [4, 0, 1]);
  });

  it('takes nothing, once it is cut, that is not better than all that were kept', () => {
    const agenda = agendaOf(2, 3, 1, 4, 2, 5);
    pushAll(agenda, [2.9, 3]);
    assert.equal(agenda.size, 3);
    pushAll(agenda, [3.1]);
    assert.deepEqual(popScores(agenda), [5, 4, 3.1, 3]);
  });

  it('does not take the item that it is cut for, if that is not better than all that are kept', () => {
    assert.deepEqual(popSums(agendaOf(2, 3, 1, 4, 2, 3)), [2, 0]);
  });

  it('orders all items by new scores, and of the same ones still pops first what was pushed first', () => {
    const scores = fc.array(fc.integer({ min: 0, max: 99 }), { maxLength: 40 });
    fc.assert(
      fc.property(scores, fc.integer({ min: 1, max: 9 }), (drawn, divisor) => {
        const agenda = agendaOf(UNLIMITED, ...drawn);
        const scoreOf = (place: number): number => (7 * drawn[place]) % divisor;
        agenda.rescore((place) => scoreOf(place));
        const expected = [...drawn.keys()].sort((a, b) => scoreOf(b) - scoreOf(a));
        assert.deepEqual(popSums(agenda), expected);
      }),
      { numRuns: 500, seed: 3 },
    );
  });

  it('gives new scores by what is kept with an item', () => {
    const agenda = agendaOf(UNLIMITED);
    agenda.push(1, 10, 20, 30, 1);
    agenda.rescore((sum, left, right) => sum + 2 * left + 3 * right);
    assert.equal(agenda.best, 10 + 2 * 20 + 3 * 30);
  });

  it('takes any item again after new scores, but what it was cut by stays forgotten', () => {
    const agenda = agendaOf(2, 3, 1, 4, 2, 5);
    agenda.rescore((place) => 10 - place);
    pushAll(agenda, [1]);
    assert.ok(agenda.isCut);
    // The first, the third and the fifth.
    assert.deepEqual(popScores(agenda), [10, 8, 6, 1]);
  });

  it('is cut by new scores after they were given', () => {
    const agenda = agendaOf(2, 1, 2, 3, 4);
    agenda.rescore((place) => 10 - place);
    pushAll(agenda, [9.5]);
    assert.deepEqual(popScores(agenda), [10, 9.5, 9]);
  });

  it('puts an item back with another score and sum, and behind its likes', () => {
    const agenda = agendaOf(UNLIMITED);
    agenda.push(9, 1, 11, 21, 1);
    agenda.push(5, 2, 12, 22, 2);
    agenda.push(5, 3, 13, 23, 1);
    agenda.pop();
    agenda.putBack(5, 4);
    assert.equal(agenda.size, 3);
    const popped = Array.from({ length: 3 }, () => {
      agenda.pop();
      const { sum, left, right, join } = agenda;
      return [sum, left, right, join];
    });
    assert.deepEqual(popped, [
      [2, 12, 22, 2],
      [3, 13, 23, 1],
      [4, 11, 21, 1],
    ]);
  });

  it('is empty and uncut when it begins again, and takes what it would not take before', () => {
    const agenda = agendaOf(2, 3, 1, 4, 2, 5);
    agenda.begin(2);
    assert.deepEqual([agenda.size, agenda.isCut], [0, false]);
    pushAll(agenda, [1, 2]);
    assert.deepEqual(popScores(agenda), [2, 1]);
  });
});
