import type { Locator } from 'playwright-core';

const passes = 3;

/**
 * Scrolls an element from its top at the pace of a finger and from its bottom by jumps: once to count what is drawn, then
 * to time the frames, as counting takes time too. The times are of this machine, so they are only printed.
 *
 * @param items - a selector of what is counted
 * @returns the most items that were laid out in one frame
 */
export async function scrollThrough(element: Locator, items: string): Promise<number> {
  const { mostDrawn } = await scrollOnce(element, items);
  const longestFrames: string[] = [];
  while (longestFrames.length < passes) {
    longestFrames.push((await scrollOnce(element, null)).longestFrame.toFixed(0));
  }
  console.log(`      ${mostDrawn} drawn at most; longest frames: ${longestFrames.join(', ')} ms`);
  return mostDrawn;
}

function scrollOnce(
  element: Locator,
  items: string | null,
): Promise<{ mostDrawn: number; longestFrame: number }> {
  return element.evaluate(async (scrolled, selector) => {
    const frame = (): Promise<number> => new Promise((resolve) => requestAnimationFrame(resolve));
    const drawn = (): number => {
      if (selector === null) return 0;
      const found = [...scrolled.querySelectorAll(selector)];
      return found.filter((item) => item.checkVisibility({ contentVisibilityAuto: true })).length;
    };
    const end = scrolled.scrollHeight - scrolled.clientHeight;
    const steps = 60;
    const places = [
      ...Array.from({ length: steps }, (_, i) => i * 90),
      ...Array.from({ length: steps }, (_, i) => (end * (steps - i)) / steps),
    ];
    let mostDrawn = 0;
    let longestFrame = 0;
    let last = await frame();
    for (const place of places) {
      scrolled.scrollTop = place;
      const now = await frame();
      longestFrame = Math.max(longestFrame, now - last);
      last = now;
      mostDrawn = Math.max(mostDrawn, drawn());
    }
    return { mostDrawn, longestFrame };
  }, items);
}
