import assert from 'node:assert/strict';
import { parse } from '../../../server/src/language/tree/parser.ts';
import { insertExpectation } from '../../../server/src/language/features/insert-expectation.ts';

/** The bag after the insertion; null where there is none. */
function inserted(text: string, sentence: string): string | null {
  const edit = insertExpectation(parse(text).bags[0], sentence);
  if (edit === null) return null;
  return text.slice(0, edit.range.start) + edit.newText + text.slice(edit.range.end);
}

describe('inserting an expectation', () => {
  it('adds the section before the closing brace', () => {
    assert.equal(
      inserted('bag a {\n  words: b a\n}\n', 'a b'),
      'bag a {\n  words: b a\n  expect:\n    a b\n}\n',
    );
  });

  it('adds a line to the section that is there, indented like the last', () => {
    assert.equal(
      inserted('bag a {\n  words: b a\n  expect:\n      b a\n\n}\n', 'a b'),
      'bag a {\n  words: b a\n  expect:\n      b a\n      a b\n\n}\n',
    );
    assert.equal(
      inserted('bag a {\n\texpect: b a\n\twords: b a\n}\n', 'a b'),
      'bag a {\n\texpect: b a\n\t  a b\n\twords: b a\n}\n',
    );
    assert.equal(
      inserted('bag a {\n  words: b a\n  expect:\n}\n', 'a b'),
      'bag a {\n  words: b a\n  expect:\n    a b\n}\n',
    );
  });

  it('adds a statement to a bag on one line', () => {
    assert.equal(inserted('bag a { words: b a }\n', 'a b'), 'bag a { words: b a expect: a b }\n');
    assert.equal(
      inserted('bag a {words: b a expect: b a deps: a -> b} # why\n', 'a b'),
      'bag a {words: b a expect: b a expect: a b deps: a -> b} # why\n',
    );
    assert.equal(
      inserted('bag a {\n  words: b a order: b < a\n}\n', 'a b'),
      'bag a {\n  words: b a order: b < a\n  expect:\n    a b\n}\n',
    );
  });

  it('keeps the line ends of the file', () => {
    assert.equal(
      inserted('bag a {\r\n  words: b a\r\n}\r\n', 'a b'),
      'bag a {\r\n  words: b a\r\n  expect:\r\n    a b\r\n}\r\n',
    );
  });

  it('manages a brace at the end of a line, and none at all', () => {
    assert.equal(
      inserted('bag a {\n  words: b a }\n', 'a b'),
      'bag a {\n  words: b a \n  expect:\n    a b\n}\n',
    );
    assert.equal(
      inserted('bag a {\n  words: b a\n', 'a b'),
      'bag a {\n  words: b a\n  expect:\n    a b\n',
    );
  });

  it('refuses a sentence that would read as something else', () => {
    const bag = 'bag a {\n  words: b a\n}\n';
    for (const sentence of ['} a', 'words: a', 'bag b {', 'a\nb', '']) {
      assert.equal(inserted(bag, sentence), null, sentence);
    }
  });
});
