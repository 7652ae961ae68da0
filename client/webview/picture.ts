/** A drawing on white paper, for SVG and PNG files. Later shapes cover earlier ones. */
export interface Picture {
  readonly width: number;
  readonly height: number;
  readonly fontFamily: string;
  readonly shapes: readonly Shape[];
}

export type Shape = LineShape | FilledShape | BoxShape | TextShape;

/** `path` is in SVG's syntax. */
interface LineShape {
  readonly kind: 'line';
  readonly path: string;
  readonly colour: string;
  readonly width: number;
  readonly isDashed: boolean;
}

interface FilledShape {
  readonly kind: 'filled';
  readonly path: string;
  readonly colour: string;
}

interface BoxShape {
  readonly kind: 'box';
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly colour: string;
}

/** The text's middle is at `x`, its baseline at `y`. */
interface TextShape {
  readonly kind: 'text';
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly size: number;
  readonly style: 'normal' | 'italic';
  readonly direction: 'ltr' | 'rtl';
  readonly colour: string;
}

/** The contrast of each ink with the paper is at least 4.5 : 1. */
export const paper = '#ffffff';
export const ink = '#1f1f1f';
export const givenInk = '#0b57b0';
export const foundInk = '#5f5f5f';

/** The white paper, to put under all other shapes. */
export function sheet(width: number, height: number): Shape {
  return { kind: 'box', x: 0, y: 0, width, height, colour: paper };
}
