import { MODEL_FORMAT } from '../../server/src/model/model.ts';
import { LANGUAGE_MODEL_FORMAT } from '../../server/src/lm/query/format.ts';
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bowlineProgram } from '../../server/src/cli/program.ts';
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
import { commandsOf } from './cli/help-examples.ts';
import { withoutModel } from './support/check-options.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

const pages: readonly string[] = [
  ...['README.md', 'ARCHITECTURE.md', 'CHANGELOG.md', 'models/README.md'],
  ...readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.md'))
    .map((path) => join('docs', path)),
];

/** Whether a path of the repository exists; its last part may have a `*`, for any text. */
function isThere(path: string): boolean {
  if (!path.includes('*')) return existsSync(join(root, path));
  const folder = join(root, dirname(path));
  const [before, after] = basename(path).split('*');
  return (
    existsSync(folder) &&
    readdirSync(folder).some((name) => name.startsWith(before) && name.endsWith(after))
  );
}

/** Names on the pages that look like paths of the repository: a reader's own files, and feature templates. */
const otherNames = ['launch.json', 'OLD.json', 'grammar/cost'];
const sourceFolders = readdirSync(join(root, 'server/src'));
const topFolders = ['bin', 'client', 'docs', 'examples', 'models', 'scripts', 'server', 'test'];

function looksLikePath(name: string): boolean {
  if (otherNames.includes(name) || !/^[\w.*-]+(\/[\w.*-]+)*\/?$/.test(name)) return false;
  if (/[\w*]\.(ts|tsx|mjs|cjs|js|json|md|yml)$/.test(name)) return true;
  if (name.endsWith('/')) return true;
  return name.includes('/') && [...topFolders, ...sourceFolders].includes(name.split('/')[0]);
}

/**
 * The paths in backticks that do not exist. A path is relative to the repository, its page, `server/src`,
 * `server/src/language`, or a folder that the same line names before it.
 */
function missingPaths(page: string, text: string): string[] {
  const missing: string[] = [];
  for (const line of text.replaceAll(/^ *```.*?^ *```/gms, '').split('\n')) {
    const bases = ['', dirname(page), 'server/src', 'server/src/language'];
    for (const [, code] of line.matchAll(/`([^`]+)`/g)) {
      const names = code.split(/\s+/).map((name) => name.replace(/:\d+$/, ''));
      if (topFolders.includes(code)) bases.push(code);
      if (sourceFolders.includes(code)) bases.push(join('server/src', code));
      for (const name of names.filter(looksLikePath)) {
        const base = bases.find((one) => isThere(join(one, name)));
        if (base === undefined) missing.push(name);
        else bases.push(name.endsWith('/') ? join(base, name) : dirname(join(base, name)));
      }
    }
  }
  return missing;
}

/** The addresses of a page's headings, as GitHub and VS Code make them. */
const anchorsOf = (page: string): string[] =>
  [...read(page).matchAll(/^#+ (.*)$/gm)].map(([, heading]) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\w\- ]/g, '')
      .replaceAll(' ', '-'),
  );

describe('the documentation', () => {
  for (const page of pages) {
    it(`links to files and headings that exist, in ${page}`, () => {
      for (const [, target] of read(page).matchAll(/\]\((?!https?:)([^)\s]+)/g)) {
        const [path, anchor] = target.split('#');
        const file = path === '' ? page : join(dirname(page), path);
        assert.ok(existsSync(join(root, file)), `${page} links to ${target}`);
        if (target.includes('#')) {
          assert.ok(anchorsOf(file).includes(anchor), `${page} links to ${target}`);
        }
      }
    });

    it(`names files and folders that exist, in ${page}`, () => {
      assert.deepEqual(missingPaths(page, read(page)), []);
    });

    it(`names npm scripts that exist, in ${page}`, () => {
      const { scripts } = JSON.parse(read('package.json')) as { scripts: object };
      for (const [, name] of read(page).matchAll(/npm run ([\w:-]+)/g)) {
        assert.ok(name in scripts, `${page} names npm run ${name}`);
      }
    });
  }

  it('names settings that exist', () => {
    const { contributes } = JSON.parse(read('package.json')) as {
      contributes: { configuration: { properties: object } };
    };
    for (const page of pages) {
      for (const [, name] of read(page).matchAll(/`(bowline\.\w+)`/g)) {
        assert.ok(name in contributes.configuration.properties, `${page} names ${name}`);
      }
    }
  });

  describe('of the command line', () => {
    const sections = read('docs/command-line.md')
      .replaceAll('--[no-]scaled-scores', '--scaled-scores`, `--no-scaled-scores')
      .split(/^## /m)
      .map((section) => ({ heading: section.split('\n')[0], section }));
    const optionsIn = (text: string): string[] =>
      [...text.matchAll(/`([^`\n]+)`/g)].flatMap(([, code]) =>
        [...code.matchAll(/(?<![\w-])--?[a-z][\w-]*/g)].map(([option]) => option),
      );

    for (const [name, command] of commandsOf(bowlineProgram(), '')) {
      if (command.commands.length > 0) continue;
      const names = name.split(' ');
      const own = sections.find(({ heading }) =>
        names.every((one) => heading.split(/[ `|]/).includes(one)),
      );

      it(`names every option of bowline ${name}`, () => {
        const named = new Set(optionsIn(own!.section));
        for (const { long, short, flags } of command.options) {
          assert.ok(
            [long, short].some((one) => one != null && named.has(one)),
            flags,
          );
        }
      });

      it(`has no option in the tables of bowline ${name} that the command lacks`, () => {
        // A table may belong to one of several commands that a section explains.
        const alike = command.parent!.commands.filter(
          (one) => one === command || (names.length > 1 && own!.heading.includes(one.name())),
        );
        const known = alike.flatMap(({ options }) =>
          options.flatMap(({ long, short }) => [long, short]),
        );
        for (const [, cell] of own!.section.matchAll(/^\| +(`-.*?[^\\]) \|/gm)) {
          for (const option of optionsIn(cell)) assert.ok(known.includes(option), option);
        }
      });
    }
  });

  it('is searched for wrong names in both forms, whole and relative to server/src', () => {
    const text =
      'In `server/src/cli/mian.ts`, `search/baem.ts`, `lsp/` and `npx tsx test/bench/exact.ts DEV`.';
    assert.deepEqual(missingPaths('README.md', text), ['server/src/cli/mian.ts', 'search/baem.ts']);
  });

  describe('whose bags expect sentences', () => {
    for (const page of [
      'README.md',
      'docs/language.md',
      'docs/walkthrough/write.md',
      'docs/walkthrough/expect.md',
    ]) {
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

  it('calls no sentence the best: it is first, expected, or has the highest score', () => {
    const filesIn = (folder: string, end: string): string[] =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
        .filter((path) => path.endsWith(end))
        .map((path) => join(folder, path));
    const files = [
      'package.json',
      ...filesIn('docs/schemas', '.json'),
      ...filesIn('server/src', '.ts'),
    ];
    for (const path of [...pages, ...files]) {
      const found = /\bbest\s(?:[/*]+\s)*(?:sentence|realization)s?\b/u.exec(
        read(path).replaceAll(/\s+/g, ' '),
      );
      assert.equal(found?.[0], undefined, path);
    }
  });

  it('has each folder of server/src in the code map', () => {
    const rows = [...read('ARCHITECTURE.md').matchAll(/^\| `(\w+)` +\|/gm)].map(([, name]) => name);
    for (const folder of sourceFolders) assert.ok(rows.includes(folder), folder);
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
