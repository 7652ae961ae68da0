import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { EvaluationReport } from '../../../server/src/evaluate/report.ts';
import { LanguageModel } from '../../../server/src/lm/query/language-model.ts';
import { encodeModel } from '../../../server/src/model/model.ts';
import { createRealizer, NEVER } from '../../../server/src/realize/realizer.ts';
import { plainBag } from '../../../server/src/bag/bag.ts';
import { tinyFluentModel, tinyLanguageModel, tinyModel } from '../support/tiny.ts';
import { openModelFile, openShared } from '../../../server/src/hosts/node/model-file.ts';
import { LANGUAGE_MODEL_FORMAT } from '../../../server/src/lm/query/format.ts';
import { readModel } from '../support/model-files.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const tiny = join(root, 'test/fixtures/tiny.conllu');
const folder = mkdtempSync(join(tmpdir(), 'bowline-fluent-'));

function bowline(...args: string[]): { code: number | null; out: string; errors: string } {
  const { status, stdout, stderr } = spawnSync('node', [join(root, 'bin/bowline.js'), ...args], {
    cwd: folder,
    encoding: 'utf8',
  });
  return { code: status, out: stdout, errors: stderr };
}

function write(name: string, text: string | Uint8Array): void {
  writeFileSync(join(folder, name), text);
}

function refused(message: RegExp, ...args: string[]): void {
  const { code, out, errors } = bowline(...args);
  assert.equal(code, 2, args.join(' '));
  assert.equal(out, '');
  assert.match(errors, message);
  assert.ok(!errors.includes('    at '), errors);
}

const fluent = ['--model', 'fluent.bow-model'];
const beside = (path: string): string[] => ['--language-model', path];

describe('bowline with a language model', () => {
  before(async () => {
    write('fluent.bow-model', encodeModel(await tinyFluentModel()));
    write('plain.bow-model', encodeModel(await tinyModel()));
    const languageModel = tinyLanguageModel();
    write('tiny.bow-lm', languageModel);
    write('cut.bow-lm', languageModel.subarray(0, -1));
    const flipped = Uint8Array.from(languageModel);
    flipped[flipped.length >> 1] ^= 1;
    write('flipped.bow-lm', flipped);
    write('free.bow', 'bag {\n  words: saw cat dog the The old .\n}\n'.repeat(10));
  });
  after(() => rmSync(folder, { recursive: true }));

  it('realizes otherwise than with none, and the same with any number of threads', () => {
    const realize = (languageModel: string, threads: string): string => {
      const args = ['--format', 'json', '--threads', threads, ...beside(languageModel)];
      const { code, out, errors } = bowline('realize', 'free.bow', ...fluent, ...args);
      assert.equal(code, 0, errors);
      return out;
    };
    const [withOne, without] = ['tiny.bow-lm', 'none'].map((path) => realize(path, '1'));
    assert.notEqual(withOne, without);
    assert.equal(realize('tiny.bow-lm', '2'), withOne);
    assert.equal(realize('none', '2'), without);
  });

  it('evaluates with it and with none', () => {
    for (const path of ['tiny.bow-lm', 'none']) {
      const args = [...fluent, ...beside(path), '--dep', 'all', '--label', '--format', 'json'];
      const { code, out, errors } = bowline('evaluate', tiny, ...args);
      assert.equal(code, 0, errors);
      const { languageModel, conditions } = JSON.parse(out) as EvaluationReport;
      assert.equal(languageModel, path === 'none' ? null : path);
      const [{ exact, violations }] = conditions;
      assert.deepEqual([exact, violations], [100, 0]);
    }
  });

  for (const [command, input] of [
    ['realize', 'free.bow'],
    ['evaluate', tiny],
  ] as const) {
    it(`refuses to ${command} with one that cannot be used, and says why`, () => {
      for (const [path, message] of [
        ['nowhere.bow-lm', /^bowline: nowhere\.bow-lm: there is no such file\n$/],
        ['cut.bow-lm', /^bowline: cut\.bow-lm: This model is truncated: .*\n$/],
        [
          'flipped.bow-lm',
          /^bowline: flipped\.bow-lm: The part "n-grams" of this model is damaged: .*\n$/,
        ],
        ['free.bow', /^bowline: free\.bow: This is not a Bowline model\.\n$/],
      ] as const) {
        refused(message, command, input, ...fluent, ...beside(path));
      }
    });

    it(`refuses to ${command} with one and a model that was trained without`, () => {
      const plain = ['--model', 'plain.bow-model'];
      refused(
        /^bowline: plain\.bow-model: was trained without a language model: leave out --language-model/,
        ...[command, input, ...plain, ...beside('tiny.bow-lm')],
      );
      // With none, or none named, such a model is used as it is.
      for (const args of [plain, [...plain, ...beside('none')]]) {
        assert.equal(bowline(command, input, ...args).code, 0);
      }
    });
  }

  describe('trained', () => {
    const options = ['--passes', '1', '--bits', '12', '--dev', tiny];
    const parts = ['--language-model-parts', 'first.bow-lm', 'second.bow-lm'];
    before(() => {
      write(
        'first.bow-lm',
        tinyLanguageModel((place) => place % 2 === 1),
      );
      write(
        'second.bow-lm',
        tinyLanguageModel((place) => place % 2 === 0),
      );
    });

    it('gives a model to use with it, the same with any number of threads', async () => {
      const train = (threads: string): Uint8Array => {
        const args = [...options, ...beside('tiny.bow-lm'), ...parts, '--threads', threads];
        const { code, errors } = bowline('train', tiny, '-o', 'trained', ...args);
        assert.equal(code, 0, errors);
        assert.match(errors, /arc-standard, pass 1 with the language model: /);
        return Uint8Array.from(readFileSync(join(folder, 'trained')));
      };
      const one = train('1');
      assert.deepEqual(train('2'), one);
      const model = await readModel(join(folder, 'trained'));
      assert.equal(model.training.withLanguageModel?.name, 'tiny.bow-lm');
      assert.equal(model.training.withLanguageModel.parts, 2);
      const languageModel = new LanguageModel(tinyLanguageModel());
      const bag = plainBag({ words: [{ form: 'cat', tags: [] }], arcs: [], root: null });
      const search = { beam: 1, results: 1 };
      const { status } = createRealizer({ model, languageModel }).realize(bag, search, NEVER);
      assert.equal(status, 'complete');
    });

    it('may be without parts, where the language model has not seen the treebank', async () => {
      const args = [...options, ...beside('tiny.bow-lm'), '--search', 'arc-standard'];
      assert.equal(bowline('train', tiny, '-o', 'whole', ...args).code, 0);
      const { training } = await readModel(join(folder, 'whole'));
      assert.equal(training.withLanguageModel?.parts, 1);
    });

    it('refuses what does not go together, and what cannot be used', () => {
      const train = ['train', tiny, '-o', 'refused', '--passes', '1', '--bits', '10'];
      const dev = ['--dev', tiny];
      refused(
        /--language-model-parts: name a development set too, with --dev/,
        ...[...train, ...beside('tiny.bow-lm'), ...parts],
      );
      refused(
        /--language-model-parts: name the whole too, with --language-model/,
        ...[...train, ...dev, ...parts],
      );
      refused(/cut\.bow-lm: This model is truncated/, ...train, ...dev, ...beside('cut.bow-lm'));
      refused(
        /nowhere: there is no such file/,
        ...[...train, ...dev, ...beside('tiny.bow-lm')],
        ...['--language-model-parts', 'first.bow-lm', 'nowhere'],
      );
      assert.ok(!existsSync(join(folder, 'refused')));
    });
  });

  describe('built without a part of a treebank', () => {
    /** Each sentence is one word, which tells its place. */
    const places = Array.from({ length: 170 }, (_, place) => place);
    before(() => {
      write(
        'places.conllu',
        places.map((place) => `1\tw${place}\t_\t_\tX\t_\t0\troot\t_\t_\n\n`).join(''),
      );
    });
    const seen = async (...args: string[]): Promise<number[]> => {
      const options = ['--order', '1', '--min-count', '1', '-o', 'part.bow-lm'];
      const { code, errors } = bowline('lm', 'build', 'places.conllu', ...options, ...args);
      assert.equal(code, 0, errors);
      const path = join(folder, 'part.bow-lm');
      const file = await openModelFile(path, LANGUAGE_MODEL_FORMAT);
      const { vocabulary } = new LanguageModel(openShared(file));
      return places.filter((place) => vocabulary.known(`w${place}`) !== undefined);
    };

    it('lacks the sentences of that part, and no others', async () => {
      assert.deepEqual(await seen(), places);
      const without: number[][] = [];
      for (const part of [1, 2, 3]) without.push(await seen('--without-part', `${part}/3`));
      for (const place of places) {
        const lacking = without.filter((found) => !found.includes(place));
        assert.equal(lacking.length, 1, `sentence ${place} is in one part`);
      }
      // Neighbours stay together, fifty at a time, as in training.
      const lacking = (part: number) => places.filter((place) => !without[part].includes(place));
      assert.deepEqual(lacking(0), [...places.slice(0, 50), ...places.slice(150)]);
      assert.deepEqual(lacking(1), places.slice(50, 100));
    });

    it('is refused where it is no part', () => {
      for (const part of ['0/3', '4/3', '1', '1/0', 'x/y', '1.5/2', '-1/2']) {
        refused(
          /--without-part.*such as 1\/10/,
          ...['lm', 'build', 'places.conllu', '-o', 'x', `--without-part=${part}`],
        );
      }
    });
  });
});
