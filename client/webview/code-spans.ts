/** A piece of a message: code, or the prose around it. */
export interface Span {
  readonly text: string;
  readonly isCode: boolean;
}

/**
 * Splits a message at its backticks, as in "`sat` is not in `words:`". A backtick without a partner
 * is text.
 */
export function codeSpans(message: string): Span[] {
  return message
    .split(/`([^`]+)`/)
    .map((text, i) => ({ text, isCode: i % 2 === 1 }))
    .filter(({ text }) => text !== '');
}
