import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { parse } from '../../../server/src/language/index.ts';
import { bounds, readSettings, searchOf } from '../../../server/src/lsp/settings.ts';

interface Manifest {
  capabilities: { untrustedWorkspaces: { restrictedConfigurations: string[] } };
  contributes: {
    configuration: {
      properties: Record<
        string,
        { default: unknown; minimum?: number; maximum?: number; scope?: string; enum?: string[] }
      >;
    };
  };
}

const manifest = JSON.parse(
  readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'),
) as Manifest;
const { properties } = manifest.contributes.configuration;
const { capabilities } = manifest;

describe('the settings', () => {
  it('fall back to what package.json declares', () => {
    const declared = Object.fromEntries(
      Object.entries(properties).map(([name, { default: value }]) => [name.slice(8), value]),
    );
    assert.deepEqual({ ...readSettings(null) }, declared);
    const nonsense = {
      beam: 'wide',
      realizeOn: 'always',
      search: 'worst',
      model: 7,
      languageModel: true,
    };
    assert.deepEqual(readSettings(nonsense), readSettings(null));
  });

  it('are kept within the bounds that package.json declares', () => {
    for (const [key, { min, max }] of Object.entries(bounds)) {
      const { minimum, maximum } = properties[`bowline.${key}`];
      assert.deepEqual([min, max], [minimum, maximum]);
      const name = key as keyof typeof bounds;
      assert.equal(readSettings({ [key]: -5 })[name], min);
      assert.equal(readSettings({ [key]: 1e12 })[name], max);
    }
  });

  it('offer the searches that package.json declares, and give way to the file’s own', () => {
    const { enum: offered } = properties['bowline.search'];
    assert.deepEqual(offered, ['beam', 'best-first']);
    for (const search of offered) assert.equal(readSettings({ search }).search, search);
    const silent = parse('bag { words: a }');
    const exact = parse('search: exact\nbag { words: a }');
    const wrong = parse('search: worst\nbag { words: a }');
    for (const search of ['beam', 'best-first'] as const) {
      assert.equal(searchOf(silent, { search }), search);
      assert.equal(searchOf(wrong, { search }), search);
      assert.equal(searchOf(exact, { search }), 'exact');
    }
  });

  it('leave the models to the machine, never to a workspace', () => {
    for (const name of ['bowline.model', 'bowline.languageModel', 'bowline.parser']) {
      assert.equal(properties[name].scope, 'machine');
      assert.ok(capabilities.untrustedWorkspaces.restrictedConfigurations.includes(name));
    }
  });
});
