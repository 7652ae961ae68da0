import type { CcgDerivation } from '../grammar/ccg/derivation.ts';
import { coverageOf, inventoryOf } from '../grammar/ccg/count.ts';
import { ruleNames } from '../grammar/ccg/rules.ts';
import type { SourcedSentence } from '../treebank/ccg/derive.ts';
import { ambiguityOf, rulesOf, type Soundness } from '../treebank/ccg/stats.ts';
import { aligned } from '../text/aligned.ts';

/** The first row contains the titles. */
type Table = (readonly string[])[];

/** The derivations of some treebanks, and the number of sentences that could have one. */
export interface Measured {
  /** The title of the column of figures. */
  readonly name: string;
  readonly sentences: readonly SourcedSentence[];
  /** The number of trees without crossing arcs; null for derivations from a file. */
  readonly projective: number | null;
  readonly soundness: Soundness;
}

/**
 * A sentence of up to this many words is short. The coverage of short sentences has its own row.
 */
const SHORT = 15;

const NONE = '–';

/** The tables of `bowline ccg stats`, separated by empty lines. */
export function statsTables(train: Measured, dev: Measured | null): string {
  const measured = dev === null ? [train] : [train, dev];
  const tables = [
    soundness(measured),
    sizes(train.sentences),
    rules(train.sentences),
    ...(dev === null ? [] : [coverage(dev.sentences, train.sentences)]),
  ];
  return tables.map(aligned).join('\n\n');
}

/** Why the checker refuses derivations. */
export function refusalsOf({ soundness: { refused, refusals } }: Measured): string[] {
  const more = refused - refusals.length;
  return [
    ...refusals.map(({ id, message }) => `${id}: ${message}`),
    ...(more > 0 ? [`${more} more are refused`] : []),
  ];
}

function soundness(measured: readonly Measured[]): Table {
  const row = (title: string, cell: (one: Soundness) => string): readonly string[] => [
    title,
    ...measured.map(({ soundness }) => cell(soundness)),
  ];
  return [
    ['sentences', ...measured.map(({ name }) => name)],
    [
      'projective trees',
      ...measured.map(({ projective }) => (projective === null ? NONE : whole(projective))),
    ],
    row('with a derivation', ({ derivations }) => whole(derivations)),
    row('refused by the checker', ({ refused }) => whole(refused)),
    row('with type-changing beside the list', ({ unlisted, derivations }) =>
      share(unlisted, derivations),
    ),
    row('with a category that is a guess', ({ fallBacks, derivations }) =>
      fallBacks === null ? NONE : share(fallBacks, derivations),
    ),
    row('with coordination of unlike categories', ({ unlike, derivations }) =>
      share(unlike, derivations),
    ),
    row('heads as in the treebank', ({ arcs }) =>
      arcs === null ? NONE : share(arcs.right, arcs.all),
    ),
  ];
}

/**
 * The sizes of a grammar, next to the sizes of CCGbank (Hockenmaier & Steedman 2007) and of the
 * dictionary of Zhang, Blackwood & Clark (2012).
 */
function sizes(sentences: readonly SourcedSentence[]): Table {
  const { tokens, categories, binary, unary } = inventoryOf(derivationsOf(sentences));
  const { perWordType, perToken, perTokenByTag } = ambiguityOf(sentences);
  const frequent = [...categories.values()].filter((count) => count >= 10);
  const covered = frequent.reduce((sum, count) => sum + count, 0);
  const instances = (counts: ReadonlyMap<string, number>): string =>
    `${whole(counts.size)} (${whole([...counts.values()].filter((count) => count >= 2).length)})`;
  return [
    ['grammar', 'here', 'CCGbank 02-21'],
    ['words', whole(tokens), '929,552'],
    ['lexical categories', whole(categories.size), '1,286'],
    ['seen 10 times or more', whole(frequent.length), '425'],
    ['their share of the words', share(covered, tokens), NONE],
    ['categories a word type', perWordType.toFixed(2), NONE],
    ['categories a word, by its form', perToken.toFixed(1), '26.8'],
    ['categories a word, by its tag', perTokenByTag.toFixed(1), NONE],
    ['instances of binary rules (seen twice)', instances(binary), NONE],
    ['instances of unary rules (seen twice)', instances(unary), NONE],
  ];
}

function rules(sentences: readonly SourcedSentence[]): Table {
  const counts = [...rulesOf(sentences)].sort(([, a], [, b]) => b - a);
  return [
    ['rule', 'nodes'],
    ...counts.map(([rule, count]) => [
      rule === null ? 'none' : `${rule.padEnd(3)} ${ruleNames[rule]}`,
      whole(count),
    ]),
  ];
}

function coverage(dev: readonly SourcedSentence[], train: readonly SourcedSentence[]): Table {
  const known = inventoryOf(derivationsOf(train));
  const all = coverageOf(derivationsOf(dev), known);
  const short = coverageOf(derivationsOf(dev.filter(({ words }) => words.length <= SHORT)), known);
  return [
    ['known of the development set', ''],
    ['categories of words', share(all.knownTokens, all.tokens)],
    ['uses of binary rules', share(all.knownBinary, all.binary)],
    ['uses of unary rules', share(all.knownUnary, all.unary)],
    ['sentences with all their rules', share(all.knownDerivations, all.derivations)],
    [`the same, up to ${SHORT} words`, share(short.knownDerivations, short.derivations)],
  ];
}

function derivationsOf(sentences: readonly SourcedSentence[]): CcgDerivation[] {
  return sentences.map(({ derivation }) => derivation);
}

function whole(count: number): string {
  return count.toLocaleString('en');
}

function share(part: number, all: number): string {
  return all === 0 ? NONE : `${((100 * part) / all).toFixed(2)} %`;
}
