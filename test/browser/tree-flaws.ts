import type { FrameLocator } from 'playwright-core';

/** What is cut or collides in the tree that the panel shows, as the browser has drawn it. */
export function treeFlaws(panel: FrameLocator): Promise<string[]> {
  return panel.locator('svg.tree').evaluate((drawing) => {
    /** Rounding to the device's pixels. */
    const tolerance = 0.75;
    const flaws: string[] = [];
    const all = <T extends Element>(selector: string): T[] => [
      ...drawing.querySelectorAll<T>(selector),
    ];
    const boxOf = (element: Element): DOMRect => element.getBoundingClientRect();
    const frame = boxOf(drawing);
    const isInside = (inner: DOMRect, outer: DOMRect): boolean =>
      inner.left >= outer.left - tolerance &&
      inner.right <= outer.right + tolerance &&
      inner.top >= outer.top - tolerance &&
      inner.bottom <= outer.bottom + tolerance;
    const overlap = (a: DOMRect, b: DOMRect): boolean =>
      a.right > b.left + tolerance &&
      b.right > a.left + tolerance &&
      a.bottom > b.top + tolerance &&
      b.bottom > a.top + tolerance;

    const labels = all('.arc-label rect');
    const words = all('.word-box');
    const names = (element: Element): string => element.parentElement?.textContent ?? '';
    const apart = (elements: Element[], others: Element[]): void => {
      for (const a of elements) {
        for (const b of others) {
          if (a === b) continue;
          if (overlap(boxOf(a), boxOf(b))) flaws.push(`${names(a)} overlaps ${names(b)}`);
        }
      }
    };
    apart(labels, labels);
    apart(words, words);
    apart(labels, words);
    for (const box of [...labels, ...words]) {
      if (!isInside(boxOf(box), frame)) flaws.push(`${names(box)} is cut`);
    }
    for (const text of all('text')) {
      const box = text.parentElement?.querySelector('rect');
      if (!box) throw new Error('A text has no box.');
      const [inner, outer] = [boxOf(text), boxOf(box)];
      if (inner.left < outer.left - tolerance || inner.right > outer.right + tolerance) {
        flaws.push(`${text.textContent} is wider than its box`);
      }
    }
    for (const line of all<SVGPathElement>('.arc-line')) {
      const matrix = line.getScreenCTM();
      if (matrix === null) throw new Error('An arc is not drawn.');
      for (const at of [0, line.getTotalLength()]) {
        const { x, y } = line.getPointAtLength(at).matrixTransform(matrix);
        if (!isInside(new DOMRect(x, y, 0, 0), frame))
          flaws.push('an arc ends outside the drawing');
      }
    }
    return flaws;
  });
}
