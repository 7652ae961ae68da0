const context = document.createElement('canvas').getContext('2d');

/** How wide a text is, in pixels, in the panel's own font at a size in pixels. */
export function textWidth(text: string, size: number, weight = 'normal'): number {
  // Without a canvas, a guess from the usual shape of letters.
  if (context === null) return text.length * size * 0.6;
  context.font = `${weight} ${size}px ${getComputedStyle(document.body).fontFamily}`;
  return context.measureText(text).width;
}
