// Bundles everything that runs: node scripts/build.mjs [--production] [--watch]
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import esbuild from 'esbuild';
import { thirdPartyNotices } from './lib/notices.mjs';
import { inProject, root } from './lib/paths.mjs';

const { values: options } = parseArgs({
  options: { production: { type: 'boolean' }, watch: { type: 'boolean' } },
});

const common = {
  absWorkingDir: root,
  bundle: true,
  minify: options.production ?? false,
  sourcemap: !options.production,
  logLevel: 'warning',
  metafile: true,
};

/** CommonJS, the only format that the extension host of every supported editor version loads. */
const forNode = {
  ...common,
  platform: 'node',
  format: 'cjs',
  target: 'node20',
  external: ['vscode'],
  // A CommonJS file has no `import.meta`.
  define: { 'import.meta.dirname': '__dirname' },
};

const forWebview = {
  ...common,
  platform: 'browser',
  format: 'iife',
  target: 'es2022',
  jsx: 'automatic',
  jsxImportSource: 'preact',
};

const bundles = [
  { ...forNode, entryPoints: ['client/src/extension.ts'], outfile: 'dist/client.cjs' },
  { ...forNode, entryPoints: ['server/src/lsp/main.ts'], outfile: 'dist/server.cjs' },
  { ...forNode, entryPoints: ['server/src/hosts/node/worker.ts'], outfile: 'dist/worker.cjs' },
  { ...forNode, entryPoints: ['server/src/cli/main.ts'], outfile: 'dist/cli.cjs' },
  {
    ...forNode,
    entryPoints: ['server/src/hosts/node/train-worker.ts'],
    outfile: 'dist/train-worker.cjs',
  },
  { ...forWebview, entryPoints: ['client/webview/main.tsx'], outfile: 'dist/webview.js' },
  { ...forWebview, entryPoints: ['client/webview/coverage/main.tsx'], outfile: 'dist/coverage.js' },
  {
    ...forNode,
    entryPoints: ['test/editor/index.ts'],
    outfile: 'dist/test/editor/index.cjs',
    external: ['vscode', 'mocha'],
    minify: false,
  },
];

if (options.watch) {
  for (const bundle of bundles) await (await esbuild.context(bundle)).watch();
  console.log('Watching for changes; Ctrl-C ends it.');
} else {
  const results = await Promise.all(bundles.map((bundle) => esbuild.build(bundle)));
  const notices = thirdPartyNotices(results.map(({ metafile }) => metafile));
  writeFileSync(inProject('dist/THIRD-PARTY-NOTICES.txt'), notices);
}
