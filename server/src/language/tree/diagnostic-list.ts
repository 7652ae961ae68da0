import { compact } from '../../util/compact.ts';
import { diagnostic } from './diagnostic.ts';
import type { Diagnostic, DiagnosticCode, DiagnosticExtra, Range } from './diagnostic.ts';

/** The limit on the diagnostics of a list. Users would not read more for one bag. */
const maxPerList = 100;

/** Only this many diagnostics of a list get slow searches for fixes. */
const maxSearched = 20;

/** A syntax error in at least this many consecutive lines is reported once. */
const floodLines = 3;

/** Consecutive lines with the same syntax error. Their messages may quote different texts. */
interface Run {
  readonly code: DiagnosticCode;
  readonly message: string;
  /** Whether all messages are equal, including their quotations. */
  isUniform: boolean;
  lines: number;
  lastLine: number;
  /** The places of their diagnostics in `#list`. */
  readonly places: number[];
}

/** Collects diagnostics. A syntax error that repeats line after line is reported once. */
export class DiagnosticList {
  readonly #list: (Diagnostic | null)[] = [];
  readonly #runs: Run[] = [];
  #line = 0;
  #lineWithError = -1;
  #dropped = false;

  /** Must be called at each line with content, and at each header of a section within a line. */
  beginLine(): void {
    this.#line++;
  }

  /** Whether a diagnostic was dropped. If so, checks may stop. */
  get full(): boolean {
    return this.#dropped;
  }

  get maySearch(): boolean {
    return this.#list.length < maxSearched;
  }

  /** Adds a diagnostic, unless the list is full. */
  add(code: DiagnosticCode, range: Range, message: string, extra?: DiagnosticExtra): void {
    if (this.#list.length >= maxPerList) this.#dropped = true;
    else this.#list.push(diagnostic(code, range, message, extra));
  }

  /** Adds a syntax error of the current line, unless the line already has one. */
  addToLine(code: DiagnosticCode, range: Range, message: string, extra?: DiagnosticExtra): void {
    if (this.#lineWithError === this.#line) return;
    this.#lineWithError = this.#line;
    let run = this.#runs.at(-1);
    if (
      run?.code === code &&
      run.lastLine === this.#line - 1 &&
      withoutQuotes(run.message) === withoutQuotes(message)
    ) {
      run.lines++;
      run.lastLine = this.#line;
      run.isUniform &&= run.message === message;
    } else {
      run = { code, message, isUniform: true, lines: 1, lastLine: this.#line, places: [] };
      this.#runs.push(run);
    }
    if (run.lines < floodLines) {
      run.places.push(this.#list.length);
      this.add(code, range, message, extra);
    }
  }

  /** Makes `addToLine` drop further syntax errors of the current line. */
  breakLine(): void {
    this.#lineWithError = this.#line;
  }

  /** Whether the current line has a syntax error, or `breakLine` was called for it. */
  get lineIsBroken(): boolean {
    return this.#lineWithError === this.#line;
  }

  /** Sorts the diagnostics by their start. */
  finish(): readonly Diagnostic[] {
    if (this.#list.length === 0) return compact<Diagnostic>([]);
    for (const { lines, places, isUniform } of this.#runs) {
      const first = this.#list[places[0] ?? -1];
      if (lines < floodLines || !first) continue;
      const others = `the ${lines - 1} lines after it`;
      const more = isUniform
        ? `The same holds for ${others}.`
        : `There is a mistake of the same kind in ${others}.`;
      this.#list[places[0]] = { ...first, message: `${first.message} ${more}` };
      for (const place of places.slice(1)) this.#list[place] = null;
    }
    const kept = this.#list.filter((entry) => entry !== null);
    kept.sort((a, b) => a.range.start - b.range.start);
    if (!this.#dropped) return kept;
    const last = kept.pop()!;
    return [...kept, { ...last, message: `${last.message} More like it are not shown.` }];
  }
}

function withoutQuotes(message: string): string {
  return message.replace(/`[^`]*`/g, '');
}
