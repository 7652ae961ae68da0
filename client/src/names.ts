import * as vscode from 'vscode';

/** Longer names are cut, and keep this number of characters at both ends. */
const LONGEST = 24;
const START = 8;
const END = 14;

/** The name of a bag, a long one cut in its middle: a view cuts off the end, which distinguishes names. */
export function shortName(name: string): string {
  return name.length <= LONGEST ? name : `${name.slice(0, START)}…${name.slice(-END)}`;
}

/** The name of a file, as its tab has it. */
export function fileName(uri: string): string {
  const { path } = vscode.Uri.parse(uri, true);
  return path.slice(path.lastIndexOf('/') + 1);
}
