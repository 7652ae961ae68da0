import type { FrameLocator } from 'playwright-core';

/** What is cut or collides in the derivation that the panel shows, as the browser has drawn it. */
export function ccgFlaws(panel: FrameLocator): Promise<string[]> {
  return panel.locator('svg.ccg').evaluate((drawing) => {
    /** Rounding to the device's pixels. */
    const tolerance = 0.75;
    const flaws: string[] = [];
    const frame = drawing.getBoundingClientRect();
    const drawn = [...drawing.querySelectorAll('text, .node-line')].map((element) => {
      const { left, right, top, bottom } = element.getBoundingClientRect();
      const name = element.textContent || `the line of ${element.parentElement?.textContent}`;
      return { name, left, right, top, bottom };
    });
    drawn.forEach((a, i) => {
      for (const b of drawn.slice(0, i)) {
        const isApart =
          a.right <= b.left + tolerance ||
          b.right <= a.left + tolerance ||
          a.bottom <= b.top + tolerance ||
          b.bottom <= a.top + tolerance;
        if (!isApart) flaws.push(`${a.name} collides with ${b.name}`);
      }
      const isInside =
        a.left >= frame.left - tolerance &&
        a.right <= frame.right + tolerance &&
        a.top >= frame.top - tolerance &&
        a.bottom <= frame.bottom + tolerance;
      if (!isInside) flaws.push(`${a.name} is cut`);
    });
    for (const node of drawing.querySelectorAll('.node')) {
      const line = node.querySelector('.node-line')?.getBoundingClientRect();
      const category = node.querySelector('.category')?.getBoundingClientRect();
      if (!line || !category) throw new Error('A node has no line or no category.');
      const [middle, centre] = [line, category].map(({ left, right }) => (left + right) / 2);
      // Browsers set a text a little narrower or wider than its parts were measured.
      if (Math.abs(middle - centre) > 1.5) flaws.push(`${node.textContent} is not centred`);
    }
    return flaws;
  });
}
