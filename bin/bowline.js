#!/usr/bin/env node
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import process from 'node:process';

const cli = '../dist/cli.cjs';

if (existsSync(new URL(cli, import.meta.url))) {
  // An `import` would first search the whole file for its exports, which takes longer than to run it.
  createRequire(import.meta.url)(cli);
} else {
  console.error('bowline: it is not built yet; run `npm start` in its folder once.');
  process.exitCode = 2;
}
