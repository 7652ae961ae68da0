// The first command in a fresh clone: sets everything up, realizes the examples, and prints the next steps.
import { readdirSync } from 'node:fs';
import process from 'node:process';
import { inProject, root } from './lib/paths.mjs';
import { run } from './lib/processes.mjs';
import { setUp } from './lib/setup.mjs';

await setUp();
const examples = readdirSync(inProject('examples'))
  .filter((name) => name.endsWith('.bow'))
  .map((name) => `examples/${name}`);
process.exitCode = await run(process.execPath, ['bin/bowline.js', 'realize', ...examples], {
  cwd: root,
});
console.log(`
To see the derivation trees, open the examples in VS Code:
  on a desktop      npm run package, then code --install-extension bowline-*.vsix
                    (or open this folder in VS Code and press F5)
  in a browser      npm run code
On the command line: npx bowline --help`);
