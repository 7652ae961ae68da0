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

/** The editor draws all reported diagnostics at every key press, so their number is limited. */
export const maxProblems = 1_000;

/** The diagnostics that the author of a file sees. */
export interface Reported {
  readonly checked: CheckedFile;
  /** At most `maxProblems`, in the order of the text. */
  readonly problems: readonly Diagnostic[];
  /** The number of all, reported or not. */
  readonly total: number;
}

/** The ranks of a bag's expectations, and their inputs besides the bag. */
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
  /** The last ranks of each bag's expectations. */
  readonly #ranks = new WeakMap<BagNode, Ranks>();
  /** The places of the bags by name, for the current text. */
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

  /** Applies changes in order. Each refers to the text after the change before it. */
  update(changes: readonly TextDocumentContentChangeEvent[], version: number): void {
    const edit = this.#edit(changes, version);
    const text = this.#text.getText();
    if (edit === 'all') this.#file = parse(text);
    else if (edit !== null) this.#file = reparse(this.#file, text, edit);
    TextDocument.update(this.#text, [], version);
  }

  /** Changes the text. Returns the one edit that encloses the changes, if there are any. */
  #edit(changes: readonly TextDocumentContentChangeEvent[], version: number): Edit | 'all' | null {
    const upwards = changes.length > 1 ? this.#upwards(changes) : null;
    if (upwards !== null) {
      // Replace All sends thousands of changes. They are applied together, since each alone would
      // copy the text.
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
   * The changes as offsets in the current text, in its order. Null unless each change is above the
   * one before it, so that none moves another.
   */
  #upwards(changes: readonly TextDocumentContentChangeEvent[]): Splice[] | null {
    const splices: Splice[] = [];
    let before = Infinity;
    for (const change of changes) {
      if (!('range' in change)) return null;
      const splice = this.#splice(ordered(change.range), change.text);
      // If two changes touch, this one may end in the text that the one before inserted.
      if (splice.end >= before) return null;
      before = splice.start;
      splices.push(splice);
    }
    return splices.reverse();
  }

  /** The results of the checks for the current text. Unchanged bags are not checked again. */
  checked(options: CheckOptions): CheckedFile {
    return (this.#checked = check(this.#file, options, this.#checked));
  }

  /** The diagnostics that touch a range, as offsets in the file. Checks only the bags of its lines. */
  diagnosticsIn(range: ProtocolRange, options: CheckOptions): readonly Diagnostic[] {
    const { start, end } = this.offsets(range);
    const { from, to } = this.bagsBetween(range.start.line, range.end.line);
    return this.checked(options)
      .diagnosticsBetween(from, to)
      .filter(({ range: place }) => place.end >= start && place.start <= end);
  }

  /** The diagnostics to show, as offsets in the file, and the number of all. */
  diagnostics(options: CheckOptions): Reported {
    const checked = this.checked(options);
    if (this.#reported?.checked === checked) return this.#reported;
    const problems = checked.diagnostics(maxProblems);
    const total = problems.length < maxProblems ? problems.length : checked.count();
    return (this.#reported = { checked, problems, total });
  }

  /**
   * The expectations of a bag, with their ranks in a result. They are computed once, since an
   * editor often requests the hints and lenses of a whole file.
   *
   * @param checked the file, now or before an edit
   * @param bag its place
   */
  ranked(checked: CheckedFile, bag: number, realized: Realized): readonly RankedExpectation[] {
    const { options } = checked;
    const node = checked.file.bags[bag];
    const last = this.#ranks.get(node);
    if (last?.realized === realized && last.options === options) return last.ranked;
    const ranked = rankExpectations(realized.realizations, checked.expectations(bag));
    this.#ranks.set(node, { realized, options, ranked });
    return ranked;
  }

  /**
   * The place of the bag with a line between its header and its `}`. For a line outside every bag it
   * is the next bag below, or else the last; -1 if there are no bags.
   */
  bagNearLine(line: number): number {
    const { lines, starts, bags } = this.#file;
    const index = lowerBound(lines, line + 1) - 1;
    if (index === bags.length - 1) return index;
    if (index < 0) return 0;
    const lastLine = this.#text.positionAt(starts[index] + bags[index].end).line;
    return line <= lastLine ? index : index + 1;
  }

  /** The place of the bag with a name, or of `bag 3`; -1 if there is none. */
  bagNamed(name: string): number {
    if (this.#names?.file !== this.#file) {
      const places = new Map<string, number>();
      // If several bags have the name, the first.
      for (let bag = this.#file.bags.length - 1; bag >= 0; bag--) {
        places.set(bagName(this.#file, bag), bag);
      }
      this.#names = { file: this.#file, places };
    }
    return this.#names.places.get(name) ?? -1;
  }

  /**
   * The bags that share a line with those from `first` to `last`: the first place, and the last
   * plus one.
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

/** Some clients send a backward selection with its ends swapped. */
function ordered({ start, end }: ProtocolRange): ProtocolRange {
  const backwards =
    start.line > end.line || (start.line === end.line && start.character > end.character);
  return backwards ? { start: end, end: start } : { start, end };
}

/** A range of a text, and its replacement. */
interface Splice {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** The edit that combines splices of one text, which are in order and do not touch. */
function enclosing(splices: readonly Splice[]): Edit {
  const { start } = splices[0];
  const { end: oldEnd } = splices[splices.length - 1];
  const growth = splices.reduce((sum, { start, end, text }) => sum + text.length - end + start, 0);
  return { start, oldEnd, newEnd: oldEnd + growth };
}

/** The text that splices make of the range that encloses them. */
function applied(text: string, splices: readonly Splice[], { start }: Edit): string {
  const pieces: string[] = [];
  let at = start;
  for (const splice of splices) {
    pieces.push(text.slice(at, splice.start), splice.text);
    at = splice.end;
  }
  return pieces.join('');
}

/** The edit that combines an edit and the one after it. */
function joined(edit: Edit | null, { start, end, text }: Splice): Edit {
  if (edit === null) return { start, oldEnd: end, newEnd: start + text.length };
  const beyond = Math.max(0, end - edit.newEnd);
  return {
    start: Math.min(edit.start, start),
    oldEnd: edit.oldEnd + beyond,
    newEnd: edit.newEnd + beyond + text.length - (end - start),
  };
}
