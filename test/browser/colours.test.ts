import assert from 'node:assert/strict';
import { describeInWorkbench, workbench } from './suite.ts';
import { until } from './workbench.ts';

/** A colour that no theme has: what the server has told is painted in it. */
const marked = 'rgb(255, 0, 255)';
const markedHex = '#ff00ff';

const small = `language: en

bag one {
  words: the/DT dog#1/NN dog#2? barks
  deps:
    root -> barks
    barks -nsubj-> dog#1
  order:
    first the
    the << barks
  expect:
    the dog barks
}
`;

describeInWorkbench('The workbench with colours', () => {
  /** The colour of each piece of text that the editor shows. */
  const colours = (): Promise<Record<string, string>> =>
    workbench.page
      .locator('.view-lines')
      .first()
      .evaluate((lines) =>
        Object.fromEntries(
          [...lines.querySelectorAll('.view-line > span > span')].map((span) => [
            span.textContent.replaceAll('\u00a0', ' ').trim(),
            getComputedStyle(span).color,
          ]),
        ),
      );

  const meanings = (enabled: boolean, rules: Record<string, string>): Record<string, unknown> => ({
    'editor.inlayHints.enabled': 'off',
    'editor.semanticHighlighting.enabled': enabled,
    'editor.semanticTokenColorCustomizations': { enabled, rules },
  });

  for (const bags of [2, 8_000]) {
    it(`paints what tokens mean in a file of ${bags} bags`, async () => {
      const text = Array.from({ length: bags }, (_, i) => `bag b${i} {\n  words: x y\n}\n`).join(
        '',
      );
      workbench.write('meanings.bow', text);
      await workbench.clear(meanings(true, { namespace: markedHex }));
      await workbench.open('meanings.bow', 1);
      const isPainted = (name: string): Promise<void> =>
        until(`${name} has its colour`, async () => (await colours())[name] === marked);
      await isPainted('b0');
      // Also after a change, and where the file is scrolled to: the editor requests tokens again.
      const { keyboard } = workbench.page;
      await keyboard.press('End');
      await keyboard.press('ArrowLeft');
      await keyboard.press('ArrowLeft');
      await keyboard.type('x');
      await isPainted('b0x');
      await keyboard.press('Control+End');
      await isPainted(`b${bags - 1}`);
      await keyboard.press('Control+Home');
      await isPainted('b0x');
    });
  }

  it('has the same colours before and after the server has told what tokens mean', async () => {
    workbench.write('same.bow', small);
    await workbench.clear(meanings(false, {}));
    await workbench.open('same.bow', 1);
    await until(
      'the grammar is there',
      async () => new Set(Object.values(await colours())).size > 4,
    );
    const before = await colours();
    await workbench.clear(meanings(true, { property: markedHex }));
    await workbench.open('same.bow', 1);
    await until('the meanings are there', async () => (await colours()).language === marked);
    const after = await colours();
    for (const text of ['bag', 'one', 'words:', 'root', 'first', 'dog', 'NN', 'nsubj', '<<']) {
      assert.ok(
        text in before && text in after,
        `${text} is among ${Object.keys(after).join(' ')}`,
      );
      assert.equal(before[text], after[text], text);
    }
  });
});
