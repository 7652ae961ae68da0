import type { ShownToken } from '../../server/src/lsp/protocol.ts';
import type { TreeLayout } from './tree-layout.ts';
import {
  arcLabel,
  directionOf,
  formBaseline,
  labelBaseline,
  labelStyle,
  tagBaseline,
  typeSizes,
} from './tree-words.ts';

/** A tree as shapes on white paper, one over the other: what a file of it is made from. */
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

/** Each has a contrast of at least 4.5 with the paper. */
const paper = '#ffffff';
const ink = '#1f1f1f';
const givenInk = '#0b57b0';
const foundInk = '#5f5f5f';
const inkOf = (isGiven: boolean): string => (isGiven ? givenInk : foundInk);

export function treePicture(
  tokens: readonly ShownToken[],
  { width, height, words, arcs }: TreeLayout,
  fontFamily: string,
): Picture {
  const lines = arcs.flatMap(({ dependent, pieces }) => {
    const isGiven = tokens[dependent - 1].given.head;
    const colour = inkOf(isGiven);
    return pieces.flatMap(({ path, arrow }): Shape[] => [
      { kind: 'line', path, colour, width: isGiven ? 1.6 : 1.2, isDashed: !isGiven },
      ...(arrow === null ? [] : [{ kind: 'filled', path: arrow, colour } as const]),
    ]);
  });
  const labels = arcs.flatMap(({ dependent, pieces }) => {
    const token = tokens[dependent - 1];
    const label = arcLabel(token);
    return pieces.flatMap(({ label: box }): Shape[] => {
      if (box === null || label === null) return [];
      return [
        { kind: 'box', ...box, colour: paper },
        {
          kind: 'text',
          text: label.text,
          x: box.x + box.width / 2,
          y: box.y + labelBaseline,
          size: typeSizes.label,
          style: labelStyle(label),
          direction: 'ltr',
          colour: inkOf(token.given.head && label.kind !== 'likely'),
        },
      ];
    });
  });
  const texts = tokens.flatMap(({ form, tag, given }, i): Shape[] => {
    const { x: left, y, width: wide } = words[i];
    const x = left + wide / 2;
    const common = { kind: 'text', x, style: 'normal' } as const;
    return [
      {
        ...common,
        text: form,
        y: y + formBaseline,
        size: typeSizes.form,
        direction: directionOf(form),
        colour: ink,
      },
      {
        ...common,
        text: tag,
        y: y + tagBaseline,
        size: typeSizes.tag,
        direction: 'ltr',
        colour: inkOf(given.tag),
      },
    ];
  });
  const sheet: Shape = { kind: 'box', x: 0, y: 0, width, height, colour: paper };
  return { width, height, fontFamily, shapes: [sheet, ...lines, ...labels, ...texts] };
}
