import * as vscode from 'vscode';

/**
 * Shows a setting of the machine. In a window on a remote machine, or in a browser, such a setting is
 * that machine's, and the settings of the user do not list it.
 */
export async function openMachineSetting(setting: string): Promise<void> {
  const isRemote = vscode.env.remoteName !== undefined;
  await vscode.commands.executeCommand(
    isRemote ? 'workbench.action.openRemoteSettings' : 'workbench.action.openSettings',
    { query: setting },
  );
}
