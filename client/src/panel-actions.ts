import * as vscode from 'vscode';
import type { LanguageClient } from 'vscode-languageclient/node';
import { messages } from '../../server/src/lsp/protocol.ts';
import type { BagParams } from '../../server/src/lsp/protocol.ts';
import { applyEdits, editArc, insertExpectation, keep } from './bag-edits.ts';
import { exportDrawing } from './drawing-export.ts';
import { leaveTo, reveal, type WordHighlight } from './editors.ts';
import { openMachineSetting } from './open-setting.ts';
import { machineSettings, panelCommands, panelSettings } from './panel-messages.ts';
import type { FromPanel, PanelQuestion } from './panel-messages.ts';

/** The messages that ask the extension to act. */
export type PanelAction = Exclude<
  FromPanel,
  PanelQuestion | { type: 'ready' | 'drawn' | 'withdraw' }
>;

/** @param elsewhere the editor column in which to open a file that no editor shows */
export async function act(
  message: PanelAction,
  client: LanguageClient,
  wordHighlight: WordHighlight,
  elsewhere: vscode.ViewColumn,
): Promise<void> {
  switch (message.type) {
    case 'copy':
      await vscode.env.clipboard.writeText(message.text);
      vscode.window.setStatusBarMessage('$(check) Copied', 2_000);
      break;
    case 'insert': {
      const { uri, index, text } = message;
      await insertExpectation(client, { uri, index, text });
      break;
    }
    case 'keep': {
      const { uri, index, text, what } = message;
      await keep(client, { uri, index, text, what });
      break;
    }
    case 'add': {
      const { params } = message;
      await applyEdits(client, params, await client.sendRequest(messages.add, params));
      break;
    }
    case 'reveal':
      await reveal(vscode.Uri.parse(message.uri, true), message.position, { elsewhere });
      break;
    case 'highlight':
      wordHighlight.show(message.uri, message.ranges);
      break;
    case 'editArc': {
      const { uri, index, dependent, head } = message;
      await editArc(client, { uri, index, dependent, head });
      break;
    }
    case 'exportDrawing':
      await exportDrawing(client, message);
      break;
    case 'searchFurther':
      await client.sendRequest(messages.searchFurther, message.params);
      break;
    case 'prove':
    case 'cancelProof':
      await client.sendRequest(messages[message.type], message.params);
      break;
    case 'realize':
    case 'cancel': {
      const params: BagParams = { uri: message.uri, index: message.index };
      await client.sendRequest(messages[message.type], params);
      break;
    }
    case 'leave':
      await leaveTo(({ uri }) => uri.toString() === message.uri);
      break;
    case 'setting':
      if (isOneOf(machineSettings, message.setting)) {
        await openMachineSetting(message.setting);
      } else if (isOneOf(panelSettings, message.setting)) {
        await vscode.commands.executeCommand('workbench.action.openSettings', message.setting);
      }
      break;
    case 'command':
      if (!isOneOf(panelCommands, message.command)) break;
      await vscode.commands.executeCommand(message.command);
      break;
  }
}

/**
 * Checks a name that a page has sent, since a page can send any name, whatever the message's type
 * says.
 */
function isOneOf(names: readonly string[], name: string): boolean {
  return names.includes(name);
}
