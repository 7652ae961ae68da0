/**
 * Times the list of a bag of 25 words while it is typed: from a key press until the best sentence has the letter,
 * in the language server alone, and in a real workbench (its browser draws without a graphics card).
 *
 *     npx tsx test/browser/key-to-list.ts [PRESSES]
 */
import { messages, type BagView } from '../../server/src/lsp/protocol.ts';
import { Workbench } from './workbench.ts';
import { report, reportHeader } from '../bench/report.ts';
import { startServer, Waiting } from '../bench/server-process.ts';

const presses = Number(process.argv[2] ?? 40);
/** A hand that types at sixty words a minute. */
const betweenMs = 200;
const uri = 'file:///typed.bow';
const before =
  'the/DT committee/NN of/IN the/DT city/NN has/VBZ decided/VBN on/IN monday/NNP to/TO build/VB a/DT new/JJ ' +
  'bridge/NN over/IN the/DT river/NN because/IN the/DT old/JJ one/NN is/VBZ very/RB narrow/JJ ';
const text = `bag typed {\n  words: ${before}x\n}\n`;

/** What the pages have noted: times in ms. */
interface Stamps {
  readonly pressed: number[];
  readonly typed: [text: string, at: number][];
  readonly shown: [text: string, at: number][];
}

reportHeader('A key press in a bag of 25 words');
await inServer();
await inWorkbench();

async function inServer(): Promise<void> {
  const { client, diagnostics, end } = await startServer({ settings: () => ({}) });
  const views = new Waiting<BagView>();
  client.onNotification(messages.bag, views.receive);
  await client.sendNotification('textDocument/didOpen', {
    textDocument: { uri, languageId: 'bow', version: 1, text },
  });
  await diagnostics.until(({ version }) => version === 1);
  const cursor = { line: 1, character: text.split('\n')[1].length };
  await client.sendNotification(messages.view, {
    active: { uri, cursor },
    ...{ panel: true, pinned: [], visible: [] },
  });
  const times: number[] = [];
  for (let i = 0; i <= presses; i++) {
    const start = { line: 1, character: cursor.character + i };
    const began = performance.now();
    await client.sendNotification('textDocument/didChange', {
      textDocument: { uri, version: i + 2 },
      contentChanges: [{ range: { start, end: start }, text: 'x' }],
    });
    const word = 'x'.repeat(i + 2);
    await views.until(
      ({ state }) =>
        state.kind === 'realized' &&
        state.result.realizations.some((one) => one.text.split(' ').includes(word)),
    );
    if (i > 0) times.push(performance.now() - began);
    await pause(betweenMs);
  }
  report('until the list is sent to the panel', times);
  end();
}

async function inWorkbench(): Promise<void> {
  const workbench = await Workbench.start();
  workbench.write('typed.bow', text);
  await workbench.load();
  await workbench.open('typed.bow', 2);
  await workbench.run('Bowline: Show Realizations');
  const { panel, page } = workbench;
  await panel.getByRole('option').first().waitFor();
  // The line is wrapped.
  await page.keyboard.press('End');
  await page.keyboard.press('End');
  await panel.locator('body').evaluate((body) => {
    const shown: [string, number][] = [];
    Object.assign(globalThis, { shown });
    const now = (): number => performance.timeOrigin + performance.now();
    new MutationObserver(() => {
      const first = body.querySelector('[role=option]')?.textContent ?? '';
      const drawn = (): void => void shown.push([first, now()]);
      requestAnimationFrame(drawn);
    }).observe(body, { subtree: true, childList: true, characterData: true });
  });
  await page.evaluate(() => {
    const pressed: number[] = [];
    const typed: [string, number][] = [];
    Object.assign(globalThis, { pressed, typed });
    const now = (): number => performance.timeOrigin + performance.now();
    const text = document.querySelector('.monaco-editor .view-lines')!;
    new MutationObserver(() => {
      const lines = text.textContent;
      requestAnimationFrame(() => typed.push([lines, now()]));
    }).observe(text, { subtree: true, childList: true, characterData: true });
    const press = (): void => void pressed.push(performance.timeOrigin + performance.now());
    addEventListener('keydown', press, { capture: true });
  });
  for (let i = 0; i <= presses; i++) {
    await page.keyboard.press('x');
    await page.waitForTimeout(betweenMs);
  }
  await page.waitForTimeout(1000);
  const pressed = await page.evaluate(() => (globalThis as unknown as Stamps).pressed);
  const typed = await page.evaluate(() => (globalThis as unknown as Stamps).typed);
  const shown = await panel.locator('body').evaluate(() => (globalThis as unknown as Stamps).shown);
  const until = (drawn: Stamps['shown']): number[] =>
    pressed.flatMap((at, i) => {
      const word = new RegExp(`x{${i + 2},}`, 'i');
      const first = drawn.find(([text, when]) => when > at && word.test(text));
      return first === undefined || i === 0 ? [] : [first[1] - at];
    });
  report('until the letter is drawn in the file', until(typed));
  report('until the list is drawn in the panel', until(shown));
  await workbench.end();
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
