import { bagName, check, settingOf } from '../language/index.ts';
import type { SearchChoice } from '../realize/realizer.ts';
import { formatExplanations, type ExplainFormat } from '../results/explain-formats.ts';
import {
  explainSentence,
  NotExplained,
  type ExplanationReport,
} from '../results/explain-report.ts';
import { checkOptions, mapBags, noSuchBag, readSources } from './bags.ts';
import { CommandError, ExitCode } from './errors.ts';
import { readResources, type ModelOptions } from './files.ts';

export interface ExplainCommandOptions extends ModelOptions {
  readonly bag?: string;
  /** The number of the expectation to explain, from 1; if it is left out, all are explained. */
  readonly expect?: number;
  readonly format: ExplainFormat;
  readonly beam: number;
  readonly k: number;
  /** The search; by default as the file sets it. */
  readonly search?: SearchChoice;
  readonly maxWords: number;
  readonly threads?: number;
}

/** For each sentence, the search for lines that help may take this many milliseconds. */
const HELP_MS = 2000;

/** `bowline explain`: prints why expected sentences do not come first. */
export async function explainCommand(
  path: string,
  options: ExplainCommandOptions,
): Promise<ExitCode> {
  const { sources, areUtf8 } = await readSources([path]);
  const [{ path: name, file }] = sources;
  const shared = await readResources(options);
  const checked = check(file, checkOptions(options.maxWords, shared));
  const chosen = file.bags.flatMap((_, bag) => {
    if (options.bag !== undefined && bagName(file, bag) !== options.bag) return [];
    const texts = checked
      .expectations(bag)
      .map(({ text }) => text)
      .filter((_text, place) => options.expect === undefined || place + 1 === options.expect);
    return [{ path: name, checked, bag, texts }];
  });
  if (chosen.length === 0 && options.bag !== undefined) throw noSuchBag(options.bag, sources);
  const bags = chosen.filter(({ texts }) => texts.length > 0);
  if (bags.length === 0) {
    const which =
      options.expect === undefined ? 'no line in expect:' : `no expectation ${options.expect}`;
    throw new CommandError(`${name}: there is ${which} to explain`);
  }
  const { beam, search = settingOf(file, 'search') } = options;
  let isSound = areUtf8;
  const reports = await mapBags(
    bags,
    shared,
    options.threads,
    async ({ bag, texts }, realizers) => {
      const ofBag: ExplanationReport[] = [];
      try {
        for (const text of texts) {
          const { report } = await explainSentence(checked, bag, text, (given, words, expected) => {
            const asked = { beam, search, results: options.k, expected, helpMs: HELP_MS };
            return realizers.explain(given, words, asked);
          });
          ofBag.push(report);
        }
      } catch (error) {
        if (!(error instanceof NotExplained)) throw error;
        isSound = false;
        console.error(`${name}:${file.lines[bag] + 1}: ${bagName(file, bag)}: ${error.message}`);
      }
      return ofBag;
    },
  );
  process.stdout.write(formatExplanations(reports.flat(), options.format));
  return isSound ? ExitCode.Done : ExitCode.Wrong;
}
