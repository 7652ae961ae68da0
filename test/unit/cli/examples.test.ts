import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bowlineProgram } from '../../../server/src/cli/program.ts';
import { commandsOf, examplesOf } from './help-examples.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'bowline-examples-'));
const examples = new Set(commandsOf(bowlineProgram(), '').flatMap(([, one]) => examplesOf(one)));

/** Runs a command in a shell, which replaces `*.bow` and writes files. */
function run(command: string) {
  const program = `'${process.execPath}' '${join(root, 'bin/bowline.js')}' "$@"`;
  const { status, stdout, stderr } = spawnSync(
    'sh',
    ['-c', `bowline() { ${program}; }; ${command}`],
    { cwd: folder, encoding: 'utf8' },
  );
  return { code: status, out: stdout, errors: stderr };
}

/** The examples that are not run, with the reason. */
const notRun = new Map([
  ['train train.conllu --dev dev.conllu -o my.bow-model', 'it takes minutes'],
]);

/** Exit codes other than 0, with the reason. */
const codes = new Map([
  // The shipped examples show expected sentences that do not come first.
  ['test *.bow', 1],
]);

describe('an example in the help of bowline', () => {
  before(() => {
    for (const name of readdirSync(join(root, 'examples'))) {
      if (name.endsWith('.bow')) copyFileSync(join(root, 'examples', name), join(folder, name));
    }
    const readme = readFileSync(join(root, 'README.md'), 'utf8');
    writeFileSync(join(folder, 'trip.bow'), /^```bow\n(.*?)^```/ms.exec(readme)![1]);
    for (const name of ['treebank.conllu', 'train.conllu', 'dev.conllu']) {
      copyFileSync(join(root, 'test/fixtures/tiny.conllu'), join(folder, name));
    }
    for (const name of ['text.txt', 'text.tok.txt']) {
      writeFileSync(join(folder, name), 'The dog barks .\nThe dogs bark .\n');
    }
    writeFileSync(join(folder, 'story.txt'), 'The dogs barked. Nobody heard them.\n');
    copyFileSync(join(root, 'models/en-ewt.bow-model'), join(folder, 'my.bow-model'));
    assert.equal(run('bowline lm build text.txt -o my.bow-lm --min-count 1').code, 0);
    assert.equal(run('bowline lm build text.txt -o other.arpa --arpa --min-count 1').code, 0);
    assert.equal(run('bowline coverage *.bow --format json > main.json').code, 0);
  });
  after(() => rmSync(folder, { recursive: true }));

  for (const example of examples) {
    if (notRun.has(example)) continue;
    it(`runs: ${example}`, () => {
      const { code, errors } = run(`bowline ${example}`);
      assert.equal(code, codes.get(example) ?? 0, errors);
    });
  }

  it('has a reason where it is not run or ends with another code', () => {
    for (const example of [...notRun.keys(), ...codes.keys()]) assert.ok(examples.has(example));
  });
});
