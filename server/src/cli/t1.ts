import { writeFile } from 'node:fs/promises';
import { counted } from '../text/counted.ts';
import { writeT1 } from '../treebank/t1.ts';
import { Random } from '../util/random.ts';
import { ExitCode } from './errors.ts';
import { cannotBeWritten, readAnnotatedTreebank } from './files.ts';

export interface T1CommandOptions {
  readonly training: boolean;
  readonly lin: boolean;
  readonly seed: number;
  /** By default the standard output. */
  readonly output?: string;
  /** The path of the file for the sentences themselves, to compare outputs with. */
  readonly reference?: string;
  readonly strict: boolean;
}

/** `bowline t1`: writes the sentences of a treebank as trees of lemmas in random order. */
export async function t1Command(path: string, options: T1CommandOptions): Promise<ExitCode> {
  const { output, reference, seed, strict } = options;
  const { sentences } = await readAnnotatedTreebank(path, strict);
  const random = new Random(seed);
  const text = sentences.map((sentence) => writeT1(sentence, options, random)).join('');
  if (reference !== undefined) {
    await write(reference, sentences.map(({ forms }) => `${forms.join(' ')}\n`).join(''));
  }
  if (output === undefined) process.stdout.write(text);
  else await write(output, text);
  console.error(counted(sentences.length, 'sentence'));
  return ExitCode.Done;
}

async function write(path: string, text: string): Promise<void> {
  try {
    await writeFile(path, text);
  } catch (error) {
    throw cannotBeWritten(path, error);
  }
}
