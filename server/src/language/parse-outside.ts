import { isLineEnd, isSpace } from './characters.ts';
import { closest } from './closest.ts';
import { lineEndOf, lineStartAt } from './lines.ts';
import { quoted, replacement } from './problem.ts';
import type { Fix, Range } from './problem.ts';
import type { ProblemList } from './problem-list.ts';
import { Scanner, Token } from './scanner.ts';
import { knownHeader } from './section-header.ts';
import { isSettingKey, settingKeys, settings } from './settings.ts';
import type { SettingNode } from './syntax.ts';

/**
 * Reads what stands before the first bag or after a bag's `}`: settings in the first case, and
 * problems. A run of strange lines is told once, and so is a bag with a broken first line.
 *
 * @returns the settings
 */
export function parseOutside(
  text: string,
  start: number,
  end: number,
  beforeFirstBag: boolean,
  problems: ProblemList,
): readonly SettingNode[] {
  const found: SettingNode[] = [];
  const firsts = new Map<string, SettingNode>();
  const scanner = new Scanner(text, start, end);
  /** Strange lines were told, and no line since was in order. */
  let strange = false;
  /** Within a bag whose first line is broken or missing: its content goes untold, up to its `}`. */
  let headless = false;
  do {
    const token = scanner.next();
    if (token === Token.End) continue;
    const first: Range = { start: scanner.start, end: scanner.end };
    const word = token === Token.Word ? text.slice(first.start, first.end) : '';
    if (word === 'bag') {
      tellBrokenHeader(text, end, scanner, first, problems);
      headless = true;
    } else if (!headless) {
      const header = knownHeader(word) !== null;
      if (beforeFirstBag && !header && /^[A-Za-z][\w-]*:$/.test(word)) {
        found.push(readSetting(text, scanner, first, firsts, problems));
        strange = false;
        continue;
      }
      if (!strange) tellStrange(text, first, word, beforeFirstBag, problems);
      strange = true;
      headless = header;
    }
    if (headless && endsBag(scanner, token)) {
      headless = false;
      strange = false;
    }
  } while (scanner.nextLine());
  return found;
}

/** Whether the line's first or last token is a `}`. */
function endsBag(scanner: Scanner, first: Token): boolean {
  let last = first;
  for (let token = first; token !== Token.End; token = scanner.next()) {
    last = token;
    if (first === Token.CloseBrace) return true;
  }
  return last === Token.CloseBrace;
}

/** So many lines are looked at for the `}` of a bag whose first line is broken. */
const mostLinesBelow = 100;

/** Whether a line ends a bag before the next bag begins. */
function isClosedBelow(text: string, offset: number, limit: number): boolean {
  const scanner = new Scanner(text, offset, limit);
  for (let line = 0; line < mostLinesBelow && scanner.nextLine(); line++) {
    const first = scanner.next();
    if (first === Token.Word && text.startsWith('bag ', scanner.start)) return false;
    if (endsBag(scanner, first)) return true;
  }
  return false;
}

/** Whether a text can be the name of a bag: it is one word. */
export function isBagName(word: string): boolean {
  const scanner = new Scanner(word, 0, word.length);
  return scanner.next() === Token.Word && scanner.end === word.length;
}

/** What follows `bag`: a name, perhaps of several words or in quotes, and `{` with what stands behind it. */
const headerPattern =
  /^"?(?<name>[^\s{}"#]+(?:\s+[^\s{}"#]+)*)?"?\s*(?:(?<brace>\{)\s*(?<content>.*))?$/su;

/** The fix of a line that begins a bag and is no header; null where it is not evident what was meant. */
function headerFix(text: string, limit: number, range: Range): Fix | null {
  const rest = text.slice(range.start + 'bag'.length, range.end).trimStart();
  const groups = headerPattern.exec(rest)?.groups as Partial<Record<string, string>> | undefined;
  if (!groups) return null;
  const { name = '', brace, content = '' } = groups;
  // Another bag may begin or end within the line.
  if (/[{}]/.test(content.slice(0, -1))) return null;
  const words = name.split(/\s+/u);
  const oneWord = words.join('-');
  const header = isBagName(oneWord) ? `bag ${oneWord} {` : 'bag {';
  const eol = lineEndOf(text);
  const isFirst = text.slice(lineStartAt(text, range.start), range.start).trim() === '';
  const written = (isFirst ? '' : eol) + header;
  if (brace === undefined) {
    const below = braceBelow(text, range.end, limit);
    if (below) {
      const edits = [
        { range, newText: written },
        { range: below, newText: '' },
      ];
      return { title: 'Move the `{` up', edits };
    }
    return words.length > 1 ? null : replacement(`Write ${quoted(header)}`, range, written);
  }
  // A bag is closed by a `}` further down, if there is one.
  const isClosed = content.endsWith('}') && isClosedBelow(text, range.end, limit);
  if (content === '' || (content === '}' && isClosed)) {
    return replacement(`Write ${quoted(header)}`, range, written);
  }
  const closedInLine = isClosed ? null : /^([^#]*[^\s#{}])\s*\}$/su.exec(content);
  const lines = closedInLine ? [`  ${closedInLine[1]}`, '}'] : [`  ${content}`];
  const title = 'Put the content on a line of its own';
  return replacement(title, range, [written, ...lines].join(eol));
}

/** The `{` that begins the next line with content, and all of that line where it is alone on it. */
function braceBelow(text: string, offset: number, limit: number): Range | null {
  const scanner = new Scanner(text, offset, limit);
  let token = Token.End;
  while (token === Token.End && scanner.nextLine()) token = scanner.next();
  const { start } = scanner;
  if (token === Token.End || text[start] !== '{') return null;
  let end = start + 1;
  while (end < limit && isSpace(text.charCodeAt(end))) end++;
  if (end < limit && !isLineEnd(text.charCodeAt(end))) return { start, end };
  const lineStart = lineStartAt(text, start);
  return { start: lineStart - (text.startsWith('\r\n', lineStart - 2) ? 2 : 1), end };
}

function tellBrokenHeader(
  text: string,
  limit: number,
  scanner: Scanner,
  first: Range,
  problems: ProblemList,
): void {
  scanner.plainText();
  const range = { start: first.start, end: Math.max(scanner.end, first.end) };
  const fix = problems.full ? null : headerFix(text, limit, range);
  problems.add(
    'bag-header',
    range,
    'A bag’s first line is `bag`, an optional name and `{`, and nothing else. Up to its `}` this bag is left out.',
    { fixes: fix ? [fix] : [] },
  );
  // The line is read once more by whoever looks for its `}`.
  scanner.goTo(first.start);
}

function tellStrange(
  text: string,
  range: Range,
  word: string,
  beforeFirstBag: boolean,
  problems: ProblemList,
): void {
  if (!beforeFirstBag && isSettingKey(word.slice(0, -1)) && word.endsWith(':')) {
    problems.add(
      'misplaced-setting',
      range,
      'Settings stand before the first bag: move this line up.',
    );
    return;
  }
  const written = quoted(text.slice(range.start, range.end));
  const message = knownHeader(word)
    ? `${written} stands outside a bag. A bag starts with \`bag\`, an optional name and \`{\` on a line of their own.`
    : `${written} stands outside a bag. Outside bags there are settings (\`key: value\`, before the first bag) and comments.`;
  problems.add('outside-bag', range, message);
}

function readSetting(
  text: string,
  scanner: Scanner,
  keyToken: Range,
  firsts: Map<string, SettingNode>,
  problems: ProblemList,
): SettingNode {
  const keyRange = { start: keyToken.start, end: keyToken.end - 1 };
  const key = text.slice(keyRange.start, keyRange.end);
  // A value runs to the end of the line or to a comment.
  let token = scanner.next();
  const valueRange = {
    start: token === Token.End ? keyToken.end : scanner.start,
    end: keyToken.end,
  };
  for (; token !== Token.End; token = scanner.next()) valueRange.end = scanner.end;
  const value = text.slice(valueRange.start, valueRange.end);
  const node = { start: keyToken.start, end: valueRange.end, key, keyRange, value, valueRange };
  if (isSettingKey(key)) {
    const first = firsts.get(key);
    if (first) {
      problems.add(
        'duplicate-setting',
        keyRange,
        `${quoted(key)} is set twice: keep one of the lines.`,
        {
          related: [{ range: first.keyRange, message: 'It is set here first.' }],
        },
      );
    } else {
      firsts.set(key, node);
      checkValue(settings[key], node, keyToken, problems);
    }
    return node;
  }
  const near = closest(key, settingKeys);
  problems.add(
    'unknown-setting',
    keyRange,
    `There is no setting ${quoted(key)}. ${near ? `Did you mean \`${near}\`?` : `The settings are ${list(settingKeys)}.`}`,
    { fixes: near ? [replacement(`Change to \`${near}\``, keyRange, near)] : [] },
  );
  return node;
}

function checkValue(
  { values, later }: { values: readonly string[]; later: readonly string[] },
  { key, value, valueRange }: SettingNode,
  keyToken: Range,
  problems: ProblemList,
): void {
  if (values.includes(value)) return;
  if (value === '') {
    problems.add(
      'missing-value',
      keyToken,
      `A value is missing after ${quoted(`${key}:`)}: ${list(values)}.`,
    );
    return;
  }
  if (later.includes(value)) {
    problems.add(
      'not-supported-yet',
      valueRange,
      `The setting ${quoted(`${key}: ${value}`)} is not supported yet.`,
    );
    return;
  }
  const near = closest(value, values);
  const fixes = [...new Set(near ? [near, ...values] : values)].map((known) =>
    replacement(`Change to \`${known}\``, valueRange, known),
  );
  problems.add(
    'unknown-value',
    valueRange,
    `${quoted(value)} is no value of \`${key}\`. ${near ? `Did you mean \`${near}\`?` : `It can be ${list(values)}.`}`,
    { fixes },
  );
}

function list(words: readonly string[]): string {
  const marked = words.map((word) => `\`${word}\``);
  return marked.length < 2
    ? marked.join('')
    : `${marked.slice(0, -1).join(', ')} and ${marked.at(-1)!}`;
}
