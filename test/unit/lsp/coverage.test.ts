import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mock } from 'node:test';
import { pathToFileURL } from 'node:url';
import { CancellationTokenSource } from 'vscode-languageserver/node';
import { Pool } from '../../../server/src/hosts/pool.ts';
import { messages } from '../../../server/src/lsp/protocol.ts';
import type {
  FileTests,
  CoverageParams,
  CoverageResult,
  CoveredTest,
  TestStanding,
  TestStandings,
} from '../../../server/src/lsp/protocol.ts';
import { bundleFakeWorker, bundleWorker } from '../hosts/fake.ts';
import { Editor } from './editor.ts';
import { makeExtensionFolder } from './extension-folder.ts';

const uri = 'file:///a.bow';
const other = 'file:///b.bow';
const bag = (name: string, words: string, expected = '', more = ''): string =>
  `bag ${name} {\n  words: ${words}\n${more}${expected && `  expect: ${expected}\n`}}\n`;

function permutations(words: readonly string[]): string[] {
  if (words.length < 2) return [...words];
  return words.flatMap((word, place) =>
    permutations(words.toSpliced(place, 1)).map((rest) => `${word} ${rest}`),
  );
}

describe('the language server, asked for coverage', () => {
  const workers: { script: string; remove: () => void }[] = [];
  let extension: string;
  let removeExtension: () => void;
  let editor: Editor;
  let standings: TestStandings[];

  before(() => {
    const real = new URL('../../../server/src/hosts/node/worker.ts', import.meta.url);
    workers.push(bundleFakeWorker(), bundleWorker(real));
    ({ path: extension, remove: removeExtension } = makeExtensionFolder());
  });
  after(() => {
    for (const { remove } of workers) remove();
    removeExtension();
  });
  afterEach(() => editor.stop());

  /** @param searches with the small model; else bags come out as their words are written */
  async function start({ searches = false, poolSize = 2 } = {}): Promise<void> {
    editor = new Editor({ worker: workers[searches ? 1 : 0].script, poolSize });
    editor.settings = { realizeOn: 'never', languageModel: 'none' };
    standings = [];
    editor.client.onNotification(messages.testStandings, (sent: TestStandings) => {
      standings.push(sent);
    });
    await editor.start(extension);
  }

  const cover = (
    files: CoverageParams['files'] = [{ uri, tests: null }],
    {
      token = new CancellationTokenSource().token,
      partialResultToken = null as string | null,
    } = {},
  ): Promise<CoverageResult> => {
    const params: CoverageParams = { files, progress: 'progress', partialResultToken };
    return editor.client.sendRequest<CoverageResult>(messages.coverage, params, token);
  };
  const changes = ({ changes: all }: CoverageResult): string[] => all.map(({ change }) => change);

  it('tells of words, of arcs and of bags where they are and what training had of them', async () => {
    await start({ searches: true });
    const lines = '  deps:\n    bark -nsubj-> dogs\n    zebra -> bark\n  order: dogs < bark\n';
    await editor.open(uri, `\n${bag('one', 'dogs/NNS\n    bark/VBP zebra', '', lines)}`);
    const { report, files } = await cover();
    assert.deepEqual(report.words, { total: 3, known: 2 });
    assert.deepEqual(report.arcs, { total: 2, seen: 1 });
    const [{ words, details }] = files;
    assert.deepEqual(words, { covered: 2, total: 3 });
    const [one] = details;
    assert.equal(one.name, 'one');
    assert.deepEqual(one.header.start, { line: 1, character: 0 });
    assert.deepEqual(one.words, [...[2, 9, 8, 1], ...[3, 4, 8, 1], ...[3, 13, 5, 0]]);
    assert.deepEqual(
      one.lines.map(({ range, arcs: inLine }) => [
        range,
        inLine.map(({ name, count, isTurned }) => [name, count, isTurned]),
      ]),
      [
        [
          { start: { line: 5, character: 4 }, end: { line: 5, character: 22 } },
          [['bark -nsubj-> dogs', 1, false]],
        ],
        [
          { start: { line: 6, character: 4 }, end: { line: 6, character: 17 } },
          [['zebra -> bark', 0, false]],
        ],
      ],
    );
  });

  it('tells of an arc that training had in the other direction alone', async () => {
    await start({ searches: true });
    const lines = '  deps: bark -nsubj-> dogs\n  order: bark < dogs\n';
    await editor.open(uri, bag('one', 'dogs/NNS bark/VBP', '', lines));
    const { report, files } = await cover();
    const [{ count, isTurned }] = files[0].details[0].lines[0].arcs;
    assert.deepEqual([count, isTurned], [0, true]);
    assert.deepEqual(report.arcs, { total: 1, seen: 0 });
  });

  it('covers a bag whose expectation is the best, or that has none and was realized', async () => {
    await start();
    const text = [
      bag('met', 'dogs bark', 'dogs bark'),
      bag('ranked', 'dogs bark', 'bark dogs'),
      bag('plain', 'dogs bark'),
      bag('invalid', 'dogs', '', '  deps: dogs -> cats\n'),
      bag('broken', 'throw x', 'throw x'),
    ].join('');
    await editor.open(uri, text);
    const { report, files } = await cover();
    assert.deepEqual(
      files[0].details.map(({ name, isCovered }) => [name, isCovered]),
      [
        ['met', true],
        ['ranked', false],
        ['plain', true],
        ['invalid', false],
        ['broken', false],
      ],
    );
    assert.deepEqual(
      report.perBag.map((one) => [one.file, one.line, one.rank, one.class]),
      [
        [uri, 1, 1, 'met'],
        [uri, 5, 2, 'ranked'],
        [uri, 9, null, null],
        [uri, 12, null, null],
        [uri, 16, null, null],
      ],
    );
    assert.match(report.perBag[3].problem ?? '', /`cats` is not in/);
    assert.match(report.perBag[4].problem ?? '', /no such feature/);
  });

  it('says what the tests say, of each as soon as it is there', async () => {
    await start();
    const text = [
      bag('met', 'dogs bark', 'dogs bark'),
      bag('ranked', 'dogs bark', 'bark dogs'),
      bag('invalid', 'dogs', 'dogs', '  deps: dogs -> cats\n'),
      bag('broken', 'throw x', 'throw x'),
      bag('plain', 'dogs bark'),
    ].join('');
    await editor.open(uri, text);
    await cover([{ uri, tests: null }], { partialResultToken: 'tests' });
    const tests = editor.progress.filter(({ token }) => token === 'tests');
    const told = new Map(
      tests.map(({ value }) => {
        const { id, result } = value as unknown as CoveredTest;
        return [id, result];
      }),
    );
    assert.deepEqual([...told.keys()].sort(), ['broken', 'invalid', 'met', 'ranked']);
    for (const [id, result] of told) {
      const params = { uri, id };
      assert.deepEqual(result, await editor.client.sendRequest(messages.runTest, params), id);
    }
  });

  it('explains a sentence once, for the report and for the test', async () => {
    const explain = mock.method(Pool.prototype, 'explain');
    try {
      await start({ searches: true });
      const words = 'dogs cats birds bark';
      await editor.open(uri, bag('plain', words));
      await editor.client.sendRequest(messages.realize, { uri, index: 0 });
      const view = await editor.realized(uri, 'plain');
      assert.ok(view?.state.kind === 'realized');
      const listed = view.state.result.realizations.map(({ text }) => text);
      const missing = permutations(words.split(' ')).find((text) => !listed.includes(text))!;
      await editor.open(uri, bag('lost', words, missing) + bag('behind', words, listed[1]));
      const { report } = await cover(undefined, { partialResultToken: 'tests' });
      assert.equal(report.perBag[1].class, 'ranked');
      assert.equal(explain.mock.callCount(), 2);
      const tests = editor.progress.filter(({ token }) => token === 'tests');
      for (const { value } of tests) {
        const { id, result } = value as unknown as CoveredTest;
        assert.deepEqual(result, await editor.client.sendRequest(messages.runTest, { uri, id }));
        assert.ok(result?.kind === 'failed');
        assert.match(result.message, /\nIt scores|\nThe search found it as no\. 2/);
      }
      assert.equal(tests.length, 2);
    } finally {
      explain.mock.restore();
    }
  });

  it('is of the tests alone that are asked for', async () => {
    await start();
    await editor.open(uri, bag('a', 'x y', 'x y') + bag('b', 'z w', 'z w') + bag('c', 'v'));
    const { report, files } = await cover([{ uri, tests: ['b'] }]);
    assert.deepEqual(
      report.perBag.map(({ bag: name }) => name),
      ['b'],
    );
    assert.deepEqual(files[0].details[0].header.start.line, 4);
    assert.equal(files[0].details.length, 1);
  });

  it('leaves out a file that is neither open nor on the disk', async () => {
    await start();
    await editor.open(uri, bag('a', 'x y'));
    const files = [other, uri].map((file) => ({ uri: file, tests: null }));
    assert.deepEqual((await cover(files)).report.files, [uri]);
  });

  it('keeps what it finds for the screen, and for the tests', async () => {
    await start();
    await editor.open(uri, bag('a', 'dogs bark', 'bark dogs') + bag('b', 'x y', 'y z'));
    const list = async (): Promise<TestStanding[]> => {
      const { tests } = await editor.client.sendRequest<FileTests>(messages.tests, { uri });
      return tests.map(({ standing }) => standing);
    };
    assert.deepEqual(await list(), [
      { description: 'bark dogs', tag: null },
      { description: 'y z', tag: null },
    ]);
    await cover();
    assert.match((await editor.lens(uri, 0)).command?.title ?? '', /^2 sentences found/);
    const standing = [
      { description: 'no. 2 · bark dogs!', tag: 'rank2-10' },
      { description: 'ruled out by this bag · y z', tag: 'unreachable' },
    ];
    // On a slow machine there are two messages, and the second bag may be in the first of them.
    const reported = () => standings.flatMap(({ tests }) => tests);
    await editor.until('both tests are reported', () => reported().length >= 2);
    const inOrder = reported().sort((one, other) => (one.id < other.id ? -1 : 1));
    assert.deepEqual(inOrder, [
      { id: 'a', standing: standing[0] },
      { id: 'b', standing: standing[1] },
    ]);
    assert.deepEqual(await list(), standing);
  });

  it('says what has become of each bag since it was last covered', async () => {
    await start();
    await editor.open(uri, bag('a', 'x y', 'x y') + bag('b', 'x y', 'y x') + bag('c', 'x'));
    await editor.open(other, bag('d', 'x y'));
    assert.deepEqual(changes(await cover()), []);
    assert.deepEqual(changes(await cover()), ['same', 'same', 'same']);
    await editor.edit(uri, 'expect: x y', 'expect: y x');
    await editor.edit(uri, 'bag c', 'bag e');
    const both = [uri, other].map((file) => ({ uri: file, tests: null }));
    const changed = await cover(both);
    assert.deepEqual(changes(changed), ['worse', 'same', 'new', 'new', 'gone']);
    assert.deepEqual(
      changed.changes.map(({ before }) => before?.bag ?? null),
      ['a', null, null, null, 'c'],
    );
    // One test is compared with what was last found of it alone.
    await editor.edit(uri, 'expect: y x', 'expect: x y');
    assert.deepEqual(changes(await cover([{ uri, tests: ['a'] }])), ['better']);
    assert.deepEqual(changes(await cover(both)), ['same', 'same', 'same', 'same']);
  });

  it('tells bags of one name apart by their order, in runs of single tests too', async () => {
    await start();
    await editor.open(uri, bag('a', 'x y', 'x y') + bag('a', 'x y', 'x y') + bag('b', 'z'));
    await cover([{ uri, tests: ['a (2)'] }]);
    assert.deepEqual(changes(await cover([{ uri, tests: ['a'] }])), []);
    // The second bag is not run, since its name is in use.
    assert.deepEqual(changes(await cover()), ['same', 'same', 'new']);
    assert.deepEqual(changes(await cover()), ['same', 'same', 'same']);
    await editor.edit(uri, 'expect: x y', 'expect: y x');
    assert.deepEqual(changes(await cover([{ uri, tests: ['a (2)'] }])), ['same']);
    assert.deepEqual(changes(await cover([{ uri, tests: ['a'] }])), ['worse']);
    assert.deepEqual(changes(await cover()), ['same', 'same', 'same']);
  });

  it('compares a closed file with the last run alone', async () => {
    await start();
    const text = bag('a', 'x y', 'x y');
    await editor.open(uri, text);
    await cover();
    await editor.close(uri);
    await editor.open(uri, text);
    assert.deepEqual(changes(await cover()), ['same']);
    await editor.close(uri);
    await editor.open(other, text);
    await cover([{ uri: other, tests: null }]);
    await editor.open(uri, text);
    assert.deepEqual(changes(await cover()), []);
  });

  it('covers a file that is closed meanwhile, and shows nothing of it', async () => {
    await start({ poolSize: 1 });
    const bags = bag('a', 'stream x', 'stream x') + bag('b', 'x y', 'x y');
    await editor.open(uri, `search: best-first\n${bags}`);
    await editor.problems(uri);
    const covered = cover();
    await editor.close(uri);
    const { report } = await covered;
    assert.deepEqual(
      report.perBag.map(({ rank }) => rank),
      [1, 1],
    );
    await new Promise((resolve) => setTimeout(resolve, 300));
    assert.deepEqual(editor.diagnostics.get(uri)?.diagnostics, []);
    assert.deepEqual(standings, []);
    // Its results are not the results of another file with another search.
    await editor.open(other, bags);
    assert.equal((await editor.realized(other, 'b'))?.state.kind, 'idle');
  });

  it('reads files that the editor has closed from the disk, as they are now', async () => {
    await start();
    const folder = mkdtempSync(join(tmpdir(), 'bowline-coverage-'));
    try {
      const paths = Array.from({ length: 60 }, (_, i) => join(folder, `${i} ä.bow`));
      for (const path of paths) writeFileSync(path, bag('a', 'x y', 'x y'));
      const files = paths.map((path) => ({ uri: pathToFileURL(path).href, tests: null }));
      await editor.open(files[0].uri, bag('a', 'x y', 'y x'));
      const { report } = await cover(files);
      const ranks = report.perBag.map(({ rank }) => rank);
      assert.deepEqual(ranks, [2, ...new Array<number>(59).fill(1)]);
      writeFileSync(paths[59], bag('a', 'x y', 'y x'));
      rmSync(paths[58]);
      const again = await cover(files);
      assert.deepEqual(again.report.files.length, 59);
      assert.equal(again.report.perBag.at(-1)?.rank, 2);
      assert.match(editor.log.join('\n'), /58 ä\.bow is not covered: there is no such file/);
      const elsewhere = await cover([{ uri: 'untitled:b.bow', tests: null }]);
      assert.deepEqual(elsewhere.report.files, []);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('says nothing of an expectation before which the time was up', async () => {
    await start();
    await editor.configure({ realizeOn: 'never', languageModel: 'none', timeLimit: 10 });
    await editor.open(uri, bag('a', 'search x', 'x search') + bag('b', 'search x', 'search x'));
    const [a, b] = (await cover()).report.perBag;
    assert.match(a.problem ?? '', /bowline\.timeLimit/);
    assert.equal(b.rank, 1);
  });

  it('lets what the user looks at come first, and is stopped at once', async () => {
    await start({ poolSize: 1 });
    await editor.configure({ realizeOn: 'never', languageModel: 'none', timeLimit: 600_000 });
    await editor.open(uri, bag('a', 'search x') + bag('b', 'search y') + bag('c', 'z'));
    const source = new CancellationTokenSource();
    const covered = cover(undefined, source);
    const view = editor.client.sendRequest(messages.runTest, { uri, id: 'none' });
    assert.equal(await view, null);
    source.cancel();
    await assert.rejects(covered, /cancelled/);
    assert.deepEqual((await cover([{ uri, tests: [] }])).report.bags, 0);
  });

  it('says so where there is no model, or it is another one meanwhile', async () => {
    await start();
    await editor.configure({ realizeOn: 'never', languageModel: 'none', timeLimit: 600_000 });
    await editor.open(uri, bag('a', 'search x'));
    const covered = assert.rejects(cover(), /Run the coverage again/);
    await editor.configure({ realizeOn: 'never', model: '/nowhere.bow-model' });
    await covered;
    await assert.rejects(cover(), /nowhere\.bow-model/);
  });
});
