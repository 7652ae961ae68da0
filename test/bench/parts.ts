/**
 * Prints the cost of each part of the models that ship: bytes in the file, memory, and milliseconds to read, unpack and
 * check it (medians of 9 readings in this process).
 *
 *     npx tsx test/bench/parts.ts
 */
import { fileURLToPath } from 'node:url';
import {
  openModelFile,
  openShared,
  shippedLanguageModelPath,
  shippedModelPath,
} from '../../server/src/hosts/node/model-file.ts';
import { quantile } from '../../server/src/evaluate/timing.ts';
import { LANGUAGE_MODEL_FORMAT } from '../../server/src/lm/query/format.ts';
import { MODEL_FORMAT } from '../../server/src/model/model.ts';

const READINGS = 9;
const root = fileURLToPath(new URL('../..', import.meta.url));
const models = [
  { path: shippedModelPath(root), format: { ...MODEL_FORMAT, needed: [] } },
  { path: shippedLanguageModelPath(root), format: { ...LANGUAGE_MODEL_FORMAT, needed: [] } },
];

const times = new Map<string, number[]>();
const rows = new Map<string, readonly [bytes: number, memory: number]>();
for (let reading = 0; reading < READINGS; reading++) {
  for (const { path, format } of models) {
    const file = await openModelFile(path, format);
    const { read, parts } = openShared(file);
    for (const [name, { packed, length }] of parts) {
      const start = performance.now();
      read(name);
      const ms = performance.now() - start;
      times.set(name, [...(times.get(name) ?? []), ms]);
      rows.set(name, [packed, length]);
    }
  }
}

console.log('| part | MB in the file | MB in memory | ms to read |\n| --- | ---: | ---: | ---: |');
for (const [name, sizes] of rows) {
  const megabytes = sizes.map((bytes) => (bytes / 1e6).toFixed(2));
  console.log(
    `| ${name} | ${megabytes.join(' | ')} | ${quantile(times.get(name)!, 0.5).toFixed(1)} |`,
  );
}
