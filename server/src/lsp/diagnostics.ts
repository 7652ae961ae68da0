import { DiagnosticSeverity } from 'vscode-languageserver';
import type { CodeAction, Diagnostic, Range as ProtocolRange } from 'vscode-languageserver';
import type { Problem, Severity } from '../language/problem.ts';
import type { BowDocument } from './document.ts';

/** More than this an author does not read, and the editor would draw on every key press. */
export const mostDiagnostics = 1_000;

const protocolSeverity: Record<Severity, DiagnosticSeverity> = {
  error: DiagnosticSeverity.Error,
  warning: DiagnosticSeverity.Warning,
  information: DiagnosticSeverity.Information,
  hint: DiagnosticSeverity.Hint,
};

function toDiagnostic(document: BowDocument, problem: Problem): Diagnostic {
  return {
    source: 'bowline',
    code: problem.code,
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

/**
 * A file's problems for the protocol: at most `mostDiagnostics`, errors before anything milder
 * where there are more, the last one saying how many are left out.
 */
export function toDiagnostics(document: BowDocument, problems: readonly Problem[]): Diagnostic[] {
  if (problems.length <= mostDiagnostics) {
    return problems.map((problem) => toDiagnostic(document, problem));
  }
  const room = mostDiagnostics - 1;
  const errors = problems.filter((problem) => problem.severity === 'error').slice(0, room);
  const others = problems
    .filter((problem) => problem.severity !== 'error')
    .slice(0, room - errors.length);
  const shown = [...errors, ...others];
  const count = problems.length - shown.length;
  return [
    ...shown.map((problem) => toDiagnostic(document, problem)),
    {
      source: 'bowline',
      code: 'more-problems',
      severity: DiagnosticSeverity.Information,
      message: `This file has ${count} more problems, which are not shown.`,
      range: document.range({ start: 0, end: 0 }),
    },
  ];
}

/** The quick fixes of the problems that touch a range. */
export function toCodeActions(
  document: BowDocument,
  problems: readonly Problem[],
  range: ProtocolRange,
): CodeAction[] {
  const start = document.positions.offsetAt(range.start);
  const end = document.positions.offsetAt(range.end);
  return problems.flatMap((problem) => {
    if (!problem.fixes || problem.range.end < start || problem.range.start > end) return [];
    const diagnostic = toDiagnostic(document, problem);
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
}
