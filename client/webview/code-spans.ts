/** A piece of a message: code, or the prose around it. */
export interface Span {
  readonly text: string;
  readonly isCode: boolean;
}

/**
 * Splits a message into prose and code, which is in backticks. A single backtick is prose. So is a
 * quotation that contains a backtick, such as “`sat”.
 */
export function codeSpans(message: string): Span[] {
  const spans: Span[] = [];
  let end = 0;
  const addText = (to: number): void => {
    if (to > end) spans.push({ text: message.slice(end, to), isCode: false });
  };
  for (const found of message.matchAll(codeOrQuotation)) {
    const code = found.at(1);
    if (code === undefined) continue;
    addText(found.index);
    spans.push({ text: code, isCode: true });
    end = found.index + found[0].length;
  }
  addText(message.length);
  return spans;
}

/** Code, or a quotation that contains a backtick. Only code is captured as a group. */
const codeOrQuotation = /`([^`]+)`|“[^“”]*`[^“”]*”/g;
