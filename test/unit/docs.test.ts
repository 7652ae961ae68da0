import { MODEL_FORMAT } from '../../server/src/model/model.ts';
import { LANGUAGE_MODEL_FORMAT } from '../../server/src/lm/query/format.ts';
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { check } from '../../server/src/language/checks/check.ts';
import { parse } from '../../server/src/language/tree/parser.ts';
import { expectationsOf } from '../../server/src/language/tree/syntax.ts';
import { toBag } from '../../server/src/language/meaning/to-bag.ts';
import { createRealizer, NEVER } from '../../server/src/realize/realizer.ts';
import { verdictOf } from '../../server/src/results/verdict.ts';
import {
  openModelFile,
  shippedLanguageModelPath,
  shippedModelPath,
} from '../../server/src/hosts/node/model-file.ts';
import { loadResources } from '../../server/src/hosts/node/resources.ts';
import { withoutModel } from './support/check-options.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

describe('the documentation', () => {
  for (const page of [
    'README.md',
    'ARCHITECTURE.md',
    'models/README.md',
    'docs/ablation.md',
    'docs/benchmarks.md',
    'docs/ccg.md',
    'docs/command-line.md',
    'docs/debugging.md',
    'docs/features.md',
    'docs/language.md',
    'docs/problems.md',
  ]) {
    it(`links to files that are there, in ${page}`, () => {
      const targets = [...read(page).matchAll(/\]\((?!https?:|#)([^)#\s]+)/g)];
      for (const [, target] of targets) {
        assert.ok(existsSync(join(root, dirname(page), target)), `${page} links to ${target}`);
      }
    });
  }

  describe('whose bags expect sentences', () => {
    for (const page of ['README.md', 'docs/walkthrough/write.md', 'docs/walkthrough/expect.md']) {
      it(`has them come out first, in ${page}`, async () => {
        const realizer = createRealizer(
          loadResources({
            model: await openModelFile(shippedModelPath(root), MODEL_FORMAT),
            languageModel: await openModelFile(
              shippedLanguageModelPath(root),
              LANGUAGE_MODEL_FORMAT,
            ),
          }),
        );
        const sources = [...read(page).matchAll(/^ *```bow\n(.*?)^ *```/gms)].map(([, one]) => one);
        const expecting = sources.map(parse).flatMap((file) => {
          const checked = check(file, withoutModel);
          return file.bags.flatMap((bag, i) =>
            expectationsOf(bag).length > 0 ? [{ bag, expected: checked.expectations(i) }] : [],
          );
        });
        assert.ok(expecting.length > 0);
        for (const { bag, expected } of expecting) {
          const realized = realizer.realize(toBag(bag), { beam: 64, results: 1 }, NEVER);
          const verdict = verdictOf(realized, expected);
          assert.equal(verdict.kind, 'passed', bag.text);
        }
      });
    }
  });

  it('names the test in VS Code of every feature', () => {
    const rows = [
      ...read('docs/features.md').matchAll(/\(\.\.\/(test\/editor\/\S+)\): (.*?) +\|$/gm),
    ];
    assert.ok(rows.length > 25, String(rows.length));
    for (const [, file, name] of rows) {
      assert.ok(read(file).includes(`it('${name}'`), `${file} has a test: ${name}`);
    }
  });
});
