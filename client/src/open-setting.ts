import * as vscode from 'vscode';

/**
 * Opens the settings at a setting of machine scope. If VS Code is connected to a remote machine, or runs in a
 * browser, such settings are not among the user's settings but among the settings of the remote machine.
 */
export async function openMachineSetting(setting: string): Promise<void> {
  const isRemote = vscode.env.remoteName !== undefined;
  await vscode.commands.executeCommand(
    isRemote ? 'workbench.action.openRemoteSettings' : 'workbench.action.openSettings',
    { query: setting },
  );
}
