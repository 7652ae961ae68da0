import { afterLineEnd, char, isSpace, lineEndAt } from '../tree/characters.ts';
import type { Range } from '../tree/diagnostic.ts';
import { expectationsOf } from '../tree/syntax.ts';
import type { BagNode, BowFile, Section } from '../tree/syntax.ts';

/** A part of a line: tokens, or a sentence of `expect:`, which is split at white space only. */
export interface LinePart extends Range {
  readonly isSentence: boolean;
}

/** A line with content, without its line end, as offsets in the file. */
export interface Line extends Range {
  /** A `strange` line stands outside bags and is neither a setting nor a comment. */
  readonly kind: 'setting' | 'bag' | 'section' | 'content' | 'close' | 'comment' | 'strange';
  /** The offset of the first character that is not white space. */
  readonly first: number;
  readonly next: number;
  /** How many steps the line should be indented; null if unknown. */
  readonly level: number | null;
  /** How many steps a new line below this one should be indented; null if unknown. */
  readonly levelBelow: number | null;
  /**
   * The parts follow one another without gaps, from `first` to the end of the line. A part ends
   * behind the `{` of a bag, and another begins at the `}`.
   */
  readonly parts: readonly LinePart[];
  readonly closes: boolean;
  /** If a whole bag stands on the line: the starts of its sections and of its `}`. */
  readonly breaks: readonly number[];
}

/** The lines of a bag that have content. If `bag` is -1, the lines before the first bag. */
export function linesOf(file: BowFile, bag: number): readonly Line[] {
  const { text } = file;
  const reader =
    bag < 0 ? new OutsideReader(file) : new BagReader(text, file.bags[bag], file.starts[bag]);
  const limit = file.starts.at(bag + 1) ?? text.length;
  const lines: Line[] = [];
  /**
   * The first line whose indentation is not known yet. A comment is indented like the next line
   * that is no comment.
   */
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
      const reading = reader.read(first, end);
      const parts = reading.parts ?? [{ start: first, end, isSentence: false }];
      const line = { start, first, end, next, ...reading, parts };
      if (line.kind !== 'comment') {
        // Comments above a `}` have the indentation of the content above them, not of the `}`.
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

type Reading = Pick<Line, 'kind' | 'level' | 'levelBelow' | 'closes' | 'breaks'> & {
  /** Null if the line is one part. */
  readonly parts: readonly LinePart[] | null;
};

const usual = { levelBelow: null, closes: false, breaks: [], parts: null };
const comment: Reading = { ...usual, kind: 'comment', level: null };
const strange: Reading = { ...usual, kind: 'strange', level: null };
const setting: Reading = { ...usual, kind: 'setting', level: 0, levelBelow: 0 };

/** Classifies the lines before the first bag, from top to bottom. */
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

/** Classifies the lines of a bag, from top to bottom. */
class BagReader {
  readonly #text: string;
  readonly #node: BagNode;
  readonly #offset: number;
  readonly #close: number;
  readonly #sentences: readonly Range[];
  #place = 0;
  #sentence = 0;
  #section: Section | null = null;

  constructor(text: string, node: BagNode, offset: number) {
    this.#text = text;
    this.#node = node;
    this.#offset = offset;
    this.#sentences = expectationsOf(node);
    this.#close = node.closed ? offset + node.end - 1 : Infinity;
  }

  read(first: number, end: number): Reading {
    const text = this.#text;
    const node = this.#node;
    const offset = this.#offset;
    const close = this.#close;
    const closes = first <= close && close < end;
    const isBag = first === offset + node.header.start;
    const isComment = text.charCodeAt(first) === char.hash;
    if (first > close) return isComment ? comment : strange;
    if (first === close) return { ...usual, kind: 'close', level: 0, levelBelow: 0, closes };
    const opened: Section[] = [];
    for (let next = node.sections.at(this.#place); next !== undefined;) {
      if (offset + next.header.start >= end) break;
      opened.push(next);
      this.#section = next;
      next = node.sections.at(++this.#place);
    }
    const sentences = this.#sentencesBefore(end);
    if (isComment && sentences.length === 0) return comment;
    const parts = this.#partsOf(first, end, sentences);
    const last = opened.at(-1);
    const isEmpty = last !== undefined && this.#isEmpty(offset + last.header.end, end);
    if (isBag) {
      const levelBelow = closes ? 0 : isEmpty ? 2 : 1;
      const starts = opened.map(({ header }) => offset + header.start);
      const breaks = closes ? [...starts, close] : [];
      return { kind: 'bag', level: 0, levelBelow, parts, closes, breaks };
    }
    const opens = opened.length > 0 && first === offset + opened[0].header.start;
    const kind = opens ? 'section' : 'content';
    const level = opens || this.#section === null ? 1 : 2;
    return { ...usual, kind, level, levelBelow: closes ? 0 : isEmpty ? 2 : level, parts, closes };
  }

  /** The sentences of `expect:` that start before an offset and that no earlier call returned. */
  #sentencesBefore(end: number): Range[] {
    const sentences: Range[] = [];
    for (; this.#sentence < this.#sentences.length; this.#sentence++) {
      const sentence = absolute(this.#offset, this.#sentences[this.#sentence]);
      if (sentence.start >= end) break;
      sentences.push(sentence);
    }
    return sentences;
  }

  #partsOf(first: number, end: number, sentences: readonly Range[]): readonly LinePart[] | null {
    const brace = this.#offset + this.#node.header.end;
    // The bag's `{` and `}` may stick to other text. So a part ends behind the `{`, and another
    // begins at the `}`.
    const cuts = [brace, this.#close].filter((cut) => cut > first && cut < end);
    if (cuts.length + sentences.length === 0) return null;
    const parts: LinePart[] = [];
    let start = first;
    const add = (until: number, isSentence: boolean): void => {
      if (until > start) parts.push({ start, end: until, isSentence });
      start = until;
    };
    for (const sentence of [...sentences, { start: end, end }]) {
      for (const cut of cuts) if (cut > start && cut < sentence.start) add(cut, false);
      add(sentence.start, false);
      add(sentence.end, true);
    }
    return parts;
  }

  /** Whether the text has only white space, perhaps with a comment behind it. */
  #isEmpty(start: number, end: number): boolean {
    let at = start;
    while (at < end && isSpace(this.#text.charCodeAt(at))) at++;
    return (
      at === end || (this.#section?.kind !== 'expect' && this.#text.charCodeAt(at) === char.hash)
    );
  }
}

function absolute(offset: number, { start, end }: Range): Range {
  return { start: offset + start, end: offset + end };
}
