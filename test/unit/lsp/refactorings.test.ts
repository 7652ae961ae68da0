import assert from 'node:assert/strict';
import { CancellationTokenSource } from 'vscode-languageserver/node';
import type { CodeAction, CodeActionContext, Range } from 'vscode-languageserver/node';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { clientCommands, messages } from '../../../server/src/lsp/protocol.ts';
import type { KeepParams, KeepResult, BagEdits } from '../../../server/src/lsp/protocol.ts';
import { bundleFakeWorker } from '../hosts/fake.ts';
import { smallModelOfLemmas } from '../support/small-model.ts';
import { Editor } from './editor.ts';
import { makeExtensionFolder } from './extension-folder.ts';

const uri = 'file:///a.bow';

describe('the refactorings that the language server offers', () => {
  let worker: string;
  let removeWorker: () => void;
  let extension: string;
  let removeExtension: () => void;
  let editor: Editor;

  before(() => {
    ({ script: worker, remove: removeWorker } = bundleFakeWorker());
    ({ path: extension, remove: removeExtension } = makeExtensionFolder());
  });
  after(() => {
    removeWorker();
    removeExtension();
  });
  beforeEach(async () => {
    editor = new Editor({ worker, poolSize: 1 });
    await editor.start(extension);
  });
  afterEach(() => editor.stop());

  const file = (text: string): TextDocument => TextDocument.create(uri, 'bow', 1, text);
  const rangeOf = (text: string, part: string): Range => {
    const at = text.indexOf(part);
    return { start: file(text).positionAt(at), end: file(text).positionAt(at + part.length) };
  };
  const offered = (range: Range, only: string): Promise<CodeAction[]> => {
    const context: CodeActionContext = { diagnostics: [], only: [only] };
    return editor.client.sendRequest('textDocument/codeAction', {
      textDocument: { uri },
      range,
      context,
    });
  };
  const action = async (text: string, at: string, title: string): Promise<CodeAction> => {
    const actions = await offered(rangeOf(text, at), 'refactor');
    const found = actions.find((one) => one.title === title);
    assert.ok(found, `only ${actions.map((one) => one.title).join(', ')}`);
    return found;
  };
  const applied = (text: string, { edit }: CodeAction): string =>
    TextDocument.applyEdits(file(text), edit!.changes![uri]);
  const resolved = (unresolved: CodeAction): Promise<CodeAction> =>
    editor.client.sendRequest<CodeAction>('codeAction/resolve', unresolved);

  it('fix the tags and the arcs of the best realization', async () => {
    const text = 'bag a {\n  words: old dogs bark?\n}\n';
    await editor.open(uri, text);
    await editor.realized(uri, 'a');
    const tags = await action(text, 'words', 'Keep the tags of the first sentence');
    assert.equal(tags.kind, 'refactor.rewrite');
    assert.match(applied(text, await resolved(tags)), /words: old\/NN dogs\/NN bark\/NN\?\n/);
  });

  describe('of a word and its lemma', () => {
    let withLemmas: ReturnType<typeof makeExtensionFolder>;
    before(() => {
      withLemmas = makeExtensionFolder(smallModelOfLemmas());
    });
    after(() => withLemmas.remove());
    const openWithLemmas = async (text: string, realizeOn: string): Promise<void> => {
      await editor.stop();
      editor = new Editor({ worker, poolSize: 1 });
      editor.settings = { realizeOn };
      await editor.start(withLemmas.path);
      await editor.open(uri, text);
      await editor.until('the model is loaded', () => editor.statuses.at(-1)?.state === 'ready');
    };

    it('write either as the other, and the references with it', async () => {
      const text =
        'bag a {\n  words: old dogs are/VBP @dog?\n  deps:\n    are -> dogs\n    dogs -> @dog\n}\n';
      await openWithLemmas(text, 'type');
      await editor.realized(uri, 'a');
      const lemma = await action(
        text,
        'are ->',
        'Write as lemma: `@be[Number=Plur|Tense=Pres]/VBP`',
      );
      assert.equal(lemma.kind, 'refactor.rewrite');
      assert.equal(
        applied(text, lemma),
        text.replace('are/', '@be[Number=Plur|Tense=Pres]/').replace('are ->', '@be ->'),
      );
      // The fake search uses the lemma as its form.
      const form = await action(text, '@dog?', 'Write its form: `dog`');
      assert.equal(applied(text, form), text.replaceAll('@dog', 'dog'));
    });

    it('offer no form before the bag is realized, and nothing beside a word', async () => {
      const text = 'bag a {\n  words: old @dog dogs # dogs\n}\n';
      await openWithLemmas(text, 'never');
      for (const at of ['@dog', '# dogs', 'old']) {
        const titles = (await offered(rangeOf(text, at), 'refactor')).map(({ title }) => title);
        assert.deepEqual(
          titles.filter((title) => title.startsWith('Write')),
          [],
        );
      }
      await action(text, 'dogs', 'Write as lemma: `@dog[Number=Plur]/NNS`');
    });
  });

  it('fix the arcs of any sentence of the panel, by its text, and index what is repeated', async () => {
    const text = 'bag a {\n  words: old dogs bark\n}\n';
    await editor.open(uri, text);
    await editor.realized(uri, 'a');
    const fix = async (params: Omit<KeepParams, 'uri' | 'index'>): Promise<string> => {
      const result = await editor.client.sendRequest<BagEdits>(messages.keep, {
        uri,
        index: 0,
        ...params,
      });
      assert.equal(result.version, 1);
      return TextDocument.applyEdits(file(text), [...result.edits]);
    };
    assert.equal(
      await fix({ text: 'old dogs bark', what: 'arcs' }),
      'bag a {\n  words: old dogs bark\n  deps:\n    root -> old\n    old -> dogs\n    dogs -> bark\n}\n',
    );
    assert.equal(
      await fix({ text: 'bark dogs old', what: 'arcs' }),
      'bag a {\n  words: old dogs bark\n  deps:\n    root -> bark\n    bark -> dogs\n    dogs -> old\n}\n',
    );
    assert.equal(
      await fix({ text: 'bark dogs old', what: 'tags' }),
      'bag a {\n  words: old/NN dogs/NN bark/NN\n}\n',
    );
    const none = { uri, index: 0, text: 'dogs old bark', what: 'tags' } satisfies KeepParams;
    assert.equal(await editor.client.sendRequest(messages.keep, none), null);
    await editor.edit(uri, 'bark', 'sleep');
    const stale = { ...none, text: 'old dogs bark' };
    assert.equal(await editor.client.sendRequest(messages.keep, stale), null);
  });

  describe('keep a sentence after a search', () => {
    const text = 'bag a {\n  words: arcless dogs bark\n}\n';
    const params: KeepParams = { uri, index: 0, text: 'arcless dogs bark', what: 'arcs' };

    it('which may be cancelled in its progress', async () => {
      await editor.configure({ timeLimit: 60_000 });
      await editor.open(uri, text);
      await editor.realized(uri, 'a');
      const pending = editor.client.sendRequest(messages.keep, params);
      await editor.until('there is progress', () => editor.progress.length > 0);
      const { token, value } = editor.progress[0];
      assert.match(JSON.stringify(value), /"title":"Keeping".*"message":"0 of \d+ searches"/);
      await editor.client.sendNotification('window/workDoneProgress/cancel', { token });
      await assert.rejects(pending, /Keeping was cancelled/);
    });

    it('which stops once the editor withdraws its request', async () => {
      await editor.configure({ timeLimit: 60_000 });
      await editor.open(uri, text);
      await editor.realized(uri, 'a');
      const withdrawal = new CancellationTokenSource();
      const pending = editor.client.sendRequest(messages.keep, params, withdrawal.token);
      await editor.until('there is progress', () => editor.progress.length > 0);
      withdrawal.cancel();
      await assert.rejects(pending, /cancelled/);
      await editor.until('the progress ends', () => editor.progress.at(-1)?.value.kind === 'end');
    });

    it('and keep nothing of a file that changes meanwhile', async () => {
      await editor.configure({ timeLimit: 60_000 });
      await editor.open(uri, text);
      await editor.realized(uri, 'a');
      const pending = editor.client.sendRequest(messages.keep, params);
      await editor.until('there is progress', () => editor.progress.length > 0);
      await editor.edit(uri, 'bark', 'sleep');
      assert.equal(await pending, null);
    });

    it('and say so if another one comes first nevertheless', async () => {
      const written = text.replace('arcless', 'old');
      await editor.open(uri, written);
      await editor.realized(uri, 'a');
      const last = { ...params, text: 'bark dogs old' };
      const result = await editor.client.sendRequest<KeepResult>(messages.keep, last);
      assert.equal(
        result.notice,
        'The arcs are kept, but another sentence comes first: “old dogs bark!” ' +
          'Bowline found no lines of order: that change this.',
      );
      assert.doesNotMatch(TextDocument.applyEdits(file(written), [...result.edits]), /order:/);
    });
  });

  it('are the same before and after the bag is realized, and say what they wait for', async () => {
    const text = 'bag a {\n  words: old dogs\n  order: old < dogs\n}\n';
    await editor.configure({ realizeOn: 'never' });
    await editor.open(uri, text);
    const shown = async (): Promise<[string, string | undefined][]> =>
      (await offered(rangeOf(text, 'words'), 'refactor')).map(({ title, disabled }) => [
        title,
        disabled?.reason,
      ]);
    const reason = 'The bag is not realized yet: save the file, or choose Realize.';
    assert.deepEqual(await shown(), [
      ['Keep the tags of the first sentence', reason],
      ['Keep the arcs of the first sentence', reason],
      ['Remove constraints that change nothing', undefined],
    ]);
    await editor.client.sendRequest(messages.realize, { uri, index: 0 });
    await editor.realized(uri, 'a');
    assert.deepEqual(await shown(), [
      ['Keep the tags of the first sentence', undefined],
      ['Keep the arcs of the first sentence', undefined],
      ['Remove constraints that change nothing', undefined],
    ]);
  });

  it('are after a burst of edits the same as of a fresh server, and so are the fixes', async () => {
    const text = 'bag a {\n  words: old dogs dogs\n  deps: dogs -> old\n}\n';
    await editor.open(uri, text);
    await editor.edit(uri, 'dogs dogs', 'dogs bark');
    await editor.edit(uri, 'bark', 'barks');
    await editor.edit(uri, 'dogs -> old', 'dog -> old');
    await editor.edit(uri, 'words: old', 'words: the old');
    const final = 'bag a {\n  words: the old dogs barks\n  deps: dog -> old\n}\n';
    const broken = await editor.actions(uri, rangeOf(final, 'dog ->'));
    await editor.edit(uri, 'dog -> old', 'dogs -> old');
    const mended = await editor.actions(uri, rangeOf(final, 'words'));

    const fresh = new Editor({ worker, poolSize: 1 });
    await fresh.start(extension);
    try {
      const titles = (actions: readonly CodeAction[]): string[] =>
        actions.map(({ title }) => title);
      await fresh.open(uri, final);
      const expected = titles(await fresh.actions(uri, rangeOf(final, 'dog ->')));
      assert.ok(expected.includes('Change to `dogs`'), expected.join(', '));
      assert.deepEqual(titles(broken), expected);
      await fresh.close(uri);
      await fresh.open(uri, final.replace('dog ->', 'dogs ->'));
      await fresh.realized(uri, 'a');
      const offers = titles(await fresh.actions(uri, rangeOf(final, 'words')));
      assert.ok(offers.includes('Keep the tags of the first sentence'), offers.join(', '));
      assert.deepEqual(titles(mended), offers);
    } finally {
      await fresh.stop();
    }
  });

  it('wait for the model', async () => {
    const text = 'bag a {\n  words: old dogs\n  order: old < dogs\n}\n';
    await editor.configure({ model: 'nowhere' });
    await editor.until('there is none', () => editor.statuses.at(-1)?.state === 'no-model');
    await editor.open(uri, text);
    const actions = await offered(rangeOf(text, 'words'), 'refactor');
    assert.deepEqual(
      actions.map(({ disabled }) => disabled?.reason),
      Array.from({ length: 3 }, () => 'There is no model to realize with.'),
    );
  });

  it('are left out where they wait, of an editor that shows none of those', async () => {
    const other = new Editor({ worker, poolSize: 1 });
    await other.start(extension, { showsDisabled: false });
    try {
      const text = 'bag a {\n  words: old dogs\n}\n';
      await other.configure({ realizeOn: 'never' });
      await other.open(uri, text);
      assert.deepEqual(await other.actions(uri, rangeOf(text, 'words')), []);
    } finally {
      await other.stop();
    }
  });

  it('are none of a bag that has errors or has nothing to fix', async () => {
    const text =
      'bag a {\n  words: dogs\n  deps: dogs -> cats\n}\nbag b {\n  words: dogs/NNS\n  deps: root -> dogs\n}\n';
    await editor.open(uri, text);
    await editor.realized(uri, 'b');
    assert.deepEqual(await offered(rangeOf(text, 'dogs -> cats'), 'refactor'), []);
    const titles = (await offered(rangeOf(text, 'root'), 'refactor')).map(({ title }) => title);
    assert.deepEqual(titles, ['Remove constraints that change nothing']);
    assert.deepEqual(await offered(rangeOf(text, 'root'), 'refactor.extract'), []);
  });

  describe('remove constraints', () => {
    const title = 'Remove constraints that change nothing';
    const text =
      'bag a {\n  words: dogs bark\n  deps:\n    bark -> dogs\n  order: dogs < bark\n}\n';

    it('that change nothing, once the action is chosen', async () => {
      await editor.open(uri, text);
      const offer = await action(text, 'words', title);
      assert.equal(offer.edit, undefined);
      assert.equal(applied(text, await resolved(offer)), 'bag a {\n  words: dogs bark\n}\n');
    });

    it('and tell where each of them changes something', async () => {
      const changing = text.replaceAll('dogs', 'constrained');
      await editor.open(uri, changing);
      const { edit, command } = await resolved(await action(changing, 'words', title));
      assert.equal(edit, undefined);
      assert.equal(command?.command, clientCommands.showMessage);
      assert.deepEqual(command.arguments, [
        'Nothing was removed: every constraint of a changes something.',
      ]);
    });

    it('and tell where the search is cut short', async () => {
      await editor.configure({ timeLimit: 50, realizeOn: 'never' });
      const long = text.replaceAll('dogs', 'search').replace('search bark', 'bark search');
      const first = long.replace('bark search', 'search bark');
      await editor.open(uri, first);
      const { edit, command } = await resolved(await action(first, 'words', title));
      assert.equal(edit, undefined);
      assert.match(String(command?.arguments?.[0]), /did not finish.*bowline\.timeLimit/);
    });

    it('until the user cancels it, with progress where it takes long', async () => {
      await editor.configure({ realizeOn: 'never', timeLimit: 60_000 });
      const long = text.replaceAll('dogs', 'search');
      await editor.open(uri, long);
      const pending = resolved(await action(long, 'words', title));
      await editor.until('there is progress', () => editor.progress.length > 0);
      assert.deepEqual(editor.progress[0].value, {
        kind: 'begin',
        title: 'Removing',
        percentage: 0,
        message: '0 of 2 constraints',
        cancellable: true,
      });
      await editor.client.sendNotification('window/workDoneProgress/cancel', {
        token: editor.progress[0].token,
      });
      await assert.rejects(pending, /cancelled/);
      await editor.until('the progress ends', () => editor.progress.at(-1)?.value.kind === 'end');
    });

    it('until the editor withdraws its request', async () => {
      await editor.configure({ realizeOn: 'never', timeLimit: 60_000 });
      const long = text.replaceAll('dogs', 'search');
      await editor.open(uri, long);
      const withdrawal = new CancellationTokenSource();
      const pending = editor.client.sendRequest(
        'codeAction/resolve',
        await action(long, 'words', title),
        withdrawal.token,
      );
      await editor.until('there is progress', () => editor.progress.length > 0);
      withdrawal.cancel();
      await assert.rejects(pending, /cancelled/);
      await editor.until('the progress ends', () => editor.progress.at(-1)?.value.kind === 'end');
    });

    it('until the file is edited or closed', async () => {
      await editor.configure({ realizeOn: 'never', timeLimit: 60_000 });
      const long = text.replaceAll('dogs', 'search');
      await editor.open(uri, long);
      const pending = resolved(await action(long, 'words', title));
      await editor.until('there is progress', () => editor.progress.length > 0);
      await editor.edit(uri, long, `${long}\n`);
      await assert.rejects(pending, /cancelled/);
    });

    it('of the file as it was offered for, and of no other', async () => {
      await editor.open(uri, text);
      const offer = await action(text, 'words', title);
      await editor.edit(uri, 'dogs bark', 'dogs bark loudly');
      await assert.rejects(resolved(offer), /changed meanwhile/);
    });
  });

  it('make a bag of each selected line outside all bags', async () => {
    const text = 'dogs bark .\ncats sleep .\n';
    await editor.open(uri, text);
    const extract = await action(text, text.trimEnd(), 'Make a bag of each selected line');
    const bag = (words: string, line: string): string =>
      `bag {\n  words:\n    ${words}\n  expect:\n    ${line}\n}\n`;
    assert.equal(
      applied(text, await resolved(extract)),
      `${bag('. bark dogs', 'dogs bark .')}\n${bag('. cats sleep', 'cats sleep .')}`,
    );
  });

  it('make bags of what is selected, in a file of bags or any other text', async () => {
    const text = '# It rains.\nbag a {\n  words: dogs\n}\n';
    await editor.open(uri, text);
    const extract = await action(text, 'It rains.', 'Make a bag from the selected sentence');
    assert.equal(extract.kind, 'refactor.extract');
    const bag = 'bag {\n  words:\n    . It rains\n  expect:\n    It rains .\n}\n';
    assert.equal(extract.edit, undefined, 'it is worked out once it is looked at');
    assert.equal(
      applied(text, await resolved(extract)),
      `# It rains.\n\n${bag}\nbag a {\n  words: dogs\n}\n`,
    );
  });

  describe('beside them, hints of tags', () => {
    it('stand after the words whose tag is open, and write it', async () => {
      const text = 'bag a {\n  words: old/NNS dogs/NNS|VBP bark?\n}\n';
      await editor.open(uri, text);
      await editor.realized(uri, 'a');
      const hints = (await editor.hints(uri)).filter(({ kind }) => kind !== undefined);
      assert.deepEqual(
        hints.map(({ label, position }) => [label, position.character]),
        [
          ['as NN', 29],
          ['/NN', 34],
        ],
      );
      const edits = hints.flatMap(({ textEdits = [] }) => textEdits);
      assert.equal(
        TextDocument.applyEdits(file(text), edits),
        'bag a {\n  words: old/NNS dogs/NN bark/NN?\n}\n',
      );
      await editor.edit(uri, 'bark', 'sleep');
      assert.deepEqual(await editor.hints(uri), []);
    });
  });

  describe('beside them, a lens over each bag', () => {
    const titleOf = async (index: number): Promise<string | undefined> =>
      (await editor.lens(uri, index)).command?.title;

    it('says how it stands, and what a click does', async () => {
      const text =
        'bag a {\n  words: dogs bark\n  expect: bark dogs\n}\nbag b {\n  words: a\n  deps: b -> a\n}\n';
      await editor.open(uri, text);
      await editor.realized(uri, 'a');
      const done = await editor.lens(uri, 0);
      assert.deepEqual(done.range.start, { line: 0, character: 0 });
      assert.deepEqual(done.command, {
        title: '2 sentences found · expected is no. 2',
        command: clientCommands.showBag,
        arguments: [uri, { line: 0, character: 0 }, 'bark dogs'],
      });
      assert.deepEqual((await editor.lens(uri, 1)).command, {
        title: '1 error',
        command: clientCommands.reveal,
        arguments: [uri, { line: 6, character: 8 }],
      });
      await editor.edit(uri, 'dogs bark', 'dogs bark loudly');
      assert.deepEqual((await editor.lens(uri, 0)).command, {
        title: 'Realize',
        command: clientCommands.realizeBag,
        arguments: [uri, 0],
      });
    });

    it('is asked for again once something is done, and realizes nothing', async () => {
      await editor.configure({ realizeOn: 'never' });
      await editor.open(uri, 'bag a {\n  words: search\n}\n');
      assert.equal(await titleOf(0), 'Realize');
      assert.ok(editor.statuses.every(({ state }) => state !== 'working'));
      await editor.client.sendRequest(messages.realize, { uri, index: 0 });
      assert.equal(await titleOf(0), 'realizing…');
      const before = editor.lensRefreshes;
      await editor.configure({ realizeOn: 'never', timeLimit: 50 });
      await editor.until('lenses are refreshed', () => editor.lensRefreshes > before);
      assert.equal(await titleOf(0), 'Realize');
    });

    it('can be switched off', async () => {
      await editor.open(uri, 'bag a {\n  words: dogs\n}\n');
      assert.equal((await editor.lenses(uri)).length, 1);
      await editor.configure({ codeLens: false });
      await editor.until('it has settled', () => editor.statuses.at(-1)?.state === 'ready');
      assert.deepEqual(await editor.lenses(uri), []);
    });

    it('is there for 20,000 bags without a look at any', async () => {
      await editor.open(uri, 'bag {\n  words: dogs\n}\n'.repeat(20_000));
      const lenses = await editor.lenses(uri);
      assert.equal(lenses.length, 20_000);
      assert.deepEqual(lenses[19_999].range.start, { line: 59_997, character: 0 });
      assert.ok(lenses.every(({ command }) => command === undefined));
    });
  });
});
