import type { Knowledge } from '../facts/knowledge.ts';
import { quoted, safeReplacement } from '../tree/diagnostic.ts';
import type { Fix } from '../tree/diagnostic.ts';
import type { DiagnosticList } from '../tree/diagnostic-list.ts';
import { spell } from '../tree/spelling.ts';
import type { NamedWord } from '../tree/syntax.ts';

const maxReported = 20;

const underscored = /^(.+)[_:\\]([^_:\\\p{Ll}]+)$/u;

/** A tag before its word. Captures the tag and the word. */
const turned = /^([A-Z]{2,5}\$?)[_:]([^_:]+)$/u;

/**
 * Reports words with a tag behind an underscore, a colon or a backslash, as in `old_JJ`. Several
 * words, or words beside others with tags, may also have the tag in front, as in `DT:the NN:dog`.
 * Skips words that training or another
 * section has as written.
 *
 * @param named the forms in `deps:`, `order:` and expected sentences
 */
export function checkUnderscoreTags(
  text: string,
  words: readonly NamedWord[],
  named: ReadonlySet<string>,
  knowledge: Knowledge,
  diagnostics: DiagnosticList,
): void {
  const isTurned = ({ form }: NamedWord): boolean =>
    knowledge.tags.has(turned.exec(form)?.[1] ?? '');
  const isTagged = words.some(({ tags }) => tags.length > 0);
  const areTurned = isTagged || words.filter(isTurned).length > 1;
  const found = words.flatMap((word) => {
    const { kind, start, end, form, formEnd, tagStart } = word;
    const isBare = kind === 'word' && tagStart < 0 && text[start] !== '"';
    if (!isBare) return [];
    const [, before, behind] = underscored.exec(form) ?? [];
    const [, ahead, after] = areTurned ? (turned.exec(form) ?? []) : [];
    const [core, tag] = knowledge.tags.has(behind) ? [before, behind] : [after, ahead];
    if (!knowledge.tags.has(tag)) return [];
    if (named.has(form) || knowledge.tagsOf(form) !== null) return [];
    const slashed = `${spell(core)}${text.slice(formEnd, word.indexEnd)}/${tag}${word.optional ? '?' : ''}`;
    return [{ word, range: { start, end }, tag, slashed }];
  });
  // `._.` may be a smiley, mostly within a sentence. So tags of punctuation alone are reported only
  // if all other words have tags.
  const isSure = found.some(({ tag }) => /^\p{Lu}/u.test(tag));
  const apart = new Set<NamedWord>(found.map(({ word }) => word));
  const areAllTagged = isTagged && words.every((one) => one.tags.length > 0 || apart.has(one));
  const reported = found
    .filter(
      ({ word }) => isSure || (areAllTagged && (word.form !== '._.' || word === words.at(-1))),
    )
    .slice(0, maxReported);
  const all: Fix = {
    title: 'Write `/` before all tags like this one',
    edits: reported.map(({ range, slashed }) => ({ range, newText: slashed })),
  };
  for (const { range, tag, slashed } of reported) {
    const fix = safeReplacement(`Write ${quoted(slashed)}`, range, slashed);
    diagnostics.add(
      'perhaps-tag',
      range,
      `${quoted(text.slice(range.start, range.end))} is read as one word. If ${quoted(tag)} is its tag, write ${quoted(slashed)}.`,
      { fixes: reported.length > 1 ? [fix, all] : [fix] },
    );
  }
}
