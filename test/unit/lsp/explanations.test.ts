import assert from 'node:assert/strict';
import type { CodeAction, Hover } from 'vscode-languageserver/node';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { messages } from '../../../server/src/lsp/protocol.ts';
import type {
  AddParams,
  Addition,
  BagEdits,
  FileTests,
  ExplainParams,
  ShownAnswer,
  ShownExplanation,
  ShownQuestion,
  TestResult,
} from '../../../server/src/lsp/protocol.ts';
import { bundleWorker } from '../hosts/fake.ts';
import { Editor } from './editor.ts';
import { makeExtensionFolder } from './extension-folder.ts';

const uri = 'file:///a.bow';
const words = '  words: dogs cats birds bark\n';
const first = `bag first {\n${words}}\n`;

describe('the explanations that the language server gives', () => {
  let worker: string;
  let removeWorker: () => void;
  let extension: string;
  let removeExtension: () => void;
  let editor: Editor;
  /** What the small model makes of the words: the best sentence, and the others that it found. */
  let best: string;
  let others: readonly string[];

  before(async () => {
    const source = new URL('../../../server/src/hosts/node/worker.ts', import.meta.url);
    ({ script: worker, remove: removeWorker } = bundleWorker(source));
    ({ path: extension, remove: removeExtension } = makeExtensionFolder());
    await start(first);
    const view = await editor.realized(uri, 'first');
    assert.ok(view?.state.kind === 'realized');
    [best, ...others] = view.state.result.realizations.map(({ text }) => text);
    await editor.stop();
  });
  after(() => {
    removeWorker();
    removeExtension();
  });
  afterEach(() => editor.stop());

  async function start(text: string, settings = {}): Promise<void> {
    editor = new Editor({ worker, poolSize: 1 });
    editor.settings = { languageModel: 'none', ...settings };
    await editor.start(extension);
    await editor.open(uri, text);
  }

  const expecting = (sentence: string): string =>
    `bag first {\n${words}  expect:\n    ${sentence}\n}\n`;
  const at = { line: 3, character: 6 };
  const hover = async (): Promise<string> => {
    const params = { textDocument: { uri }, position: at };
    const found = await editor.client.sendRequest<Hover>('textDocument/hover', params);
    return (found.contents as { value: string }).value;
  };
  const offered = (): Promise<CodeAction[]> =>
    editor.client.sendRequest('textDocument/codeAction', {
      textDocument: { uri },
      range: { start: at, end: at },
      context: { diagnostics: [], only: ['quickfix'] },
    });
  const resolved = (action: CodeAction): Promise<CodeAction> =>
    editor.client.sendRequest<CodeAction>('codeAction/resolve', action);

  it('say over an expectation that is not the best which part of the grammar is to blame', async () => {
    await start(expecting(others[0]));
    await editor.realized(uri, 'first');
    assert.match(
      await hover(),
      /The search found it as no\. 2: another sentence has the same score and comes first\./,
    );
    assert.match(
      await hover(),
      /It scores (\d+ less than|as much as) the first sentence in the list/,
    );
  });

  it('say nothing over one that is the best', async () => {
    await start(expecting(best));
    await editor.realized(uri, 'first');
    assert.doesNotMatch(await hover(), /score|search/);
    assert.deepEqual(await offered(), []);
  });

  it('say in the message of a test that fails why it does', async () => {
    await start(expecting(others[0]));
    const { tests } = await editor.client.sendRequest<FileTests>(messages.tests, { uri });
    const [{ id }] = tests;
    const result = await editor.client.sendRequest<TestResult>(messages.runTest, { uri, id });
    assert.ok(result.kind === 'failed');
    assert.match(result.message, /\nThe search found it as no\. 2/);
  });

  it('offer lines that make the sentence the best, once they were looked for', async () => {
    await start(expecting(others[0]));
    await editor.realized(uri, 'first');
    const [search, ...more] = await offered();
    assert.equal(search.title, 'Find lines that put this sentence first');
    assert.deepEqual(more, []);
    const found = await resolved(search);
    assert.ok(found.edit !== undefined, found.title);
    const known = await offered();
    assert.ok(known.every(({ title }) => /^Add `.*`, which puts this sentence first$/.test(title)));
    assert.equal(known[0].title, found.title);
    for (const { edit } of known) {
      await editor.stop();
      const document = TextDocument.create(uri, 'bow', 1, expecting(others[0]));
      await start(TextDocument.applyEdits(document, edit!.changes![uri]));
      const view = await editor.realized(uri, 'first');
      assert.ok(view?.state.kind === 'realized');
      assert.equal(view.state.result.realizations[0].text, others[0]);
    }
  });

  it('offer nothing for a sentence that contradicts a constraint: that is a problem of its own', async () => {
    const text = expecting(others[0]).replace('  expect', '  order: last dogs\n  expect');
    await start(text.replace(others[0], 'dogs cats birds bark'));
    await editor.realized(uri, 'first');
    const actions = await offered();
    assert.ok(actions.every(({ title }) => !title.includes('this sentence first')));
  });

  it('are not given of a file that has changed since', async () => {
    await start(expecting(others[0]));
    await editor.realized(uri, 'first');
    const [search] = await offered();
    await editor.edit(uri, 'birds', 'fish');
    await assert.rejects(resolved(search), /changed meanwhile/);
  });

  const written = (addition: Addition): Promise<BagEdits> =>
    editor.client.sendRequest(messages.add, {
      uri,
      index: 0,
      additions: [addition],
    } satisfies AddParams);
  const question = async (): Promise<ShownQuestion> => {
    const params = { uri, index: 0 };
    const [asked] = await editor.client.sendRequest<ShownQuestion[]>(messages.questions, params);
    return asked;
  };
  const shown = (params: Partial<ExplainParams>): Promise<ShownExplanation> => {
    const all = { uri, index: 0, text: others[1], against: null, depth: 'whole', ...params };
    return editor.client.sendRequest(messages.explain, all);
  };

  it('show any sentence beside the best, or beside any other, with what each step scores for', async () => {
    await start(first);
    await editor.realized(uri, 'first');
    for (const against of [null, others[0]]) {
      const { class: kind, rank, expected, against: other, templates } = await shown({ against });
      assert.deepEqual([kind, rank], ['ranked', 3]);
      assert.deepEqual([expected?.text, other?.text], [others[1], against ?? best]);
      const sums = templates.reduce((sum, one) => sum + one.expected - one.against, 0);
      assert.equal(sums, expected!.score - other!.score);
      for (const { steps, byStep } of [expected!, other!]) {
        assert.deepEqual(
          byStep.map((parts) => parts.reduce((sum, { score }) => sum + score, 0)),
          steps.scores,
        );
      }
    }
  });

  it('say what was tried if nothing helps: choices only if the bag has some', async () => {
    await start(first + first.replace('first', 'second').replace('bark', 'bark?'));
    await editor.realized(uri, 'first');
    const [of, ofChoices] = [await shown({}), await shown({ index: 1 })];
    assert.match(of.nothingHelps, /^No tag, order line, arc or label that was tried puts it first/);
    assert.match(ofChoices.nothingHelps, /, label or choice that was tried/);
  });

  it('show lines that help, each with what writes it into the file', async () => {
    await start(first);
    await editor.realized(uri, 'first');
    const { help } = await shown({ depth: 'help' });
    assert.ok(help.length > 0);
    for (const { addition } of help) {
      const edits = await written(addition);
      const text = TextDocument.applyEdits(TextDocument.create(uri, 'bow', 1, first), [
        ...edits.edits,
      ]);
      await editor.open('file:///b.bow', text);
      const view = await editor.realized('file:///b.bow', 'first');
      assert.ok(view?.state.kind === 'realized');
      assert.equal(view.state.result.realizations[0].text, others[1]);
    }
  });

  it('say why there are none, of a bag that is gone or has an error', async () => {
    await start(first.replace('dogs', 'dogs/'));
    await assert.rejects(shown({}), /^Error: Line 2: /);
    await assert.rejects(shown({ index: 1 }), /changed meanwhile/);
  });

  it('are about the bag that is asked for, whichever file is looked at meanwhile', async () => {
    await start(first);
    const other = 'file:///b.bow';
    await editor.open(other, 'bag b {\n  words: the dogs bark\n}\n');
    await editor.look(uri, 0);
    await editor.realized(uri, 'first');
    await editor.look(other, 0);
    await editor.realized(other, 'b');
    const { expected } = await shown({});
    assert.equal(expected?.text, others[1]);
    const asked = await question();
    assert.ok(asked.words.every((word) => words.includes(word)));
  });

  it('offer lines for a bag as it was: they are written wherever it stands, and not once it has changed', async () => {
    await start(first);
    await editor.realized(uri, 'first');
    const [{ line, addition }] = (await question()).answers;
    // The same words in another order, so that the line would be of other words.
    const above = 'bag above {\n  words: bark birds cats dogs\n}\n';
    await editor.edit(uri, 'bag first', `${above}bag first`);
    const { edits } = await written(addition);
    const document = TextDocument.create(uri, 'bow', 1, `${above}${first}`);
    const text = TextDocument.applyEdits(document, [...edits]);
    assert.ok(text.startsWith(above) && text.includes(line));
    await editor.edit(uri, 'dogs cats birds bark', 'cats dogs birds bark');
    assert.equal(await written(addition), null);
  });

  it('count the bags with offered lines for each editor alone, also if a process serves several', async () => {
    for (const text of [first, first.replace('dogs', 'fish')]) {
      await start(text);
      await editor.realized(uri, 'first');
      const bags = (await question()).answers.map(({ addition }) => addition.bag);
      assert.deepEqual(new Set(bags), new Set([1]));
      if (text === first) await editor.stop();
    }
  });

  it('name the tags of the first sentence over an arrow', async () => {
    await start('bag first {\n  words: dogs bark/NNS|VBP\n  deps: bark -> dogs\n}\n');
    const view = await editor.realized(uri, 'first');
    assert.ok(view?.state.kind === 'realized');
    const tags = view.state.result.realizations[0].tokens.toSorted((a, b) => a.word - b.word);
    const [dogs, bark] = tags.map(({ tag }) => tag);
    const position = { line: 2, character: '  deps: bark -'.length };
    const params = { textDocument: { uri }, position };
    const { contents } = await editor.client.sendRequest<Hover>('textDocument/hover', params);
    const { value } = contents as { value: string };
    assert.ok(value.includes(`a word of tag ${bark} as the head of one of tag ${dogs}`), value);
  });

  it('count sentences far down in a long list', async () => {
    const nouns = ['dogs', 'cats', 'birds', 'fish', 'loudly'].map((form) => `${form}/NNS`);
    const arcs = '  deps: bark -> dogs cats birds fish\n';
    const text = `bag first {\n  words: ${nouns.join(' ')} bark/VBP\n${arcs}}\n`;
    await start(text, { beam: 1024, results: 1000 });
    const view = await editor.realized(uri, 'first');
    assert.ok(view?.state.kind === 'realized');
    const { answers } = await question();
    const counted = answers.reduce((sum, { count }) => sum + count, 0);
    assert.equal(view.state.result.realizations.length, 384);
    assert.equal(counted, 312);
  });

  it('ask what tells the sentences of the list apart, until the one that is meant is left', async () => {
    let text = first;
    await start(text);
    for (let asked = 0; ; asked++) {
      assert.ok(asked < 10);
      await editor.realized(uri, 'first');
      const params = { uri, index: 0 };
      const [question] = await editor.client.sendRequest<(ShownQuestion | undefined)[]>(
        messages.questions,
        params,
      );
      if (question === undefined) break;
      const isGiven = ({ line }: ShownAnswer): boolean => {
        const [one, relation, other] = line.split(' ');
        const words = others[1].split(' ');
        const distance = words.indexOf(other) - words.indexOf(one);
        return relation === '<' ? distance > 0 : distance === 1;
      };
      const edits = await written(question.answers.find(isGiven)!.addition);
      text = TextDocument.applyEdits(TextDocument.create(uri, 'bow', 1, text), [...edits.edits]);
      await editor.stop();
      await start(text);
    }
    const view = await editor.realized(uri, 'first');
    assert.ok(view?.state.kind === 'realized');
    assert.deepEqual(
      view.state.result.realizations.map((one) => one.text),
      [others[1]],
    );
  });
});
