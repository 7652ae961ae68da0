import { foundInk, givenInk, ink, paper, sheet } from './picture.ts';
import type { Picture, Shape } from './picture.ts';
import type { TreeLayout } from './tree-layout.ts';
import {
  arcLabel,
  directionOf,
  formBaseline,
  labelBaseline,
  labelStyle,
  tagBaseline,
  typeSizes,
  type TreeToken,
} from './tree-words.ts';

const inkOf = (isGiven: boolean): string => (isGiven ? givenInk : foundInk);

export function treePicture(
  tokens: readonly TreeToken[],
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
          colour: inkOf(token.given.head && label.kind !== 'parsed'),
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
  const shapes = [sheet(width, height), ...lines, ...labels, ...texts];
  return { width, height, fontFamily, shapes };
}
