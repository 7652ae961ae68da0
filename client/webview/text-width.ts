const context = document.createElement('canvas').getContext('2d');

/** The width of a text in the panel's font. The width and the size are in pixels. */
export function textWidth(
  text: string,
  size: number,
  style: 'normal' | 'italic' = 'normal',
): number {
  // Without a canvas, assumes that a letter is 0.6 times as wide as the font's size.
  if (context === null) return text.length * size * 0.6;
  context.font = `${style} ${size}px ${panelFont()}`;
  // Keeps widths exactly proportional to the zoom. The style sheet has the same setting.
  context.textRendering = 'geometricPrecision';
  return context.measureText(text).width;
}

/** The panel's font, as a list of families. */
export function panelFont(): string {
  return getComputedStyle(document.body).fontFamily;
}
