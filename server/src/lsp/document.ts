import { TextDocument } from 'vscode-languageserver-textdocument';
import type { Range as ProtocolRange, TextDocumentContentChangeEvent } from 'vscode-languageserver';
import { check, checkBag, firstError, isValid } from '../language/check.ts';
import type { CheckOptions } from '../language/check.ts';
import { parse, reparse } from '../language/parser.ts';
import { shifted } from '../language/problem.ts';
import type { Problem, Range } from '../language/problem.ts';
import { bagAt } from '../language/syntax.ts';
import type { BowFile } from '../language/syntax.ts';

/** More than this an author does not read, and the editor would draw on every key press. */
export const mostProblems = 1_000;

/** What the author of a file is told. */
export interface Told {
  readonly file: BowFile;
  readonly options: CheckOptions;
  /** At most `mostProblems`, in the order of the text. */
  readonly problems: readonly Problem[];
  /** How many there are, told or not. */
  readonly total: number;
}

/** An open file: its text and its tree, kept in step change by change. */
export class BowDocument {
  readonly #text: TextDocument;
  #file: BowFile;
  #told: Told | null = null;

  constructor(uri: string, languageId: string, version: number, text: string) {
    this.#text = TextDocument.create(uri, languageId, version, text);
    this.#file = parse(text);
  }

  get uri(): string {
    return this.#text.uri;
  }

  get version(): number {
    return this.#text.version;
  }

  get file(): BowFile {
    return this.#file;
  }

  get positions(): Pick<TextDocument, 'positionAt' | 'offsetAt'> {
    return this.#text;
  }

  /** Applies changes in order; each is in terms of the text that the one before it left. */
  update(changes: readonly TextDocumentContentChangeEvent[], version: number): void {
    for (const change of changes) {
      if ('range' in change) {
        const { start, end } = ordered(change.range);
        const from = this.#text.offsetAt(start);
        const oldEnd = this.#text.offsetAt(end);
        TextDocument.update(this.#text, [{ range: { start, end }, text: change.text }], version);
        this.#file = reparse(this.#file, this.#text.getText(), {
          start: from,
          oldEnd,
          newEnd: from + change.text.length,
        });
      } else {
        TextDocument.update(this.#text, [change], version);
        this.#file = parse(change.text);
      }
    }
    TextDocument.update(this.#text, [], version);
  }

  /** What to tell the author, as offsets in the file: the first so many, and how many in all. */
  problems(options: CheckOptions): Told {
    const told = this.#told;
    if (
      told?.file === this.#file &&
      told.options.maxWords === options.maxWords &&
      told.options.knowledge === options.knowledge
    ) {
      return told;
    }
    const problems = check(this.#file, options, mostProblems);
    const total = problems.length < mostProblems ? problems.length : this.#count(options);
    return (this.#told = { file: this.#file, options, problems, total });
  }

  /** How many problems there are, without a look at any but those of changed bags. */
  #count(options: CheckOptions): number {
    const { problems, bags } = this.#file;
    let count = problems.length;
    const names = new Set<string>();
    for (const bag of bags) {
      count += checkBag(bag, options).length + bag.problemsAfter.length;
      // Each name is a problem from its second bag on.
      if (bag.name === null) continue;
      if (names.has(bag.name)) count++;
      names.add(bag.name);
    }
    return count;
  }

  /** Whether a bag can be realized. */
  isValid(index: number, options: CheckOptions): boolean {
    return isValid(this.#file, index, options);
  }

  /** Why a bag cannot be realized: nothing where it can. */
  errors(index: number, options: CheckOptions): readonly Problem[] {
    const first = firstError(this.#file, index, options);
    if (first === null) return [];
    const start = this.#file.starts[index];
    const others = checkBag(this.#file.bags[index], options)
      .filter(({ severity }) => severity === 'error')
      .map((problem) => shifted(problem, start))
      .filter(({ code, range }) => code !== first.code || range.start !== first.range.start);
    return [first, ...others];
  }

  /** The place of the bag whose lines, header to `}`, hold a line; -1 where there is none. */
  bagAtLine(line: number): number {
    const { lines } = this.#file;
    let low = 0;
    let high = lines.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (lines[middle] <= line) low = middle + 1;
      else high = middle;
    }
    const index = low - 1;
    if (index < 0) return -1;
    const lastLine = this.#text.positionAt(
      this.#file.starts[index] + this.#file.bags[index].end,
    ).line;
    return line <= lastLine ? index : -1;
  }

  /** The bags that share a line with those from `first` to `last`: from, and up to but not including. */
  bagsBetween(first: number, last: number): { from: number; to: number } {
    const start = this.#text.offsetAt({ line: first, character: 0 });
    const end = this.#text.offsetAt({ line: last + 1, character: 0 });
    return {
      from: Math.max(0, bagAt(this.#file, start)),
      to: bagAt(this.#file, Math.max(start, end - 1)) + 1,
    };
  }

  range(range: Range): ProtocolRange {
    return {
      start: this.#text.positionAt(range.start),
      end: this.#text.positionAt(range.end),
    };
  }
}

/** Some clients send a selection made backwards as it was made. */
function ordered({ start, end }: ProtocolRange): ProtocolRange {
  const backwards =
    start.line > end.line || (start.line === end.line && start.character > end.character);
  return backwards ? { start: end, end: start } : { start, end };
}
