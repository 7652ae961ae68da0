import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { ErrorCodes, LSPErrorCodes, ResponseError } from 'vscode-languageserver/node';
import { requestMethods } from '../../../server/src/lsp/parameters.ts';
import { messages } from '../../../server/src/lsp/protocol.ts';
import { bundleFakeWorker } from '../hosts/fake.ts';
import { smallModel } from '../support/small-model.ts';
import { Editor } from './editor.ts';

const uri = 'file:///a.bow';
const text = `bag first {
  words: dogs cats bark
  expect: dogs cats bark
}
bag broken {
  words: dogs
  deps: bark -> dogs
}
`;
const bag = { uri, index: 0 };
const first = 'dogs cats bark';
const treebank = '1\tdogs\tdog\tNOUN\tNNS\t_\t0\troot\t_\t_\n\n';

/** Parameters that each request accepts. */
const accepted: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  [messages.bagAt]: { uri, line: 0 },
  [messages.realize]: bag,
  [messages.searchFurther]: { ...bag, beam: 8 },
  [messages.prove]: { uri, bag: 'first' },
  [messages.cancelProof]: { uri, bag: 'first' },
  [messages.cancel]: { uri, index: 1 },
  [messages.explain]: { ...bag, text: first, against: 'bark cats dogs', depth: 'brief' },
  [messages.questions]: bag,
  [messages.compare]: bag,
  [messages.add]: {
    ...bag,
    additions: [{ kind: 'order', relation: 'before', words: [0, 1], bag: 1 }],
  },
  [messages.realizeAll]: { uri },
  [messages.realized]: { uri, bag: 'first' },
  [messages.insertExpectation]: { ...bag, text: first },
  [messages.importConllu]: {
    ...{ text: treebank, name: 'a.conllu', progress: 'p', lines: { first: 0, last: 1 } },
    options: { tags: 'xpos', arcs: 'all', labels: true },
  },
  [messages.exportRealizations]: {
    ...{ uri, progress: 'p', partialResultToken: 'q', line: 0, format: 'text' },
  },
  [messages.tests]: { uri },
  [messages.runTest]: { uri, id: 'first' },
  [messages.coverage]: {
    ...{ files: [{ uri, tests: ['first'] }], progress: 'p', partialResultToken: 'q' },
  },
  [messages.keep]: { ...bag, text: first, what: 'tags' },
  [messages.makeBags]: {
    ...{ text: 'Dogs bark.', name: 'a.txt', firstLine: 0, isLines: false, progress: 'p' },
    ...{ keep: { tags: false, arcs: false, labels: false }, arcsOf: null, into: { uri, line: 0 } },
  },
  [messages.arcChoices]: { text: 'Dogs bark.', name: 'a.txt', progress: 'p' },
  [messages.trace]: { uri, bag: 'first', line: 0, expect: 1 },
  [messages.editArc]: { ...bag, dependent: 0, head: 1 },
  [messages.treeConllu]: { ...bag, text: first },
  [messages.parseAgain]: { ...bag, text: first },
  [messages.unambiguous]: { ...bag, text: first },
  [messages.labels]: { tokens: [{ form: 'dogs', tag: 'NNS', head: 0, label: 'root' }] },
};

/** The paths of all fields, nested ones too. */
function pathsOf(value: unknown, path: readonly string[] = []): (readonly string[])[] {
  if (typeof value !== 'object' || value === null) return [path];
  const nested = Object.entries(value).flatMap(([name, one]) => pathsOf(one, [...path, name]));
  return [path, ...nested];
}

/** Replaces the value at a path; `undefined` removes it. */
function replaced(value: unknown, path: readonly string[], by: unknown): unknown {
  if (path.length === 0) return by;
  const [name, ...rest] = path;
  const changed = replaced((value as Record<string, unknown>)[name], rest, by);
  if (Array.isArray(value))
    return value.map((one: unknown, i) => (String(i) === name ? changed : one));
  return { ...(value as object), [name]: changed };
}

describe('the parameters of requests', () => {
  let worker: string;
  let removeWorker: () => void;
  let extension: string;
  let editor: Editor;

  before(async () => {
    ({ script: worker, remove: removeWorker } = bundleFakeWorker());
    extension = mkdtempSync(join(tmpdir(), 'bowline-extension-'));
    mkdirSync(join(extension, 'models'));
    writeFileSync(join(extension, 'models', 'en-ewt.bow-model'), smallModel());
    editor = new Editor({ worker, poolSize: 1 });
    await editor.start(extension);
    await editor.open(uri, text);
    await editor.realized(uri, 'first');
  });
  after(async () => {
    await editor.stop();
    removeWorker();
    rmSync(extension, { recursive: true, force: true });
  });

  /** The error that a request ends with; null if it ends with a result. */
  const errorOf = async (method: string, params: unknown): Promise<ResponseError | null> => {
    await editor.realized(uri, 'first');
    try {
      await (params === undefined
        ? editor.client.sendRequest(method)
        : editor.client.sendRequest(method, params));
      return null;
    } catch (error) {
      assert.ok(error instanceof ResponseError);
      return error;
    }
  };
  const assertInvalid = (error: ResponseError | null, named: string): void => {
    assert.equal(error?.code, ErrorCodes.InvalidParams, error?.message ?? 'there is a result');
    assert.ok(error.message.startsWith(named), error.message);
    assert.match(error.message, /\.$/);
  };

  it('are declared for every request', () => {
    const methods: string[] = Object.values(messages);
    /** Notifications, and the request that the server sends. */
    const others: string[] = [
      ...[messages.view, messages.bag, messages.pinnedBag, messages.status],
      ...[messages.openSetting, messages.testStandings, messages.received],
    ];
    const expected = methods.filter((one) => !others.includes(one)).sort();
    assert.deepEqual([...requestMethods].sort(), expected);
    assert.deepEqual(Object.keys(accepted).sort(), expected);
  });

  for (const [method, params] of Object.entries(accepted)) {
    describe(`of ${method}`, () => {
      it('are accepted as the client sends them', async () => {
        const error = await errorOf(method, params);
        // The worker of this test explains and traces nothing.
        if (error !== null) assert.equal(error.code, LSPErrorCodes.RequestFailed, error.message);
      });

      it('are refused in a sentence if they are no object', async () => {
        for (const wrong of [null, undefined, 7, 'x', true, [], [null], ['x', 7]]) {
          // A list of one parameter is this parameter, by the protocol.
          assertInvalid(await errorOf(method, wrong), 'The parameters ');
        }
      });

      it('are refused in a sentence that names a field with the wrong type', async () => {
        for (const path of pathsOf(params).slice(1)) {
          const [name] = path;
          const nested = path
            .slice(1)
            .reduce<unknown>((one, key) => (one as Record<string, unknown>)[key], params[name]);
          const wrong = Array.isArray(nested) || typeof nested !== 'object' ? { a: 1 } : 'x';
          for (const value of [undefined, wrong]) {
            // Without its only test, a list of tests is empty, and valid.
            if (value === undefined && /^\d+$/.test(path.at(-1)!)) continue;
            assertInvalid(await errorOf(method, replaced(params, path, value)), `\`${name}`);
          }
          if (typeof nested !== 'number') continue;
          for (const value of [-1, 1.5, 2 ** 53, 1e300, '0']) {
            assertInvalid(await errorOf(method, replaced(params, path, value)), `\`${name}`);
          }
        }
      });
    });
  }

  it('may have numbers of bags, lines and words that are gone', async () => {
    for (const gone of [99, 2 ** 31 - 1]) {
      for (const [method, params] of Object.entries(accepted)) {
        for (const path of pathsOf(params)) {
          const value = path.reduce<unknown>(
            (one, key) => (one as Record<string, unknown>)[key],
            params,
          );
          if (typeof value !== 'number') continue;
          const error = await errorOf(method, replaced(params, path, gone));
          assert.notEqual(error?.code, ErrorCodes.InternalError, `${method}: ${error?.message}`);
        }
      }
    }
    for (const name of ['dependent', 'head']) {
      const error = await errorOf(messages.editArc, { ...accepted[messages.editArc], [name]: 99 });
      assertInvalid(error, `\`${name}\` must be less than 3, the number of words, not 99.`);
    }
  });

  it('may name a bag with errors', async () => {
    for (const [method, params] of Object.entries(accepted)) {
      for (const broken of [
        { ...params, index: 1 },
        { ...params, bag: 'broken' },
      ]) {
        const error = await errorOf(method, broken);
        assert.notEqual(error?.code, ErrorCodes.InternalError, `${method}: ${error?.message}`);
      }
    }
  });

  it('never cause an internal error, whatever a client sends', async () => {
    const fields = Object.entries(accepted).flatMap(([method, params]) =>
      pathsOf(params).map((path) => ({ method, params, path })),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...fields),
        fc.oneof(fc.jsonValue({ maxDepth: 2 }), fc.integer(), fc.constantFrom('', uri, 'first')),
        async ({ method, params, path }, value) => {
          const error = await errorOf(method, replaced(params, path, value));
          assert.notEqual(error?.code, ErrorCodes.InternalError, `${method}: ${error?.message}`);
        },
      ),
      { numRuns: 300 },
    );
  });

  it('of the view are ignored if they are invalid', async () => {
    await editor.look(uri, 0);
    await editor.until('the bag is shown', () => editor.bags.at(-1)?.bag?.title === 'first');
    for (const view of [null, {}, { active: null, visible: [{ uri, first: -1, last: 0 }] }]) {
      await editor.client.sendNotification(messages.view, view);
    }
    await editor.look(uri, 5);
    await editor.until('the next is shown', () => editor.bags.at(-1)?.bag?.title === 'broken');
  });
});
