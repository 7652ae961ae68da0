import assert from 'node:assert/strict';
import { cpSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { Browser, FrameLocator, Locator, Page } from 'playwright-core';
import { ensureChromium } from '../../scripts/lib/chromium.mjs';
import { Profile, startHost } from '../../scripts/lib/host.mjs';
import { inProject, root } from '../../scripts/lib/paths.mjs';
import { launch, newPage } from '../../scripts/lib/workbench.mjs';

/** Longer than any wait on a slow machine: a test fails only when the fact never comes. */
const patienceMs = 60_000;
const pollMs = 50;

/** The theme that the host shows at a browser's first visit. It ignores the settings then. */
const themeAtFirst = 'Light 2026';

const screen = { width: 1400, height: 860 };

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
  #isLoaded = false;
  #settingsApplied = 0;
  #theme = themeAtFirst;
  /** The errors and warnings of the page and its frames since it was loaded. */
  #complaints: string[] = [];
  readonly #written = new Set<string>();

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
    this.#written.add(path);
    return path;
  }

  /** Reads a file that the workbench writes, as soon as it is there. */
  async read(file: string): Promise<Buffer> {
    const path = join(this.workspace, file);
    await until(
      `${file} is written`,
      () => (statSync(path, { throwIfNoEntry: false })?.size ?? 0) > 0,
    );
    return readFileSync(path);
  }

  /** Removes the files that tests have written, and restores the examples. */
  restoreFiles(): void {
    for (const path of this.#written) rmSync(path, { force: true });
    this.#written.clear();
    cpSync(inProject('examples'), this.workspace, { recursive: true });
  }

  /** Loads the workbench anew, with default settings and without the state of earlier tests. */
  async load(): Promise<void> {
    this.profile.applySettings({});
    this.#theme = themeAtFirst;
    this.#isLoaded = true;
    await this.page.context().close();
    this.page = await newPage(this.browser);
    this.page.setDefaultTimeout(patienceMs);
    this.#complaints = [];
    this.page.on('console', (message) => {
      const text = message.text();
      // The workbench writes into the log that a webview waits for its service worker.
      const isBad = ['error', 'warning'].includes(message.type()) || /service worker/i.test(text);
      if (isBad) this.#complaints.push(text);
    });
    await this.page.setViewportSize(screen);
    // What tsx compiles calls this helper in every named function, also in those sent to the page.
    await this.page.addInitScript('globalThis.__name = (named) => named;');
    await this.page.goto(this.host.url({ open: this.workspace, extension: root }));
    await this.#ready();
    // The extension's own part of the window is what the pictures are of.
    await this.page.locator('.part.sidebar').waitFor();
    await this.page.keyboard.press('Control+b');
    await this.page.locator('.part.sidebar').waitFor({ state: 'hidden' });
  }

  /**
   * An empty workbench with these settings and this theme. The page is loaded anew only if the test before
   * has left more than open editors.
   */
  async clear(settings: Record<string, unknown> = {}, theme = themeAtFirst): Promise<void> {
    if (await this.#hasEditorsAlone()) await this.#closeEditors();
    else await this.load();
    await this.apply(settings);
    await this.chooseTheme(theme);
  }

  async #closeEditors(): Promise<void> {
    await this.page.setViewportSize(screen);
    const dirty = this.page.locator('.tab.dirty');
    for (let count = await dirty.count(); count > 0; count--) {
      await dirty.first().click();
      await this.run('File: Revert File');
      await until('the file is reverted', async () => (await dirty.count()) < count);
    }
    await this.run('View: Close All Editors');
    await this.page.locator('.tab').first().waitFor({ state: 'detached' });
    await this.run('Notifications: Clear All Notifications');
  }

  /** Sets these settings, and all others to their defaults; waits until the window has read them. */
  async apply(settings: Record<string, unknown>): Promise<void> {
    const separator = ` ${++this.#settingsApplied} `;
    this.profile.applySettings({ ...settings, 'window.titleSeparator': separator });
    await this.page.waitForFunction((shown) => document.title.includes(shown), separator);
  }

  async #hasEditorsAlone(): Promise<boolean> {
    if (!this.#isLoaded) return false;
    const more = '.part.sidebar, .part.panel, .debug-toolbar, .monaco-dialog-box';
    return (await this.page.locator(more).filter({ visible: true }).count()) === 0;
  }

  /** Waits until the window is restored and the commands of extensions can be run. */
  async #ready(): Promise<void> {
    await this.page.waitForFunction(
      () => 'driver' in globalThis && performance.getEntriesByName('code/didLoadExtensions')[0],
    );
    await this.page.evaluate(() =>
      (globalThis as unknown as WithDriver).driver.whenWorkbenchRestored(),
    );
  }

  /** Loads the window anew, as it was left. */
  async reload(): Promise<void> {
    const loaded = this.page.waitForEvent('load');
    // Unlike the browser, the workbench waits until it has written down what is open.
    await this.run('Developer: Reload Window');
    await loaded;
    await this.#ready();
  }

  /** Opens a file and puts the cursor on a line. */
  async open(file: string, line: number): Promise<void> {
    // By its whole path: a name alone is looked up in a list that may be older than the file.
    await this.#choose(join(this.workspace, file), basename(file));
    // Only then: an editor that opens takes the focus, and with it the palette.
    const editor = this.page.locator(`.monaco-editor.focused[data-uri$="/${file}"]`);
    await editor.waitFor();
    await this.#choose(`:${line}`, `line ${line}`);
    // The palette gives the focus back after it is hidden.
    await editor.waitFor();
  }

  /** Moves the focus to the first editor group, in which files are then opened: a panel may have it. */
  async focusFirstGroup(): Promise<void> {
    await this.run('View: Focus First Editor Group');
    const first = this.page.locator('.editor-group-container').first();
    await first.and(this.page.locator('.active')).waitFor();
  }

  /** Runs a command by its title in the palette. */
  async run(command: string): Promise<void> {
    await this.#choose(`>${command}`, command);
  }

  /** Waits until the server has realized all bags: its answers change lenses and hints no more. */
  async realized(): Promise<void> {
    const item = this.page.locator('.statusbar-item', { hasText: 'Realizations' });
    await item.locator('.codicon-check').waitFor();
  }

  /** Waits until at least so many bags in sight have a lens with its text: all of them expect sentences. */
  async lensesShown(least: number): Promise<void> {
    let lenses: string[] = [];
    const areShown = async (): Promise<boolean> => {
      // A lens below the last line in sight gets no text until it is scrolled to.
      lenses = await this.page.locator('.codelens-decoration').evaluateAll((all) =>
        all
          .filter((lens) => {
            const editor = lens.closest('.overflow-guard')!.getBoundingClientRect();
            return lens.getBoundingClientRect().bottom <= editor.bottom;
          })
          .map((lens) => (lens as HTMLElement).innerText),
      );
      // A lens that is only partly in sight gets no text.
      return lenses.filter((lens) => lens.includes('expected')).length >= least;
    };
    await until(() => `${least} bags have the text of their lens: ${lenses.join(' / ')}`, areShown);
  }

  /** Takes an entry of the menu that is open, by keys: the menu ignores clicks for 100 ms. */
  async chooseFromMenu(title: string): Promise<void> {
    const menu = this.page.locator('.monaco-menu');
    await menu.locator(':focus').first().waitFor();
    const labels = await menu.locator('.action-label').allInnerTexts();
    // Separators have no text, and keys skip them.
    const entries = labels.filter((label) => label !== '');
    const focused = menu.locator('.action-item.focused');
    for (const entry of entries.slice(0, entries.indexOf(title) + 1)) {
      await this.page.keyboard.press('ArrowDown');
      await focused.getByText(entry, { exact: true }).waitFor();
    }
    await this.page.keyboard.press('Enter');
    await menu.waitFor({ state: 'detached' });
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
    // The tooltip of what the mouse was on stays for a moment.
    await this.page.locator('.workbench-hover').first().waitFor({ state: 'hidden' });
    await this.page.screenshot({ path });
  }

  /** If a test failed, saves a picture of the workbench, and prints the errors and warnings of the page. */
  async pictureOf(test: Mocha.Test | undefined): Promise<void> {
    if (test?.state !== 'failed') return;
    const name = test.fullTitle().replaceAll(/\W+/g, '-').toLowerCase();
    const picture = inProject(`dist/test/failures/${name}.png`);
    await this.page.screenshot({ path: picture });
    console.log(`What it looked like is in ${picture}`);
    const frames = this.page
      .frames()
      .map((frame) => `${frame.name()} ${frame.url().slice(0, 100)}`);
    const complaints = this.#complaints.slice(-20).map((complaint) => complaint.split('\n')[0]);
    console.log(['Its frames:', ...frames].join('\n  '));
    console.log(['Its last complaints:', ...complaints].join('\n  '));
  }

  async chooseTheme(label: string): Promise<void> {
    if (this.#theme === label) return;
    const command = 'Preferences: Color Theme';
    await this.#openPalette();
    await this.#pick(`>${command}`, command);
    await this.page.getByPlaceholder('Select Color Theme').waitFor();
    await this.#pick(label, label);
    await this.#quickInput.waitFor({ state: 'hidden' });
    this.#theme = label;
  }

  get #quickInput(): Locator {
    return this.page.locator('.quick-input-widget input.input');
  }

  /** Types into the palette, and chooses the first row that shows a text. */
  async #choose(typed: string, shown: string): Promise<void> {
    await this.#openPalette();
    await this.#pick(typed, shown);
    await this.#quickInput.waitFor({ state: 'hidden' });
  }

  /** A webview hands keys on to the workbench by messages, and may lose one while it draws: the workbench itself gets F1. */
  async #openPalette(): Promise<void> {
    await this.page.evaluate(() => {
      const { activeElement } = document;
      if (activeElement instanceof HTMLIFrameElement) activeElement.blur();
    });
    await this.page.keyboard.press('F1');
  }

  async #pick(typed: string, shown: string): Promise<void> {
    await this.#quickInput.fill(typed);
    const rows = this.page.locator('.quick-input-list .monaco-list-row', { hasText: shown });
    await rows.first().click();
  }
}

interface WithDriver {
  /** What the smoke tests of VS Code itself wait for. */
  readonly driver: { whenWorkbenchRestored(): Promise<void> };
}

/** Waits until a value that is read again and again equals the expected one. */
export async function becomes<T>(read: () => Promise<T>, expected: T): Promise<void> {
  const deadline = Date.now() + patienceMs;
  let value = await read();
  while (!isDeepStrictEqual(value, expected) && Date.now() < deadline) {
    await new Promise((resolve) => setTimeout(resolve, pollMs));
    value = await read();
  }
  assert.deepEqual(value, expected);
}

/** Waits for a fact that no event announces. `what` names the fact; as a function, it can add the last state. */
export async function until(
  what: string | (() => string),
  holds: () => boolean | Promise<boolean>,
): Promise<void> {
  for (const deadline = Date.now() + patienceMs; !(await holds());) {
    if (Date.now() > deadline) {
      throw new Error(`Waited in vain until ${typeof what === 'string' ? what : what()}.`);
    }
    await new Promise((resolve) => setTimeout(resolve, pollMs));
  }
}
