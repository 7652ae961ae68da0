import * as vscode from 'vscode';

/**
 * A name of up to this many characters is shown whole. Of a longer name, the first START and the last END characters
 * are shown, with an ellipsis between them.
 */
const LONGEST = 24;
const START = 8;
const END = 14;

/**
 * Shortens a long name of a bag in the middle. A view would cut off the end, which distinguishes the name from others.
 */
export function shortName(name: string): string {
  return name.length <= LONGEST ? name : `${name.slice(0, START)}…${name.slice(-END)}`;
}

/** The name of a file, as its tab shows it. */
export function fileName(uri: string): string {
  const { path } = vscode.Uri.parse(uri, true);
  return path.slice(path.lastIndexOf('/') + 1);
}
