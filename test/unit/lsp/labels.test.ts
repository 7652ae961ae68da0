import assert from 'node:assert/strict';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { messages } from '../../../server/src/lsp/protocol.ts';
import type { ExportResult, ShownLabels } from '../../../server/src/lsp/protocol.ts';
import { encodeParser } from '../../../server/src/parser/parser-model.ts';
import { bundleWorker } from '../hosts/fake.ts';
import { tinyParserModel } from '../support/tiny-parser.ts';
import { Editor } from './editor.ts';
import { makeExtensionFolder } from './extension-folder.ts';

const uri = 'file:///a.bow';
const bagWith = (label: string): string =>
  [
    ...['bag a {', '  words: Cats/NNS sleep/VBP .', `  deps: sleep -${label}> Cats`],
    ...['    sleep -nsubj-> .', '  order: Cats < sleep', '    sleep < .', '}', ''],
  ].join('\n');
/** A bag that gives the label of one of its two arcs, and a bag that gives both. */
const text = bagWith('');
const whole = bagWith('punct-');

/** The tree of "Cats sleep .". Its last arc has a label. */
const tokens = [
  { form: 'Cats', tag: 'NNS', head: 2, label: null },
  { form: 'sleep', tag: 'VBP', head: 0, label: null },
  { form: '.', tag: '.', head: 2, label: 'nsubj' },
];

describe('the language server, asked for labels of arcs', () => {
  let worker: string;
  let removeWorker: () => void;
  let parser: Uint8Array;
  let extension: string;
  let removeExtension: () => void;
  let editor: Editor;

  const parserPath = (): string => join(extension, 'models', 'en-ewt.bow-parser');

  before(() => {
    const source = new URL('../../../server/src/hosts/node/worker.ts', import.meta.url);
    ({ script: worker, remove: removeWorker } = bundleWorker(source));
    parser = encodeParser(tinyParserModel());
  });
  after(() => removeWorker());
  beforeEach(async () => {
    ({ path: extension, remove: removeExtension } = makeExtensionFolder());
    writeFileSync(parserPath(), parser);
    editor = new Editor({ worker, poolSize: 1 });
    await editor.start(extension);
  });
  afterEach(async () => {
    await editor.stop();
    removeExtension();
  });

  const labels = (of: unknown = tokens): Promise<ShownLabels> =>
    editor.client.sendRequest<ShownLabels>(messages.labels, { tokens: of });
  const problem = async (): Promise<string> => {
    const found = await labels();
    assert.ok('problem' in found);
    assert.equal(found.problem.setting, 'bowline.parser');
    return found.problem.message;
  };
  const exported = async (
    format: string,
  ): Promise<{ readonly text: string; readonly result: ExportResult }> => {
    const before = editor.progress.length;
    const result = await editor.client.sendRequest<ExportResult>(messages.exportRealizations, {
      ...{ uri, line: null, format, progress: 'portion', partialResultToken: 'piece' },
    });
    const pieces = editor.progress.slice(before).filter(({ token }) => token === 'piece');
    return { text: pieces.map(({ value }) => value as unknown as string).join(''), result };
  };
  const isOpened = (): boolean => editor.log.some((line) => line.includes('bow-parser'));

  it('keeps the given ones and finds the others', async () => {
    assert.deepEqual(await labels(), { labels: ['nsubj', 'root', 'nsubj'] });
  });

  it('writes them as CoNLL-U and JSON, which tells who gave them', async () => {
    await editor.open(uri, text);
    const params = { uri, index: 0, text: 'Cats sleep .' };
    await editor.realized(uri, 'a');
    const tree = await editor.client.sendRequest<string>(messages.treeConllu, params);
    assert.match(tree, /\t2\tnsubj\t.*\n.*\t0\troot\t.*\n.*\t2\tnsubj\t/);
    const conllu = await exported('conllu');
    assert.match(conllu.text, /\tCats\t.*\t2\tnsubj\t/);
    assert.equal(conllu.result.unlabelled, null);
    const [bag] = JSON.parse((await exported('json')).text) as {
      realizations: { tokens: { form: string; label: string | null; given: unknown }[] }[];
    }[];
    const { tokens: words } = bag.realizations[0];
    const labelsOf = new Map(words.map(({ form, label, given }) => [form, [label, given]]));
    const given = { tag: true, head: true };
    assert.deepEqual(labelsOf.get('Cats'), ['nsubj', { ...given, label: false }]);
    assert.deepEqual(labelsOf.get('sleep'), [null, { ...given, head: false, label: false }]);
    assert.deepEqual(labelsOf.get('.'), ['nsubj', { tag: false, head: true, label: true }]);
  });

  it('reads the parser only when a tree needs a label', async () => {
    await editor.open(uri, text);
    await editor.look(uri, 0);
    await editor.realized(uri, 'a');
    await exported('text');
    await editor.edit(uri, text, whole);
    await editor.realized(uri, 'a');
    await exported('conllu');
    assert.ok(!isOpened());
    await editor.edit(uri, whole, text);
    await exported('conllu');
    assert.ok(isOpened());
  });

  it('says why there are none: no file, a damaged one, or a setting that wants none', async () => {
    rmSync(parserPath());
    assert.match(await problem(), /^The parser at .* cannot be used: there is no such file\./);
    writeFileSync(parserPath(), parser.subarray(0, parser.length - 9));
    assert.match(await problem(), /^The parser at .* cannot be used: /);
    const broken = Uint8Array.from(parser);
    broken[broken.length - 9] ^= 1;
    writeFileSync(parserPath(), broken);
    assert.match(await problem(), /damaged/);
    await editor.configure({ parser: 'none' });
    assert.match(await problem(), /^The setting bowline\.parser is "none": /);
    await editor.open(uri, text);
    const { text: conllu, result } = await exported('conllu');
    assert.match(conllu, /\tCats\t.*\t2\t_\t/);
    assert.equal(result.unlabelled?.setting, 'bowline.parser');
    // The file exists again, and the setting names it.
    writeFileSync(parserPath(), parser);
    await editor.configure({});
    assert.ok('labels' in (await labels()));
  });

  it('refuses what is not a tree', async () => {
    const withHeads = (...heads: number[]): unknown =>
      heads.map((head) => ({ form: 'a', tag: 'NN', head, label: null }));
    for (const heads of [[1], [2, 1], [3, 0], [2, 3, 2, 0]]) {
      await assert.rejects(labels(withHeads(...heads)), /`tokens` must be a tree/);
    }
    await assert.rejects(labels(withHeads(...Array<number>(1001).fill(0))), /at most 1000 words/);
    await assert.rejects(labels([{ form: 'a', tag: 'NN', head: -1, label: null }]), /tokens\[0\]/);
    assert.ok('labels' in (await labels(withHeads(0, 0, 2))));
  });
});
