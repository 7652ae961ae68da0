import { DiagnosticSeverity } from 'vscode-languageserver';
import type { CodeAction, Diagnostic, Range as ProtocolRange } from 'vscode-languageserver';
import type { Problem, Severity } from '../language/problem.ts';
import { mostProblems } from './document.ts';
import type { BowDocument, Told } from './document.ts';

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

/** A file's problems for the protocol; where there are too many, the last one says how many more. */
export function toDiagnostics(document: BowDocument, { problems, total }: Told): Diagnostic[] {
  const room = total > problems.length ? mostProblems - 1 : mostProblems;
  const diagnostics = problems.slice(0, room).map((problem) => toDiagnostic(document, problem));
  const count = total - diagnostics.length;
  if (count > 0) {
    diagnostics.push({
      source: 'bowline',
      code: 'more-problems',
      severity: DiagnosticSeverity.Information,
      message: `This file has ${count} more problems, which are not shown.`,
      range: document.range({ start: 0, end: 0 }),
    });
  }
  return diagnostics;
}

/** The quick fixes of the problems that touch a range. */
export function toCodeActions(
  document: BowDocument,
  { problems }: Told,
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
