import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { inProject } from '../../scripts/lib/paths.mjs';
import type { PanelContent } from '../../client/src/panel-messages.ts';
import type { Token } from '../../server/src/lsp/protocol.ts';
import { encodeModel } from '../../server/src/model/model.ts';
import { tinyModel } from '../unit/support/tiny.ts';
import {
  fifteen,
  forty,
  fragments,
  hotdogs,
  type Sample,
} from '../unit/webview/ccg-derivations.ts';
import { violations } from './accessibility.ts';
import { ccgFlaws } from './ccg-flaws.ts';
import { lowContrast } from './contrast.ts';
import { describeInWorkbench, workbench } from './suite.ts';
import { becomes, pictures, themes } from './workbench.ts';

const given = { tag: false, head: false, label: false };

/** What the panel is given for a bag whose only sentence has this derivation. */
function contentOf({ words, derivation }: Sample): PanelContent {
  const text = words.map(({ form }) => form).join(' ');
  const tokens = words.map(({ form }, word): Token => {
    const head = word === 0 ? 0 : word;
    return { word, form, tag: 'NN', head, label: null, given };
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
          ranks: [1],
          words: words.map(() => []),
          expectations: [],
          mark: null,
          isAll: true,
          found: 1,
          proof: null,
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

describeInWorkbench('A derivation in the panel', () => {
  const samples: Readonly<Record<string, Sample>> = { hotdogs, fifteen, forty, fragments };
  const drawing = (): Locator => workbench.panel.locator('svg.ccg');
  const button = (name: string): Locator => workbench.panel.getByRole('button', { name });
  const node = (name: string): Locator => drawing().getByRole('button', { name, exact: true });

  /** A panel in which nothing changes by itself any more. */
  async function open(): Promise<void> {
    workbench.write('rest.bow', 'bag rest {\n  words: dogs bark\n}\n');
    await workbench.clear();
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
    await becomes(() => drawing().locator('.node').count(), one.derivation.nodes.length);
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
      await becomes(() => lit.locator('.form').allTextContents(), ['quality', 'hotdogs']);
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
      await becomes(focused, 'quality hotdogs: N/N and N make N, forward application');
      await keyboard.press('ArrowUp');
      await keyboard.press('ArrowRight');
      await becomes(focused, 'hotdogs: N');
      await keyboard.press('End');
      await becomes(focused, '.: .');
    });

    it('shows what there is after a step', async () => {
      await show(hotdogs);
      const later = drawing().locator('.node.later');
      assert.equal(await later.count(), 0);
      await workbench.panel.getByRole('row', { name: 'UNARY' }).click();
      await becomes(() => later.count(), 6);
      await workbench.page.keyboard.press('ArrowDown');
      await becomes(() => later.count(), 5);
      await button('Show All').click();
      await later.first().waitFor({ state: 'detached' });
    });

    it('breaks no rule of accessibility that can be checked', async () => {
      await show(fifteen);
      assert.deepEqual(await violations(workbench.page, 'all', '.tree-whole'), []);
    });

    for (const [kind, theme] of Object.entries(themes)) {
      it(`is legible: ${theme}`, async () => {
        await workbench.chooseTheme(theme);
        await workbench.panel.locator(`body[data-vscode-theme-kind="vscode-${kind}"]`).waitFor();
        await show(fifteen);
        await node('sea: N').hover();
        assert.deepEqual(await lowContrast(workbench.panel), []);
        await workbench.page.screenshot({ path: join(pictures, `ccg-${kind}.png`) });
      });
    }
  });
});

/** Bags whose categories are all given, and how many words they have. */
const counts = { five: 5, fifteen: 15, forty: 40 };

describeInWorkbench('A derivation that the search has found', () => {
  const file = readFileSync(inProject('test/fixtures/derivations.bow'), 'utf8');
  before(() => {
    workbench.write('derivations.bow', file);
  });

  const drawing = (): Locator => workbench.panel.locator('svg.ccg');
  const button = (name: string): Locator => workbench.panel.getByRole('button', { name });

  /** Opens a bag, and the derivation of its best sentence; returns the words that are drawn. */
  async function show(bag: keyof typeof counts): Promise<string[]> {
    const { panel } = workbench;
    await workbench.focusFirstGroup();
    await workbench.open('derivations.bow', file.split('\n').indexOf(`bag ${bag} {`) + 1);
    await workbench.run('Bowline: Show Realizations');
    await panel.getByRole('heading', { name: bag, exact: true }).waitFor();
    await panel.getByRole('tab', { name: 'Derivation' }).click();
    const forms = drawing().locator('.form');
    await becomes(() => forms.count(), counts[bag]);
    return forms.allTextContents();
  }

  for (const kind of ['light', 'dark'] as const) {
    describe(`in a ${kind} theme`, () => {
      before(async () => {
        await workbench.clear({}, themes[kind]);
      });

      for (const bag of ['five', 'fifteen', 'forty'] as const) {
        const count = counts[bag];
        it(`cuts nothing and lets nothing collide: ${count} words`, async () => {
          const { panel } = workbench;
          const words = await show(bag);
          const best = panel.getByRole('option').first().locator('.sentence bdi');
          const listed = (await best.textContent()) ?? '';
          assert.equal(listed.replaceAll(/\s/g, ''), words.join(''));
          assert.equal(await panel.getByRole('note').count(), 0, 'one derivation spans it');
          for (const mode of ['Fit to the width', 'Zoom in', 'One row, 100 %']) {
            await button(mode).click();
            assert.deepEqual(await ccgFlaws(panel), [], mode);
            // Long sentences fill the panel before their derivation begins.
            await panel.locator('.tree-whole').evaluate((whole) => whole.scrollIntoView());
            const view =
              mode === 'Zoom in' ? 'larger' : mode === 'Fit to the width' ? 'fit' : 'row';
            await workbench.screenshot(join(pictures, `ccg-${count}-${kind}-${view}.png`));
          }
        });
      }

      it('is legible', async () => {
        await show('fifteen');
        await drawing().locator('.node').last().hover();
        assert.deepEqual(await lowContrast(workbench.panel), []);
      });
    });
  }

  it('lights up from its words to its root, by mouse and by keys', async () => {
    await workbench.clear();
    const words = await show('fifteen');
    const { page } = workbench;
    const lit = drawing().locator('.node.lit .form');
    const nodes = drawing().locator('.node');
    const sister = nodes.filter({ has: page.locator('.form', { hasText: 'sister' }) });
    await sister.hover();
    await becomes(() => lit.allTextContents(), ['sister']);
    assert.equal(await drawing().locator('.node.head .form').textContent(), 'sister');
    // The last is the root.
    await nodes.last().locator('.category').hover();
    await becomes(() => lit.allTextContents(), words);

    await page.mouse.move(0, 0);
    await sister.focus();
    const total = await nodes.count();
    for (let step = 0; step < total; step++) await page.keyboard.press('ArrowDown');
    await becomes(() => lit.allTextContents(), words);
    const root = drawing().locator('.node:focus');
    assert.equal(await root.getAttribute('data-node'), String(total - 1));
    await page.keyboard.press('Home');
    await becomes(() => lit.allTextContents(), words.slice(0, 1));
    await page.keyboard.press('Enter');
    const later = drawing().locator('.node.later');
    // All but the first word is still to come.
    await becomes(() => later.count(), total - 1);
    await page.keyboard.press('Escape');
    await later.first().waitFor({ state: 'detached' });
  });

  it('is drawn where searches are compared, with its tree', async () => {
    await workbench.clear();
    await show('five');
    const { panel } = workbench;
    await panel.getByRole('tab', { name: 'Compare' }).click();
    const chosen = panel.getByRole('region', { name: 'The chosen sentence of the comparison' });
    await chosen.locator('svg.ccg').waitFor();
    assert.equal(await chosen.locator('svg.ccg .form').count(), counts.five);
    assert.deepEqual(await ccgFlaws(panel), []);
    await chosen.getByText('Tree', { exact: true }).click();
    await chosen.locator('svg.tree').waitFor();
  });
});

describeInWorkbench('A bag with categories in the panel', () => {
  it('says what to do where the model has no grammar, whatever the search', async () => {
    const model = workbench.write('tiny.bow-model', encodeModel(await tinyModel()));
    for (const search of ['beam', 'best-first']) {
      await workbench.clear({ 'bowline.search': search, 'bowline.model': model });
      await workbench.open('ccg.bow', 8);
      await workbench.run('Bowline: Show Realizations');
      const notice = workbench.panel.getByRole('alert');
      await notice.getByText('This model has no grammar of categories').waitFor();
      await notice.getByText('leave grammar: ccg out').waitFor();
      assert.deepEqual(await notice.getByRole('button').allTextContents(), ['Change Model']);
    }
    await workbench.panel.getByRole('button', { name: 'Change Model' }).click();
    const shown = workbench.page.locator('.settings-editor .setting-item-contents');
    await shown.filter({ hasText: 'Model' }).first().waitFor();
  });
});
