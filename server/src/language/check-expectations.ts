import type { Constraints } from './arcs.ts';
import { closest } from './closest.ts';
import { CrossingChecker } from './check-crossing.ts';
import { quoted, replacement } from './problem.ts';
import type { ProblemList } from './problem-list.ts';
import { expectationsOf } from './syntax.ts';
import type { BagNode } from './syntax.ts';

/** Names at most this many words. */
const mostNamed = 5;

/**
 * Tells of expectations that no realization can match: they are no permutation of the bag (words are
 * missing or too many, or a phrase is torn apart), or given arcs cross in them.
 */
export function checkExpectations(
  bag: BagNode,
  constraints: Constraints,
  problems: ProblemList,
): void {
  const lines = expectationsOf(bag);
  if (lines.length === 0) return;
  const { words } = constraints;
  const crossing = new CrossingChecker(bag, constraints, problems);
  const inBag = counts(words.flatMap(({ form }) => form.split(' ')));
  const phrases = counts(words.map(({ form }) => form).filter((form) => form.includes(' ')));
  for (const line of lines) {
    if (problems.full) return;
    const text = bag.text.slice(line.start, line.end);
    const inLine = counts(text.split(/\s+/));
    const missing = difference(inBag, inLine);
    const extra = difference(inLine, inBag);
    if (missing.length === 0 && extra.length === 0) {
      const torn = tornPhrase(text, phrases);
      if (torn !== null) {
        problems.add(
          'expectation-mismatch',
          line,
          `The bag keeps ${quoted(torn)} together, and this sentence does not: no realization can match it.`,
        );
      } else crossing.check(line);
      continue;
    }
    const at = extra.length > 0 ? findWord(text, extra[0]) : -1;
    const range =
      at < 0 ? line : { start: line.start + at, end: line.start + at + extra[0].length };
    const near = at < 0 ? null : wordMeant(extra, missing, problems.maySearch);
    const said = [
      missing.length > 0 ? `lacks ${listOf(missing)}` : '',
      extra.length > 0 ? `has ${listOf(extra)} more often than the bag` : '',
    ].filter((part) => part !== '');
    problems.add(
      'expectation-mismatch',
      range,
      `This sentence ${said.join(' and ')}. ${text.startsWith('#') ? '`expect:` is plain text: comments stand elsewhere.' : 'It has to use each word of the bag once.'}`,
      { fixes: near ? [replacement(`Change to ${quoted(near)}`, range, near)] : [] },
    );
  }
}

/** The word that one too many was meant to be. */
function wordMeant(
  extra: readonly string[],
  missing: readonly string[],
  maySearch: boolean,
): string | null {
  if (missing.length === 1 && extra.length === 1) return missing[0];
  return maySearch ? closest(extra[0], missing) : null;
}

function counts(words: readonly string[]): Map<string, number> {
  const found = new Map<string, number>();
  for (const word of words) found.set(word, (found.get(word) ?? 0) + 1);
  return found;
}

/** The words that the first has more often. */
function difference(a: ReadonlyMap<string, number>, b: ReadonlyMap<string, number>): string[] {
  return [...a].filter(([word, count]) => count > (b.get(word) ?? 0)).map(([word]) => word);
}

/** A phrase that does not occur as often as the bag holds it. */
function tornPhrase(text: string, phrases: ReadonlyMap<string, number>): string | null {
  if (phrases.size === 0) return null;
  const spaced = ` ${text.replace(/\s+/g, ' ')} `;
  for (const [phrase, count] of phrases) {
    let found = 0;
    // Occurrences may share the space between them, but no word.
    const step = phrase.length + 1;
    for (
      let at = spaced.indexOf(` ${phrase} `);
      at >= 0;
      at = spaced.indexOf(` ${phrase} `, at + step)
    ) {
      found++;
    }
    if (found < count) return phrase;
  }
  return null;
}

/** Where a word stands last in a text, white space around it. */
function findWord(text: string, word: string): number {
  let found = -1;
  for (const { 0: candidate, index } of text.matchAll(/\S+/g)) {
    if (candidate === word) found = index;
  }
  return found;
}

function listOf(words: readonly string[]): string {
  const shown = words.slice(0, mostNamed).map(quoted).join(', ');
  return words.length > mostNamed ? `${shown} and ${words.length - mostNamed} more words` : shown;
}
