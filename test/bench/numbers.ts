/**
 * Checks that every view of a file gives each sentence one score, one class and one rank: the panel's list, Why, Compare,
 * the tests and the coverage of the language server, and `bowline explain`, `coverage`, `realize` and `test`. Explains without
 * looking for lines that help, which would take hours. Realizes each bag of the class `beam` with the beam that is named.
 * Needs a build.
 *
 *     npx tsx test/bench/numbers.ts FILE.bow
 *
 * `bowline import` makes such a file of a treebank. Every bag needs a name of its own and one expectation.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { rowsOf, type Row } from '../../client/webview/rows.ts';
import {
  messages,
  type FileTests,
  type BagView,
  type CoverageParams,
  type CoverageReport,
  type CoverageResult,
  type ExplainParams,
  type ShownComparison,
  type ShownExplanation,
  type TestResult,
} from '../../server/src/lsp/protocol.ts';
import { explainSentence } from '../../server/src/results/explain-report.ts';
import type { BagReport } from '../../server/src/results/realize-report.ts';
import { Explainer } from '../../server/src/explain/explainer.ts';
import {
  openModelFile,
  shippedLanguageModelPath,
  shippedModelPath,
} from '../../server/src/hosts/node/model-file.ts';
import { loadResources } from '../../server/src/hosts/node/resources.ts';
import { bagName, check, parse } from '../../server/src/language/index.ts';
import { LANGUAGE_MODEL_FORMAT } from '../../server/src/lm/query/format.ts';
import { MODEL_FORMAT } from '../../server/src/model/model.ts';
import { NEVER } from '../../server/src/realize/realizer.ts';
import { isSatisfiable } from '../../server/src/search/satisfiable.ts';
import { startServer } from './server-process.ts';

const path = process.argv[2];
const source = readFileSync(path, 'utf8');
const uri = pathToFileURL(path).href;
const file = parse(source);
const checked = check(file, { maxWords: 100, knowledge: null, satisfiability: isSatisfiable });
const bin = fileURLToPath(new URL('../../bin/bowline.js', import.meta.url));

/** Runs the command and returns its output. Its exit code is 1 if an expectation does not come first. */
function bowline(...args: readonly string[]): string {
  try {
    return execFileSync(process.execPath, [bin, ...args], {
      encoding: 'utf8',
      maxBuffer: 1 << 30,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
  } catch (error) {
    return (error as { stdout: string }).stdout;
  }
}

const listed = JSON.parse(bowline('realize', path, '-k', '10', '--format', 'json')) as BagReport[];
const covered = JSON.parse(bowline('coverage', path, '--format', 'json')) as CoverageReport;
const tested = bowline('test', path).split('\n');

const server = await startServer({ settings: () => ({ realizeOn: 'type' }) });
const { client } = server;
await client.sendNotification('textDocument/didOpen', {
  textDocument: { uri, languageId: 'bow', version: 1, text: source },
});
await client.sendNotification(messages.view, {
  ...{ active: { uri, cursor: { line: 0, character: 0 } }, visible: [] },
  ...{ panel: true, pinned: [] },
});
const { tests } = await client.sendRequest<FileTests>(messages.tests, { uri });
const coverage = await client.sendRequest<CoverageResult>(messages.coverage, {
  ...{ files: [{ uri, tests: null }], partialResultToken: null, progress: 'coverage' },
} satisfies CoverageParams);
const extension = fileURLToPath(new URL('../../', import.meta.url));
const explainer = new Explainer(
  loadResources({
    model: await openModelFile(shippedModelPath(extension), MODEL_FORMAT),
    languageModel: await openModelFile(shippedLanguageModelPath(extension), LANGUAGE_MODEL_FORMAT),
  }),
);

let wrong = 0;
const classes = new Map<string, number>();
const found = { both: 0, beam: 0, missed: 0 };
for (const [index] of file.bags.entries()) {
  const name = bagName(file, index);
  const [{ text }] = checked.expectations(index);
  /** Complains unless all values are the same. */
  const same = (what: string, values: Readonly<Record<string, unknown>>): void => {
    if (new Set(Object.values(values)).size === 1) return;
    wrong++;
    console.log(`${name}: ${what} differs: ${JSON.stringify(values)}`);
  };
  const view = await client.sendRequest<BagView>(messages.realized, { uri, bag: name });
  if (view.state.kind !== 'realized') throw new Error(`${name}: ${view.state.kind}`);
  const { result } = view.state;
  const explain = (params: Partial<ExplainParams>): Promise<ShownExplanation> =>
    client.sendRequest(messages.explain, {
      ...{ uri, index, text, against: null, depth: 'whole', ...params },
    } satisfies ExplainParams);
  const isFirst = result.realizations[0].text === text;
  const rows = rowsOf(result, isFirst ? [] : [await explain({ depth: 'brief' })]);
  const first = result.realizations[0].text;
  const row = (of: string): Row => rows.find(({ realization }) => realization.text === of)!;
  const asFound = (of: string): number | undefined =>
    result.realizations.find((one) => one.text === of)?.score;
  const scoreOf = (of: string): number => row(of).realization.score;
  if (rows.some(({ margin }, i) => i > 0 && margin < rows[i - 1].margin)) {
    same('the order of the rows', { is: 'wrong', 'should be': 'by score' });
  }
  const { report } = await explainSentence(checked, index, text, (bag, words, expected) => {
    const options = { beam: 64, results: 10, search: 'beam', helpMs: 0, expected } as const;
    return Promise.resolve(explainer.explain(bag, words, options, NEVER));
  });
  const [ofServer, ofCommand] = [coverage.report.perBag[index], covered.perBag[index]];
  const other = isFirst ? result.realizations.at(1)?.text : first;
  const margin = other === undefined ? null : scoreOf(text) - scoreOf(other);
  const ofHighest = report.higher === null ? margin : scoreOf(text) - report.higher.score;
  same('the margin', { list: ofHighest, server: ofServer.margin, command: ofCommand.margin });
  const why = await explain({});
  same('the class', {
    ...{ why: why.class, explain: report.class },
    ...{ server: ofServer.class, command: ofCommand.class },
  });
  same('the rank', {
    ...{ why: why.rank, explain: report.rank, server: ofServer.rank, command: ofCommand.rank },
  });
  classes.set(why.class, (classes.get(why.class) ?? 0) + 1);
  if (other !== undefined) {
    const turned = await explain({ text: other, against: text });
    same('the score of the expected sentence', {
      ...{ list: scoreOf(text), why: why.expected?.score, turned: turned.against?.score },
      explain: report.expected?.score,
    });
    same('the score of the other sentence', {
      ...{ list: scoreOf(other), turned: turned.expected?.score },
      ...(!isFirst && { why: why.against?.score, explain: report.against?.score }),
    });
  }
  same('the score as the search found the first sentence', {
    ...{ list: result.realizations[0].score, explain: report.listed.against },
  });
  const scoresOf = (all: readonly Row[]): string =>
    all
      .filter(({ isListed }) => isListed)
      .map(({ rank, realization }) => `${rank} ${realization.text} ${realization.score}`)
      .join('; ');
  const { searches } = await client.sendRequest<ShownComparison>(messages.compare, { uri, index });
  const compared = searches.find(({ isListed }) => isListed)!;
  same('the list', {
    panel: scoresOf(rows),
    compare: scoresOf(rowsOf(compared.result, compared.explanations)),
    realize: listed[index].realizations
      .map(({ rank, text: listedText, score }) => `${rank} ${listedText} ${score}`)
      .join('; '),
  });
  if (listed[index].realizations.some(({ score, text: own }) => score !== asFound(own))) {
    found.missed++;
  }
  if (isFirst) continue;
  const { id } = tests.find(({ label }) => label === name)!;
  const test = await client.sendRequest<TestResult>(messages.runTest, { uri, id });
  if (test.kind !== 'failed') throw new Error(`${name}: ${test.kind}`);
  const difference = Math.abs(margin!).toLocaleString('en');
  const said = margin === 0 ? 'as much as' : `${difference} ${margin! > 0 ? 'more' : 'less'} than`;
  const sentence = `It scores ${said} the first sentence`;
  const all = [test.message, why.sentences.join(' ')];
  for (const one of all) if (!one.includes(sentence)) same('a message', { one, sentence });
  const line = tested.find((one) => one.includes(`: ${name}: `)) ?? '';
  if (!line.startsWith('FAILED')) same('the verdict', { line, is: 'failed' });
  if (report.listed.against! < scoreOf(first) && report.listed.expected === null) found.both++;
  if (why.class === 'beam') {
    found.beam++;
    const beam = String(report.smallestBeam);
    const [wider] = JSON.parse(
      bowline('realize', path, '--bag', name, '--beam', beam, '-k', '1', '--format', 'json'),
    ) as BagReport[];
    same('the first sentence with the named beam', {
      ...{ first: wider.realizations[0].text, expected: text },
    });
  }
}
server.end();
console.log(Object.fromEntries(classes), `${wrong} wrong`);
console.log(
  `${found.beam} named beams tried; the search missed both best derivations: ${found.both}; ` +
    `lists with a score that the search missed: ${found.missed}`,
);
