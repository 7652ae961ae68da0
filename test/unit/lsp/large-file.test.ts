import assert from 'node:assert/strict';
import type { Host } from '../../../server/src/hosts/host.ts';
import { nodeHost } from '../../../server/src/hosts/node/host.ts';
import { maxProblems } from '../../../server/src/lsp/document.ts';
import { messages } from '../../../server/src/lsp/protocol.ts';
import { bundleFakeWorker } from '../hosts/fake.ts';
import { Editor } from './editor.ts';
import { makeExtensionFolder } from './extension-folder.ts';

const uri = 'file:///large.bow';

const presses = 5;
/** Of each bag, with the empty line after it. */
const linesOfBag = 12;
/** From the bag's comment; every tenth bag has one. */
const lineOfProblem = 9;

function largeFile(): string {
  const bags = Array.from(
    { length: 20_000 },
    (_, i) => `# Bag ${i}.
bag n${i} {
  words:
    bag${i} dogs#1/NNS dogs#2/NNS bark/VBP loudly and run across the old bridge to the other side
    of the river where nobody hears them but a man who fishes there every morning .
  deps:
    bark -nsubj-> dogs#1
    bark -> loudly .
    run -> dogs#2
    bridge -> ${i % 10 === 0 ? 'missing' : 'old'}
}

`,
  );
  return bags.join('');
}

describe('a file of 20,000 bags', function () {
  this.timeout(240_000);
  let removeWorker: () => void;
  let extension: string;
  let removeExtension: () => void;
  let editor: Editor;
  /** The bags that a line was added to, once for each. */
  const added: number[] = [];
  /** How often the server has let other messages in during work on a file. */
  let yields = 0;
  const host: Host = {
    ...nodeHost,
    yield: (resume) => {
      yields++;
      nodeHost.yield(resume);
    },
  };

  before(async () => {
    const { script: worker, remove } = bundleFakeWorker();
    removeWorker = remove;
    ({ path: extension, remove: removeExtension } = makeExtensionFolder());
    editor = new Editor({ worker, poolSize: 1 }, host);
    await editor.start(extension);
    await editor.open(uri, largeFile());
    await editor.look(uri, 150_005);
    await editor.problems(uri);
  });
  after(async () => {
    await editor.stop();
    removeWorker();
    removeExtension();
  });

  /** Adds a line above every twentieth bag, and looks at the problems each time. */
  const press = async (): Promise<void> => {
    for (let i = 0; i < presses; i++) {
      await editor.edit(uri, `# Bag ${i * 20}.`, `# Bag ${i * 20}.\n#`);
      added.push(i * 20);
      const problems = await editor.problems(uri);
      assert.equal(problems.length, maxProblems);
      const errors = problems.filter(({ code }) => code === 'unknown-word');
      assert.ok(errors.length > presses * 4);
      errors.forEach(({ range }, place) => {
        const bag = place * 10;
        const above = added.filter((each) => each <= bag).length;
        const line = bag * linesOfBag + lineOfProblem + above;
        assert.deepEqual(range.start, { line, character: 14 });
      });
    }
  };

  it('is checked piece by piece: requests are answered before its problems are known', async () => {
    const same = 'file:///same.bow';
    const before = yields;
    await editor.open(same, largeFile());
    await editor.until('some bags are checked', () => yields > before);
    const place = { line: lineOfProblem, character: 14 };
    const actions = await editor.actions(same, { start: place, end: place });
    assert.ok(actions.some(({ diagnostics }) => diagnostics?.[0].code === 'unknown-word'));
    assert.equal(editor.diagnostics.get(same), undefined);
    assert.equal((await editor.problems(same)).length, maxProblems);
    await editor.close(same);
  });

  it('has its problems on their lines after each key press', press);

  it('has them, and answers to requests, while every bag is realized', async () => {
    await editor.client.sendRequest(messages.realizeAll, { uri });
    await editor.until('it works', () => editor.statuses.at(-1)?.state === 'working');
    await press();
    await editor.actions(uri, {
      start: { line: 9, character: 0 },
      end: { line: 9, character: 9 },
    });
    assert.equal(editor.statuses.at(-1)?.state, 'working');
  });
});
