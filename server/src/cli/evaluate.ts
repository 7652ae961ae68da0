import { execFile } from 'node:child_process';
import { stat, writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { promisify } from 'node:util';
import { allConditions, conditionName } from '../evaluate/conditions.ts';
import { evaluateCondition, type Output } from '../evaluate/evaluate.ts';
import type { ConditionReport, EvaluationReport } from '../evaluate/report.ts';
import { formatReport } from '../evaluate/table.ts';
import { inLowerCase } from '../treebank/lower-case.ts';
import type { Condition, Share } from '../treebank/sampling.ts';
import type { Model } from '../model/model.ts';
import { withDerivation, withKnownCategories } from '../treebank/ccg/derived.ts';
import { describeLeftOut, selectSentences, type Selection } from '../treebank/select.ts';
import { cpuMs, wallMs } from '../hosts/node/clock.ts';
import type { SearchChoice } from '../realize/realizer.ts';
import { openRealizers } from '../hosts/node/realizers.ts';
import { CommandError, ExitCode } from './errors.ts';
import {
  cannotBeWritten,
  ensureWritable,
  fileName,
  installation,
  readResources,
  readAnnotatedTreebank,
  readTreebank,
  workerScript,
  type ModelOptions,
} from './files.ts';
import { Progress } from './progress.ts';

export interface EvaluateOptions extends ModelOptions {
  readonly pos: Share;
  readonly dep: Share;
  readonly label: boolean;
  readonly all: boolean;
  readonly beam: number;
  readonly search: SearchChoice;
  /** The share of words that are given a category; without it, bags have no grammar. */
  readonly categories?: Share;
  readonly maxWords: number;
  readonly limit?: number;
  readonly lowerCase: boolean;
  readonly seed: number;
  readonly format: 'text' | 'json' | 'markdown';
  readonly outputs?: string;
  readonly threads: number;
  readonly strict: boolean;
}

/**
 * `bowline evaluate`: reorders the sentences of a treebank, and prints how close the results are to
 * the sentences.
 */
export async function evaluateCommand(path: string, options: EvaluateOptions): Promise<ExitCode> {
  const { pos, dep, label, categories, beam, search, seed, threads } = options;
  if (options.all && categories !== undefined) {
    throw new CommandError('--categories: leave out --all, since its conditions have no grammar');
  }
  if (options.outputs !== undefined) await ensureWritable(options.outputs);
  const started = wallMs();
  const shared = await readResources(options);
  const loadMs = wallMs() - started;
  const { sentences: trees, leftOut } = await readTrees(path, options, shared.resources.model);
  const sentences = options.lowerCase ? trees.map(inLowerCase) : trees;
  if (sentences.length === 0) {
    throw new CommandError(
      `${path}: has no single-rooted projective tree of 1 to ${options.maxWords} tokens` +
        describeLeftOut(leftOut),
    );
  }
  const conditions: readonly Condition[] = options.all
    ? allConditions
    : [{ pos, dep, label, ...(categories !== undefined && { categories }) }];
  const realizers = openRealizers(shared, threads, workerScript);
  const progress = new Progress('Evaluating', conditions.length * sentences.length);
  let done = 0;
  const reports: ConditionReport[] = [];
  try {
    for (const condition of conditions) {
      const lines = new Array<string>(sentences.length);
      const onOutput = (output: Output): void => {
        lines[output.place] = JSON.stringify(outputLine(output, condition));
        progress.update(++done);
      };
      const report = await evaluateCondition(
        sentences,
        condition,
        { seed, beam, search },
        realizers,
        onOutput,
      );
      if (options.outputs !== undefined) {
        await writeLines(options.outputs, lines, reports.length === 0 ? 'w' : 'a');
      }
      reports.push(report);
    }
  } finally {
    progress.end();
    await realizers.close();
  }
  const report: EvaluationReport = {
    treebank: fileName(path),
    sentences: sentences.length,
    leftOut,
    seed,
    ...(options.lowerCase && { lowerCase: true }),
    beam,
    search,
    threads: realizers.threads,
    model: fileName(options.model),
    languageModel: shared.resources.languageModel === null ? null : fileName(options.languageModel),
    commit: await commit(),
    machine: machine(),
    modelBytes: (await stat(options.model)).size,
    loadMs,
    peakMemoryMB: process.resourceUsage().maxRSS / 1024,
    calibrationMs: calibrate(),
    conditions: reports,
  };
  process.stdout.write(
    options.format === 'json'
      ? `${JSON.stringify(report, null, 2)}\n`
      : formatReport(report, options.format),
  );
  return ExitCode.Done;
}

/**
 * Selects the sentences to reorder. If `categories` is set, each sentence gets a derivation.
 *
 * @throws {CommandError} if the treebank cannot be used, or if `categories` is set and the model
 *   has no grammar
 */
async function readTrees(
  path: string,
  { strict, limit, maxWords, categories }: EvaluateOptions,
  { grammar }: Model,
): Promise<Selection> {
  if (categories === undefined) {
    return selectSentences(await readTreebank(path, strict), limit, maxWords);
  }
  if (grammar === undefined) {
    throw new CommandError('--categories: this model has no grammar of categories: name another');
  }
  const annotated = await readAnnotatedTreebank(path, strict);
  const { sentences, leftOut } = selectSentences(annotated, limit, maxWords);
  const subcategorized = new Set(grammar.columns.subcategorized);
  const known = grammar.lexicalCategories();
  return {
    sentences: sentences.map((sentence) =>
      withKnownCategories(withDerivation(sentence, subcategorized), known),
    ),
    leftOut,
  };
}

async function writeLines(path: string, lines: readonly string[], flag: 'w' | 'a'): Promise<void> {
  try {
    await writeFile(path, lines.map((line) => `${line}\n`).join(''), { flag });
  } catch (error) {
    throw cannotBeWritten(path, error);
  }
}

/**
 * A line of the file of outputs. It has the bag with its constraints, so that another program can
 * score and check the output.
 */
function outputLine({ sentence, bag, places, first }: Output, condition: Condition): unknown {
  const headOf = new Map(bag.arcs.map(({ head, dependent }) => [dependent, head + 1]));
  return {
    id: sentence.id,
    condition: conditionName(condition),
    bag: bag.words.map(({ form }) => form),
    givenTags: bag.words.map(
      ({ tags, categories }) => tags.at(0) ?? categories?.at(0)?.tag ?? null,
    ),
    ...(bag.grammar !== undefined && {
      givenCategories: bag.words.map(({ categories }) => categories?.at(0)?.category ?? null),
    }),
    // As places in the bag, from 1; 0 for the root, null for a word without a given head.
    givenHeads: bag.words.map((_, word) => headOf.get(word) ?? (word === bag.root ? 0 : null)),
    givenLabels: places.map((_, word) => bag.arcs.find((a) => a.dependent === word)?.label ?? null),
    reference: sentence.forms,
    output: first.tokens.map(({ form }) => form),
    index: first.tokens.map(({ word }) => word + 1),
    heads: first.tokens.map(({ head }) => head),
    tags: first.tokens.map(({ tag }) => tag),
    ...(bag.grammar !== undefined && { categories: first.tokens.map(({ category }) => category) }),
  };
}

/** The commit of the running build, marked if files were changed since; null outside a checkout. */
async function commit(): Promise<string | null> {
  try {
    const arguments_ = ['-C', installation, 'describe', '--always', '--dirty', '--exclude=*'];
    return (await promisify(execFile)('git', arguments_)).stdout.trim();
  } catch {
    return null;
  }
}

function machine(): string {
  const processors = cpus();
  return `${processors[0]?.model ?? 'unknown processor'} × ${processors.length}, Node ${process.versions.node}`;
}

/**
 * To save time, `calibrate` makes only `MEASURED_LOOK_UPS`, and estimates the time of `LOOK_UPS`.
 */
const LOOK_UPS = 20_000_000;
const MEASURED_LOOK_UPS = 4_000_000;

/**
 * The speed of the machine: the CPU milliseconds of `LOOK_UPS` hashed look-ups in a table of 4 MB.
 * A search spends most of its time on such look-ups.
 */
function calibrate(): number {
  const table = new Int8Array(1 << 22).fill(1);
  const started = cpuMs();
  let hash = 1;
  let sum = 0;
  for (let i = 0; i < MEASURED_LOOK_UPS; i++) {
    hash = Math.imul(hash ^ i, 0x9e3779b1) + sum;
    sum = (sum + table[hash >>> 10]) & 1;
  }
  return (cpuMs() - started) * (LOOK_UPS / MEASURED_LOOK_UPS);
}
