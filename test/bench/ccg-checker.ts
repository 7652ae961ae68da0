/**
 * Checks the derivations of treebanks, then breaks them in several ways, 10,000 times each, and prints how often the
 * checker refuses what was broken. Type-changing of the treebanks beside the list of the grammar is accepted.
 *
 *     npx tsx test/bench/ccg-checker.ts TREEBANK…
 */
import { readFileSync } from 'node:fs';
import {
  changeOf,
  checkDerivation,
  type CheckedNode,
} from '../../server/src/grammar/ccg/checker.ts';
import { deriveTreebank } from '../../server/src/treebank/ccg/derive.ts';
import { plainNode } from '../../server/src/treebank/ccg/stats.ts';
import { subcategorizedOf } from '../../server/src/treebank/ccg/subcategorized.ts';
import { readAnnotatedConllu } from '../../server/src/treebank/conllu.ts';
import { Random } from '../../server/src/util/random.ts';
import { type Break, breaksOf, loosePlaces, nodesOf } from '../unit/support/broken-derivations.ts';

const TIMES = 10_000;

interface Example {
  readonly root: CheckedNode;
  readonly words: readonly string[];
}

function examplesOf(path: string): Example[] {
  const treebank = readAnnotatedConllu(readFileSync(path, 'utf8'));
  const derived = [...deriveTreebank(treebank, subcategorizedOf(treebank.sentences))];
  return derived.flatMap((sentence) => {
    if (sentence === null) return [];
    const { derivation, words } = sentence;
    return [{ root: plainNode(derivation, words), words }];
  });
}

const examples = process.argv.slice(2).flatMap(examplesOf);
const unlisted = new Set<string>();
let refused = 0;
let withUnlisted = 0;
for (const { root, words } of examples) {
  const refusals = checkDerivation(root, words);
  const beside = refusals.filter(({ kind }) => kind === 'unlisted');
  for (const { node } of beside) unlisted.add(changeOf(node));
  if (beside.length > 0) withUnlisted++;
  const wrong = refusals.find(({ kind }) => kind !== 'unlisted');
  if (wrong === undefined) continue;
  if (refused++ < 10) console.log(`refused: ${words.join(' ')}: ${wrong.message}`);
}
console.log(
  `${examples.length} derivations, ${refused} refused, ${withUnlisted} with type-changing beside the list`,
);

const categories = [
  ...new Set(examples.flatMap(({ root }) => nodesOf(root).map(({ category }) => category))),
];
const random = new Random(1);
measure(breaksOf(categories));
console.log('drawn so that a break may give another right derivation:');
measure(loosePlaces(categories));

function measure(breaks: Readonly<Record<string, Break>>): void {
  for (const [name, apply] of Object.entries(breaks)) {
    const accepted: string[] = [];
    for (let done = 0; done < TIMES;) {
      const { root, words } = examples[random.below(examples.length)];
      const broken = apply(root, random);
      if (broken === null) continue;
      done++;
      if (checkDerivation(broken, words, unlisted).length === 0) {
        accepted.push(differences(root, broken));
      }
    }
    const share = (100 * (TIMES - accepted.length)) / TIMES;
    console.log(`${name}: ${TIMES - accepted.length} of ${TIMES} refused (${share.toFixed(2)} %)`);
    for (const what of accepted.slice(0, 5)) console.log(`  accepted: ${what}`);
  }
}

/** Where two derivations differ, with what is right below. */
function differences(before: CheckedNode, after: CheckedNode): string {
  const [old, now] = [before, after].map(nodesOf);
  const at = old.findIndex(({ category }, i) => category !== now[i].category);
  const below = now[at].children.map(({ category }) => category).join(' ') || now[at].word;
  return `${old[at].category} as ${now[at].category}, of ${below}`;
}
