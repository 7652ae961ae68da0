import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from '../../../server/src/language/tree/parser.ts';
import { toBag } from '../../../server/src/language/meaning/to-bag.ts';
import { createRealizer, NEVER } from '../../../server/src/realize/realizer.ts';
import { openRealizers, type SharedResources } from '../../../server/src/hosts/node/realizers.ts';
import { loadResources } from '../../../server/src/hosts/node/resources.ts';
import { tinyFluent, tinyFluentModel, tinyLanguageModel } from '../support/tiny.ts';
import { bundleWorker } from '../hosts/fake.ts';
import { Editor } from './editor.ts';
import { encodeModel } from '../../../server/src/model/model.ts';

const text = [
  'bag free {\n  words: saw cat dog the The old .\n}\n',
  'bag tags {\n  words: sleep/VB Old dogs/NNS n\'t zebra "the old" do .\n}\n',
  'bag arcs {\n  words: saw cat dog the The old .\n  deps: saw -nsubj-> cat\n    dog -> old\n}\n',
].join('');
const bags = parse(text).bags.map(toBag);
const options = { beam: 16, results: 5 };

/** What is compared: strings and scores. */
interface Scored {
  readonly text: string;
  readonly score: number;
}
const scored = (realizations: readonly Scored[]): Scored[] =>
  realizations.map((realization) => ({ text: realization.text, score: realization.score }));

describe('a bag', () => {
  let worker: string;
  let removeWorker: () => void;
  let fluent: SharedResources;
  before(async () => {
    const source = new URL('../../../server/src/hosts/node/worker.ts', import.meta.url);
    ({ script: worker, remove: removeWorker } = bundleWorker(source));
    fluent = await tinyFluent();
  });
  after(() => removeWorker());

  const without = (): SharedResources => {
    const files = { ...fluent.files, languageModel: null };
    return { files, resources: loadResources(files) };
  };
  const realize = ({ resources }: SharedResources): Scored[][] => {
    const realizer = createRealizer(resources);
    return bags.map((bag) => scored(realizer.realize(bag, options, NEVER).realizations));
  };

  it('is realized in another way with a language model than without', () => {
    assert.notDeepEqual(realize(fluent), realize(without()));
  });

  for (const languageModel of ['', 'none'] as const) {
    const how = languageModel === '' ? 'with a language model' : 'without a language model';

    it(`gives the same in one thread, in two and in the language server, ${how}`, async () => {
      const shared = languageModel === '' ? fluent : without();
      const expected = realize(shared);
      for (const threads of [1, 2]) {
        const realizers = openRealizers(shared, threads, worker);
        const found = await Promise.all(bags.map((bag) => realizers.realize(bag, options)));
        await realizers.close();
        assert.deepEqual(
          found.map(({ realizations }) => scored(realizations)),
          expected,
        );
      }

      const extension = mkdtempSync(join(tmpdir(), 'bowline-extension-'));
      mkdirSync(join(extension, 'models'));
      writeFileSync(
        join(extension, 'models', 'en-ewt.bow-model'),
        encodeModel(await tinyFluentModel()),
      );
      if (languageModel === '') {
        const path = join(extension, 'models', 'en.bow-lm');
        writeFileSync(path, tinyLanguageModel());
      }
      const editor = new Editor({ worker, poolSize: 2 });
      try {
        editor.settings = { ...options, languageModel };
        await editor.start(extension);
        await editor.open('file:///a.bow', text);
        const views = ['free', 'tags', 'arcs'].map(async (bag) => {
          const state = (await editor.realized('file:///a.bow', bag))?.state;
          return state?.kind === 'realized' ? scored(state.result.realizations) : state?.kind;
        });
        assert.deepEqual(await Promise.all(views), expected);
      } finally {
        await editor.stop();
        rmSync(extension, { recursive: true, force: true });
      }
    });
  }
});
