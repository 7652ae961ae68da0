import { type AutoSentence, readAuto, writeAuto } from '../grammar/ccg/auto.ts';
import { argumentsOf } from '../grammar/ccg/category.ts';
import { headsOf } from '../grammar/ccg/dependencies.ts';
import { type CcgDerivation, postorder } from '../grammar/ccg/derivation.ts';
import { drawAsText } from '../grammar/ccg/text-drawing.ts';
import { counted } from '../text/counted.ts';
import { printable } from '../text/printable.ts';
import { type SourcedSentence, deriveTreebank, whyNotDerived } from '../treebank/ccg/derive.ts';
import { ruleOf, soundnessOf } from '../treebank/ccg/stats.ts';
import { type Subcategorized, subcategorizedOf } from '../treebank/ccg/subcategorized.ts';
import { type AnnotatedSentence, readAnnotatedConllu, type Treebank } from '../treebank/conllu.ts';
import { describeLeftOut } from '../treebank/select.ts';
import { type Measured, refusalsOf, statsTables } from './ccg-tables.ts';
import { CommandError, ExitCode } from './errors.ts';
import { fileName, noSentence, readText, reportBroken, STDIN } from './files.ts';
import { Progress } from './progress.ts';

export const deriveFormats = ['text', 'auto', 'json'] as const;

export interface DeriveCommandOptions {
  readonly format: (typeof deriveFormats)[number];
  readonly strict: boolean;
}

export interface StatsCommandOptions {
  /** A treebank: the command measures how much of it the grammar covers. */
  readonly dev?: string;
  readonly strict: boolean;
}

const write: Readonly<Record<DeriveCommandOptions['format'], (sentence: AutoSentence) => string>> =
  {
    text: ({ id, words, derivation }) => {
      const lines = [`# ${id}`, ...drawAsText(derivation, words), '', ''];
      return lines.map(printable).join('\n');
    },
    auto: writeAuto,
    json: (sentence) => `${JSON.stringify(toJson(sentence))}\n`,
  };

/** `bowline ccg derive`: prints the derivations of treebanks and AUTO files. */
export async function ccgDeriveCommand(
  paths: readonly string[],
  { format, strict }: DeriveCommandOptions,
): Promise<ExitCode> {
  const files = await readFiles(paths, strict);
  for (const { sentences } of derive(files, subcategorizedIn(files))) {
    for (const sentence of sentences) process.stdout.write(write[format](sentence));
  }
  return ExitCode.Done;
}

/**
 * `bowline ccg stats`: prints figures of the grammar of treebanks and, on the error stream, the
 * derivations that the checker refuses.
 */
export async function ccgStatsCommand(
  paths: readonly string[],
  { dev, strict }: StatsCommandOptions,
): Promise<ExitCode> {
  const files = await readFiles(paths, strict);
  const devFiles = dev === undefined ? [] : await readFiles([dev], strict);
  const subcategorized = subcategorizedIn(files);
  const train = measured(derive(files, subcategorized));
  const held = devFiles.length === 0 ? null : measured(derive(devFiles, subcategorized));
  console.log(statsTables(train, held));
  const refused = [train, ...(held === null ? [] : [held])].flatMap(refusalsOf);
  for (const line of refused) console.error(printable(line));
  return refused.length === 0 ? ExitCode.Done : ExitCode.Wrong;
}

type Source = { readonly path: string } & (
  | { readonly treebank: Treebank<AnnotatedSentence> }
  | { readonly derivations: readonly AutoSentence[] }
);

/**
 * Reads treebanks and AUTO files.
 *
 * @throws {CommandError} if a file cannot be read, has no sentence, or is broken and `strict` is
 *   set
 */
async function readFiles(paths: readonly string[], strict: boolean): Promise<Source[]> {
  const files: Source[] = [];
  for (const path of paths) {
    const { text, notUtf8 } = await readText(path);
    if (/^\s*(?:ID=|\(<)/.test(text)) {
      const { sentences, problems } = readAuto(text, notUtf8);
      reportBroken(path, problems, 'its sentence is left out', strict);
      if (sentences.length === 0) {
        throw new CommandError(`${path}: has no derivation that can be read`);
      }
      files.push({ path, derivations: sentences });
    } else {
      const treebank = readAnnotatedConllu(text, notUtf8);
      reportBroken(path, treebank.problems, 'its sentence is left out', strict);
      if (treebank.sentences.length === 0) throw noSentence(path, text);
      files.push({ path, treebank });
    }
  }
  return files;
}

/**
 * Finds, by counting in all treebanks together, which prepositional phrases are arguments, such as
 * those with `on` after `depend`.
 */
function subcategorizedIn(files: readonly Source[]): Subcategorized {
  return subcategorizedOf(
    files.flatMap((file) => ('treebank' in file ? file.treebank.sentences : [])),
  );
}

interface Derived {
  readonly path: string;
  readonly sentences: readonly SourcedSentence[];
  /** The number of sentences that should have a derivation; null for a file of derivations. */
  readonly projective: number | null;
}

/** Converts trees into derivations, and reports how many sentences of each file were converted. */
function* derive(files: readonly Source[], subcategorized: Subcategorized): Generator<Derived> {
  for (const file of files) {
    const { path } = file;
    if ('derivations' in file) {
      const sentences = file.derivations.map((sentence) => ({ ...sentence, source: null }));
      yield { path, sentences, projective: null };
    } else {
      const { sentences: trees } = file.treebank;
      const sentences: SourcedSentence[] = [];
      const bar = new Progress('Converting', trees.length);
      const work = deriveTreebank(file.treebank, subcategorized);
      let step = work.next();
      for (let done = 1; !step.done; done++) {
        if (step.value !== null) sentences.push(step.value);
        bar.update(done);
        step = work.next();
      }
      bar.end();
      const found = counted(sentences.length, 'derivation');
      console.error(`${path}: ${found}${describeLeftOut(step.value)}`);
      const projective = trees.filter((tree) => whyNotDerived(tree) === null).length;
      yield { path, sentences, projective };
    }
  }
}

/** Puts the derivations of several files together, and checks them. */
function measured(files: Iterable<Derived>): Measured {
  const all = [...files];
  const sentences = all.flatMap((file) => file.sentences);
  return {
    name: all.map(({ path }) => (path === STDIN ? 'input' : fileName(path))).join(' + '),
    sentences,
    projective: all.reduce<number | null>(
      (sum, { projective }) => (sum === null || projective === null ? null : sum + projective),
      0,
    ),
    soundness: soundnessOf(sentences),
  };
}

/** `docs/schemas/derive.schema.json` describes the members. */
type JsonNode =
  | { readonly category: string; readonly word: number; readonly modes: string | null }
  | { readonly category: string; readonly rule: string | null; readonly children: JsonNode[] };

function toJson({ id, words, tags, derivation }: AutoSentence): object {
  const heads = hasHeads(derivation) ? headsOf(derivation) : null;
  return { id, words, tags, heads, derivation: jsonNode(derivation) };
}

/**
 * Whether the head of each word can be read off the derivation. The derivation must then have the
 * rule of each node with two children, and a mode for each argument of each word's category. A mode
 * (see `Leaf`) says which becomes the head: the phrase that takes the argument, or the argument.
 */
function hasHeads(derivation: CcgDerivation): boolean {
  return postorder(derivation).every((node) => {
    if (node.kind === 'leaf') return node.modes.length === argumentsOf(node.category).length;
    return node.kind === 'unary' || ruleOf(node) !== null;
  });
}

function jsonNode(derivation: CcgDerivation): JsonNode {
  const made: JsonNode[] = [];
  // Children come before their parent, so the last nodes in `made` are the children of this node.
  for (const node of postorder(derivation)) {
    const category = node.category.text;
    if (node.kind === 'leaf') {
      const modes = node.modes.length === argumentsOf(node.category).length ? node.modes : null;
      made.push({ category, word: node.word + 1, modes });
    } else {
      const children = made.splice(node.kind === 'unary' ? -1 : -2);
      made.push({ category, rule: ruleOf(node), children });
    }
  }
  return made[0];
}
