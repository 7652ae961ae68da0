import { readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';

/** Writes those trees of a CoNLL-U file into another that are used, by their place from 0. */
export function writePart(from, to, isUsed) {
  const trees = readFileSync(from, 'utf8').split('\n\n');
  writeFileSync(to, trees.filter((_, i) => isUsed(i)).join('\n\n') + '\n\n');
}

/** What `measure` gives for each variant and its place, as many at a time as the machine has processors. */
export async function measureAll(variants, measure) {
  const rows = [];
  let next = 0;
  const lane = async () => {
    while (next < variants.length) {
      const place = next++;
      rows[place] = await measure(variants[place], place);
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, lane));
  return rows;
}
