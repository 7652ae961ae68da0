// Runs the browser suite to take the screenshots of the documentation: docs/images/*.png
import { copyFileSync, existsSync, readdirSync } from 'node:fs';
import { inProject } from './lib/paths.mjs';
import { setUp } from './lib/setup.mjs';
import { suites } from './lib/suites.mjs';

await setUp();
const { failures } = await suites.browser({});
if (failures > 0) process.exitCode = 1;
// The suite takes more pictures than the documentation shows.
for (const name of readdirSync(inProject('docs/images'))) {
  const taken = inProject(`dist/test/screenshots/${name}`);
  if (existsSync(taken)) copyFileSync(taken, inProject(`docs/images/${name}`));
}
