import { NO_PARSER } from '../hosts/model-files.ts';
import { ModelError } from '../model/file.ts';
import { Parser } from '../parser/parser.ts';
import type { FindLabels } from '../results/labels.ts';
import { once } from '../util/once.ts';
import { CommandError } from './errors.ts';
import { readParserFile } from './files.ts';

/**
 * Makes a function that finds the labels of trees. The parser is read for the first tree. If it
 * cannot be used, the error stream says so.
 *
 * @param path the file of the parser, or NO_PARSER
 */
export function labelsOf(path: string): FindLabels {
  if (path === NO_PARSER) return () => Promise.resolve(null);
  const open = once(async (): Promise<Parser | null> => {
    try {
      return new Parser(await readParserFile(path));
    } catch (error) {
      if (!(error instanceof CommandError || error instanceof ModelError)) throw error;
      const reason = error instanceof CommandError ? error.message : `${path}: ${error.message}`;
      console.error(`${reason.replace(/\.$/, '')}; arcs that nobody labelled have no label`);
      return null;
    }
  });
  return async (trees) => {
    const parser = await open();
    return parser === null ? null : trees.map((tree) => parser.label(tree));
  };
}
