import { char } from './characters.ts';
import type { Grammar } from './given-tag.ts';
import { quoted, replacement, safeReplacement } from './diagnostic.ts';
import type { Fix, Range, TextEdit } from './diagnostic.ts';
import type { DiagnosticList } from './diagnostic-list.ts';
import { statementEnd, TokenKind } from './scanner.ts';
import type { Scanner, StatementEnd } from './scanner.ts';

import {
  checkBraces,
  checkFeatures,
  checkFeaturesApart,
  checkFeaturesBehindTag,
  misplacedIndex,
  readFeatures,
} from './feature-diagnostics.ts';
import { inQuotes, spellInWords } from './spelling.ts';
import { startSection } from './start-section.ts';
import type { ChunkNode, GroupNode, LemmaNode, NamedWord, WordItem } from './syntax.ts';
import { decodeSuffixes, decodeWord } from './word.ts';
import { checkToken } from './word-diagnostics.ts';

/** The limit on nested chunks. It bounds the recursion over the syntax tree. */
const deepestChunk = 16;

/** Parses a line of `words:` from the scanner's last token on. */
export function parseWordsLine(
  text: string,
  grammar: Grammar,
  scanner: Scanner,
  first: TokenKind,
  items: WordItem[],
  diagnostics: DiagnosticList,
): StatementEnd {
  const line = new WordsLine(text, grammar, scanner, diagnostics);
  const end = line.parse(first);
  // Not `push(...items)`: a line may have more items than a call can have arguments.
  for (const item of line.items) items.push(item);
  return end;
}

/** Fixes for groups and chunks examine at most this many code units. */
const longestChunk = 200;

const inSquareBrackets = /^\[([^[\]()"#\r\n]*)\](?=\s)/u;
const inBraces =
  /^\{([^\S\r\n]*[^{}[\]()"#|\s][^{}[\]()"#|\r\n]*(?:\|[^\S\r\n]*[^{}[\]()"#|\s][^{}[\]()"#|\r\n]*)+)\}(?=\s)/u;

/** Groups with more words get no fixes. */
const mostRewritten = 100;

/** In a group, a word that follows another word without a `|`. */
interface Crowded extends Range {
  readonly before: NamedWord;
}

/** A closing bracket that is read as part of a word, as in `man]` or `]slept`. */
interface GluedBracket {
  readonly edits: readonly TextEdit[];
  readonly where: 'before it' | 'after it' | 'on each side';
}

interface OpenChunk {
  readonly start: number;
  readonly items: WordItem[];
}

class WordsLine {
  readonly #text: string;
  readonly #grammar: Grammar;
  readonly #scanner: Scanner;
  readonly #diagnostics: DiagnosticList;
  /** Empty if the line has an operator: then it is a statement of another section. */
  items: WordItem[] = [];
  readonly #chunks: OpenChunk[] = [];
  /** The number of `[` that were ignored because they are nested too deep. */
  #tooDeep = 0;
  /** In an open chunk, the first `]` that is read as part of a word. */
  #gluedClose: GluedBracket | null = null;
  #notWords = false;
  /** Whether an unclosed quote extends to the line's end. Then no bracket can be inserted. */
  #quoteIsOpen = false;

  constructor(text: string, grammar: Grammar, scanner: Scanner, diagnostics: DiagnosticList) {
    this.#text = text;
    this.#grammar = grammar;
    this.#scanner = scanner;
    this.#diagnostics = diagnostics;
  }

  parse(first: TokenKind): StatementEnd {
    const scanner = this.#scanner;
    let token = first;
    while (statementEnd(token) === null) {
      switch (token) {
        case TokenKind.OpenGroup:
          token = this.#parseGroup();
          continue;
        case TokenKind.OpenChunk:
          this.#checkFeaturesApart();
          this.#openChunk();
          break;
        case TokenKind.Word:
        case TokenKind.Quoted:
          if (this.#chunks.length > 0 && token === TokenKind.Word && this.#closesWithSuffix(']')) {
            this.#diagnostics.addToLine(
              'bad-group',
              { start: scanner.start + 1, end: scanner.end },
              'A chunk has no tag and no `?`: delete what follows `]`.',
              { fixes: this.#withoutSuffix() },
            );
            this.#closeChunk();
          } else {
            this.#checkFeaturesApart();
            this.#add(this.#readWord(token));
            if (this.#chunks.length > 0) this.#gluedClose ??= this.#gluedBracket(token, ']');
          }
          break;
        case TokenKind.CloseChunk:
          if (this.#tooDeep > 0) this.#tooDeep--;
          else if (this.#chunks.length > 0) this.#closeChunk();
          else this.#unexpected('It closes no chunk.');
          break;
        default:
          this.#unexpectedSyntax(token);
      }
      token = scanner.next();
    }
    this.#endChunks();
    if (this.#notWords) this.items = [];
    return statementEnd(token)!;
  }

  /**
   * Reports words in braces with further words behind them, as in `{ the old man } left`. They are
   * probably meant as a chunk. Skips them, since their `}` would end the bag.
   */
  #bracedWords(): boolean {
    const { start, limit } = this.#scanner;
    const text = this.#text.slice(start, Math.min(limit, start + longestChunk));
    const found =
      /^\{[^\S\r\n]+([^{}()[\]|"#\r\n]*[^\s{}()[\]|"#])[^\S\r\n]+\}(?=[^\S\r\n]+[\p{L}\p{N}.,!?])/u.exec(
        text,
      );
    const header = /(?:^|\s)[a-z]+:(?=\s|$)/u;
    if (found === null || header.test(found[1])) return false;
    if (header.test(/^\s+\S+/u.exec(text.slice(found[0].length))?.[0] ?? '')) return false;
    const words = found[1].trim();
    const apart = /^[^\s,;]+(?: ?[,;] ?[^\s,;]+)+$/u.test(words) ? words.split(/ ?[,;] ?/u) : [];
    const meant = apart.length > 1 ? `( ${apart.join(' | ')} )` : `[ ${words} ]`;
    const what =
      apart.length > 1
        ? 'Alternatives have round brackets'
        : 'Words that stand together have square brackets';
    const range = { start, end: start + found[0].length };
    this.#diagnostics.addToLine(
      'unexpected-token',
      range,
      `Braces enclose a bag. ${what}: write ${quoted(meant)}.`,
      { fixes: [replacement(`Write ${quoted(meant)}`, range, meant)] },
    );
    this.#scanner.goTo(range.end);
    return true;
  }

  #add(item: WordItem): void {
    (this.#chunks.at(-1)?.items ?? this.items).push(item);
  }

  #checkFeaturesApart(): void {
    const { start, end } = this.#scanner;
    const before = (this.#chunks.at(-1)?.items ?? this.items).at(-1);
    if (this.#text[start] !== '[' || before?.kind !== 'lemma') return;
    checkFeaturesApart(this.#text, before, start, end, this.#diagnostics);
  }

  #readWord(token: TokenKind): NamedWord {
    if (token === TokenKind.Quoted) this.#quoteIsOpen = this.#scanner.closingQuote < 0;
    return readWord(this.#text, this.#grammar, this.#scanner, token, this.#diagnostics);
  }

  /** The fixes for a suffix behind the `]` of a chunk, as in `[ very hot ]?`. */
  #withoutSuffix(): Fix[] {
    const { start, end } = this.#scanner;
    const suffix = { start: start + 1, end };
    const deletion = replacement('Delete the suffix', suffix, '');
    const chunk = this.#chunks[0];
    const inner = this.#text.slice(chunk.start + 1, start).trim();
    const isOptional = this.#text.slice(suffix.start, suffix.end) === '?';
    const isPlain = inner.length <= longestChunk && /^[^"/#|()[\]?@]+$/u.test(inner);
    if (!isOptional || !isPlain) return [deletion];
    // Words that may be left out together stand in quotes, in a fixed order.
    const phrase = `${inQuotes(inner.split(/\s+/u).join(' '))}?`;
    return [replacement(`Write ${quoted(phrase)}`, { start: chunk.start, end }, phrase), deletion];
  }

  #openChunk(): void {
    if (this.#chunks.length < deepestChunk) {
      this.#chunks.push({ start: this.#scanner.start, items: [] });
      return;
    }
    this.#tooDeep++;
    this.#diagnostics.addToLine(
      'bad-group',
      this.#scanner,
      `Chunks can be nested ${deepestChunk} deep; this one is deeper.`,
    );
  }

  #closeChunk(): void {
    const { start, items } = this.#chunks.pop()!;
    const chunk: ChunkNode = { kind: 'chunk', start, end: this.#scanner.end, items };
    if (items.length === 0) {
      this.#diagnostics.addToLine(
        'bad-group',
        chunk,
        'This chunk is empty: put words into it, or delete it.',
      );
    } else if (items.length === 1 && (items[0].kind === 'word' || items[0].kind === 'lemma')) {
      const isWhole = this.#chunks.length === 0 && this.#tooDeep === 0;
      if (isWhole && this.#scanner.end === this.#scanner.start + 1) {
        this.#chunkOfOne(chunk, items[0]);
      }
    }
    this.#add(chunk);
    if (this.#chunks.length === 0) this.#gluedClose = null;
  }

  #endChunks(): void {
    const outermost = this.#chunks.at(0);
    if (!outermost) return;
    const end = this.#scanner.start;
    const open = this.#chunks.length + this.#tooDeep;
    const glued = open === 1 ? this.#gluedClose : null;
    this.#diagnostics.addToLine(
      'unterminated-group',
      { start: outermost.start, end: outermost.start + 1 },
      `This chunk is not closed: ${glued ? `its \`]\` needs a space ${glued.where}` : 'write `]` on the same line'}.`,
      {
        fixes: glued
          ? [separation(glued)]
          : this.#closing('Close the chunk', new Array(open).fill(']').join(' ')),
      },
    );
    while (this.#chunks.length > 0) {
      const { start, items } = this.#chunks.pop()!;
      this.#add({ kind: 'chunk', start, end, items });
    }
  }

  /** Parses a group, `( a | b )/TAG?`. Returns the token after it. */
  #parseGroup(): TokenKind {
    const text = this.#text;
    const scanner = this.#scanner;
    const diagnostics = this.#diagnostics;
    const start = scanner.start;
    const members: NamedWord[] = [];
    let bars = 0;
    let betweenBars = 0;
    /** The first two consecutive words without a `|` between them. */
    let crowded: Crowded | null = null;
    let glued: GluedBracket | null = null;
    let token = scanner.next();
    for (; ; token = scanner.next()) {
      const features = token === TokenKind.Word ? this.#featuresBehindGroup() : null;
      const closes =
        token === TokenKind.CloseGroup ||
        features !== null ||
        (token === TokenKind.Word && this.#closesWithSuffix(')'));
      if (closes) {
        const close = scanner.start;
        if (features !== null) this.#misplacedFeatures(features, members);
        if (crowded) this.#missingBar(crowded, this.#withoutCrowds(start, members, close));
        const group = this.#closeGroup(start, members, betweenBars);
        // `( a|b )` and `( "a b"|c )` are reported elsewhere.
        const isGlued = members.some(
          ({ form, formEnd }) => form.includes('|') || text[formEnd] === '|',
        );
        const isSingle = bars === 0 && members.length === 1 && !isGlued;
        if (isSingle && group.end === close + 1) {
          this.#singleAlternative(group, members[0]);
        } else this.#optionalAlternatives(group);
        this.#add(group);
        return scanner.next();
      }
      if (token === TokenKind.Word || token === TokenKind.Quoted) {
        const { start, end } = scanner;
        if (++betweenBars > 1) crowded ??= { start, end, before: members.at(-1)! };
        members.push(this.#readWord(token));
        glued ??= this.#gluedBracket(token, ')');
      } else if (token === TokenKind.Bar) {
        if (betweenBars === 0) {
          const { start, end } = scanner;
          // The space behind the bar goes, too.
          const range = { start, end: end + Number(this.#text[end] === ' ') };
          this.#emptyAlternative(scanner, [safeReplacement('Delete the `|`', range, '')]);
        }
        bars++;
        betweenBars = 0;
      } else break;
    }
    if (statementEnd(token) !== null) {
      diagnostics.addToLine(
        'unterminated-group',
        { start, end: start + 1 },
        `This group is not closed: ${glued ? `its \`)\` needs a space ${glued.where}` : `write \`)\` on the same line${bars === 0 ? ', or put the `(` in quotes if it is a word' : ''}`}.`,
        { fixes: glued ? [separation(glued)] : this.#unclosedGroup(start, bars, crowded) },
      );
    } else {
      if (crowded) this.#missingBar(crowded);
      // Quotes around the token do not help after a word: a `|` would still be missing.
      const fixes =
        token === TokenKind.OpenChunk
          ? this.#withoutChunks(start)
          : token === TokenKind.OpenGroup
            ? this.#withoutInnerGroups(start)
            : [];
      const isWord = betweenBars === 0 && fixes.length === 0;
      this.#unexpected('A group holds words and `|`, nothing else.', { isWord, fixes });
    }
    const group: GroupNode = { ...noSuffixes, kind: 'group', start, end: scanner.start, members };
    this.#add(group);
    return statementEnd(token) === null ? scanner.next() : token;
  }

  /** The fix that writes chunks in a group as phrases: `( "a b" | c )` for `( [ a b ] | c )`. */
  #withoutChunks(start: number): Fix[] {
    const { limit } = this.#scanner;
    const rest = this.#text.slice(start, Math.min(limit, start + longestChunk));
    const found = /^\((?:[^()[\]"\r\n]|\[[^()[\]"|/#?\r\n]+\])+\)/u.exec(rest)?.[0];
    if (found === undefined || start + found.length < this.#scanner.end) return [];
    const meant = found.replace(/\[\s*([^\]]*?)\s*\]/gu, (_, words: string) =>
      inQuotes(words.split(/\s+/u).join(' ')),
    );
    return [replacement(`Write ${quoted(meant)}`, { start, end: start + found.length }, meant)];
  }

  /** The fix that writes nested groups as one: `( a | b | c )` for `( a | ( b | c ) )`. */
  #withoutInnerGroups(start: number): Fix[] {
    const { limit } = this.#scanner;
    const rest = this.#text.slice(start, Math.min(limit, start + longestChunk));
    const found = /^\( (?:[^()[\]"\r\n]|\( [^()[\]"\r\n]+ \)(?= [|)]))+\)(?=\s)/u.exec(rest)?.[0];
    if (found === undefined || start + found.length < this.#scanner.end) return [];
    const meant = `( ${found.slice(1, -1).replace(/[()]/gu, '').trim().split(/\s+/u).join(' ')} )`;
    return [replacement(`Write ${quoted(meant)}`, { start, end: start + found.length }, meant)];
  }

  /** The range of the features in a token such as `)[Tense=Past]`. */
  #featuresBehindGroup(): Range | null {
    const { start, end } = this.#scanner;
    const found = /^\)(\[[^[\]\s]*\])(?:\/[^\s[\]]*)?\??$/u.exec(this.#text.slice(start, end));
    return found && { start: start + 1, end: start + 1 + found[1].length };
  }

  /**
   * Reports features behind a group. Only a lemma has features, so the fix moves them to each
   * lemma.
   */
  #misplacedFeatures(range: Range, members: readonly NamedWord[]): void {
    const features = this.#text.slice(range.start, range.end);
    const inserted = members.flatMap((member) => {
      if (member.kind !== 'lemma' || this.#text[member.start + member.form.length] === '[')
        return [];
      const at = member.start + member.form.length;
      return [{ range: { start: at, end: at }, newText: features }];
    });
    const fix = {
      title: 'Move the features to each lemma',
      edits: [...inserted, { range, newText: '' }],
    };
    this.#diagnostics.addToLine(
      'bad-features',
      range,
      'A group has no features: write them behind each lemma in it.',
      { fixes: inserted.length > 0 ? [fix] : [] },
    );
  }

  /** Warns of a `?` after an alternative. It has no effect: only a whole group is optional. */
  #optionalAlternatives({ members, end, optional }: GroupNode): void {
    const marked = members.filter((member) => member.optional);
    const marks = marked.map(({ end }) => ({ range: { start: end - 1, end }, newText: '' }));
    const after = { range: { start: end, end }, newText: '?' };
    const fix = optional
      ? { title: `Delete the \`?\``, edits: marks }
      : { title: 'Put the `?` after the group', edits: [...marks, after] };
    for (const member of marked) {
      this.#diagnostics.add(
        'perhaps-optional',
        member,
        `The \`?\` of an alternative has no effect: ${optional ? 'the whole group is optional' : 'put it after the group if the group may be left out'}.`,
        { fixes: [fix] },
      );
    }
  }

  /**
   * @param start the offset of the `(`
   * @param bars how many `|` follow the `(`. If there are none, the `(` is probably a word
   */
  #unclosedGroup(start: number, bars: number, crowded: Crowded | null): Fix[] {
    if (bars > 0) return this.#closing('Close the group', ')', crowded?.start);
    const bracket = { start, end: start + 1 };
    return this.#quoteIsOpen ? [] : [replacement('Put the `(` in quotes', bracket, '"("')];
  }

  #closeGroup(start: number, members: NamedWord[], betweenBars: number): GroupNode {
    const text = this.#text;
    const scanner = this.#scanner;
    const diagnostics = this.#diagnostics;
    if (betweenBars === 0) {
      this.#emptyAlternative({ start, end: scanner.end }, this.#withoutLastBar(start, members));
    }
    const { tags, tagStart, optional, index, junkStart } = decodeSuffixes(
      text,
      scanner.start + 1,
      scanner.end,
    );
    if (junkStart >= 0 && text[junkStart] !== '[') {
      const suffixes = { start: scanner.start + 1, end: scanner.end };
      const tag = /^\?(\/[^\s/?]+)$/u.exec(text.slice(suffixes.start, suffixes.end))?.[1];
      diagnostics.addToLine(
        'text-after-quote',
        { start: junkStart, end: scanner.end },
        'After the bracket of a group come `/TAG` and `?`, in this order, and nothing else.',
        {
          fixes:
            tag === undefined ? [] : [safeReplacement(`Write \`)${tag}?\``, suffixes, `${tag}?`)],
        },
      );
    }
    if (index !== null || tags.some((tag) => /#\d+$/u.test(tag))) {
      diagnostics.addToLine(
        'bad-group',
        scanner,
        'A group has no name: give the index to its members.',
      );
    }
    const token = { start: scanner.start, end: scanner.end, tags, tagStart };
    checkToken(text, this.#grammar, token, diagnostics);
    return { kind: 'group', start, end: scanner.end, tags, tagStart, optional, members };
  }

  /**
   * The fixes for a group in which a `|` is missing.
   *
   * If the group has a `|` elsewhere, as in `( very hard | easy )`, the fix puts `very hard` in
   * quotes. There is no fix if `very` or `hard` has a suffix, since the suffix would become part of
   * the quoted text.
   *
   * If the group has no `|`, the fixes change other separators to `|`, put a `|` between two words,
   * make the group a chunk, or put the brackets in quotes.
   *
   * @param close the offset of the `)`
   */
  #withoutCrowds(start: number, members: readonly NamedWord[], close: number): Fix[] {
    const text = this.#text;
    if (members.length > mostRewritten) return [];
    const range = { start, end: close + 1 };
    const alternatives: string[][] = [];
    for (const [place, word] of members.entries()) {
      const isApart = place === 0 || text.slice(members[place - 1].end, word.start).includes('|');
      if (isApart) alternatives.push([]);
      alternatives.at(-1)!.push(text.slice(word.start, word.end));
    }
    const write = (meant: string | null): Fix[] =>
      meant === null ? [] : [replacement(`Write ${quoted(meant)}`, range, meant)];
    const inner = text.slice(start + 1, close).trim();
    const apart = inner.length <= longestChunk ? alternativesIn(inner) : null;
    if (apart !== null) return write(groupOf(apart));
    if (alternatives.length > 1) return write(groupOf(alternatives));
    const [words] = alternatives;
    const isPlain = words.every((word) => spellInWords(word) === word && !/[?|()[\]]/u.test(word));
    const leftOut = isPlain ? `${inQuotes(words.join(' '))}?` : null;
    // `( very hard | )` probably means that the words may be left out.
    if (text.slice(start, close).includes('|')) return write(leftOut);
    if (text.slice(close, this.#scanner.end) === ')?' && leftOut !== null) {
      return [replacement(`Write ${quoted(leftOut)}`, { start, end: close + 2 }, leftOut)];
    }
    const separated = withoutSeparators(words);
    const isChunk = separated.length === 1 && this.#scanner.end === range.end;
    return [
      ...(separated.length > 1 ? write(groupOf(separated)) : []),
      ...(separated.length === 1 && words.length === 2 ? write(`( ${words.join(' | ')} )`) : []),
      ...(isChunk ? write(`[ ${words.join(' ')} ]`) : []),
      quotedBrackets(start, close),
    ];
  }

  #missingBar(crowded: Crowded, fixes: readonly Fix[] = []): void {
    const { before, start, end } = crowded;
    const range = { start, end };
    const text = this.#text;
    if (/^\|{2,}$/.test(text.slice(start, Math.min(end, start + longestChunk)))) {
      this.#diagnostics.addToLine('bad-group', range, 'Between two alternatives stands one `|`.', {
        fixes: [safeReplacement('Write `|`', range, '|')],
      });
      return;
    }
    const isAfter = text[before.start] !== '"' && text[before.end - 1] === '|';
    const isBefore = text[start] === '|';
    if (isAfter || isBefore) {
      const glued = isAfter ? { start: before.start, end: before.end } : range;
      const written = text.slice(glued.start, glued.end);
      const spaced = isAfter
        ? written.replace(/(?<!\|)\|+$/u, ' |')
        : written.replace(/^\|+/u, '| ');
      this.#diagnostics.addToLine(
        'bad-group',
        glued,
        `A \`|\` needs a space on each side: write ${quoted(spaced)}.`,
        { fixes: [safeReplacement(`Write ${quoted(spaced)}`, glued, spaced)] },
      );
      return;
    }
    this.#diagnostics.addToLine(
      'bad-group',
      range,
      'Put `|` between the alternatives; an alternative of several words stands in quotes. A chunk has `[ ]`; brackets that are words stand in quotes.',
      { fixes },
    );
  }

  #chunkOfOne(
    { start, end }: Range,
    { start: from, end: to, optional: isOptional }: NamedWord,
  ): void {
    const range = { start, end };
    const word = this.#text.slice(from, to);
    const optional = isOptional ? word : `${word}?`;
    this.#diagnostics.add(
      'single-alternative',
      range,
      `A chunk keeps words together, and this one has one word. Write ${quoted(optional)} if the word may be left out, or delete the brackets.`,
      {
        fixes: [
          replacement(`Write ${quoted(optional)}`, range, optional),
          ...(isOptional ? [] : [replacement('Delete the brackets', range, word)]),
        ],
      },
    );
  }

  #singleAlternative({ start, end }: Range, member: NamedWord): void {
    const range = { start, end };
    const word = this.#text.slice(member.start, member.end);
    const optional = member.optional ? word : `${word}?`;
    this.#diagnostics.add(
      'single-alternative',
      range,
      `This group has one alternative, and its brackets are not in the sentence. Put them in quotes if they are words, write ${quoted(optional)} if the word may be left out, or delete them.`,
      {
        fixes: [
          quotedBrackets(start, end - 1),
          replacement(`Write ${quoted(optional)}`, range, optional),
          ...(member.optional ? [] : [replacement('Delete the brackets', range, word)]),
        ],
      },
    );
  }

  #emptyAlternative(range: Range, fixes: readonly Fix[]): void {
    this.#diagnostics.addToLine(
      'bad-group',
      range,
      'An alternative is missing here. Mark an optional word with `?`.',
      { fixes },
    );
  }

  /** The fixes for a group that ends in a bar, such as `( cat | dog | )`. */
  #withoutLastBar(start: number, members: readonly NamedWord[]): Fix[] {
    const last = members.at(-1);
    const close = this.#scanner.start;
    if (last === undefined || close + 1 !== this.#scanner.end) return [];
    const rest = this.#text.slice(last.end, close);
    if (!/^\s*\|\s*$/u.test(rest) || close - start > longestChunk) return [];
    const range = { start, end: close + 1 };
    const whole = members.length === 1 ? '' : `${this.#text.slice(start, last.end)} )`;
    const first = this.#text.slice(members[0].start, members[0].end);
    const optional = whole === '' ? (members[0].optional ? first : `${first}?`) : `${whole}?`;
    return [
      replacement(`Write ${quoted(optional)}`, range, optional),
      replacement('Delete the `|`', range, whole === '' ? first : whole),
    ];
  }

  #closing(title: string, brackets: string, at = this.#scanner.start): Fix[] {
    if (this.#quoteIsOpen) return [];
    const newText = /\s/.test(this.#text[at - 1]) ? `${brackets} ` : ` ${brackets}`;
    return [replacement(title, { start: at, end: at }, newText)];
  }

  /**
   * Finds a bracket that is read as part of the scanner's last word. Null if the word also has
   * other brackets.
   */
  #gluedBracket(token: TokenKind, bracket: ')' | ']'): GluedBracket | null {
    const { start, end, closingQuote } = this.#scanner;
    if (end - start > longestChunk || (token === TokenKind.Quoted && closingQuote < 0)) return null;
    const from = token === TokenKind.Quoted ? closingQuote + 1 : start;
    const found = /^([^()[\]{}]*)([)\]])([^()[\]{}]*)$/u.exec(this.#text.slice(from, end));
    if (found?.[2] !== bracket) return null;
    const [, before, , after] = found;
    const hasSuffix = /^[/?#]/.test(after);
    if (hasSuffix && bracket === ']') return null;
    const at = from + before.length;
    const places = [...(at > start ? [at] : []), ...(after !== '' && !hasSuffix ? [at + 1] : [])];
    const edits = places.map((place) => ({ range: { start: place, end: place }, newText: ' ' }));
    const where = places.length > 1 ? 'on each side' : at > start ? 'before it' : 'after it';
    return { edits, where };
  }

  /** Whether the token is a closing bracket with suffixes, as in `)/DT?`. */
  #closesWithSuffix(bracket: string): boolean {
    const { start } = this.#scanner;
    return this.#text[start] === bracket && /[/?#]/.test(this.#text[start + 1] ?? '');
  }

  #unexpectedSyntax(token: TokenKind): void {
    switch (token) {
      case TokenKind.Arrow:
        this.#notWords = true;
        this.#unexpected('Arcs belong in `deps:`.', { section: 'deps' });
        break;
      case TokenKind.Before:
      case TokenKind.RightBefore:
        this.#notWords = true;
        this.#unexpected('Constraints on the order belong in `order:`.', { section: 'order' });
        break;
      case TokenKind.OpenBrace: {
        const group = this.#groupFrom(this.#scanner.start, inBraces);
        // Skips the alternatives. Otherwise their `}` would end the bag.
        if (group !== null) {
          this.#scanner.goTo(group.end);
          return;
        }
        if (!this.#bracedWords()) {
          this.#unexpected('Start a bag with `bag NAME {` at the start of a line.');
        }
        break;
      }
      case TokenKind.CloseGroup:
        this.#unexpected('It closes no group.');
        break;
      default:
        if (this.#bracedGroup()) return;
        if (this.#chunks.length > 0) {
          if (this.#groupFrom(this.#chunks.at(-1)!.start, inSquareBrackets) !== null) return;
        }
        this.#unexpected('It separates the alternatives of a group in `( )`.', {
          fixes: this.#bracketsAround(),
        });
    }
  }

  /**
   * Reports alternatives in braces that touch the words, as in `{a | b}`, and moves past the `}`.
   * The scanner has already read `{a` as a word.
   */
  #bracedGroup(): boolean {
    const items = this.#chunks.at(-1)?.items ?? this.items;
    const first = items.at(-1);
    if (first?.kind !== 'word' || this.#text[first.start] !== '{') return false;
    const group = this.#groupFrom(first.start, inBraces);
    if (group === null) return false;
    items.pop();
    this.#scanner.goTo(group.end);
    return true;
  }

  /**
   * The fix that puts round brackets around `a | b`. None if a bracket already stands beside the
   * words.
   */
  #bracketsAround(): Fix[] {
    if (this.#diagnostics.lineIsBroken) return [];
    const first = (this.#chunks.at(-1)?.items ?? this.items).at(-1);
    const { start, limit } = this.#scanner;
    if (first?.kind !== 'word' || first.end < start - longestChunk) return [];
    const text = this.#text;
    const rest = text.slice(first.end, Math.min(first.end + longestChunk, limit));
    const found = alternativesBehind.exec(`${rest} `);
    const word = text.slice(first.start, first.end);
    if (found === null || first.optional || /[|()[\]{}]/u.test(word)) return [];
    const meant = `( ${word}${found[0]} )`;
    const range = { start: first.start, end: first.end + found[0].length };
    return [replacement(`Write ${quoted(meant)}`, range, meant)];
  }

  /**
   * Reports alternatives in brackets other than `( )`, as in `[ a | b ]`. Returns the range of the
   * brackets, or null if there are no such alternatives at `start`.
   *
   * @param start the offset of the opening bracket
   * @param pattern captures the text between the brackets
   */
  #groupFrom(start: number, pattern: RegExp): Range | null {
    const line = this.#text.slice(start, Math.min(start + longestChunk, this.#scanner.limit));
    const [written, inner] = pattern.exec(`${line} `) ?? [];
    if (written === undefined || written.length === longestChunk) return null;
    const range = { start, end: start + written.length };
    const parts = inner
      .split('|')
      .map((part) => (/\S\s+\S/u.test(part) ? inQuotes(part.trim()) : part.trim()));
    const meant = `( ${parts.join(' | ')} )`;
    this.#diagnostics.addToLine(
      'bad-group',
      range,
      `Alternatives stand in round brackets: write ${quoted(meant)}.`,
      { fixes: [replacement(`Write ${quoted(meant)}`, range, meant)] },
    );
    return range;
  }

  #unexpected(
    why: string,
    {
      section,
      isWord = true,
      fixes = [],
    }: { section?: 'deps' | 'order'; isWord?: boolean; fixes?: Fix[] } = {},
  ): void {
    // Only the first error of a line is reported. Without this test, each of a million arrows on a
    // line would call `startSection`, which reads the lines below.
    if (this.#diagnostics.lineIsBroken) return;
    const text = this.#text;
    const scanner = this.#scanner;
    const written = text.slice(scanner.start, scanner.end);
    if (isWord) fixes.push(replacement('Put it in quotes', scanner, inQuotes(written)));
    const start = section === undefined ? null : startSection(text, scanner.start, section);
    if (start !== null) fixes.unshift(start);
    this.#diagnostics.addToLine(
      'unexpected-token',
      scanner,
      `${quoted(written)} is not a word here. ${why} If it is a word, put it in quotes.`,
      { fixes },
    );
  }
}

/**
 * Matches one or more bars, each followed by a word or a quoted phrase. No further bar may follow.
 */
const alternativesBehind =
  /^(?:[^\S\r\n]+\|[^\S\r\n]+(?:"[^"\\\r\n]+"|[^\s|()[\]{}"#<>?]*[^\s|()[\]{}"#<>?.,;:!]))+(?=\s)(?![^\S\r\n]+\|)/u;

/**
 * Splits words into alternatives at separators that users write instead of a `|`: `or`, `/`, commas
 * and semicolons.
 */
function withoutSeparators(words: readonly string[]): string[][] {
  const alternatives: string[][] = [[]];
  for (const word of words) {
    const isSeparator = /^(?:or|[/,;])$/iu.test(word);
    const hasSeparator = isSeparator || /[,;]$/.test(word);
    if (!isSeparator) alternatives.at(-1)!.push(hasSeparator ? word.slice(0, -1) : word);
    if (hasSeparator) alternatives.push([]);
  }
  const found = alternatives.filter(({ length }) => length > 0);
  return found.length > 1 ? found : [[...words]];
}

/**
 * The alternatives between the bars of a text such as `a b|"c d"`, each with its words and phrases.
 * Null if there are no two alternatives, or if a bar may separate tags.
 */
function alternativesIn(inner: string): string[][] | null {
  if (/[/[\]]/u.test(inner)) return null;
  const alternatives: string[][] = [[]];
  const parts = inner.match(/"[^"]*"|[^\s"|]+|\|/gu) ?? [];
  for (const part of parts) {
    if (part === '|') alternatives.push([]);
    else alternatives.at(-1)!.push(part);
  }
  // A `"` without a closing `"` is in no part, so the parts are then not the whole text.
  const isWhole = parts.join('').replace(/\s/gu, '') === inner.replace(/\s/gu, '');
  const areAll = alternatives.length > 1 && alternatives.every(({ length }) => length > 0);
  return isWhole && areAll ? alternatives : null;
}

/**
 * Writes a group, with alternatives of several words in quotes and without the tags of these words.
 * Null if one of these words has another suffix or quotes.
 */
function groupOf(alternatives: readonly (readonly string[])[]): string | null {
  const untagged = alternatives.map((words) =>
    words.length === 1 ? words : words.map((word) => word.replace(/(?<=.)\/[A-Z]+\$?$/u, '')),
  );
  const crowded = untagged.filter(({ length }) => length > 1).flat();
  if (!crowded.every((word) => spellInWords(word) === word)) return null;
  const spelled = untagged.map((words) =>
    words.length === 1 ? words[0] : inQuotes(words.join(' ')),
  );
  return `( ${spelled.join(' | ')} )`;
}

function quotedBrackets(open: number, close: number): Fix {
  const edits = [open, close].map((at, i) => ({
    range: { start: at, end: at + 1 },
    newText: inQuotes('()'[i]),
  }));
  return { title: 'Put the brackets in quotes', edits };
}

function separation({ edits, where }: GluedBracket): Fix {
  return { title: `Put a space ${where}`, edits };
}

const noSuffixes = { tags: [], tagStart: -1, optional: false };

function readWord(
  text: string,
  grammar: Grammar,
  scanner: Scanner,
  token: TokenKind,
  diagnostics: DiagnosticList,
): NamedWord {
  const { start, end } = scanner;
  if (token === TokenKind.Word && isLemma(text, start, end)) {
    return readLemma(text, grammar, start, end, diagnostics);
  }
  const closingQuote = token === TokenKind.Quoted ? scanner.closingQuote : undefined;
  const { form, formEnd, index, indexEnd, tags, tagStart, optional, junkStart } = decodeWord(
    text,
    start,
    end,
    closingQuote,
  );
  checkToken(
    text,
    grammar,
    { start, end, form, formEnd, index, indexEnd, tags, tagStart, closingQuote, junkStart },
    diagnostics,
  );
  return { kind: 'word', start, end, form, formEnd, index, indexEnd, tags, tagStart, optional };
}

/** Whether a token is `@` and a lemma. An `@` alone, or directly before a suffix, is a word. */
function isLemma(text: string, start: number, end: number): boolean {
  return text.charCodeAt(start) === char.at && end > start + 1 && !/[/?#[]/.test(text[start + 1]);
}

function readLemma(
  text: string,
  grammar: Grammar,
  start: number,
  end: number,
  diagnostics: DiagnosticList,
): LemmaNode {
  const range = { start, end };
  const bracket = featuresStart(text, start, end);
  if (bracket < 0) {
    checkBraces(text, range, diagnostics);
    const { form, formEnd, index, indexEnd, tags, tagStart, optional } = decodeWord(
      text,
      start,
      end,
    );
    const token = { start, end, form, formEnd, index, indexEnd, tags, tagStart };
    const isMisplaced = checkFeaturesBehindTag(text, range, diagnostics);
    if (!isMisplaced) checkToken(text, grammar, token, diagnostics);
    return {
      kind: 'lemma',
      ...range,
      ...{ form, formEnd, index, indexEnd },
      ...(isMisplaced ? noSuffixes : { tags, tagStart }),
      ...{ optional, features: [] },
    };
  }
  let close = bracket;
  while (close < end && text.charCodeAt(close) !== char.closeBracket) close++;
  const features = readFeatures(text, bracket + 1, close);
  checkFeatures(
    text,
    { start: bracket, end: Math.min(close + 1, end) },
    close < end,
    features,
    diagnostics,
  );
  const after = Math.min(close + 1, end);
  const misplaced = misplacedIndex(text, range, bracket, after, diagnostics);
  const { index, indexEnd, tags, tagStart, optional, junkStart } = decodeSuffixes(text, after, end);
  const form = text.slice(start, bracket - misplaced.length);
  checkToken(
    text,
    grammar,
    { start, end, form, formEnd: after, index, indexEnd, tags, tagStart, junkStart },
    diagnostics,
  );
  return {
    kind: 'lemma',
    ...range,
    form,
    formEnd: after,
    index: index ?? (misplaced === '' ? null : Number(misplaced.slice(1))),
    indexEnd,
    tags,
    tagStart,
    optional,
    features: features ?? [],
  };
}

/** The offset of the `[` that begins a lemma's features; -1 if no `[` stands before the tag. */
function featuresStart(text: string, start: number, end: number): number {
  for (let at = start + 2; at < end; at++) {
    const code = text.charCodeAt(at);
    if (code === char.slash) return -1;
    if (code === char.openBracket) return at;
  }
  return -1;
}
