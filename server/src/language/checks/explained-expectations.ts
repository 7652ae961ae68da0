import { constraintsOf, wordsAreWhole } from '../meaning/constraints.ts';
import { quoted } from '../tree/diagnostic.ts';
import type { Diagnostic, DiagnosticCode, Fix, Range, TextEdit } from '../tree/diagnostic.ts';
import { DiagnosticList } from '../tree/diagnostic-list.ts';
import { expectationsOf } from '../tree/syntax.ts';
import type { BagNode } from '../tree/syntax.ts';
import { edited, editedBag } from '../writing/edited.ts';
import { checkExpectations } from './expectations.ts';

/**
 * Warnings and errors about words that are probably misspelt. The first fix of each writes the
 * intended words.
 */
const aboutWords: ReadonlySet<DiagnosticCode> = new Set<DiagnosticCode>([
  'perhaps-index',
  'perhaps-list',
  'perhaps-optional',
  'perhaps-question',
  'perhaps-several',
  'perhaps-tag',
  'single-alternative',
  'stray-slash',
  'unknown-tag',
]);

const maxRelated = 12;

/**
 * If the fixes of misspelt words make an expected sentence possible, removes the warning about the
 * sentence. The warnings about words that must change for it then also point to the sentence. For
 * example, `want , tea` becomes possible once a fix splits the word `want,`.
 */
export function withExplainedExpectations(
  bag: BagNode,
  found: readonly Diagnostic[],
): readonly Diagnostic[] {
  const isWarning = ({ code, fixes }: Diagnostic): boolean =>
    aboutWords.has(code) && fixes !== undefined;
  const isMismatch = ({ code }: Diagnostic): boolean => code === 'expectation-mismatch';
  const edits = found.filter(isWarning).flatMap(({ fixes }) => fixes![0].edits);
  if (edits.length === 0 || !found.some(isMismatch)) return found;
  const meant = editedBag(bag, edits);
  if (!wordsAreWhole(meant)) return withoutOtherFixes(found);
  const list = new DiagnosticList();
  // No model is given, so any word counts as a form of a lemma.
  checkExpectations(meant, constraintsOf(meant), null, list);
  const left = list.finish();
  const lines = expectationsOf(bag);
  const explained = expectationsOf(meant).flatMap((line, place) =>
    left.some(({ range }) => isWithin(range, line)) ? [] : [lines[place]],
  );
  const isExplained = (one: Diagnostic): boolean =>
    isMismatch(one) && explained.some((line) => isWithin(one.range, line));
  const mismatched = explained.filter((line) =>
    found.some((one) => isMismatch(one) && isWithin(one.range, line)),
  );
  if (mismatched.length === 0) return withoutOtherFixes(found);
  const related = mismatched.slice(0, maxRelated).map(({ start, end }) => ({
    range: { start, end },
    message: 'As long as it is read so, no realization can match this sentence.',
  }));
  const warnings = found.filter(isWarning);
  const places = mismatched.map((line) => lines.indexOf(line));
  const needed = warnings.slice(0, maxTried).filter((one) => {
    const others = warnings.filter((other) => other !== one);
    const without = editedBag(
      bag,
      others.flatMap(({ fixes }) => fixes![0].edits),
    );
    return !wordsAreWhole(without) || !areAllPossible(without, places);
  });
  const explaining = new Set(needed.length > 0 ? needed : warnings);
  return found
    .filter((one) => !isExplained(one))
    .map((one) =>
      explaining.has(one) ? { ...one, related: [...(one.related ?? []), ...related] } : one,
    );
}

/** Whether the words of a bag give the expected sentences at these places. */
function areAllPossible(bag: BagNode, places: readonly number[]): boolean {
  const list = new DiagnosticList();
  checkExpectations(bag, constraintsOf(bag), null, list);
  const lines = expectationsOf(bag);
  const wrong = list.finish();
  return places.every((place) => !wrong.some(({ range }) => isWithin(range, lines[place])));
}

/**
 * If the first fix of an impossible sentence changes a word, removes the warning that the word
 * lacks spaces: `let's` cannot become both `lets` and `let 's`.
 */
function withoutOtherFixes(found: readonly Diagnostic[]): readonly Diagnostic[] {
  const changed = found
    .filter(({ code, fixes }) => code === 'expectation-mismatch' && fixes !== undefined)
    .flatMap(({ fixes }) => fixes![0].edits.filter(({ range }) => range.start < range.end));
  return found.filter(
    ({ code, range }) =>
      code !== 'perhaps-several' ||
      !changed.some((edit) => edit.range.start < range.end && range.start < edit.range.end),
  );
}

/** At most this many warnings about the words of a bag are tried, from the first on. */
const maxTried = 8;

/**
 * A line may name a word that the bag lacks. If the fix of a warning about another word brings this
 * word into the bag, the error about the line gets this fix and no other. For example, `know -aux->
 * do` names a word of the bag once a fix splits `don't`.
 */
export function withExplainedReferences(
  bag: BagNode,
  found: readonly Diagnostic[],
): readonly Diagnostic[] {
  const isUnknown = ({ code }: Diagnostic): boolean =>
    code === 'unknown-word' || code === 'ambiguous-reference';
  if (!found.some(isUnknown)) return found;
  const warnings = found.filter(({ code, fixes }) => aboutWords.has(code) && fixes !== undefined);
  const explained = new Map<Diagnostic, Diagnostic>();
  for (const { range, fixes } of warnings.slice(0, maxTried)) {
    const [{ edits }] = fixes!;
    const meant = editedBag(bag, edits);
    if (!wordsAreWhole(meant)) continue;
    const left = new Set(
      constraintsOf(meant)
        .diagnostics.filter(isUnknown)
        .map((one) => one.range.start),
    );
    for (const error of found.filter(isUnknown)) {
      if (explained.has(error) || left.has(placeAfter(error.range.start, edits))) continue;
      const place = wordsAround(bag.text, [range, ...edits.map((edit) => edit.range)]) ?? range;
      const [name, whole] = [error.range, place].map(({ start, end }) =>
        bag.text.slice(start, end),
      );
      const how = /\s/u.test(whole) ? 'otherwise' : 'as one word';
      const written = quoted(
        edited(bag.text, edits).slice(place.start, placeAfter(place.end, edits)),
      );
      explained.set(error, {
        ...error,
        message: `${quoted(name)} is not in \`words:\`, where ${quoted(whole)} is read ${how}: write ${written} there.`,
        related: [{ range, message: 'It is here.' }],
        fixes: [{ title: `Write ${written} in \`words:\``, edits }],
      });
    }
  }
  return explained.size === 0 ? found : found.map((one) => explained.get(one) ?? one);
}

/** The offset that a place of a text has after edits. */
function placeAfter(offset: number, edits: readonly TextEdit[]): number {
  let place = offset;
  for (const { range, newText } of edits) {
    if (range.end <= offset) place += newText.length - (range.end - range.start);
  }
  return place;
}

/** Whether a warning about a word explains why the expected sentence on a line is impossible. */
export function explainsExpectation({ code, related = [] }: Diagnostic, line: Range): boolean {
  return aboutWords.has(code) && related.some(({ range }) => isWithin(range, line));
}

/**
 * The whole words from the first to the last of several ranges: `the #2` for `the` and `#2`, and
 * `it?/PRP` for `?` and the end of the word. Null if the ranges are on several lines.
 */
function wordsAround(text: string, ranges: readonly Range[]): Range | null {
  let start = Math.min(...ranges.map((one) => one.start));
  let end = Math.max(...ranges.map((one) => one.end));
  if (/[\r\n]/u.test(text.slice(start, end))) return null;
  while (start > 0 && !/\s/u.test(text[start - 1])) start--;
  while (end < text.length && !/\s/u.test(text[end])) end++;
  return { start, end };
}

function isWithin(inner: Range, outer: Range): boolean {
  return inner.start >= outer.start && inner.end <= outer.end;
}

/**
 * If an expected sentence breaks one of several contradicting lines, the fix that deletes this line
 * comes first, since the author more likely means the sentence.
 */
export function withExpectedFirst(found: readonly Diagnostic[]): readonly Diagnostic[] {
  const broken = found.filter(({ code }) => code === 'broken-order');
  const deletions = new Set(broken.flatMap(({ fixes = [] }) => fixes.map(placeOf)));
  return found.map((one) => {
    if (one.code !== 'contradiction' || one.fixes === undefined) return one;
    const [first, others] = [true, false].map((isBroken) =>
      one.fixes!.filter((fix) => deletions.has(placeOf(fix)) === isBroken),
    );
    return { ...one, fixes: [...first, ...others] };
  });
}

/** Two fixes that delete the same line have the same key. */
function placeOf({ edits }: Fix): string {
  return edits.map(({ range: { start, end } }) => `${start}-${end}`).join(' ');
}
