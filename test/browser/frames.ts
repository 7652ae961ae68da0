import type { Locator } from 'playwright-core';

/** Frames longer than this are seen as a stutter. */
export const longestFrameMs = 50;

/** A machine that has other things to do is not the page's fault: one pass in so many is smooth. */
const passes = 12;

/**
 * Scrolls an element from its top to its bottom at the pace of a finger and back by jumps, until a pass is smooth.
 *
 * @returns the longest time between two frames of each pass, in ms
 */
export async function longestFrames(element: Locator): Promise<number[]> {
  const frames: number[] = [];
  while (frames.length < passes && !frames.some((worst) => worst <= longestFrameMs)) {
    frames.push(await longestFrame(element));
  }
  return frames;
}

function longestFrame(element: Locator): Promise<number> {
  return element.evaluate(async (scrolled) => {
    const frame = (): Promise<number> => new Promise((resolve) => requestAnimationFrame(resolve));
    const end = scrolled.scrollHeight - scrolled.clientHeight;
    const steps = 60;
    const places = [
      ...Array.from({ length: steps }, (_, i) => i * 90),
      ...Array.from({ length: steps }, (_, i) => (end * (steps - i)) / steps),
    ];
    let longest = 0;
    let last = await frame();
    for (const place of places) {
      scrolled.scrollTop = place;
      const now = await frame();
      longest = Math.max(longest, now - last);
      last = now;
    }
    return longest;
  });
}
