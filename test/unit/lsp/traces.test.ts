import assert from 'node:assert/strict';
import { CancellationTokenSource, type CodeLens } from 'vscode-languageserver/node';
import { messages } from '../../../server/src/lsp/protocol.ts';
import type { TraceParams, TraceResult } from '../../../server/src/lsp/protocol.ts';
import { bundleWorker } from '../hosts/fake.ts';
import { Editor } from './editor.ts';
import { makeExtensionFolder } from './extension-folder.ts';

const uri = 'file:///a.bow';
const text = `bag first {
  words: dogs cats
    bark ./.
  deps:
    bark -nsubj-> dogs
    bark -> .
}

bag second {
  words: dogs the#1 the#2
  expect:
    the dogs the
    dogs the the
}

bag broken {
  words: dogs
  deps:
    bark -> dogs
}
`;

describe('the traces that the language server gives', () => {
  let worker: string;
  let removeWorker: () => void;
  let extension: string;
  let removeExtension: () => void;
  let editor: Editor;

  before(async () => {
    const source = new URL('../../../server/src/hosts/node/worker.ts', import.meta.url);
    ({ script: worker, remove: removeWorker } = bundleWorker(source));
    ({ path: extension, remove: removeExtension } = makeExtensionFolder());
    editor = new Editor({ worker, poolSize: 1 });
    editor.settings = { languageModel: 'none', results: 3 };
    await editor.start(extension);
    await editor.open(uri, text);
  });
  after(async () => {
    await editor.stop();
    removeWorker();
    removeExtension();
  });

  const trace = (params: Partial<TraceParams>): Promise<TraceResult> =>
    editor.client.sendRequest<TraceResult>(messages.trace, {
      ...{ uri, bag: null, line: 0, expect: null },
      ...params,
    });
  const expectedOf = ({ trace: { followed } }: TraceResult): string[] =>
    followed.filter(({ isExpected }) => isExpected).map((one) => one.text);

  it('say where the words and the arcs of the bag are written', async () => {
    const { bag, words, arcs } = await trace({ bag: 'first' });
    assert.deepEqual(bag, { index: 0, title: 'first', line: 0 });
    assert.deepEqual(
      words.map(({ name, range: { start } }) => [name, start.line, start.character]),
      [
        ['dogs', 1, 9],
        ['cats', 1, 14],
        ['bark', 2, 4],
        ['.', 2, 9],
      ],
    );
    assert.deepEqual(
      arcs.map(({ head, dependent, ranges: [{ start }] }) => [head, dependent, start.line]),
      [
        [2, 0, 4],
        [2, 3, 5],
      ],
    );
  });

  it('follow as many sentences as are listed, and build the arcs that are given', async () => {
    const { trace: traced } = await trace({ bag: 'first' });
    assert.equal(traced.followed.length, 3);
    for (const { tokens, steps } of traced.followed) {
      const built = steps.flatMap(({ arcs }) => arcs);
      const word = (place: number): number => tokens[place - 1].word;
      const given = built.find(({ head, dependent }) => word(head) === 2 && word(dependent) === 0);
      assert.equal(given?.seen, 1, 'training had one subject');
    }
  });

  it('are of the bag at a line, and follow the expectation there, or the first, or the one asked for', async () => {
    assert.deepEqual((await trace({ line: 9 })).bag.title, 'second');
    assert.deepEqual(expectedOf(await trace({ line: 9 })), ['the dogs the']);
    assert.deepEqual(expectedOf(await trace({ line: 12 })), ['dogs the the']);
    assert.deepEqual(expectedOf(await trace({ bag: 'second', expect: 2 })), ['dogs the the']);
  });

  it('are of the text as it is in the editor', async () => {
    await editor.edit(uri, 'dogs cats', 'dogs cats birds');
    const { words } = await trace({ bag: 'first' });
    assert.equal(words[2].name, 'birds');
    await editor.edit(uri, 'dogs cats birds', 'dogs cats');
  });

  it('are refused with the reason', async () => {
    await assert.rejects(trace({ bag: 'broken' }), /^Error: Line 19: .*bark/);
    await assert.rejects(trace({ bag: 'third' }), /^Error: The file has no bag called `third`/);
    await assert.rejects(trace({ uri: 'file:///b.bow' }), /^Error: The file is not open/);
    await assert.rejects(trace({ bag: 'second', expect: 3 }), /no expectation no\. 3/);
  });

  it('end when they are cancelled', async () => {
    const source = new CancellationTokenSource();
    const params: TraceParams = { uri, bag: 'first', line: 0, expect: null };
    const asked = editor.client.sendRequest(messages.trace, params, source.token);
    source.cancel();
    await assert.rejects(asked, /cancelled/);
  });

  it('are offered over a bag that expects another sentence than the best, and over no other', async () => {
    const bag = (name: string, sentence: string): string =>
      `bag ${name} {\n  words: dogs cats bark\n  expect:\n    ${sentence}\n}\n`;
    const other = 'file:///other.bow';
    await editor.open(other, bag('any', 'dogs cats bark'));
    const view = await editor.realized(other, 'any');
    assert.ok(view?.state.kind === 'realized');
    const [best, second] = view.state.result.realizations.map(({ text: sentence }) => sentence);
    const here = 'file:///here.bow';
    await editor.open(here, bag('met', best) + bag('lost', second) + bag('never', 'dogs cats'));
    for (const name of ['met', 'lost', 'never']) await editor.realized(here, name);
    const [, , , debug, ...others] = await editor.lenses(here);
    assert.deepEqual(others, []);
    const resolved = await editor.client.sendRequest<CodeLens>('codeLens/resolve', debug);
    const command = { title: 'Debug', command: 'bowline.debugBag', arguments: [here, 5] };
    assert.deepEqual(resolved.command, command);
  });
});
