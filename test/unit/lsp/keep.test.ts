import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { TextDocument } from 'vscode-languageserver-textdocument';
import type { CodeAction } from 'vscode-languageserver/node';
import { clientCommands, messages } from '../../../server/src/lsp/protocol.ts';
import type { KeepParams, KeepResult, ShownExplanation } from '../../../server/src/lsp/protocol.ts';
import { parse, toBag } from '../../../server/src/language/index.ts';
import { notFirst } from '../../../server/src/lsp/refactorings.ts';
import type { Realization } from '../../../server/src/realize/realizer.ts';
import { encodeModel } from '../../../server/src/model/model.ts';
import { tinyModel } from '../support/tiny.ts';
import { bundleWorker } from '../hosts/fake.ts';
import { Editor } from './editor.ts';
import { makeExtensionFolder } from './extension-folder.ts';

const text = 'bag first {\n  words: dogs cats birds bark\n}\n';

describe('what a command keeps of a sentence', () => {
  let removeWorker: () => void;
  let removeExtension: () => void;
  let editor: Editor;
  let files = 0;
  /** A model whose search misses derivations. */
  let model: string;

  before(async () => {
    const source = new URL('../../../server/src/hosts/node/worker.ts', import.meta.url);
    const worker = bundleWorker(source);
    const extension = makeExtensionFolder();
    [removeWorker, removeExtension] = [worker.remove, extension.remove];
    model = join(extension.path, 'tiny.bow-model');
    writeFileSync(model, encodeModel(await tinyModel()));
    editor = new Editor({ worker: worker.script, poolSize: 1 });
    editor.settings = { languageModel: 'none' };
    await editor.start(extension.path);
  });
  after(async () => {
    await editor.stop();
    removeWorker();
    removeExtension();
  });

  const open = async (content: string): Promise<{ uri: string; sentences: string[] }> => {
    const uri = `file:///${++files}.bow`;
    await editor.open(uri, content);
    const view = await editor.realized(uri, 'first');
    assert.ok(view?.state.kind === 'realized');
    return { uri, sentences: view.state.result.realizations.map((one) => one.text) };
  };
  const keep = (params: Omit<KeepParams, 'index'>): Promise<KeepResult> =>
    editor.client.sendRequest(messages.keep, { ...params, index: 0 });
  const applied = (content: string, { edits }: Pick<KeepResult, 'edits'>): string =>
    TextDocument.applyEdits(TextDocument.create('', 'bow', 1, content), [...edits]);

  for (const what of ['arcs', 'tags'] as const) {
    it(`puts the sentence first: its ${what}, with the order lines that this needs`, async () => {
      const { uri, sentences } = await open(text);
      let withLines = 0;
      for (const sentence of sentences) {
        const result = await keep({ uri, text: sentence, what });
        const after = applied(text, result);
        assert.equal((await open(after)).sentences[0], sentence, after);
        const lines = [...after.matchAll(/^ {4}(.* <<? .*|first .*|last .*)$/gm)].map(
          ([, line]) => line,
        );
        if (lines.length > 0) withLines++;
        const said = new Intl.ListFormat('en').format(lines.map((line) => `“${line}”`));
        const without = lines.length === 1 ? 'it' : 'them';
        assert.equal(
          result.notice,
          lines.length === 0
            ? null
            : `Added ${said} to order:, since another sentence comes first without ${without}.`,
        );
      }
      // The small model's trees leave no other sentence first.
      assert.equal(withLines > 0, what === 'tags');
    });
  }

  it('can be a sentence that the search missed, once it is explained', async () => {
    await editor.configure({ beam: 1, results: 1 });
    const expecting = text.replace('\n}', '\n  expect: dogs birds bark cats\n}');
    const { uri, sentences } = await open(expecting);
    const missed = 'dogs birds bark cats';
    assert.ok(!sentences.includes(missed));
    assert.equal(await keep({ uri, text: missed, what: 'tags' }), null);
    const params = { uri, index: 0, text: missed, against: null, depth: 'brief' };
    await editor.client.sendRequest(messages.explain, params);
    const result = await keep({ uri, text: missed, what: 'tags' });
    assert.match(applied(expecting, result), /words: dogs\/\S+ cats\/\S+ birds\/\S+ bark\/\S+/);
    await editor.configure({ beam: 64, results: 10 });
  });

  it('has the arcs of the best derivation, which the panel shows, if the search missed it', async () => {
    await editor.configure({ beam: 8, model });
    const sentence = 'a cat the . dog sleeps';
    const content = `bag first {\n  words: a dog sleeps the cat .\n  expect: ${sentence}\n}\n`;
    const { uri } = await open(content);
    const params = { uri, index: 0, text: sentence, against: null, depth: 'brief' };
    const { expected } = await editor.client.sendRequest<ShownExplanation>(
      messages.explain,
      params,
    );
    const after = applied(content, await keep({ uri, text: sentence, what: 'arcs' }));
    const { tokens } = expected!;
    const { arcs, root } = toBag(parse(after).bags[0]);
    const heads = new Map(arcs.map(({ head, dependent }) => [dependent, head]));
    for (const { word, head } of tokens) {
      if (head === 0) assert.equal(root, word);
      else assert.equal(heads.get(word), tokens[head - 1].word);
    }
    await editor.configure({ beam: 64, model: '' });
  });

  it('has the tags that the hints show: of the best derivation, as in the panel', async () => {
    await editor.configure({ beam: 4, model });
    const sentence = 'birds dogs bark cats';
    const content = text.replace('\n}', `\n  expect: ${sentence}\n}`);
    const { uri, sentences } = await open(content);
    const [first] = sentences;
    assert.notEqual(first, sentence);
    const withHints = async (): Promise<string> => {
      const edits = (await editor.hints(uri)).flatMap(({ textEdits = [] }) => textEdits);
      return TextDocument.applyEdits(TextDocument.create('', 'bow', 1, content), edits);
    };
    const found = await withHints();
    const refreshes = editor.hintRefreshes;
    const params = { uri, index: 0, text: sentence, against: null, depth: 'brief' };
    const { against } = await editor.client.sendRequest<ShownExplanation>(messages.explain, params);
    assert.equal(against!.text, first);
    await editor.until('the hints are new', () => editor.hintRefreshes > refreshes);
    const tags = new Map(against!.tokens.map(({ form, tag }) => [form, tag]));
    const shown = await withHints();
    const written = ['dogs', 'cats', 'birds', 'bark'].map((form) => `${form}/${tags.get(form)}`);
    const words = `words: ${written.join(' ')}\n`;
    assert.ok(shown.includes(words), shown);
    assert.ok(!found.includes(words), 'the search missed this derivation');
    const kept = applied(content, await keep({ uri, text: first, what: 'tags' }));
    assert.ok(kept.includes(words), kept);
    await editor.configure({ beam: 64, model: '' });
  });

  it('is the same by a code action, which says what it adds', async () => {
    const { uri, sentences } = await open(text);
    const range = { start: { line: 1, character: 3 }, end: { line: 1, character: 3 } };
    const offered = (await editor.actions(uri, range)).find(({ title }) => title.includes('arcs'));
    assert.equal(offered?.edit, undefined, 'it is tried once it is chosen');
    const action = await editor.client.sendRequest<CodeAction>('codeAction/resolve', offered);
    const edits = action.edit!.changes![uri];
    const after = applied(text, { edits });
    assert.equal((await open(after)).sentences[0], sentences[0]);
    const { notice } = await keep({ uri, text: sentences[0], what: 'arcs' });
    assert.deepEqual(
      action.command?.arguments,
      notice === null ? undefined : [notice],
      'the same notice',
    );
    if (notice !== null) assert.equal(action.command?.command, clientCommands.showMessage);
  });

  it('says which sentence comes first if order lines cannot help: one with another alternative', async () => {
    const content = 'bag first {\n  words: ( dogs | birds ) bark\n}\n';
    const { uri, sentences } = await open(content);
    const [best] = sentences;
    const used = best.includes('dogs') ? 'dogs' : 'birds';
    const unused = used === 'dogs' ? 'birds' : 'dogs';
    const kept = sentences.find((one) => one.includes(unused))!;
    const { notice, edits } = await keep({ uri, text: kept, what: 'arcs' });
    const after = applied(content, { edits });
    assert.doesNotMatch(after, /order:/);
    const [first] = (await open(after)).sentences;
    assert.ok(first.includes(used), 'the test has a sentence that comes first');
    assert.match(notice ?? '', /^The arcs are kept, but another sentence comes first: “/);
    assert.ok(notice?.includes(`It has “${used}”, and not “${unused}”.`), notice ?? '');
    const decision = `write \`${unused}\``;
    assert.ok(notice?.includes(`To rule out other words, ${decision}`), notice ?? '');
  });

  it('comes first once the choices are decided as the notice says, if another has other words', async () => {
    const content = 'bag first {\n  words: dogs cats? ( birds | the ) bark? .\n}\n';
    const { uri, sentences } = await open(content);
    let decided = 0;
    for (const what of ['arcs', 'tags'] as const) {
      for (const kept of sentences) {
        const result = await keep({ uri, text: kept, what });
        let after = applied(content, result);
        const { notice } = result;
        if (notice?.includes('To rule out') === true) {
          decided++;
          const writes = notice.matchAll(/write `([^`]+)` instead of `([^`]+)`/g);
          for (const [, chosen, old] of writes) after = after.replace(old, chosen);
          for (const [, old] of notice.matchAll(/remove `([^`]+)`/g))
            after = after.replace(old, '');
        }
        assert.equal((await open(after)).sentences[0], kept, `${notice}\n${after}`);
      }
    }
    assert.ok(decided > 2, String(decided));
  });

  it('is nothing if all of it is given', async () => {
    const { uri, sentences } = await open(text);
    const whole = applied(text, await keep({ uri, text: sentences[0], what: 'arcs' }));
    const again = await open(whole);
    const params = { uri: again.uri, text: again.sentences[0], what: 'arcs' } as const;
    const { edits, notice } = await keep(params);
    assert.deepEqual([edits, notice], [[], null]);
  });
});

describe('the notice that another sentence comes first', () => {
  const sentence = (...tokens: (readonly [word: number, form: string, tag: string])[]) =>
    ({
      display: tokens.map(([, form]) => form).join(' '),
      tokens: tokens.map(([word, form, tag]) => ({ word, form, tag })),
    }) as unknown as Realization;
  const why = (kept: Realization, other: Realization): string =>
    notFirst(kept, other, 'arcs', [], null).split('” ').slice(1).join('” ');
  const kept = sentence([0, 'dogs', 'NNS'], [1, 'were', 'VBD']);

  it('names the tag of a lemma, or its form if the tag does not decide the form', () => {
    const singular = sentence([0, 'dog', 'NN'], [1, 'was', 'VBD']);
    assert.equal(
      why(kept, singular),
      'Give the lemma of “dogs” the tag NNS (it has “dog”). Instead of its lemma, write “were” (it has “was”).',
    );
    assert.match(why(kept, kept), /^Bowline found no lines of order:/);
  });

  it('names no word that both sentences have, though from different places of the bag', () => {
    const one = sentence([0, 'an', 'DT'], [1, 'dog', 'NN'], [2, 'a', 'DT']);
    const other = sentence([0, 'an', 'DT'], [3, 'cat', 'NN'], [4, 'a', 'DT']);
    assert.equal(why(one, other), 'It has “cat”, and not “dog”.');
  });
});
