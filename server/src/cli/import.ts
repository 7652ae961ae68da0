import { writeFile } from 'node:fs/promises';
import { importConllu, type ImportOptions } from '../treebank/import.ts';
import { CommandError, ExitCode } from './errors.ts';
import {
  cannotBeWritten,
  fileName,
  noSentence,
  readModelFile,
  readText,
  STDIN,
  reportBroken,
} from './files.ts';

export interface ImportCommandOptions {
  readonly pos: ImportOptions['tags'];
  readonly dep: ImportOptions['arcs'];
  readonly label: boolean;
  readonly lemmas: boolean;
  readonly grammar?: ImportOptions['grammar'];
  /** The path of the model. A bag with a category that the model lacks is commented out. */
  readonly model: string;
  readonly strict: boolean;
  /** By default the standard output. */
  readonly output?: string;
}

/**
 * `bowline import`: makes bags of the sentences of a treebank. Reports sentences that are left out,
 * and bags that are commented out.
 */
export async function importCommand(
  path: string,
  options: ImportCommandOptions,
): Promise<ExitCode> {
  const { pos: tags, dep: arcs, label: labels, lemmas, grammar } = options;
  if (grammar !== undefined && tags === 'upos') {
    throw new CommandError(
      '--grammar ccg goes with --pos xpos or none: categories are read off XPOS',
    );
  }
  const known = grammar === undefined ? null : await lexicalCategories(options.model);
  const { text: treebank, notUtf8 } = await readText(path);
  const work = importConllu(
    { text: treebank, notUtf8, name: path === STDIN ? 'the standard input' : fileName(path) },
    { tags, arcs, labels, lemmas, ...(grammar === undefined ? {} : { grammar }) },
    known,
  );
  let step = work.next();
  while (!step.done) step = work.next();
  const { text, bags, refused, summary, problems, remarks } = step.value;
  reportBroken(path, problems, 'its sentence is left out', options.strict);
  for (const one of refused) console.error(`${path}: ${one}`);
  if (bags === 0) throw noSentence(path, treebank);
  if (options.output === undefined) {
    process.stdout.write(text);
  } else {
    try {
      await writeFile(options.output, text);
    } catch (error) {
      throw cannotBeWritten(options.output, error);
    }
  }
  for (const line of [summary, ...remarks]) console.error(line.replace(/\.$/, ''));
  return ExitCode.Done;
}

/** Null if the model has no grammar. */
async function lexicalCategories(path: string): Promise<ReadonlySet<string> | null> {
  const { model } = await readModelFile(path);
  return model.grammar?.lexicalCategories() ?? null;
}
