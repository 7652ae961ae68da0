import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Bag } from '../../../server/src/bag/bag.ts';
import {
  removablesOf,
  superfluous,
} from '../../../server/src/language/features/remove-constraints.ts';
import { removalOf } from '../../../server/src/language/writing/deletions.ts';
import { parse } from '../../../server/src/language/tree/parser.ts';
import { expectationsOf } from '../../../server/src/language/tree/syntax.ts';
import { toBag } from '../../../server/src/language/meaning/to-bag.ts';
import { createRealizer, NEVER } from '../../../server/src/realize/realizer.ts';
import { randomModel } from '../support/random-model.ts';
import { bagWith } from './fixture.ts';
import { errorsIn, validBow } from './random-bow.ts';
import { edited } from '../../../server/src/language/writing/edited.ts';

/** What is left where the texts depend on some constraints alone: those that a function tells. */
async function left(text: string, textsOf: (bag: Bag) => readonly string[]): Promise<string> {
  const [bag] = parse(text).bags;
  const removed = await superfluous(bag, (tried) => Promise.resolve(textsOf(tried)));
  return edited(text, removalOf(bag, removed!.found));
}

describe('removing constraints that change nothing', () => {
  const text = bagWith(
    'a b c d',
    '    a -> b -> c d # all\n    root -> a',
    '  order: a < b\n    b << c',
  );

  it('removes arcs from statements, lines of order, and sections of which nothing is left', async () => {
    assert.equal(
      await left(text, ({ arcs }) => arcs.map(({ dependent }) => String(dependent))),
      bagWith('a b c d', '    a -> b -> c d # all'),
    );
    assert.equal(
      await left(text, ({ arcs, order }) => [
        String(arcs.some(({ dependent }) => dependent === 3)),
        String(order.some(({ relation }) => relation === 'right-before')),
      ]),
      bagWith('a b c d', '    b -> d # all', '  order:\n    b << c'),
    );
  });

  it('keeps all of them where each changes something, or nothing is known', async () => {
    const all = (bag: Bag): readonly string[] => [JSON.stringify(bag)];
    assert.equal(await left(text, all), text);
    const [bag] = parse(text).bags;
    assert.equal(await superfluous(bag, () => Promise.resolve(null)), null);
  });

  it('tries no more of them than it may, and tells of each', async () => {
    const [bag] = parse(text).bags;
    let tried = 0;
    const removed = await superfluous(
      bag,
      () => Promise.resolve([]),
      3,
      () => tried++,
    );
    assert.equal(tried, 3);
    assert.deepEqual(removed, { found: removablesOf(bag).slice(0, 3), isWhole: false });
  });

  it('says whether each was tried to the end', async () => {
    const [bag] = parse(text).bags;
    let calls = 0;
    const cutShort = (): Promise<readonly string[] | null> =>
      Promise.resolve(++calls === 2 ? null : []);
    assert.equal((await superfluous(bag, cutShort))?.isWhole, false);
    assert.equal((await superfluous(bag, () => Promise.resolve([])))?.isWhole, true);
  });

  it('makes no expectation of the comment behind a section', async () => {
    const expecting = (end: string): string =>
      bagWith('a b', '', `  expect:\n    a b\n  order:\n    a < b${end}`);
    for (const comment of [' # it is so', '\n    # it is so']) {
      const after = await left(expecting(comment), () => []);
      assert.ok(!after.includes('<'), after);
      const [bag] = parse(after).bags;
      const expected = expectationsOf(bag).map(({ start, end }) => bag.text.slice(start, end));
      assert.deepEqual(expected, ['a b'], after);
    }
  });

  it('leaves the best realizations of random bags as they are', async () => {
    const realizer = createRealizer({ model: randomModel(3), languageModel: null });
    const textsOf = (bag: Bag): readonly string[] =>
      realizer.realize(bag, { beam: 8, results: 2 }, NEVER).realizations.map((one) => one.text);
    const counts = { bags: 0, changed: 0 };
    await fc.assert(
      fc.asyncProperty(
        validBow.filter((one) => removablesOf(parse(one).bags[0]).length > 0),
        async (before) => {
          // A bag without a sentence may lose what hides that its other lines contradict each other.
          if (textsOf(toBag(parse(before).bags[0])).length === 0) return;
          counts.bags++;
          const after = await left(before, textsOf);
          assert.deepEqual(errorsIn(after), [], after);
          const [bag] = parse(before).bags;
          const [rest] = parse(after).bags;
          assert.deepEqual(toBag(rest).words, toBag(bag).words);
          const lines = [bag, rest].map((one) =>
            expectationsOf(one).map(({ start, end }) => one.text.slice(start, end)),
          );
          assert.deepEqual(lines[1], lines[0]);
          assert.deepEqual(textsOf(toBag(rest)), textsOf(toBag(bag)), after);
          if (after !== before) counts.changed++;
        },
      ),
      { numRuns: 300 },
    );
    assert.ok(counts.changed > counts.bags / 4, JSON.stringify(counts));
  });
});
