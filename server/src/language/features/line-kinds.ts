import { afterLineEnd, char, isSpace, lineEndAt } from '../tree/characters.ts';
import type { Range } from '../tree/diagnostic.ts';
import type { BagNode, BowFile, Section } from '../tree/syntax.ts';

/** A line with content, without its line end, as offsets in the file. */
export interface Line extends Range {
  /** The kind. A `strange` line stands outside bags and is neither a setting nor a comment. */
  readonly kind: 'setting' | 'bag' | 'section' | 'content' | 'close' | 'comment' | 'strange';
  /** The offset at which its indentation ends. */
  readonly first: number;
  /** The offset at which the next line starts. */
  readonly next: number;
  /** The number of steps of indentation that the line should have; null if that is unknown. */
  readonly level: number | null;
  /** The number of steps of indentation for a new line below this one; null if that is unknown. */
  readonly levelBelow: number | null;
  /**
   * Whether it is a line of `expect:`, which is split at white space and has neither quotes nor
   * comments.
   */
  readonly isPlain: boolean;
  /** Whether the line ends its bag. */
  readonly closes: boolean;
}

/** The lines with content of a bag, or of the text before the first bag if `bag` is -1. */
export function linesOf(file: BowFile, bag: number): readonly Line[] {
  const { text } = file;
  const reader =
    bag < 0 ? new OutsideReader(file) : new BagReader(text, file.bags[bag], file.starts[bag]);
  const limit = file.starts.at(bag + 1) ?? text.length;
  const lines: Line[] = [];
  /** The index of the first comment that waits for the line it belongs to. */
  let waiting = 0;
  let levelBelow: number | null = 0;
  const settle = (level: number | null): void => {
    for (; waiting < lines.length; waiting++) {
      lines[waiting] = { ...lines[waiting], level, levelBelow: level };
    }
  };
  let start = bag < 0 ? 0 : file.starts[bag];
  while (start < limit) {
    const end = lineEndAt(text, start, limit);
    const next = afterLineEnd(text, end, limit);
    let first = start;
    while (first < end && isSpace(text.charCodeAt(first))) first++;
    if (first < end) {
      const line = { start, first, end, next, ...reader.read(first, end) };
      if (line.kind !== 'comment') {
        // A comment directly before a `}` belongs to the line above it.
        settle(line.kind === 'close' ? levelBelow : line.level);
        levelBelow = line.levelBelow;
        waiting++;
      }
      lines.push(line);
    }
    start = next;
  }
  settle(bag + 1 < file.bags.length ? 0 : levelBelow);
  return lines;
}

type Reading = Pick<Line, 'kind' | 'level' | 'levelBelow' | 'isPlain' | 'closes'>;

/** Values that most kinds of lines share. */
const usual = { levelBelow: null, isPlain: false, closes: false };
const comment: Reading = { ...usual, kind: 'comment', level: null };
const strange: Reading = { ...usual, kind: 'strange', level: null };
const setting: Reading = { ...usual, kind: 'setting', level: 0, levelBelow: 0 };

/** Reads the kinds of the lines before the first bag, from top to bottom. */
class OutsideReader {
  readonly #file: BowFile;
  #place = 0;

  constructor(file: BowFile) {
    this.#file = file;
  }

  read(first: number): Reading {
    const { text, settings } = this.#file;
    if (text.charCodeAt(first) === char.hash) return comment;
    const found = settings.at(this.#place);
    if (found?.start !== first) return strange;
    this.#place++;
    // A value of several words is an error, and stays as it is written.
    return /\s/.test(found.value) ? strange : setting;
  }
}

/** Reads the kinds of the lines of a bag, from top to bottom. */
class BagReader {
  readonly #text: string;
  readonly #node: BagNode;
  readonly #offset: number;
  readonly #close: number;
  #place = 0;
  #section: Section | null = null;

  constructor(text: string, node: BagNode, offset: number) {
    this.#text = text;
    this.#node = node;
    this.#offset = offset;
    this.#close = node.closed ? offset + node.end - 1 : Infinity;
  }

  read(first: number, end: number): Reading {
    const text = this.#text;
    const node = this.#node;
    const offset = this.#offset;
    const close = this.#close;
    if (first === offset + node.header.start) {
      return { ...usual, kind: 'bag', level: 0, levelBelow: 1 };
    }
    const isComment = text.charCodeAt(first) === char.hash;
    if (first > close) return isComment ? comment : strange;
    const closes = close < end;
    if (first === close) return { ...usual, kind: 'close', level: 0, levelBelow: 0, closes };
    const next = node.sections.at(this.#place);
    const opens = next !== undefined && first === offset + next.header.start;
    if (opens) {
      this.#section = next;
      this.#place++;
    }
    const isPlain = this.#section?.kind === 'expect' && !closes;
    if (isComment && !isPlain) return comment;
    const kind = opens ? 'section' : 'content';
    const level = opens || this.#section === null ? 1 : 2;
    const isEmpty = opens && this.#isEmpty(offset + next.header.end, end, isPlain);
    return { kind, level, levelBelow: closes ? 0 : isEmpty ? 2 : level, isPlain, closes };
  }

  /** Whether the text between two offsets is at most a comment. */
  #isEmpty(start: number, end: number, isPlain: boolean): boolean {
    let at = start;
    while (at < end && isSpace(this.#text.charCodeAt(at))) at++;
    return at === end || (!isPlain && this.#text.charCodeAt(at) === char.hash);
  }
}
