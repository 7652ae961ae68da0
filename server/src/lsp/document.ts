import { TextDocument } from 'vscode-languageserver-textdocument';
import type { Range as ProtocolRange, TextDocumentContentChangeEvent } from 'vscode-languageserver';
import { check } from '../language/check.ts';
import type { Knowledge } from '../language/knowledge.ts';
import { parse, reparse } from '../language/parser.ts';
import type { Problem, Range } from '../language/problem.ts';
import { bagAt } from '../language/syntax.ts';
import type { BagNode, BowFile } from '../language/syntax.ts';

/** What the checks need beyond the file. */
export interface CheckContext {
  readonly maxWords: number;
  readonly knowledge: Knowledge | null;
}

interface Checked {
  readonly file: BowFile;
  readonly context: CheckContext;
  readonly problems: readonly Problem[];
  /** Errors by the place of their bag. */
  readonly errors: ReadonlyMap<number, readonly Problem[]>;
}

/** An open file: its text and its tree, kept in step change by change. */
export class BowDocument {
  readonly #text: TextDocument;
  #file: BowFile;
  #checked: Checked | null = null;

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

  /** Everything to tell the author, as offsets in the file, in the order of the text. */
  problems(context: CheckContext): readonly Problem[] {
    return this.#check(context).problems;
  }

  /** The errors of a bag: it is realized only if there are none. */
  errors(index: number, context: CheckContext): readonly Problem[] {
    return this.#check(context).errors.get(index) ?? [];
  }

  /** The place of the bag whose lines, header to `}`, hold a line; -1 where there is none. */
  bagAtLine(line: number): number {
    const { lines } = this.#file;
    let low = 0;
    let high = lines.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (lines[middle]! <= line) low = middle + 1;
      else high = middle;
    }
    const index = low - 1;
    if (index < 0) return -1;
    const lastLine = this.#text.positionAt(this.#file.starts[index]! + this.#bag(index).end).line;
    return line <= lastLine ? index : -1;
  }

  /** The bags that share a line with those from `first` to `last`: from, and up to but not including. */
  bagsBetween(first: number, last: number): { from: number; to: number } {
    const start = this.#text.offsetAt({ line: first, character: 0 });
    const end = this.#text.offsetAt({ line: last + 1, character: 0 });
    return { from: Math.max(0, bagAt(this.#file, start)), to: bagAt(this.#file, end) + 1 };
  }

  range(range: Range): ProtocolRange {
    return {
      start: this.#text.positionAt(range.start),
      end: this.#text.positionAt(range.end),
    };
  }

  #bag(index: number): BagNode {
    return this.#file.bags[index]!;
  }

  #check(context: CheckContext): Checked {
    const last = this.#checked;
    if (
      last?.file === this.#file &&
      last.context.maxWords === context.maxWords &&
      last.context.knowledge === context.knowledge
    ) {
      return last;
    }
    const problems = check(this.#file, context);
    const errors = new Map<number, Problem[]>();
    for (const problem of problems) {
      if (problem.severity !== 'error') continue;
      const index = bagAt(this.#file, problem.range.start);
      // What stands after a bag's `}` says nothing about the bag.
      if (index < 0 || problem.range.start > this.#file.starts[index]! + this.#bag(index).end) {
        continue;
      }
      const list = errors.get(index);
      if (list) list.push(problem);
      else errors.set(index, [problem]);
    }
    return (this.#checked = { file: this.#file, context, problems, errors });
  }
}

/** Some clients send a selection made backwards as it was made. */
function ordered({ start, end }: ProtocolRange): ProtocolRange {
  const backwards =
    start.line > end.line || (start.line === end.line && start.character > end.character);
  return backwards ? { start: end, end: start } : { start, end };
}
