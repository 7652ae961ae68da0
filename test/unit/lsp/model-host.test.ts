import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Knowledge } from '../../../server/src/language/knowledge.ts';
import { ModelHost } from '../../../server/src/lsp/model-host.ts';
import type { ModelState } from '../../../server/src/lsp/model-host.ts';

const knowledge: Knowledge = {
  tags: new Set(['NN', 'VB', '.']),
  labels: new Set(['nsubj']),
  tagsOf: () => null,
  arcCount: () => 1,
};

describe('the model that the setting names', () => {
  let folder: string;
  let host: ModelHost;
  let states: ModelState[];

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'bowline-model-'));
    writeFileSync(join(folder, 'shipped'), 'model');
    states = [];
    host = new ModelHost({
      root: folder,
      shipped: join(folder, 'shipped'),
      load: (bytes) => {
        if (Buffer.from(bytes).toString() !== 'model') throw new Error('It is damaged.');
        return { knowledge };
      },
      onChange: (state) => states.push(state),
    });
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const kind = (): string => host.state.kind;
  const message = (): string => {
    const { state } = host;
    return state.kind === 'failed' ? state.message : '';
  };

  it('is the shipped one where the setting is empty', async () => {
    assert.equal(kind(), 'loading');
    await host.use('');
    assert.equal(kind(), 'ready');
    assert.equal(states.length, 1);
  });

  it('may be named by a path in the extension’s folder or an absolute one', async () => {
    writeFileSync(join(folder, 'other'), 'model');
    for (const setting of ['other', join(folder, 'other')]) {
      await host.use(setting);
      assert.equal(host.state.kind === 'ready' && host.state.path, join(folder, 'other'));
    }
  });

  it('says that it is missing, and what to do', async () => {
    await host.use('missing');
    assert.match(
      message(),
      /model at .*missing cannot be used: there is no such file\. Correct the setting bowline\.model/,
    );
    rmSync(join(folder, 'shipped'));
    await host.use('');
    assert.match(
      message(),
      /model at .*shipped cannot be used: there is no such file\. Install Bowline again/,
    );
  });

  it('says that it is no model, and why', async () => {
    writeFileSync(join(folder, 'damaged'), 'modem');
    await host.use('damaged');
    assert.match(message(), /damaged cannot be used: It is damaged\. Correct the setting/);
    await host.use('.');
    assert.match(message(), /it is a folder\./);
  });

  it('recovers when the setting changes, or when the file is there at last', async () => {
    await host.use('late');
    assert.equal(kind(), 'failed');
    await host.retry();
    assert.equal(states.length, 1, 'the same message is not told twice');
    writeFileSync(join(folder, 'late'), 'model');
    await host.retry();
    assert.equal(kind(), 'ready');
    await host.use('missing');
    await host.use('');
    assert.equal(kind(), 'ready');
  });

  it('is loaded once however often it is asked for meanwhile', async () => {
    await host.use('late');
    writeFileSync(join(folder, 'late'), 'model');
    await Promise.all([host.retry(), host.retry(), host.use('late')]);
    assert.equal(host.state.kind === 'ready' && host.state.generation, 1);
    assert.deepEqual(
      states.map((state) => state.kind),
      ['failed', 'ready'],
    );
  });

  it('counts the models, and loads none twice', async () => {
    const generation = (): number => (host.state.kind === 'ready' ? host.state.generation : 0);
    await host.use('');
    await host.use('');
    assert.equal(generation(), 1);
    await host.use('shipped');
    assert.equal(generation(), 2);
  });
});
