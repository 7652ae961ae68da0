import { check } from '../../../server/src/language/check.ts';
import { linesOf } from '../../../server/src/language/features/line-kinds.ts';
import { parse } from '../../../server/src/language/parser.ts';
import { Scanner, Token } from '../../../server/src/language/scanner.ts';
import { expectationsOf } from '../../../server/src/language/syntax.ts';
import type { BowFile } from '../../../server/src/language/syntax.ts';

/** Everything that a file says, without where it says it. */
export function meaningOf(text: string): object {
  const file = parse(text);
  return {
    settings: file.settings.map(({ key, value }) => [key, value]),
    bags: file.bags.map((bag) => ({
      name: bag.name,
      closed: bag.closed,
      sections: bag.sections.map(withoutPlaces),
      expectations: expectationsOf(bag).map(({ start, end }) =>
        bag.text.slice(start, end).split(/\s+/),
      ),
    })),
    problems: check(file, { maxWords: 100, knowledge: null }).map(({ code, message }) => [
      code,
      // A message quotes a line as it is written, up to a length.
      message.replace(/[\s�]+/g, ' ').replace(/`[^`]*…`/g, '`…`'),
    ]),
    comments: commentsOf(file),
  };
}

const places = new Set(['start', 'end', 'formEnd', 'indexEnd', 'tagStart', 'header', 'lines']);

function withoutPlaces(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(withoutPlaces);
  if (typeof node !== 'object' || node === null) return node;
  const kept = Object.entries(node).filter(([key]) => !places.has(key));
  return Object.fromEntries(kept.map(([key, value]) => [key, withoutPlaces(value)]));
}

/** The comments of a file; lines that stand strangely outside bags count as such too. */
function commentsOf(file: BowFile): string[] {
  const comments: string[] = [];
  for (let bag = -1; bag < file.bags.length; bag++) {
    for (const { kind, start, end, isPlain } of linesOf(file, bag)) {
      const { text } = file;
      if (isPlain) continue;
      const scanner = new Scanner(text, start, end);
      while (scanner.next() !== Token.End);
      const rest = kind === 'strange' ? text.slice(start, end) : text.slice(scanner.start, end);
      if (rest.trim() !== '') comments.push(rest.trim());
    }
  }
  return comments;
}
