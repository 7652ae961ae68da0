import { isLemma } from '../bag/bag.ts';
import { check, settingOf, toBag } from '../language/index.ts';
import { labelledFor } from '../results/labels.ts';
import { formatBags, type Format } from '../results/realize-formats.ts';
import { reportBag, type BagReport } from '../results/realize-report.ts';
import { shortened } from '../realize/list.ts';
import type { Realized, SearchChoice } from '../realize/realizer.ts';
import type { Realizers } from '../realize/realizers.ts';
import { SearchFailed } from '../hosts/pool.ts';
import {
  checkOptions,
  describeProblem,
  isOfChosen,
  isShown,
  mapBags,
  readSources,
  reportHidden,
  writeOutput,
  type PlacedBag,
} from './bags.ts';
import { CommandError, ExitCode } from './errors.ts';
import { readResources, type ModelOptions } from './files.ts';
import { labelsOf } from './labels.ts';
import { SENTENCES } from './options.ts';

export interface RealizeCommandOptions extends ModelOptions {
  readonly bag?: string;
  readonly k: number;
  readonly format: Format;
  /** The path of the parser that finds labels, or NO_PARSER. */
  readonly parser: string;
  readonly beam: number;
  /** By default the search that the file sets. */
  readonly search?: SearchChoice;
  /**
   * In seconds for each bag. Without it, the number of steps is limited, so that results do not
   * depend on time.
   */
  readonly timeLimit?: number;
  readonly maxWords: number;
  readonly verbose: boolean;
  /** By default, the number of processors, or 1 for a few bags. */
  readonly threads?: number;
}

/** `bowline realize`: writes realizations to the output, and problems to the error stream. */
export async function realizeCommand(
  paths: readonly string[],
  options: RealizeCommandOptions,
): Promise<ExitCode> {
  const { sources, areUtf8 } = await readSources(paths, options.bag);
  let exitCode = areUtf8 ? ExitCode.Done : ExitCode.Wrong;
  for (const { path, file } of sources) {
    const isBroken = file.diagnostics.some(({ code }) => code === 'bag-header');
    if (file.bags.length === 0 && !isBroken) console.error(`${path}: there are no bags in it`);
  }
  const shared = await readResources(options);
  const checks = checkOptions(options.maxWords, shared.resources.model);
  const checked = sources.map(({ file }) => check(file, checks));
  let remarks = 0;
  for (const [i, source] of sources.entries()) {
    const { path, file } = source;
    for (const found of checked[i].diagnostics()) {
      if (!isOfChosen(source, found)) continue;
      if (found.severity === 'error') exitCode = ExitCode.Wrong;
      if (isShown(found, options)) console.error(describeProblem(path, file, found));
      else remarks++;
    }
  }
  reportHidden(remarks);
  const bags = sources.flatMap((source, i) =>
    source.bags.map((bag) => ({ path: source.path, checked: checked[i], bag })),
  );
  const { format, threads } = options;
  const findLabels = labelsOf(options.parser);
  const label = (realized: Realized): Promise<Realized> =>
    labelledFor(format, realized, findLabels);
  const reports = mapBags(
    bags,
    shared,
    { title: 'Realizing', threads, isInterruptible: format === 'json' },
    async (bag, realizers): Promise<BagReport> => {
      const made = await report(bag, realizers, options, label);
      if (made.status === 'refused') exitCode = ExitCode.Wrong;
      reportUnproven(bag, made, options);
      return sources.length > 1 ? { file: bag.path, ...made } : made;
    },
  );
  await writeOutput(formatBags(reports, format));
  return exitCode;
}

function reportUnproven(
  { path, checked, bag }: PlacedBag,
  { line, status, isProven, realizations }: BagReport,
  { search = settingOf(checked.file, 'search') }: RealizeCommandOptions,
): void {
  if (search !== 'exact' || isProven || realizations.length === 0 || status !== 'complete') return;
  const { words } = toBag(checked.file.bags[bag]);
  const why = words.some(isLemma)
    ? 'with lemmas, only a search that has compared all sentences proves it'
    : 'a proof takes too long';
  console.error(`${path}:${line}: the highest score found is not proven: ${why}`);
}

const OUT_OF_TIME = 'The time limit of the bag is over.';

async function report(
  { path, checked, bag }: PlacedBag,
  realizers: Realizers,
  { beam, k, timeLimit, search = settingOf(checked.file, 'search') }: RealizeCommandOptions,
  label: (realized: Realized) => Promise<Realized>,
): Promise<BagReport> {
  // A best-first search ends when it has found `results` sentences. If it ended earlier, another
  // sentence might come first. So a small `-k` shortens the list, but not the search.
  const results = search === 'best-first' ? Math.max(k, SENTENCES) : k;
  const options = { beam, results, search };
  const listed = (found: Realized): Realized =>
    results === k ? found : { ...found, ...shortened(found, k) };
  /** The milliseconds that explanations may still take; null without a limit. */
  let left: number | null = null;
  try {
    return await reportBag(checked, bag, {
      realize: async (given) => {
        if (timeLimit === undefined) return listed(await realizers.realize(given, options));
        const limit = 1000 * timeLimit;
        // A proof may go on until the time limit.
        const proving = { ...options, mostTried: Infinity };
        const realized = await realizers.realize(given, proving, limit);
        left = limit - realized.wallMs;
        return listed(realized);
      },
      explain: async (given, words, expected) => {
        const asked = { ...options, expected, helpMs: 0, depth: 'scores' } as const;
        if (left === null) return realizers.explain(given, words, asked);
        if (left <= 0) return OUT_OF_TIME;
        const started = performance.now();
        const explained = await realizers.explain(given, words, asked, left);
        left -= performance.now() - started;
        return explained;
      },
      label,
    });
  } catch (failure) {
    if (!(failure instanceof SearchFailed)) throw failure;
    throw new CommandError(`${path}:${checked.file.lines[bag] + 1}: ${failure.message}`);
  }
}
