import { nearestCategory, similarCategory, type Category } from '../../grammar/ccg/category.ts';
import type { CategoryKnowledge, Knowledge, LemmaKnowledge } from '../facts/knowledge.ts';
import { DID_YOU_MEAN } from '../tree/bad-categories.ts';
import { givenTag } from '../tree/given-tag.ts';
import { diagnostic, quoted, replacement } from '../tree/diagnostic.ts';
import type { Diagnostic, Range } from '../tree/diagnostic.ts';
import type { DiagnosticList } from '../tree/diagnostic-list.ts';
import { featuresText, lemmaOf, tagRangesOf } from '../tree/syntax.ts';
import type { GroupNode, NamedWord } from '../tree/syntax.ts';

/**
 * Reports categories that the model does not know, or that training has never seen with their word
 * or tag.
 */
export function checkCategories(
  words: readonly (NamedWord | GroupNode)[],
  { tags, lemmas }: Knowledge,
  categories: CategoryKnowledge,
  diagnostics: DiagnosticList,
): void {
  for (const word of words) {
    const form = word.kind === 'word' && !word.form.includes(' ') ? word.form : null;
    const ranges = tagRangesOf(word);
    const seen = form === null || word.tags.length === 0 ? null : categories.ofWord(form);
    for (const [alternative, written] of word.tags.entries()) {
      if (diagnostics.full) return;
      const { tag, category, categoryStart } = givenTag(written, 'ccg');
      if (category === null) continue;
      const { start, end } = ranges[alternative];
      const range = { start: start + categoryStart, end };
      if (!categories.counts.has(category.text)) {
        const forms = word.kind === 'group' ? [] : formsOf(word, tag, lemmas);
        reportUnknown(category, range, forms, tag, categories, diagnostics);
        continue;
      }
      if (form !== null && seen !== null && !seen.has(category.text)) {
        reportUnseen(`${quoted(form)} with the category`, category, range, seen, diagnostics);
      } else if (tag !== null && tags.has(tag)) {
        const ofTag = categories.ofTag(tag);
        if (ofTag.has(category.text)) continue;
        reportUnseen(
          `the tag ${quoted(tag)} with the category`,
          category,
          range,
          ofTag,
          diagnostics,
        );
      }
    }
  }
}

/**
 * Improves the fixes of malformed categories (`bad-category`). A fix that would write an unknown
 * category writes the nearest known one instead. If none is near, the fix is removed.
 */
export function withKnownCategories(
  found: readonly Diagnostic[],
  words: readonly NamedWord[],
  categories: CategoryKnowledge,
): readonly Diagnostic[] {
  return found.map((one) => {
    const edit = one.code === 'bad-category' ? one.fixes?.at(0)?.edits.at(0) : undefined;
    if (edit === undefined) return one;
    const { tag, category } = givenTag(edit.newText, 'ccg');
    if (category === null || categories.counts.has(category.text)) return one;
    const word = words.find(({ start, end }) => start <= one.range.start && one.range.end <= end);
    const near = nearest(category, word === undefined ? [] : [word.form], tag, categories);
    // If the message has no `DID_YOU_MEAN`, the fix only replaces a slash by a colon (`VBD/NP`).
    // Such a fix stays.
    const [said, ...meant] = one.message.split(DID_YOU_MEAN);
    if (meant.length === 0) return one;
    if (near === null) return diagnostic(one.code, one.range, said);
    const written = tag === null ? near : `${tag}:${near}`;
    return diagnostic(one.code, one.range, said + DID_YOU_MEAN + quoted(written) + '?', {
      fixes: [replacement(`Write ${quoted(written)}`, edit.range, written)],
    });
  });
}

function reportUnknown(
  category: Category,
  range: Range,
  forms: readonly string[],
  tag: string | null,
  categories: CategoryKnowledge,
  diagnostics: DiagnosticList,
): void {
  const near = diagnostics.maySearch ? nearest(category, forms, tag, categories) : null;
  diagnostics.add(
    'unknown-category',
    range,
    `The model has no category ${quoted(category.text)}, so no word can have it. ${near === null ? 'Choose another, or leave it open.' : `Did you mean ${quoted(near)}?`}`,
    { fixes: near === null ? [] : [replacement(`Change to ${quoted(near)}`, range, near)] },
  );
}

/** The forms that a word may have: of a lemma, the likeliest first. */
function formsOf(
  word: NamedWord,
  tag: string | null,
  lemmas: LemmaKnowledge | null,
): readonly string[] {
  if (word.kind === 'word') return [word.form];
  const tags = tag === null ? [] : [tag];
  const candidates = lemmas?.candidates(lemmaOf(word), tags, featuresText(word)) ?? [];
  return candidates.map(({ form }) => form);
}

/**
 * The nearest known category; null if none is near. A category seen with the word is preferred to
 * all others if it differs only in features or in the directions of slashes. Among equally near
 * categories, a category seen with the word or the tag is preferred.
 */
export function nearest(
  category: Category,
  forms: readonly string[],
  tag: string | null,
  categories: CategoryKnowledge,
): string | null {
  const ofWord = forms.flatMap((form) => [...(categories.ofWord(form)?.keys() ?? [])]);
  const similar = similarCategory(category, ofWord);
  if (similar !== null) return similar;
  const known = new Set([
    ...ofWord,
    ...(tag === null ? [] : categories.ofTag(tag).keys()),
    ...categories.counts.keys(),
  ]);
  const bracketed = inPairs(category.text);
  return bracketed !== null && known.has(bracketed) ? bracketed : nearestCategory(category, known);
}

/**
 * Puts brackets around each half of a category of four atoms: `S[to]\NP/S[b]\NP` becomes
 * `(S[to]\NP)/(S[b]\NP)`. Null for other texts.
 */
function inPairs(text: string): string | null {
  const parts = text.replaceAll(/[()]/gu, '').split(/([/\\])/u);
  if (parts.length !== 7) return null;
  return `(${parts.slice(0, 3).join('')})${parts[3]}(${parts.slice(4).join('')})`;
}

function reportUnseen(
  what: string,
  { text }: Category,
  range: Range,
  seen: ReadonlyMap<string, number>,
  diagnostics: DiagnosticList,
): void {
  const usual = [...seen.keys()];
  const others = usual.slice(0, 3).map(quoted).join(', ');
  const instead =
    usual.length === 0 ? '' : `, only with ${others}${usual.length > 3 ? ' and others' : ''}`;
  diagnostics.add(
    'unseen-category',
    range,
    `The model has never seen ${what} ${quoted(text)}${instead}. Check it.`,
  );
}
