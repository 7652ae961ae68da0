import * as vscode from 'vscode';

/**
 * The most characters of a name that are shown whole. A longer name shows START characters and, after an ellipsis, its
 * last END characters.
 */
const LONGEST = 24;
const START = 8;
const END = 14;

/**
 * Shortens a long name of a bag in its middle. A view that cuts a name cuts its end, which distinguishes it from other
 * names.
 */
export function shortName(name: string): string {
  return name.length <= LONGEST ? name : `${name.slice(0, START)}…${name.slice(-END)}`;
}

/** The name of a file, as its tab shows it. */
export function fileName(uri: string): string {
  const { path } = vscode.Uri.parse(uri, true);
  return path.slice(path.lastIndexOf('/') + 1);
}
