import { chromium } from 'playwright-core';

const quiet = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Opens a headless Chromium with one page, as wide as a laptop's screen. */
export async function openPage(executablePath) {
  const browser = await chromium.launch({ executablePath, args: quiet });
  const page = await browser.newPage({ viewport: { width: 1400, height: 860 } });
  return { page, close: () => browser.close() };
}
