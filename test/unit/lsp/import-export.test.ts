import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import { CancellationTokenSource } from 'vscode-languageserver/node';
import { parse } from '../../../server/src/language/tree/parser.ts';
import { messages } from '../../../server/src/lsp/protocol.ts';
import type {
  ExportParams,
  ExportResult,
  ImportParams,
  ImportResult,
  Portion,
} from '../../../server/src/lsp/protocol.ts';
import type { BagReport } from '../../../server/src/results/realize-report.ts';
import { bundleFakeWorker } from '../hosts/fake.ts';
import { Editor } from './editor.ts';
import { makeExtensionFolder } from './extension-folder.ts';

const uri = 'file:///a.bow';
const text = `bag one {
  words: dogs bark
  expect: bark dogs
}
bag two {
  words: cats
  deps: cats -> zebras
}
bag three {
  words: birds sing
}
`;
const dogs =
  '# sent_id = dogs\n1\tdogs\t_\tNOUN\tNNS\t_\t2\tnsubj\t_\t_\n2\tbark\t_\tVERB\tVBP\t_\t0\troot\t_\t_\n\n';

describe('the language server, asked to import and export', () => {
  let worker: string;
  let removeWorker: () => void;
  let extension: string;
  let removeExtension: () => void;
  let editor: Editor;

  before(() => {
    ({ script: worker, remove: removeWorker } = bundleFakeWorker());
  });
  after(() => removeWorker());
  beforeEach(async () => {
    ({ path: extension, remove: removeExtension } = makeExtensionFolder());
    editor = new Editor({ worker, poolSize: 2 });
    editor.settings = { realizeOn: 'never' };
    await editor.start(extension);
  });
  afterEach(async () => {
    await editor.stop();
    removeExtension();
  });

  const cancellation = (): CancellationTokenSource => new CancellationTokenSource();
  const importing = (
    params: Partial<ImportParams>,
    { token } = cancellation(),
  ): Promise<ImportResult> =>
    editor.client.sendRequest(
      messages.importConllu,
      {
        text: dogs,
        name: 'x.conllu',
        options: { tags: 'xpos', arcs: 'all', labels: true },
        lines: null,
        progress: 'import',
        ...params,
      } satisfies ImportParams,
      token,
    );
  /** The parts of the file that have come. */
  const pieces = (): string[] =>
    editor.progress
      .filter(({ token }) => token === 'pieces')
      .map(({ value }) => value as unknown as string);
  const exporting = async (
    params: Partial<ExportParams>,
    { token } = cancellation(),
  ): Promise<ExportResult & { text: string }> => {
    const before = pieces().length;
    const tokens = { progress: 'export', partialResultToken: 'pieces' };
    const result: ExportResult = await editor.client.sendRequest(
      messages.exportRealizations,
      { uri, line: null, format: 'text', ...tokens, ...params } satisfies ExportParams,
      token,
    );
    return { ...result, text: pieces().slice(before).join('') };
  };

  it('makes a file of a treebank, and says what is left out', async () => {
    const result = await importing({ text: `${dogs}broken\n` });
    assert.deepEqual(
      [result.bags, result.summary, result.hasRemarks],
      [1, '1 bag from x.conllu (left out: 1 broken)', true],
    );
    assert.match(result.text, /bark\/VBP dogs\/NNS\n {2}deps:\n {4}root -> bark\n/);
  });

  it('writes the words as lemmas if they are wanted', async () => {
    const text =
      '1\tdogs\tdog\tNOUN\tNNS\tNumber=Plur\t2\tnsubj\t_\t_\n' +
      '2\tbark\tbark\tVERB\tVBP\t_\t0\troot\t_\t_\n\n';
    const options = { tags: 'xpos', arcs: 'all', labels: true } as const;
    const written = async (lemmas?: boolean): Promise<string> =>
      (await importing({ text, options: { ...options, lemmas } })).text;
    assert.match(
      await written(true),
      /@bark\/VBP @dog\[Number=Plur\]\/NNS\n {2}deps:\n {4}root -> @bark\n {4}@bark -nsubj-> @dog\n/,
    );
    assert.match(await written(false), /bark\/VBP dogs\/NNS\n/);
    assert.equal(await written(), await written(false));
  });

  it('makes a file of some lines of a treebank', async () => {
    const result = await importing({ text: dogs + dogs, lines: { first: 4, last: 5 } });
    assert.deepEqual(parse(result.text).names, ['dogs']);
    assert.equal((await importing({ text: dogs + dogs })).bags, 2);
  });

  it('tells how much of a large treebank is read, and can be stopped', async () => {
    const stop = cancellation();
    const large = dogs.repeat(50_000);
    const result = importing({ text: large }, stop);
    await editor.until('a part is read', () => editor.progress.length > 0);
    stop.cancel();
    await assert.rejects(result, /cancelled/);
    const [{ token, value }] = editor.progress;
    assert.equal(token, 'import');
    const { done, total } = value as unknown as Portion;
    assert.ok(0 < done && done < total);
    assert.equal(total, large.length);
  });

  it('can be stopped within what has no end', async () => {
    const stop = cancellation();
    const result = importing({ text: '\n'.repeat(5_000_000) }, stop);
    await editor.until('a part is read', () => editor.progress.length > 0);
    stop.cancel();
    await assert.rejects(result, /cancelled/);
  });

  it('realizes what it exports, and leaves bags with errors without realizations', async () => {
    await editor.open(uri, text);
    const result = await exporting({});
    assert.deepEqual([result.bags, result.without], [3, 1]);
    assert.match(result.text, /^one \(line 1\)\n {2}1\. dogs bark!\n {2}2\. bark dogs!.*expected/);
    assert.match(result.text, /two \(line 5\): invalid\n {2}Line 7: .*zebras/);
    assert.match(result.text, /three \(line 9\)\n {2}1\. birds sing!/);
  });

  it('exports the bag at the cursor alone', async () => {
    await editor.open(uri, text);
    const { text: exported, bags } = await exporting({ line: 9, format: 'conllu' });
    assert.equal(bags, 1);
    assert.match(exported, /^# sent_id = three-1\n# text = birds sing\n/);
    assert.doesNotMatch(exported, /dogs/);
  });

  it('exports JSON as its schema says', async () => {
    await editor.open(uri, text);
    const exported = JSON.parse((await exporting({ format: 'json' })).text) as BagReport[];
    const schema = new URL('../../../docs/schemas/realize.schema.json', import.meta.url);
    const validate = new Ajv().compile(JSON.parse(readFileSync(schema, 'utf8')) as object);
    assert.ok(validate(exported), JSON.stringify(validate.errors));
    assert.deepEqual(
      exported.map(({ bag, status }) => [bag, status]),
      [
        ['one', 'complete'],
        ['two', 'invalid'],
        ['three', 'complete'],
      ],
    );
  });

  it('imports what it exports', async () => {
    await editor.open(uri, text);
    const { text: exported } = await exporting({ format: 'conllu' });
    const result = await importing({ text: exported });
    assert.equal(result.summary, '4 bags from x.conllu');
    const { names } = parse(result.text);
    assert.deepEqual(names, ['one-1', 'one-2', 'three-1', 'three-2']);
    assert.match(result.text, /expect:\n {4}bark dogs\n/);
    const again = 'file:///again.bow';
    await editor.open(again, result.text);
    const problems = await editor.problems(again);
    // The worker of this test tags all words alike, with a tag that the model does not know.
    assert.deepEqual([...new Set(problems.map(({ code }) => code))], ['unknown-tag']);
  });

  it('keeps what it realizes for the screen', async () => {
    await editor.open(uri, text);
    await exporting({});
    assert.equal((await editor.lens(uri, 2)).command?.title, '2 sentences found');
  });

  it('exports a file as it was when that was asked for', async () => {
    await editor.open(uri, `${'bag {\n  words: die-once\n}\n'.repeat(2)}${text}`);
    const exported = exporting({});
    await editor.edit(uri, 'dogs bark', 'cats purr');
    await editor.close(uri);
    assert.match((await exported).text, /^ {2}1\. dogs bark!/m);
  });

  it('stops an export while it is written', async () => {
    await editor.open(uri, 'bag {\n  words: a\n  deps: a -> b\n}\n'.repeat(20_000));
    const stop = cancellation();
    const exported = exporting({ format: 'json' }, stop);
    await editor.until('a part is there', () => pieces().length > 0);
    stop.cancel();
    await assert.rejects(exported, /cancelled/);
    assert.ok(pieces().length < 20_000);
  });

  it('writes an export no faster than the client reads it', async () => {
    let isReading = false;
    const waiting: (() => void)[] = [];
    editor.client.onRequest(messages.received, () =>
      isReading ? null : new Promise<null>((resolve) => waiting.push(() => resolve(null))),
    );
    await editor.open(uri, 'bag {\n  words: a\n  deps: a -> b\n}\n'.repeat(20_000));
    const exported = exporting({ format: 'json' });
    await editor.until('the server waits', () => waiting.length > 0);
    const sent = pieces().length;
    assert.ok(sent < 20_000);
    await new Promise((resolve) => setTimeout(resolve, 200));
    assert.equal(pieces().length, sent);
    isReading = true;
    for (const read of waiting) read();
    assert.equal((await exported).bags, 20_000);
  });

  it('stops an export', async () => {
    await editor.open(uri, 'bag {\n  words: search\n}\n'.repeat(3));
    const stop = cancellation();
    const exported = exporting({}, stop);
    const one = exporting({ line: 0 }, stop);
    stop.cancel();
    await Promise.all([assert.rejects(exported, /cancelled/), assert.rejects(one, /cancelled/)]);
  });

  it('says why there is nothing to export', async () => {
    await assert.rejects(exporting({}), /no longer open/);
    await editor.open(uri, '# Nothing yet.\n');
    await assert.rejects(exporting({}), /no bags/);
    await assert.rejects(exporting({ line: 0 }), /no bags/);
  });
});
