import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { BowFileCoverage } from '../../client/src/coverage-run.ts';
import type { CoverageReport, CoverageResult } from '../../server/src/lsp/protocol.ts';
import { bowline, closeAll, open, openNew, until } from './support.ts';

/** What `bowline coverage --format json` prints of a file. */
function commandLine({ uri }: vscode.TextDocument): Promise<CoverageReport> {
  const cli = join(__dirname, '../../cli.cjs');
  return new Promise((resolve) => {
    const options = { env: { ...process.env, ELECTRON_RUN_AS_NODE: '1' } };
    const args = [cli, 'coverage', '--format', 'json', uri.fsPath];
    execFile(process.execPath, args, options, (_, out) => {
      resolve(JSON.parse(out) as CoverageReport);
    });
  });
}

const pollMs = 50;
const retryMs = 8_000;

/** Runs a command of the test view with coverage; resolves with what was covered. */
async function cover(command: string): Promise<CoverageResult> {
  const { onCovered } = await bowline();
  const covered: CoverageResult[] = [];
  const listening = onCovered((result) => covered.push(result));
  try {
    // The editor knows tests a moment after they are listed: until then it runs none.
    for (;;) {
      await vscode.commands.executeCommand(command);
      for (let waited = 0; waited < retryMs; waited += pollMs) {
        const result = covered.at(0);
        if (result !== undefined) return result;
        await new Promise((resolve) => setTimeout(resolve, pollMs));
      }
    }
  } finally {
    listening.dispose();
  }
}

async function tests({ uri }: vscode.TextDocument): Promise<vscode.TestItemCollection> {
  const { tests: files } = await bowline();
  return (await until('the file is listed', () => files.get(uri.toString()))).children;
}

/** Of a report what does not depend on the machine or on what the file is called. */
function comparable({ perBag, files, ...figures }: CoverageReport): unknown {
  assert.equal(files.length, 1);
  return { ...figures, perBag: perBag.map((bag) => ({ ...bag, file: '', cpuMs: 0 })) };
}

describe('Coverage', () => {
  afterEach(closeAll);

  it('agrees with the command line, in sum and in detail', async () => {
    for (const name of [
      'dependencies.bow',
      'expectations.bow',
      'figure-4.bow',
      'first-steps.bow',
    ]) {
      const document = await open(name);
      await tests(document);
      const { report, files } = await cover('testing.coverageCurrentFile');
      const told = await commandLine(document);
      assert.deepEqual(comparable(report), comparable(told), name);

      const [file] = files.map((one) => new BowFileCoverage(one));
      assert.equal(file.uri.toString(), document.uri.toString());
      const counted = (one: vscode.TestCoverageCount | undefined) => [one?.covered, one?.total];
      assert.deepEqual(counted(file.statementCoverage), [told.words.known, told.words.total]);
      // The editor adds these counts to the words for its percentage.
      assert.deepEqual([file.branchCoverage, file.declarationCoverage], [undefined, undefined]);
      const covered = told.perBag.filter(({ rank, expected, first }) =>
        expected === null ? first !== null : rank === 1,
      );

      const details = file.details();
      const statements = details.filter((one) => one instanceof vscode.StatementCoverage);
      const words = statements.filter(({ branches }) => branches.length === 0);
      assert.deepEqual(executed(words), [told.words.known, told.words.total]);
      const arcs = statements.flatMap(({ branches }) => branches);
      assert.deepEqual(executed(arcs), [told.arcs.seen, told.arcs.total]);
      const bags = details.filter((one) => one instanceof vscode.DeclarationCoverage);
      assert.deepEqual(
        bags.map((bag) => [bag.name, bag.executed, (bag.location as vscode.Range).start.line + 1]),
        told.perBag.map((bag) => [bag.bag, covered.includes(bag), bag.line]),
      );
    }
  });

  it('is of words and arcs where they stand', async () => {
    const document = await openNew(
      'coverage-places.bow',
      'bag places {\n  words: the/DT zyzzyx/NN barks/VBZ\n  deps:\n    barks -nsubj-> zyzzyx -> the\n}\n' +
        'bag test {\n  words: the dog\n  expect: the dog\n}\n',
    );
    await tests(document);
    const { files } = await cover('testing.coverageCurrentFile');
    const details = new BowFileCoverage(files[0]).details();
    const written = ({ location }: { location?: vscode.Position | vscode.Range }): string =>
      document.getText(location as vscode.Range);
    const statements = details.filter((one) => one instanceof vscode.StatementCoverage);
    assert.deepEqual(statements.map(written), [
      ...['the/DT', 'zyzzyx/NN', 'barks/VBZ', 'barks -nsubj-> zyzzyx -> the'],
      ...['the', 'dog'],
    ]);
    const [the, unknown, , line] = statements;
    assert.ok(Number(the.executed) > 0);
    assert.equal(unknown.executed, 0);
    assert.deepEqual(
      line.branches.map((arc) => [arc.label, written(arc), Number(arc.executed) > 0]),
      [
        ['barks -nsubj-> zyzzyx', 'zyzzyx', true],
        ['zyzzyx -> the', 'the', true],
      ],
    );
  });

  it('shows the standing of tests before a run and after it', async () => {
    const document = await openNew(
      'coverage-standing.bow',
      ['the dog barks .', 'barks the . dog', 'the cat barks .']
        .map((line, i) => `bag b${i} {\n  words: the dog barks .\n  expect: ${line}\n}\n`)
        .join(''),
    );
    const items = await tests(document);
    const standing = (): (string | undefined)[][] =>
      [...items].map(([, { description, tags }]) => [description, ...tags.map(({ id }) => id)]);
    await until('its bags are realized', () =>
      standing().every(([description]) => description?.includes(' · ')) ? true : null,
    );
    const [first, second, third] = standing();
    assert.deepEqual(first, ['no. 1 · the dog barks.']);
    assert.match(
      second.join(),
      /^(missed by the search · .*,not-found|no\. \d+ · .*(,rank2-10)?)$/,
    );
    assert.deepEqual(third, ['ruled out by this bag · the cat barks.', 'unreachable']);

    await cover('testing.coverageCurrentFile');
    assert.deepEqual(standing(), [first, second, third]);
  });

  it('runs the tests that it covers', async () => {
    const document = await open('expectations.bow');
    await tests(document);
    const ended = new Map<string, string | undefined>();
    const listening = (await bowline()).onTestEnd(({ test, result }) => {
      ended.set(test.label, result?.kind);
    });
    await cover('testing.coverageCurrentFile');
    listening.dispose();
    assert.deepEqual(Object.fromEntries(ended), {
      adverb: 'passed',
      contraction: 'passed',
      surprise: 'failed',
    });
  });

  it('is of one test where one is run', async () => {
    const document = await open('expectations.bow');
    await tests(document);
    const editor = await vscode.window.showTextDocument(document);
    const at = document.positionAt(document.getText().indexOf('bag surprise'));
    editor.selection = new vscode.Selection(at, at);
    const { report } = await cover('testing.coverageAtCursor');
    assert.deepEqual(
      report.perBag.map(({ bag }) => bag),
      ['surprise'],
    );
  });
});

function executed(all: readonly { executed: number | boolean }[]): number[] {
  return [all.filter((one) => Number(one.executed) > 0).length, all.length];
}
