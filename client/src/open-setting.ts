import * as vscode from 'vscode';

/**
 * Shows a setting of machine scope in the settings editor. If VS Code is connected to a remote machine, or runs in a
 * browser, these settings belong to the remote machine, so the settings of that machine are opened.
 */
export async function openMachineSetting(setting: string): Promise<void> {
  const isRemote = vscode.env.remoteName !== undefined;
  await vscode.commands.executeCommand(
    isRemote ? 'workbench.action.openRemoteSettings' : 'workbench.action.openSettings',
    { query: setting },
  );
}
