import assert from 'node:assert/strict';
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';

/** What axe finds in the page of the extension that the workbench shows. */
export async function violations(page: Page): Promise<unknown[]> {
  const frames = ['iframe.webview', 'iframe#active-frame', '#panel'];
  const result = await new AxeBuilder({ page }).include(frames).analyze();
  assert.ok(result.passes.length > 0, 'it has looked at something');
  return result.violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]);
}
