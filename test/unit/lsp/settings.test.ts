import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { bounds, readSettings } from '../../../server/src/lsp/settings.ts';

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
    const nonsense = { beam: 'wide', realizeOn: 'always', model: 7, languageModel: true };
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

  it('leave the models to the machine, never to a workspace', () => {
    for (const name of ['bowline.model', 'bowline.languageModel']) {
      assert.equal(properties[name].scope, 'machine');
      assert.ok(capabilities.untrustedWorkspaces.restrictedConfigurations.includes(name));
    }
  });
});
