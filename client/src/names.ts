import * as vscode from 'vscode';

/** A longer name is shortened to its first START and its last END characters. */
const LONGEST = 24;
const START = 8;
const END = 14;

/**
 * Shortens a long name in the middle. Views would cut off the end, where similar names often
 * differ.
 */
export function shortName(name: string): string {
  return name.length <= LONGEST ? name : `${name.slice(0, START)}…${name.slice(-END)}`;
}

/** The name of a file, as its tab shows it. */
export function fileName(uri: string): string {
  const { path } = vscode.Uri.parse(uri, true);
  return path.slice(path.lastIndexOf('/') + 1);
}
