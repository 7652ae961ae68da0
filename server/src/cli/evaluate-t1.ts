import { evaluateT1 } from '../evaluate/evaluate-t1.ts';
import { openRealizers } from '../hosts/node/realizers.ts';
import type { Morphology } from '../morphology/morphology.ts';
import type { Model } from '../model/model.ts';
import type { SearchChoice } from '../realize/realizer.ts';
import { counted } from '../text/counted.ts';
import { CommandError, ExitCode } from './errors.ts';
import { readAnnotatedTreebank, readResources, workerScript, type ModelOptions } from './files.ts';
import { Progress } from './progress.ts';

export interface EvaluateT1Options extends ModelOptions {
  readonly lin: boolean;
  readonly formsFirst: boolean;
  readonly beam: number;
  readonly search: SearchChoice;
  readonly limit?: number;
  readonly seed: number;
  readonly format: 'text' | 'json' | 'markdown';
  readonly threads: number;
  readonly strict: boolean;
}

/** `bowline evaluate --t1`: realizes lemmas, and scores the sentences as the surface realization shared tasks do. */
export async function evaluateT1Command(
  path: string,
  options: EvaluateT1Options,
): Promise<ExitCode> {
  const shared = await readResources(options);
  const morphology = requireMorphology(options.model, shared.resources.model);
  const search = { ...options, formsFirst: options.formsFirst ? morphology : null };
  const all = await readAnnotatedTreebank(path, options.strict);
  const sentences = all.sentences.slice(0, options.limit);
  const realizers = openRealizers(shared, options.threads, workerScript);
  const progress = new Progress('Evaluating', sentences.length);
  let done = 0;
  const report = await evaluateT1(sentences, search, realizers, () => {
    progress.update(++done);
  }).finally(async () => {
    progress.end();
    await realizers.close();
  });
  if (options.format === 'json') {
    console.log(
      JSON.stringify({ lin: options.lin, formsFirst: options.formsFirst, ...report }, null, 2),
    );
    return ExitCode.Done;
  }
  const { bleu, nist, dist, crossing, unordered, cpuMsMean } = report;
  console.log(
    [
      `T1 ${options.lin ? 'with' : 'without'} lin, ${counted(report.sentences, 'sentence')}: the shared tasks'`,
      `BLEU ${bleu.toFixed(2)}, NIST ${nist.toFixed(2)}, DIST ${dist.toFixed(2)}`,
      `${crossing} with crossing arcs in the treebank, ${unordered} not ordered; ` +
        `${cpuMsMean.toFixed(1)} CPU ms a sentence`,
    ].join('\n'),
  );
  return ExitCode.Done;
}

/** @throws {CommandError} if the model does not know the forms of lemmas */
export function requireMorphology(path: string, { morphology }: Model): Morphology {
  if (morphology !== undefined) return morphology();
  throw new CommandError(
    `${path}: knows no forms of lemmas: add them with bowline train TREEBANK --add-to ${path} --morphology`,
  );
}
