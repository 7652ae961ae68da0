import { cpSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, FrameLocator, Locator, Page } from 'playwright-core';
import { ensureChromium } from '../../scripts/lib/chromium.mjs';
import { Profile, startHost } from '../../scripts/lib/host.mjs';
import { inProject, root } from '../../scripts/lib/paths.mjs';
import { launch, newPage } from '../../scripts/lib/workbench.mjs';

/** A slow machine is not a failure: what is waited for is there at once on others. */
const patienceMs = 60_000;

/** Long enough for the workbench's last repaint; there is no event that says so. */
const settleMs = 1500;
const pickMs = 5_000;
const openMs = 15_000;
const pollMs = 50;
const attempts = 6;

/** Where pictures of the workbench are put. */
export const pictures = inProject('dist/test/screenshots');

/** Kinds of themes as VS Code names them to a webview, and a theme of each. */
export const themes = {
  dark: 'Dark Modern',
  light: 'Light Modern',
  'high-contrast': 'Dark High Contrast',
  'high-contrast-light': 'Light High Contrast',
};

/** The workbench as a person sees it: a page on a VS Code with the extension in development. */
export class Workbench {
  private constructor(
    /** Renewed by `load`. */
    public page: Page,
    private readonly browser: Browser,
    private readonly host: Awaited<ReturnType<typeof startHost>>,
    private readonly profile: Profile,
    private readonly workspace: string,
  ) {}

  static async start(): Promise<Workbench> {
    const profile = new Profile();
    mkdirSync(pictures, { recursive: true });
    const workspace = join(profile.folder, 'examples');
    cpSync(inProject('examples'), workspace, { recursive: true });
    const host = await startHost(profile);
    const browser = await launch(await ensureChromium());
    return new Workbench(await newPage(browser), browser, host, profile, workspace);
  }

  async end(): Promise<void> {
    await this.browser.close();
    await this.host.stop();
    this.profile.remove();
  }

  /** Writes a file into the folder that the workbench is on; returns its path. */
  write(file: string, content: string | Uint8Array): string {
    const path = join(this.workspace, file);
    writeFileSync(path, content);
    return path;
  }

  /** Reads one that the workbench has written, once it is there. */
  async read(file: string): Promise<Buffer> {
    const path = join(this.workspace, file);
    await until(
      `${file} is written`,
      () => (statSync(path, { throwIfNoEntry: false })?.size ?? 0) > 0,
    );
    return readFileSync(path);
  }

  /** Loads the workbench anew, with these settings and none of the state of before. */
  async load(
    settings: Record<string, unknown>,
    ofMachine: Record<string, unknown> = {},
  ): Promise<void> {
    this.profile.applySettings(settings, ofMachine);
    await this.page.context().close();
    this.page = await newPage(this.browser);
    this.page.setDefaultTimeout(patienceMs);
    // What tsx compiles calls this helper in every named function, also in those sent to the page.
    await this.page.addInitScript('globalThis.__name = (named) => named;');
    await this.page.goto(this.host.url({ open: this.workspace, extension: root }));
    // The extension's own part of the window is what the pictures are of.
    await this.page.locator('.part.sidebar').waitFor();
    await this.page.keyboard.press('Control+b');
    await this.page.locator('.part.sidebar').waitFor({ state: 'hidden' });
  }

  /** Loads the window anew, as it was left. */
  async reload(): Promise<void> {
    const loaded = this.page.waitForEvent('load');
    // Unlike the browser, the workbench waits until it has written down what is open.
    await this.run('Developer: Reload Window');
    await loaded;
    await this.page.locator('.monaco-workbench').waitFor();
  }

  /** Opens a file by typing its name, as a person would, and puts the cursor on a line. */
  async open(file: string, line: number): Promise<void> {
    await this.choose(file, file);
    await this.page.locator('.monaco-editor .view-line').first().waitFor();
    await this.choose(`:${line}`, `line ${line}`);
  }

  /** Runs a command by its title in the palette. */
  async run(command: string): Promise<void> {
    await this.choose(`>${command}`, command);
  }

  /** Chooses one of the quick fixes at the cursor, until what it opens is there. */
  async quickFix(title: string, opens: Locator): Promise<void> {
    await this.insist(async () => {
      await this.page.keyboard.press('Control+.');
      await this.page.locator('.action-widget').getByText(title).first().click({ timeout: pickMs });
      await opens.waitFor({ timeout: pickMs });
    });
  }

  /** Takes an entry of the menu that a right click shows, until what it opens is there. */
  async chooseFromMenu(of: Locator, title: string, opens: Locator): Promise<void> {
    const entry = this.page.locator('.monaco-menu .action-label').getByText(title);
    await this.insist(async () => {
      if ((await entry.count()) === 0) await of.click({ button: 'right', timeout: pickMs });
      await entry.click({ timeout: pickMs });
      await opens.waitFor({ timeout: openMs });
    });
  }

  /** Clicks on what the editor may draw anew at that moment, until what it opens is there. */
  async click(target: Locator, opens: Locator): Promise<void> {
    await this.insist(async () => {
      await target.click({ timeout: pickMs });
      await opens.waitFor({ timeout: openMs });
    });
  }

  /** The document inside the webview of an extension. */
  get panel(): FrameLocator {
    return this.page.frameLocator('iframe.webview').frameLocator('iframe#active-frame');
  }

  /** Of several such documents, the one under a heading, once there is one. */
  async panelUnder(heading: string): Promise<FrameLocator> {
    const frames = this.page.locator('iframe.webview');
    for (const deadline = Date.now() + patienceMs; Date.now() < deadline;) {
      for (let i = 0; i < (await frames.count()); i++) {
        const panel = frames.nth(i).contentFrame().frameLocator('iframe#active-frame');
        if (await panel.getByRole('heading', { name: heading }).isVisible()) return panel;
      }
      await this.page.waitForTimeout(pollMs);
    }
    throw new Error(`No panel is under the heading "${heading}".`);
  }

  async screenshot(path: string): Promise<void> {
    await this.page.mouse.move(0, 0);
    await this.page.waitForTimeout(settleMs);
    await this.page.screenshot({ path });
  }

  /** Of a test that failed, keeps what the workbench looked like. */
  async pictureOf(test: Mocha.Test | undefined): Promise<void> {
    if (test?.state !== 'failed') return;
    const picture = inProject('dist/test/failure.png');
    await this.screenshot(picture);
    console.log(`What it looked like is in ${picture}`);
  }

  /** A colour theme that the settings name is not applied on a browser's first visit. */
  async chooseTheme(label: string): Promise<void> {
    const command = 'Preferences: Color Theme';
    await this.palette(async () => {
      await this.pick(`>${command}`, command);
      await this.page.getByPlaceholder('Select Color Theme').waitFor({ timeout: pickMs });
      await this.pick(label, label);
    });
  }

  private get quickInput(): Locator {
    return this.page.locator('.quick-input-widget input.input');
  }

  /** Types into the palette, and chooses the first line that shows a text. */
  private choose(typed: string, shown: string): Promise<void> {
    return this.palette(() => this.pick(typed, shown));
  }

  /**
   * Opens the palette for something to be picked. A window that is still being filled may take the
   * palette away, or fill its list only after it was filtered: then all is done again.
   */
  private async palette(pick: () => Promise<void>): Promise<void> {
    await this.insist(async () => {
      await this.page.keyboard.press('F1');
      await pick();
    });
    await this.quickInput.waitFor({ state: 'hidden' });
  }

  /** Does again what a slow window has lost. */
  async insist(act: () => Promise<void>): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      try {
        await act();
        return;
      } catch (error) {
        if (attempt === attempts) throw error;
        await this.page.keyboard.press('Escape');
      }
    }
  }

  private async pick(typed: string, shown: string): Promise<void> {
    await this.quickInput.fill('', { timeout: pickMs });
    await this.quickInput.fill(typed, { timeout: pickMs });
    const rows = this.page.locator('.quick-input-list .monaco-list-row', { hasText: shown });
    await rows.first().click({ timeout: pickMs });
  }
}

/** Waits for what no event tells of. */
export async function until(what: string, holds: () => boolean | Promise<boolean>): Promise<void> {
  for (const deadline = Date.now() + patienceMs; !(await holds());) {
    if (Date.now() > deadline) throw new Error(`Waited in vain until ${what}.`);
    await new Promise((resolve) => setTimeout(resolve, pollMs));
  }
}
