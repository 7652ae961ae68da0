import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Ajv } from 'ajv';
import { encodeModel } from '../../../server/src/model/model.ts';
import { tinyModel } from '../support/tiny.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'bowline-check-'));

function bowline(args: readonly string[], input = '') {
  const { status, stdout, stderr } = spawnSync('node', [join(root, 'bin/bowline.js'), ...args], {
    cwd: folder,
    encoding: 'utf8',
    input,
  });
  return { code: status, out: stdout, errors: stderr };
}

/** The name of a file in the folder that the command runs in. */
function write(name: string, text: string | Uint8Array): string {
  writeFileSync(join(folder, name), text);
  return name;
}

const good = 'bag good {\n  words:\n    The dog chased/VBD a cat .\n}\n';
const bad = 'bag bad {\n  words: a b\n  deps:\n    a -> zebra\n}\n';
const warned = 'bag crossed {\n  words: a b\n  expect: a b c\n}\n';

before(async () => {
  write('tiny.bow-model', encodeModel(await tinyModel()));
});
after(() => rmSync(folder, { recursive: true }));

describe('bowline check', () => {
  const check = (...args: string[]) => bowline(['check', '--model', 'tiny.bow-model', ...args]);

  it('prints each problem with its place, severity and code', () => {
    const { code, out, errors } = check(write('good.bow', good), write('bad.bow', bad));
    assert.equal(code, 1);
    assert.match(
      out,
      /^bad\.bow:4:10: error: .*zebra.* \[unknown-word\]\n {2}fix: Add `zebra` to `words:`\n$/,
    );
    assert.equal(errors, '2 bags in 2 files: 1 error, no warnings\n');
  });

  it('prints the two likeliest fixes of a problem below it', () => {
    const name = (line: string): string => `bag a {\n  words: dogs bark\n  ${line}\n}\n`;
    const path = write('dogz.bow', name('deps: dogz -> bark'));
    assert.match(check(path).out, /^dogz\.bow:3:9: error: .*\[unknown-word\]\n {2}fix: .*`dogs`\n/);
    const [{ fixes }] = JSON.parse(check(path, '--format', 'json').out) as { fixes: string[] }[];
    const printed = check(path)
      .out.split('\n')
      .filter((line) => line.startsWith('  fix: '));
    assert.deepEqual(
      printed,
      fixes.slice(0, 2).map((title) => `  fix: ${title}`),
    );
  });

  it('accepts a warning, unless it is to fail on one', () => {
    const path = write('warned.bow', warned);
    const { code, out } = check(path);
    assert.equal(code, 0);
    assert.match(
      out,
      /^warned\.bow:3:\d+: warning: .* \[expectation-mismatch\]\n {2}fix: Add `c` to `words:`\n$/,
    );
    assert.equal(check(path, '--fail-on-warning').code, 1);
    assert.equal(check(write('good.bow', good), '--fail-on-warning').code, 0);
  });

  it('prints JSON as its schema says', () => {
    const path = write('both.bow', bad + warned);
    const { code, out } = check(path, '--format', 'json');
    assert.equal(code, 1);
    const schema = readFileSync(join(root, 'docs/schemas/check.schema.json'), 'utf8');
    const validate = new Ajv().compile(JSON.parse(schema) as object);
    const found = JSON.parse(out) as Record<string, unknown>[];
    assert.ok(validate(found), JSON.stringify(validate.errors));
    assert.deepEqual(
      found.map(({ file, line, severity }) => [file, line, severity]),
      [
        ['both.bow', 4, 'error'],
        ['both.bow', 8, 'warning'],
      ],
    );
    assert.equal(check(write('good.bow', good), '--format', 'json').out, '[]\n');
  });

  it('checks one bag by name', () => {
    const path = write('both.bow', good + bad);
    assert.deepEqual(check(path, '--bag', 'good'), {
      ...{ code: 0, out: '', errors: '1 bag in 1 file: no errors, no warnings\n' },
    });
    assert.equal(check(path, '--bag', 'bad').code, 1);
    const none = check(path, '--bag', 'ugly');
    assert.equal(none.code, 2);
    assert.match(none.errors, /no bag is called "ugly"; there are good, bad/);
  });

  it('reads the standard input', () => {
    const args = ['check', '--model', 'tiny.bow-model', '-'];
    assert.match(bowline(args, bad).out, /^<stdin>:4:10: error: /);
  });
});

describe('bowline format', () => {
  const rough = '\ufeffbag a {\r\nwords: dogs   bark\r\n}';
  const smooth = '\ufeffbag a {\r\n  words: dogs bark\r\n}\r\n';
  const read = (name: string) => readFileSync(join(folder, name), 'utf8');

  it('formats files in place, and keeps their byte order mark and line ends', () => {
    const paths = [write('rough.bow', rough), write('good.bow', good)];
    const listed = bowline(['format', '--check', ...paths]);
    assert.deepEqual([listed.code, listed.out], [1, 'rough.bow\n']);
    assert.equal(read('rough.bow'), rough);
    const { code, out, errors } = bowline(['format', ...paths]);
    assert.deepEqual([code, out, errors], [0, '', '1 of 2 files changed\n']);
    assert.deepEqual([read('rough.bow'), read('good.bow')], [smooth, good]);
    assert.equal(bowline(['format', '--check', ...paths]).code, 0);
  });

  it('formats the standard input to the output', () => {
    assert.equal(bowline(['format', '-'], rough).out, smooth);
  });

  it('leaves a file alone that is not UTF-8', () => {
    const latin = Uint8Array.from([...new TextEncoder().encode('bag a {\nwords: '), 0xe9, 0x0a]);
    const { code, errors } = bowline(['format', write('latin.bow', latin)]);
    assert.equal(code, 1);
    assert.match(errors, /^latin\.bow:2: is not UTF-8/);
    assert.deepEqual(Uint8Array.from(readFileSync(join(folder, 'latin.bow'))), latin);
  });
});
