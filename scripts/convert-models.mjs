// Rewrites model files in the version that is written now: node scripts/convert-models.mjs [FILES]
// Without FILES those that ship. What they hold stays the same.
import { readFileSync, writeFileSync } from 'node:fs';
import { extname } from 'node:path';
import process from 'node:process';
import { gunzipSync } from 'node:zlib';
import { tsImport } from 'tsx/esm/api';
import { inProject } from './lib/paths.mjs';

const source = (path) => tsImport(`../server/src/${path}`, import.meta.url);
const { encodeModel, loadModel } = await source('model/model.ts');
const { packModelBytes } = await source('hosts/node/model-bytes.ts');

/** By the end of a file's name. */
const converters = {
  '.bow-model': (bytes) => encodeModel(loadModel(bytes)),
};
const shipped = ['models/en-ewt.bow-model'].map(inProject);

const named = process.argv.slice(2);
for (const file of named.length > 0 ? named : shipped) {
  const convert = converters[extname(file)];
  if (convert === undefined) throw new Error(`${file}: no model`);
  const packed = readFileSync(file);
  const isPacked = packed[0] === 0x1f && packed[1] === 0x8b;
  writeFileSync(file, packModelBytes(convert(isPacked ? gunzipSync(packed) : packed)));
  console.log(file);
}
