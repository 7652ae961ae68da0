import { chromium } from 'playwright-core';

const quiet = [
  '--disable-gpu',
  '--disable-quic',
  // A key scrolls at once, so that tests need not wait for an animation.
  '--disable-smooth-scrolling',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Starts a headless Chromium. */
export const launch = (executablePath) => chromium.launch({ executablePath, args: quiet });

/**
 * A page of the size of a laptop's screen, in a context of its own, which shares nothing with other pages.
 * @param {import('playwright-core').Browser} browser
 */
export async function newPage(browser) {
  const context = await browser.newContext({ viewport: { width: 1400, height: 860 } });
  return context.newPage();
}
