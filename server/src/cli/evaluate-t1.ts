import { evaluateT1 } from '../evaluate/evaluate-t1.ts';
import { openRealizers } from '../hosts/node/realizers.ts';
import type { SearchChoice } from '../realize/realizer.ts';
import { counted } from '../text/counted.ts';
import { ExitCode } from './errors.ts';
import {
  readAnnotatedTreebank,
  readResources,
  requireMorphology,
  workerScript,
  type ModelOptions,
} from './files.ts';
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

/**
 * `bowline evaluate --t1`: realizes lemmas, and scores the sentences as the surface realization
 * shared tasks do.
 */
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
  const { crossing, unordered, cpuMsMean } = report;
  const scores = [report.bleu, report.nist, report.dist].map((score) => score.toFixed(2));
  const [bleu, nist, dist] = scores;
  const input = `T1 ${options.lin ? 'with' : 'without'} lin`;
  if (options.format === 'markdown') {
    console.log(
      [
        '| input | BLEU | NIST | DIST | not ordered | CPU ms |',
        '| --- | ---: | ---: | ---: | ---: | ---: |',
        `| ${input} | ${scores.join(' | ')} | ${unordered} | ${cpuMsMean.toFixed(1)} |`,
      ].join('\n'),
    );
    return ExitCode.Done;
  }
  console.log(
    [
      `${input}, ${counted(report.sentences, 'sentence')}: the shared tasks'`,
      `BLEU ${bleu}, NIST ${nist}, DIST ${dist}`,
      `${crossing} with crossing arcs in the treebank, ${unordered} not ordered; ` +
        `${cpuMsMean.toFixed(1)} CPU ms a sentence`,
    ].join('\n'),
  );
  return ExitCode.Done;
}
