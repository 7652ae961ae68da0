import { readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';

/** Copies the trees of a CoNLL-U file for which `isUsed(place)` holds into another file. Places are from 0. */
export function writePart(from, to, isUsed) {
  const trees = readFileSync(from, 'utf8').split('\n\n');
  writeFileSync(to, trees.filter((_, i) => isUsed(i)).join('\n\n') + '\n\n');
}

/** The results of `measure(variant, place)` for all variants, in order. Measures on all processors at a time. */
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
