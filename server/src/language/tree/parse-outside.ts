import { endsBag, meantHeader, missingKeyword, misspeltKeyword } from './bag-header.ts';
import { lineEndAt } from './characters.ts';
import { foreignComment } from './foreign-comment.ts';
import { closest } from '../../text/closest.ts';
import { listOfQuoted, quoted, replacement, safeReplacement } from './diagnostic.ts';
import type { Range } from './diagnostic.ts';
import type { DiagnosticList } from './diagnostic-list.ts';
import { Scanner, TokenKind } from './scanner.ts';
import { knownHeader } from './section-header.ts';
import { ccgSearches, isSettingKey, settingKeys, settings } from './settings.ts';
import type { SettingNode } from './syntax.ts';

/**
 * Parses text before the first bag (where settings may stand) or after a bag's `}`. Of several
 * unexpected lines in a row, only the first is reported. Of a bag with a malformed first line, only
 * this line is reported.
 */
export function parseOutside(
  text: string,
  start: number,
  end: number,
  beforeFirstBag: boolean,
  diagnostics: DiagnosticList,
): readonly SettingNode[] {
  const found: SettingNode[] = [];
  const firsts = new Map<string, SettingNode>();
  const scanner = new Scanner(text, start, end);
  /** Whether an unexpected line was reported since the last valid line. */
  let strange = false;
  /** Whether the line is in a bag with a malformed or missing first line. */
  let headless = false;
  do {
    const token = scanner.next();
    if (token === TokenKind.End) continue;
    const first: Range = { start: scanner.start, end: scanner.end };
    const isBare = token === TokenKind.Word || token === TokenKind.Header;
    const word = isBare ? text.slice(first.start, first.end) : '';
    const misspelt = word === 'bag' ? null : misspeltKeyword(text, first.start, end);
    if (misspelt !== null) {
      reportKeyword(text, misspelt, diagnostics);
      headless = true;
    } else if (/^bag(?:\{|$)/u.test(word)) {
      reportBrokenHeader(text, end, scanner, first, diagnostics);
      headless = true;
    } else if (!headless && reportMissingKeyword(text, first.start, diagnostics)) {
      headless = true;
    } else if (!headless) {
      const header = knownHeader(word) !== null;
      if (beforeFirstBag && !header && /^[A-Za-z][\w-]*:$/.test(word)) {
        found.push(readSetting(text, scanner, first, firsts, diagnostics));
        strange = false;
        continue;
      }
      if (reportSlip(text, first.start, word, beforeFirstBag, diagnostics)) {
        strange = false;
        continue;
      }
      if (!strange) reportStrange(text, first, word, beforeFirstBag, diagnostics);
      strange = true;
      headless = header;
    }
    if (headless && endsBag(scanner, token)) {
      headless = false;
      strange = false;
    }
  } while (scanner.nextLine());
  checkSearch(firsts, diagnostics);
  return found;
}

/**
 * If a file sets `grammar: ccg`, reports a search that does not support this grammar, such as
 * `exact`.
 */
function checkSearch(written: ReadonlyMap<string, SettingNode>, diagnostics: DiagnosticList): void {
  const search = written.get('search');
  if (search === undefined || written.get('grammar')?.value !== 'ccg') return;
  const { value, valueRange } = search;
  const isKnown = settings.search.values.some((one) => one === value);
  if (!isKnown || ccgSearches.includes(value)) return;
  diagnostics.add(
    'unknown-value',
    valueRange,
    `The search ${quoted(value)} takes no bags with \`grammar: ccg\`: choose ${listOfQuoted(ccgSearches, 'or')}.`,
    {
      fixes: ccgSearches.map((one) => replacement(`Change to ${quoted(one)}`, valueRange, one)),
    },
  );
}

function reportKeyword(text: string, range: Range, diagnostics: DiagnosticList): void {
  const written = text.slice(range.start, range.end);
  const change = /^bag:?$/iu.test(written) ? safeReplacement : replacement;
  diagnostics.add(
    'bag-header',
    range,
    `A bag starts with \`bag\`: write \`bag\` instead of ${quoted(written)}. This bag is skipped.`,
    { fixes: [change('Change to `bag`', range, 'bag')] },
  );
}

function reportMissingKeyword(text: string, start: number, diagnostics: DiagnosticList): boolean {
  const found = missingKeyword(text, start);
  if (found === null) return false;
  const { range, header } = found;
  diagnostics.add(
    'bag-header',
    range,
    `A bag starts with \`bag\`: write ${quoted(header)}. This bag is skipped.`,
    { fixes: [replacement(`Write ${quoted(header)}`, range, header)] },
  );
  return true;
}

function reportBrokenHeader(
  text: string,
  limit: number,
  scanner: Scanner,
  first: Range,
  diagnostics: DiagnosticList,
): void {
  scanner.plainText();
  const range = { start: first.start, end: Math.max(scanner.end, first.end) };
  const meant = diagnostics.full ? null : meantHeader(text, limit, range);
  const { name = '', oneWord = '', lacksBraces = false } = meant ?? {};
  const start = `bag ${oneWord === '' ? 'NAME' : oneWord} {`;
  let message = `Start a bag with ${quoted(start)} at the start of a line.`;
  if (lacksBraces) {
    message = `The content of a bag stands between \`{\` and \`}\`: write ${quoted(`${start} … }`)}.`;
  } else if (oneWord !== '' && /\s/u.test(name)) {
    message = `The name of a bag is one word: write ${quoted(oneWord)} instead of ${quoted(name)}.`;
  }
  const fixes = meant?.fix ? [meant.fix] : [];
  diagnostics.add('bag-header', meant?.range ?? range, `${message} This bag is skipped.`, {
    fixes,
  });
  // The caller reads the line again to find a `}`.
  scanner.goTo(first.start);
}

/** Reports a comment or a setting in the notation of another language. */
function reportSlip(
  text: string,
  start: number,
  word: string,
  beforeFirstBag: boolean,
  diagnostics: DiagnosticList,
): boolean {
  const comment = foreignComment(text, start);
  if (comment !== null) {
    const { range, fix } = comment;
    diagnostics.add('outside-bag', range, 'A comment begins with `#`.', { fixes: [fix] });
    return true;
  }
  const written = meantSetting(text, start, word);
  if (written === null || (!beforeFirstBag && word.endsWith(':'))) return false;
  const range = { start, end: start + written.length };
  if (!beforeFirstBag) {
    reportMisplaced(range, diagnostics);
    return true;
  }
  const setting = written.replace(settingPattern, '$<key>: $<value>');
  diagnostics.add(
    'outside-bag',
    range,
    `A setting is written \`key: value\`: write ${quoted(setting)}.`,
    { fixes: [replacement(`Write ${quoted(setting)}`, range, setting)] },
  );
  return true;
}

function reportMisplaced(range: Range, diagnostics: DiagnosticList): void {
  const message = 'Settings stand before the first bag: move this line up.';
  diagnostics.add('misplaced-setting', range, message);
}

/**
 * Matches a setting. Instead of the colon, another sign may stand, as in `search = exact`, or none,
 * as in `language en`.
 */
const settingPattern = /^(?<key>[a-z]+)(?:\s*(?<sign>:=?|=|：)\s*|\s+)(?<value>[^\s:=：]\S*)$/u;

/**
 * Returns a line that is probably a malformed setting, such as `search = exact`, without its
 * comment.
 */
function meantSetting(text: string, start: number, word: string): string | null {
  const key = /^[a-z]+/u.exec(word)?.[0] ?? '';
  if (!isSettingKey(key)) return null;
  const scanner = new Scanner(text, start, text.length);
  let end = start;
  while (scanner.next() !== TokenKind.End) ({ end } = scanner);
  const line = text.slice(start, end);
  const found = settingPattern.exec(line);
  if (found === null) return null;
  const { sign, value } = found.groups as { sign?: string; value: string };
  const { values, later } = settings[key];
  const isKnown = [...values, ...later].some((one) => one === value);
  return sign !== undefined || isKnown ? line : null;
}

function reportStrange(
  text: string,
  range: Range,
  word: string,
  beforeFirstBag: boolean,
  diagnostics: DiagnosticList,
): void {
  if (!beforeFirstBag && isSettingKey(word.slice(0, -1)) && word.endsWith(':')) {
    reportMisplaced(range, diagnostics);
    return;
  }
  const written = quoted(text.slice(range.start, range.end));
  if (written === '`}`') {
    diagnostics.add('outside-bag', range, 'This `}` closes no bag: delete it.');
    return;
  }
  const line = text.slice(range.start, lineEndAt(text, range.start, text.length));
  const isPartOfBag = knownHeader(word.toLowerCase()) !== null || /[{}]/u.test(line);
  const message = isPartOfBag
    ? `${written} stands outside a bag. Write it in a bag: \`bag NAME { … }\`.`
    : `${written} stands outside a bag. Make a bag of its line, write a setting (\`key: value\`, before the first bag), or put \`#\` before a comment.`;
  diagnostics.add('outside-bag', range, message);
}

function readSetting(
  text: string,
  scanner: Scanner,
  keyToken: Range,
  firsts: Map<string, SettingNode>,
  diagnostics: DiagnosticList,
): SettingNode {
  const keyRange = { start: keyToken.start, end: keyToken.end - 1 };
  const key = text.slice(keyRange.start, keyRange.end);
  // A value ends at the end of the line or at a comment.
  let token = scanner.next();
  const valueRange = {
    start: token === TokenKind.End ? keyToken.end : scanner.start,
    end: keyToken.end,
  };
  for (; token !== TokenKind.End; token = scanner.next()) valueRange.end = scanner.end;
  const value = text.slice(valueRange.start, valueRange.end);
  const node = { start: keyToken.start, end: valueRange.end, key, keyRange, value, valueRange };
  if (isSettingKey(key)) {
    const first = firsts.get(key);
    if (first) {
      diagnostics.add(
        'duplicate-setting',
        keyRange,
        `${quoted(key)} is set twice: keep one of the lines.`,
        {
          related: [{ range: first.keyRange, message: 'It is set here first.' }],
        },
      );
    } else {
      firsts.set(key, node);
      checkValue(settings[key], node, keyToken, diagnostics);
    }
    return node;
  }
  const near = closest(key, settingKeys) ?? settingKeys.find((one) => one.startsWith(key));
  const isOfEditor = key === 'beam' || key === 'results';
  const help = near
    ? `Did you mean \`${near}\`?`
    : isOfEditor
      ? `It is a setting of the editor, \`bowline.${key}\`, not of a file.`
      : `The settings are ${listOfQuoted(settingKeys, 'and')}.`;
  diagnostics.add('unknown-setting', keyRange, `There is no setting ${quoted(key)}. ${help}`, {
    fixes: near ? [replacement(`Change to \`${near}\``, keyRange, near)] : [],
  });
  return node;
}

function checkValue(
  { values, later }: { values: readonly string[]; later: readonly string[] },
  { key, value, valueRange }: SettingNode,
  keyToken: Range,
  diagnostics: DiagnosticList,
): void {
  if (values.includes(value)) return;
  if (value === '') {
    diagnostics.add(
      'missing-value',
      keyToken,
      `A value is missing after ${quoted(`${key}:`)}: ${listOfQuoted(values, 'or')}.`,
    );
    return;
  }
  if (later.includes(value)) {
    diagnostics.add(
      'not-supported-yet',
      valueRange,
      `The setting ${quoted(`${key}: ${value}`)} is not supported yet.`,
      {
        fixes: values.map((known) => replacement(`Change to \`${known}\``, valueRange, known)),
      },
    );
    return;
  }
  const near = closest(value, values);
  const fixes = [...new Set(near ? [near, ...values] : values)].map((known) =>
    replacement(`Change to \`${known}\``, valueRange, known),
  );
  diagnostics.add(
    'unknown-value',
    valueRange,
    `${quoted(value)} is not a value of \`${key}\`. ${near ? `Did you mean \`${near}\`?` : `It can be ${listOfQuoted(values, 'or')}.`}`,
    { fixes },
  );
}
