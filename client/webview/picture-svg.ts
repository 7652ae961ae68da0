import type { Picture, Shape } from './picture.ts';

/**
 * The SVG file needs no style sheet: colours and fonts are attributes.
 *
 * @param title a description for users who cannot see the picture
 */
export function toSvg({ width, height, fontFamily, shapes }: Picture, title: string): string {
  const [wide, high] = [width, height].map(rounded);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<svg xmlns="http://www.w3.org/2000/svg" role="img" width="${wide}" height="${high}" viewBox="0 0 ${wide} ${high}" font-family="${escaped(fontFamily)}" text-anchor="middle">`,
    `<title>${escaped(title)}</title>`,
    ...shapes.map(element),
    '</svg>',
    '',
  ].join('\n');
}

function element(shape: Shape): string {
  switch (shape.kind) {
    case 'line': {
      const dashes = shape.isDashed ? ' stroke-dasharray="4 4"' : '';
      return `<path d="${roundedPath(shape.path)}" fill="none" stroke="${shape.colour}" stroke-width="${shape.width}" stroke-linecap="round"${dashes}/>`;
    }
    case 'filled':
      return `<path d="${roundedPath(shape.path)}" fill="${shape.colour}"/>`;
    case 'box': {
      const [x, y, width, height] = [shape.x, shape.y, shape.width, shape.height].map(rounded);
      return `<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="${shape.colour}"/>`;
    }
    case 'text': {
      const italic = shape.style === 'italic' ? ' font-style="italic"' : '';
      const direction = shape.direction === 'rtl' ? ' direction="rtl"' : '';
      return `<text x="${rounded(shape.x)}" y="${rounded(shape.y)}" font-size="${shape.size}"${italic}${direction} fill="${shape.colour}">${escaped(shape.text)}</text>`;
    }
  }
}

/** To a hundredth of a pixel. Printers cannot show smaller differences. */
function rounded(length: number): string {
  return String(Math.round(length * 100) / 100);
}

function roundedPath(path: string): string {
  return path.replace(/-?\d+\.\d+/g, (length) => rounded(Number(length)));
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};

/** U+FFFD stands for characters that XML cannot contain. */
function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (character) => entities[character]).replace(unwritable, '\uFFFD');
}

// Matches the characters that XML 1.0 excludes (production Char).
// eslint-disable-next-line no-control-regex -- control characters are among them
const unwritable = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]|\p{Surrogate}/gu;
