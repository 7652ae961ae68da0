/*
 * Prints the accuracy of the parser with some kinds of factors, and with fewer or more candidate heads:
 * npx tsx test/bench/parser.ts DEVELOPMENT [TRAINING]
 * The tables of Qian & Liu 2013 for our data: kinds of factors (Table 2), and heads considered for a word (Table 3), with
 * the treebank's tags and the shipped weights, for which all kinds of factors were learned together. With a training set,
 * each kind is also learned alone beside the shipped parts, which takes minutes for each.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { openModelFile, openShared } from '../../server/src/hosts/node/model-file.ts';
import { SHIPPED_PARSER } from '../../server/src/hosts/model-files.ts';
import { BranchAndBound } from '../../server/src/parser/branch-and-bound.ts';
import { ALL_FACTORS, Factors, type FactorKinds } from '../../server/src/parser/factors.ts';
import { HeadCandidates } from '../../server/src/parser/head-candidates.ts';
import { FactorScores } from '../../server/src/parser/factor-scores.ts';
import {
  loadParser,
  PARSER_FORMAT,
  type ParserTable,
} from '../../server/src/parser/parser-model.ts';
import { jointTag, ParserTokens, TagParts } from '../../server/src/parser/parser-tokens.ts';
import { ScoredParts } from '../../server/src/parser/scored-parts.ts';
import { learnFactors } from '../../server/src/train/parser/learn-factors.ts';
import {
  ownTags,
  readerOf,
  tables,
  withJointTags,
} from '../../server/src/train/parser/train-parser.ts';
import { readAnnotatedConllu } from '../../server/src/treebank/conllu.ts';

const [treebank, training = ''] = process.argv.slice(2);
const path = fileURLToPath(new URL(`../../${SHIPPED_PARSER}`, import.meta.url));
const model = loadParser(openShared(await openModelFile(path, PARSER_FORMAT)));
const sentences = readAnnotatedConllu(readFileSync(treebank, 'utf8')).sentences;

const { lexicon } = model;
const parts = new TagParts(lexicon.tags);
const tokens = new ParserTokens(lexicon, parts);
const candidates = new HeadCandidates(parts, model.weights('candidates'));
const scored = new ScoredParts(parts, model.weights('parts'));
const search = new BranchAndBound();
const factors = new Factors();
const MOST_CALLS = 300;

/** Parses all sentences, and prints a row. @param heads the heads considered for a word */
function row(
  name: string,
  heads: number,
  kinds: FactorKinds,
  weights = model.weights('factors'),
): void {
  const factorScores = new FactorScores(parts, weights);
  let words = 0;
  let right = 0;
  let proven = 0;
  let calls = 0;
  let nodes = 0;
  const started = process.cpuUsage();
  for (const { forms, tags, universalTags, heads: gold } of sentences) {
    tokens.begin(forms);
    tags.forEach((tag, i) => tokens.setTag(i + 1, lexicon.tagId(jointTag(tag, universalTags[i]))));
    scored.choose(tokens, candidates, heads, null);
    factorScores.begin(tokens);
    factorScores.fill(scored.parts, factors, kinds);
    const found = search.search(scored.parts, scored.scores, factors, { maxCalls: MOST_CALLS });
    words += forms.length;
    gold.forEach((head, i) => {
      if (found.best?.heads[i + 1] === head) right++;
    });
    if (found.isProven) proven++;
    calls += found.calls;
    nodes += found.nodes;
  }
  const { user, system } = process.cpuUsage(started);
  const mean = (sum: number): string => (sum / sentences.length).toFixed(1);
  const cells = [
    name,
    ((100 * right) / words).toFixed(2),
    Math.round(words / ((user + system) / 1e6)),
    mean(calls),
    mean(nodes),
    ((100 * proven) / sentences.length).toFixed(2),
  ];
  console.log(`| ${cells.join(' | ')} |`);
}

function title(first: string): void {
  console.log(`\n| ${first} | UAS | words/s | calls | nodes | proven |`);
  console.log('| --- | --- | --- | --- | --- | --- |');
}

const { heads } = model.training;
title('factors');
const none: FactorKinds = { siblings: false, grandchildren: false, combs: false, patterns: false };
const kinds: readonly (readonly [string, FactorKinds])[] = [
  ['second-order parts alone', none],
  ['all siblings', { ...none, siblings: true }],
  ['all grandchildren', { ...none, grandchildren: true }],
  ['combs', { ...none, combs: true }],
  ['hand-made patterns', { ...none, patterns: true }],
  ['all', ALL_FACTORS],
];
for (const [name, each] of kinds) row(name, heads, each);
title('heads considered');
for (const most of [3, 5, 10, 20]) row(String(most), most, ALL_FACTORS);
if (training !== '') learnKinds(training);

/** Learns each kind of factors alone, and prints its row. */
function learnKinds(path: string): void {
  const trees = readAnnotatedConllu(readFileSync(path, 'utf8')).sentences.map(withJointTags);
  const { seed, cost } = model.training;
  const bitsOf = (table: ParserTable): number => Math.log2(model.weights(table).length);
  const own = ownTags(trees, lexicon, seed, bitsOf('tagger'), () => undefined);
  title('factors, each kind learned alone');
  for (const [name, each] of kinds.slice(1, -1)) {
    const weights = learnFactors(
      trees,
      parts,
      candidates,
      model.weights('parts'),
      readerOf(trees, lexicon, parts, own, seed),
      {
        seed,
        heads,
        cost,
        bits: bitsOf('factors'),
        passes: tables.factors.passes,
        kinds: each,
      },
      () => undefined,
    );
    row(name, heads, each, weights);
  }
}
