import * as vscode from 'vscode';
import type { Range } from '../../server/src/lsp/protocol.ts';

/** A range as the editor has it. */
export function toRange({ start, end }: Range): vscode.Range {
  return new vscode.Range(start.line, start.character, end.line, end.character);
}
