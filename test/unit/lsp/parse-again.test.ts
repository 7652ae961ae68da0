import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CancellationTokenSource } from 'vscode-languageserver/node';
import { messages } from '../../../server/src/lsp/protocol.ts';
import type { ShownParse, ShownUnambiguous } from '../../../server/src/lsp/protocol.ts';
import { encodeParser } from '../../../server/src/parser/parser-model.ts';
import { bundleWorker } from '../hosts/fake.ts';
import { tinyParserModel } from '../support/tiny-parser.ts';
import { Editor } from './editor.ts';
import { makeExtensionFolder } from './extension-folder.ts';

const uri = 'file:///a.bow';
/** The cat chases in every order of the words. */
const text = `bag a {
  words: The dog chased a cat .
  deps:
    chased -nsubj-> cat -> a
    chased -> dog -> The
    chased -punct-> .
  order:
    The < dog
    a < cat
    dog < .
    cat < .
    chased < .
}
`;

describe('the language server, asked to parse a realization again', () => {
  let worker: string;
  let removeWorker: () => void;
  let extension: string;
  let removeExtension: () => void;
  let editor: Editor;

  before(() => {
    const source = new URL('../../../server/src/hosts/node/worker.ts', import.meta.url);
    ({ script: worker, remove: removeWorker } = bundleWorker(source));
    ({ path: extension, remove: removeExtension } = makeExtensionFolder());
    writeFileSync(join(extension, 'models', 'en-ewt.bow-parser'), encodeParser(tinyParserModel()));
  });
  after(() => {
    removeWorker();
    removeExtension();
  });
  beforeEach(async () => {
    editor = new Editor({ worker, poolSize: 2 });
    await editor.start(extension);
    await editor.open(uri, text);
    await editor.realized(uri, 'a');
  });
  afterEach(() => editor.stop());

  const ask = <T>(message: string, sentence: string): Promise<T> =>
    editor.client.sendRequest<T>(message, { uri, index: 0, text: sentence });

  it('says what a reader would take otherwise, without a reason if only a label differs', async () => {
    const parse = await ask<ShownParse>(messages.parseAgain, 'The dog chased a cat .');
    assert.ok(!('problem' in parse));
    assert.deepEqual(
      parse.tokens.map(({ word, form, head, label }) => `${word} ${form} ${head} ${label}`),
      [
        '0 The 2 det',
        '1 dog 3 nsubj',
        '2 chased 0 root',
        '3 a 5 det',
        '4 cat 3 obj',
        '5 . 3 punct',
      ],
    );
    assert.deepEqual(parse.differing, [5]);
    assert.deepEqual(parse.sentences, [
      'A reader would take `a cat` for the `obj` of `chased`, not for its `nsubj`.',
    ]);
    assert.equal(parse.reason, null);
  });

  it('says only which tags differ if a sentence is read as it is meant', async () => {
    const parse = await ask<ShownParse>(messages.parseAgain, 'a cat chased The dog .');
    assert.ok(!('problem' in parse));
    assert.deepEqual([parse.differing, parse.sentences, parse.reason], [[], [], null]);
    assert.match(parse.besides.join(), /^Other tags: .*; `cat` is `VBP`, in the parse `NN`; /);
  });

  it('finds an order that is read as meant, and a line that asks for it', async () => {
    const found = await ask<ShownUnambiguous>(messages.unambiguous, 'The dog chased a cat .');
    assert.ok(!('problem' in found));
    assert.equal(found.sentence?.text, 'a cat chased The dog .');
    assert.ok(found.isWhole);
    assert.ok(found.sentence.rank > 1);
    const { line, addition } = found.line!;
    assert.equal(line, 'chased < The');
    const edits = await editor.client.sendRequest<{ edits: unknown[] } | null>(messages.add, {
      ...{ uri, index: 0, additions: [addition] },
    });
    assert.equal(edits?.edits.length, 1);
  });

  it('says that no order is read as meant', async () => {
    const other = 'file:///b.bow';
    await editor.open(other, text.replace('-nsubj-> cat', '-punct-> cat'));
    const view = await editor.realized(other, 'a');
    assert.ok(view?.state.kind === 'realized');
    const [{ text: first }] = view.state.result.realizations;
    const params = { uri: other, index: 0, text: first };
    const found = await editor.client.sendRequest<ShownUnambiguous>(messages.unambiguous, params);
    assert.ok(!('problem' in found));
    assert.deepEqual([found.sentence, found.line], [null, null]);
    assert.ok(found.parsed > 1);
  });

  it('is cancelled, refused for a bag that changed, and impossible without a parser', async () => {
    const source = new CancellationTokenSource();
    const params = { uri, index: 0, text: 'The dog chased a cat .' };
    const asked = editor.client.sendRequest(messages.unambiguous, params, source.token);
    source.cancel();
    await assert.rejects(asked, /cancelled/);
    await assert.rejects(ask(messages.parseAgain, 'no such sentence'), /changed/);
    await editor.configure({ parser: 'none' });
    const parse = await ask<ShownParse>(messages.parseAgain, params.text);
    assert.ok('problem' in parse && parse.problem.setting === 'bowline.parser');
  });
});
