import { createReadStream } from 'node:fs';
import { MOST_PARSED_WORDS, Parser, type ToParse } from '../parser/parser.ts';
import { explainPreference } from '../parser/explain-parse.ts';
import { formatParses, type ParseFormat, type ParseReport } from '../results/parse-formats.ts';
import { counted } from '../text/counted.ts';
import { tokenizeRaw } from '../text/normalise.ts';
import { MOST_CHARACTERS, placeLines, splitSentences } from '../text/sentences.ts';
import { readBlocks } from '../treebank/conllu.ts';
import { readFailure } from '../hosts/node/model-file.ts';
import { writeOutput } from './bags.ts';
import { CommandError, ExitCode } from './errors.ts';
import { readParserFile, STDIN } from './files.ts';

export interface ParseCommandOptions {
  readonly parser: string;
  readonly k: number;
  readonly secondOrder: boolean;
  readonly format: ParseFormat;
  readonly paragraphs: boolean;
  readonly keepTags: boolean;
  readonly keepHeads: boolean;
  readonly explain: boolean;
}

interface PlacedSentence extends ToParse {
  readonly id: string;
  /** The line, from 1. */
  readonly line: number;
  readonly text: string;
}

/** At least this many milliseconds pass between two messages about the progress. */
const PROGRESS_MS = 10_000;

/** The limit on the characters of a `Piece`, which is held in memory. */
const MOST_IN_MEMORY = 10_000_000;

/** `bowline parse`: parses the sentences of a text or of a treebank, one after the other. */
export async function parseCommand(path: string, options: ParseCommandOptions): Promise<ExitCode> {
  const parser = new Parser(await readParserFile(options.parser));
  let exitCode = ExitCode.Done;
  const started = performance.now();
  let told = started;
  let count = 0;
  async function* parses(): AsyncGenerator<ParseReport> {
    for await (const sentence of sentencesOf(path, options)) {
      count++;
      if (performance.now() - told >= PROGRESS_MS) {
        told = performance.now();
        console.error(
          `Parsing: ${counted(count, 'sentence')} after ${Math.round((told - started) / 1000)} s`,
        );
      }
      const report = reportOf(parser, sentence, options);
      if (report.message !== null) {
        console.error(`${path}:${sentence.line}: ${report.message}`);
        exitCode = ExitCode.Wrong;
      }
      yield report;
    }
  }
  await writeOutput(formatParses(parses(), options.format));
  if (count === 0) throw new CommandError(`${path}: there is no sentence in it`);
  return exitCode;
}

function reportOf(
  parser: Parser,
  { id, line, text, ...sentence }: PlacedSentence,
  { k, secondOrder, explain }: ParseCommandOptions,
): ParseReport {
  const refusal = refusalOf(sentence.forms, text);
  if (refusal !== null) return { id, line, text, message: refusal, trees: [] };
  const { tags, universalTags, trees } = parser.parse(sentence, {
    trees: explain ? Math.max(k, 2) : k,
    isSecondOrder: secondOrder,
  });
  const reasons = (i: number): string[] =>
    explainPreference(
      sentence.forms,
      trees[0].heads,
      trees[i].heads,
      parser.differences(trees[0], trees[i], secondOrder),
    );
  return {
    ...{ id, line, text },
    message: trees.length > 0 ? null : 'no projective tree has these heads: leave out --keep-heads',
    trees: trees.map(({ heads, labels, score, isProven }, i) => ({
      ...{ rank: i + 1, score, isProven },
      words: sentence.forms.map((form, at) => ({
        form,
        tag: tags[at],
        universalTag: universalTags[at],
        head: heads[at],
        label: labels[at],
      })),
      ...(explain && i > 0 && { reasons: reasons(i) }),
    })),
  };
}

/** Why a sentence is too long to be parsed; null if it is not. */
function refusalOf({ length }: readonly string[], text: string): string | null {
  const message = (has: string, limit: string): string =>
    `a sentence of ${has} is not parsed: the limit is ${limit}`;
  if (text.length > MOST_CHARACTERS) {
    return message(charactersIn(text.length), charactersIn(MOST_CHARACTERS));
  }
  return length > MOST_PARSED_WORDS
    ? message(`${length} words`, `${MOST_PARSED_WORDS} words`)
    : null;
}

function charactersIn(count: number): string {
  return `${count.toLocaleString('en')} characters`;
}

async function* sentencesOf(
  path: string,
  { paragraphs, keepTags, keepHeads }: ParseCommandOptions,
): AsyncGenerator<PlacedSentence> {
  if ((keepTags || keepHeads) && !path.endsWith('.conllu')) {
    throw new CommandError(
      `${keepTags ? '--keep-tags' : '--keep-heads'}: ${path} is no .conllu file`,
    );
  }
  let count = 0;
  if (path.endsWith('.conllu')) {
    for await (const { first, rows } of blocksOf(path)) {
      for (const block of readBlocks(rows, { annotated: true, openHeads: true })) {
        if (typeof block === 'number') continue;
        const { read } = block;
        if ('message' in read) {
          throw new CommandError(
            `${path}:${first + read.line - 1}: ${read.message}`,
            ExitCode.Wrong,
          );
        }
        if (read.forms.length === 0) continue;
        count++;
        yield {
          id: read.id === 'sentence 1' ? `${count}` : read.id,
          line: first,
          text: read.forms.join(' '),
          forms: read.forms,
          ...(keepTags && {
            tags: read.tags.map(orNull),
            universalTags: read.universalTags.map(orNull),
          }),
          ...(keepHeads && {
            heads: read.heads.map((head) => (head < 0 ? null : head)),
            labels: read.labels.map(orNull),
          }),
        };
      }
    }
    return;
  }
  const pieces = paragraphs ? blocksOf(path) : linesOf(path);
  for await (const { first, rows } of pieces) {
    for (const text of splitSentences(rows)) {
      const isTooLong = text.length > MOST_CHARACTERS;
      const forms = isTooLong ? [] : tokenizeRaw(text);
      if (forms.length === 0 && !isTooLong) continue;
      yield { id: `${++count}`, line: first, text, forms };
    }
  }
}

/** `_` stands for a missing value in CoNLL-U. */
function orNull(value: string): string | null {
  return value === '_' ? null : value;
}

/**
 * A line of a file, or the rows between two empty lines. `first` is the line number of the first
 * row, from 1.
 */
interface Piece {
  readonly first: number;
  readonly rows: string;
}

/** Reads a file line by line, so that long and short texts need equal memory. */
async function* linesOf(path: string): AsyncGenerator<Piece> {
  let first = 1;
  /** The beginning of a line whose end is not read yet. */
  let rest = '';
  for await (const chunk of chunksOf(path)) {
    if (chunk.includes('\0')) throw new CommandError(`${path}: is not a text`);
    const lines = Array.from(placeLines(chunk), ({ text }) => text);
    for (const [i, text] of lines.entries()) {
      rest += text;
      checkSize(path, { first, rows: rest }, 'a line end');
      if (i === lines.length - 1) break;
      yield { first, rows: rest };
      first++;
      rest = '';
    }
  }
  if (rest !== '') yield { first, rows: rest };
}

/** Reads a file in chunks. No chunk ends between the two characters of the line end `\r\n`. */
async function* chunksOf(path: string): AsyncGenerator<string> {
  const input = path === STDIN ? process.stdin : createReadStream(path);
  input.setEncoding('utf8');
  let held = '';
  let isFirst = true;
  try {
    for await (const read of input as AsyncIterable<string>) {
      const chunk = held + (isFirst ? read.replace(/^\ufeff/u, '') : read);
      isFirst = false;
      held = chunk.endsWith('\r') ? '\r' : '';
      yield chunk.slice(0, chunk.length - held.length);
    }
  } catch (error) {
    if (error instanceof CommandError) throw error;
    // A path with spaces is probably the text itself.
    const hint = /\s/u.test(path) ? '. A text is piped in: echo "…" | bowline parse' : '';
    throw new CommandError(`${path}: cannot be read: ${readFailure(error)}${hint}`);
  }
}

/** Reads the rows between empty lines. */
async function* blocksOf(path: string): AsyncGenerator<Piece> {
  let [first, rows] = [1, ''];
  for await (const line of linesOf(path)) {
    if (line.rows.trim() !== '') {
      if (rows === '') [first, rows] = [line.first, line.rows];
      else rows += `\n${line.rows}`;
      checkSize(path, { first, rows }, 'an empty line');
    } else if (rows !== '') {
      yield { first, rows };
      rows = '';
    }
  }
  if (rows !== '') yield { first, rows };
}

/** @throws {CommandError} if a piece is too large to be held in memory */
function checkSize(path: string, { first, rows }: Piece, end: string): void {
  if (rows.length <= MOST_IN_MEMORY) return;
  throw new CommandError(
    `${path}:${first}: more than ${charactersIn(MOST_IN_MEMORY)} without ${end}`,
  );
}
