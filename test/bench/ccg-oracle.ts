/**
 * Takes the actions of the derivations of treebanks: each must be legal where the heads that the derivation gives are
 * all given as arcs, and what they build must be the derivation's parts and its heads. The grammar is that of the
 * treebanks themselves.
 *
 *     npx tsx test/bench/ccg-oracle.ts TREEBANK…
 */
import { readFileSync } from 'node:fs';
import { headsOf } from '../../server/src/grammar/ccg/dependencies.ts';
import {
  leavesOf,
  postorder,
  type CcgDerivation,
} from '../../server/src/grammar/ccg/derivation.ts';
import type { Grammar } from '../../server/src/grammar/ccg/grammar.ts';
import { countLexicon } from '../../server/src/model/lexicon.ts';
import { LexicalEntries } from '../../server/src/problem/lexical-entries.ts';
import { Problem } from '../../server/src/problem/problem.ts';
import { orderTwins } from '../../server/src/search/arc-standard/oracle.ts';
import { Candidates } from '../../server/src/search/candidates.ts';
import { ShiftReduce } from '../../server/src/search/ccg/shift-reduce.ts';
import type { Derivation } from '../../server/src/search/search.ts';
import { learnGrammar } from '../../server/src/train/learn-grammar.ts';
import { withDerivation, type DerivedSentence } from '../../server/src/treebank/ccg/derived.ts';
import { subcategorizedOf } from '../../server/src/treebank/ccg/subcategorized.ts';
import { readAnnotatedConllu } from '../../server/src/treebank/conllu.ts';
import { sampleBag, type Share } from '../../server/src/treebank/sampling.ts';
import { Random } from '../../server/src/util/random.ts';
import { NEVER } from '../../server/src/util/stop.ts';

/** So many sentences of a kind of trouble are shown. */
const MOST_SHOWN = 5;

/** Remembers which actions are offered. */
class Offered extends Candidates {
  readonly actions = new Set<number>();

  override offer(_score: number, _parent: number, action: number): void {
    this.actions.add(action);
  }
}

/** What becomes of a derivation's actions. */
type Outcome =
  'no actions' | 'an illegal action' | 'other parts' | 'other heads' | 'the derivation';

function read(path: string): DerivedSentence[] {
  const { sentences } = readAnnotatedConllu(readFileSync(path, 'utf8'));
  const subcategorized = subcategorizedOf(sentences);
  return sentences.flatMap((sentence) => {
    const { derivation, ...plain } = withDerivation(sentence, subcategorized);
    return derivation === undefined ? [] : [{ ...plain, derivation }];
  });
}

const sentences = process.argv.slice(2).flatMap(read);
const lexicon = countLexicon(sentences);
const { grammar, dictionary } = learnGrammar(sentences, lexicon, []);
// The entry that a word has in the derivation is offered however unlikely it is.
const entries = new LexicalEntries(grammar, dictionary, null, 0);
const weights = new Int8Array(1 << 10);
const system = new ShiftReduce({ weights, leftOut: new Set(), fluency: null }, grammar);

/** @param dep which of the arcs are given; the categories and the tags are */
function outcomeOf(sentence: DerivedSentence, dep: Share, random: Random): Outcome {
  const { derivation } = sentence;
  const heads = headsOf(derivation);
  const condition = { pos: 'all', dep, label: false, categories: 'all' } as const;
  const { bag, places } = sampleBag({ ...sentence, heads }, condition, random);
  const problem = new Problem(bag, lexicon, NEVER, entries);
  const words = new Array<number>(problem.size);
  problem.places.forEach((place, word) => (words[places[place]] = word));
  const leaves = leavesOf(derivation);
  const variants = orderTwins(problem, words).map((word, place) => {
    const { category, modes } = leaves[place];
    const tag = lexicon.tagId(sentence.tags[place]);
    return problem.variantOf(word, tag, grammar.entryOf(category.text, modes));
  });
  let state = system.begin(problem);
  const actions = system.actionsOf(derivation, variants);
  if (actions === null) return 'no actions';
  for (const action of actions) {
    const offered = new Offered();
    system.expand(state, offered);
    if (!offered.actions.has(action)) return 'an illegal action';
    state = system.apply(state, action, 0);
  }
  const built = system.derivationOf(state);
  if (!hasPartsOf(built, derivation, grammar)) return 'other parts';
  const areHeads = heads.every((head, place) => built.heads[place] === head);
  return areHeads ? 'the derivation' : 'other heads';
}

function hasPartsOf({ parts = [] }: Derivation, derivation: CcgDerivation, of: Grammar): boolean {
  const nodes = postorder(derivation);
  const at = new Map(nodes.map((node, i) => [node, i]));
  return (
    parts.length === nodes.length &&
    nodes.every((node, i) => {
      const { category, children, first, last } = parts[i];
      const below =
        node.kind === 'leaf' ? [] : node.kind === 'unary' ? [node.child] : [node.left, node.right];
      return (
        of.textOf(category) === node.category.text &&
        (node.kind !== 'leaf' || (first === node.word && last === node.word)) &&
        children.length === below.length &&
        below.every((child, j) => at.get(child) === children[j])
      );
    })
  );
}

for (const dep of ['none', 'half', 'all'] as const) {
  const random = new Random(1);
  const counts = new Map<Outcome, number>();
  for (const sentence of sentences) {
    const outcome = outcomeOf(sentence, dep, random);
    const count = (counts.get(outcome) ?? 0) + 1;
    counts.set(outcome, count);
    if (outcome === 'the derivation' || count > MOST_SHOWN) continue;
    console.log(`  ${outcome}: ${sentence.id}: ${sentence.forms.join(' ')}`);
  }
  const found = [...counts].map(([outcome, count]) => `${outcome} ${count}`).join(', ');
  console.log(`arcs given: ${dep}; ${sentences.length} sentences: ${found}`);
}
