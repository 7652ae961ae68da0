// Compares the build of another checkout with this one: npm run compare -- OLD_CHECKOUT TREEBANK [--first] [--limit N] …
// test/bench/compare.ts describes the options. The other checkout must be built.
import process from 'node:process';
import { inProject } from './lib/paths.mjs';
import { run } from './lib/processes.mjs';
import { setUp } from './lib/setup.mjs';

await setUp();
process.exitCode = await run(process.execPath, [
  '--import=tsx',
  inProject('test/bench/compare.ts'),
  ...process.argv.slice(2),
]);
