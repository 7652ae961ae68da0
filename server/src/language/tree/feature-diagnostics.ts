import { quoted, replacement, safeReplacement } from './diagnostic.ts';
import type { Diagnostic, Fix, Range } from './diagnostic.ts';
import type { DiagnosticList } from './diagnostic-list.ts';
import type { Feature, LemmaNode } from './syntax.ts';

/** In code units. Longer features get no correction. */
const longest = 400;

/**
 * Keyed by a grammatical term, or by an abbreviation of glosses: the features of Universal
 * Dependencies that it means.
 */
const namedFeatures: ReadonlyMap<string, string> = new Map([
  ...['singular', 'sing', 'sg'].map((term) => [term, 'Number=Sing'] as const),
  ...['plural', 'plur', 'pl'].map((term) => [term, 'Number=Plur'] as const),
  ['3sg', 'Mood=Ind|Number=Sing|Person=3|Tense=Pres|VerbForm=Fin'],
  ...['past', 'pst', 'preterite', 'pret'].map((term) => [term, 'Tense=Past'] as const),
  ...['present', 'pres', 'prs'].map((term) => [term, 'Tense=Pres'] as const),
  ...['infinitive', 'inf'].map((term) => [term, 'VerbForm=Inf'] as const),
  ...['gerund', 'ger', 'progressive', 'prog'].map((term) => [term, 'VerbForm=Ger'] as const),
  ...['participle', 'part', 'ptcp'].map((term) => [term, 'VerbForm=Part'] as const),
  ...['pastparticiple', 'pastpart'].map((term) => [term, 'Tense=Past|VerbForm=Part'] as const),
  ...['presentparticiple', 'prespart'].map((term) => [term, 'Tense=Pres|VerbForm=Part'] as const),
  ...['comparative', 'comp', 'cmp'].map((term) => [term, 'Degree=Cmp'] as const),
  ...['superlative', 'sup'].map((term) => [term, 'Degree=Sup'] as const),
]);

/** The features that a grammatical term means, such as `Tense=Past` for `past`; null for others. */
export function featureNamed(term: string): string | null {
  return namedFeatures.get(term.toLowerCase()) ?? null;
}

/**
 * Matches a lemma with its features behind its tag, as in `@dog/NN[Number=Plur]?`. Captures
 * `@dog`, `/NN` (with an index, if there is one), `[Number=Plur]` and `?`.
 */
const featuresLast = /^(@[^\s/#[\]]+)((?:#\d+)?\/[^\s[\]?]+)(\[[^\s[\]]*\])(\??)$/u;

/**
 * Reports features behind the tag of a lemma, as in `@dog/NN[Number=Plur]`. Returns whether it
 * reported them.
 */
export function checkFeaturesBehindTag(
  text: string,
  range: Range,
  diagnostics: DiagnosticList,
): boolean {
  if (range.end - range.start > longest) return false;
  const found = featuresLast.exec(text.slice(range.start, range.end));
  if (found === null) return false;
  const [, name, suffixes, features, mark] = found;
  const meant = name + features + suffixes + mark;
  diagnostics.add(
    'bad-features',
    range,
    `Features stand directly behind the lemma, before its tag. Write ${quoted(meant)}.`,
    { fixes: [safeReplacement(`Write ${quoted(meant)}`, range, meant)] },
  );
  return true;
}

/** Parses features, `Name=Value|Name=Value`. Returns null for any other text. */
export function readFeatures(text: string, start: number, end: number): readonly Feature[] | null {
  const features: Feature[] = [];
  for (const piece of text.slice(start, end).split('|')) {
    const equals = piece.indexOf('=');
    if (equals <= 0 || equals === piece.length - 1) return null;
    features.push({ name: piece.slice(0, equals), value: piece.slice(equals + 1) });
  }
  return features;
}

/**
 * Reports features without `]`, or not in the format of CoNLL-U.
 *
 * @param range the range from the `[` to the `]`, or to the end of the token
 * @param closed whether there is a `]`
 * @param features the parsed features; null if they are not in the format of CoNLL-U
 */
export function checkFeatures(
  text: string,
  range: Range,
  closed: boolean,
  features: readonly Feature[] | null,
  diagnostics: DiagnosticList,
): void {
  const add = (at: Range, message: string, fixes: Fix[] = []): void =>
    diagnostics.add('bad-features', at, message, { fixes });
  const isListed = features?.some(({ value }) => /[,;]\w+=/.test(value)) === true;
  if (closed && features !== null && !isListed) return;
  const whole = closed ? range : upToBracket(text, range.start);
  const inner = whole === null ? '' : text.slice(whole.start + 1, whole.end - 1);
  const tag = /^[A-Z]{2,}\$?$/.exec(inner)?.[0];
  if (closed && tag !== undefined && featureNamed(tag) === null) {
    const isLast = /^(?:\?|\s|$)/.test(text.slice(range.end, range.end + 1));
    const fix = replacement(`Write ${quoted(`/${tag}`)}`, range, `/${tag}`);
    add(range, `A tag follows a slash. Write ${quoted(`/${tag}`)}.`, isLast ? [fix] : []);
    return;
  }
  const joined = whole === null || inner.length > longest ? null : joinedFeatures(inner);
  if (whole !== null && joined !== null) {
    const fix = safeReplacement(`Write ${quoted(joined)}`, whole, joined);
    add(whole, `A \`|\` separates features, without white space. Write ${quoted(joined)}.`, [fix]);
    return;
  }
  if (closed) {
    const meant = inner.length > longest ? null : (featureNamed(inner) ?? equatedFeatures(inner));
    if (meant === null) {
      add(
        range,
        'Features are written as in CoNLL-U: `[Tense=Past|Number=Sing]`, without white space.',
      );
      return;
    }
    const written = `[${meant}]`;
    const fix = replacement(`Write ${quoted(written)}`, range, written);
    add(range, `Features are written as in CoNLL-U. Write ${quoted(written)}.`, [fix]);
    return;
  }
  const message = 'These features are not closed: write `]` before any white space.';
  const token = text.slice(range.start, Math.min(range.end, range.start + longest));
  // A suffix may follow: `#1`, `/TAG` or `?`. Before other text, it is unclear where the `]`
  // belongs.
  const open = /^\[\w+=[\w,]+(?:\|\w+=[\w,]+)*(?=$|[#/?])/u.exec(token)?.[0];
  const goesOn = /^[^\S\r\n]+\w+=/u.test(text.slice(range.end, range.end + longest));
  if (open === undefined || whole !== null || goesOn) {
    add(range, message);
    return;
  }
  const end = range.start + open.length;
  const fix = replacement(`Write ${quoted(`${open}]`)}`, { start: end, end }, ']');
  add(range, message, [fix]);
}

/**
 * Writes features with colons, such as `Tense:Past`, with `=`. Null if the result is not in the
 * format of CoNLL-U.
 */
function equatedFeatures(inner: string): string | null {
  const equated = inner.replace(/:/gu, '=');
  return readFeatures(equated, 0, equated.length) === null ? null : equated;
}

function upToBracket(text: string, start: number): Range | null {
  const found = /^\[[^[\]\r\n]*\]/.exec(text.slice(start, start + longest));
  return found === null ? null : { start, end: start + found[0].length };
}

/**
 * Writes features in the format of CoNLL-U: for `Tense=Past, Number=Sing`, it returns
 * `[Tense=Past|Number=Sing]`. Commas, semicolons or white space may separate the features. Null if
 * the text is not a list of features.
 */
function joinedFeatures(inner: string): string | null {
  const joined = inner
    .trim()
    .split(/\s*[,;|]\s*(?=\w+\s*=)|\s+(?=\w+\s*=)/)
    .map((feature) =>
      feature
        .split('=')
        .map((part) => part.trim())
        .join('='),
    )
    .join('|');
  return /\s/.test(joined) || readFeatures(joined, 0, joined.length) === null
    ? null
    : `[${joined}]`;
}

const beginning = /^\[[ \t]*[A-Z]\w*[ \t]*=/;

/**
 * Reports features that white space separates from their lemma, as in `@be [Tense=Past]`.
 *
 * @param open the offset of the `[`
 * @param tokenEnd the end of the token that begins with the `[`
 */
export function checkFeaturesApart(
  text: string,
  lemma: LemmaNode,
  open: number,
  tokenEnd: number,
  diagnostics: DiagnosticList,
): void {
  const isBehind = /^[^\S\r\n]+$/.test(text.slice(lemma.end, open));
  if (!isBehind || lemma.formEnd !== lemma.start + lemma.form.length) return;
  if (!beginning.test(text.slice(open, open + longest))) return;
  const whole = upToBracket(text, open);
  const end = whole?.end ?? tokenEnd;
  if (end - open > longest) return;
  const features = joinedFeatures(text.slice(open + 1, whole === null ? end : end - 1));
  if (features === null) return;
  const before = text.slice(lemma.formEnd, lemma.end);
  const after = whole === null ? '' : suffixAt(text, end);
  const message = 'Features stand directly behind their lemma';
  if (before !== '' && after !== '') {
    diagnostics.add('bad-features', { start: open, end }, `${message}.`);
    return;
  }
  const meant = text.slice(lemma.start, lemma.formEnd) + features + before + after;
  const range = { start: lemma.start, end: end + after.length };
  diagnostics.add('bad-features', { start: open, end }, `${message}: write ${quoted(meant)}.`, {
    fixes: [safeReplacement(`Write ${quoted(meant)}`, range, meant)],
  });
}

/** The suffixes at an offset, such as `/VBD?`. */
function suffixAt(text: string, start: number): string {
  return /^\S*/.exec(text.slice(start, start + longest))![0];
}

/**
 * Drops diagnostics inside malformed features. In `@go[Tense=Past, VerbForm=Part]`, the parser
 * reads the parts as words.
 */
export function withoutWordsInFeatures(found: readonly Diagnostic[]): readonly Diagnostic[] {
  const wrong = found.filter(({ code }) => code === 'bad-features');
  if (wrong.length === 0) return found;
  return found.filter(
    (one) =>
      one.code === 'bad-features' ||
      !wrong.some(({ range }) => range.start <= one.range.start && one.range.start < range.end),
  );
}

/**
 * Finds an index between a lemma and its features, as in `@be#1[Tense=Past]`. If the features have
 * their `]`, also reports the index. If a second index follows the features, the first is to be
 * deleted.
 *
 * @param open the offset of the `[`
 * @param afterFeatures the offset after the `]`
 * @returns the index with its `#`; an empty text if no index stands before the features
 */
export function misplacedIndex(
  text: string,
  { start }: Range,
  open: number,
  afterFeatures: number,
  diagnostics: DiagnosticList,
): string {
  const [index] = /#\d+$/.exec(text.slice(start, open)) ?? [];
  if (index === undefined) return '';
  if (text[afterFeatures - 1] !== ']') return index;
  const at = open - index.length;
  if (/^#\d/u.test(text.slice(afterFeatures, afterFeatures + 2))) {
    const range = { start: at, end: open };
    const message = `A lemma has one index, behind its features: delete ${quoted(index)}.`;
    const fixes = [replacement(`Delete ${quoted(index)}`, range, '')];
    diagnostics.add('suffix-order', range, message, { fixes });
    return index;
  }
  const meant = text.slice(start, at) + text.slice(open, afterFeatures) + index;
  const edits = [
    { range: { start: at, end: open }, newText: '' },
    { range: { start: afterFeatures, end: afterFeatures }, newText: index },
  ];
  diagnostics.add(
    'suffix-order',
    { start: at, end: open },
    `The index of a lemma follows its features: write ${quoted(meant)}.`,
    { fixes: [{ title: 'Put the index behind the features', isSafe: true, edits }] },
  );
  return index;
}

/** Reports features in braces or parentheses, as in `@dog{Number=Plur}`. */
export function checkBraces(
  text: string,
  { start, end }: Range,
  diagnostics: DiagnosticList,
): void {
  const found = /[{(]([^{}()[\]=]+=[^{}()[\]]+)[})]/u.exec(text.slice(start, end));
  if (found === null) return;
  const range = { start: start + found.index, end: start + found.index + found[0].length };
  const meant = `[${found[1]}]`;
  const message = `Features stand in square brackets: write ${quoted(meant)}.`;
  const fixes = [safeReplacement(`Write ${quoted(meant)}`, range, meant)];
  diagnostics.add('bad-features', range, message, { fixes });
}
