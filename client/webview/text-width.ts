const context = document.createElement('canvas').getContext('2d');

/** How wide a text is, in pixels, in the panel's own font at a size in pixels. */
export function textWidth(
  text: string,
  size: number,
  style: 'normal' | 'italic' = 'normal',
): number {
  // Without a canvas, a guess from the usual shape of letters.
  if (context === null) return text.length * size * 0.6;
  context.font = `${style} ${size}px ${panelFont()}`;
  // As the stylesheet has it: letters are as wide at every zoom.
  context.textRendering = 'geometricPrecision';
  return context.measureText(text).width;
}

/** The panel's font, as a list of families. */
export function panelFont(): string {
  return getComputedStyle(document.body).fontFamily;
}
