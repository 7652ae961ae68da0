import assert from 'node:assert/strict';
import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundleFakeWorker } from '../hosts/fake.ts';
import { Editor } from './editor.ts';
import { makeExtensionFolder } from './extension-folder.ts';

const uri = 'file:///a.bow';
const page = fileURLToPath(new URL('../../../docs/problems.md', import.meta.url));

describe('the language server, beside the page of problems', () => {
  let worker: string;
  let removeWorker: () => void;
  let extension: string;
  let removeExtension: () => void;
  let editor: Editor;

  before(() => {
    ({ script: worker, remove: removeWorker } = bundleFakeWorker());
  });
  after(() => removeWorker());
  beforeEach(() => {
    ({ path: extension, remove: removeExtension } = makeExtensionFolder());
    editor = new Editor({ worker, poolSize: 1 });
  });
  afterEach(async () => {
    await editor.stop();
    removeExtension();
  });

  it('links each problem to its section', async () => {
    cpSync(page, join(extension, 'docs', 'problems.md'));
    await editor.start(extension);
    await editor.open(uri, 'bag {\n  words: a b\n  deps: b -> b\n}\n');
    const [{ code, codeDescription }] = await editor.problems(uri);
    assert.equal(code, 'self-arc');
    const [file, line] = codeDescription!.href.split('#L');
    assert.equal(fileURLToPath(file), join(extension, 'docs', 'problems.md'));
    assert.equal(readFileSync(page, 'utf8').split('\n')[Number(line) - 1], '### self-arc');
  });

  it('offers to explain each code once, after what mends it', async () => {
    cpSync(page, join(extension, 'docs', 'problems.md'));
    await editor.start(extension);
    await editor.open(uri, 'bag {\n  words: dogs bark\n  deps: bark -> dog dog\n}\n');
    const whole = { start: { line: 0, character: 0 }, end: { line: 3, character: 1 } };
    const actions = await editor.actions(uri, whole);
    assert.match(actions[0].title, /Change/);
    const explanations = actions.filter(({ command }) => command !== undefined);
    assert.deepEqual(explanations, actions.slice(-1));
    assert.deepEqual(explanations[0].command, {
      title: 'Explain unknown-word',
      command: 'bowline.explainProblem',
      arguments: ['unknown-word'],
    });
    assert.equal(explanations[0].diagnostics?.length, 2);
  });

  it('does without where the page is missing', async () => {
    await editor.start(extension);
    await editor.open(uri, 'bag {\n  words: a b\n  deps: b -> b\n}\n');
    const [problem] = await editor.problems(uri);
    assert.equal(problem.codeDescription, undefined);
    const actions = await editor.actions(uri, problem.range);
    assert.deepEqual(
      actions.filter(({ command }) => command !== undefined),
      [],
    );
  });
});
