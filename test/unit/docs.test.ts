import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

describe('the documentation', () => {
  for (const page of [
    'README.md',
    'ARCHITECTURE.md',
    'models/README.md',
    'docs/benchmarks.md',
    'docs/command-line.md',
    'docs/features.md',
    'docs/language.md',
    'docs/problems.md',
  ]) {
    it(`links to files that are there, in ${page}`, () => {
      const targets = [...read(page).matchAll(/\]\((?!https?:|#)([^)#\s]+)/g)];
      for (const [, target] of targets) {
        assert.ok(existsSync(join(root, dirname(page), target)), `${page} links to ${target}`);
      }
    });
  }

  it('names the test in VS Code of every feature', () => {
    const rows = [
      ...read('docs/features.md').matchAll(/\(\.\.\/(test\/editor\/\S+)\): (.*?) +\|$/gm),
    ];
    assert.ok(rows.length > 25, String(rows.length));
    for (const [, file, name] of rows) {
      assert.ok(read(file).includes(`it('${name}'`), `${file} has a test: ${name}`);
    }
  });
});
