import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { matchTemplates } from '../../../server/src/scoring/template-groups.ts';

interface Variant {
  readonly name: string;
  readonly withoutTemplates?: readonly string[];
  readonly edits?: readonly (readonly [file: string, from: string | RegExp, to: string])[];
}

const root = new URL('../../../', import.meta.url);
const script = new URL('scripts/lib/variants.mjs', root).href;
const { variants } = (await import(script)) as { readonly variants: readonly Variant[] };

describe('the variants of the ablation', () => {
  it('leave out templates that there are', () => {
    for (const { name, withoutTemplates = [] } of variants) {
      for (const pattern of withoutTemplates) {
        assert.ok(matchTemplates(pattern).length > 0, `${name}: ${pattern}`);
      }
    }
  });

  it('still change the source that they name', () => {
    for (const { name, edits = [] } of variants) {
      for (const [file, from, to] of edits) {
        const source = readFileSync(new URL(file, root), 'utf8');
        assert.notEqual(source.replaceAll(from, to), source, `${name}: ${file}, ${String(from)}`);
      }
    }
  });
});
