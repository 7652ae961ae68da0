/**
 * Realizes bags as people type them (`test/fixtures/everyday.bow`): lower case, no tags, no arcs. Prints how many have
 * an expected sentence first, among the first three and the first ten, and among all that a beam of 64 finds. A bag's
 * name begins with its kind.
 *
 *     npx tsx test/bench/everyday.ts
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import {
  openModelFile,
  shippedLanguageModelPath,
  shippedModelPath,
} from '../../server/src/hosts/node/model-file.ts';
import { loadResources } from '../../server/src/hosts/node/resources.ts';
import { bagName, check, parse, toBag } from '../../server/src/language/index.ts';
import { LANGUAGE_MODEL_FORMAT } from '../../server/src/lm/query/format.ts';
import { MODEL_FORMAT } from '../../server/src/model/model.ts';
import { createRealizer, NEVER } from '../../server/src/realize/realizer.ts';
import { rankExpectations } from '../../server/src/results/expectations.ts';

const BEAM = 64;

const extension = fileURLToPath(new URL('../..', import.meta.url));
const realizer = createRealizer(
  loadResources({
    model: await openModelFile(shippedModelPath(extension), MODEL_FORMAT),
    languageModel: await openModelFile(shippedLanguageModelPath(extension), LANGUAGE_MODEL_FORMAT),
  }),
);
const fixture = new URL('../fixtures/everyday.bow', import.meta.url);
const file = parse(readFileSync(fixture, 'utf8'));
const checked = check(file, { maxWords: 100, knowledge: null, satisfiability: null });

/** By kind: the best rank of each bag's expected sentences; Infinity if none was found. */
const ranks = new Map<string, number[]>();
for (const [i, node] of file.bags.entries()) {
  const options = { beam: BEAM, results: BEAM };
  const realized = realizer.realize(toBag(node), options, NEVER);
  const expected = rankExpectations(realized, checked.expectations(i));
  const [kind] = bagName(file, i).split('-');
  const ofKind = ranks.get(kind) ?? [];
  ranks.set(kind, [...ofKind, Math.min(...expected.map(({ rank }) => rank ?? Infinity))]);
}

console.log('| bags | number | first | among three | among ten | found |');
console.log('| --- | ---: | ---: | ---: | ---: | ---: |');
for (const [kind, ofKind] of [...ranks, ['all', [...ranks.values()].flat()] as const]) {
  const upTo = (most: number): number => ofKind.filter((rank) => rank <= most).length;
  const cells = [ofKind.length, upTo(1), upTo(3), upTo(10), upTo(BEAM)];
  console.log(`| ${kind} | ${cells.join(' | ')} |`);
}
