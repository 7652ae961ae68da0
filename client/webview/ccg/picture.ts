import type { ShownCcgDerivation } from '../../../server/src/lsp/protocol.ts';
import { foundInk, ink, sheet, type Picture, type Shape } from '../picture.ts';
import { directionOf } from '../tree-words.ts';
import type { Words } from './derivation.ts';
import type { CcgLayout } from './layout.ts';
import { baselines, featureDrop, typeSizes, type TypesetDerivation } from './typeset.ts';

export function ccgPicture(
  { nodes }: ShownCcgDerivation,
  words: Words,
  typeset: TypesetDerivation,
  layout: CcgLayout,
  fontFamily: string,
): Picture {
  const { width, height } = layout;
  const common = { kind: 'text', style: 'normal', direction: 'ltr', colour: ink } as const;
  const forms = words.map(({ form }, i): Shape => {
    const { x, y, width: wide } = layout.words[i];
    return {
      ...common,
      ...{ text: form, size: typeSizes.form, direction: directionOf(form) },
      ...{ x: x + wide / 2, y: y + baselines.form },
    };
  });
  const parts = nodes.flatMap(({ rule }, i): Shape[] => {
    const { line, label, category } = layout.nodes[i];
    const { left, right, y } = line;
    const path = `M${left} ${y}H${right}`;
    const shapes: Shape[] = [{ kind: 'line', path, colour: foundInk, width: 1, isDashed: false }];
    if (label !== null && rule !== null) {
      const x = label.x + label.width / 2;
      const at = { x, y: label.y + baselines.rule };
      shapes.push({ ...common, text: rule, size: typeSizes.rule, ...at });
    }
    for (const { text, isFeature, x, width: wide } of typeset.nodes[i].runs) {
      const baseline = category.y + baselines.category;
      shapes.push({
        ...common,
        ...{ text, x: category.x + x + wide / 2 },
        ...(isFeature
          ? { size: typeSizes.feature, style: 'italic', y: baseline + featureDrop }
          : { size: typeSizes.category, y: baseline }),
      });
    }
    return shapes;
  });
  return { width, height, fontFamily, shapes: [sheet(width, height), ...forms, ...parts] };
}
