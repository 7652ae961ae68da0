#!/usr/bin/env node
import { existsSync } from 'node:fs';
import process from 'node:process';

const cli = new URL('../dist/cli.cjs', import.meta.url);

if (existsSync(cli)) {
  await import(cli);
} else {
  console.error('bowline: it is not built yet; run `npm start` in its folder once.');
  process.exitCode = 2;
}
