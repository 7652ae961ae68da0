// Rewrites model files in the version that is written now: node scripts/convert-models.mjs [FILES]
// Without FILES those that ship. What they hold stays the same.
import { readFileSync, writeFileSync } from 'node:fs';
import { extname } from 'node:path';
import process from 'node:process';
import { gunzipSync } from 'node:zlib';
import { tsImport } from 'tsx/esm/api';
import { inProject } from './lib/paths.mjs';

const source = (path) => tsImport(`../server/src/${path}`, import.meta.url);
const { decodeSections, encodeSections } = await source('model/file.ts');
const { encodeModel, loadModel } = await source('model/model.ts');
const { LANGUAGE_MODEL_VERSION } = await source('lm/query/format.ts');
const { fromVersion1, VERSION_1 } = await source('lm/query/version-1.ts');
const { packModelBytes } = await source('hosts/node/model-bytes.ts');

function convertLanguageModel(bytes) {
  const file = decodeSections(bytes, LANGUAGE_MODEL_VERSION, VERSION_1);
  const contents = file.version === VERSION_1 ? fromVersion1(file) : file;
  return encodeSections({ ...contents, version: LANGUAGE_MODEL_VERSION });
}

/** By the end of a file's name. */
const converters = {
  '.bow-model': (bytes) => encodeModel(loadModel(bytes)),
  '.bow-lm': convertLanguageModel,
};
const shipped = ['models/en-ewt.bow-model', 'models/en.bow-lm'].map(inProject);

const named = process.argv.slice(2);
for (const file of named.length > 0 ? named : shipped) {
  const convert = converters[extname(file)];
  if (convert === undefined) throw new Error(`${file}: no model`);
  const packed = readFileSync(file);
  const isPacked = packed[0] === 0x1f && packed[1] === 0x8b;
  writeFileSync(file, packModelBytes(convert(isPacked ? gunzipSync(packed) : packed)));
  console.log(file);
}
