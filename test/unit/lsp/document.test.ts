import assert from 'node:assert/strict';
import fc from 'fast-check';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { parse } from '../../../server/src/language/tree/parser.ts';
import { BowDocument } from '../../../server/src/lsp/document.ts';
import { withoutModel } from '../support/check-options.ts';

const text = `language: en

bag one {
  words: a b
}
# between
bag two {
  words:
    c d
}
`;
const open = (content: string): BowDocument => new BowDocument('file:///a.bow', 'bow', 1, content);

describe('an open file', () => {
  it('follows any edits, one by one or several at once', () => {
    const piece = fc.constantFrom('', 'x', '\n', '\r\n', 'bag new {\n', '}\n', '  words: a\n', '"');
    const edit = fc.tuple(fc.nat(200), fc.nat(30), piece, fc.boolean());
    fc.assert(
      fc.property(fc.array(edit, { maxLength: 12 }), (edits) => {
        const document = open(text);
        const mirror = TextDocument.create('file:///a.bow', 'bow', 1, text);
        const changes = edits.map(([at, length, newText, backwards]) => {
          const range = {
            start: mirror.positionAt(at),
            end: mirror.positionAt(at + length),
          };
          TextDocument.update(mirror, [{ range, text: newText }], 2);
          return {
            range: backwards ? { start: range.end, end: range.start } : range,
            text: newText,
          };
        });
        document.update(changes, 2);
        assert.equal(document.file.text, mirror.getText());
        assert.deepEqual(document.file, parse(mirror.getText()));
        assert.equal(document.version, 2);
      }),
      { numRuns: 500 },
    );
  });

  it('follows many edits that come last first, as Replace All sends them', () => {
    const pieces = fc.array(fc.tuple(fc.constantFrom('', 'a', 'bag', ' {\n'), fc.nat(6)), {
      minLength: 2,
      maxLength: 20,
    });
    fc.assert(
      fc.property(pieces, (edits) => {
        const document = open(text);
        const mirror = TextDocument.create('file:///a.bow', 'bow', 1, text);
        let end = text.length;
        const changes = edits.map(([newText, length]) => {
          const start = Math.max(0, end - length);
          const range = { start: mirror.positionAt(start), end: mirror.positionAt(end) };
          TextDocument.update(mirror, [{ range, text: newText }], 2);
          end = Math.max(0, start - 2);
          return { range, text: newText };
        });
        document.update(changes, 2);
        assert.equal(document.file.text, mirror.getText());
        assert.equal(
          document.positions.offsetAt({ line: 99, character: 0 }),
          document.file.text.length,
        );
        assert.deepEqual(document.file, parse(mirror.getText()));
      }),
      { numRuns: 500 },
    );
  });

  it('takes a whole new text', () => {
    const document = open(text);
    const at = { line: 0, character: 0 };
    document.update(
      [
        { text: 'bag {\n}\n' },
        { range: { start: { ...at, character: 4 }, end: { ...at, character: 4 } }, text: 'x ' },
      ],
      3,
    );
    assert.deepEqual(document.file, parse('bag x {\n}\n'));
  });

  it('knows which bag a line belongs to, or which is the next, or else the last', () => {
    const document = open(text);
    const lines = text.split('\n').map((_, line) => document.bagNearLine(line));
    assert.deepEqual(lines, [0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1]);
    assert.equal(open('# No bag.\n').bagNearLine(0), -1);
  });

  it('knows which bags are on the screen', () => {
    const document = open(text);
    assert.deepEqual(document.bagsBetween(0, 1), { from: 0, to: 0 });
    assert.deepEqual(document.bagsBetween(0, 2), { from: 0, to: 1 });
    assert.deepEqual(document.bagsBetween(3, 8), { from: 0, to: 2 });
    assert.deepEqual(document.bagsBetween(7, 100), { from: 1, to: 2 });
    assert.deepEqual(open('').bagsBetween(0, 0), { from: 0, to: 0 });
  });

  it('holds whatever a file may hold', () => {
    const contents = [
      '',
      '\0\u0001\ufffd'.repeat(1000),
      'x'.repeat(1_000_000),
      `bag a {\n  words: ${'word '.repeat(200_000)}\n}`,
      'bag {'.repeat(1000),
    ];
    for (const content of contents) {
      const document = open(content);
      document.diagnostics(withoutModel);
      document.update(
        [
          {
            range: { start: { line: 0, character: 0 }, end: { line: 9, character: 9 } },
            text: '{',
          },
        ],
        2,
      );
      document.diagnostics(withoutModel);
    }
  });
});
