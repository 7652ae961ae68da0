import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { nodeHost } from '../../../server/src/hosts/node/host.ts';
import { SearchFailed } from '../../../server/src/hosts/pool.ts';
import { BowDocument } from '../../../server/src/lsp/document.ts';
import { Log } from '../../../server/src/lsp/log.ts';
import { Proofs } from '../../../server/src/lsp/proofs.ts';
import { Scheduler } from '../../../server/src/lsp/schedule.ts';
import type { Searches, Session } from '../../../server/src/lsp/session.ts';
import { readSettings } from '../../../server/src/lsp/settings.ts';
import { withoutModel } from '../support/check-options.ts';
import { messages } from '../../../server/src/lsp/protocol.ts';
import type {
  CoverageResult,
  ShownComparison,
  ShownProof,
  ShownResult,
} from '../../../server/src/lsp/protocol.ts';
import { bundleFakeWorker } from '../hosts/fake.ts';
import { smallModel } from '../support/small-model.ts';
import { Editor } from './editor.ts';

const uri = 'file:///a.bow';
const bag = (name: string, words: string, more = ''): string =>
  `bag ${name} {\n  words: ${words}\n${more}}\n`;

describe('proofs of the highest score', () => {
  let worker: string;
  let removeWorker: () => void;
  let extension: string;
  let editor: Editor;

  before(() => {
    ({ script: worker, remove: removeWorker } = bundleFakeWorker());
  });
  after(() => removeWorker());
  beforeEach(async () => {
    extension = mkdtempSync(join(tmpdir(), 'bowline-extension-'));
    mkdirSync(join(extension, 'models'));
    writeFileSync(join(extension, 'models', 'en-ewt.bow-model'), smallModel());
    editor = new Editor({ worker, poolSize: 1 });
    await editor.start(extension);
  });
  afterEach(async () => {
    await editor.stop();
    rmSync(extension, { recursive: true, force: true });
  });

  const results = (): ShownResult[] =>
    editor.bags.flatMap(({ state }) => (state.kind === 'realized' ? [state.result] : []));
  const proof = (): ShownProof | null | undefined => results().at(-1)?.proof;
  const untilProof = (kind: ShownProof['kind']): Promise<void> =>
    editor.until(kind, () => proof()?.kind === kind);
  const open = async (text: string): Promise<void> => {
    await editor.open(uri, text);
    await editor.look(uri, 0);
    await editor.until('it is realized', () => results().length > 0);
  };
  const ask = (name: string): Promise<unknown> =>
    editor.client.sendRequest(messages.prove, { uri, bag: name });

  it('are made unasked of small bags, and leave the list as it is', async () => {
    await open(bag('a', 'provable/NNS dogs/NNS'));
    assert.deepEqual(proof(), { kind: 'open' });
    await untilProof('proven');
    const [before, after] = [results()[0], results().at(-1)!];
    assert.deepEqual({ ...after, proof: null }, { ...before, proof: null });
  });

  it('are made unasked of a bag of eight words while a large file is realized', async () => {
    const other = 'file:///b.bow';
    const slow = Array.from({ length: 100 }, (_, i) => bag(`b${i}`, `stream x${i}`)).join('');
    await editor.open(other, slow);
    await editor.until('it works', () => editor.statuses.at(-1)?.state === 'working');
    await open(bag('a', `provable/NNS ${'bcdefgh'.split('').join('/NNS ')}/NNS`));
    await untilProof('proven');
    const { state, done, total } = editor.statuses.at(-1)!;
    assert.equal(state, 'working');
    assert.ok(done < total - 50, `${done} of ${total}`);
    // The rest of the file goes on.
    await editor.until('more is realized', () => editor.statuses.at(-1)!.done > done + 1);
  });

  it('are made first of the bag that the panel shows', async () => {
    await open(bag('a', 'endless dogs/NNS') + bag('b', 'provable/NNS dogs/NNS'));
    await ask('a');
    await untilProof('proving');
    await editor.look(uri, 3);
    await editor.until('b is proven', () => {
      return editor.bags.at(-1)?.bag?.title === 'b' && proof()?.kind === 'proven';
    });
    await editor.look(uri, 0);
    await untilProof('proving');
  });

  it('are not made unasked where words are open, or many', async () => {
    const ten = `provable/NNS dogs/NNS ${'cdefghij'.split('').join('/NNS ')}/NNS`;
    await open(bag('a', 'provable dogs/NNS') + bag('b', ten));
    await editor.look(uri, 3);
    await editor.until('the other is shown', () => editor.bags.at(-1)?.bag?.title === 'b');
    await editor.look(uri, 0);
    await new Promise((resolve) => setTimeout(resolve, 700));
    assert.deepEqual(new Set(results().map(({ proof: one }) => one?.kind)), new Set(['open']));
    await ask('b');
    await ask('a');
    await untilProof('proven');
    await editor.look(uri, 3);
    await editor.until('b is proven', () => {
      return editor.bags.at(-1)?.bag?.title === 'b' && proof()?.kind === 'proven';
    });
  });

  it('show a sentence that the search has missed, told apart from the list', async () => {
    await open(bag('a', 'lost/NNS dogs/NNS', '  expect: dogs lost\n'));
    await untilProof('missed');
    const { realizations, proof: missed } = results().at(-1)!;
    assert.ok(missed?.kind === 'missed');
    const { better, isProven, canProve } = missed;
    assert.deepEqual([better.text, better.score, better.expected], ['dogs lost', 130, true]);
    // The search has found a worse derivation of the first sentence, too.
    assert.deepEqual([results()[0].realizations[0].score, realizations[0].score], [100, 109]);
    assert.deepEqual([isProven, canProve], [true, false]);
    assert.deepEqual(
      realizations.map(({ text }) => text),
      ['lost dogs', 'dogs lost'],
    );
  });

  it('that are not complete show their sentence with the score that it has when it is expected', async () => {
    await open(bag('a', 'unproven/NNS dogs/NNS'));
    await untilProof('missed');
    const { realizations, proof: missed } = results().at(-1)!;
    assert.ok(missed?.kind === 'missed' && !missed.isProven);
    const { text, score } = missed.better;
    assert.deepEqual([text, score, realizations[0].score], ['dogs unproven', 137, 109]);
  });

  it('show no sentence that scores less than the best derivation of the first', async () => {
    await open(bag('a', 'rivalled/NNS dogs/NNS'));
    await untilProof('found');
    const { text, score } = results().at(-1)!.realizations[0];
    assert.deepEqual([text, score], ['rivalled dogs', 150]);
  });

  it('are known to explanations, which show the same score as the list', async () => {
    await open(bag('a', 'lost/NNS dogs/NNS'));
    await untilProof('missed');
    const asked = { uri, index: 0, text: 'dogs lost', against: null, depth: 'whole' } as const;
    await assert.rejects(
      editor.client.sendRequest(messages.explain, asked),
      /The proof has "dogs lost" with 130\./,
    );
  });

  it('are known to comparisons, which give the first sentence the same score as the list', async () => {
    await open(bag('a', 'lost/NNS dogs/NNS'));
    const asked = { uri, index: 0 };
    const compared = (): Promise<ShownComparison> =>
      editor.client.sendRequest(messages.compare, asked);
    await untilProof('missed');
    const { searches } = await compared();
    assert.deepEqual(
      searches.map(({ result }) => result.realizations[0].score),
      [109, 100],
    );
    assert.equal(results().at(-1)!.realizations[0].score, 109);
  });

  it('are known to coverage, which then says the same as explanations', async () => {
    await open(bag('a', 'lost/NNS dogs/NNS', '  expect: dogs lost\n'));
    await untilProof('missed');
    const { report } = await editor.client.sendRequest<CoverageResult>(messages.coverage, {
      ...{ files: [{ uri, tests: null }], progress: 'progress', partialResultToken: null },
    });
    assert.equal(report.perBag[0].class, 'model');
  });

  it('give the first sentence the higher score, and let answers about the lower one expire', async () => {
    await open(bag('a', 'underrated/NNS dogs/NNS'));
    await untilProof('proven');
    const [before, after] = [results()[0], results().at(-1)!];
    assert.deepEqual([before.realizations[0].score, after.realizations[0].score], [100, 130]);
    assert.equal(before.realizations[0].text, after.realizations[0].text);
    assert.notEqual(before.id, after.id);
  });

  it('may try more where they are asked for', async () => {
    await open(bag('a', 'hard/NNS dogs/NNS'));
    await editor.until('it is tried', () => proof()?.kind === 'found');
    assert.deepEqual(proof(), { kind: 'found', canProve: true });
    await ask('a');
    await untilProof('proven');
  });

  it('are told while they last, and can be cancelled', async () => {
    await open(bag('a', 'endless dogs/NNS'));
    await ask('a');
    await untilProof('proving');
    await editor.client.sendRequest(messages.cancelProof, { uri, bag: 'a' });
    await untilProof('open');
  });

  it('give way to a list that is asked for, and begin anew when it is there', async () => {
    await open(bag('a', 'endless/NNS dogs/NNS') + bag('b', 'cats/NNS'));
    // It runs as soon as nothing has happened for a while.
    await new Promise((resolve) => setTimeout(resolve, 700));
    const started = performance.now();
    await editor.edit(uri, 'cats/NNS', 'mice/NNS');
    await editor.look(uri, 3);
    await editor.until('the list is there', () => {
      return results().at(-1)?.realizations[0].text === 'mice';
    });
    assert.ok(performance.now() - started < 2000);
    await editor.edit(uri, 'endless/NNS', 'provable/NNS');
    await editor.look(uri, 0);
    await untilProof('proven');
  });
});

describe('a proof', () => {
  /** Requests a proof from a pool. */
  const ask = (realize: Searches['realize']) => {
    const document = new BowDocument(uri, 'bow', 1, bag('a', 'x/NNS y/NNS'));
    const errors: string[] = [];
    const settings = readSettings(null);
    const shared: Omit<Session, 'scheduler'> = {
      host: nodeHost,
      log: new Log({ info: () => undefined, error: (message) => errors.push(message) }),
      documents: new Map([[uri, document]]),
      settings: () => settings,
      checks: () => withoutModel,
      model: () => assert.fail(),
      searches: () => ({
        generation: 1,
        pool: { size: 1, idleJobs: 0, realize } as never,
      }),
    };
    const ignore = (): void => undefined;
    const notes = { onProgress: ignore, onRealized: ignore, onWork: ignore };
    const scheduler = new Scheduler({ ...shared, ...notes });
    const [node] = document.file.bags;
    scheduler.keep(uri, node, {
      ...{
        status: 'complete',
        search: 'arc-standard',
        message: null,
        isAll: false,
        isProven: false,
      },
      realizations: [{ text: 'x y', display: 'x y', score: 0, tokens: [], transitions: [] }],
    });
    const proofs = new Proofs({ ...shared, scheduler }, ignore);
    proofs.ask({ uri, bag: 'a' });
    return { proofs, node, errors };
  };

  it('that fails is in the output channel, unless the search says why', async () => {
    const errorsAfter = async (failure: Error): Promise<string[]> => {
      const { proofs, node, errors } = ask(() => Promise.reject(failure));
      while (proofs.isAwaited(node)) await nextTurn();
      proofs.stop();
      return errors;
    };
    assert.deepEqual(await errorsAfter(new SearchFailed('The search failed.')), []);
    const [error] = await errorsAfter(new TypeError('x is not a function'));
    assert.match(error, /TypeError: x is not a function/);
  });

  it('ends when its file is closed', () => {
    let ended: AbortSignal | undefined;
    const { proofs, node } = ask((_, options) => {
      ended = options?.signal;
      return new Promise(() => undefined);
    });
    assert.equal(ended?.aborted, false);
    proofs.forget('file:///b.bow');
    assert.equal(ended.aborted, false);
    proofs.forget(uri);
    assert.equal(ended.aborted, true);
    assert.equal(proofs.isAwaited(node), false);
    proofs.stop();
  });
});
