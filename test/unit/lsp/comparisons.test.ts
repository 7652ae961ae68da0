import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CancellationTokenSource } from 'vscode-languageserver/node';
import { rowsOf, type Row } from '../../../client/webview/rows.ts';
import { messages } from '../../../server/src/lsp/protocol.ts';
import type {
  BagParams,
  ExplainParams,
  ExportParams,
  ExportResult,
  ShownComparison,
  ShownExplanation,
} from '../../../server/src/lsp/protocol.ts';
import type { BagReport } from '../../../server/src/results/realize-report.ts';
import { encodeModel } from '../../../server/src/model/model.ts';
import { bundleWorker } from '../hosts/fake.ts';
import { tinyBestFirstModel } from '../support/tiny.ts';
import { Editor } from './editor.ts';
import { makeExtensionFolder } from './extension-folder.ts';

const uri = 'file:///a.bow';
const text = `bag chase {
  words: the dog chased a cat .
  expect:
    the dog chased a cat .
}

bag broken {
  words: dogs
  deps:
    bark -> dogs
}
`;

describe('a comparison of two searches', () => {
  let worker: string;
  let removeWorker: () => void;
  let extension: string;
  let removeExtension: () => void;
  let model: string;
  let editor: Editor;

  before(async () => {
    const source = new URL('../../../server/src/hosts/node/worker.ts', import.meta.url);
    ({ script: worker, remove: removeWorker } = bundleWorker(source));
    ({ path: extension, remove: removeExtension } = makeExtensionFolder());
    model = join(extension, 'tiny.bow-model');
    writeFileSync(model, encodeModel(await tinyBestFirstModel()));
  });
  after(() => {
    removeWorker();
    removeExtension();
  });
  const start = async (settings: Record<string, unknown>): Promise<void> => {
    editor = new Editor({ worker, poolSize: 1 });
    editor.settings = { languageModel: 'none', results: 3, ...settings };
    await editor.start(extension);
    await editor.open(uri, text);
  };
  afterEach(() => editor.stop());

  const compare = (
    index: number,
    token = new CancellationTokenSource().token,
  ): Promise<ShownComparison> => {
    const params: BagParams = { uri, index };
    return editor.client.sendRequest<ShownComparison>(messages.compare, params, token);
  };

  it('has what each finds and takes, and the chart with the tree of what is expected', async () => {
    await start({ model });
    const {
      searches: [beam, bestFirst],
    } = await compare(0);
    const view = await editor.realized(uri, 'chase');
    assert.ok(view?.state.kind === 'realized');
    const textsOf = ({ result }: Pick<typeof beam, 'result'>): string[] =>
      result.realizations.map((one) => one.text);
    assert.deepEqual(textsOf(beam), textsOf(view.state));
    assert.deepEqual([beam.isListed, bestFirst.isListed], [true, false]);
    const chased = 'the dog chased a cat .';
    for (const one of [beam, bestFirst]) {
      assert.equal(one.result.realizations.length, 3);
      const place = one.result.realizations.findIndex(({ text }) => text === chased);
      assert.ok(place >= 0);
      assert.equal(one.result.expectations[0].rank, place + 1);
      assert.ok(one.ms > 0);
    }
    // Two transitions a word less one; a beam keeps one state at least in each.
    assert.ok(beam.effort?.kind === 'beam' && beam.effort.steps === 11 && beam.effort.kept > 11);
    assert.ok(bestFirst.effort?.kind === 'best-first');
    const { expected, end, pops } = bestFirst.effort;
    assert.equal(end, 'found');
    assert.equal(expected?.edges.length, 11);
    const last = expected.edges.at(-1)!;
    assert.deepEqual([last.words.join(' '), last.fate], [chased, 'sentence']);
    assert.ok(last.pop! <= pops);
    assert.deepEqual([expected.loss, bestFirst.loss], [null, null]);
  });

  it('shows an expected sentence with the score of its best derivation, as the list and an export do', async () => {
    await start({ model, beam: 8, results: 5 });
    const missed = 'file:///missed.bow';
    const sentence = 'sleeps a cat dog . the';
    const words = 'a dog sleeps the cat .';
    await editor.open(missed, `bag a {\n  words: ${words}\n  expect: ${sentence}\n}\n`);
    const view = await editor.realized(missed, 'a');
    assert.ok(view?.state.kind === 'realized');
    const of = { uri: missed, index: 0 };
    const explanation = await editor.client.sendRequest<ShownExplanation>(messages.explain, {
      ...{ ...of, text: sentence, against: null, depth: 'brief' },
    } satisfies ExplainParams);
    const {
      searches: [beam],
    } = await editor.client.sendRequest<ShownComparison>(messages.compare, of satisfies BagParams);
    const shown = ({ realization, ...row }: Row): unknown => [row, realization.score];
    const rows = rowsOf(beam.result, beam.explanations);
    assert.deepEqual(rows.map(shown), rowsOf(view.state.result, [explanation]).map(shown));
    const row = rows.find(({ realization }) => realization.text === sentence);
    const listed = beam.result.realizations.find(({ text }) => text === sentence);
    await editor.client.sendRequest<ExportResult>(messages.exportRealizations, {
      ...{ uri: missed, line: null, format: 'json' },
      ...{ progress: 'export', partialResultToken: 'pieces' },
    } satisfies ExportParams);
    const pieces = editor.progress.filter(({ token }) => token === 'pieces');
    const [{ realizations }] = JSON.parse(
      pieces.map(({ value }) => value as unknown as string).join(''),
    ) as [BagReport];
    assert.deepEqual(
      realizations.map(({ text, rank, score }) => [text, rank, score]),
      rows.map(({ realization: { text, score }, rank }) => [text, rank, score]),
    );
    assert.ok(row!.realization.score > listed!.score);
  });

  it('lists the search of the setting, unless the file has its own', async () => {
    await start({ model, search: 'best-first' });
    const view = await editor.realized(uri, 'chase');
    assert.ok(view?.state.kind === 'realized');
    const { search, isOwnSearch } = view.state.result;
    assert.deepEqual([search, isOwnSearch], ['best-first', false]);
    const { searches } = await compare(0);
    assert.deepEqual(
      searches.map(({ isListed }) => isListed),
      [false, true],
    );
    await editor.open('file:///own.bow', `search: beam\n\n${text}`);
    const own = await editor.realized('file:///own.bow', 'chase');
    assert.ok(own?.state.kind === 'realized');
    assert.deepEqual([own.state.result.search, own.state.result.isOwnSearch], ['beam', true]);
  });

  it('says that a model has no weights for best-first, and shows what the beam finds', async () => {
    await start({});
    const {
      searches: [beam, bestFirst],
    } = await compare(0);
    assert.ok(beam.result.realizations.length > 0);
    const { status, message } = bestFirst.result;
    assert.equal(status, 'refused');
    assert.match(message!, /no weights for the search best-first: choose another search/);
    assert.equal(bestFirst.effort, null);
  });

  it('says that a model has no grammar, for which another model is needed, not another search', async () => {
    await start({ model });
    await editor.open('file:///ccg.bow', `grammar: ccg\n\n${text}`);
    for (const [file, lacksGrammar] of [
      [uri, false] as const,
      ['file:///ccg.bow', true] as const,
    ]) {
      const view = await editor.realized(file, 'chase');
      assert.ok(view?.state.kind === 'realized');
      assert.equal(view.state.result.lacksGrammar, lacksGrammar);
    }
  });

  it('is over once it is cancelled', async () => {
    await start({ model });
    const source = new CancellationTokenSource();
    const compared = compare(0, source.token);
    source.cancel();
    await assert.rejects(compared, /Comparing was cancelled/);
    assert.equal((await compare(0)).searches.length, 2);
  });
});
