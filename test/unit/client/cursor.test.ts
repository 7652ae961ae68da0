import assert from 'node:assert/strict';
import { evaluate } from '../../../client/src/debug/console.ts';
import { TraceCursor } from '../../../client/src/debug/cursor.ts';
import { score, signed } from '../../../client/src/numbers.ts';
import { scopesOf, type Variable } from '../../../client/src/debug/variables.ts';
import { lost, text, tracedBag, tree } from './traced.ts';

const cursorOf = (source = text): TraceCursor => new TraceCursor(tracedBag(source, 1));

/** What the variables view shows of the frame on top. */
function shown(cursor: TraceCursor, followed: number): Map<string, readonly Variable[]> {
  const [frame] = cursor.framesOf(followed);
  return new Map(
    scopesOf(cursor, followed, frame).map(({ name, children = [] }) => [name, children]),
  );
}

const valueOf = (variables: readonly Variable[] | undefined, name: string): string =>
  variables?.find((one) => one.name === name)?.value ?? '';

/** The number that a value begins with, as `signed` has written it. */
const numberIn = (value: string): number =>
  Number.parseInt(value.replace('−', '-').replaceAll(',', ''), 10);

describe('the place of a debugger in a search', () => {
  it('is moved by a step on and a step back, and is at its end after the last one', () => {
    const cursor = cursorOf();
    const { length } = cursor.followed[0].steps;
    for (let step = 1; step <= length; step++) {
      assert.deepEqual(cursor.next(0), { reason: 'step', followed: 0 });
      assert.equal(cursor.position, step);
    }
    assert.equal(cursor.next(0), null);
    assert.equal(cursor.continue(0), null);
    assert.equal(cursor.out(0), null);
    for (let step = length - 1; step > 0; step--) assert.equal(cursor.back(0).reason, 'step');
    assert.equal(cursor.back(0).reason, 'entry');
    assert.equal(cursor.back(0).reason, 'entry');
    assert.equal(cursor.position, 0);
  });

  it('is the last step where nothing stops it, and the beginning the other way', () => {
    const cursor = cursorOf();
    assert.deepEqual(cursor.continue(0), { reason: 'end', followed: 0 });
    assert.equal(cursor.position, cursor.followed[0].steps.length);
    assert.deepEqual(cursor.reverse(0), { reason: 'entry', followed: 0 });
    assert.equal(cursor.position, 0);
  });

  it('shows the stack, its top first, each tree at the line of its head', () => {
    const cursor = cursorOf();
    const { bag, words } = cursor.result;
    assert.deepEqual(
      cursor.framesOf(0).map(({ name, range, tree: one }) => [name, range.start.line, one]),
      [[bag.title, bag.line, null]],
    );
    while (cursor.next(0) !== null) {
      const { tokens } = cursor.followed[0];
      const stack = cursor.stepOf(0)!.stack.toReversed();
      assert.deepEqual(
        cursor.framesOf(0).map(({ name, range }) => [name, range]),
        stack.map(({ head, first, last }) => [
          tokens
            .slice(first - 1, last)
            .map(({ form }) => form)
            .join(' '),
          words[tokens[head - 1].word].range,
        ]),
      );
      const used = stack.flatMap(({ first, last }) => last - first + 1);
      const left = tokens.length - used.reduce((sum, one) => sum + one, 0);
      assert.equal(cursor.leftOf(0).length, left);
    }
    assert.equal(cursor.framesOf(0)[0].name, cursor.followed[0].text);
  });

  it('stops where a word of a line is taken, and where an arc of a line is built', () => {
    const cursor = cursorOf();
    const [set] = cursor.breakpoints.set([{ line: 3, character: null }]);
    const takenAt = (): string => {
      const { tokens } = cursor.followed[0];
      return tokens[cursor.stepOf(0)!.taken! - 1].form;
    };
    const met: string[] = [];
    for (let stop = cursor.continue(0); stop?.reason === 'breakpoint'; stop = cursor.continue(0)) {
      assert.deepEqual(stop.breakpoints, [set.id]);
      met.push(takenAt());
    }
    assert.deepEqual(met.toSorted(), ['c', 'zebra']);
    assert.equal(cursor.reverse(0).reason, 'breakpoint');
    assert.equal(takenAt(), met[1]);

    cursor.position = 0;
    cursor.breakpoints.set([{ line: 5, character: null }]);
    assert.equal(cursor.continue(0)?.reason, 'breakpoint');
    const [arc] = cursor.stepOf(0)!.arcs;
    const { tokens } = cursor.followed[0];
    assert.deepEqual([tokens[arc.head - 1].form, tokens[arc.dependent - 1].form], ['b', 'a']);
    assert.equal(cursor.continue(0)?.reason, 'end');
  });

  it('stops at one word of a line where a breakpoint is on that', () => {
    const cursor = cursorOf();
    const names = (character: number): string[] =>
      cursor.breakpoints
        .set([{ line: 2, character }])
        .flatMap(({ targets }) => targets.map(({ word }) => cursor.result.words[word!].name));
    assert.deepEqual([names(0), names(4), names(7), names(8)], [['a'], ['a'], ['a'], ['b']]);
    assert.equal(cursor.continue(0)?.reason, 'breakpoint');
    assert.equal(cursor.continue(0)?.reason, 'end');
    assert.deepEqual(cursor.breakpoints.set([{ line: 1, character: null }])[0].targets, []);
  });

  it('stops at a word that training has not had, and at a pair of tags, where that is asked for', () => {
    const cursor = cursorOf();
    cursor.exceptions = new Set(['unknown-word']);
    const stop = cursor.continue(0);
    assert.deepEqual(stop, {
      ...{ reason: 'exception', followed: 0 },
      exception: { kind: 'unknown-word', text: 'The word “zebra” is not in the training data.' },
    });
    assert.equal(cursor.continue(0)?.reason, 'end');
    cursor.position = 0;
    cursor.exceptions = new Set(['unseen-pair']);
    // The model has had no arcs at all.
    for (const [step, { arcs }] of cursor.followed[0].steps.entries()) {
      if (arcs.length === 0) continue;
      assert.match(
        cursor.continue(0)?.exception?.text ?? '',
        /^No [XYZ] has a head [XYZ] in the training data: /,
      );
      assert.equal(cursor.position, step + 1);
    }
  });

  it('stops where the expected sentence leaves the beam, whichever hypothesis is looked at', () => {
    const cursor = new TraceCursor(lost());
    const expected = cursor.first;
    const { loss, isExpected, rank } = cursor.followed[expected];
    assert.deepEqual([isExpected, rank], [true, null]);
    assert.match(cursor.nameOf(expected), /^Expected: c b a zebra$/);
    assert.match(cursor.nameOf(0), /^First: /);
    for (const followed of [0, expected]) {
      cursor.position = 0;
      cursor.exceptions = new Set();
      assert.equal(cursor.continue(followed)?.reason, 'end');
      cursor.position = 0;
      cursor.exceptions = new Set(['lost']);
      const stop = cursor.continue(followed);
      assert.deepEqual([stop?.reason, stop?.followed], ['exception', expected]);
      assert.equal(cursor.position, loss!.step);
      assert.match(
        stop?.exception?.text ?? '',
        /the beam has lost “c b a zebra”: .* has rank \d+, and 1 are kept\.$/,
      );
    }
    const step = shown(cursor, expected).get('Step');
    assert.match(valueOf(step, 'beam'), /^(cut off as no\. \d+; 1 are kept|out since step \d+)$/);
  });

  it('runs out of a tree to where that is part of another one', () => {
    const cursor = cursorOf();
    const depth = (): number => cursor.stepOf(0)!.stack.length;
    while (cursor.next(0) !== null) {
      const [here, position] = [depth(), cursor.position];
      const stop = cursor.out(0);
      if (stop === null) break;
      assert.ok(stop.reason === 'end' || depth() < here);
      cursor.position = position;
    }
    assert.equal(cursor.position, cursor.followed[0].steps.length);
  });
});

describe('the variables of a search', () => {
  it('are what the step scored for, the words left, the beam, and what was legal', () => {
    const cursor = cursorOf();
    const { steps } = cursor.followed[0];
    for (let total = 0; ;) {
      const scopes = shown(cursor, 0);
      const step = cursor.stepOf(0);
      const next = cursor.nextOf(0);
      const details = scopes.get('Step')!;
      assert.equal(details[0].value, `${cursor.position} of ${steps.length}`);
      if (step !== null) {
        total += step.score;
        assert.equal(valueOf(details, 'total'), score(total));
        const { children = [] } = details.find(({ name }) => name === 'score')!;
        const parts = children.map(({ value }) => numberIn(value));
        assert.equal(
          parts.reduce((sum, part) => sum + part, 0),
          step.score,
        );
        assert.equal(valueOf(details, 'beam'), `no. ${step.rank} of ${cursor.beamOf(0)!.kept}`);
        const beam = scopes.get('Beam')!;
        const marked = beam.find(({ value }) => value.includes('← this'))!;
        assert.equal(marked.name, String(step.rank));
        assert.ok(marked.value.startsWith(`${score(total)} `));
      }
      const legal = scopes.get('Legal actions') ?? [];
      assert.equal(legal.length, next?.legal.length ?? 0);
      assert.equal(legal.filter(({ value }) => value.endsWith('← next')).length, next ? 1 : 0);
      const left = scopes.get('Words left') ?? [];
      assert.equal(left.length, cursor.leftOf(0).length);
      if (cursor.next(0) === null) break;
    }
  });

  it('have the head whose words are ordered, where a full tree is ordered from the leaves up', () => {
    const cursor = cursorOf(tree);
    assert.equal(cursor.result.trace.search, 'bottom-up');
    cursor.next(0);
    assert.equal(valueOf(shown(cursor, 0).get('Beam'), 'head'), 'c');
    const { length } = cursor.followed[0].steps;
    assert.equal(length, 2 + 1 + 3 + 1, 'each head, its dependents, and the whole of them');
    while (cursor.next(0) !== null);
    assert.equal(valueOf(shown(cursor, 0).get('Beam'), 'head'), 'a');
    assert.equal(cursor.framesOf(0)[0].name, cursor.followed[0].text);
    assert.deepEqual(
      shown(cursor, 0)
        .get('Tree')!
        .map(({ name, value }) => [name, value])
        .sort(),
      [
        ['a', 'X'],
        ['b', 'Y, of a'],
        ['c', 'X, of a'],
        ['d', 'Y, of c'],
      ],
    );
  });
});

describe('the debug console', () => {
  const ask = (cursor: TraceCursor, expression: string): string =>
    evaluate(cursor, 0, expression).text;

  it('tells of a word what it would add here, and from then on when it was taken', () => {
    const cursor = cursorOf();
    const { tokens, steps } = cursor.followed[0];
    const step = steps.findIndex(
      ({ taken }) => taken !== null && tokens[taken - 1].form === 'zebra',
    );
    const move = steps[step].legal.find(({ isTaken }) => isTaken)!;
    cursor.position = step;
    assert.equal(ask(cursor, 'zebra'), `SHIFT zebra/Z ${signed(move.score)}`);
    cursor.position = step + 1;
    assert.equal(ask(cursor, ' zebra '), `Z, since step ${step + 1}`);
  });

  it('tells the score and the beam', () => {
    const cursor = cursorOf();
    assert.equal(ask(cursor, 'score'), '0, for no step was taken yet.');
    cursor.next(0);
    const { score } = cursor.followed[0].steps[0];
    assert.match(ask(cursor, 'score'), new RegExp(`^${score}; SHIFT \\S+ adds [+]?${score}$`));
    const { text: said, details } = evaluate(cursor, 0, 'beam');
    assert.match(said, /^no\. \d+ of 4$/);
    assert.equal(details?.length, 1 + 4);
  });

  it('tells why a word is taken where it is, and not here', () => {
    const cursor = cursorOf();
    const { tokens, steps } = cursor.followed[0];
    const later = steps.findIndex(({ taken }) => taken === 2) + 1;
    const name = tokens[1].form;
    const answer = ask(cursor, `why ${name}`);
    assert.match(answer, new RegExp(`^Here SHIFT ${name}/\\w+ is no\\. \\d+ of the legal actions`));
    assert.match(
      answer,
      new RegExp(`Step ${later} takes it, no\\. \\d+ of the legal actions there`),
    );
    cursor.position = later;
    assert.match(ask(cursor, `why ${name}`), new RegExp(`^Step ${later} takes it, .*\\(`));
  });

  it('tells words of the same form apart', () => {
    const cursor = cursorOf('bag first {\n  words: a#1/X a#2/Y b\n}\n');
    assert.match(ask(cursor, 'a'), /^a#1: .*\na#2: /);
    assert.doesNotMatch(ask(cursor, 'a#2'), /a#1/);
  });

  it('says what it understands', () => {
    assert.throws(() => ask(cursorOf(), 'giraffe'), /no word “giraffe”.*score, beam or why WORD/);
  });
});
