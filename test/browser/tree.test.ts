import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { ArcCounts } from '../../server/src/model/arc-counts.ts';
import { countLexicon } from '../../server/src/model/lexicon.ts';
import { encodeModel } from '../../server/src/model/model.ts';
import type { Table } from '../../server/src/model/tables.ts';
import { violations } from './accessibility.ts';
import { lowContrast } from './contrast.ts';
import { treeFlaws } from './tree-flaws.ts';
import { describeInWorkbench, workbench } from './suite.ts';
import { becomes, pictures, until } from './workbench.ts';
import { learned } from '../unit/support/model-files.ts';

const numbered = (count: number, name: string): string[] =>
  Array.from({ length: count }, (_, i) => `${name}${i + 1}`);

const bag = (name: string, words: readonly string[], deps: readonly string[], order = ''): string =>
  `bag ${name} {\n  words:\n    ${words.join(' ')}\n  deps:\n${deps.map((line) => `    ${line}\n`).join('')}${order}}\n`;

const sixty = numbered(60, 'word');
const longLabel = (i: number): string => `a-label-of-thirty-characters-${String(i % 10)}`;
const dependents = numbered(12, 'dependent');

/** Bags of trees that are hard to draw, by their names. */
const bags: Readonly<Record<string, string>> = {
  sixty: bag('sixty', sixty, [
    'root -> word1',
    ...sixty.slice(1).map((word, i) => `word${Math.floor(i / 2) + 1} -nmod-> ${word}`),
  ]),
  labels: bag('labels', ['root', ...numbered(8, 'w')].slice(1), [
    'root -> w1',
    ...numbered(7, '').map(
      (i) => `w${Math.ceil(Number(i) / 2)} -${longLabel(Number(i))}-> w${Number(i) + 1}`,
    ),
  ]),
  twelve: bag(
    'twelve',
    ['A', ...dependents],
    ['root -> A', ...dependents.map((word) => `A -nmod-> ${word}`)],
    '  order:\n    first A\n',
  ),
  found: 'bag found {\n  words: the old dog slept on the mat .\n}\n',
  hebrew: bag(
    'hebrew',
    ['הכלב', 'הזקן', 'ישן', 'על', 'המחצלת'],
    [
      'root -> ישן',
      'ישן -nsubj-> הכלב',
      'הכלב -amod-> הזקן',
      'ישן -obl-> המחצלת',
      'המחצלת -case-> על',
    ],
  ),
  arabic: bag(
    'arabic',
    ['الكلب', 'العجوز', 'نام', 'على', 'الحصيرة'],
    [
      'root -> نام',
      'نام -nsubj-> الكلب',
      'الكلب -amod-> العجوز',
      'نام -obl-> الحصيرة',
      'الحصيرة -case-> على',
    ],
  ),
  chinese: bag(
    'chinese',
    ['老', '狗', '睡', '在', '垫子', '上'],
    ['root -> 睡', '睡 -nsubj-> 狗', '狗 -amod-> 老', '睡 -obl-> 垫子', '垫子 -case-> 在 上'],
  ),
  emoji: bag(
    'emoji',
    ['👩‍👩‍👧‍👦', '❤️', '🇮🇸', '🐕‍🦺🐕‍🦺🐕‍🦺'],
    ['root -> ❤️', '❤️ -nsubj-> 👩‍👩‍👧‍👦', '❤️ -obj-> 🐕‍🦺🐕‍🦺🐕‍🦺', '🐕‍🦺🐕‍🦺🐕‍🦺 -nmod-> 🇮🇸'],
  ),
};

const file = 'trees.bow';
const text = Object.values(bags).join('\n');
const lineOf = (name: string): number => text.split(`bag ${name} `)[0].split('\n').length;

/** A model that has no opinion on any order, with a tag set and labels for these trees. */
function modelOfLabels(): Uint8Array {
  const labels = ['root', 'nsubj', 'obj', 'nmod', 'obl', 'amod', 'case'];
  for (let i = 0; i < 10; i++) labels.push(longLabel(i));
  const lexicon = countLexicon([
    { forms: labels.map(() => 'word'), tags: labels.map(() => 'NN'), labels },
  ]);
  const noun = lexicon.tagId('NN');
  const arc = { headTag: noun, dependentTag: noun, left: true, distance: 0 };
  const table: Table = {
    ...{ search: 'arc-standard', unitsPerNat: null, withoutTemplates: [], bestPass: 1 },
    learned: learned('arc-standard', new Int8Array(1 << 10)),
  };
  return encodeModel({
    training: {
      ...{ name: 'labels', treebanks: [], sentences: 1, seed: 1, passes: 1, beam: 1 },
      ...{ learners: 1, batch: 1, withLanguageModel: null },
      wordClasses: { count: 0, texts: [] },
    },
    lexicon,
    arcCounts: ArcCounts.of(labels.map((label) => ({ ...arc, label: lexicon.labelId(label) }))),
    tables: new Map([['arc-standard', table]]),
  });
}

describeInWorkbench('The tree in the panel', () => {
  const tree = (): Locator => workbench.panel.locator('svg.tree');
  const button = (name: string): Locator => workbench.panel.getByRole('button', { name });
  const word = (name: string): Locator =>
    tree().getByRole('button', { name: new RegExp(`^${name},`) });
  const line = (content: RegExp): Locator =>
    workbench.page.locator('.view-line', { hasText: content }).first();

  /** Opens the tree of a bag of the file. */
  async function show(name: string): Promise<void> {
    await workbench.focusFirstGroup();
    await workbench.open(file, lineOf(name) + 1);
    await workbench.run('Bowline: Show Realizations');
    await workbench.panel.getByRole('heading', { name, exact: true }).waitFor();
    await tree().waitFor();
  }

  describe('of a sentence that is hard to draw', () => {
    before(async () => {
      workbench.write(file, text);
      const model = workbench.write('labels.bow-model', modelOfLabels());
      await workbench.clear({ 'bowline.model': model, 'bowline.languageModel': 'none' });
    });

    for (const name of Object.keys(bags)) {
      it(`cuts nothing and lets nothing collide: ${name}`, async () => {
        await show(name);
        for (const mode of ['One row, 100 %', 'Fit to the width', 'Wrap into rows']) {
          await button(mode).click();
          assert.deepEqual(await treeFlaws(workbench.panel), [], mode);
        }
        await workbench.panel.locator('.tree-toolbar').scrollIntoViewIfNeeded();
        await workbench.screenshot(join(pictures, `tree-${name}.png`));
        await button('Zoom in').click();
        await button('Zoom in').click();
        assert.deepEqual(await treeFlaws(workbench.panel), [], 'zoomed in');
      });
    }

    it('zooms by wheel and keys, and is panned by drags and arrow keys', async () => {
      const { page, panel } = workbench;
      await show('sixty');
      await button('One row, 100 %').click();
      const viewport = panel.getByRole('group', { name: 'Dependency tree' });
      interface State {
        readonly width: number;
        readonly left: number;
      }
      const state = (): Promise<State> =>
        viewport.evaluate((element) => ({
          width: Number(element.querySelector('svg.tree')?.getAttribute('width')),
          left: element.scrollLeft,
        }));
      const { width } = await state();
      const reached = (what: string, holds: (now: State) => boolean): Promise<void> =>
        until(what, async () => holds(await state()));
      await viewport.hover();
      await page.keyboard.down('Control');
      await page.mouse.wheel(0, -200);
      await page.keyboard.up('Control');
      await reached('the wheel has zoomed in', (now) => now.width > width * 1.3);
      await viewport.focus();
      await page.keyboard.press('0');
      await reached('it has its first size', (now) => now.width === width);
      await page.keyboard.press('+');
      await reached('a key has zoomed in', (now) => now.width > width);
      await page.keyboard.press('-');
      await reached('a key has zoomed out', (now) => Math.abs(now.width - width) < 1);
      await page.keyboard.press('ArrowRight');
      await reached('a key has panned it', ({ left }) => left > 0);
      const { left: before } = await state();
      const box = await viewport.boundingBox();
      assert.ok(box);
      await page.mouse.move(box.x + 300, box.y + 8);
      await page.mouse.down();
      await page.mouse.move(box.x + 100, box.y + 8, { steps: 4 });
      await page.mouse.up();
      await reached('a drag has panned it', ({ left }) => left === before + 200);
    });

    it('breaks no rule of accessibility that can be checked', async () => {
      await show('labels');
      assert.deepEqual(await violations(workbench.page, 'all', '.tree-whole'), []);
    });
  });

  describe('with what is written in the file', () => {
    const dog = 'bag dog {\n  words:\n    the dog sleeps\n  deps:\n    dog -det-> the\n}\n';
    const marks = (): Locator =>
      workbench.page.locator(
        '.view-overlays .cdr[class*="TextEditorDecorationType"], .view-overlays [class*="ced-"]',
      );

    beforeEach(async () => {
      workbench.write('dog.bow', dog);
      await workbench.clear();
      await workbench.open('dog.bow', 1);
      await workbench.run('Bowline: Show Realizations');
      await tree().waitFor();
    });

    it('lights a word with all below it, there and in the file, and goes to it at a click', async () => {
      await word('dog').hover();
      await becomes(() => tree().locator('.word.lit .form').allTextContents(), ['the', 'dog']);
      // `the` twice, and `dog` in words: alone: its arc is found.
      await becomes(() => marks().count(), 3);
      await workbench.page.screenshot({ path: join(pictures, 'tree-lit.png') });
      await word('sleeps').click();
      await workbench.page.getByText('Ln 3, Col 13').waitFor();
    });

    it('adds an arc that is dragged from the head, and takes it out again', async () => {
      await word('dog').dragTo(word('sleeps'));
      await line(/dog\s->\ssleeps/).waitFor();
      await tree().locator('.arc.given[data-dependent="3"][data-head="2"]').waitFor();
      await tree().locator('.arc-label[data-dependent="3"]').click();
      await button('Take Out Arc').click();
      await line(/dog\s->\ssleeps/).waitFor({ state: 'detached' });
      await line(/dog\s-det->\sthe/).waitFor();
    });

    it('is used with keys alone', async () => {
      const { keyboard } = workbench.page;
      await word('the').focus();
      await keyboard.press('ArrowRight');
      await keyboard.press('a');
      await workbench.panel.getByText('Choose the head of dog').waitFor();
      await keyboard.press('ArrowRight');
      await keyboard.press('Enter');
      await line(/sleeps\s->\sdog/).waitFor();
      await tree().locator('.arc.given[data-dependent="2"][data-head="3"]').waitFor();
      await word('the').focus();
      await keyboard.press('Delete');
      await line(/dog\s-det->\sthe/).waitFor({ state: 'detached' });
      await tree().locator('.arc.given[data-dependent="1"]').waitFor({ state: 'detached' });
      await word('sleeps').focus();
      await keyboard.press('Enter');
      await workbench.page.getByText('Ln 3, Col 13').waitFor();
    });

    it('refuses an arc that would close a circle, and says why', async () => {
      await word('the').dragTo(word('dog'));
      await workbench.page
        .getByText(/These arcs form a cycle/)
        .first()
        .waitFor();
    });

    it('is saved as SVG, PNG, TikZ and CoNLL-U', async () => {
      const saved = async (format: string, extension: string): Promise<Buffer> => {
        await button('Export').click();
        await workbench.panel.getByRole('menuitem', { name: format }).click();
        const dialog = workbench.page.locator('.quick-input-widget');
        await dialog.getByRole('button', { name: 'OK' }).click();
        return workbench.read(`dog-dog-1.${extension}`);
      };
      assert.match((await saved('SVG', 'svg')).toString(), /^<\?xml.*<svg.*>sleeps<.*<\/svg>\n$/s);
      assert.match((await saved('TikZ', 'tex')).toString(), /the \\& dog \\& sleeps/);
      assert.match((await saved('CoNLL-U', 'conllu')).toString(), /# sent_id = dog-1\n/);
      const png = await saved('PNG', 'png');
      assert.equal(png.toString('latin1', 1, 4), 'PNG');
      writeFileSync(join(pictures, 'tree-export.png'), png);
    });
  });

  for (const theme of ['Dark Modern', 'Light Modern']) {
    it(`is legible with labels that the parser found: ${theme}`, async () => {
      workbench.write(file, text);
      await workbench.clear({}, theme);
      await workbench.open(file, lineOf('found'));
      await workbench.run('Bowline: Show Realizations');
      await tree().locator('.arc-label.parsed').first().waitFor();
      await word('dog').hover();
      assert.deepEqual(await lowContrast(workbench.panel), []);
      await tree().locator('.arc-label').first().click();
      await workbench.page.screenshot({
        path: join(pictures, `tree-labels-${theme.split(' ')[0]}.png`),
      });
    });
  }
});
