import { lineEndAt } from '../../../server/src/language/tree/characters.ts';
import { check } from '../../../server/src/language/checks/check.ts';
import { parse } from '../../../server/src/language/tree/parser.ts';
import { Scanner, TokenKind } from '../../../server/src/language/tree/scanner.ts';
import { absoluteRange, expectationsOf } from '../../../server/src/language/tree/syntax.ts';
import type { BowFile } from '../../../server/src/language/tree/syntax.ts';
import { withoutModel } from '../support/check-options.ts';

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
    problems: check(file, withoutModel)
      .diagnostics()
      .map(({ code, message }) => [
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

/** The comments of a file, in its order. */
function commentsOf(file: BowFile): string[] {
  const { text } = file;
  const expectations = new Map(
    file.bags.flatMap((bag, i) =>
      expectationsOf(bag).map((line) => {
        const { start, end } = absoluteRange(file, i, line);
        return [start, end] as const;
      }),
    ),
  );
  const comments: string[] = [];
  const scanner = new Scanner(text, 0, text.length);
  do {
    let token: TokenKind;
    do {
      token = scanner.next();
      // The parser reads on right behind the brace of a bag: a quotation mark may open there.
      if (text[scanner.start] === '{') scanner.goTo(scanner.start + 1);
      const end = expectations.get(scanner.start);
      if (end === undefined) continue;
      scanner.goTo(end);
      token = scanner.next();
    } while (token !== TokenKind.End);
    const rest = text.slice(scanner.start, lineEndAt(text, scanner.start, text.length)).trim();
    if (rest !== '') comments.push(rest);
  } while (scanner.nextLine());
  return comments;
}
