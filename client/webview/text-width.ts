const context = document.createElement('canvas').getContext('2d');

/** Measures the width of a text in pixels, in the panel's font at a size in pixels. */
export function textWidth(
  text: string,
  size: number,
  style: 'normal' | 'italic' = 'normal',
): number {
  // If there is no canvas, assumes that a letter is 0.6 times as wide as the font's size.
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
