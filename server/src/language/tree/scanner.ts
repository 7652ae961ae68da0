import { afterLineEnd, char, isLineEnd, isSpace, lineEndAt } from './characters.ts';

export const enum TokenKind {
  /** The end of the line or of the text, after a comment if there is one. */
  End,
  /** Any unquoted token that is not syntax, with its suffixes. */
  Word,
  /** A token in quotes, `"…"`, with its suffixes. */
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
}

/**
 * Reads the tokens of one line after another. The last token is in the scanner's fields, so
 * `next()` does not allocate. No token crosses a line end.
 */
export class Scanner {
  readonly #text: string;
  #offset: number;
  readonly #limit: number;
  /** The range of the last token. */
  start = 0;
  end = 0;
  /** For a quoted token: the offset of its closing quote, or -1 if the line ended before it. */
  closingQuote = -1;

  /**
   * @param text the text
   * @param offset where scanning begins
   * @param limit where scanning stops, as if the text ended there
   */
  constructor(text: string, offset: number, limit: number) {
    this.#text = text;
    this.#offset = offset;
    this.#limit = limit;
  }

  /** Reads the next token of this line; returns `End` from the end of the line on. */
  next(): TokenKind {
    this.#skipSpace();
    const text = this.#text;
    const limit = this.#limit;
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

  /** Reads the rest of the line as plain text. The range is empty if only white space is left. */
  plainText(): void {
    this.#skipSpace();
    this.start = this.#offset;
    this.#offset = lineEndAt(this.#text, this.#offset, this.#limit);
    let end = this.#offset;
    while (end > this.start && isSpace(this.#text.charCodeAt(end - 1))) end--;
    this.end = end;
  }

  /**
   * Reads the next run of characters without white space, the unit of plain text; false at the end
   * of the line.
   */
  nextRun(): boolean {
    this.#skipSpace();
    this.start = this.#offset;
    this.end = this.#endOfRun(this.#offset);
    this.#offset = this.end;
    return this.end > this.start;
  }

  /** Returns the next run of characters without white space, but does not move past it. */
  peekRun(): string {
    this.#skipSpace();
    return this.#text.slice(this.#offset, this.#endOfRun(this.#offset));
  }

  /** Moves to an offset, which must lie between two tokens. */
  goTo(offset: number): void {
    this.#offset = offset;
  }

  /** Goes to the start of the next line; false at the end of the text. */
  nextLine(): boolean {
    this.#offset = lineEndAt(this.#text, this.#offset, this.#limit);
    this.#offset = afterLineEnd(this.#text, this.#offset, this.#limit);
    return this.#offset < this.#limit;
  }

  #skipSpace(): void {
    while (this.#offset < this.#limit && isSpace(this.#text.charCodeAt(this.#offset)))
      this.#offset++;
  }

  #endOfRun(from: number): number {
    const text = this.#text;
    const limit = this.#limit;
    let at = from;
    while (at < limit) {
      const code = text.charCodeAt(at);
      // All white space and line ends are at most U+0020 or at least U+00A0.
      if ((code <= char.space || code >= 0xa0) && (isSpace(code) || isLineEnd(code))) break;
      at++;
    }
    return at;
  }

  #readQuoted(): TokenKind {
    const text = this.#text;
    const limit = this.#limit;
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

  /**
   * The kind of an unquoted token. Brackets and operators count as syntax only if they are the
   * whole token.
   */
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
        default:
          return TokenKind.Word;
      }
    }
    if (first === char.less) {
      return end - start === 2 && text.charCodeAt(start + 1) === char.less
        ? TokenKind.RightBefore
        : TokenKind.Word;
    }
    if (first !== char.minus || text.charCodeAt(end - 1) !== char.greater) return TokenKind.Word;
    // `->`, or a dash, a label and `->`; `-->` has no label and is a word.
    const arrow = end - start === 2 || (end - start > 3 && text.charCodeAt(end - 2) === char.minus);
    return arrow ? TokenKind.Arrow : TokenKind.Word;
  }
}
