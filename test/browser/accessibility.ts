import assert from 'node:assert/strict';
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';

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
  const result = await axe.analyze();
  assert.ok(result.passes.length > 0, 'it has looked at something');
  return result.violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]);
}
