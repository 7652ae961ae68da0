import { realizeT1 } from '../evaluate/evaluate-t1.ts';
import { openRealizers } from '../hosts/node/realizers.ts';
import { mapConcurrently } from '../realize/realizers.ts';
import type { SearchChoice } from '../realize/realizer.ts';
import type { Format } from '../results/realize-formats.ts';
import { formatT1 } from '../treebank/t1-output.ts';
import { readT1 } from '../treebank/t1.ts';
import { ExitCode } from './errors.ts';
import {
  readResources,
  readText,
  reportBroken,
  requireMorphology,
  workerScript,
  type ModelOptions,
} from './files.ts';

export interface RealizeT1Options extends ModelOptions {
  /** Whether to use `lin`, the given order of some dependents. */
  readonly lin: boolean;
  readonly beam: number;
  readonly search?: SearchChoice;
  readonly threads?: number;
  readonly format: Format;
}

/** `bowline realize --t1`: writes the sentences of T1 files. */
export async function realizeT1Command(
  paths: readonly string[],
  { lin, beam, search = 'beam', threads = 1, format, ...models }: RealizeT1Options,
): Promise<ExitCode> {
  const shared = await readResources(models);
  requireMorphology(models.model, shared.resources.model);
  const realizers = openRealizers(shared, threads, workerScript);
  let exitCode = ExitCode.Done;
  try {
    for (const path of paths) {
      const { text, notUtf8 } = await readText(path);
      const { all, problems } = readT1(text, notUtf8);
      reportBroken(path, problems, 'its sentence is an empty line', false);
      if (problems.length > 0) exitCode = ExitCode.Wrong;
      const lines = await mapConcurrently(all, realizers.threads, async (sentence, place) => {
        // Scoring programs compare texts line by line, so a broken sentence has an empty line.
        if (sentence === null) return format === 'text' ? '\n' : '';
        const open = sentence.lin.map(() => null);
        const given = lin ? sentence : { ...sentence, lin: open };
        const options = { beam, search, formsFirst: null };
        const { forms, places, isOrdered } = await realizeT1(given, options, realizers);
        if (!isOrdered) {
          exitCode = ExitCode.Wrong;
          console.error(`${path}: sentence ${place + 1} could not be ordered: its lemmas follow`);
        }
        return formatT1({ sentence, forms, places }, format);
      });
      process.stdout.write(lines.join(''));
    }
  } finally {
    await realizers.close();
  }
  return exitCode;
}
