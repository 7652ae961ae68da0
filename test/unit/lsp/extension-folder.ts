import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { smallModel } from '../support/small-model.ts';

/** A folder as an installed extension has it, with a small model and no language model. */
export function makeExtensionFolder(model = smallModel()): {
  readonly path: string;
  readonly remove: () => void;
} {
  const path = mkdtempSync(join(tmpdir(), 'bowline-extension-'));
  mkdirSync(join(path, 'models'));
  writeFileSync(join(path, 'models', 'en-ewt.bow-model'), model);
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}
