import assert from 'node:assert/strict';
import fc from 'fast-check';
import { check } from '../../../server/src/language/checks/check.ts';
import { parse, reparse } from '../../../server/src/language/tree/parser.ts';
import type { Edit } from '../../../server/src/language/tree/parser.ts';
import { positionAt } from '../../../server/src/language/tree/syntax.ts';
import { anyText, applyChange, bowText, change } from './generate.ts';
import { withoutModel } from '../support/check-options.ts';

function edited(text: string, from: string, to: string): { next: string; edit: Edit } {
  const start = text.indexOf(from);
  const next = text.slice(0, start) + to + text.slice(start + from.length);
  return { next, edit: { start, oldEnd: start + from.length, newEnd: start + to.length } };
}

describe('an incremental parse', () => {
  it('equals a fresh one, over chains of random edits', () => {
    fc.assert(
      fc.property(bowText, fc.array(change, { minLength: 8, maxLength: 16 }), (start, changes) => {
        let file = parse(start);
        for (const next of changes) {
          const { text, edit } = applyChange(file.text, next);
          file = reparse(file, text, edit);
          assert.deepEqual(file, parse(text));
        }
      }),
      { numRuns: 1200 },
    );
  });

  it('tells the same problems as a fresh one', () => {
    fc.assert(
      fc.property(bowText, fc.array(change, { minLength: 4, maxLength: 8 }), (start, changes) => {
        const options = { ...withoutModel, maxWords: 8 };
        let file = parse(start);
        for (const next of changes) {
          const { text, edit } = applyChange(file.text, next);
          file = reparse(file, text, edit);
          assert.deepEqual(
            check(file, options).diagnostics(),
            check(parse(text), options).diagnostics(),
          );
        }
      }),
      { numRuns: 300 },
    );
  });

  it('knows the line and column of every offset', () => {
    fc.assert(
      fc.property(anyText, fc.double({ min: 0, max: 1, noNaN: true }), (text, at) => {
        let offset = Math.floor(at * text.length);
        // Between CR and LF there is no line to speak of.
        if (text[offset - 1] === '\r' && text[offset] === '\n') offset--;
        const lines = text.slice(0, offset).split(/\r\n|\r|\n/);
        const position = { line: lines.length - 1, column: lines.at(-1)!.length };
        assert.deepEqual(positionAt(parse(text), offset), position);
      }),
    );
  });

  const three = 'bag a {\n  words: x\n}\n\nbag b {\n  words: y\n}\nbag c {\n  words: z\n}\n';

  it('keeps the bags that the edit does not touch', () => {
    const file = parse(three);
    const { next, edit } = edited(three, 'y', 'yes');
    const after = reparse(file, next, edit);
    assert.equal(after.bags[0], file.bags[0]);
    assert.notEqual(after.bags[1], file.bags[1]);
    assert.equal(after.bags[2], file.bags[2]);
    assert.deepEqual([...after.starts], [0, 22, 45]);
  });

  it('keeps a bag whose end was touched and stayed as it was', () => {
    const file = parse(three);
    const { next, edit } = edited(three, 'bag b', 'bag bb');
    const inserted = reparse(file, next, edit);
    assert.equal(inserted.bags[0], file.bags[0]);
    const start = three.indexOf('bag c');
    const text = `${three.slice(0, start)}bag n {\n}\n${three.slice(start)}`;
    const after = reparse(file, text, { start, oldEnd: start, newEnd: start + 10 });
    assert.deepEqual(
      after.bags.map((bag) => file.bags.indexOf(bag)),
      [0, 1, -1, 2],
    );
  });

  for (const [what, from, to, names] of [
    ['a header breaks', 'bag b {', 'bag b', ['a', 'c']],
    ['a header is made', '  words: y', 'bag n {', ['a', 'b', 'n', 'c']],
    ['the line before a header joins it', '}\nbag c', '} bag c', ['a', 'b']],
    ['all bags go', three, '', []],
    ['the first header breaks', 'bag a', 'bug a', ['b', 'c']],
  ] as const) {
    it(`follows when ${what}`, () => {
      const { next, edit } = edited(three, from, to);
      const after = reparse(parse(three), next, edit);
      assert.deepEqual(after, parse(next));
      assert.deepEqual(
        after.bags.map(({ name }) => name),
        names,
      );
    });
  }

  it('parses anew when the edit does not fit the text', () => {
    const after = reparse(parse(three), 'bag z {\n}', { start: 0, oldEnd: 1, newEnd: 1 });
    assert.deepEqual(after, parse('bag z {\n}'));
  });
});
