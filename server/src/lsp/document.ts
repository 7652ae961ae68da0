import { TextDocument } from 'vscode-languageserver-textdocument';
import type { Range as ProtocolRange, TextDocumentContentChangeEvent } from 'vscode-languageserver';
import {
  bagAt,
  bagName,
  type BagNode,
  type BowFile,
  check,
  type CheckedFile,
  type CheckOptions,
  type Edit,
  parse,
  type Diagnostic,
  type Range,
  reparse,
} from '../language/index.ts';
import type { Realized } from '../realize/realizer.ts';
import { rankExpectations, type RankedExpectation } from '../results/expectations.ts';
import { lowerBound } from '../util/lower-bound.ts';

/**
 * The limit on the reported diagnostics of a file: the editor draws all of them at every key press.
 */
export const maxProblems = 1_000;

export interface Reported {
  readonly checked: CheckedFile;
  /** In the order of the text, at most `maxProblems`. */
  readonly problems: readonly Diagnostic[];
  /** Also counts the diagnostics that `problems` leaves out. */
  readonly total: number;
}

/** The ranks of a bag's expectations, and the result and the options that they come from. */
interface Ranks {
  readonly realized: Realized;
  readonly options: CheckOptions;
  readonly ranked: readonly RankedExpectation[];
}

/** An open file: its text and its tree, both updated with every change. */
export class BowDocument {
  readonly #text: TextDocument;
  #file: BowFile;
  #checked: CheckedFile | null = null;
  #reported: Reported | null = null;
  readonly #ranks = new WeakMap<BagNode, Ranks>();
  /** The index of each bag by its name, valid for one version of the file. */
  #names: { readonly file: BowFile; readonly places: ReadonlyMap<string, number> } | null = null;

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

  /** The range of each change is a range of the text after all earlier changes in the list. */
  update(changes: readonly TextDocumentContentChangeEvent[], version: number): void {
    const edit = this.#edit(changes, version);
    const text = this.#text.getText();
    if (edit === 'all') this.#file = parse(text);
    else if (edit !== null) this.#file = reparse(this.#file, text, edit);
    TextDocument.update(this.#text, [], version);
  }

  /**
   * Changes the text. Returns one edit that covers all changes, or `all` if a change replaces the
   * whole text.
   */
  #edit(changes: readonly TextDocumentContentChangeEvent[], version: number): Edit | 'all' | null {
    const upwards = changes.length > 1 ? this.#upwards(changes) : null;
    if (upwards !== null) {
      // Replace All sends thousands of changes. Applied one by one, each change would copy the
      // whole text.
      const edit = enclosing(upwards);
      const range = this.range({ start: edit.start, end: edit.oldEnd });
      const text = applied(this.#text.getText(), upwards, edit);
      TextDocument.update(this.#text, [{ range, text }], version);
      return edit;
    }
    let edit: Edit | 'all' | null = null;
    for (const change of changes) {
      if ('range' in change) {
        const range = ordered(change.range);
        const next = this.#splice(range, change.text);
        TextDocument.update(this.#text, [{ range, text: change.text }], version);
        edit = edit === 'all' ? edit : joined(edit, next);
      } else {
        TextDocument.update(this.#text, [change], version);
        edit = 'all';
      }
    }
    return edit;
  }

  #splice(range: ProtocolRange, text: string): Splice {
    return { start: this.#text.offsetAt(range.start), end: this.#text.offsetAt(range.end), text };
  }

  /**
   * Returns the changes as splices of the current text, from top to bottom. This works only if each
   * change is above the change before it in the list. Then no change moves the text of a later
   * change, so all ranges are ranges in the current text.
   *
   * Returns null if the changes are in another order, or if a change replaces the whole text.
   */
  #upwards(changes: readonly TextDocumentContentChangeEvent[]): Splice[] | null {
    const splices: Splice[] = [];
    let before = Infinity;
    for (const change of changes) {
      if (!('range' in change)) return null;
      const splice = this.#splice(ordered(change.range), change.text);
      // If two changes touch, this range may include text that the previous change inserted.
      if (splice.end >= before) return null;
      before = splice.start;
      splices.push(splice);
    }
    return splices.reverse();
  }

  /** Unchanged bags are not checked again. */
  checked(options: CheckOptions): CheckedFile {
    return (this.#checked = check(this.#file, options, this.#checked));
  }

  /** Returns the diagnostics that touch a range. Checks only the bags on the lines of the range. */
  diagnosticsIn(range: ProtocolRange, options: CheckOptions): readonly Diagnostic[] {
    const { start, end } = this.offsets(range);
    const { from, to } = this.bagsBetween(range.start.line, range.end.line);
    return this.checked(options)
      .diagnosticsBetween(from, to)
      .filter(({ range: place }) => place.end >= start && place.start <= end);
  }

  diagnostics(options: CheckOptions): Reported {
    const checked = this.checked(options);
    if (this.#reported?.checked === checked) return this.#reported;
    const problems = checked.diagnostics(maxProblems);
    const total = problems.length < maxProblems ? problems.length : checked.count();
    return (this.#reported = { checked, problems, total });
  }

  /**
   * Returns the ranks of a bag's expectations in a result. The ranks are kept, since an editor
   * often requests the hints and lenses of a whole file.
   *
   * @param checked this document's file, possibly as it was before an edit
   */
  ranked(checked: CheckedFile, bag: number, realized: Realized): readonly RankedExpectation[] {
    const { options } = checked;
    const node = checked.file.bags[bag];
    const last = this.#ranks.get(node);
    if (last?.realized === realized && last.options === options) return last.ranked;
    const ranked = rankExpectations(realized, checked.expectations(bag));
    this.#ranks.set(node, { realized, options, ranked });
    return ranked;
  }

  /**
   * Returns the index of the bag on a line; -1 if the file has no bags. For a line between two
   * bags, returns the lower bag. For a line after the last bag, returns the last bag.
   */
  bagNearLine(line: number): number {
    const { lines, starts, bags } = this.#file;
    const index = lowerBound(lines, line + 1) - 1;
    if (index === bags.length - 1) return index;
    if (index < 0) return 0;
    const lastLine = this.#text.positionAt(starts[index] + bags[index].end).line;
    return line <= lastLine ? index : index + 1;
  }

  /**
   * Returns the index of the last bag that starts on a line or above it. Without such a bag,
   * returns 0; without any bags, -1.
   */
  bagAbove(line: number): number {
    const { lines, bags } = this.#file;
    return Math.min(bags.length - 1, Math.max(0, lowerBound(lines, line + 1) - 1));
  }

  /**
   * Returns -1 if no bag has this name. A bag without a name is called by its place: `bag 3` is the
   * third bag.
   */
  bagNamed(name: string): number {
    if (this.#names?.file !== this.#file) {
      const places = new Map<string, number>();
      // If several bags have the same name, the name means the first bag. The loop goes backwards,
      // so that the first bag is stored last.
      for (let bag = this.#file.bags.length - 1; bag >= 0; bag--) {
        places.set(bagName(this.#file, bag), bag);
      }
      this.#names = { file: this.#file, places };
    }
    return this.#names.places.get(name) ?? -1;
  }

  /**
   * Returns the indices of the bags on the lines `first` to `last`, both lines included. `to` is
   * the index after the last bag.
   */
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

  offsets(range: ProtocolRange): Range {
    const { start, end } = ordered(range);
    return { start: this.#text.offsetAt(start), end: this.#text.offsetAt(end) };
  }
}

/** Puts the ends of a range in order: some clients swap them for a backward selection. */
function ordered({ start, end }: ProtocolRange): ProtocolRange {
  const backwards =
    start.line > end.line || (start.line === end.line && start.character > end.character);
  return backwards ? { start: end, end: start } : { start, end };
}

interface Splice {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** The splices must be in ascending order and must not touch each other. */
function enclosing(splices: readonly Splice[]): Edit {
  const { start } = splices[0];
  const { end: oldEnd } = splices[splices.length - 1];
  const growth = splices.reduce((sum, { start, end, text }) => sum + text.length - end + start, 0);
  return { start, oldEnd, newEnd: oldEnd + growth };
}

/** Returns only the part of the new text that the edit covers. */
function applied(text: string, splices: readonly Splice[], { start }: Edit): string {
  const pieces: string[] = [];
  let at = start;
  for (const splice of splices) {
    pieces.push(text.slice(at, splice.start), splice.text);
    at = splice.end;
  }
  return pieces.join('');
}

/** Combines an edit and a splice that was made after the edit. */
function joined(edit: Edit | null, { start, end, text }: Splice): Edit {
  if (edit === null) return { start, oldEnd: end, newEnd: start + text.length };
  const beyond = Math.max(0, end - edit.newEnd);
  return {
    start: Math.min(edit.start, start),
    oldEnd: edit.oldEnd + beyond,
    newEnd: edit.newEnd + beyond + text.length - (end - start),
  };
}
