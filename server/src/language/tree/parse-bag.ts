import { gluedBrace, hasBraceInOpenQuote, readHeader } from './bag-header.ts';
import type { Header } from './bag-header.ts';
import { countLines, lineEndAt } from './characters.ts';
import { compact } from '../../util/compact.ts';
import { labelName } from '../facts/label-names.ts';
import { foreignComment } from './foreign-comment.ts';
import { hasCategory } from './given-tag.ts';
import type { Grammar } from './given-tag.ts';
import { indentStep, isFirstOfLine, lineEndOf, lineStartAt } from './lines.ts';
import { parseOutside } from './parse-outside.ts';
import { parseDepsLine, parseOrderLine } from './parse-statements.ts';
import { parseWordsLine } from './parse-words.ts';
import { listOfQuoted, quoted, replacement, safeReplacement } from './diagnostic.ts';
import type { Fix, Diagnostic, Range, TextEdit } from './diagnostic.ts';
import { DiagnosticList } from './diagnostic-list.ts';
import { Scanner, statementEnd, TokenKind } from './scanner.ts';
import type { StatementEnd } from './scanner.ts';
import { isSettingKey, settingAt } from './settings.ts';
import {
  bareName,
  headerName,
  isColonSlip,
  knownHeader,
  sectionMeant,
  sectionNames,
  statementOf,
  type SectionName,
} from './section-header.ts';
import { decodeWord } from './word.ts';
import { WrittenWords } from './written-words.ts';
import { inQuotes, spellInWords } from './spelling.ts';
import { tokenize } from '../../text/tokenizer.ts';
import type { BagNode, DepsStatement, OrderStatement, Section, WordItem } from './syntax.ts';

/** Parses a text that begins with a bag's first line and contains no other bag. */
export function parseBag(text: string, grammar: Grammar): BagNode {
  const header = readHeader(text, 0, text.length)!;
  const bag = new BagParser(text, header, grammar, null).parse();
  if (bag.closed && !hidesBagBelow(text, header, bag)) return bag;
  const brace = gluedBrace(text, header);
  return brace === null ? bag : new BagParser(text, header, grammar, brace).parse();
}

/**
 * Whether the parser has probably missed the end of a bag: the bag's first line ends in a `}` that
 * was read as part of a word, as in `bag { words: dogs bark .}`, and a later line of the bag looks
 * like the malformed start of another bag, such as `Bag x {`.
 */
function hidesBagBelow(text: string, { range }: Header, { end }: BagNode): boolean {
  const lineEnd = lineEndAt(text, range.end, text.length);
  return text[lineEnd - 1] === '}' && end > lineEnd && bagBelow.test(text.slice(lineEnd, end));
}

const bagBelow = /^[^\S\r\n]*[^\s#{}]+(?:[^\S\r\n]+[^\s{}]+)*[^\S\r\n]*\{(?=\s)/mu;

const longestComment = 300;

/**
 * How far `#holdsCategories` reads after an unknown header, such as `categories:`, in code units.
 * Without this limit, a line with many such headers would take quadratic time.
 */
const farthestCategory = 1000;

/** A section during parsing. Only the array for the section's kind is filled. */
interface OpenSection {
  readonly kind: Section['kind'];
  readonly header: Range;
  readonly items: WordItem[];
  readonly deps: DepsStatement[];
  readonly order: OrderStatement[];
  readonly lines: Range[];
  /**
   * Whether a line was dropped because it has operators. Then the section does not count as empty.
   */
  lostWords: boolean;
  end: number;
}

interface BareHeader {
  readonly name: SectionName;
  /** The range of the name and, if a sign stands instead of the colon, of this sign. */
  readonly range: Range;
}

class BagParser {
  readonly #text: string;
  readonly #header: Header;
  readonly #grammar: Grammar;
  readonly #scanner: Scanner;
  readonly #words: WrittenWords;
  readonly #diagnostics = new DiagnosticList();
  readonly #sections: OpenSection[] = [];
  #section: OpenSection | null = null;
  /** The end of the last token so far. */
  #end: number;
  #reportedOutside = false;
  /**
   * The words of `words:` that contain a colon, each up to and including its first colon (`10:` for
   * `10:30`). Null before the first line of `words:`.
   */
  #wordsWithColon: Set<string> | null = null;
  readonly #brace: number | null;

  /** @param brace the offset of the bag's `}` if no white space stands before it */
  constructor(text: string, header: Header, grammar: Grammar, brace: number | null) {
    this.#text = text;
    this.#header = header;
    this.#grammar = grammar;
    this.#scanner = new Scanner(text, header.range.end, brace ?? text.length);
    this.#words = new WrittenWords(text, header.range.end, brace ?? text.length);
    this.#end = header.range.end;
    this.#brace = brace;
  }

  parse(): BagNode {
    const text = this.#text;
    const scanner = this.#scanner;
    const header = this.#header;
    const diagnostics = this.#diagnostics;
    let statement: StatementEnd;
    do statement = this.#parseStatement();
    while (statement === 'section' || (statement === 'line' && scanner.nextLine()));
    const closed = statement === 'bag' || this.#brace !== null;
    const end =
      statement === 'bag' ? scanner.end : this.#brace === null ? this.#end : this.#brace + 1;
    if (!closed && !hasBraceInOpenQuote(text, header)) this.#reportUnterminated();
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

  /** Parses the rest of the line, up to the header of a section. */
  #parseStatement(): StatementEnd {
    const scanner = this.#scanner;
    if (scanner.peekRun() === 'bag' && this.#reportGluedHeader()) return this.#skipBag();
    const glued = this.#gluedHeader();
    if (glued !== null) return this.#parseGluedHeader(glued);
    if (this.#section?.kind === 'expect') {
      const run = scanner.peekRun();
      const isSection = knownHeader(run) !== null || isMisspelt(run) || this.#isWithoutColon();
      if (!isSection) return this.#parseExpectation(this.#section);
    }
    const token = scanner.next();
    if (token === TokenKind.End) return 'line';
    this.#diagnostics.beginLine();
    const word = this.#text.slice(scanner.start, scanner.end);
    if (token === TokenKind.Header) return this.#openSection(knownHeader(word)!);
    if (token !== TokenKind.Word) return this.#parseContent(token);
    const name = this.#nameIn(word, scanner.end);
    if (name !== null) return this.#parseUnknownHeader(name, token);
    const header = this.#withoutColon();
    return header === null ? this.#parseContent(token) : this.#parseWithoutColon(header);
  }

  /**
   * Reports the first line of another bag if no white space is before its `{`, as in `bag trip{`, or
   * if its name has several words.
   */
  #reportGluedHeader(): boolean {
    const text = this.#text;
    const scanner = this.#scanner;
    scanner.next();
    const { start } = scanner;
    scanner.goTo(start);
    const line = text.slice(start, lineEndAt(text, start, Math.min(text.length, start + 200)));
    const written = /^bag\s+([\w-]+(?:\s+[\w-]+)*)\s*\{\s*$/u.exec(line)?.[1];
    if (written === undefined || !isFirstOfLine(text, start)) return false;
    const range = { start, end: start + line.trimEnd().length };
    const words = written.split(/\s+/u);
    const header = `bag ${words.join('-')} {`;
    const why = words.length > 1 ? ', since a name is one word' : '';
    this.#diagnostics.beginLine();
    this.#diagnostics.add(
      'bag-header',
      range,
      `This line probably starts a bag: write ${quoted(header)}${why}. White space is needed before a \`}\`, too.`,
      { fixes: [safeReplacement(`Write ${quoted(header)}`, range, header)] },
    );
    return true;
  }

  /**
   * The section that the next text begins, without white space behind the colon, as in
   * `expect:she`. Null if the text does not begin its line, or if the bag has the section.
   */
  #gluedHeader(): SectionName | null {
    const run = this.#scanner.peekRun();
    const name = /^(deps|order|expect):[^\s:]/u.exec(run)?.[1] as SectionName | undefined;
    if (name === undefined || this.#section === null) return null;
    if (this.#sections.some(({ kind }) => kind === name)) return null;
    const { start } = new Scanner(this.#text, this.#scanner.end, this.#text.length);
    return isFirstOfLine(this.#text, start) ? name : null;
  }

  #parseGluedHeader(name: SectionName): StatementEnd {
    const scanner = this.#scanner;
    scanner.next();
    const { start, end } = scanner;
    const at = start + name.length + 1;
    this.#diagnostics.beginLine();
    this.#diagnostics.add(
      'outside-section',
      { start, end },
      `White space is missing after \`${name}:\`.`,
      { fixes: [safeReplacement('Put a space after it', { start: at, end: at }, ' ')] },
    );
    scanner.goTo(at);
    return this.#openSection(name, { start, end: at });
  }

  #skipBag(): StatementEnd {
    const scanner = this.#scanner;
    for (let token = scanner.next(); ; token = scanner.next()) {
      if (token === TokenKind.CloseBrace) return 'bag';
      if (token === TokenKind.End && !scanner.nextLine()) return 'line';
    }
  }

  #isWithoutColon(): boolean {
    const scanner = this.#scanner;
    scanner.next();
    const found = this.#withoutColon() !== null;
    scanner.goTo(scanner.start);
    return found;
  }

  /**
   * If the scanner's last token probably begins a header with a wrong or missing colon, returns
   * this header. Examples are `words =`, `expect :` and, before arcs, `deps` and `dep`.
   */
  #withoutColon(): BareHeader | null {
    const text = this.#text;
    const { start, end, limit } = this.#scanner;
    const written = text.slice(start, end);
    const name = bareName(written);
    if (name === null) {
      const near = /^[A-Za-z]+$/.test(written) ? sectionMeant(written.toLowerCase()) : null;
      if ((near !== 'deps' && near !== 'order') || isFollowedByOperator(text, end)) return null;
      const isHeader = this.#beginsStatements(end, (token) => isOperatorOf(near, token));
      return isHeader ? { name: near, range: { start, end } } : null;
    }
    const next = new Scanner(text, end, limit);
    const isApart = next.next() === TokenKind.Word && isColonSlip(text.slice(next.start, next.end));
    const range = { start, end: isApart ? next.end : end };
    const hasSign = range.end - start > name.length;
    const kind = this.#section?.kind;
    const mayHaveSign = kind !== 'expect' && !(kind === 'words' && name === 'words');
    const isMeant =
      (hasSign && mayHaveSign) ||
      (kind === undefined && (name === 'words' || name === 'deps')) ||
      ((kind === 'deps' || kind === 'order') && this.#hasNoOperator(range.end)) ||
      (!isFollowedByOperator(text, range.end) &&
        this.#beginsStatements(range.end, (token) => isOperatorOf(name, token)));
    return isMeant ? { name, range } : null;
  }

  #hasNoOperator(start: number): boolean {
    const scanner = new Scanner(this.#text, start, this.#text.length);
    let token = scanner.next();
    while (statementEnd(token) === null && !isOperator(token)) token = scanner.next();
    return !isOperator(token);
  }

  #parseWithoutColon({ name, range }: BareHeader): StatementEnd {
    const { start } = range;
    const word = { start, end: start + name.length };
    const fixes = [replacement(`Write \`${name}:\``, range, `${name}:`)];
    if (this.#section?.kind === 'words' && !this.#beginsStatements(range.end)) {
      fixes.push(replacement('Put it in quotes', word, inQuotes(name)));
    }
    this.#diagnostics.add(
      'unknown-section',
      range,
      `A header ends in a colon, without a space before it: write \`${name}:\`.`,
      { fixes },
    );
    this.#scanner.goTo(range.end);
    return this.#openSection(name, range);
  }

  /**
   * If a word may be meant as a header, such as `vocab:` or `Words:`, returns its part before the
   * colon. Returns null for any other word.
   *
   * @param end the offset after the word
   */
  #nameIn(word: string, end: number): string | null {
    const name = headerName(word);
    if (name !== null) return name;
    // A header has no capital letters. But `Words:` is probably a misspelt header.
    if (headerName(word.toLowerCase()) === null) return null;
    const written = word.slice(0, -1);
    const isSlip = sectionMeant(written) !== null && !isFollowedByOperator(this.#text, end);
    return isSlip ? written : null;
  }

  /** Opens a section, and parses the statement after its header. */
  #openSection(kind: SectionName | 'unknown', { start, end }: Range = this.#scanner): StatementEnd {
    const scanner = this.#scanner;
    const header = { start, end };
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
    if (token === TokenKind.End) return 'line';
    if (token !== TokenKind.Header) return this.#parseContent(token);
    scanner.goTo(scanner.start);
    return 'section';
  }

  /** Whether the rest of a line has only texts that look like tags, as in `tags: DT NN .` */
  #hasOnlyTags(start: number): boolean {
    const line = this.#text.slice(start, lineEndAt(this.#text, start, this.#text.length));
    return /^(?:\s+[A-Z.,:$`'-]+)+\s*$/u.test(line);
  }

  /** The fix that makes a comment of a line such as `note: from a letter`. */
  #asComment(name: string, { start }: Range): Fix[] {
    const isNote = /^(?:notes?|comments?|todo|source)$/u.test(name);
    if (!isNote || !isFirstOfLine(this.#text, start)) return [];
    return [replacement('Make this line a comment', { start, end: start }, '# ')];
  }

  #parseUnknownHeader(name: string, token: TokenKind): StatementEnd {
    const text = this.#text;
    const scanner = this.#scanner;
    const diagnostics = this.#diagnostics;
    const range = { start: scanner.start, end: scanner.end };
    const kind = this.#section?.kind;
    const setting = settingAt(text, range.start);
    if (setting !== null) {
      diagnostics.add(
        'unknown-section',
        range,
        `There is no section ${quoted(`${name}:`)}. It is a setting of the whole file: write it above the first bag.`,
      );
      return this.#skipLine(scanner.next());
    }
    const statement = isFollowedByOperator(text, range.end) ? null : statementOf(name);
    if (statement !== null && kind === statement.section) return this.#parseContent(token);
    if (statement !== null) return this.#parseKeyword(name, statement.written, range);
    if (this.#holdsCategories(range.end)) return this.#parseCategories(name, range);
    // A label stands before its arc, as in `nsubj: barks -> dog`.
    if (kind === 'deps' && labelName(name) !== null && isArc(text, range.end)) {
      return this.#parseContent(token);
    }
    const isWord =
      kind !== undefined && kind !== 'unknown' && isFollowedByOperator(text, range.end);
    const beginsStatements = kind === 'words' && this.#beginsStatements(range.end);
    const closestName = isWord ? null : sectionMeant(name);
    // In `words:`, an unknown header such as `word:` is not a misspelt `words:`, since a bag has
    // only one section of this name.
    const near = kind === 'words' && closestName === 'words' ? null : closestName;
    const quote = replacement('Put it in quotes', range, `"${name}:"`);
    const ofTags = /^(?:tags?|pos|xpos|upos)$/iu.test(name)
      ? ' Each tag stands behind its word in `words:`, as in `dog/NN`.'
      : '';
    if (near === null && (isWord || (kind === 'words' && !beginsStatements))) {
      diagnostics.addToLine(
        'unknown-section',
        range,
        `There is no section ${quoted(`${name}:`)}. The sections are \`words:\`, \`deps:\`, \`order:\` and \`expect:\`.${ofTags} Put it in quotes if it is a word.`,
        {
          fixes:
            ofTags !== '' && this.#hasOnlyTags(range.end)
              ? []
              : [...this.#asComment(name, range), quote],
        },
      );
      return kind === 'words' ? this.#parseContent(token) : this.#skipLine(token);
    }
    if (near === null && kind === 'deps' && this.#isHead(name)) {
      const written = `${name} ->`;
      diagnostics.addToLine(
        'missing-arrow',
        range,
        `An arrow is missing: write ${quoted(`${written} ${scanner.peekRun()}`.trim())}.`,
        { fixes: [replacement(`Write ${quoted(written)}`, range, written)] },
      );
      return this.#skipLine(token);
    }
    const mayBeWord = kind === 'words' && !beginsStatements;
    const change = near ? [replacement(`Change to \`${near}:\``, range, `${near}:`)] : [];
    const help = near
      ? `Did you mean \`${near}:\`?${mayBeWord ? ' Put it in quotes if it is a word.' : ''}`
      : isSettingKey(name)
        ? 'It is a setting of the whole file: write it above the first bag.'
        : `The sections are \`words:\`, \`deps:\`, \`order:\` and \`expect:\`.${ofTags}`;
    diagnostics.add(
      'unknown-section',
      range,
      `There is no section ${quoted(`${name}:`)}. ${help}`,
      {
        fixes: mayBeWord ? [...change, quote] : change,
      },
    );
    return this.#openSection(near ?? 'unknown');
  }

  /**
   * Whether an unknown header in `deps:`, as in `saw: man`, is probably a head: its name is a word
   * of `words:`, and other words follow it.
   */
  #isHead(form: string): boolean {
    if (statementEnd(new Scanner(this.#text, this.#scanner.end, this.#text.length).next()) !== null)
      return false;
    return this.#sections.some(({ items }) =>
      items.some((item) => 'form' in item && item.form === form),
    );
  }

  /**
   * Whether the statement after a header has an operator (`->`, `<` or `<<`). The statement may
   * begin on a later line.
   *
   * @param isMeant whether a token is one of the operators to find
   */
  #beginsStatements(headerEnd: number, isMeant = isOperator): boolean {
    const scanner = new Scanner(this.#text, headerEnd, this.#text.length);
    let token = scanner.next();
    while (token === TokenKind.End && scanner.nextLine()) token = scanner.next();
    while (statementEnd(token) === null && !isMeant(token)) token = scanner.next();
    return isMeant(token);
  }

  /** Reports a keyword with a needless colon at the start of a statement, as in `first: dog`. */
  #parseKeyword(name: string, written: string, range: Range): StatementEnd {
    this.#diagnostics.add(
      'unknown-section',
      range,
      `There is no section \`${name}:\`: write ${quoted(`${written} ${this.#scanner.peekRun()}`.trim())}.`,
      { fixes: [replacement(`Write \`${written}\``, range, written)] },
    );
    return this.#openSection('unknown');
  }

  /**
   * Whether the first line after a header has a category with a backslash, as in `saw (S\NP)/NP`.
   */
  #holdsCategories(headerEnd: number): boolean {
    const limit = Math.min(headerEnd + farthestCategory, this.#text.length);
    const scanner = new Scanner(this.#text, headerEnd, limit);
    let token = scanner.next();
    while (token === TokenKind.End && scanner.nextLine()) token = scanner.next();
    for (; statementEnd(token) === null; token = scanner.next()) {
      const written = this.#text.slice(scanner.start, scanner.end);
      if (token === TokenKind.Word && written.includes('\\') && hasCategory(written)) return true;
    }
    return false;
  }

  #parseCategories(name: string, range: Range): StatementEnd {
    const isCcg = this.#grammar === 'ccg';
    this.#diagnostics.add(
      isCcg ? 'unknown-section' : 'missing-grammar',
      range,
      `${isCcg ? '' : 'Categories need `grammar: ccg` above the first bag. '}There is no section ${quoted(`${name}:`)}: a category follows the slash of its word in \`words:\`, as in \`saw/(S[dcl]\\NP)/NP\`.`,
    );
    return this.#openSection('unknown');
  }

  #parseContent(token: TokenKind): StatementEnd {
    const text = this.#text;
    const diagnostics = this.#diagnostics;
    const section = this.#section;
    if (token === TokenKind.CloseBrace) return 'bag';
    if (section?.kind !== 'words' && section?.kind !== 'deps' && section?.kind !== 'order') {
      if (!section) this.#reportOutside();
      return this.#skipLine(token);
    }
    const slip = this.#misspeltWithin(section.kind, token);
    let scanner = this.#scanner;
    if (slip !== null) {
      scanner = new Scanner(text, scanner.start, slip);
      scanner.next();
    }
    let end: StatementEnd;
    if (section.kind === 'words') {
      const before = section.items.length;
      end = parseWordsLine(text, this.#grammar, scanner, token, section.items, diagnostics);
      if (section.items.length === before) section.lostWords = true;
    } else if (section.kind === 'deps') {
      end = parseDepsLine(text, scanner, token, this.#words, section.deps, diagnostics);
    } else {
      end = parseOrderLine(text, scanner, token, this.#words, section.order, diagnostics);
    }
    // The scanner's last token (a line end, a comment, the bag's `}` or a header) ended the
    // statement. It is not part of the statement.
    this.#end = lastTokenEnd(text, this.#end, scanner.start);
    section.end = this.#end;
    if (slip !== null) end = 'section';
    if (end === 'section') this.#scanner.goTo(scanner.start);
    return end;
  }

  /**
   * The offset of the first misspelt header within a statement, such as `expected:` in
   * `deps: a -> b expected: a b`. Null if there is none.
   *
   * In `words:`, only a misspelt `deps:` or `order:` counts, and only if a statement of this
   * section follows it, as in `dep: a -> b`. In `deps:` and `order:`, a word such as `expected:`
   * counts only if a section `words:` stands above and does not contain it.
   */
  #misspeltWithin(kind: 'words' | 'deps' | 'order', first: TokenKind): number | null {
    const text = this.#text;
    const scanner = new Scanner(text, this.#scanner.start, this.#scanner.limit);
    if (kind === 'words') this.#wordsWithColon ??= new Set();
    // `#beginsStatements` may read far ahead. To keep the time linear, it is called for at most one
    // word of a line.
    let isExamined = false;
    let token = scanner.next();
    for (let before = first; statementEnd(token) === null; before = token, token = scanner.next()) {
      const { start, end } = scanner;
      const colon = text.slice(start, end).indexOf(':') + 1;
      if (colon === 0) continue;
      const word = text.slice(token === TokenKind.Quoted ? start + 1 : start, start + colon);
      const isWhole = token === TokenKind.Word && start + colon === end;
      const name = isWhole && start > this.#scanner.start ? this.#nameIn(word, end) : null;
      const near = name === null ? null : sectionMeant(name);
      if (kind === 'words') {
        this.#wordsWithColon!.add(word);
        if (isExamined || (near !== 'deps' && near !== 'order')) continue;
        isExamined = true;
        if (this.#beginsStatements(end, (one) => isOperatorOf(near, one))) return start;
        continue;
      }
      const mayBeHeader = near !== null && near !== 'words' && !isOperator(before);
      if (!mayBeHeader || isFollowedByOperator(text, end)) continue;
      if (this.#wordsWithColon?.has(word) === false) return start;
    }
    return null;
  }

  #skipLine(first: TokenKind): StatementEnd {
    const scanner = this.#scanner;
    let token = first;
    for (; statementEnd(token) === null; token = scanner.next()) this.#end = scanner.end;
    if (this.#section) this.#section.end = this.#end;
    const end = statementEnd(token)!;
    if (end === 'section') scanner.goTo(scanner.start);
    return end;
  }

  #parseExpectation(section: OpenSection): StatementEnd {
    const scanner = this.#scanner;
    const found = scanner.sentence();
    const { start, end } = scanner;
    if (end > start) {
      this.#diagnostics.beginLine();
      section.lines.push({ start, end });
      section.end = end;
      this.#end = end;
    }
    if (found === 'bag') scanner.next();
    return found;
  }

  #reportOutside(): void {
    const text = this.#text;
    const { start, end } = this.#scanner;
    const comment = foreignComment(text, start);
    if (comment !== null) {
      const { range, fix } = comment;
      this.#diagnostics.add('outside-section', range, 'A comment begins with `#`.', {
        fixes: [fix],
      });
      return;
    }
    if (this.#reportedOutside) return;
    this.#reportedOutside = true;
    const stuck = sectionNames.find((name) => text.startsWith(`${name}:`, start));
    if (stuck) {
      const at = start + `${stuck}:`.length;
      this.#diagnostics.add(
        'outside-section',
        { start, end },
        `White space is missing after \`${stuck}:\`.`,
        { fixes: [safeReplacement('Put a space after it', { start: at, end: at }, ' ')] },
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
            ...replacement(
              'Start `words:` here',
              { start, end: start },
              this.#isOnHeaderLine(start) ? 'words: ' : 'words:\n    ',
            ),
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
    // The end of the bag's last line, after any comment.
    const at = lineEndAt(text, end, text.length);
    const isOneLine = this.#isOnHeaderLine(end) && end > header.range.end;
    const content = text.slice(header.range.end, end);
    // A bag on one line gets its `}` on this line. But if the line has a quote or a `{`, the `}`
    // might become part of the quote or close the `{`, so the `}` gets a line of its own.
    const close =
      isOneLine && !/["{]/u.test(content)
        ? replacement('Close the bag', { start: end, end }, ' }')
        : replacement('Close the bag', { start: at, end: at }, `${lineEndOf(text)}}`);
    const fixes = [close];
    const tail = text.slice(Math.max(header.range.end, end - 9), end);
    const braces = /(?<=\s)(?:\}{2,}|\}[;,])$/.exec(tail)?.[0];
    if (braces !== undefined && !content.includes('{')) {
      this.#diagnostics.add(
        'unterminated-bag',
        header.range,
        `This bag is not closed: ${quoted(braces)} is read as one word. Write \`}\` at its end.`,
        { fixes: [safeReplacement('Write `}`', { start: end - braces.length, end }, '}')] },
      );
      return;
    }
    const bracket = /[)\]]$/.exec(tail)?.[0];
    if (bracket !== undefined && isFirstOfLine(text, end - 1)) {
      this.#diagnostics.add(
        'unterminated-bag',
        header.range,
        `This bag is not closed: write \`}\` instead of ${quoted(bracket)} on its last line.`,
        { fixes: [replacement('Write `}`', { start: end - 1, end }, '}'), close] },
      );
      return;
    }
    const comment = text.slice(end, at).trim();
    if (comment.startsWith('#') && comment.endsWith('}')) {
      const start = text.indexOf('#', end);
      this.#reportComment({ start, end: start + comment.length }, close);
      return;
    }
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
        : `This bag is not closed: write \`}\` ${isOneLine ? 'at its end' : 'on a line below it'}.`,
      { fixes },
    );
  }

  /** Reports a bag with its `}` in a comment, as in `words: we are #1 ! }`. */
  #reportComment({ start, end }: Range, close: Fix): void {
    const text = this.#text;
    const comment = text.slice(start, end);
    const edits: TextEdit[] = [];
    const words = comment.split('expect:', 1)[0];
    // Puts words that begin with a `#` in quotes, but only up to `expect:`. After it, a `#` does
    // not begin a comment.
    const quotedWords = words.replaceAll(/(?<!\S)#\S*/gu, (run, index: number) => {
      const from = start + index;
      const { form } = decodeWord(text, from, from + run.length);
      edits.push({ range: { start: from, end: from + form.length }, newText: inQuotes(form) });
      return inQuotes(form) + run.slice(form.length);
    });
    const asWords = text.slice(0, start) + quotedWords + text.slice(start + words.length);
    const quotes = listOfQuoted(
      edits.map(({ newText }) => newText),
      'and',
    );
    const quote: Fix = { title: `Write ${quotes}`, edits };
    const mayBeWords =
      this.#section?.kind === 'words' &&
      comment.length <= longestComment &&
      parseBag(asWords, this.#grammar).closed;
    // A `#` directly before a word is probably part of the word.
    const isWord = /^#\S/u.test(comment);
    const advice = mayBeWords
      ? `Write ${quotes} if the comment is meant as words, or close the bag before it.`
      : 'Write `}` outside the comment.';
    const index = mayBeWords ? this.#detachedIndex({ start, end }) : null;
    const or = index === null ? '' : ` If it is an index, write ${quoted(index.written)}.`;
    const ofIndex = index?.fixes ?? [];
    // `#1` is more likely an index than a word if the comment repeats the word before `#1`, such as
    // `the` in `the #1 dog saw the #2`.
    const repeats = index !== null && words.split(/\s+/u).includes(index.form);
    const ofWord = repeats ? [...ofIndex, quote] : [quote, ...ofIndex];
    const fixes = isWord ? [...ofWord, close] : [close, quote];
    this.#diagnostics.add(
      'unterminated-bag',
      this.#header.range,
      `This bag is not closed: ${quoted(comment)} is read as a comment. ${advice}${or}`,
      { fixes: mayBeWords ? fixes : [close] },
    );
  }

  /**
   * Finds an index that begins a comment because a space separates it from its word, as in
   * `the #1 dog }`.
   *
   * @returns the word with its index, and a fix that joins all indices of the comment to their
   *   words
   */
  #detachedIndex({ start, end }: Range): { form: string; written: string; fixes: Fix[] } | null {
    const text = this.#text;
    const scanner = new Scanner(text, lineStartAt(text, start), start);
    let word: Range | null = null;
    for (let token = scanner.next(); token !== TokenKind.End; token = scanner.next()) {
      word = token === TokenKind.Word ? { start: scanner.start, end: scanner.end } : null;
    }
    const index = /^#[1-9]\d*(?!\S)/u.exec(text.slice(start, end))?.[0];
    if (word === null || index === undefined) return null;
    const from = word.end;
    const edits: TextEdit[] = [];
    const joined = text
      .slice(from, end)
      .replaceAll(/[^\S\r\n]+(?=#[1-9]\d*(?!\S))/gu, (space, at: number) => {
        edits.push({ range: { start: from + at, end: from + at + space.length }, newText: '' });
        return '';
      });
    if (edits.length === 0) return null;
    if (!parseBag(text.slice(0, from) + joined + text.slice(end), this.#grammar).closed)
      return null;
    const form = text.slice(word.start, word.end);
    const written = form + index;
    return { form, written, fixes: [{ title: `Write ${quoted(written)}`, edits }] };
  }

  #isOnHeaderLine(offset: number): boolean {
    return lineStartAt(this.#text, offset) <= this.#header.range.end;
  }

  /** Removes fixes that insert the header of a section that the bag already has. */
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
    const words = sections.filter(({ kind }) => kind === 'words');
    for (const { kind, lines, header } of sections) {
      if (kind !== 'expect' || lines.length > 0) continue;
      diagnostics.add(
        'empty-expect',
        header,
        'No sentence is expected here: write one after `expect:`, or delete it.',
      );
    }
    for (const again of words.slice(1)) {
      diagnostics.add(
        'duplicate-section',
        again.header,
        'This bag has a section `words:` already: put its words there.',
        { related: [{ range: words[0].header, message: 'It is here.' }] },
      );
    }
    if (this.#reportedOutside) return;
    if (words.length === 0) {
      const { end } = header.range;
      const text = this.#text;
      const after = text.slice(end, lineEndAt(text, end, text.length));
      const isOneLine = /^\s*[^\s#]/u.test(after);
      // The fix inserts the words of the first expected sentence, since the bag probably has the
      // same words.
      const expected = sections.flatMap(({ kind, lines }) => (kind === 'expect' ? lines : []));
      const sentence = expected
        .slice(0, 1)
        .flatMap(({ start, end }) => tokenize(text.slice(start, end)))
        .map((word) => ` ${spellInWords(word)}`)
        .join('');
      const space = /^\s/u.test(after) ? '' : ' ';
      const newText = isOneLine
        ? ` words:${sentence}${space}`
        : `${lineEndOf(text)}${indentStep}words:${sentence}`;
      diagnostics.add(
        'missing-words',
        header.range,
        'This bag has no section `words:`, so it has no words.',
        {
          // If the bag has an unknown section, there is no fix. Below the new `words:`, a line such
          // as `vocab: dog` would be read as words.
          fixes: sections.some(({ kind }) => kind === 'unknown')
            ? []
            : [replacement('Add `words:`', { start: end, end }, newText)],
        },
      );
    } else if (words.every(({ items, lostWords }) => items.length === 0 && !lostWords)) {
      this.#emptyWords(words[0].header);
    }
  }

  #emptyWords(header: Range): void {
    const line = this.#text.slice(header.end, header.end + longestHashtag);
    // A hashtag as the first word makes the line a comment.
    const [, space = '', hashtag = ''] = /^(\s*)(#[\p{L}\p{N}_]{1,60})(?=\s|$)/u.exec(line) ?? [];
    if (hashtag === '') {
      const message = 'This bag has no words: write them after `words:`.';
      this.#diagnostics.add('empty-words', header, message);
      return;
    }
    const start = header.end + space.length;
    const meant = inQuotes(hashtag);
    this.#diagnostics.add(
      'empty-words',
      header,
      `This bag has no words, since ${quoted(hashtag)} begins a comment: write ${quoted(meant)} if it is a word.`,
      {
        fixes: [
          replacement(`Write ${quoted(meant)}`, { start, end: start + hashtag.length }, meant),
        ],
      },
    );
  }
}

/** In UTF-16 code units, with the white space before it. */
const longestHashtag = 200;

function isMisspelt(word: string): boolean {
  const name = word.endsWith(':') ? headerName(word) : null;
  return name !== null && sectionMeant(name) !== null;
}

/** A token before an operator is more likely a word than a header. */
function isFollowedByOperator(text: string, offset: number): boolean {
  return isOperator(new Scanner(text, offset, text.length).next());
}

function isOperator(token: TokenKind): boolean {
  return token === TokenKind.Arrow || token === TokenKind.Before || token === TokenKind.RightBefore;
}

/** Only `deps:` and `order:` have operators. */
function isOperatorOf(section: SectionName, token: TokenKind): boolean {
  if (section === 'deps') return token === TokenKind.Arrow;
  return section === 'order' && isOperator(token) && token !== TokenKind.Arrow;
}

/** The end of the last token before an offset, but at least `from`. */
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

/** Whether the text at `start` begins with a word and an arrow. */
function isArc(text: string, start: number): boolean {
  const scanner = new Scanner(text, start, text.length);
  const token = scanner.next();
  const isWord = token === TokenKind.Word || token === TokenKind.Quoted;
  return isWord && scanner.next() === TokenKind.Arrow;
}
