import { compact } from '../../util/compact.ts';
import { problem } from './problem.ts';
import type { Problem, ProblemCode, ProblemExtra, Range } from './problem.ts';

/** More than an author can read in one bag; whoever adds problems stops when this many are kept. */
const mostPerList = 100;

/** So many problems are worth a search for what was meant, and a fix of many edits. */
const mostSearched = 20;

/** So many lines in a row with the same error of form are reported as one. */
const floodLines = 3;

/** Lines in a row with the same error of form: with the same message but for what it quotes of them. */
interface Run {
  readonly code: ProblemCode;
  readonly message: string;
  /** The messages quote the same, too. */
  isUniform: boolean;
  lines: number;
  lastLine: number;
  /** Where its problems stand in the list. */
  readonly places: number[];
}

/** Collects problems while a bag is parsed, and keeps one mistake from being told line by line. */
export class ProblemList {
  private readonly list: (Problem | null)[] = [];
  private readonly runs: Run[] = [];
  private line = 0;
  private lineWithError = -1;
  private dropped = false;

  /** A line with content begins. */
  beginLine(): void {
    this.line++;
  }

  /** Whether a problem was dropped, so that no other will be kept: there is no need to look on. */
  get full(): boolean {
    return this.dropped;
  }

  /** Whether the next problem is among the first few, which may cost a search. */
  get maySearch(): boolean {
    return this.list.length < mostSearched;
  }

  /** Adds a problem of a token: there may be several on a line. */
  add(code: ProblemCode, range: Range, message: string, extra?: ProblemExtra): void {
    if (this.list.length >= mostPerList) this.dropped = true;
    else this.list.push(problem(code, range, message, extra));
  }

  /** Adds a problem of a line's form: the first of a line counts, and a run of lines is told once. */
  addToLine(code: ProblemCode, range: Range, message: string, extra?: ProblemExtra): void {
    if (this.lineWithError === this.line) return;
    this.lineWithError = this.line;
    let run = this.runs.at(-1);
    if (
      run?.code === code &&
      run.lastLine === this.line - 1 &&
      withoutQuotes(run.message) === withoutQuotes(message)
    ) {
      run.lines++;
      run.lastLine = this.line;
      run.isUniform &&= run.message === message;
    } else {
      run = { code, message, isUniform: true, lines: 1, lastLine: this.line, places: [] };
      this.runs.push(run);
    }
    if (run.lines < floodLines) {
      run.places.push(this.list.length);
      this.add(code, range, message, extra);
    }
  }

  /** The current line is broken by a problem that was added: no more is told about its form. */
  breakLine(): void {
    this.lineWithError = this.line;
  }

  /** Whether something was told about the current line's form. */
  get lineIsBroken(): boolean {
    return this.lineWithError === this.line;
  }

  /** The problems, in the order of the text. */
  finish(): readonly Problem[] {
    if (this.list.length === 0) return compact<Problem>([]);
    for (const { lines, places, isUniform } of this.runs) {
      const first = this.list[places[0] ?? -1];
      if (lines < floodLines || !first) continue;
      const others = `the ${lines - 1} lines after it`;
      const more = isUniform
        ? `The same holds for ${others}.`
        : `There is a mistake of the same kind in ${others}.`;
      this.list[places[0]] = { ...first, message: `${first.message} ${more}` };
      for (const place of places.slice(1)) this.list[place] = null;
    }
    const kept = this.list.filter((entry) => entry !== null);
    kept.sort((a, b) => a.range.start - b.range.start);
    if (!this.dropped) return kept;
    const last = kept.pop()!;
    return [...kept, { ...last, message: `${last.message} More like it are not shown.` }];
  }
}

/** A message without what it quotes. */
function withoutQuotes(message: string): string {
  return message.replace(/`[^`]*`/g, '');
}
