import { DiagnosticSeverity } from 'vscode-languageserver';
import type { CodeAction, Diagnostic as ProtocolDiagnostic } from 'vscode-languageserver';
import { type CheckOptions, type Diagnostic, fixAll, type Severity } from '../language/index.ts';
import { maxProblems } from './document.ts';
import type { BowDocument, Reported } from './document.ts';
import type { ProblemPages } from './problem-pages.ts';
import { clientCommands } from './protocol.ts';

/** The kind of the action that applies all safe fixes of a file, for `editor.codeActionsOnSave`. */
export const fixAllKind = 'source.fixAll.bowline';

const protocolSeverity: Record<Severity, DiagnosticSeverity> = {
  error: DiagnosticSeverity.Error,
  warning: DiagnosticSeverity.Warning,
  information: DiagnosticSeverity.Information,
};

/** Returns the code of a diagnostic, with a link to its explanation if there is one. */
function linked(
  code: string,
  pages: ProblemPages,
): Pick<ProtocolDiagnostic, 'code' | 'codeDescription'> {
  const href = pages.get(code);
  return { code, ...(href !== undefined && { codeDescription: { href } }) };
}

function toDiagnostic(
  document: BowDocument,
  problem: Diagnostic,
  pages: ProblemPages,
): ProtocolDiagnostic {
  return {
    source: 'bowline',
    ...linked(problem.code, pages),
    severity: protocolSeverity[problem.severity],
    message: problem.message,
    range: document.range(problem.range),
    ...(problem.related && {
      relatedInformation: problem.related.map(({ range, message }) => ({
        location: { uri: document.uri, range: document.range(range) },
        message,
      })),
    }),
  };
}

/** If a file has too many diagnostics, the last diagnostic says how many are left out. */
export function toDiagnostics(
  document: BowDocument,
  { problems, total }: Reported,
  pages: ProblemPages,
): ProtocolDiagnostic[] {
  const room = total > problems.length ? maxProblems - 1 : maxProblems;
  const diagnostics = problems
    .slice(0, room)
    .map((problem) => toDiagnostic(document, problem, pages));
  const count = total - diagnostics.length;
  if (count > 0) {
    diagnostics.push({
      source: 'bowline',
      ...linked('more-problems', pages),
      severity: DiagnosticSeverity.Information,
      message: `This file has ${count} more problems, which are not shown.`,
      range: document.range({ start: 0, end: 0 }),
    });
  }
  return diagnostics;
}

/** First come quick fixes, then actions that open explanations. */
export function toCodeActions(
  document: BowDocument,
  touched: readonly Diagnostic[],
  pages: ProblemPages,
): CodeAction[] {
  const fixes = touched.flatMap((problem): CodeAction[] => {
    if (!problem.fixes) return [];
    const diagnostic = toDiagnostic(document, problem, pages);
    return problem.fixes.map(({ title, edits }, place) => ({
      title,
      kind: 'quickfix',
      diagnostics: [diagnostic],
      isPreferred: place === 0,
      edit: {
        changes: {
          [document.uri]: edits.map((edit) => ({
            range: document.range(edit.range),
            newText: edit.newText,
          })),
        },
      },
    }));
  });
  const codes = new Set(touched.map(({ code }) => code).filter((code) => pages.has(code)));
  const explanations = [...codes].map((code): CodeAction => {
    const title = `Explain ${code}`;
    return {
      title,
      kind: 'quickfix',
      diagnostics: touched
        .filter((problem) => problem.code === code)
        .map((problem) => toDiagnostic(document, problem, pages)),
      command: { title, command: clientCommands.explainProblem, arguments: [code] },
    };
  });
  return [...fixes, ...explanations];
}

/**
 * Returns one action that applies all safe fixes of a file, or none if the file has no safe fix.
 */
export function toFixAll(document: BowDocument, options: CheckOptions): CodeAction[] {
  const edits = fixAll(document.file.text, options);
  if (edits.length === 0) return [];
  const changes = edits.map(({ range, newText }) => ({ range: document.range(range), newText }));
  const title = 'Apply all safe fixes';
  return [{ title, kind: fixAllKind, edit: { changes: { [document.uri]: changes } } }];
}
