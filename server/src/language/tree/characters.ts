/**
 * Character classes, by UTF-16 code unit. White space is what `\s` matches in a regular expression,
 * so the scanner and code that splits text at `\s` agree.
 */

export const char = {
  tab: 0x09,
  lineFeed: 0x0a,
  carriageReturn: 0x0d,
  space: 0x20,
  quote: 0x22,
  hash: 0x23,
  openParenthesis: 0x28,
  closeParenthesis: 0x29,
  minus: 0x2d,
  slash: 0x2f,
  zero: 0x30,
  nine: 0x39,
  colon: 0x3a,
  less: 0x3c,
  greater: 0x3e,
  question: 0x3f,
  at: 0x40,
  openBracket: 0x5b,
  backslash: 0x5c,
  closeBracket: 0x5d,
  a: 0x61,
  z: 0x7a,
  openBrace: 0x7b,
  bar: 0x7c,
  closeBrace: 0x7d,
} as const;

/** LF, CR LF and a lone CR each end a line, as in the editor. */
export function isLineEnd(code: number): boolean {
  return code === char.lineFeed || code === char.carriageReturn;
}

/** Whether a code unit is white space other than a line end. */
export function isSpace(code: number): boolean {
  if (code <= char.space) {
    return code === char.space || code === char.tab || code === 0x0b || code === 0x0c;
  }
  if (code < 0xa0) return false;
  return (
    code === 0xa0 ||
    code === 0x1680 ||
    (code >= 0x2000 && code <= 0x200a) ||
    code === 0x2028 ||
    code === 0x2029 ||
    code === 0x202f ||
    code === 0x205f ||
    code === 0x3000 ||
    code === 0xfeff
  );
}

export function isDigit(code: number): boolean {
  return code >= char.zero && code <= char.nine;
}

/** The first line end at or after `offset`, but at most `limit`. */
export function lineEndAt(text: string, offset: number, limit: number): number {
  let at = offset;
  while (at < limit && !isLineEnd(text.charCodeAt(at))) at++;
  return at;
}

/** The offset after the line end at `offset`; `offset` if no line end is there. */
export function afterLineEnd(text: string, offset: number, limit: number): number {
  if (offset >= limit) return offset;
  const code = text.charCodeAt(offset);
  if (code === char.lineFeed) return offset + 1;
  if (code !== char.carriageReturn) return offset;
  return offset + 1 < limit && text.charCodeAt(offset + 1) === char.lineFeed
    ? offset + 2
    : offset + 1;
}

export function countLines(text: string, start: number, end: number): number {
  let count = 0;
  for (let at = start; at < end; at++) {
    const code = text.charCodeAt(at);
    if (code === char.lineFeed) count++;
    else if (code === char.carriageReturn) {
      count++;
      if (at + 1 < end && text.charCodeAt(at + 1) === char.lineFeed) at++;
    }
  }
  return count;
}
