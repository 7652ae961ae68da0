import { printable, shortened } from '../../text/printable.ts';
import type { SectionName } from './section-header.ts';

/** A half-open range of offsets (UTF-16 code units), as in `text.slice(start, end)`. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

export type Severity = 'error' | 'warning' | 'information';

export const severities = {
  // Diagnostics of text outside bags
  'unknown-setting': 'error',
  'unknown-value': 'error',
  'duplicate-setting': 'error',
  'missing-value': 'error',
  'misplaced-setting': 'error',
  'bag-header': 'error',
  'outside-bag': 'error',
  // Diagnostics of the structure of a bag
  'unterminated-bag': 'error',
  'duplicate-name': 'error',
  'unknown-section': 'error',
  'perhaps-section': 'warning',
  'duplicate-section': 'error',
  'outside-section': 'error',
  'missing-words': 'error',
  'empty-words': 'error',
  'too-many-words': 'error',
  'not-supported-yet': 'error',
  'missing-grammar': 'error',
  // Diagnostics of single tokens
  'unterminated-quote': 'error',
  'text-after-quote': 'error',
  'empty-word': 'error',
  'stray-slash': 'error',
  'empty-tag': 'error',
  'bad-index': 'error',
  'suffix-order': 'error',
  'perhaps-index': 'warning',
  'perhaps-optional': 'warning',
  'perhaps-question': 'warning',
  'perhaps-several': 'warning',
  'perhaps-list': 'warning',
  'perhaps-treebank': 'warning',
  'bad-category': 'error',
  'bad-features': 'error',
  'unexpected-token': 'error',
  // Diagnostics of groups and chunks
  'unterminated-group': 'error',
  'bad-group': 'error',
  'single-alternative': 'warning',
  // Diagnostics of the syntax of statements
  'missing-arrow': 'error',
  'missing-head': 'error',
  'missing-dependent': 'error',
  'list-in-chain': 'error',
  'bad-order': 'error',
  'suffix-on-reference': 'error',
  // Diagnostics of the meaning of statements
  'duplicate-index': 'error',
  'unknown-word': 'error',
  'ambiguous-reference': 'error',
  'self-arc': 'error',
  'two-heads': 'error',
  'two-roots': 'error',
  cycle: 'error',
  'contradicting-labels': 'error',
  'root-label': 'error',
  contradiction: 'error',
  'too-many-choices': 'error',
  // Mostly diagnostics of expected sentences. An expected sentence is no constraint, so the search
  // can still run.
  'expectation-mismatch': 'warning',
  'crossing-arcs': 'warning',
  'broken-order': 'warning',
  'perhaps-last': 'warning',
  'duplicate-expectation': 'warning',
  'empty-expect': 'information',
  // Diagnostics of tags, labels, features, lemmas and categories that do not fit the training data
  'unknown-label': 'error',
  'unknown-tag': 'error',
  'perhaps-tag': 'warning',
  'unseen-tag': 'information',
  'unseen-arc': 'information',
  'perhaps-turned': 'warning',
  'unknown-feature': 'warning',
  'inflected-lemma': 'warning',
  'unseen-lemma': 'information',
  'unknown-category': 'error',
  'unseen-category': 'information',
} as const satisfies Record<string, Severity>;

export type DiagnosticCode = keyof typeof severities;

/**
 * A message about an error or a doubtful place. Its offsets count from the start of the file or of
 * the bag; the comment of the function that returns it says which.
 */
export interface Diagnostic {
  readonly code: DiagnosticCode;
  readonly severity: Severity;
  /** One or two plain sentences: the error, and what to do. */
  readonly message: string;
  readonly range: Range;
  readonly related?: readonly RelatedPlace[];
  /** The likeliest first. */
  readonly fixes?: readonly Fix[];
}

export interface RelatedPlace {
  readonly range: Range;
  readonly message: string;
}

export interface Fix {
  readonly title: string;
  /** Edits that do not overlap. All offsets refer to the unchanged text. */
  readonly edits: readonly TextEdit[];
  /**
   * True if the fix changes only the notation, deletes no content, and is the only likely fix. An
   * editor may apply all safe fixes at once, without asking.
   */
  readonly isSafe?: true;
  /** The fix inserts the header of this section. The bag must not have this section yet. */
  readonly begins?: SectionName;
  /** True if the fix adds to `words:` a word that a line of `deps:` or `order:` names. */
  readonly addsNamedWord?: true;
}

export interface TextEdit {
  readonly range: Range;
  readonly newText: string;
}

export type DiagnosticExtra = Pick<Diagnostic, 'related' | 'fixes'>;

export function diagnostic(
  code: DiagnosticCode,
  range: Range,
  message: string,
  extra: DiagnosticExtra = {},
): Diagnostic {
  return {
    code,
    severity: severities[code],
    message,
    range: { start: range.start, end: range.end },
    ...(extra.related?.length ? { related: extra.related } : {}),
    ...(extra.fixes?.length ? { fixes: extra.fixes } : {}),
  };
}

export function replacement(title: string, range: Range, newText: string): Fix {
  return { title, edits: [{ range: { start: range.start, end: range.end }, newText }] };
}

export function safeReplacement(title: string, range: Range, newText: string): Fix {
  return { ...replacement(title, range, newText), isSafe: true };
}

export function shifted(found: Diagnostic, by: number): Diagnostic {
  if (by === 0) return found;
  return {
    ...found,
    range: move(found.range, by),
    ...(found.related && {
      related: found.related.map((place) => ({ ...place, range: move(place.range, by) })),
    }),
    ...(found.fixes && {
      fixes: found.fixes.map(({ title, edits, isSafe }) => ({
        title,
        ...(isSafe && { isSafe }),
        edits: edits.map(({ range, newText }) => ({ range: move(range, by), newText })),
      })),
    }),
  };
}

function move(range: Range, by: number): Range {
  return { start: range.start + by, end: range.end + by };
}

/** In code units. */
const longestQuotation = 40;

/** Makes a part of the file's text fit for a message: printable and short. */
export function shown(text: string): string {
  return printable(shortened(text, longestQuotation));
}

/**
 * Puts a part of the file's text in backquotes for a message. A part with a backquote gets
 * quotation marks instead.
 */
export function quoted(text: string): string {
  return text.includes('`') ? `“${shown(text)}”` : `\`${shown(text)}\``;
}

/** Lists texts for a message: `a`, `b` or `c`. */
export function listOfQuoted(texts: readonly string[], last: 'and' | 'or'): string {
  const each = texts.map(quoted);
  return each.length < 2
    ? each.join('')
    : `${each.slice(0, -1).join(', ')} ${last} ${each.at(-1)!}`;
}
