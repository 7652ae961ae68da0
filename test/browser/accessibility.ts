import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { until } from './workbench.ts';

/** The rules to check in a kind of theme: those that have nothing to do with colours in one kind alone. */
export const rulesIn = (kind: string): 'all' | 'colours' => (kind === 'dark' ? 'all' : 'colours');

const colourRules = ['color-contrast', 'link-in-text-block'];

/** What axe finds in a part of the extension's page, by all rules or by those of colours alone. */
export async function violations(
  page: Page,
  rules: 'all' | 'colours',
  part = '#panel',
): Promise<unknown[]> {
  const axe = new AxeBuilder({ page }).include(['iframe.webview', 'iframe#active-frame', part]);
  if (rules === 'colours') axe.withRules(colourRules);
  // Axe leaves out a frame that takes more than a second to load its script, without an error.
  let result = await axe.analyze();
  await until('axe has looked at the frame', async () => {
    if (result.passes.length === 0) result = await axe.analyze();
    return result.passes.length > 0;
  });
  return result.violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]);
}
