import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';

interface Variant {
  readonly name: string;
  readonly edits?: readonly (readonly [file: string, from: string | RegExp, to: string])[];
}

const root = new URL('../../../', import.meta.url);

describe('the variants of the ablation', () => {
  it('still change the source that they name', async () => {
    const script = new URL('scripts/lib/variants.mjs', root).href;
    const { variants } = (await import(script)) as { readonly variants: readonly Variant[] };
    for (const { name, edits = [] } of variants) {
      for (const [file, from, to] of edits) {
        const source = readFileSync(new URL(file, root), 'utf8');
        assert.notEqual(source.replaceAll(from, to), source, `${name}: ${file}, ${String(from)}`);
      }
    }
  });
});
