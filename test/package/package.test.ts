import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { access, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { inProject, root } from '../../scripts/lib/paths.mjs';

const execute = promisify(execFile);

/** What a program printed; a failing program is an error that holds what it said. */
async function output(program: string, ...args: string[]): Promise<string> {
  const { stdout } = await execute(program, args, { cwd: root, maxBuffer: 2 ** 24 });
  return stdout;
}

/** The files that the steps of the walkthrough show. */
function walkthroughMedia(): string[] {
  const { contributes } = JSON.parse(readFileSync(inProject('package.json'), 'utf8')) as {
    contributes: {
      walkthroughs: { steps: { media: { markdown?: string; image?: Record<string, string> } }[] }[];
    };
  };
  return contributes.walkthroughs
    .flatMap(({ steps }) => steps)
    .flatMap(({ media: { markdown, image = {} } }) => [
      ...(markdown === undefined ? [] : [markdown]),
      ...Object.values(image),
    ]);
}

describe('The packages', () => {
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'bowline-package-'));
  });
  after(async () => {
    await rm(folder, { recursive: true });
  });

  it('the VSIX holds the bundles and no source', async () => {
    const listing = await output(
      process.execPath,
      inProject('node_modules/@vscode/vsce/vsce'),
      'ls',
      '--no-dependencies',
    );
    const files = listing.split('\n');
    const pages = ['webview.js', 'webview.css', 'coverage.js', 'coverage.css'];
    const bundles = ['client.cjs', 'server.cjs', 'worker.cjs', ...pages];
    for (const file of [...bundles, 'THIRD-PARTY-NOTICES.txt']) {
      assert.ok(files.includes(`dist/${file}`), `dist/${file} is in it`);
    }
    const documents = ['docs/problems.md', 'examples/first-steps.bow', ...walkthroughMedia()];
    for (const file of documents) assert.ok(files.includes(file), `${file} is in it`);
    const strangers = files.filter((file) =>
      /node_modules|\.tsx?$|\.map$|^test|^scripts/.test(file),
    );
    assert.deepEqual(strangers, []);
  });

  it('the command line installs globally from its tarball and realizes a file', async () => {
    const packed = await output('npm', 'pack', '--json', '--pack-destination', folder);
    // What the build prints may come before it.
    const [tarball] = JSON.parse(packed.slice(packed.indexOf('[\n'))) as { filename: string }[];
    assert.ok(tarball);
    const prefix = join(folder, 'global');
    await output('npm', 'install', '--global', '--prefix', prefix, join(folder, tarball.filename));
    const bowline = join(prefix, 'bin/bowline');
    assert.match(await output(bowline, '--help'), /realize/);
    const example = inProject('examples/figure-4.bow');
    // One thread is the command's own; more need the workers' bundle.
    for (const threads of ['1', '2']) {
      const args = ['realize', example, '--format', 'json', '--threads', threads];
      assert.match(await output(bowline, ...args), /"status": ?"complete"/);
    }
    const model = join(folder, 'tiny.bow-model');
    const training = ['--passes', '1', '--bits', '10', '--threads', '2', '-o', model];
    await output(bowline, 'train', inProject('test/fixtures/tiny.conllu'), ...training);
    await access(model);
  });

  it('npx runs the command line of a clone', async () => {
    assert.match(await output('npx', '--no-install', 'bowline', '--help'), /realize/);
  });
});
