// How training uses the texts: each line of each text has one use.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';

/** The paths of the texts in folders: TEXTS and MORE_TEXTS of models/README.md. */
export const textsIn = (...folders) =>
  folders.flatMap((folder) =>
    readdirSync(folder)
      .filter((name) => name.endsWith('.txt'))
      .sort()
      .map((name) => join(folder, name)),
  );

/** Texts of other kinds than the treebank's, or tokenised already. Their lines are not parsed. */
const notParsed = new Set([
  ...['openstax.txt', 'schema-guided.txt', 'standard-ebooks.txt', 'us-addresses.txt'],
  ...['wikisplit.tok.txt', 'wikitext2.tok.txt'],
]);
/** Of each hundred lines, the first is held out, and the next ones are parsed. */
const parsedOfHundred = 60;
/** The lines to parse have 3 to 30 words, since longer sentences get more wrong arcs. */
const wordsToParse = { least: 3, most: 30 };
/** The number of lines to parse. */
const parsedLines = 400_000;

/** Shuffles lines in the same way every time. */
function shuffle(lines) {
  let state = 1;
  for (let i = lines.length - 1; i > 0; i--) {
    state = (state * 1103515245 + 12345) % 2147483648;
    const j = Math.floor((state / 2147483648) * (i + 1));
    [lines[i], lines[j]] = [lines[j], lines[i]];
  }
  return lines;
}

function writeLines(path, lines) {
  writeFileSync(path, lines.map((line) => `${line}\n`).join(''));
  return path;
}

/**
 * Divides texts, and writes the divisions to a folder. The files of a division are in the order of their names.
 *
 * - `all`: every line but the held-out ones, a file a text; for what ships.
 * - `unparsed`: `all` without the lines that may be parsed. A language model of these has not seen the parsed sentences.
 * - `toParse`: one file with the lines to parse.
 * - `held-out` (a folder): a hundredth of the lines, a file a text. Only the parser's word classes are learned from it too.
 */
export function divideTexts(paths, folder) {
  for (const name of ['all', 'unparsed', 'held-out']) {
    mkdirSync(join(folder, name), { recursive: true });
  }
  const byName = paths.toSorted((a, b) => (basename(a) < basename(b) ? -1 : 1));
  const texts = byName.map((path) => {
    const name = basename(path);
    const lines = readFileSync(path, 'utf8')
      .split('\n')
      .filter((line) => line.trim() !== '');
    const most = notParsed.has(name) ? 0 : parsedOfHundred;
    const isHeldOut = (_, i) => i % 100 === 0;
    const mayBeParsed = (_, i) => i % 100 > 0 && i % 100 <= most;
    writeLines(join(folder, 'held-out', name), lines.filter(isHeldOut));
    const all = lines.filter((line, i) => !isHeldOut(line, i));
    const unparsed = lines.filter((line, i) => !isHeldOut(line, i) && !mayBeParsed(line, i));
    return {
      all: writeLines(join(folder, 'all', name), all),
      unparsed: writeLines(join(folder, 'unparsed', name), unparsed),
      toParse: lines.filter(mayBeParsed),
    };
  });
  const { least, most } = wordsToParse;
  const toParse = shuffle(texts.flatMap((text) => text.toParse)).filter((line) => {
    const words = line.split(/\s+/).length;
    return words >= least && words <= most;
  });
  return {
    all: texts.map(({ all }) => all),
    unparsed: texts.map(({ unparsed }) => unparsed),
    toParse: writeLines(join(folder, 'parsed.txt'), toParse.slice(0, parsedLines)),
  };
}
