import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SemanticTokens, TextEdit } from 'vscode-languageserver/node';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { tokenTypes } from '../../../server/src/language/features/semantic-tokens.ts';
import { Editor } from './editor.ts';

const uri = 'file:///a.bow';
const text = `bag one {
words:  dogs   chase
deps: chase -> dogs
}
bag two {
words: dogs
  }
`;
const file = TextDocument.create(uri, 'bow', 1, text);
const options = { tabSize: 4, insertSpaces: true };

describe('the language server, asked about the form of a file', () => {
  let extension: string;
  let editor: Editor;

  before(async () => {
    extension = mkdtempSync(join(tmpdir(), 'bowline-extension-'));
    editor = new Editor();
    await editor.start(extension);
    await editor.open(uri, text);
  });
  after(async () => {
    await editor.stop();
    rmSync(extension, { recursive: true, force: true });
  });

  const ask = <T>(request: string, more: object = {}): Promise<T> =>
    editor.client.sendRequest<T>(`textDocument/${request}`, { textDocument: { uri }, ...more });
  const formatted = async (request: string, more: object = {}): Promise<string> =>
    TextDocument.applyEdits(file, await ask<TextEdit[]>(request, { options, ...more }));
  const rangeOf = (written: string) => {
    const start = text.indexOf(written);
    return { start: file.positionAt(start), end: file.positionAt(start + written.length) };
  };

  it('formats it, with the indentation that the editor has', async () => {
    assert.equal(
      await formatted('formatting'),
      `bag one {
    words: dogs chase
    deps: chase -> dogs
}

bag two {
    words: dogs
}
`,
    );
    const tabs = await formatted('formatting', { options: { tabSize: 4, insertSpaces: false } });
    assert.match(tabs, /^\twords: dogs chase$/m);
  });

  it('formats a range of it', async () => {
    assert.equal(
      await formatted('rangeFormatting', { range: rangeOf('dogs   chase') }),
      text.replace('words:  dogs   chase', '    words: dogs chase'),
    );
  });

  it('formats what was typed', async () => {
    assert.equal(
      await formatted('onTypeFormatting', { position: rangeOf('deps').start, ch: '\n' }),
      text.replace('words:  dogs   chase\ndeps', '    words: dogs chase\n    deps'),
    );
    assert.equal(
      await formatted('onTypeFormatting', { position: rangeOf('  }').end, ch: '}' }),
      text.replace('  }', '}'),
    );
  });

  /** Each token as the protocol has it: lines and columns count from the token before. */
  function decoded({ data }: SemanticTokens): string[] {
    const found: string[] = [];
    let line = 0;
    let character = 0;
    for (let i = 0; i < data.length; i += 5) {
      const [lines, characters, length, type, modifiers] = data.slice(i, i + 5);
      line += lines;
      character = lines === 0 ? character + characters : characters;
      const start = file.offsetAt({ line, character });
      const written = text.slice(start, start + length);
      found.push(`${written} ${tokenTypes[type]}${modifiers === 1 ? '!' : ''}`);
    }
    return found;
  }

  it('tells what its tokens mean', async () => {
    const all = decoded(await ask<SemanticTokens>('semanticTokens/full'));
    assert.deepEqual(all, [
      ...['bag keyword', 'one namespace!', 'words: keyword', 'dogs variable!', 'chase variable!'],
      ...['deps: keyword', 'chase variable', '-> operator', 'dogs variable'],
      ...['bag keyword', 'two namespace!', 'words: keyword', 'dogs variable!'],
    ]);
    const range = rangeOf('words: dogs');
    const some = decoded(await ask<SemanticTokens>('semanticTokens/range', { range }));
    assert.deepEqual(some, ['words: keyword', 'dogs variable!']);
  });

  it('is asked for the tokens that the editor shows, however large a file is', async () => {
    assert.equal(editor.offered.semanticTokensProvider?.full, false);
    assert.equal(editor.offered.semanticTokensProvider.range, true);
    const large = 'file:///large.bow';
    await editor.open(large, 'bag {\n  words: a b c d e f g h\n}\n'.repeat(20_000));
    const textDocument = { uri: large };
    const range = { start: { line: 30_000, character: 0 }, end: { line: 30_003, character: 0 } };
    const { data } = await ask<SemanticTokens>('semanticTokens/range', { textDocument, range });
    assert.equal(data.length, 10 * 5);
  });

  it('is asked for all tokens by an editor that cannot ask for a range', async () => {
    const other = new Editor();
    await other.start(extension, { asksByRange: false });
    try {
      assert.equal(other.offered.semanticTokensProvider?.full, true);
    } finally {
      await other.stop();
    }
  });

  it('has no answer for a file that is not open', async () => {
    const textDocument = { uri: 'file:///other.bow' };
    for (const request of ['formatting', 'semanticTokens/full']) {
      assert.equal(await ask(request, { options, textDocument }), null);
    }
  });
});
