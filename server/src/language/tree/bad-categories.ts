import { features, punctuationAtoms, wordAtoms } from '../../grammar/ccg/category.ts';
import type { CategoryProblem } from '../../grammar/ccg/category.ts';
import { closest } from '../../text/closest.ts';
import { readGivenTag, withColon, withTagFirst } from './given-tag.ts';
import { quoted, replacement } from './diagnostic.ts';
import type { DiagnosticList } from './diagnostic-list.ts';

export const DID_YOU_MEAN = ' Did you mean ';

const mostMistakes = 4;

/** Common names of clauses, with the features of CCGbank that they mean. */
const otherNames: ReadonlyMap<string, string> = new Map([
  ['inf', 'b'],
  ['bare', 'b'],
  ['base', 'b'],
  ['fin', 'dcl'],
  ['finite', 'dcl'],
  ['past', 'dcl'],
  ['pres', 'dcl'],
  ['decl', 'dcl'],
  ['ger', 'ng'],
  ['ing', 'ng'],
  ['pass', 'pss'],
  ['part', 'pt'],
  ['perf', 'pt'],
  ['prog', 'ng'],
]);

/** Reports texts after a word's slash that look like a category but are malformed. */
export function checkCategorySyntax(
  { tags, tagStart }: { readonly tags: readonly string[]; readonly tagStart: number },
  diagnostics: DiagnosticList,
): void {
  let start = tagStart;
  for (const text of tags) {
    const wrong = readGivenTag(text, 'ccg');
    // `checkSuffixOrder` reports a text that ends in an index (`NN#2`).
    if ('message' in wrong && !/.#[0-9]+$/.test(text)) {
      const range = { start, end: start + text.length };
      const apart = withColon(text);
      if (apart !== null) {
        diagnostics.add(
          'bad-category',
          range,
          `A tag and a category have a colon between them: write ${quoted(apart)}.`,
          { fixes: [replacement(`Write ${quoted(apart)}`, range, apart)] },
        );
        start += text.length + 1;
        continue;
      }
      const mended = diagnostics.maySearch ? mend(withTagFirst(text) ?? text) : null;
      diagnostics.add(
        'bad-category',
        // If the category is incomplete, marks its last character.
        { start: start + Math.min(wrong.start, text.length - 1), end: start + wrong.end },
        `${quoted(text)} cannot be read as a category: ${wrong.message}.${mended === null ? '' : `${DID_YOU_MEAN}${quoted(mended)}?`}`,
        {
          fixes: mended === null ? [] : [replacement(`Write ${quoted(mended)}`, range, mended)],
        },
      );
    }
    start += text.length + 1;
  }
}

/** Corrects the errors of a category one after the other. Null if errors remain. */
function mend(text: string): string | null {
  let mended = text;
  for (let mistakes = 0; mistakes < mostMistakes; mistakes++) {
    const read = readGivenTag(mended, 'ccg');
    if (!('message' in read)) return mended;
    const better = withoutMistake(mended, read);
    if (better === null) return null;
    mended = better;
  }
  return 'message' in readGivenTag(mended, 'ccg') ? null : mended;
}

function withoutMistake(
  text: string,
  { start, end, isNeedless = false }: CategoryProblem,
): string | null {
  const before = text.slice(0, start);
  const wrong = text.slice(start, end);
  const after = text.slice(end);
  if (isNeedless) return before + after;
  if (wrong === '(') return `${text})`;
  if (wrong === ')') return before + after;
  if (wrong === '[') {
    const feature = /^[A-Za-z]*/.exec(after)![0];
    return `${before}[${feature}]${after.slice(feature.length)}`;
  }
  // A backslash may be written as in a string of a program: `S\\NP`.
  if (wrong === '\\' && before.endsWith('\\')) return before + after;
  const subscript = wrong === '_' ? /^[A-Za-z]+/.exec(after)?.[0] : undefined;
  if (subscript !== undefined) return `${before}[${subscript}]${after.slice(subscript.length)}`;
  if (wrong.startsWith('[')) {
    const known = features.get(/[A-Za-z]*$/.exec(before)![0]);
    if (known === undefined) return before + after;
    const written = wrong.slice(1, -1);
    const near = otherNames.get(written.toLowerCase()) ?? closest(written, known);
    return near === null ? null : `${before}[${near}]${after}`;
  }
  const near = closest(wrong, [...wordAtoms, ...punctuationAtoms]);
  if (near !== null) return before + near + after;
  if (wrong === '' && /[/\\]$/.test(before)) return before.slice(0, -1);
  return null;
}
