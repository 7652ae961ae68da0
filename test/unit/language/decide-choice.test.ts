import assert from 'node:assert/strict';
import type { Addition, Decision } from '../../../server/src/bag/addition.ts';
import { withAdditions } from '../../../server/src/bag/addition.ts';
import { parse, toBag, writeAdditions } from '../../../server/src/language/index.ts';
import { constraintsOf } from '../../../server/src/language/meaning/constraints.ts';
import { edited } from '../../../server/src/language/writing/edited.ts';

/** Writes additions into a bag: the shown lines, and the bag's text afterwards. */
function written(text: string, ...additions: Addition[]): { lines: string[]; after: string } {
  const file = parse(text);
  const [node] = file.bags;
  const { lines, edits } = writeAdditions(node, additions)!;
  const after = edited(text, edits);
  const [bag] = parse(after).bags;
  assert.deepEqual([...bag.diagnostics, ...constraintsOf(bag).diagnostics], []);
  assert.deepEqual(toBag(bag), withAdditions(toBag(node), additions));
  return { lines: lines.map(({ line }) => line), after };
}

describe('the decision of a choice, written into a bag', () => {
  it('is the optional word without its `?`, or no word', () => {
    const text = 'bag {\n  words: I hope that? it rains\n}\n';
    assert.deepEqual(written(text, { kind: 'use', word: 2 }), {
      lines: ['write `that` instead of `that?`'],
      after: 'bag {\n  words: I hope that it rains\n}\n',
    });
    assert.deepEqual(written(text, { kind: 'remove', word: 2 }), {
      lines: ['remove `that?`'],
      after: 'bag {\n  words: I hope it rains\n}\n',
    });
  });

  it('is the chosen alternative, with the tags of its group', () => {
    const text = "bag {\n  words: it ( wo | will#2 )/MD|VB n't? rain\n}\n";
    assert.deepEqual(written(text, { kind: 'use', word: 2 }, { kind: 'remove', word: 3 }), {
      lines: ['write `will#2/MD|VB` instead of `( wo | will#2 )/MD|VB`', "remove `n't?`"],
      after: 'bag {\n  words: it will#2/MD|VB rain\n}\n',
    });
  });

  it('takes the lines that name removed words with it, and an empty chunk', () => {
    const text =
      'bag {\n  words:\n    he#1 he#2?\n    [ so? ]\n    sleeps\n' +
      '  deps:\n    root -> sleeps -> he#2\n    sleeps -> he#1\n' +
      '  order:\n    he#2 < so\n    he#1 < sleeps\n}\n';
    const { lines, after } = written(
      text,
      { kind: 'remove', word: 1 },
      { kind: 'remove', word: 2 },
      { kind: 'order', relation: 'last', words: [3] },
    );
    assert.deepEqual(lines.slice(0, 2), [
      'remove `he#2?` and the lines that name it',
      'remove `so?` and the lines that name it',
    ]);
    assert.equal(
      after,
      'bag {\n  words:\n    he#1\n    sleeps\n' +
        '  deps:\n    root -> sleeps\n    sleeps -> he#1\n' +
        '  order:\n    he#1 < sleeps\n    last sleeps\n}\n',
    );
  });

  it('names the item among others with the same text', () => {
    const groups = 'bag {\n  words: ( the | a ) dog bit ( the | a ) man\n}\n';
    assert.deepEqual(written(groups, { kind: 'use', word: 0 }, { kind: 'use', word: 4 }).lines, [
      'write `the` instead of the first `( the | a )`',
      'write `the` instead of the second `( the | a )`',
    ]);
    const optional = `bag {\n  words: it was ${'very? '.repeat(6)}cold\n}\n`;
    assert.deepEqual(
      written(optional, { kind: 'remove', word: 2 }, { kind: 'use', word: 7 }).lines,
      ['remove the first `very?`', 'write `very` instead of no. 6 of `very?`'],
    );
  });

  it('takes the `?` of a word from the name that the word needs for other lines', () => {
    const text = 'bag {\n  words: I really? really? like it\n}\n';
    const [node] = parse(text).bags;
    const arc = { kind: 'arc', head: 3, dependent: 2 } as const;
    const needed = (...decisions: Decision[]) =>
      writeAdditions(node, [...decisions, arc])!.lines.at(-1)!.indexed;
    assert.deepEqual(needed(), ['really#2?']);
    assert.deepEqual(needed({ kind: 'use', word: 2 }), ['really#2']);
  });

  it('is not written for a word without a choice', () => {
    const [node] = parse('bag {\n  words: dogs bark\n}\n').bags;
    assert.equal(writeAdditions(node, [{ kind: 'use', word: 0 }]), null);
  });
});
