import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { InlayHint, InlayHintLabelPart } from 'vscode-languageserver/node';
import { nodeHost } from '../../../server/src/hosts/node/host.ts';
import { maxProblems } from '../../../server/src/lsp/document.ts';
import { messages } from '../../../server/src/lsp/protocol.ts';
import type { BagEdits, BagState, BagTitle, LineParams } from '../../../server/src/lsp/protocol.ts';
import { smallFluentModel, smallModel } from '../support/small-model.ts';
import { tinyLanguageModel } from '../support/tiny.ts';
import { bundleFakeWorker } from '../hosts/fake.ts';
import { Editor } from './editor.ts';

const uri = 'file:///a.bow';
const other = 'file:///b.bow';
const bag = (name: string, words: string, more = ''): string =>
  `bag ${name} {\n  words: ${words}\n${more}}\n`;

const plain = (text: unknown): string => (typeof text === 'string' ? text : '');
const label = ({ label: shown }: InlayHint): string =>
  typeof shown === 'string' ? shown : shown.map(({ value }) => value).join('');

describe('the language server', () => {
  let worker: string;
  let removeWorker: () => void;
  let extension: string;
  let editor: Editor;
  const model = (): string => join(extension, 'models', 'en-ewt.bow-model');

  before(() => {
    ({ script: worker, remove: removeWorker } = bundleFakeWorker());
  });
  after(() => removeWorker());
  beforeEach(() => {
    extension = mkdtempSync(join(tmpdir(), 'bowline-extension-'));
    mkdirSync(join(extension, 'models'));
    writeFileSync(model(), smallModel());
    editor = new Editor({ worker, poolSize: 1 });
  });
  afterEach(async () => {
    await editor.stop();
    rmSync(extension, { recursive: true, force: true });
  });

  const start = (): Promise<void> => editor.start(extension);
  const state = async (name: string, file = uri): Promise<BagState> => {
    const view = await editor.realized(file, name);
    assert.ok(view);
    return view.state;
  };

  describe('without initialization options', () => {
    /** The server of a program that lies in a folder, or in none. */
    const startIn = async (folder: string | null): Promise<void> => {
      await editor.stop();
      editor = new Editor({ worker, poolSize: 1 }, { ...nodeHost, installation: () => folder });
      await editor.start(null);
    };

    it('uses the models in the folder that it is installed in', async () => {
      await startIn(extension);
      await editor.open(uri, bag('a', 'dogs bark'));
      assert.equal((await state('a')).kind, 'realized');
    });

    it('says what is missing if it is installed in none, and uses a model that a setting names', async () => {
      await startIn(null);
      await editor.until('it says so', () => editor.errors.length > 0);
      assert.match(
        editor.errors[0],
        /model that comes with Bowline cannot be found: name a file in the setting bowline\.model, or Bowline’s folder in the initialization option `extension`/,
      );
      await editor.configure({ model: model() });
      await editor.open(uri, bag('a', 'dogs bark'));
      assert.equal((await state('a')).kind, 'realized');
    });
  });

  describe('in the output channel', () => {
    const text =
      '# sent_id = 1\n1\tdogs\t_\tNOUN\tNNS\t_\t2\tnsubj\t_\t_\n2\tbark\t_\tVERB\tVBP\t_\t0\troot\t_\t_\n\n';
    const lines = (pattern: RegExp): string[] => editor.log.filter((line) => pattern.test(line));
    const untilLine = (pattern: RegExp): Promise<void> =>
      editor.until(`there is ${pattern}`, () => lines(pattern).length > 0);

    it('says which Bowline it is, on which host, and which models it loads', async () => {
      writeFileSync(join(extension, 'package.json'), '{ "version": "1.2.3" }');
      await start();
      assert.deepEqual(editor.server, { name: 'Bowline', version: '1.2.3' });
      assert.equal(editor.log[0], `Bowline 1.2.3 on Node ${process.versions.node}.`);
      assert.match(editor.log[1], /^Loaded .*en-ewt\.bow-model \(\d+\.\d MB\) in \d+ ms\.$/);
    });

    it('says how long a file took, and nothing of what it knows already or of a key press', async () => {
      await start();
      await editor.configure({ realizeOn: 'type' });
      await editor.open(uri, bag('a', 'dogs bark') + bag('b', 'cats'));
      await untilLine(/^Realized 2 bags of a\.bow in \d+ ms\.$/);
      await editor.save(uri);
      await editor.edit(uri, 'cats', 'cows');
      await editor.look(uri, 3);
      await state('b');
      assert.equal(lines(/^Realized/).length, 1);
    });

    it('says how long a proof, a coverage, an import and an export took', async () => {
      await start();
      await editor.open(uri, bag('a', 'provable dogs'));
      await state('a');
      await editor.client.sendRequest(messages.prove, { uri, bag: 'a' });
      await untilLine(/^Proved the highest score of a \(a\.bow\) in \d+ ms\.$/);
      const coverage = { files: [{ uri, tests: null }], partialResultToken: null, progress: 1 };
      await editor.client.sendRequest(messages.coverage, coverage);
      await untilLine(/^Covered 1 bag of 1 file in \d+ ms\.$/);
      const file = { text, name: 'pets.conllu', lines: null, progress: 2 };
      const options = { tags: 'xpos', arcs: 'all', labels: true };
      await editor.client.sendRequest(messages.importConllu, { ...file, options });
      await untilLine(/^Imported 1 bag from pets\.conllu in \d+ ms\.$/);
      const form = { uri, line: null, format: 'text', progress: 3, partialResultToken: 4 };
      await editor.client.sendRequest(messages.exportRealizations, form);
      await untilLine(/^Exported 1 bag of a\.bow in \d+ ms\.$/);
    });
  });

  describe('realizing', () => {
    beforeEach(start);

    it('shows the best before the `}` of a bag on one line', async () => {
      const line = 'bag a { words: dogs bark }';
      await editor.open(uri, `${line} # why\n`);
      await state('a');
      const [hint] = await editor.bagHints(uri);
      assert.deepEqual(hint.position, { line: 0, character: line.length - 1 });
    });

    it('realizes a file when it is opened and shows the best as a hint', async () => {
      await editor.open(uri, bag('a', 'dogs bark', '  expect: dogs bark\n') + bag('b', 'cats'));
      const shown = await state('a');
      assert.equal(shown.kind, 'realized');
      await state('b');
      const [first, second] = await editor.bagHints(uri);
      assert.deepEqual(first.position, { line: 0, character: 7 });
      assert.equal(label(first), 'dogs bark!');
      assert.match(plain(first.tooltip), /^The first of 2 sentences found\.$/m);
      assert.equal(label(second), 'cats!');
    });

    it('shows as many whole words of a sentence behind a bag as fit 50 columns, or those of the setting', async () => {
      const words = 'abc '.repeat(30).trim();
      const long = 'a-name-of-some-thirty-letters';
      const longer = 'a-name-that-itself-fills-the-line-of-the-bag';
      const names = ['a', long, longer];
      await editor.open(uri, names.map((name) => bag(name, words)).join(''));
      for (const name of names) await state(name);
      const hints = await editor.bagHints(uri);
      // With the bag's line and a space, the first ends at column 48: the next word would end at 52.
      // Behind the longest name nothing fits, so the hint has 20 columns.
      assert.deepEqual(hints.map(label), [
        `abc${' abc'.repeat(9)}…`,
        'abc abc abc…',
        `abc${' abc'.repeat(4)}…`,
      ]);
      for (const { tooltip } of hints) assert.equal(plain(tooltip).split('\n')[0], `${words}!`);
      await editor.configure({ hintColumn: 200 });
      const [{ label: whole, tooltip }] = await editor.bagHints(uri);
      assert.equal(whole, `${words}!`);
      assert.doesNotMatch(plain(tooltip), /abc/);
    });

    it('has no hint that repeats the lens above a bag without a realization', async () => {
      await editor.open(uri, bag('a', 'impossible dogs'));
      await state('a');
      assert.deepEqual(await editor.bagHints(uri), []);
      await editor.configure({ codeLens: false });
      assert.deepEqual((await editor.bagHints(uri)).map(label), ['no realization']);
    });

    it('marks a bag without a lens as expected where its test passes, and says how many of its sentences came out', async () => {
      await editor.configure({ codeLens: false });
      const expecting = (...lines: readonly string[]): string =>
        `  expect:\n${lines.map((line) => `    ${line}\n`).join('')}`;
      await editor.open(
        uri,
        bag('all', 'dogs bark', expecting('dogs bark', 'bark dogs')) +
          bag('first', 'two dogs bark', expecting('two dogs bark', 'dogs two bark')) +
          bag('second', 'three dogs bark', expecting('bark dogs three', 'dogs three bark')) +
          bag('none', 'four dogs bark', expecting('dogs four bark', 'bark four dogs')),
      );
      for (const name of ['all', 'first', 'second', 'none']) await state(name);
      const hints = await editor.bagHints(uri);
      assert.deepEqual(
        hints.map((hint) => label(hint).split('  ')[0]),
        [
          '✓ expected',
          '✓ 1 of 2 expected',
          '1 of 2 expected, no. 2',
          'expected, missed by the search',
        ],
      );
      // If none of them comes first, the mark leads to why.
      assert.deepEqual(
        hints.map(({ label: parts }): unknown => {
          const [{ command }] = parts as InlayHintLabelPart[];
          return command?.arguments?.[2];
        }),
        [undefined, undefined, 'bark dogs three', 'dogs four bark'],
      );
    });

    it('says why the bag rules out an expectation', async () => {
      await editor.configure({ codeLens: false });
      const deps = '  deps:\n    a -> c\n    b -> d\n';
      await editor.open(uri, bag('a', 'a c b d', `${deps}  expect: a b c d\n`));
      const shown = await state('a');
      if (shown.kind !== 'realized') assert.fail(shown.kind);
      assert.match(shown.result.expectations[0].unreachable!, /`a -> c` crosses `b -> d`/);
      assert.match(label((await editor.bagHints(uri))[0]), /^expected, ruled out by this bag {2}/);
    });

    it('sends the panel ranks, scores, expectations and derivations', async () => {
      await editor.open(uri, bag('a', 'dogs bark', '  expect:\n    bark dogs\n'));
      const shown = await state('a');
      if (shown.kind !== 'realized') assert.fail(shown.kind);
      const { result } = shown;
      const [{ score: first }] = result.realizations;
      assert.deepEqual(
        result.realizations.map(({ text, score, expected }) => [text, first - score, expected]),
        [
          ['dogs bark', 0, false],
          ['bark dogs', 40, true],
        ],
      );
      assert.deepEqual(result.expectations, [{ text: 'bark dogs', unreachable: null, rank: 2 }]);
      const { actions, heads, dependents } = result.realizations[0].steps;
      assert.deepEqual(
        { actions, heads, dependents },
        { actions: 'SSR', heads: [0, 0, 1], dependents: [1, 2, 2] },
      );
      assert.equal(label((await editor.bagHints(uri))[0]), 'dogs bark!');
    });

    it('follows the cursor: the panel is sent the bag that it is in', async () => {
      await editor.open(uri, bag('a', 'dogs') + bag('b', 'cats', '  deps: cats -> mice\n'));
      await editor.look(uri, 1);
      await editor.until('bag a is shown', () => {
        const last = editor.bags.at(-1);
        return last?.bag?.title === 'a' && last.state.kind === 'realized';
      });
      await editor.look(uri, 4);
      await editor.until('bag b is shown', () => editor.bags.at(-1)?.bag?.title === 'b');
      const { state: shown } = editor.bags.at(-1)!;
      if (shown.kind !== 'invalid') assert.fail(shown.kind);
      assert.deepEqual(shown.problems[0].position, { line: 5, character: 16 });
      await editor.look(uri, 7);
      await editor.close(uri);
      await editor.look(uri, 7);
      await editor.until('no file', () => editor.bags.at(-1)?.state.kind === 'no-file');
    });

    it('shows the nearest bag where the cursor is in none', async () => {
      await editor.open(uri, `# Two bags.\n${bag('a', 'dogs')}# Between.\n${bag('b', 'cats')}\n`);
      for (const [line, title] of [
        [0, 'a'],
        [4, 'b'],
        [8, 'b'],
        [2, 'a'],
      ] as const) {
        await editor.look(uri, line);
        await editor.until(`${title} is shown`, () => {
          const last = editor.bags.at(-1);
          return last?.bag?.title === title && last.state.kind === 'realized';
        });
      }
      await editor.open(other, '# No bag yet.\n');
      await editor.look(other, 0);
      await editor.until('no bag', () => editor.bags.at(-1)?.state.kind === 'no-bag');
    });

    it('shows no other bag’s former result where a bag comes in above', async () => {
      await editor.configure({ realizeOn: 'save' });
      await editor.open(uri, `bag {\n  words: dogs\n}\n`);
      await editor.look(uri, 0);
      await editor.until('it is shown', () => editor.bags.at(-1)?.state.kind === 'realized');
      await editor.edit(uri, 'bag', 'bag {\n  words: cats\n}\nbag');
      await editor.until('it is idle', () => editor.bags.at(-1)?.state.kind === 'idle');
      const { state: shown } = editor.bags.at(-1)!;
      assert.equal(shown.kind === 'idle' && shown.previous, null);
    });

    it('waits for a save to realize what was changed, and shows the former result until then, if that is the setting', async () => {
      await editor.configure({ realizeOn: 'save' });
      await editor.open(uri, bag('a', 'dogs'));
      await editor.look(uri, 1);
      await editor.until('it is shown', () => editor.bags.at(-1)?.state.kind === 'realized');
      await editor.edit(uri, 'dogs', 'cats');
      await editor.until('it is idle', () => editor.bags.at(-1)?.state.kind === 'idle');
      const { state: shown } = editor.bags.at(-1)!;
      if (shown.kind !== 'idle') assert.fail(shown.kind);
      assert.equal(shown.reason, 'changed');
      assert.equal(shown.previous?.realizations[0].text, 'dogs');
      assert.deepEqual(await editor.bagHints(uri), []);
      await editor.save(uri);
      await state('a');
      assert.equal(label((await editor.bagHints(uri))[0]), 'cats!');
    });

    it('lets a bag that waits for a save go on waiting under a setting that lets all bags wait', async () => {
      const words = Array.from({ length: 40 }, (_, i) => `w${i}`).join(' ');
      const stateNow = (): string | undefined => editor.bags.at(-1)?.state.kind;
      await editor.open(uri, bag('a', words));
      await editor.look(uri, 1);
      await editor.until('it is shown', () => stateNow() === 'realized');
      await editor.edit(uri, 'w0', 'v0');
      await editor.until('it waits', () => stateNow() === 'idle');
      await editor.configure({ realizeOn: 'save' });
      assert.equal((await state('a')).kind, 'idle');
      await editor.configure({ realizeOn: 'type' });
      assert.equal((await state('a')).kind, 'realized');
    });

    it('realizes small bags while one types, and larger ones once they are saved', async () => {
      const words = Array.from({ length: 25 }, (_, i) => `w${i}`).join(' ');
      await editor.open(uri, bag('a', words));
      await editor.look(uri, 1);
      await editor.until('it is shown', () => editor.bags.at(-1)?.state.kind === 'realized');
      const best = (): string | undefined => {
        const shown = editor.bags.at(-1)?.state;
        return shown?.kind === 'realized' ? shown.result.realizations[0].text : undefined;
      };
      await editor.edit(uri, 'w0', 'v0');
      await editor.until('it is realized', () => best()?.startsWith('v0 ') === true);
      await editor.edit(uri, 'v0', 'v0 one-more');
      await editor.until('it is idle', () => editor.bags.at(-1)?.state.kind === 'idle');
      await editor.save(uri);
      await editor.until('it is realized', () => best()?.startsWith('v0 one-more ') === true);
    });

    it('sends each panel that is pinned its bag, wherever the cursor is, until there is none of its name', async () => {
      await editor.open(uri, bag('a', 'dogs') + bag('b', 'cats'));
      await editor.look(uri, 0, ['b']);
      const best = (name: string): string | undefined => {
        const shown = editor.pinned.filter((one) => one.bag === name).at(-1)?.view.state;
        return shown?.kind === 'realized' ? shown.result.realizations[0].text : shown?.kind;
      };
      await editor.until('it is shown', () => best('b') === 'cats');
      assert.equal(editor.bags.at(-1)?.bag?.title, 'a');
      await editor.look(uri, 0, ['b', 'a']);
      await editor.until('another is pinned', () => best('a') === 'dogs');
      const sent = editor.pinned.length;
      await editor.edit(uri, 'cats', 'mice');
      await editor.save(uri);
      await editor.until('it is realized anew', () => best('b') === 'mice');
      const others = editor.pinned.slice(sent).filter((one) => one.bag === 'a');
      assert.deepEqual(others, [], 'the other is not sent again');
      await editor.edit(uri, 'bag b', 'bag c');
      await editor.until('it is gone', () => best('b') === 'no-bag');
    });

    it('names the bag at a line, or one that is near, to be pinned', async () => {
      await editor.open(uri, bag('a', 'dogs') + bag('b', 'cats'));
      const at = async (file: string, line: number): Promise<string | undefined> => {
        const params: LineParams = { uri: file, line };
        const title = await editor.client.sendRequest<BagTitle | null>(messages.bagAt, params);
        return title?.title;
      };
      assert.deepEqual([await at(uri, 1), await at(uri, 1_000)], ['a', 'b']);
      assert.equal(await at('file:///closed.bow', 0), undefined);
    });

    it('shows the former result of a bag while it has an error', async () => {
      await editor.open(uri, bag('a', 'dogs bark'));
      await editor.look(uri, 1);
      await editor.until('it is shown', () => editor.bags.at(-1)?.state.kind === 'realized');
      await editor.edit(uri, 'bark', 'bark/');
      await editor.until('it is broken', () => editor.bags.at(-1)?.state.kind === 'invalid');
      const { state: shown } = editor.bags.at(-1)!;
      assert.equal(shown.kind === 'invalid' && shown.previous?.realizations[0].text, 'dogs bark');
    });

    it('searches a bag further where that is asked for, and shows its former result where that is cancelled', async () => {
      await editor.configure({ timeLimit: 50 });
      await editor.open(uri, bag('a', 'search'));
      const beam = async (): Promise<unknown> => {
        const shown = await state('a');
        return shown.kind === 'realized' ? shown.result.beam : shown.kind;
      };
      assert.equal(await beam(), 64);
      await editor.client.sendRequest(messages.searchFurther, { uri, index: 0, beam: null });
      assert.equal(await beam(), 256);
      await editor.client.sendRequest(messages.searchFurther, { uri, index: 0, beam: null });
      await editor.client.sendRequest(messages.cancel, { uri, index: 0 });
      assert.equal(await beam(), 256);
    });

    it('shows the former result and what is wrong where a wider search fails', async () => {
      await editor.open(uri, bag('a', 'narrow'));
      await editor.look(uri, 0);
      const failures = (): unknown[] =>
        editor.bags.flatMap(({ state: shown }) =>
          shown.kind === 'realized' ? [shown.result.widerFailure] : [],
        );
      await editor.until('it is shown', () => failures().length === 1);
      await editor.client.sendRequest(messages.searchFurther, { uri, index: 0, beam: null });
      await editor.until('it is shown again', () => failures().length === 2);
      assert.deepEqual(failures(), [null, 'The search failed: too wide']);
    });

    it('shows what best-first has found so far while it searches, and keeps it where that is cancelled', async () => {
      await editor.configure({ search: 'best-first', timeLimit: 600_000 });
      await editor.open(uri, bag('a', 'stream'));
      await editor.look(uri, 0);
      const soFar = (): boolean =>
        editor.bags.some(
          ({ state: shown }) =>
            shown.kind === 'working' &&
            shown.isPartial === true &&
            shown.previous?.realizations[0].text === 'stream',
        );
      await editor.until('some of it is shown', soFar);
      await editor.client.sendRequest(messages.cancel, { uri, index: 0 });
      const ended = await state('a');
      assert.ok(ended.kind === 'idle' && ended.reason === 'cancelled');
      assert.equal(ended.previous?.realizations[0].text, 'stream');
    });

    it('stops realizing a bag, until it is asked for again', async () => {
      await editor.configure({ timeLimit: 600_000 });
      await editor.open(uri, bag('a', 'search') + bag('b', 'dogs'));
      await editor.until('it works', () => editor.statuses.at(-1)?.state === 'working');
      await editor.client.sendRequest(messages.cancel, { uri, index: 0 });
      assert.deepEqual(await state('a'), { kind: 'idle', reason: 'cancelled', previous: null });
      assert.equal((await state('b')).kind, 'realized', 'the others go on');
      await editor.look(uri, 4);
      await editor.edit(uri, 'dogs', 'cats');
      await editor.until('it is realized', () => editor.bags.at(-1)?.state.kind === 'realized');
      assert.equal((await state('a')).kind, 'idle', 'a key press elsewhere does not ask for it');
      await editor.configure({ timeLimit: 50 });
      assert.equal((await state('a')).kind, 'realized');
    });

    it('realizes while one types, or never, if that is the setting', async () => {
      await editor.open(uri, bag('a', 'dogs'));
      await state('a');
      await editor.edit(uri, 'dogs', 'cats');
      await editor.look(uri, 0);
      await editor.until('it is realized', () => {
        const shown = editor.bags.at(-1)?.state;
        return shown?.kind === 'realized' && shown.result.realizations[0].text === 'cats';
      });
      await editor.configure({ realizeOn: 'never' });
      await editor.open(other, bag('b', 'mice'));
      await editor.save(other);
      assert.deepEqual(await state('b', other), { kind: 'idle', reason: 'never', previous: null });
      await editor.client.sendRequest(messages.realize, { uri: other, index: 0 });
      assert.equal((await state('b', other)).kind, 'realized');
    });

    it('answers while it realizes, and stops when the user cancels', async () => {
      await editor.open(uri, bag('a', 'search') + bag('b', 'dogs'));
      await editor.until('it works', () => editor.statuses.at(-1)?.state === 'working');
      // The search for a, on the only worker, ends when it is told to: the answer is there before.
      assert.deepEqual(await editor.bagHints(uri), []);
      assert.equal(editor.statuses.at(-1)?.state, 'working');
      await editor.client.sendRequest(messages.realizeAll, { uri });
      await editor.until('there is progress', () => editor.progress.length > 0);
      assert.equal(editor.progress[0].value.kind, 'begin');
      await editor.client.sendNotification('window/workDoneProgress/cancel', {
        token: editor.progress[0].token,
      });
      await editor.until('it has stopped', () => editor.statuses.at(-1)?.state === 'ready');
      await editor.until('the progress ends', () => editor.progress.at(-1)?.value.kind === 'end');
      assert.deepEqual(await state('a'), { kind: 'idle', reason: 'cancelled', previous: null });
    });

    it('says that a search was cut short', async () => {
      await editor.configure({ timeLimit: 50 });
      await editor.open(uri, bag('a', 'search'));
      const shown = await state('a');
      assert.equal(shown.kind === 'realized' && shown.result.status, 'cut-short');
      assert.match(label((await editor.bagHints(uri))[0]), /\(cut short\)/);
    });

    it('realizes anew when a setting changes that the result depends on', async () => {
      await editor.open(uri, bag('a', 'dogs'));
      const results = async (): Promise<number> => {
        const shown = await state('a');
        return shown.kind === 'realized' ? shown.result.results : 0;
      };
      assert.equal(await results(), 10);
      await editor.configure({ results: 3 });
      await editor.until('it has settled', () => editor.statuses.at(-1)?.state === 'ready');
      assert.equal(await results(), 3);
    });

    it('says so when a worker dies on a bag, twice, and realizes the rest', async () => {
      await editor.open(uri, bag('a', 'die') + bag('b', 'dogs'));
      const shown = await state('a');
      assert.match(shown.kind === 'failed' ? shown.message : '', /stopped unexpectedly, twice/);
      assert.equal((await state('b')).kind, 'realized');
    });

    it('drops a file that is closed or deleted while it is realized', async () => {
      await editor.open(uri, bag('a', 'search'));
      await editor.until('it works', () => editor.statuses.at(-1)?.state === 'working');
      await editor.close(uri);
      await editor.until('it is ready', () => editor.statuses.at(-1)?.state === 'ready');
      assert.equal(await editor.realized(uri, 'a'), null);
      await editor.open(other, bag('a', 'search'));
      await editor.until('it works', () => editor.statuses.at(-1)?.state === 'working');
      await editor.watched(other, 'deleted');
      await editor.until('it is ready', () => editor.statuses.at(-1)?.state === 'ready');
      await editor.open(uri, bag('a', 'dogs'));
      assert.equal((await state('a')).kind, 'realized');
    });

    describe('of a file of 5,000 bags', () => {
      const large = Array.from({ length: 5000 }, (_, i) =>
        bag(`b${i}`, `x${i} y`, i % 5 === 0 ? '  deps: y -> gone\n' : ''),
      ).join('');
      const problems = (): number => editor.diagnostics.get(uri)?.diagnostics.length ?? 0;
      const isOver = (): boolean => {
        const kinds = editor.progress.map(({ value }) => value.kind);
        const begun = kinds.filter((kind) => kind === 'begin').length;
        return begun > 0 && kinds.filter((kind) => kind === 'end').length === begun;
      };
      /** Waits until the whole file is realized, with progress, and has problems. */
      const work = async (): Promise<void> => {
        await editor.open(uri, large);
        await editor.client.sendRequest(messages.realizeAll, { uri });
        await editor.until('there is progress', () => editor.progress.length > 0);
        await editor.until('there are problems', () => problems() > 0);
      };
      /** Checks that nothing comes back. */
      const assertQuiet = async (): Promise<void> => {
        await editor.until('the work has ended', () => editor.statuses.at(-1)?.state === 'ready');
        await editor.until('the progress has ended', isOver);
        await editor.until('the problems are gone', () => problems() === 0);
        await new Promise((resolve) => setTimeout(resolve, 500));
        assert.equal(problems(), 0);
        assert.ok(isOver());
        assert.equal(editor.statuses.at(-1)?.state, 'ready');
      };

      it('ends at once when the file is closed', async () => {
        await work();
        await editor.close(uri);
        await assertQuiet();
      });

      it('ends at once when the file is closed while it is checked', async () => {
        await editor.open(uri, large);
        await editor.client.sendRequest(messages.realizeAll, { uri });
        await editor.until('there is progress', () => editor.progress.length > 0);
        await editor.edit(uri, 'x0 y', 'z0 y');
        await new Promise((resolve) => setTimeout(resolve, 30));
        await editor.close(uri);
        await assertQuiet();
      });

      it('ends at once when its tab is closed, and begins again with a tab', async () => {
        await work();
        editor.hidden = [uri];
        await editor.look(uri, 0);
        await assertQuiet();
        // Settings and edits begin nothing.
        await editor.configure({ beam: 32 });
        await editor.edit(uri, 'x1 y', 'x1 z');
        await assertQuiet();
        editor.hidden = [];
        await editor.look(uri, 0);
        await editor.until('there are problems', () => problems() > 0);
        await editor.until('it is realized', () => editor.bags.at(-1)?.state.kind === 'invalid');
      });

      it('ends at once when the file is deleted, and begins again when it is there again', async () => {
        await work();
        await editor.watched(uri, 'deleted');
        await assertQuiet();
        await editor.configure({ beam: 32 });
        await assertQuiet();
        await editor.watched(uri, 'created');
        await editor.until('there are problems', () => problems() > 0);
      });
    });

    it('says that a file was deleted, and goes on when another takes its place', async () => {
      await editor.open(uri, bag('a', 'search') + bag('b', 'dogs'));
      await editor.until('it works', () => editor.statuses.at(-1)?.state === 'working');
      await editor.watched(uri, 'deleted');
      assert.deepEqual(await state('b'), { kind: 'idle', reason: 'deleted', previous: null });
      await editor.edit(uri, 'search', 'cats');
      await editor.watched(uri, 'created');
      await editor.look(uri, 4);
      await editor.until('it is realized', () => editor.bags.at(-1)?.state.kind === 'realized');
    });

    it('stops for good when nothing is to be realized unasked any more', async () => {
      await editor.open(uri, bag('a', 'search') + bag('b', 'dogs'));
      await editor.look(uri, 1);
      await editor.until('it works', () => editor.statuses.at(-1)?.state === 'working');
      await editor.configure({ realizeOn: 'never', beam: 32 });
      await editor.until('it has stopped', () => editor.statuses.at(-1)?.state === 'ready');
      assert.deepEqual(await state('a'), { kind: 'idle', reason: 'never', previous: null });
    });

    it('works out the edit that inserts an expectation', async () => {
      await editor.open(uri, bag('a', 'cats') + bag('b', 'dogs bark'));
      const edit = await editor.client.sendRequest<BagEdits>(messages.insertExpectation, {
        uri,
        index: 1,
        text: 'dogs bark',
      });
      assert.deepEqual(edit, {
        version: 1,
        edits: [
          {
            range: { start: { line: 4, character: 18 }, end: { line: 4, character: 18 } },
            newText: '\n  expect:\n    dogs bark',
          },
        ],
      });
    });
  });

  describe('problems', () => {
    beforeEach(start);

    it('are published, mended by their fixes, and gone when the file is closed', async () => {
      await editor.open(uri, bag('a', 'dogs bark', '  deps: bark -> dogz\n'));
      const [problem, ...more] = await editor.problems(uri);
      assert.deepEqual(more, []);
      assert.equal(problem.code, 'unknown-word');
      assert.equal(problem.severity, 1);
      const [fix] = await editor.actions(uri, problem.range);
      assert.equal(fix.isPreferred, true);
      assert.equal(fix.edit?.changes?.[uri][0].newText, 'dogs');
      await editor.edit(uri, 'dogz', 'dogs');
      assert.deepEqual(await editor.problems(uri), []);
      await editor.close(uri);
      await editor.until('they are cleared', () => {
        const published = editor.diagnostics.get(uri);
        return published?.version === undefined;
      });
    });

    it('are mended together by the action for saving, which the editor asks for by its kind', async () => {
      await editor.open(uri, bag('a', '(dogs|cats) bark', '  deps: bark → dogs\n'));
      const start = { line: 0, character: 0 };
      const here = { start, end: start };
      for (const only of [['source.fixAll.bowline'], ['source.fixAll'], ['source']]) {
        const [action, ...others] = await editor.actions(uri, here, only);
        assert.deepEqual([action.kind, others], ['source.fixAll.bowline', []]);
        const changes = action.edit?.changes?.[uri].map(({ range, newText }) => [
          range.start.line,
          newText,
        ]);
        assert.deepEqual(changes, [
          [1, ' dogs | cats '],
          [2, '->'],
        ]);
      }
      assert.deepEqual(await editor.actions(uri, here, ['quickfix']), []);
      assert.deepEqual(
        (await editor.actions(uri, here)).filter(({ kind }) => kind?.startsWith('source')),
        [],
      );
      await editor.open(uri, bag('a', 'dogs bark'));
      assert.deepEqual(await editor.actions(uri, here, ['source.fixAll']), []);
    });

    it('may be mended above the first bag: a category gets its grammar', async () => {
      await editor.open(uri, bag('a', 'dogs') + bag('b', 'dogs bark/S[dcl]\\NP'));
      const [problem, ...more] = await editor.problems(uri);
      assert.deepEqual(more, []);
      assert.equal(problem.code, 'missing-grammar');
      const [fix] = await editor.actions(uri, problem.range);
      const top = { line: 0, character: 0 };
      assert.deepEqual(fix.edit?.changes?.[uri], [
        { range: { start: top, end: top }, newText: 'grammar: ccg\n\n' },
      ]);
      await editor.edit(uri, 'bag a', 'grammar: ccg\nbag a');
      assert.deepEqual(await editor.problems(uri), []);
    });

    it('are at most a thousand, the last one saying how many more there are', async () => {
      const broken = Array.from({ length: 1_500 }, (_, i) =>
        bag(`n${i % 1_400}`, 'dogs', '  deps: dogs -> cats\n'),
      );
      await editor.open(uri, broken.join(''));
      const problems = await editor.problems(uri);
      assert.equal(problems.length, maxProblems);
      assert.match(plain(problems.at(-1)?.message), /601 more problems/);
    });

    it('name the limit where a bag has too many words', async () => {
      await editor.open(uri, bag('a', 'word '.repeat(500)) + bag('b', 'dogs'));
      const [problem] = await editor.problems(uri);
      assert.match(plain(problem.message), /500 words.*limit is 100/);
      assert.equal((await state('a')).kind, 'invalid');
      assert.equal((await state('b')).kind, 'realized');
      await editor.configure({ maxWords: 500 });
      assert.equal((await editor.realized(uri, 'b'))?.state.kind, 'realized');
      await editor.until('the problem is gone', () => {
        return editor.diagnostics.get(uri)?.diagnostics.length === 0;
      });
    });

    it('of an empty file are none, and of a binary one few; neither stops the server', async () => {
      await editor.open(uri, '');
      assert.deepEqual(await editor.problems(uri), []);
      const bytes = Array.from({ length: 50_000 }, (_, i) => String.fromCharCode((i * 7919) % 256));
      await editor.open(other, bytes.join(''));
      assert.ok((await editor.problems(other)).length <= maxProblems);
      await editor.edit(uri, '', bag('a', 'dogs'));
      await editor.save(uri);
      assert.equal((await state('a')).kind, 'realized');
    });

    it('of a line of a megabyte are told, and the server goes on', async () => {
      await editor.open(uri, bag('a', 'word '.repeat(200_000)));
      const [problem] = await editor.problems(uri);
      assert.equal(problem.code, 'too-many-words');
      await editor.open(other, 'x'.repeat(1_000_000) + '\n' + bag('b', 'dogs'));
      assert.ok((await editor.problems(other)).length > 0);
      assert.equal((await state('b', other)).kind, 'realized');
    });
  });

  describe('without a usable model', () => {
    const expectFailure = async (pattern: RegExp): Promise<void> => {
      await start();
      const { state: serverState, problem: shownInStatus } = editor.statuses.at(-1)!;
      assert.equal(serverState, 'no-model');
      assert.match(shownInStatus?.message ?? '', pattern);
      assert.equal(editor.errors.length, 1, 'the user is told once');
      await editor.open(uri, bag('a', 'dogs', '  deps: dogs -> cats\n') + bag('b', 'dogs'));
      const [problem] = await editor.problems(uri);
      assert.equal(problem.code, 'unknown-word', 'the language goes on');
      const shown = await state('b');
      assert.match(shown.kind === 'no-model' ? shown.problem.message : '', pattern);
      // What was wrong is put right.
      writeFileSync(join(extension, 'other'), smallModel());
      await editor.configure({ model: 'other', languageModel: 'none' });
      await editor.until('it is ready', () => editor.statuses.at(-1)?.state === 'ready');
      assert.equal((await state('b')).kind, 'realized');
    };

    it('says that it is missing, and recovers', async () => {
      rmSync(model());
      await expectFailure(/en-ewt\.bow-model cannot be used: there is no such file/);
      assert.match(editor.log.join('\n'), /en-ewt\.bow-model cannot be used/);
    });

    it('says that it is truncated, and recovers', async () => {
      writeFileSync(model(), smallModel().subarray(0, -100));
      await expectFailure(/cannot be used/);
    });

    it('says that it is damaged, and recovers', async () => {
      const bytes = smallModel();
      bytes[40] ^= 1;
      writeFileSync(model(), bytes);
      await expectFailure(/cannot be used: This model is damaged/);
    });

    it('says that its language model is missing or damaged, and recovers', async () => {
      writeFileSync(model(), smallFluentModel());
      await expectFailure(/en\.bow-lm cannot be used: there is no such file/);
      writeFileSync(join(extension, 'damaged'), tinyLanguageModel().subarray(0, -1));
      await editor.configure({ languageModel: 'damaged' });
      await editor.until('it says so', () => editor.errors.length === 2);
      assert.match(editor.errors[1], /damaged cannot be used: This model is truncated/);
    });

    it('opens the setting that mends it', async () => {
      writeFileSync(model(), smallFluentModel());
      editor.chosenAction = 'Open Setting';
      await start();
      await editor.until('a setting is shown', () => editor.shownSettings.length === 1);
      await editor.configure({ model: 'nowhere', languageModel: 'nowhere' });
      await editor.until('another is shown', () => editor.shownSettings.length === 2);
      assert.deepEqual(editor.shownSettings, ['bowline.languageModel', 'bowline.model']);
    });

    it('finds it on the next save if it is there by then', async () => {
      rmSync(model());
      await start();
      await editor.open(uri, bag('a', 'dogs'));
      writeFileSync(model(), smallModel());
      await editor.save(uri);
      await editor.until('it is ready', () => editor.statuses.at(-1)?.state === 'ready');
      assert.equal((await state('a')).kind, 'realized');
    });

    it('tells of another limit of words', async () => {
      rmSync(model());
      await start();
      await editor.open(uri, bag('a', 'word '.repeat(200)));
      assert.match(plain((await editor.problems(uri))[0].message), /limit is 100/);
      await editor.configure({ maxWords: 500 });
      await editor.until('the problem is gone', () => {
        return editor.diagnostics.get(uri)?.diagnostics.length === 0;
      });
    });

    it('realizes what was asked for as soon as there is one', async () => {
      rmSync(model());
      editor.settings = { realizeOn: 'never' };
      await start();
      await editor.open(uri, bag('a', 'dogs') + bag('b', 'cats'));
      writeFileSync(model(), smallModel());
      await editor.client.sendRequest(messages.realize, { uri, index: 1 });
      await editor.until('it is ready', () => editor.statuses.at(-1)?.state === 'ready');
      assert.equal((await state('b')).kind, 'realized');
      assert.equal((await state('a')).kind, 'idle');
    });

    it('goes on with what it has when the file is deleted later', async () => {
      await start();
      rmSync(model());
      await editor.open(uri, bag('a', 'dogs'));
      assert.equal((await state('a')).kind, 'realized');
    });
  });

  describe('with a model that was trained without a language model', () => {
    it('warns that it does without the one that is named, and realizes', async () => {
      editor.settings = { languageModel: 'named' };
      await start();
      const { state: serverState, problem } = editor.statuses.at(-1)!;
      assert.equal(serverState, 'ready');
      assert.match(problem?.message ?? '', /trained without a language model/);
      assert.equal(editor.warnings.length, 1);
      assert.deepEqual(editor.errors, []);
      await editor.open(uri, bag('a', 'dogs'));
      assert.equal((await state('a')).kind, 'realized');
    });

    it('says nothing where none is named', async () => {
      await start();
      assert.equal(editor.statuses.at(-1)!.problem, null);
      assert.deepEqual([...editor.warnings, ...editor.errors], []);
    });
  });
});
