import { AttachmentCounts } from '../evaluate/attachment.ts';
import { formatParserReport, type ParserRow } from '../evaluate/parser-table.ts';
import { Parser } from '../parser/parser.ts';
import type { AnnotatedSentence } from '../treebank/conllu.ts';
import { cpuMs } from '../hosts/node/clock.ts';
import { ExitCode } from './errors.ts';
import { readAnnotatedTreebank, readParserFile } from './files.ts';
import { Progress } from './progress.ts';

export interface EvaluateParserOptions {
  readonly parser: string;
  readonly limit?: number;
  readonly format: 'text' | 'json' | 'markdown';
  readonly strict: boolean;
}

/**
 * `bowline evaluate --parser`: parses a treebank in four ways: with its tags or without, and by
 * branch and bound or by the second-order search.
 */
export async function evaluateParserCommand(
  path: string,
  { parser: file, limit = Infinity, format, strict }: EvaluateParserOptions,
): Promise<ExitCode> {
  const parser = new Parser(await readParserFile(file));
  const { sentences } = await readAnnotatedTreebank(path, strict);
  const chosen = sentences.slice(0, limit);
  const conditions = [true, false].flatMap((areTagsGiven) =>
    [true, false].map((isSecondOrder) => ({ areTagsGiven, isSecondOrder })),
  );
  const progress = new Progress('Parsing', conditions.length * chosen.length);
  let done = 0;
  const rows = conditions.map(({ areTagsGiven, isSecondOrder }): ParserRow => {
    const counts = new AttachmentCounts();
    let proven = 0;
    const parse = (sentence: AnnotatedSentence): void => {
      const { forms, tags, universalTags } = sentence;
      const parsed = parser.parse(areTagsGiven ? { forms, tags, universalTags } : { forms }, {
        isSecondOrder,
      });
      const [tree] = parsed.trees;
      if (tree.isProven) proven++;
      counts.add(sentence, { ...parsed, ...tree });
      progress.update(++done);
    };
    const started = cpuMs();
    chosen.forEach(parse);
    const seconds = (cpuMs() - started) / 1000;
    const scores = counts.scores();
    return {
      areTagsGiven,
      search: isSecondOrder ? 'second-order' : 'branch and bound',
      ...scores,
      proven: (100 * proven) / scores.sentences,
      wordsPerSecond: scores.words / seconds,
    };
  });
  progress.end();
  process.stdout.write(formatParserReport(rows, format));
  return ExitCode.Done;
}
