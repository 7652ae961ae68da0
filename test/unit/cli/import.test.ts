import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from '../../../server/src/language/tree/parser.ts';
import { readConllu } from '../../../server/src/treebank/conllu.ts';
import { encodeModel } from '../../../server/src/model/model.ts';
import { categoryModel } from '../support/categories.ts';
import { tinyModel } from '../support/tiny.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const tiny = join(root, 'test/fixtures/tiny.conllu');

describe('bowline import', () => {
  let folder: string;
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'bowline-import-'));
  });
  after(() => rmSync(folder, { recursive: true }));

  function bowline(
    args: readonly string[],
    input = '',
  ): { code: number | null; out: string; errors: string } {
    const { status, stdout, stderr } = spawnSync('node', [join(root, 'bin/bowline.js'), ...args], {
      cwd: folder,
      encoding: 'utf8',
      input,
    });
    return { code: status, out: stdout, errors: stderr };
  }

  it('prints a bag for each sentence', () => {
    const { code, out, errors } = bowline(['import', tiny, '--dep', 'all', '--label']);
    assert.equal(code, 0, errors);
    assert.match(errors, /^\d+ bags from tiny\.conllu/);
    const { names, diagnostics } = parse(out);
    assert.equal(names[0], 'tiny-1');
    assert.deepEqual(diagnostics, []);
    assert.match(out, /-nsubj->/);
  });

  it('writes a file, and leaves out what is not asked for', () => {
    const output = join(folder, 'tiny.bow');
    const { code, out } = bowline(['import', tiny, '--pos', 'none', '-o', output]);
    assert.deepEqual([code, out], [0, '']);
    assert.doesNotMatch(readFileSync(output, 'utf8'), /deps:|\/NN/);
  });

  it('tells of broken lines, and refuses them where it is to be strict', () => {
    const text = `${readFileSync(tiny, 'utf8')}\nbroken\n`;
    const path = join(folder, 'broken.conllu');
    writeFileSync(path, text);
    const lax = bowline(['import', path]);
    assert.equal(lax.code, 0);
    assert.match(lax.errors, /broken\.conllu:\d+: expected 10 columns.*left out/);
    assert.match(lax.errors, /left out: 1 broken/);
    const strict = bowline(['import', path, '--strict']);
    assert.deepEqual([strict.code, strict.out], [1, '']);
  });

  it('refuses what is no treebank, and a place where it cannot write', () => {
    const none = bowline(['import', '-'], 'Just text.\n');
    assert.equal(none.code, 2);
    assert.match(none.errors, /has no sentence in CoNLL-U format/);
    const nowhere = bowline(['import', tiny, '-o', join(folder, 'none', 'x.bow')]);
    assert.equal(nowhere.code, 2);
    assert.match(nowhere.errors, /cannot be written: there is no folder/);
  });

  it('gives words their categories, which universal tags do not tell', () => {
    const { code, out } = bowline(['import', tiny, '--grammar', 'ccg']);
    assert.equal(code, 0);
    assert.match(out, /^grammar: ccg$/m);
    const refused = bowline(['import', tiny, '--grammar', 'ccg', '--pos', 'upos']);
    assert.equal(refused.code, 2);
    assert.match(refused.errors, /--grammar ccg goes with --pos xpos or none/);
  });

  it('says which bags it comments out, since the model lacks a category, and the others are valid', async () => {
    const model = join(folder, 'categories.bow-model');
    writeFileSync(model, encodeModel(await categoryModel()));
    const { code, out, errors } = bowline(['import', tiny, '--grammar', 'ccg', '--model', model]);
    assert.equal(code, 0, errors);
    const refused = [
      ...errors.matchAll(/^.*: (\S+) is commented out: the model has no category /gm),
    ];
    const [, kept, more] = /^(\d+) bags from tiny\.conllu, (\d+) more commented out/m.exec(errors)!;
    assert.equal(refused.length, Number(more));
    assert.equal(parse(out).names.length, Number(kept));
    for (const [, name] of refused) assert.ok(out.includes(`\n# bag ${name} {\n`));
    const realized = bowline(['realize', '-', '--model', model, '-k', '1', '--beam', '1'], out);
    assert.equal(realized.code, 0, realized.errors);
    assert.doesNotMatch(realized.out, /invalid|refused/);
  });

  it('makes bags that are realized, and whose realizations can be imported', async () => {
    const model = join(folder, 'tiny.bow-model');
    writeFileSync(model, encodeModel(await tinyModel()));
    const [projective] = readFileSync(tiny, 'utf8').split('# sent_id = tiny-crossing');
    const bags = bowline(['import', '-', '--dep', 'all', '--label'], projective).out;
    const args = ['realize', '-', '--model', model, '--format', 'conllu', '-k', '1'];
    const realized = bowline(args, bags).out;
    const again = bowline(['import', '-', '--dep', 'all', '--label'], realized);
    assert.equal(again.code, 0, again.errors);
    const { names } = parse(bags);
    assert.deepEqual(
      parse(again.out).names,
      names.map((name) => `${name}-1`),
    );
    // Full trees with their labels come out with the arcs that were given.
    const arcs = (text: string): string[] =>
      readConllu(text).sentences.map(({ forms, heads, labels }) =>
        forms
          .map(
            (form, i) => `${heads[i] === 0 ? 'root' : forms[heads[i] - 1]} -${labels[i]}-> ${form}`,
          )
          .sort()
          .join('\n'),
      );
    assert.deepEqual(arcs(realized), arcs(projective));
  });
});
