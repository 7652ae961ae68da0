import { randomUUID } from 'node:crypto';
import * as vscode from 'vscode';
import { ProgressType } from 'vscode-languageclient/node';
import type { LanguageClient } from 'vscode-languageclient/node';
import { messages } from '../../server/src/lsp/protocol.ts';
import type {
  CoverageParams,
  CoverageResult,
  CoveredArc,
  CoveredTest,
  FileCoverage,
  TestResult,
} from '../../server/src/lsp/protocol.ts';
import { toRange } from './editors.ts';
import type { SyncedFiles } from './synced-files.ts';

const coveredTest = new ProgressType<CoveredTest>();

/**
 * The coverage of a file, as the editor expects it. The editor computes a percentage from the
 * counts that it gets. It gets only the number of words and how many of them are known from
 * training. So it shows the percentage that the coverage view calls "Words known". The details are
 * converted on request, since the editor needs them for few files.
 */
export class BowFileCoverage extends vscode.FileCoverage {
  readonly #file: FileCoverage;

  constructor(file: FileCoverage) {
    const { covered, total } = file.words;
    super(vscode.Uri.parse(file.uri, true), new vscode.TestCoverageCount(covered, total));
    this.#file = file;
  }

  /**
   * The editor has terms for programs only. A bag is a declaration. A word or a line of `deps:` is
   * a statement. The arcs on a line are its branches.
   */
  details(): vscode.FileCoverageDetail[] {
    return this.#file.details.flatMap(({ name, header, isCovered, words, lines }) => {
      const details: vscode.FileCoverageDetail[] = [
        new vscode.DeclarationCoverage(name, isCovered, toRange(header)),
      ];
      for (let i = 0; i < words.length; i += 4) {
        const [line, character, length, count] = words.slice(i, i + 4);
        const range = new vscode.Range(line, character, line, character + length);
        details.push(new vscode.StatementCoverage(count, range));
      }
      for (const { range, arcs } of lines) {
        const count = arcs.reduce((sum, arc) => sum + arc.count, 0);
        details.push(new vscode.StatementCoverage(count, toRange(range), arcs.map(toBranch)));
      }
      return details;
    });
  }
}

/**
 * Runs tests and measures the coverage of their bags. If all tests of a file run, the file's bags
 * without expectations are measured too.
 *
 * @param onResult called when a test ends. The result is null if the test was cancelled or its bag
 *   was removed
 * @returns null if the run was cancelled or failed. If it failed, the tests that had not ended get
 *   the error as their result
 */
export async function coverTests(
  client: LanguageClient,
  files: SyncedFiles,
  tests: readonly vscode.TestItem[],
  run: vscode.TestRun,
  onResult: (test: vscode.TestItem, result: TestResult | null) => void,
): Promise<CoverageResult | null> {
  const byFile = new Map<string, Map<string, vscode.TestItem>>();
  for (const test of tests) {
    const uri = test.uri!.toString();
    const ofFile = byFile.get(uri) ?? new Map<string, vscode.TestItem>();
    byFile.set(uri, ofFile.set(test.id, test));
  }
  const waiting = new Set(tests);
  const end = (test: vscode.TestItem, result: TestResult | null): void => {
    if (waiting.delete(test)) onResult(test, result);
  };
  const partialResultToken = randomUUID();
  const listening = client.onProgress(coveredTest, partialResultToken, ({ uri, id, result }) => {
    const test = byFile.get(uri)?.get(id);
    if (test !== undefined) end(test, result);
  });
  try {
    for (const uri of byFile.keys()) await files.open(vscode.Uri.parse(uri, true));
    const params: CoverageParams = {
      files: [...byFile].map(([uri, ofFile]) => {
        const [{ parent }] = ofFile.values();
        const isWhole = parent?.children.size === ofFile.size;
        return { uri, tests: isWhole ? null : [...ofFile.keys()] };
      }),
      progress: randomUUID(),
      partialResultToken,
    };
    const { token } = run;
    const result = await client.sendRequest<CoverageResult>(messages.coverage, params, token);
    for (const file of result.files) run.addCoverage(new BowFileCoverage(file));
    return result;
  } catch (error) {
    if (run.token.isCancellationRequested) return null;
    if (waiting.size === 0) throw error;
    const message = error instanceof Error ? error.message : String(error);
    for (const test of waiting) end(test, { kind: 'errored', message, range: test.range! });
    return null;
  } finally {
    listening.dispose();
    for (const test of waiting) end(test, null);
  }
}

function toBranch({ range, name, count, isTurned }: CoveredArc): vscode.BranchCoverage {
  const label = isTurned ? `${name} (other direction only)` : name;
  return new vscode.BranchCoverage(count, toRange(range), label);
}
