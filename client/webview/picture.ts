/** A drawing as shapes on white paper, later shapes on top: the source of each exported file. */
export interface Picture {
  readonly width: number;
  readonly height: number;
  readonly fontFamily: string;
  readonly shapes: readonly Shape[];
}

export type Shape = LineShape | FilledShape | BoxShape | TextShape;

/** Paths as SVG has them. */
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

/** Its middle is at `x`, its baseline at `y`. */
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

/** Each ink has a contrast of at least 4.5 with the paper. */
export const paper = '#ffffff';
export const ink = '#1f1f1f';
export const givenInk = '#0b57b0';
export const foundInk = '#5f5f5f';

/** The paper itself, under everything else. */
export function sheet(width: number, height: number): Shape {
  return { kind: 'box', x: 0, y: 0, width, height, colour: paper };
}
