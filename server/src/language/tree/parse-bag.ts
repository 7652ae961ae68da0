import { readHeader } from './bag-header.ts';
import type { Header } from './bag-header.ts';
import { countLines, lineEndAt } from './characters.ts';
import { compact } from '../../util/compact.ts';
import { closest } from '../../text/closest.ts';
import type { Grammar } from './given-tag.ts';
import { lineEndOf } from './lines.ts';
import { parseOutside } from './parse-outside.ts';
import { parseDepsLine, parseOrderLine, type LineEnd } from './parse-statements.ts';
import { parseWordsLine } from './parse-words.ts';
import { quoted, replacement } from './diagnostic.ts';
import type { Fix, Diagnostic, Range } from './diagnostic.ts';
import { DiagnosticList } from './diagnostic-list.ts';
import { Scanner, TokenKind } from './scanner.ts';
import { headerName, knownHeader, sectionNames, type SectionName } from './section-header.ts';
import type { BagNode, DepsStatement, OrderStatement, Section, WordItem } from './syntax.ts';

/** Parses a text that begins with a bag's first line and has no other bag. */
export function parseBag(text: string, grammar: Grammar): BagNode {
  return new BagParser(text, readHeader(text, 0, text.length)!, grammar).parse();
}

/** A section during parsing. Arrays for other kinds of sections stay empty. */
interface OpenSection {
  readonly kind: Section['kind'];
  readonly header: Range;
  readonly items: WordItem[];
  readonly deps: DepsStatement[];
  readonly order: OrderStatement[];
  readonly lines: Range[];
  /**
   * Whether a line of `words:` was dropped because it has operators. Such a section is not reported
   * as empty.
   */
  lostWords: boolean;
  end: number;
}

class BagParser {
  readonly #text: string;
  readonly #header: Header;
  readonly #grammar: Grammar;
  readonly #scanner: Scanner;
  readonly #diagnostics = new DiagnosticList();
  readonly #sections: OpenSection[] = [];
  #section: OpenSection | null = null;
  /** The end of the last token so far. */
  #end: number;
  #reportedOutside = false;

  constructor(text: string, header: Header, grammar: Grammar) {
    this.#text = text;
    this.#header = header;
    this.#grammar = grammar;
    this.#scanner = new Scanner(text, header.range.end, text.length);
    this.#end = header.range.end;
  }

  parse(): BagNode {
    const text = this.#text;
    const scanner = this.#scanner;
    const header = this.#header;
    const diagnostics = this.#diagnostics;
    let closed = false;
    while (!closed && scanner.nextLine()) closed = this.#parseLine() === 'bag';
    const end = closed ? scanner.end : this.#end;
    if (!closed) this.#reportUnterminated();
    const after = new DiagnosticList();
    if (closed) parseOutside(text, end, text.length, false, after);
    this.#checkSections();
    return {
      text,
      grammar: this.#grammar,
      lineEnds: countLines(text, 0, text.length),
      name: header.name,
      nameRange: header.nameRange,
      header: header.range,
      sections: this.#sections.map(finishSection),
      end,
      closed,
      diagnostics: diagnostics.finish().map((one) => this.#withoutSecondSections(one)),
      diagnosticsAfter: after.finish(),
    };
  }

  #parseLine(): LineEnd {
    const scanner = this.#scanner;
    if (this.#section?.kind === 'expect') {
      if (!knownHeader(scanner.peekRun())) return this.#parseExpectation(this.#section);
    }
    const token = scanner.next();
    if (token === TokenKind.End) return 'line';
    this.#diagnostics.beginLine();
    if (token !== TokenKind.Word) return this.#parseContent(token);
    const word = this.#text.slice(scanner.start, scanner.end);
    const known = knownHeader(word);
    if (known) return this.#openSection(known);
    const name = this.#nameIn(word, scanner.end);
    return name === null ? this.#parseContent(token) : this.#parseUnknownHeader(name, token);
  }

  /** The section's name if the first word of a line is a header, else null. */
  #nameIn(word: string, end: number): string | null {
    const name = headerName(word);
    if (name !== null) return name;
    // A header has no capitals. But a misspelt section name with capitals is probably a header with
    // a typo, not a word.
    if (headerName(word.toLowerCase()) === null) return null;
    const written = word.slice(0, -1);
    const isSlip =
      closest(written, sectionNames) !== null && !isFollowedByOperator(this.#text, end);
    return isSlip ? written : null;
  }

  /** Parses the rest of a header's line. */
  #openSection(kind: SectionName | 'unknown'): LineEnd {
    const scanner = this.#scanner;
    const header = { start: scanner.start, end: scanner.end };
    const section = {
      kind,
      header,
      items: [],
      deps: [],
      order: [],
      lines: [],
      lostWords: false,
      end: header.end,
    };
    this.#section = section;
    this.#sections.push(section);
    this.#end = header.end;
    if (kind === 'expect') return this.#parseExpectation(section);
    const token = scanner.next();
    return token === TokenKind.End ? 'line' : this.#parseContent(token);
  }

  /** Parses a line that begins with an unknown header; in `words:` it is a word. */
  #parseUnknownHeader(name: string, token: TokenKind): LineEnd {
    const text = this.#text;
    const scanner = this.#scanner;
    const diagnostics = this.#diagnostics;
    const range = { start: scanner.start, end: scanner.end };
    const near = closest(name, sectionNames) as SectionName | null;
    const change = near ? [replacement(`Change to \`${near}:\``, range, `${near}:`)] : [];
    if (this.#section?.kind === 'words' && !this.#beginsStatements(near, range.end)) {
      if (near && near !== 'words') {
        diagnostics.add(
          'perhaps-section',
          range,
          `${quoted(`${name}:`)} is read as a word here. If it starts a section, write \`${near}:\`.`,
          { fixes: change.map((fix) => ({ ...fix, begins: near })) },
        );
      }
      return this.#parseContent(token);
    }
    if (
      this.#section &&
      this.#section.kind !== 'unknown' &&
      !near &&
      isFollowedByOperator(text, range.end)
    ) {
      diagnostics.addToLine(
        'unknown-section',
        range,
        `${quoted(`${name}:`)} is read as a section, and there is none of that name. Put it in quotes if it is a word.`,
        { fixes: [replacement('Put it in quotes', range, `"${name}:"`)] },
      );
      return this.#skipLine(token);
    }
    diagnostics.add(
      'unknown-section',
      range,
      `There is no section ${quoted(`${name}:`)}. ${near ? `Did you mean \`${near}:\`?` : 'The sections are `words:`, `deps:`, `order:` and `expect:`.'}`,
      { fixes: change },
    );
    return this.#openSection(near ?? 'unknown');
  }

  /**
   * Whether arcs or order lines follow a misspelt header in `words:`. If so, it is a header and not
   * a word.
   */
  #beginsStatements(near: SectionName | null, headerEnd: number): boolean {
    if (near !== 'deps' && near !== 'order') return false;
    if (this.#sections.some(({ kind }) => kind === near)) return false;
    const scanner = new Scanner(this.#text, headerEnd, this.#text.length);
    let token = scanner.next();
    // A word directly before an operator belongs to a statement, so it is not a header.
    if (isOperator(token)) return false;
    while (token === TokenKind.End && scanner.nextLine()) token = scanner.next();
    if (headerName(this.#text.slice(scanner.start, scanner.end)) !== null) return false;
    while (token !== TokenKind.CloseBrace && token !== TokenKind.End && !isOperator(token))
      token = scanner.next();
    return isOperator(token);
  }

  #parseContent(token: TokenKind): LineEnd {
    const text = this.#text;
    const scanner = this.#scanner;
    const diagnostics = this.#diagnostics;
    const section = this.#section;
    if (token === TokenKind.CloseBrace) return 'bag';
    let end: LineEnd;
    if (section?.kind === 'words') {
      const before = section.items.length;
      end = parseWordsLine(text, this.#grammar, scanner, token, section.items, diagnostics);
      if (section.items.length === before) section.lostWords = true;
    } else if (section?.kind === 'deps') {
      end = parseDepsLine(text, scanner, token, section.deps, diagnostics);
    } else if (section?.kind === 'order') {
      end = parseOrderLine(text, scanner, token, section.order, diagnostics);
    } else {
      if (!section) this.#reportOutside();
      return this.#skipLine(token);
    }
    // The scanner stands at the end of the line, at a comment, or after the `}` of the bag.
    this.#end = lastTokenEnd(text, this.#end, scanner.start);
    section.end = this.#end;
    return end;
  }

  #skipLine(first: TokenKind): LineEnd {
    const scanner = this.#scanner;
    let token = first;
    while (token !== TokenKind.End && token !== TokenKind.CloseBrace) {
      this.#end = scanner.end;
      token = scanner.next();
    }
    if (this.#section) this.#section.end = this.#end;
    return token === TokenKind.End ? 'line' : 'bag';
  }

  #parseExpectation(section: OpenSection): LineEnd {
    const scanner = this.#scanner;
    // `}` ends the bag, even in plain text.
    if (scanner.peekRun() === '}') {
      scanner.next();
      return 'bag';
    }
    scanner.plainText();
    const { start, end } = scanner;
    if (end > start) {
      this.#diagnostics.beginLine();
      section.lines.push({ start, end });
      section.end = end;
      this.#end = end;
    }
    return 'line';
  }

  #reportOutside(): void {
    if (this.#reportedOutside) return;
    this.#reportedOutside = true;
    const text = this.#text;
    const scanner = this.#scanner;
    const { start, end } = scanner;
    const stuck = sectionNames.find((name) => text.startsWith(`${name}:`, start));
    if (stuck) {
      const at = start + `${stuck}:`.length;
      this.#diagnostics.add(
        'outside-section',
        { start, end },
        `White space is missing after \`${stuck}:\`.`,
        { fixes: [replacement('Put a space after it', { start: at, end: at }, ' ')] },
      );
      return;
    }
    this.#diagnostics.add(
      'outside-section',
      { start, end },
      `${quoted(text.slice(start, end))} stands in no section. Write \`words:\` before the words of the bag.`,
      {
        fixes: [
          {
            ...replacement('Start `words:` here', { start, end: start }, 'words:\n    '),
            begins: 'words',
          },
        ],
      },
    );
  }

  #reportUnterminated(): void {
    const header = this.#header;
    const end = this.#end;
    const text = this.#text;
    // The end of the line, after any comment.
    const at = lineEndAt(text, end, text.length);
    const fixes = [replacement('Close the bag', { start: at, end: at }, `${lineEndOf(text)}}`)];
    const brace = end - 1;
    const isGlued = /[^\s{}]\}/.test(text.slice(brace - 1, end));
    if (isGlued) {
      const before = { start: brace, end: brace };
      fixes.unshift(replacement('Put the `}` on a line of its own', before, lineEndOf(text)));
    }
    this.#diagnostics.add(
      'unterminated-bag',
      header.range,
      isGlued
        ? 'This bag is not closed: its last `}` is read as a part of a word. Put it on a line of its own.'
        : 'This bag is not closed: write `}` on a line below it.',
      { fixes },
    );
  }

  /** Removes fixes that start a section if the bag already has that section. */
  #withoutSecondSections(found: Diagnostic): Diagnostic {
    const isSecond = ({ begins }: Fix): boolean =>
      this.#sections.some(({ kind }) => kind === begins);
    if (found.fixes?.some(isSecond) !== true) return found;
    return { ...found, fixes: found.fixes.filter((fix) => !isSecond(fix)) };
  }

  #checkSections(): void {
    const header = this.#header;
    const diagnostics = this.#diagnostics;
    const sections = this.#sections;
    for (const name of sectionNames) {
      const same = sections.filter(({ kind }) => kind === name);
      const first = same.at(0);
      for (const again of same.slice(1)) {
        diagnostics.add(
          'duplicate-section',
          again.header,
          `This bag has a section \`${name}:\` already: put its lines there.`,
          { related: [{ range: same[0].header, message: 'It is here.' }] },
        );
      }
      if (name !== 'words' || this.#reportedOutside) continue;
      if (!first) {
        diagnostics.add(
          'missing-words',
          header.range,
          'This bag has no section `words:`, so it has no words.',
          {
            // No fix if a section is unknown: its content would be read as words.
            fixes: sections.some(({ kind }) => kind === 'unknown')
              ? []
              : [
                  replacement(
                    'Add `words:`',
                    { start: header.range.end, end: header.range.end },
                    '\n  words:',
                  ),
                ],
          },
        );
      } else if (same.every(({ items, lostWords }) => items.length === 0 && !lostWords)) {
        diagnostics.add(
          'empty-words',
          first.header,
          'This bag has no words: write them after `words:`.',
        );
      }
    }
  }
}

/** Whether the next token is an operator. If so, the token before it is more likely a word than a header. */
function isFollowedByOperator(text: string, offset: number): boolean {
  return isOperator(new Scanner(text, offset, text.length).next());
}

function isOperator(token: TokenKind): boolean {
  return token === TokenKind.Arrow || token === TokenKind.Before || token === TokenKind.RightBefore;
}

/** The end of the last token before an offset: skips white space backwards. */
function lastTokenEnd(text: string, from: number, offset: number): number {
  let end = offset;
  while (end > from && /\s/.test(text[end - 1])) end--;
  return end;
}

function finishSection({ kind, header, items, deps, order, lines, end }: OpenSection): Section {
  const base = { start: header.start, end, header };
  switch (kind) {
    case 'words':
      return { kind, ...base, items: compact(items) };
    case 'deps':
      return { kind, ...base, statements: compact(deps) };
    case 'order':
      return { kind, ...base, statements: compact(order) };
    case 'expect':
      return { kind, ...base, lines: compact(lines) };
    case 'unknown':
      return { kind, ...base };
  }
}
