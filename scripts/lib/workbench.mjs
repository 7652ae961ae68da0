import { chromium } from 'playwright-core';

const quiet = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Starts a headless Chromium. */
export const launch = (executablePath) => chromium.launch({ executablePath, args: quiet });

/**
 * A page as large as a laptop's screen, that shares nothing with other pages.
 * @param {import('playwright-core').Browser} browser
 */
export const newPage = (browser) => browser.newPage({ viewport: { width: 1400, height: 860 } });
