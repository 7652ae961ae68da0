import * as vscode from 'vscode';

/**
 * Shows a setting of machine scope. If VS Code is connected to a remote machine or runs in a
 * browser, the remote machine has these settings.
 */
export async function openMachineSetting(setting: string): Promise<void> {
  const isRemote = vscode.env.remoteName !== undefined;
  await vscode.commands.executeCommand(
    isRemote ? 'workbench.action.openRemoteSettings' : 'workbench.action.openSettings',
    { query: setting },
  );
}
