import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { nodeHost } from '../../../server/src/hosts/node/host.ts';
import { ModelHost } from '../../../server/src/lsp/model-host.ts';
import type { ModelState } from '../../../server/src/lsp/model-host.ts';
import type { ModelProblem } from '../../../server/src/lsp/protocol.ts';
import { smallFluentModel, smallModel } from '../support/small-model.ts';
import { tinyLanguageModel } from '../support/tiny.ts';

describe('what the settings name', () => {
  let folder: string;
  let host: ModelHost;
  let states: ModelState[];

  const inFolder = (...path: string[]): string => join(folder, ...path);
  const shippedModel = (): string => inFolder('models', 'en-ewt.bow-model');
  const shippedLanguageModel = (): string => inFolder('models', 'en.bow-lm');

  const use = (model: string, languageModel = ''): Promise<void> =>
    host.use({ model, languageModel });
  const kind = (): string => host.state.kind;
  const problem = (): ModelProblem | null =>
    host.state.kind === 'loading' ? null : host.state.problem;
  const message = (): string => problem()?.message ?? '';
  /** Whether the models are loaded, and a language model is among them. */
  const isFluent = (): boolean =>
    host.state.kind === 'ready' && host.state.files.languageModel !== null;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'bowline-model-'));
    mkdirSync(inFolder('models'));
    writeFileSync(shippedModel(), smallModel());
    states = [];
    host = new ModelHost({
      host: nodeHost,
      root: folder,
      onChange: (state) => states.push(state),
    });
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  describe('the model that the setting names', () => {
    it('is the shipped one where the setting is empty', async () => {
      assert.equal(kind(), 'loading');
      await use('');
      assert.equal(kind(), 'ready');
      assert.equal(states.length, 1);
    });

    it('is reported with where it lies, how large it is and how long it took', async () => {
      writeFileSync(shippedModel(), smallFluentModel());
      writeFileSync(shippedLanguageModel(), tinyLanguageModel());
      await use('');
      const { state } = host;
      assert.ok(state.kind === 'ready');
      assert.deepEqual(state.report.files, [
        { path: shippedModel(), bytes: smallFluentModel().length },
        { path: shippedLanguageModel(), bytes: tinyLanguageModel().length },
      ]);
      assert.ok(state.report.ms > 0);
    });

    it('may be named by a path in the extension’s folder or an absolute one', async () => {
      rmSync(shippedModel());
      writeFileSync(inFolder('other'), smallModel());
      for (const setting of ['other', inFolder('other')]) {
        await use(setting);
        assert.equal(kind(), 'ready');
      }
    });

    it('says that it is missing, and what to do', async () => {
      await use('missing');
      assert.match(
        message(),
        /model at .*missing cannot be used: there is no such file\. Correct the setting bowline\.model/,
      );
      assert.equal(problem()?.setting, 'bowline.model');
      rmSync(shippedModel());
      await use('');
      assert.match(
        message(),
        /model at .*en-ewt\.bow-model cannot be used: there is no such file\. Install Bowline again/,
      );
    });

    it('says that it is no model, and why', async () => {
      writeFileSync(inFolder('damaged'), smallModel().subarray(0, -1));
      await use('damaged');
      assert.match(
        message(),
        /damaged cannot be used: This model is truncated.*\. Correct the setting/,
      );
      await use('.');
      assert.match(message(), /it is a folder\./);
    });

    it('recovers when the setting changes, or when the file is there at last', async () => {
      await use('late');
      assert.equal(kind(), 'failed');
      await host.retry();
      assert.equal(states.length, 1, 'the same message is not told twice');
      writeFileSync(inFolder('late'), smallModel());
      await host.retry();
      assert.equal(kind(), 'ready');
      await use('missing');
      await use('');
      assert.equal(kind(), 'ready');
    });

    it('is loaded once however often it is asked for meanwhile', async () => {
      await use('late');
      writeFileSync(inFolder('late'), smallModel());
      await Promise.all([host.retry(), host.retry(), use('late')]);
      assert.equal(host.state.kind === 'ready' && host.state.generation, 1);
      assert.deepEqual(
        states.map((state) => state.kind),
        ['failed', 'ready'],
      );
    });

    it('counts the models, and loads none twice', async () => {
      const generation = (): number => (host.state.kind === 'ready' ? host.state.generation : 0);
      await use('');
      await use('');
      assert.equal(generation(), 1);
      await use(join('models', 'en-ewt.bow-model'));
      assert.equal(generation(), 2);
      await use(join('models', 'en-ewt.bow-model'), 'none');
      assert.equal(generation(), 3);
    });
  });

  describe('the language model that the setting names', () => {
    beforeEach(() => {
      writeFileSync(shippedModel(), smallFluentModel());
      writeFileSync(shippedLanguageModel(), tinyLanguageModel());
    });

    it('is the shipped one where the setting is empty', async () => {
      await use('');
      assert.ok(isFluent());
      assert.equal(problem(), null);
    });

    it('may be named by a path in the extension’s folder or an absolute one', async () => {
      rmSync(shippedLanguageModel());
      writeFileSync(inFolder('other'), tinyLanguageModel());
      for (const setting of ['other', inFolder('other')]) {
        await use('', setting);
        assert.ok(isFluent());
      }
    });

    it('is not loaded, nor looked for, where the setting says none', async () => {
      rmSync(shippedLanguageModel());
      await use('', 'none');
      assert.equal(kind(), 'ready');
      assert.ok(!isFluent());
      assert.equal(problem(), null);
    });

    it('says that it is missing, and which setting mends it', async () => {
      await use('', 'missing');
      assert.match(
        message(),
        /language model at .*missing cannot be used: there is no such file\. Correct the setting bowline\.languageModel, empty it .* or set it to "none"\.$/,
      );
      assert.equal(problem()?.setting, 'bowline.languageModel');
      rmSync(shippedLanguageModel());
      await use('');
      assert.match(
        message(),
        /language model at .*en\.bow-lm cannot be used: there is no such file\. Install Bowline again, or set bowline\.languageModel to "none"\.$/,
      );
      assert.equal(kind(), 'failed', 'bags are not realized in another way than the settings say');
    });

    it('says that it is no language model, and why', async () => {
      const damaged = tinyLanguageModel();
      damaged[damaged.length >> 1] ^= 1;
      writeFileSync(inFolder('damaged'), damaged);
      await use('', 'damaged');
      assert.match(
        message(),
        /language model at .*damaged cannot be used: The part "n-grams" of this model is damaged/,
      );
      await use('', shippedModel());
      assert.match(message(), /language model at .*en-ewt\.bow-model cannot be used: /);
      assert.equal(problem()?.setting, 'bowline.languageModel');
    });

    it('recovers when it is there at last', async () => {
      await use('', 'late');
      writeFileSync(inFolder('late'), tinyLanguageModel());
      await host.retry();
      assert.ok(isFluent());
    });

    it('waits until the model is right: of two that are wrong the model is told of', async () => {
      await use('missing', 'missing');
      assert.equal(problem()?.setting, 'bowline.model');
    });
  });

  describe('a model that was trained without a language model', () => {
    it('is used without one, and nothing is said where none is named', async () => {
      writeFileSync(shippedLanguageModel(), tinyLanguageModel());
      await use('');
      assert.equal(kind(), 'ready');
      assert.ok(!isFluent());
      assert.equal(problem(), null);
    });

    it('is used without the one that is named, and that is said', async () => {
      writeFileSync(inFolder('named'), tinyLanguageModel());
      await use('', 'named');
      assert.equal(kind(), 'ready');
      assert.ok(!isFluent());
      assert.match(
        message(),
        /model at .*en-ewt\.bow-model was trained without a language model .*: bags are realized without\./,
      );
      assert.equal(problem()?.setting, 'bowline.languageModel');
    });
  });
});
