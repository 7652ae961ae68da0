import * as vscode from 'vscode';

/**
 * Opens the settings at a setting of machine scope. If VS Code is connected to a remote machine, or runs in a browser,
 * the user's settings do not list such settings; the remote machine's do.
 */
export async function openMachineSetting(setting: string): Promise<void> {
  const isRemote = vscode.env.remoteName !== undefined;
  await vscode.commands.executeCommand(
    isRemote ? 'workbench.action.openRemoteSettings' : 'workbench.action.openSettings',
    { query: setting },
  );
}
