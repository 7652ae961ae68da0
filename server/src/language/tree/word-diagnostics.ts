import { checkCategorySyntax } from './bad-categories.ts';
import { labelName } from '../facts/label-names.ts';
import { inflectedTag } from '../facts/universal-tags.ts';
import { looksLikeCategory, needsCategories, withColon } from './given-tag.ts';
import type { Grammar } from './given-tag.ts';
import { quoted, replacement, safeReplacement } from './diagnostic.ts';
import type { Fix, Range } from './diagnostic.ts';
import type { DiagnosticList } from './diagnostic-list.ts';
import { lineStartAt } from './lines.ts';
import { inQuotes, spellInWords, spellReference } from './spelling.ts';
import { greatestIndex, isIndex } from './word.ts';

/** A token of `words:`, split into its parts. The closing bracket of a group has no form. */
interface DecodedToken extends Range {
  readonly form?: string;
  readonly formEnd?: number;
  readonly index?: number | null;
  readonly indexEnd?: number;
  readonly tags: readonly string[];
  readonly tagStart: number;
  /**
   * The offset of the closing quote of a quoted token; -1 if the quote is not closed. Undefined for
   * other tokens.
   */
  readonly closingQuote?: number | undefined;
  readonly junkStart?: number;
}

export function checkToken(
  text: string,
  grammar: Grammar,
  token: DecodedToken,
  diagnostics: DiagnosticList,
): void {
  if (token.closingQuote === -1) {
    reportOpenQuote(text, token, diagnostics);
    return;
  }
  if (token.junkStart !== undefined && token.junkStart >= 0) {
    reportJunk(text, token.junkStart, token, diagnostics);
    return;
  }
  if (token.form === '') {
    diagnostics.add(
      'empty-word',
      token,
      'There is no word between these quotes: write one, or delete them.',
    );
  }
  checkIndex(token, diagnostics);
  if (token.tagStart >= 0) checkTags(text, grammar, token, diagnostics);
  else checkQuestionMark(text, token, diagnostics);
}

export function reportOpenQuote(text: string, token: Range, diagnostics: DiagnosticList): void {
  const { start, end } = token;
  const gap = text.slice(start, end).search(/\s/);
  const runEnd = gap < 0 ? end : start + gap;
  // In a bag on one line, the `}` of the bag may directly follow the last word.
  const isGlued =
    text[runEnd - 1] === '}' &&
    text.slice(runEnd, end).trim() === '' &&
    lineStartAt(text, start) === 0;
  const wordEnd = isGlued ? runEnd - 1 : runEnd;
  const isLone = /^"(?=$|[/#?])/.test(text.slice(start, Math.min(wordEnd, start + 2)));
  diagnostics.add(
    'unterminated-quote',
    token,
    'This quote is not closed: write `"` on the same line. A quotation mark that is a word is written `"\\""`.',
    {
      fixes: isLone
        ? [replacement('Write the quotation mark as a word', { start, end: start + 1 }, '"\\""')]
        : closingFixes(text, start, wordEnd, end),
    },
  );
}

/**
 * The fixes that close a quote after its first, second or third word. If its first words are a
 * name, such as *New York*, the first fix closes the quote behind the name.
 *
 * @param wordEnd the end of the first word
 */
function closingFixes(text: string, start: number, wordEnd: number, end: number): Fix[] {
  const next = nextWords.exec(text.slice(wordEnd, end))?.[0] ?? '';
  const nextEnds = [...next.matchAll(/\S+/gu)].map(
    ({ 0: { length }, index }) => wordEnd + index + length,
  );
  const ends = [wordEnd, ...nextEnds];
  const isName = (end: number): boolean =>
    /^\p{Lu}\S*(?: \p{Lu}\S*)+$/u.test(text.slice(start + 1, end));
  const ofName = ends.findLast(isName);
  const inOrder = ofName === undefined ? ends : [ofName, ...ends.filter((at) => at !== ofName)];
  return inOrder.map((at) => {
    const after = nextEnds.length === 0 ? '' : ` after ${quoted(text.slice(start + 1, at))}`;
    return replacement(`Close the quote${after}`, { start: at, end: at }, '"');
  });
}

/**
 * Matches the second word of a quote and, if there is one, the third. Words with a sign of the
 * language, such as `/` or `{`, do not match.
 */
const nextWords = /^(?:[^\S\r\n]+[^\s{}#"\\/|()[\]<>:]+(?=\s|$)){1,2}/u;

/** Reports text that follows a closing quote or bracket and is not a suffix. */
export function reportJunk(
  text: string,
  at: number,
  token: Range,
  diagnostics: DiagnosticList,
): void {
  const range = { start: at, end: token.end };
  const bar = /^\|+(?=[^\s|])/u.exec(text.slice(at, token.end))?.[0];
  if (bar !== undefined) {
    const ofBar = { start: at, end: at + bar.length };
    const written = text.slice(token.start, token.end);
    const near = text.slice(Math.max(lineStartAt(text, at), token.start - 200), token.start);
    const isMeant = /^"[^"\\|]+"(?:\|"[^"\\|]+")+$/u.test(written);
    const group =
      isMeant && !/(?:^|\s)\([^()]*$/u.test(near)
        ? `( ${written
            .split('|')
            .map((part) => spellInWords(part.slice(1, -1)))
            .join(' | ')} )`
        : null;
    const message =
      'A `|` stands between the alternatives of a group, `( a | b )`, with a space on each side.';
    const fix =
      group === null
        ? replacement('Put spaces around the `|`', ofBar, ' | ')
        : replacement(`Write ${quoted(group)}`, token, group);
    diagnostics.add('text-after-quote', range, message, { fixes: [fix] });
    return;
  }
  diagnostics.add(
    'text-after-quote',
    range,
    `${quoted(text.slice(at, token.end))} is no suffix. After a closing quote or bracket come \`#N\`, \`/TAG\` and \`?\`, in this order, or white space.`,
    { fixes: [replacement('Put a space before it', { start: at, end: at }, ' ')] },
  );
}

export function checkIndex(
  token: Pick<DecodedToken, 'formEnd' | 'index' | 'indexEnd'>,
  diagnostics: DiagnosticList,
): void {
  const { index, formEnd, indexEnd } = token;
  if (index === undefined || index === null) return;
  if (formEnd === undefined || indexEnd === undefined) return;
  if (isIndex(index)) return;
  diagnostics.add(
    'bad-index',
    { start: formEnd, end: indexEnd },
    index === 0 ? 'An index counts from 1.' : `An index is at most ${greatestIndex}.`,
    { fixes: [replacement('Use `#1`', { start: formEnd, end: indexEnd }, '#1')] },
  );
}

function checkTags(
  text: string,
  grammar: Grammar,
  token: DecodedToken,
  diagnostics: DiagnosticList,
): void {
  const { start, end, tags, tagStart, form } = token;
  const whole = tags.length === 1 ? tags[0] : tags.join('|');
  const slash = { start: tagStart - 1, end: tagStart };
  if (text.slice(start, end) === '//') {
    diagnostics.add(
      'stray-slash',
      { start, end },
      'A comment begins with `#`. Put `//` in quotes if it is a word.',
      { fixes: [replacement('Write `#`', { start, end }, '#'), quote(text, start, end, end)] },
    );
    return;
  }
  if (whole === '') {
    diagnostics.add(
      'stray-slash',
      slash,
      'No tag follows this slash: write one, or put the word in quotes if the slash belongs to it.',
      {
        fixes:
          token.closingQuote === undefined && form !== undefined
            ? [quote(text, start, end, end)]
            : [],
      },
    );
    return;
  }
  if (tags.includes('')) {
    diagnostics.add(
      'empty-tag',
      { start: tagStart, end: tagStart + whole.length },
      'A tag is missing beside a `|`: write it, or delete the `|`.',
      {
        fixes: [
          safeReplacement(
            'Delete the `|`',
            { start: tagStart, end: tagStart + whole.length },
            tags.filter((tag) => tag !== '').join('|'),
          ),
        ],
      },
    );
  }
  if (tags.some((tag) => isStray(tag, grammar))) {
    const last = text.lastIndexOf('/', end - 1);
    const tagLooksRight = /^[A-Z$]/.test(text.slice(last + 1, end));
    const bare = token.closingQuote === undefined && form !== undefined;
    // Whether slashes separate several texts that look like tags of the Penn Treebank, as in
    // `run/NN/VB`.
    const areTags = /^[A-Z]{2,5}\$?(?:\/[A-Z]{2,5}\$?)+$/.test(whole);
    if (bare && /^[A-Z]{2,5}\$?\/$/.test(whole)) {
      const last = { start: tagStart + whole.length - 1, end: tagStart + whole.length };
      diagnostics.add('stray-slash', last, 'A tag ends without a slash.', {
        fixes: [safeReplacement('Delete the slash', last, '')],
      });
      return;
    }
    // A label behind the tag, as in `she/PRP/nsubj`, belongs in `deps:`.
    const label = /^([A-Z]{2,5}\$?)\/([a-z:]+)$/.exec(whole);
    if (bare && label !== null && labelName(label[2]) !== null) {
      const [, tag, name] = label;
      const word = spellReference(form, token.index ?? null);
      const arc = name === 'root' ? `root -> ${word}` : `head -${name}-> ${word}`;
      const labelEnd = tagStart + whole.length;
      diagnostics.add(
        'stray-slash',
        slash,
        `A word has no label: write ${quoted(arc)} in \`deps:\`. Put the word in quotes if the slash belongs to it.`,
        {
          fixes: [
            replacement(
              `Delete ${quoted(`/${name}`)}`,
              { start: tagStart + tag.length, end: labelEnd },
              '',
            ),
            quote(text, start, end, end),
          ],
        },
      );
      return;
    }
    const inflected = inflectedTag(whole);
    if (inflected !== null) {
      const range = { start: tagStart, end: tagStart + whole.length };
      const message = `${quoted(whole)} is not in the tagset, which is that of the Penn Treebank: write ${quoted(inflected)}.`;
      const fixes = [replacement(`Change to ${quoted(inflected)}`, range, inflected)];
      diagnostics.add('stray-slash', range, message, { fixes });
      return;
    }
    const alternatives = whole.replaceAll('/', '|');
    const asTags = replacement(
      `Change to ${quoted(alternatives)}`,
      { start: tagStart, end: tagStart + whole.length },
      alternatives,
    );
    diagnostics.add(
      'stray-slash',
      slash,
      `The tag begins at the first slash, so it is ${quoted(whole)}. Put the word in quotes if the slash belongs to it.`,
      {
        fixes: bare
          ? [
              ...(areTags ? [asTags] : []),
              quote(text, start, tagLooksRight ? last : end, end),
              ...(tagLooksRight ? [quote(text, start, end, end)] : []),
            ]
          : [],
      },
    );
    return;
  }
  checkSuffixOrder(text, token, whole, diagnostics);
  if (grammar === 'ccg') checkCategorySyntax(token, diagnostics);
}

function isStray(tag: string, grammar: Grammar): boolean {
  if (!tag.includes('/')) return false;
  if (grammar !== 'ccg') return !needsCategories(tag);
  return !looksLikeCategory(tag) && withColon(tag) === null;
}

/**
 * Reports an index behind the tag, as in `of/IN#2`: the parser reads `IN#2` as the tag. If there is
 * no such index, reports a `?` before the tag.
 */
function checkSuffixOrder(
  text: string,
  token: DecodedToken,
  tag: string,
  diagnostics: DiagnosticList,
): void {
  const { tagStart, formEnd } = token;
  const index = /.#[0-9]+$/.exec(tag);
  const order = 'Suffixes come in the order `#N`, `/TAG`, `?`.';
  if (index && formEnd !== undefined) {
    const hash = tagStart + index.index + 1;
    const hashEnd = tagStart + tag.length;
    diagnostics.add(
      'suffix-order',
      { start: hash, end: hashEnd },
      `${quoted(tag)} is read as the tag. ${order}`,
      {
        fixes: [
          {
            title: 'Put the index before the tag',
            isSafe: true,
            edits: [
              {
                range: { start: tagStart - 1, end: tagStart - 1 },
                newText: text.slice(hash, hashEnd),
              },
              { range: { start: hash, end: hashEnd }, newText: '' },
            ],
          },
        ],
      },
    );
    return;
  }
  checkQuestionMark(text, token, diagnostics);
}

/**
 * Reports a `?` before other suffixes, as in `that?/IN`: the parser reads it as part of the form.
 */
function checkQuestionMark(
  text: string,
  { start, end, form, formEnd, closingQuote }: DecodedToken,
  diagnostics: DiagnosticList,
): void {
  if (closingQuote !== undefined || form === undefined || formEnd === undefined) return;
  const suffixes = text.slice(formEnd, end);
  if (suffixes === '' || suffixes === '?' || !/[\p{L}\p{N}]\?$/u.test(form)) return;
  const mark = start + form.length - 1;
  const last = suffixes.endsWith('?') ? '' : '?';
  const meant = text.slice(start, mark) + text.slice(mark + 1, end) + last;
  diagnostics.add(
    'perhaps-optional',
    { start: mark, end: mark + 1 },
    `${quoted(form)} is read as the word. If \`?\` makes it optional, write ${quoted(meant)}.`,
    {
      fixes: [
        {
          title: `Write ${quoted(meant)}`,
          edits: [
            { range: { start: mark, end: mark + 1 }, newText: '' },
            { range: { start: end, end }, newText: last },
          ],
        },
      ],
    },
  );
}

/** Puts the part of a token before `wordEnd` in quotes. The rest remains as suffixes. */
/** The fix that quotes a word. A mark behind it, as in `1/2/2025.`, becomes a word of its own. */
function quote(text: string, start: number, wordEnd: number, end: number): Fix {
  const written = text.slice(start, wordEnd);
  const mark = /(?<=[\p{L}\p{N}])[.,;:!]$/u.exec(written)?.[0] ?? '';
  const word = inQuotes(written.slice(0, written.length - mark.length));
  const meant = mark === '' ? word : `${word} ${mark}`;
  const title = `Write ${quoted(meant + text.slice(wordEnd, end))}`;
  return replacement(title, { start, end: wordEnd }, meant);
}
