import { cpSync } from 'node:fs';
import { join } from 'node:path';
import type { FrameLocator, Page } from 'playwright-core';
import { ensureChromium } from '../../scripts/lib/chromium.mjs';
import { Profile, startHost } from '../../scripts/lib/host.mjs';
import { inProject, root } from '../../scripts/lib/paths.mjs';
import { openPage } from '../../scripts/lib/workbench.mjs';

/** Long enough for the workbench's last repaint; there is no event that says so. */
const settleMs = 1500;

/** The workbench as a person sees it: a page on a VS Code with the extension in development. */
export class Workbench {
  private constructor(
    readonly page: Page,
    private readonly url: string,
    private readonly profile: Profile,
    private readonly stop: () => Promise<void>,
  ) {}

  static async start(): Promise<Workbench> {
    const profile = new Profile();
    const workspace = join(profile.folder, 'examples');
    cpSync(inProject('examples'), workspace, { recursive: true });
    const host = await startHost(profile);
    const { page, close } = await openPage(await ensureChromium());
    // What tsx compiles calls this helper in every named function, also in those sent to the page.
    await page.addInitScript('globalThis.__name = (named) => named;');
    const url = host.url({ open: workspace, extension: root });
    return new Workbench(page, url, profile, async () => {
      await close();
      await host.stop();
      profile.remove();
    });
  }

  end(): Promise<void> {
    return this.stop();
  }

  /** Loads the workbench anew, with these settings and none of the state of before. */
  async load(settings: Record<string, unknown>): Promise<void> {
    this.profile.applySettings(settings);
    await this.page.goto(this.url);
    await this.page.locator('.monaco-workbench').waitFor();
  }

  /** Opens a file by typing its name, as a person would. */
  async open(file: string): Promise<void> {
    await this.choose('', file);
    await this.page.locator('.monaco-editor .view-line').first().waitFor();
  }

  /** Runs a command by its title in the palette. */
  async run(command: string): Promise<void> {
    await this.choose('>', command);
  }

  /** The document inside the webview of an extension. */
  get panel(): FrameLocator {
    return this.page.frameLocator('iframe.webview').frameLocator('iframe#active-frame');
  }

  async screenshot(path: string): Promise<void> {
    await this.page.mouse.move(0, 0);
    await this.page.waitForTimeout(settleMs);
    await this.page.screenshot({ path });
  }

  private async choose(prefix: string, text: string): Promise<void> {
    const input = this.page.locator('.quick-input-widget input.input');
    await this.page.keyboard.press('F1');
    await input.fill(`${prefix}${text}`);
    await this.page
      .locator('.quick-input-list .monaco-list-row', { hasText: text })
      .first()
      .click();
    await input.waitFor({ state: 'hidden' });
  }
}
