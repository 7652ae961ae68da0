import { Ajv } from 'ajv';
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** A sentence from `form/lemma/XPOS/head/label` each. */
function sentence(id: string, written: string): string {
  const rows = written.split(' ').map((word, i) => {
    const [form, lemma, tag, head, label] = word.split('/');
    return [i + 1, form, lemma, 'X', tag, '_', head, label, `${head}:${label}`, '_'].join('\t');
  });
  return `# sent_id = ${id}\n${rows.join('\n')}\n\n`;
}

const saw = sentence(
  'saw',
  'She/she/PRP/2/nsubj saw/see/VBD/0/root the/the/DT/4/det dog/dog/NN/2/obj ./././2/punct',
);
const crossing = sentence(
  'crossing',
  'A/a/DT/2/det hearing/hearing/NN/4/nsubj is/be/VBZ/4/aux set/set/VBN/0/root on/on/IN/6/case it/it/PRP/2/nmod',
);

const drawing = String.raw`# saw
She       saw        the   dog  .
---  --------------  ----  ---  -
NP   (S[dcl]\NP)/NP  NP/N   N   .
                     -------->
                        NP
     ------------------------>
             S[dcl]\NP
-----------------------------<
            S[dcl]
--------------------------------p
             S[dcl]

`;

describe('bowline ccg', () => {
  let folder: string;
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'bowline-ccg-'));
  });
  after(() => rmSync(folder, { recursive: true }));

  function bowline(
    args: readonly string[],
    input = '',
  ): { code: number | null; out: string; errors: string } {
    const { status, stdout, stderr } = spawnSync(
      'node',
      [join(root, 'bin/bowline.js'), 'ccg', ...args],
      { cwd: folder, encoding: 'utf8', input },
    );
    return { code: status, out: stdout, errors: stderr };
  }
  it('draws the derivations of a treebank, and tells of sentences that have none', () => {
    const { code, out, errors } = bowline(['derive', '-'], saw + crossing);
    assert.deepEqual([code, out], [0, drawing]);
    assert.match(errors, /1 derivation \(left out: 1 not projective\)/);
  });

  it('writes AUTO that it reads again, with its heads', () => {
    const path = join(folder, 'saw.auto');
    writeFileSync(path, bowline(['derive', '-', '--format', 'auto'], saw).out);
    assert.equal(bowline(['derive', path]).out, drawing);
    assert.equal(bowline(['derive', path, '--format', 'auto']).out, readFileSync(path, 'utf8'));
    const json = ['--format', 'json'];
    assert.equal(
      bowline(['derive', path, ...json]).out,
      bowline(['derive', '-', ...json], saw).out,
    );
  });

  it('prints JSON as its schema says, without heads where a file tells no modes', () => {
    const schema = readFileSync(join(root, 'docs/schemas/derive.schema.json'), 'utf8');
    const validate = new Ajv().compile(JSON.parse(schema) as object);
    const auto = '(<T NP 0 2> (<L NP/N DT DT the NP_1/N_1>) (<L N NN NN dog N>) )\n';
    for (const [input, heads] of [
      [saw, [2, 0, 4, 2, 2]],
      [auto, null],
    ] as const) {
      const { code, out } = bowline(['derive', '-', '--format', 'json'], input);
      assert.equal(code, 0);
      const found = JSON.parse(out) as { heads: unknown };
      assert.ok(validate(found), JSON.stringify(validate.errors));
      assert.deepEqual(found.heads, heads);
    }
  });

  it('measures a grammar, and how much of another treebank it covers', () => {
    const path = join(folder, 'saw.conllu');
    writeFileSync(path, saw);
    const { code, out } = bowline(['stats', path, '--dev', path]);
    assert.equal(code, 0);
    for (const row of [
      /^sentences +saw\.conllu +saw\.conllu$/m,
      /^projective trees +1 +1$/m,
      /^refused by the checker +0 +0$/m,
      /^heads as in the treebank +100\.00 % +100\.00 %$/m,
      /^lexical categories +5 +1,286$/m,
      /^> +forward application +2$/m,
      /^sentences with all their rules +100\.00 %$/m,
    ]) {
      assert.match(out, row);
    }
  });

  it('prints nothing that acts on a terminal', () => {
    const escape = '\u001b';
    const { out, errors } = bowline(['derive', '-'], saw.replaceAll('dog', `d${escape}[2Jg`));
    assert.match(out, / d�\[2Jg /);
    const auto = `ID=dog\n(<T ${escape}N 0 2> (<L NP/N DT DT the NP/N>) (<L N NN NN dog N>) )\n`;
    const refused = `ID=d${escape}g\n(<T N 0 2> (<L NP/N DT DT the NP/N>) (<L N NN NN dog N>) )\n`;
    const told = bowline(['stats', '-'], auto + refused);
    assert.match(told.errors, /^d�g: NP\/N and N make NP/m);
    for (const printed of [out, errors, told.out, told.errors])
      assert.ok(!printed.includes(escape));
  });

  it('says which derivations of a file are wrong', () => {
    const auto = 'ID=dog\n(<T N 0 2> (<L NP/N DT DT the NP/N>) (<L N NN NN dog N>) )\n';
    const { code, out, errors } = bowline(['stats', '-'], auto);
    assert.equal(code, 1);
    assert.match(out, /^refused by the checker +1$/m);
    assert.match(out, /^projective trees +–$/m);
    assert.match(errors, /^dog: NP\/N and N make NP \(>\), not N$/m);
  });

  it('tells of what is broken, and refuses it where it is to be strict', () => {
    const broken = '(<T NP 0 2>\n(<L NP PRP PRP She NP>)\n';
    const lax = bowline(['derive', '-'], broken);
    assert.deepEqual([lax.code, lax.out], [0, '# sentence 1\nShe\n---\nNP\n\n']);
    assert.match(lax.errors, /^-:1: expected .* left out$/m);
    assert.deepEqual(bowline(['derive', '-', '--strict'], broken).code, 1);
    assert.equal(bowline(['derive', '-'], `${saw}broken\n`).code, 0);
    assert.equal(bowline(['derive', '-', '--strict'], `${saw}broken\n`).code, 1);
  });

  it('refuses what holds neither trees nor derivations', () => {
    const text = bowline(['derive', '-'], 'Just text.\n');
    assert.equal(text.code, 2);
    assert.match(text.errors, /has no sentence in CoNLL-U format/);
    const auto = bowline(['stats', '-'], 'ID=x\n');
    assert.equal(auto.code, 2);
    assert.match(auto.errors, /has no derivation that can be read/);
  });
});
