// Compares the build of another checkout with this one: npm run compare -- OLD_CHECKOUT TREEBANK [--limit N] …
// The options are those of test/bench/compare.ts. The other checkout has to be built.
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
