import assert from 'node:assert/strict';
import { join } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import type { Locator } from 'playwright-core';
import type { PanelContent } from '../../client/src/panel-messages.ts';
import type { ShownToken } from '../../server/src/lsp/protocol.ts';
import {
  fifteen,
  forty,
  fragments,
  hotdogs,
  type Sample,
} from '../unit/webview/ccg-derivations.ts';
import { ccgFlaws } from './ccg-flaws.ts';
import { lowContrast } from './contrast.ts';
import { pictures, themes, until, Workbench } from './workbench.ts';

const given = { tag: false, head: false, label: false };

/** What the panel is given for a bag whose only sentence has this derivation. */
function contentOf({ words, derivation }: Sample): PanelContent {
  const text = words.map(({ form }) => form).join(' ');
  const tokens = words.map(({ form }, word): ShownToken => {
    const head = word === 0 ? 0 : word;
    return { word, form, tag: 'NN', head, label: null, likelyLabel: null, given };
  });
  return {
    file: 'derivations.bow',
    pinned: null,
    server: 'running',
    debug: [],
    asked: null,
    view: {
      uri: 'file:///derivations.bow',
      bag: { index: 0, title: 'derivation', line: 0 },
      state: {
        kind: 'realized',
        result: {
          id: 1,
          status: 'complete',
          message: null,
          realizations: [
            {
              ...{ text, display: text, score: 0, margin: 0, expected: false, tokens },
              steps: { actions: '', heads: [], dependents: [], scores: [] },
              ccg: derivation,
            },
          ],
          words: words.map(() => []),
          expectations: [],
          isAll: true,
          best: null,
          search: 'beam',
          isOwnSearch: false,
          lacksGrammar: false,
          beam: 64,
          results: 1,
          timeLimit: 0,
          canWiden: false,
          widerFailure: null,
        },
      },
    },
  };
}

describe('A derivation in the panel', () => {
  let workbench: Workbench;
  before(async () => {
    workbench = await Workbench.start();
  });
  after(async () => {
    await workbench.end();
  });
  afterEach(async function () {
    await workbench.pictureOf(this.currentTest);
  });

  const samples: Readonly<Record<string, Sample>> = { hotdogs, fifteen, forty, fragments };
  const drawing = (): Locator => workbench.panel.locator('svg.ccg');
  const button = (name: string): Locator => workbench.panel.getByRole('button', { name });
  const node = (name: string): Locator => drawing().getByRole('button', { name, exact: true });

  /** A panel in which nothing changes by itself any more. */
  async function open(): Promise<void> {
    workbench.write('rest.bow', 'bag rest {\n  words: dogs bark\n}\n');
    await workbench.load({ 'editor.minimap.enabled': false });
    await workbench.open('rest.bow', 1);
    await workbench.run('Bowline: Show Realizations');
    await workbench.panel.locator('svg.tree').waitFor();
    await workbench.panel.getByRole('tab', { name: 'Derivation' }).click();
  }

  /** Gives the panel a derivation, as the extension would. */
  async function show(one: Sample): Promise<void> {
    await workbench.panel.locator('body').evaluate((_, content) => {
      postMessage({ type: 'content', content });
    }, contentOf(one));
    const root = String(one.derivation.nodes.length);
    await drawing().locator(`:nth-match(.node, ${root})`).waitFor();
    await until('it is drawn', async () => {
      return (await drawing().locator('.node').count()) === one.derivation.nodes.length;
    });
  }

  describe('that is on paper', () => {
    before(open);

    for (const [name, one] of Object.entries(samples)) {
      it(`cuts nothing and lets nothing collide: ${name}`, async () => {
        await show(one);
        for (const mode of ['One row, 100 %', 'Fit to the width', 'Zoom in']) {
          await button(mode).click();
          assert.deepEqual(await ccgFlaws(workbench.panel), [], mode);
        }
        await button('One row, 100 %').click();
        await workbench.screenshot(join(pictures, `ccg-${name}.png`));
      });
    }

    it('lights a node with all that it is made of, and its head', async () => {
      await show(hotdogs);
      await node('quality hotdogs: N ⇒ NP, type-changing').hover();
      const lit = drawing().locator('.node.lit');
      assert.deepEqual(await lit.locator('.form').allTextContents(), ['quality', 'hotdogs']);
      assert.equal(await lit.count(), 4);
      assert.equal(await drawing().locator('.node.head .form').textContent(), 'hotdogs');
    });

    it('is walked with keys: down to the root, along a row, and up again', async () => {
      await show(hotdogs);
      const { keyboard } = workbench.page;
      const focused = (): Promise<string | null> =>
        drawing().locator('.node:focus').getAttribute('aria-label');
      await node('quality: N/N').focus();
      await keyboard.press('ArrowDown');
      assert.equal(await focused(), 'quality hotdogs: N/N and N make N, forward application');
      await keyboard.press('ArrowUp');
      await keyboard.press('ArrowRight');
      assert.equal(await focused(), 'hotdogs: N');
      await keyboard.press('End');
      assert.equal(await focused(), '.: .');
    });

    it('shows what there is after a step', async () => {
      await show(hotdogs);
      const later = drawing().locator('.node.later');
      assert.equal(await later.count(), 0);
      await workbench.panel.getByRole('row', { name: 'UNARY' }).click();
      await later.first().waitFor();
      assert.equal(await later.count(), 6);
      await workbench.page.keyboard.press('ArrowDown');
      await until('the next is made', async () => (await later.count()) === 5);
      await button('Show All').click();
      await later.first().waitFor({ state: 'detached' });
    });

    it('breaks no rule of accessibility that can be checked', async () => {
      await show(fifteen);
      const { passes, violations } = await new AxeBuilder({ page: workbench.page })
        .include(['iframe.webview', 'iframe#active-frame', '.tree-whole'])
        .analyze();
      assert.ok(passes.length > 0, 'it has looked at something');
      assert.deepEqual(
        violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]),
        [],
      );
    });
  });

  for (const [kind, theme] of Object.entries(themes)) {
    it(`is legible: ${theme}`, async () => {
      await open();
      await workbench.chooseTheme(theme);
      await show(fifteen);
      await node('sea: N').hover();
      assert.deepEqual(await lowContrast(workbench.panel), []);
      await workbench.page.screenshot({ path: join(pictures, `ccg-${kind}.png`) });
    });
  }
});
