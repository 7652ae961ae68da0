import { compact } from '../../util/compact.ts';
import { foreignComment } from './foreign-comment.ts';
import { indentAt, indentStep, lineEndOf, lineStartAt } from './lines.ts';
import { meantArcs, meantOrder } from './meant-statements.ts';
import { quoted, replacement, safeReplacement } from './diagnostic.ts';
import type { DiagnosticCode, DiagnosticExtra, Fix, Range } from './diagnostic.ts';
import { DiagnosticList } from './diagnostic-list.ts';
import { Scanner, statementEnd, TokenKind } from './scanner.ts';
import type { StatementEnd } from './scanner.ts';
import { headerName } from './section-header.ts';
import { inQuotes } from './spelling.ts';
import type { Arrow, DepsStatement, OrderRelation, OrderStatement, Reference } from './syntax.ts';
import { decodeWord } from './word.ts';
import { checkIndex, reportJunk, reportOpenQuote } from './word-diagnostics.ts';
import { WrittenWords } from './written-words.ts';

/**
 * Parses a statement of `deps:`. The scanner has just read its first token, of the kind `first`.
 */
export function parseDepsLine(
  text: string,
  scanner: Scanner,
  first: TokenKind,
  words: WrittenWords,
  statements: DepsStatement[],
  diagnostics: DiagnosticList,
): StatementEnd {
  const start = scanner.start;
  const reportMeant = (): boolean => {
    if (diagnostics.lineIsBroken) return true;
    const line = statementAt(text, start, scanner.limit);
    const meant = meantArcs(text.slice(line.start, line.end));
    if (!meant) return false;
    const write = meant.readings.length === 1 ? safeReplacement : replacement;
    const fixes = meant.readings.map((one) => write(`Write ${quoted(one)}`, line, one));
    diagnostics.addToLine('missing-arrow', line, meant.message, { fixes });
    return true;
  };
  const reportLine: Report = (...reported) => {
    if (!reportMeant()) diagnostics.addToLine(...reported);
  };
  const heads: Reference[] = [];
  const arrows: Arrow[] = [];
  let list: Reference[] = [];
  let end = start;
  let token = first;
  if (isKeyword(text, scanner, first, ['root'])) {
    list.push(keyword(scanner));
    end = scanner.end;
    token = scanner.next();
  } else if (isKeyword(text, scanner, first, ['first', 'last'])) {
    report(text, scanner, reportLine, '`first` and `last` belong in `order:`.');
  }
  for (; statementEnd(token) === null; token = scanner.next()) {
    if (reportComment(text, scanner, words, diagnostics)) {
      token = skipStatement(scanner);
      break;
    }
    end = scanner.end;
    if (token === TokenKind.Word || token === TokenKind.Quoted) {
      list.push(readReference(text, scanner, token, reportMeant, diagnostics));
    } else if (token === TokenKind.Arrow) {
      const label = end - scanner.start > 2 ? text.slice(scanner.start + 1, end - 2) : null;
      arrows.push({ start: scanner.start, end, label });
      const head = list.at(0);
      const isSecondArc = arrows.length > 1;
      const hasOldHead = isSecondArc && head !== undefined && endsInSeparator(text, list.at(-1)!);
      if (!head) reportLine('missing-head', scanner, 'The head is missing before this arrow.');
      else if (list.length > 1 || (hasOldHead && head.end - head.start > 1)) {
        const next = hasOldHead ? heads.at(-1)! : list.at(-1)!;
        reportLine(
          'list-in-chain',
          { start: list[Math.min(1, list.length - 1)].start, end: list.at(-1)!.end },
          isSecondArc
            ? `A head is one word. If a second arc begins with ${quoted(text.slice(next.start, next.end))}, write it on a line of its own, or after another \`deps:\`.`
            : 'A head is one word: only the last item of a chain may be a list.',
          { fixes: isSecondArc ? [newStatement(text, start, list, next)] : [] },
        );
      }
      heads.push(head ?? nowhere(scanner.start));
      list = [];
    } else {
      report(text, scanner, reportLine, depsHelp(token));
    }
  }
  if (arrows.length === 0) {
    reportLine('missing-arrow', { start, end }, 'An arrow is missing: write `head -> dependent`.');
  } else if (list.length === 0) {
    reportLine('missing-dependent', arrows.at(-1)!, 'The dependent is missing after this arrow.');
  }
  statements.push({
    start,
    end,
    heads: compact(heads),
    arrows: compact(arrows),
    dependents: compact(list),
    broken: diagnostics.lineIsBroken,
  });
  return statementEnd(token)!;
}

/** In code units. Items of several words are not looked for in longer lines. */
const longest = 300;

/** Matches a line of `order:` with several words on one side of the sign. Captures them. */
const severalWords = [
  /^(?:first|last)\s+([^\s<>"#/]+(?:\s+[^\s<>"#/]+)+)$/du,
  /^([^\s<>"#/]+(?:\s+[^\s<>"#/]+)+)\s+<<?\s+(?:[^\s<>"]+|"[^"]*")$/du,
  /^(?:[^\s<>"]+|"[^"]*")\s+<<?\s+([^\s<>"#/]+(?:\s+[^\s<>"#/]+)+)$/du,
];

/** The words of a line of `order:` that are probably one item. */
function itemIn(text: string, { start, end }: Range): Range | null {
  const line = text.slice(start, end);
  for (const pattern of severalWords) {
    const place = pattern.exec(line)?.indices?.[1];
    if (place !== undefined) return { start: start + place[0], end: start + place[1] };
  }
  return null;
}

/**
 * A fix that writes a line of `order:` for each of the words on one side of its sign. For `<<`, the
 * lines form a chain: `a b << c` becomes `a << b` and `b << c`. Null for `first` and
 * `last`.
 *
 * @param item the words, as `itemIn` finds them
 */
function lineForEach(text: string, line: Range, item: Range): Fix | null {
  const words = text.slice(item.start, item.end).split(/\s+/u);
  const before = text.slice(line.start, item.start).trim();
  const behind = text.slice(item.end, line.end).trim();
  const sign = /<<?/u.exec(before + behind)?.[0];
  if (sign === undefined) return null;
  const others = [before, behind].map((side) => side.replace(/^<+\s*|\s*<+$/gu, ''));
  const row = [others[0], ...words, others[1]].filter((word) => word !== '');
  const lines =
    sign === '<<'
      ? row.slice(1).map((word, i) => `${row[i]} << ${word}`)
      : words.map((word) => [others[0], word, others[1]].filter((one) => one !== '').join(' < '));
  const title = sharesLine(text, line.start, 'order')
    ? 'Write `order:` before each'
    : 'Write a line for each';
  return replacement(title, line, lines.join(betweenStatements(text, line.start, 'order')));
}

/** Parses a statement of `order:` from the scanner's last token on. */
export function parseOrderLine(
  text: string,
  scanner: Scanner,
  first: TokenKind,
  inBag: WrittenWords,
  statements: OrderStatement[],
  diagnostics: DiagnosticList,
): StatementEnd {
  const start = scanner.start;
  const reportMeant = (): boolean => {
    if (diagnostics.lineIsBroken) return true;
    const line = statementAt(text, start, scanner.limit);
    const meant = meantOrder(text.slice(line.start, line.end), (form) => inBag.timesOf(form));
    if (!meant) return false;
    const { readings, message } = meant;
    const each = sharesLine(text, start, 'order')
      ? 'Write `order:` before each'
      : 'Write a line for each';
    const write = readings.length === 1 ? safeReplacement : replacement;
    const fixes = readings.map((lines) => {
      const title = lines.length === 1 ? `Write ${quoted(lines[0])}` : each;
      return write(title, line, lines.join(betweenStatements(text, start, 'order')));
    });
    diagnostics.addToLine('bad-order', line, message, { fixes });
    return true;
  };
  const reportLine: Report = (...reported) => {
    if (!reportMeant()) diagnostics.addToLine(...reported);
  };
  const reportOrder = (range: Range, advice = '', fixes: readonly Fix[] = []): void => {
    const message = 'A line of `order:` is `a < b`, `a << b`, `first a` or `last b`.';
    reportLine('bad-order', range, message + advice, { fixes });
  };
  const words: Reference[] = [];
  let relation: OrderRelation | null = null;
  let end = start;
  let token = first;
  if (isKeyword(text, scanner, first, ['first', 'last'])) {
    relation = text.startsWith('first', start) ? 'first' : 'last';
    end = scanner.end;
    token = scanner.next();
  } else if (isKeyword(text, scanner, first, ['root'])) {
    report(text, scanner, reportLine, '`root` belongs in `deps:`.');
  }
  const one = relation !== null;
  for (; statementEnd(token) === null; token = scanner.next()) {
    if (reportComment(text, scanner, inBag, diagnostics)) {
      token = skipStatement(scanner);
      break;
    }
    end = scanner.end;
    if (token === TokenKind.Word || token === TokenKind.Quoted) {
      words.push(readReference(text, scanner, token, reportMeant, diagnostics));
      if (words.length > (one || relation === null ? 1 : 2) && !diagnostics.lineIsBroken) {
        const line = statementAt(text, start, scanner.limit);
        const item = line.end - line.start > longest ? null : itemIn(text, line);
        if (item === null) reportOrder(scanner);
        else {
          const written = text.slice(item.start, item.end);
          const inside = inQuotes(written);
          const advice = ` If ${quoted(written)} is one item of \`words:\`, put it in quotes.`;
          const quotes = replacement(`Put ${quoted(written)} in quotes`, item, inside);
          // Of a noun phrase, such as `the dog`, a line usually means the last word. Of other words, it
          // means each.
          const last = written.split(/\s+/u).at(-1)!;
          const change = replacement(`Change to ${quoted(last)}`, item, last);
          const each = lineForEach(text, line, item);
          const others = each === null ? [] : [each];
          const all = /^(?:an?|the)\s/iu.test(written) ? [change, ...others] : [...others, change];
          reportOrder(scanner, advice, inBag.timesOf(written) > 0 ? [quotes] : [...all, quotes]);
        }
      }
    } else if (token === TokenKind.Before || token === TokenKind.RightBefore) {
      if (relation !== null || words.length !== 1) reportOrder(scanner);
      relation ??= token === TokenKind.Before ? 'before' : 'right-before';
    } else {
      const help = token === TokenKind.Arrow ? 'Arcs belong in `deps:`.' : '';
      report(text, scanner, reportLine, help);
    }
  }
  if (relation === null || words.length !== (one ? 1 : 2)) reportOrder({ start, end });
  statements.push({ start, end, relation, words, broken: diagnostics.lineIsBroken });
  return statementEnd(token)!;
}

/**
 * Reports the scanner's last token if it begins a comment with `//` or `/*`, unless the bag has the
 * sign as a word.
 */
function reportComment(
  text: string,
  scanner: Scanner,
  words: WrittenWords,
  diagnostics: DiagnosticList,
): boolean {
  const { start, end } = scanner;
  if (!/^\/[/*]+[a-z]*$/u.test(text.slice(start, Math.min(end, start + longest)))) return false;
  const comment = foreignComment(text, start);
  const isWord = words.timesOf(text.slice(start, end)) > 0 || words.hasTaggedSlash;
  if (comment === null || isWord) return false;
  const { range, fix } = comment;
  diagnostics.add('stray-slash', range, 'A comment begins with `#`.', { fixes: [fix] });
  diagnostics.breakLine();
  return true;
}

/** Reads the rest of a statement, and returns the token that ends it. */
function skipStatement(scanner: Scanner): TokenKind {
  let token = scanner.next();
  while (statementEnd(token) === null) token = scanner.next();
  return token;
}

/** Whether the rest of a line, from the scanner's last token on, is a statement of `section`. */
export function isStatement(
  text: string,
  scanner: Scanner,
  first: TokenKind,
  section: 'deps' | 'order',
): boolean {
  if (headerName(text.slice(scanner.start, scanner.end)) !== null) return false;
  const diagnostics = new DiagnosticList();
  const parseLine = section === 'deps' ? parseDepsLine : parseOrderLine;
  // Which words the bag has changes the messages, but not whether there is one.
  parseLine(text, scanner, first, new WrittenWords('', 0, 0), [], diagnostics);
  return diagnostics.finish().length === 0;
}

/** Reports the likely correction of a line or, if there is none, the given diagnostic. */
type Report = (
  code: DiagnosticCode,
  range: Range,
  message: string,
  extra?: DiagnosticExtra,
) => void;

function statementAt(text: string, start: number, limit: number): Range {
  const scanner = new Scanner(text, start, limit);
  let end = start;
  while (statementEnd(scanner.next()) === null) end = scanner.end;
  return { start, end };
}

function endsInSeparator(text: string, { end }: Range): boolean {
  return /[,;]/.test(text[end - 1]);
}

/**
 * A fix that starts a new statement at the second arc of a line: `c -> d` from `a -> b, c -> d`,
 * and `a -> c` from `a -> b, -> c`.
 *
 * @param start the offset of the line's statement
 * @param list the words between the two arrows (`b,` and `c` in the first example)
 * @param head the head of the new statement: the last word of `list`, or the first arc's head
 */
function newStatement(
  text: string,
  start: number,
  list: readonly Reference[],
  head: Reference,
): Fix {
  const last = list.at(-1)!;
  const { start: from } = list[0];
  const isOldHead = head !== last;
  const end = isOldHead ? last.end : last.start;
  // With the lookbehind, a match begins only at the start of a run of spaces. Otherwise a long run
  // would take quadratic time.
  const kept = text.slice(from, end).replace(/(?<![\s,;])[\s,;]+$/, '');
  const range = { start: from + kept.length, end };
  const title = sharesLine(text, start, 'deps')
    ? 'Write `deps:` before the second arc'
    : 'Write the second arc on a line of its own';
  const written = isOldHead ? text.slice(head.start, head.end) : '';
  return replacement(title, range, betweenStatements(text, start, 'deps') + written);
}

/**
 * Whether other text stands before a statement on its line, as in a bag on one line. The header of
 * its own section does not count.
 */
function sharesLine(text: string, start: number, section: 'deps' | 'order'): boolean {
  const before = textBefore(text, start);
  return before !== '' && before !== `${section}:`;
}

/**
 * The text to write between two statements.
 *
 * @param start the offset of the first statement
 */
function betweenStatements(text: string, start: number, section: 'deps' | 'order'): string {
  if (sharesLine(text, start, section)) return ` ${section}: `;
  const indent = textBefore(text, start) === '' ? '' : indentStep;
  return lineEndOf(text) + indentAt(text, start) + indent;
}

function textBefore(text: string, start: number): string {
  return text.slice(lineStartAt(text, start), start).trim();
}

function depsHelp(token: TokenKind): string {
  return token === TokenKind.Before || token === TokenKind.RightBefore
    ? 'Constraints on the order belong in `order:`.'
    : 'An arc is written `head -> dependent`.';
}

function report(text: string, scanner: Scanner, reportLine: Report, help: string): void {
  const written = text.slice(scanner.start, scanner.end);
  const unexpected = `${quoted(written)} is not a word here.`;
  if (isOfGroup(text, scanner)) {
    const advice = 'Groups and chunks stand only in `words:`. A line here names single words.';
    const chunk = chunkAt(text, scanner);
    const fixes =
      chunk === null
        ? []
        : [replacement(`Change to ${quoted(chunk.last)}`, chunk.range, chunk.last)];
    reportLine('unexpected-token', scanner, `${unexpected} ${advice}`, { fixes });
    return;
  }
  const quote = replacement('Put it in quotes', scanner, inQuotes(written));
  reportLine(
    'unexpected-token',
    scanner,
    [unexpected, help, 'If it is a word, put it in quotes.']
      .filter((sentence) => sentence !== '')
      .join(' '),
    { fixes: isPerhapsWord(text, scanner) ? [quote] : [] },
  );
}

/**
 * Whether the scanner's last token is a bracket or a bar before a word, as in `( he | she )`, and
 * the bag does not have this sign as a word.
 */
function isOfGroup(text: string, { start, end, limit }: Scanner): boolean {
  const sign = text.slice(start, end);
  if (!/^[()[\]|]$/.test(sign) || text.includes(inQuotes(sign))) return false;
  const next = new Scanner(text, end, limit).next();
  return next === TokenKind.Word || next === TokenKind.Quoted;
}

/** The chunk of simple words that begins with the scanner's last token, and its last word. */
function chunkAt(
  text: string,
  { start, limit }: Scanner,
): { readonly range: Range; readonly last: string } | null {
  const line = text.slice(start, Math.min(limit, start + longest));
  const match = /^\[[^\S\r\n]*([^[\]()|<>"#/\r\n]+)\]/u.exec(line);
  const last = match?.[1].trim().split(/\s+/u).at(-1) ?? '';
  return last === '' ? null : { range: { start, end: start + match![0].length }, last };
}

/**
 * Whether the scanner's last token may be meant as a word. An operator is never a word. A keyword
 * (`root`, `first` or `last`) is perhaps a word if an operator follows it, otherwise not.
 */
function isPerhapsWord(text: string, { start, end, limit }: Scanner): boolean {
  if (isOperator(new Scanner(text, start, end).next())) return false;
  const isKeyword = /^(?:root|first|last)$/.test(text.slice(start, end));
  return !isKeyword || isOperator(new Scanner(text, end, limit).next());
}

function isOperator(token: TokenKind): boolean {
  return [TokenKind.Arrow, TokenKind.Before, TokenKind.RightBefore].includes(token);
}

function isKeyword(
  text: string,
  scanner: Scanner,
  token: TokenKind,
  words: readonly string[],
): boolean {
  if (token !== TokenKind.Word) return false;
  const { start, end } = scanner;
  return words.some((word) => word.length === end - start && text.startsWith(word, start));
}

function keyword({ start, end }: Scanner): Reference {
  return {
    kind: 'root',
    start,
    end,
    form: 'root',
    formEnd: end,
    index: null,
    indexEnd: end,
    suffixed: false,
  };
}

/** A placeholder for a missing head. */
function nowhere(at: number): Reference {
  return {
    kind: 'word',
    start: at,
    end: at,
    form: '',
    formEnd: at,
    index: null,
    indexEnd: at,
    suffixed: false,
  };
}

function readReference(
  text: string,
  scanner: Scanner,
  token: TokenKind,
  reportMeant: () => boolean,
  diagnostics: DiagnosticList,
): Reference {
  const { start, end } = scanner;
  const closingQuote = token === TokenKind.Quoted ? scanner.closingQuote : undefined;
  const word = decodeWord(text, start, end, closingQuote);
  if (closingQuote === -1) {
    reportOpenQuote(text, scanner, diagnostics);
    diagnostics.breakLine();
  } else if (word.junkStart >= 0) {
    if (!reportMeant()) reportJunk(text, word.junkStart, scanner, diagnostics);
    diagnostics.breakLine();
  } else checkIndex(word, diagnostics);
  const { form, formEnd, index, indexEnd } = word;
  const suffixed = word.tagStart >= 0 || word.optional;
  return { kind: 'word', start, end, form, formEnd, index, indexEnd, suffixed };
}
