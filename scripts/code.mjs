// Serves VS Code to a browser, with the extension under development and the examples, until Ctrl-C.
import { ensureHost, Profile, startHost } from './lib/host.mjs';
import { inProject, root } from './lib/paths.mjs';
import { setUp } from './lib/setup.mjs';

await setUp();
await ensureHost();
const host = await startHost(new Profile());
const url = host.url({ open: inProject('examples'), extension: root });
console.log(`\nOpen this address in a browser; Ctrl-C ends it.\n\n  ${url}\n`);
await host.exited;
