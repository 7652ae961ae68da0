import { afterLineEnd, char, isLineEnd, isSpace, lineEndAt } from './characters.ts';
import { knownHeader } from './section-header.ts';

export const enum TokenKind {
  /** The end of a line or of the text, or a comment. */
  End,
  /** A token without quotes that is no operator, bracket or header. Includes the suffixes. */
  Word,
  /** A token that begins with a quote, such as `"ice cream"/NN`. Includes the suffixes. */
  Quoted,
  OpenGroup,
  CloseGroup,
  OpenChunk,
  CloseChunk,
  OpenBrace,
  CloseBrace,
  Bar,
  Before,
  RightBefore,
  /** `->` or `-label->`. */
  Arrow,
  /** The header of a section, such as `words:`. It ends the statement before it. */
  Header,
}

export type StatementEnd = 'line' | 'bag' | 'section';

/** Returns null if the token does not end a statement. */
export function statementEnd(token: TokenKind): StatementEnd | null {
  switch (token) {
    case TokenKind.End:
      return 'line';
    case TokenKind.CloseBrace:
      return 'bag';
    case TokenKind.Header:
      return 'section';
    default:
      return null;
  }
}

/**
 * Reads the tokens of a text, line by line. No token crosses a line end. `start` and `end` hold the
 * range of the last token, so `next()` allocates no memory.
 */
export class Scanner {
  readonly #text: string;
  #offset: number;
  readonly limit: number;
  /** The range of the last token. */
  start = 0;
  end = 0;
  /** The offset of the closing quote of a quoted token; -1 if the line has none. */
  closingQuote = -1;

  constructor(text: string, offset: number, limit: number) {
    this.#text = text;
    this.#offset = offset;
    this.limit = limit;
  }

  /** Reads the next token of the line. Once the line has ended, each call returns `End`. */
  next(): TokenKind {
    this.#skipSpace();
    const text = this.#text;
    const limit = this.limit;
    this.start = this.#offset;
    const first = this.#offset < limit ? text.charCodeAt(this.#offset) : char.lineFeed;
    if (first === char.hash) this.#offset = lineEndAt(text, this.#offset, limit);
    if (first === char.hash || isLineEnd(first)) {
      this.end = this.start;
      return TokenKind.End;
    }
    if (first === char.quote) return this.#readQuoted();
    this.end = this.#endOfRun(this.#offset);
    this.#offset = this.end;
    return this.#syntax(first);
  }

  /** Sets `start` and `end` to the rest of the line without white space around it. */
  plainText(): void {
    this.#skipSpace();
    this.start = this.#offset;
    this.#offset = lineEndAt(this.#text, this.#offset, this.limit);
    let end = this.#offset;
    while (end > this.start && isSpace(this.#text.charCodeAt(end - 1))) end--;
    this.end = end;
  }

  /**
   * Reads a sentence of `expect:`. A line end, a header, or a `}` without a matching `{` ends it.
   * The range is empty if there is no sentence.
   */
  sentence(): StatementEnd {
    this.#skipSpace();
    const text = this.#text;
    const start = this.#offset;
    // `mayEndSentence` stops at the first colon or `}`. If it read to the line's end each time, a
    // line with many sentences (`expect: a expect: b`) would take quadratic time.
    if (!mayEndSentence(text, start, this.limit)) {
      this.plainText();
      return 'line';
    }
    let last = start;
    let open = 0;
    let found: StatementEnd = 'line';
    while (found === 'line' && this.nextRun()) {
      const run = text.slice(this.start, this.end);
      if (run === '{') open++;
      else if (run === '}' && open > 0) open--;
      else if (run === '}') found = 'bag';
      else if (knownHeader(run) !== null) found = 'section';
      if (found === 'line') last = this.end;
    }
    this.#offset = this.start;
    this.start = last === start ? this.#offset : start;
    this.end = last === start ? this.#offset : last;
    return found;
  }

  /** Reads the next run of characters without white space. Returns false at the end of the line. */
  nextRun(): boolean {
    this.#skipSpace();
    this.start = this.#offset;
    this.end = this.#endOfRun(this.#offset);
    this.#offset = this.end;
    return this.end > this.start;
  }

  /** Returns the next run without moving past it. */
  peekRun(): string {
    this.#skipSpace();
    return this.#text.slice(this.#offset, this.#endOfRun(this.#offset));
  }

  /** Moves to an offset, which must lie between two tokens. */
  goTo(offset: number): void {
    this.#offset = offset;
  }

  /** Returns false at the end of the text. */
  nextLine(): boolean {
    this.#offset = lineEndAt(this.#text, this.#offset, this.limit);
    this.#offset = afterLineEnd(this.#text, this.#offset, this.limit);
    return this.#offset < this.limit;
  }

  #skipSpace(): void {
    while (this.#offset < this.limit && isSpace(this.#text.charCodeAt(this.#offset)))
      this.#offset++;
  }

  #endOfRun(from: number): number {
    const text = this.#text;
    const limit = this.limit;
    let at = from;
    while (at < limit) {
      const code = text.charCodeAt(at);
      // White space and line ends are at most U+0020 or at least U+00A0, so most characters need no
      // further test.
      if ((code <= char.space || code >= 0xa0) && (isSpace(code) || isLineEnd(code))) break;
      at++;
    }
    return at;
  }

  #readQuoted(): TokenKind {
    const text = this.#text;
    const limit = this.limit;
    let at = this.#offset + 1;
    this.closingQuote = -1;
    while (at < limit) {
      const code = text.charCodeAt(at);
      if (isLineEnd(code)) break;
      if (code === char.quote) {
        this.closingQuote = at;
        break;
      }
      const escapes =
        code === char.backslash &&
        at + 1 < limit &&
        (text.charCodeAt(at + 1) === char.quote || text.charCodeAt(at + 1) === char.backslash);
      at += escapes ? 2 : 1;
    }
    this.end = this.closingQuote < 0 ? at : this.#endOfRun(at + 1);
    this.#offset = this.end;
    return TokenKind.Quoted;
  }

  /** A bracket or an operator counts as syntax only if it is the whole token. */
  #syntax(first: number): TokenKind {
    const text = this.#text;
    const { start, end } = this;
    if (end - start === 1) {
      switch (first) {
        case char.openParenthesis:
          return TokenKind.OpenGroup;
        case char.closeParenthesis:
          return TokenKind.CloseGroup;
        case char.openBracket:
          return TokenKind.OpenChunk;
        case char.closeBracket:
          return TokenKind.CloseChunk;
        case char.openBrace:
          return TokenKind.OpenBrace;
        case char.closeBrace:
          return TokenKind.CloseBrace;
        case char.bar:
          return TokenKind.Bar;
        case char.less:
          return TokenKind.Before;
      }
    }
    if (first === char.less) {
      return end - start === 2 && text.charCodeAt(start + 1) === char.less
        ? TokenKind.RightBefore
        : TokenKind.Word;
    }
    const last = text.charCodeAt(end - 1);
    if (last === char.colon && knownHeader(text.slice(start, end)) !== null) {
      return TokenKind.Header;
    }
    if (first !== char.minus || last !== char.greater) return TokenKind.Word;
    // An arrow is `->` or `-label->`. The token `-->` is a word, since it has no label.
    const arrow = end - start === 2 || (end - start > 3 && text.charCodeAt(end - 2) === char.minus);
    return arrow ? TokenKind.Arrow : TokenKind.Word;
  }
}

/** Whether the rest of a line has a colon, which may end a header, or a `}`. */
function mayEndSentence(text: string, start: number, limit: number): boolean {
  for (let at = start; at < limit; at++) {
    const code = text.charCodeAt(at);
    if (code === char.colon || code === char.closeBrace) return true;
    if (isLineEnd(code)) return false;
  }
  return false;
}
