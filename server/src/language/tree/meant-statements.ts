import { closest } from '../../text/closest.ts';
import { isClearlyLabel, labelName } from '../facts/label-names.ts';
import { quoted } from './diagnostic.ts';
import { Scanner, TokenKind } from './scanner.ts';
import { inQuotes } from './spelling.ts';
import { decodeWord } from './word.ts';

/** Likely corrections of a malformed line of `deps:`. */
export interface MeantArcs {
  readonly message: string;
  /** Well-formed lines, the likeliest first. */
  readonly readings: readonly string[];
}

export interface MeantOrder {
  readonly message: string;
  /** The likeliest first. Each correction is one or more well-formed lines. */
  readonly readings: readonly (readonly string[])[];
}

/**
 * The limit on the length of a corrected line, in code units. The patterns below take quadratic
 * time for a long run of white space.
 */
const longest = 300;

const label = String.raw`[^\s<>"-]+`;
const dash = String.raw`[-\u2010-\u2015\u2212]`;

const misspelt = 'An arrow is written `->`, or `-label->` with a label.';
const inItsArrow = 'A label stands in its arrow: write `head -label-> dependent`.';
const spaced = 'An arrow has no spaces in it: write `->`, or `-label->` with a label.';
const glued = 'An arrow needs a space on each side: write `head -> dependent`.';
const backwards = 'Write the head first: `head -> dependent`.';
const rootInSmallLetters =
  '`root` has small letters: the head of the sentence is written `root -> word`.';
const rootAsHead = 'The head of the sentence is written `root -> word`.';
const rootIsHead = '`root` is a head: the head of the sentence is written `root -> word`.';

/**
 * Corrections of common mistakes in arrows: pattern, replacement and error message. All are
 * applied, in this order.
 */
const slips: readonly (readonly [RegExp, string, string])[] = [
  [/^(?!root)[Rr][Oo][Oo][Tt](?=\s+-\S*>)/u, 'root', rootInSmallLetters],
  [/^root(?::|\s*=)?\s+(?=[^\s\-=:>]\S*$)/u, 'root -> ', rootAsHead],
  [/(?<!\S)=+([^\s<>"=-]+)=+>/gu, '-$1->', misspelt],
  [/[→⟶⇒⟹➔]|=+>/gu, '->', misspelt],
  [new RegExp(`${dash}+>+`, 'gu'), '->', misspelt],
  [new RegExp(`(?<!\\S)${dash}+(?=${label}-?>)`, 'gu'), '-', misspelt],
  [new RegExp(`(?<!\\S)-(${label})>`, 'gu'), '-$1->', misspelt],
  [/-\s+>/gu, '->', spaced],
  [/(?<=\S )>(?= \S)/gu, '->', misspelt],
  [new RegExp(`(?<!\\S)-\\s*(${label})\\s*->`, 'gu'), '-$1->', spaced],
  [new RegExp(`(?<=[^\\s>]\\s+)(${label})->`, 'gu'), '-$1->', misspelt],
  [new RegExp(`(?<=\\S )-(${label})-(?= \\S)`, 'gu'), '-$1->', misspelt],
];

/** Matches an arc without its arrow, as in `barks nsubj dog` and `barks -nsubj dog`. */
const labelOnly = new RegExp(`^([^\\s>]+) ${dash}?(${label})${dash}* ([^\\s>]+)$`, 'u');

/**
 * Match a label before its arrow, as in `barks nsubj -> dog`, or before the whole arc, as in
 * `nsubj: barks -> dog`.
 */
const labelsBefore = [
  new RegExp(`^(?<head>[^\\s>]+) (?<name>${label}) -> (?<dependents>[^>]+)$`, 'u'),
  new RegExp(`^(?<name>${label}): (?<head>[^\\s>]+) -> (?<dependents>[^>]+)$`, 'u'),
];

/** Matches a label behind its arrow, as in `->nsubj`. */
const labelBehind = new RegExp(`(?<= )->(${label}) (?=\\S)`, 'u');

/**
 * Match an arc in the notation of Stanford Dependencies, `nsubj(barks-2, dog-1)` or
 * `nsubj(barks, dog)`.
 */
const functional = [
  new RegExp(`^(${label})\\(([^\\s(),]+)-\\d+,\\s*([^\\s(),]+)-\\d+\\)$`, 'u'),
  new RegExp(`^(${label})\\(([^\\s(),]+),\\s*([^\\s(),]+)\\)$`, 'u'),
];

const asFunction = 'An arc is written `head -label-> dependent`.';

/**
 * Match an arrow without spaces around it. In `well-known->dog`, the first pattern finds
 * `-known->`, the second finds `->`.
 */
const gluedArrows = [
  new RegExp(`\\s*(-${label}->|->)\\s*`, 'gu'),
  new RegExp(`\\s*((?<!\\S)-${label}->|->)\\s*`, 'gu'),
];

const leftArrow = new RegExp(`\\s*(?:<${dash}+(?:(${label})${dash}+)?|[←⟵⇐])\\s*`, 'u');

/** Matches a label on the wrong side of a left arrow, as in `-nsubj<-`. */
const labelBefore = new RegExp(`(?<!\\S)${dash}${label}<`, 'u');

const rootLast = new RegExp(String.raw`^(?!root )(\S+) -(?:${label}-)?> root$`, 'u');

/**
 * Finds the likely corrections of a malformed line of `deps:`. Null if there are none, or if the
 * line is well-formed.
 */
export function meantArcs(line: string): MeantArcs | null {
  if (line.length > longest) return null;
  const { masked, unmasked } = maskQuotes(line);
  const messages: string[] = [];
  const change = (from: string, to: string, why: string): string => {
    if (to !== from) messages.push(why);
    return to;
  };
  const tidy = masked.replace(/\s+/gu, ' ');
  const written = functional.find((notation) => notation.test(tidy));
  const named = labelOnly.exec(tidy);
  if (named !== null && labelName(named[2]) !== null) {
    const [, head, name, dependent] = named;
    const meant = unmasked(`${head} -${name}-> ${dependent}`);
    return isArcs(meant) ? { message: misspelt, readings: [meant] } : null;
  }
  for (const [i, pattern] of labelsBefore.entries()) {
    const groups = pattern.exec(tidy)?.groups;
    if (groups === undefined || labelName(groups.name) === null) continue;
    const { head, name, dependents } = groups;
    const meant = unmasked(`${head} -${name}-> ${dependents}`);
    if ((i > 0 || isClearlyLabel(name)) && isArcs(meant))
      return { message: inItsArrow, readings: [meant] };
  }
  const arc = change(tidy, written ? tidy.replace(written, '$2 -$1-> $3') : tidy, asFunction);
  const inMiddle = arc.replace(/^(\S+) <- (\S+) -> ([^<>]+)$/u, '$2 -> $1 $3');
  let meant = change(arc, turnedRound(inMiddle), backwards);
  for (const [slip, arrow, why] of slips) meant = change(meant, meant.replace(slip, arrow), why);
  const behind = labelBehind.exec(meant)?.[1];
  const isLabel = behind !== undefined && labelName(behind) !== null;
  const labelled = isLabel ? [change(meant, meant.replace(labelBehind, '-$1-> '), misspelt)] : [];
  const asWritten = gluedArrows.map((arrow) => {
    const apart = change(meant, meant.replace(arrow, ' $1 ').trim(), glued);
    return change(apart, apart.replace(rootLast, 'root -> $1'), rootIsHead);
  });
  const sound = [...new Set([...labelled, ...asWritten])]
    .map(unmasked)
    .filter((one) => one !== line && isArcs(one));
  return messages.length === 0 || sound.length === 0
    ? null
    : { message: messages[0], readings: sound };
}

/**
 * Changes left arrows (`a <- b`) to right arrows (`b -> a`), unless the line also has a right
 * arrow.
 */
function turnedRound(line: string): string {
  // The direction of an arrow such as `-nsubj<-` is unclear.
  if (line.includes('>') || labelBefore.test(line)) return line;
  // The parts are words and, between them, labels; undefined for an arrow without a label.
  const [first, ...others] = line.split(leftArrow) as (string | undefined)[];
  let turned = first!;
  for (let i = 0; i < others.length; i += 2) {
    const arrow = others[i] === undefined ? '->' : `-${others[i]}->`;
    turned = `${others[i + 1]} ${arrow} ${turned}`;
  }
  return turned;
}

/** Matches a constraint with `first` or `last` after the word, as in `dog last`. */
const edgeLast = /^(?!(?:first|last)\s)(\S+)\s+(first|last)$/u;

const edgeBefore = '`first` and `last` stand before the word, as in `first a`.';
const ofTwoWords = 'A line of `order:` has two words: write a line for each pair.';
const inSigns =
  'The order is written with signs: `a < b` for “before”, `a << b` for “right before”.';

/** Matches `first` or `last` as a word before a sign, as in `first << set`. */
const edgeAsWord = /^(first|last)\s+(<<?)\s+([^\s<>]+)$/u;

/** Matches `first` or `last` before two words, as in `first last week`. */
const edgeGroup = /^(first|last)\s+([^\s<>=",;:]+)\s+([^\s<>=",;:]+)$/u;

/**
 * Corrections of signs that are written as words, such as `before` for `<`: pattern, replacement
 * and error message. All are applied, in this order.
 */
const signsInWords: readonly (readonly [RegExp, string, string])[] = [
  [/(?<!\S)(first|last):\s*(?=\S)/gu, '$1 ', '`first` and `last` have no colon, as in `first a`.'],
  ...(
    [
      ['(?:immediately|directly|right|just) ', 'before|precedes', '<<'],
      ['(?:immediately|directly|right|just) ', 'after|follows', '>>'],
      ['', 'before|precedes', '<'],
      ['', 'after|follows', '>'],
    ] as const
  ).map(
    ([adverb, word, sign]) =>
      [
        new RegExp(
          `(?<=[^\\s<>] )(?:(?:is|comes|stands) )?${adverb}(?:${word}) (?=[^\\s<>])`,
          'gu',
        ),
        `${sign} `,
        inSigns,
      ] as const,
  ),
];

/**
 * Corrections of constraints in other notations: pattern, replacement and error message. Only the
 * first that matches is applied.
 */
const notations: readonly (readonly [RegExp, string, string])[] = [
  [/^(?:before|precedes)\( ?([^\s(),<>]+) ?, ?([^\s(),<>]+) ?\)$/u, '$1 < $2', inSigns],
  [/^(?:after|follows)\( ?([^\s(),<>]+) ?, ?([^\s(),<>]+) ?\)$/u, '$2 < $1', inSigns],
  [/^(first|last)\( ?([^\s(),<>]+) ?\)$/u, '$1 $2', edgeBefore],
  [/^([^\s<>=]+) ?<= ?([^\s<>=]+)$/u, '$1 < $2', 'There is no `<=` in `order:`.'],
  [/^([^\s<>]+) ?<{3,} ?([^\s<>]+)$/u, '$1 << $2', 'The signs of `order:` are `<` and `<<`.'],
];

/** Matches a list of words before or behind a `<`, as in `a < b, c`. */
const list = /^([^\s,]+(?:, ?[^\s,]+)*) < ([^\s,]+(?:, ?[^\s,]+)*)$/u;

/** Matches two words without `<` or `<<` between them, as in `a b` or `a = b`. */
const unsigned = /^(?!(?:first|last|root):? )([^\s<>=]+?),? (?:==? )?([^\s<>=]+)$/u;

/**
 * Finds the likely corrections of a malformed line of `order:`. Null if there are none, or if the
 * line is well-formed.
 *
 * @param timesOf how often `words:` of the bag has a word or a phrase
 */
export function meantOrder(line: string, timesOf: (word: string) => number): MeantOrder | null {
  if (line.length > longest) return null;
  const { masked, unmasked } = maskQuotes(line);
  if (/[-=]>|<-/u.test(masked)) return null;
  const edge = edgeLast.exec(masked);
  if (edge !== null) {
    const turned = unmasked(`${edge[2]} ${edge[1]}`);
    return isOrder(turned) ? { message: edgeBefore, readings: [[turned]] } : null;
  }
  const word = edgeAsWord.exec(masked);
  if (word !== null) {
    const written = unmasked(`${inQuotes(word[1])} ${word[2]} ${word[3]}`);
    return isOrder(written)
      ? {
          message: `${quoted(word[1])} needs quotes if it is a word: write ${quoted(written)}.`,
          readings: [[written]],
        }
      : null;
  }
  const group = edgeGroup.exec(masked);
  if (group !== null) {
    const [, edge, first, second] = group;
    const [before, behind] = [first, second].map((word) =>
      /^(?:first|last|root)$/u.test(word) ? inQuotes(word) : word,
    );
    const lines = [`${edge} ${edge === 'first' ? before : behind}`, `${before} << ${behind}`];
    if (!lines.every(isOrder)) return null;
    const item = inQuotes(`${first} ${second}`);
    return {
      message: `\`${edge}\` stands before one word: write ${quoted(lines[0])}, and ${quoted(lines[1])} to keep the two together. If ${quoted(`${first} ${second}`)} is one item of \`words:\`, put it in quotes.`,
      readings: [timesOf(`${first} ${second}`) > 0 ? [`${edge} ${item}`] : lines],
    };
  }
  let signed = masked.replace(/\s+/gu, ' ');
  const denied = /^not ([^\s<>]+) < ([^\s<>]+)$/u.exec(signed);
  if (denied !== null && timesOf('not') === 0) {
    const turned = unmasked(`${denied[2]} < ${denied[1]}`);
    const message = `There is no \`not\` in \`order:\`. Write ${quoted(turned)}.`;
    return { message, readings: [[turned]] };
  }
  for (const [notation, meant, why] of notations) {
    if (!notation.test(signed)) continue;
    const written = unmasked(signed.replace(notation, meant));
    return { message: `${why} Write ${quoted(written)}.`, readings: [[written]] };
  }
  const listed = signed.includes(',') ? list.exec(signed) : null;
  if (listed !== null) {
    const [befores, behinds] = listed.slice(1).map((words) => words.split(/, ?/u));
    const lines = befores.flatMap((before) =>
      behinds.map((behind) => unmasked(`${before} < ${behind}`)),
    );
    return lines.every(isOrder) ? { message: ofTwoWords, readings: [lines] } : null;
  }
  const pair = unsigned.exec(signed);
  if (pair !== null) {
    const [, before, behind] = pair;
    const [far, near] = ['<', '<<'].map((sign) => unmasked(`${before} ${sign} ${behind}`));
    if (!isOrder(far)) return null;
    const edge = closest(before, ['first', 'last']);
    if (edge !== null && !signed.includes('=')) {
      const atEdge = unmasked(`${edge} ${behind}`);
      // `First` is a word only if the bag has it.
      const others = before.toLowerCase() === edge && timesOf(before) === 0 ? [] : [[far], [near]];
      return { message: `Did you mean ${quoted(atEdge)}?`, readings: [[atEdge], ...others] };
    }
    const fault = signed.includes('=') ? 'There is no `=` in `order:`' : 'A sign is missing';
    const message = `${fault}: write ${quoted(far)} for “before”, ${quoted(near)} for “right before”.`;
    return { message, readings: [[far], [near]] };
  }
  let inWords: string | null = null;
  for (const [pattern, sign, why] of signsInWords) {
    const replaced = signed.replace(pattern, sign);
    if (replaced !== signed) inWords ??= why;
    signed = replaced;
  }
  // If the line can be read as written, no word is taken for a sign: in `before < cats`, `before`
  // is a word of the bag.
  const asWritten = soundStatements(masked, unmasked);
  if (asWritten !== null) inWords = null;
  const counted = asWritten === null ? signed : masked;
  const statements =
    soundStatements(withIndices(counted, timesOf), unmasked) ??
    asWritten ??
    soundStatements(signed, unmasked);
  if (statements === null) return null;
  const lines = statements.flat();
  const readings = [lines];
  if (statements.length > 1) {
    return { message: 'Each constraint needs a line of its own, or `order:` before it.', readings };
  }
  if (lines.length > 1) {
    return { message: ofTwoWords, readings };
  }
  if (lines[0] === line) return null;
  const message =
    inWords !== null
      ? `${inWords} Write ${quoted(lines[0])}.`
      : masked.includes('>')
        ? 'There is no `>`: write the earlier word first, as in `a < b`.'
        : /[,;]$/u.test(masked.trim())
          ? 'A line of `order:` has no comma or semicolon at its end.'
          : '`<` and `<<` have a space on each side, as in `a < b`.';
  return { message, readings };
}

/** Matches a chain of words, as in `a < b < a`. */
const chain = /^[^\s<>"#,;]+(?: ?<<? ?[^\s<>"#,;]+){2,}$/u;

/**
 * Gives indices to a word that a chain has several times, as in `the < dog < saw < the < cat`. One
 * word cannot stand before itself, so these are several words of the bag.
 */
function withIndices(line: string, timesOf: (word: string) => number): string {
  const tidy = line.trim().replace(/\s+/gu, ' ');
  if (!chain.test(tidy)) return line;
  const words = tidy.split(/ ?<<? ?/u);
  const total = (word: string): number => words.filter((one) => one === word).length;
  const seen = new Map<string, number>();
  return tidy.replace(/[^\s<]+/gu, (word) => {
    if (total(word) < 2 || timesOf(word) < total(word)) return word;
    const index = (seen.get(word) ?? 0) + 1;
    seen.set(word, index);
    return `${word}#${index}`;
  });
}

/**
 * Splits a line of `order:` into statements, as `orderStatements` does, and puts the content of
 * quotes back. Null if there is no statement, or if one is malformed.
 *
 * @param masked the line after `maskQuotes`, which removes the content of quotes
 * @param unmasked the function that puts this content back
 */
function soundStatements(
  masked: string,
  unmasked: (text: string) => string,
): readonly (readonly string[])[] | null {
  const statements = orderStatements(masked).map((statement) => statement.map(unmasked));
  return statements.length > 0 && statements.flat().every(isOrder) ? statements : null;
}

/**
 * Splits a line of `order:` into statements. A comma, a semicolon or `and` may stand between two
 * statements. Each statement is split into constraints: `a < b < c` is one statement of two
 * constraints. Empty if the line has content besides statements and these separators.
 */
function orderStatements(line: string): string[][] {
  const tokens = line
    .replace(/\s*(<<|>>|<|>)\s*/gu, ' $1 ')
    .trim()
    .split(/\s+/u);
  const isSign = (at: number): boolean => /^(?:<<?|>>?)$/u.test(tokens[at] ?? '');
  const isEnd = (at: number): boolean => at >= tokens.length;
  const statements: string[][] = [];
  for (let at = 0; !isEnd(at);) {
    const statement: string[] = [];
    const isAtEdge = /^(?:first|last)$/u.test(tokens[at]);
    const signs = isAtEdge ? at : at + 1;
    if (!isAtEdge && !isSign(signs)) return [];
    // A word must follow each sign.
    let last = isAtEdge ? at + 1 : at;
    while (!isAtEdge && isSign(last + 1)) last += 2;
    if (isEnd(last)) return [];
    if (!isEnd(last + 1)) tokens[last] = tokens[last].replace(/(?<=.)[,;]$/u, '');
    if (isAtEdge) statement.push(`${tokens[at]} ${tokens[last]}`);
    else for (let sign = signs; sign < last; sign += 2) statement.push(ordered(tokens, sign));
    statements.push(statement);
    const isSeparated =
      ([',', ';'].includes(tokens[last + 1]) || (tokens[last + 1] === 'and' && !isEnd(last + 2))) &&
      !isSign(last + 2);
    at = last + (isSeparated ? 2 : 1);
  }
  return statements;
}

/**
 * Writes the constraint around a sign with the earlier word first: `a > b` becomes `b < a`.
 *
 * @param sign an index of `tokens`
 */
function ordered(tokens: readonly string[], sign: number): string {
  const [left, between, right] = tokens.slice(sign - 1, sign + 2);
  return between.startsWith('<')
    ? `${left} ${between} ${right}`
    : `${right} ${'<'.repeat(between.length)} ${left}`;
}

/**
 * Replaces the content of each quote by a number, so that patterns do not match inside quotes.
 * `unmasked` puts the content back.
 */
function maskQuotes(line: string): { masked: string; unmasked: (text: string) => string } {
  const quotes: string[] = [];
  const masked = line.replace(/"(?:\\.|[^"\\])*"/gu, (quote) => `"${quotes.push(quote) - 1}"`);
  return {
    masked,
    unmasked: (text) => text.replace(/"(\d+)"/gu, (_, place: string) => quotes[Number(place)]),
  };
}

function isArcs(line: string): boolean {
  return /^w(?:>w)+w*$/.test(tokensOf(line)) && !/^(?:first|last)\s/.test(line);
}

function isOrder(line: string): boolean {
  const tokens = tokensOf(line);
  return /^(?:first|last)\s/.test(line)
    ? tokens === 'ww'
    : tokens === 'w<w' && !/^root\s/.test(line);
}

/**
 * Describes a line by one letter per token: `w` for a word, `>` for an arrow, `<` for `<` and `<<`,
 * `?` for any other token.
 */
function tokensOf(line: string): string {
  const scanner = new Scanner(line, 0, line.length);
  let tokens = '';
  for (let token = scanner.next(); token !== TokenKind.End; token = scanner.next()) {
    if (token === TokenKind.Word || (token === TokenKind.Quoted && isWhole(line, scanner)))
      tokens += 'w';
    else if (token === TokenKind.Arrow) tokens += '>';
    else if (token === TokenKind.Before || token === TokenKind.RightBefore) tokens += '<';
    else tokens += '?';
  }
  return tokens;
}

/** Whether a quoted token has a closing quote, and only suffixes after it. */
function isWhole(line: string, { start, end, closingQuote }: Scanner): boolean {
  return closingQuote >= 0 && decodeWord(line, start, end, closingQuote).junkStart < 0;
}
