import assert from 'node:assert/strict';
import { Legality } from '../../../server/src/search/arc-standard/legal.ts';
import { Problem } from '../../../server/src/problem/problem.ts';
import {
  FIRST_SHIFT,
  LEFTARC,
  RIGHTARC,
} from '../../../server/src/scoring/arc-standard/records.ts';
import { ArcStandardStates } from '../../../server/src/search/arc-standard/states.ts';
import { bagOfHeads, forestShapes, smallLexicon } from '../support/bags.ts';
import { keyOf, PlainSystem, type PlainState } from '../support/plain-system.ts';

const lexicon = smallLexicon();

/** Visits every state that legal actions reach, and compares each action's legality with the truth. */
function compareWithTruth(heads: readonly number[], root: number | null): number {
  const bag = bagOfHeads(heads, root);
  const problem = new Problem(bag, lexicon);
  const states = new ArcStandardStates(null);
  const first = states.reset(problem);
  const legality = new Legality(states);
  const plain = new PlainSystem(heads, root);
  const engineWord = new Map(problem.places.map((place, word) => [place, word]));
  const seen = new Set<number>();
  const agenda: [PlainState, number][] = [[plain.first(), first]];
  for (let next = agenda.pop(); next !== undefined; next = agenda.pop()) {
    const [state, engineState] = next;
    if (seen.has(keyOf(state))) continue;
    seen.add(keyOf(state));
    legality.enter(engineState);
    const questions: [boolean, PlainState | null, number][] = [
      [legality.leftArc(), plain.leftArc(state), LEFTARC],
      [legality.rightArc(), plain.rightArc(state), RIGHTARC],
      ...state.buffer.map((place): [boolean, PlainState, number] => {
        const word = engineWord.get(place)!;
        return [
          legality.shift(word),
          plain.shift(state, place),
          FIRST_SHIFT + problem.variantStart[word],
        ];
      }),
    ];
    for (const [isLegal, after, action] of questions) {
      const truth = after !== null && plain.isCompletable(after);
      if (isLegal !== truth) {
        assert.fail(
          `heads ${heads.join()} root ${String(root)}: action ${action} in ` +
            `${JSON.stringify(state)} is ${truth ? 'legal' : 'illegal'}`,
        );
      }
      if (truth) agenda.push([after, states.apply(engineState, action, 0)]);
    }
  }
  return seen.size;
}

describe('legal actions', () => {
  for (let size = 1; size <= 6; size++) {
    it(`are exactly the completable ones, for every forest of ${size} words and every root`, () => {
      let compared = 0;
      for (const heads of forestShapes(size).filter((shape) => shape.length === size)) {
        const roots = heads.flatMap((head, word) => (head === -1 ? [word] : []));
        for (const root of [null, ...roots]) compared += compareWithTruth(heads, root);
      }
      assert.ok(compared > size);
    }).timeout(240_000);
  }
});
