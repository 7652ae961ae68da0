import { closest } from './closest.ts';
import type { Knowledge } from './knowledge.ts';
import { quoted, replacement } from './problem.ts';
import type { ProblemList } from './problem-list.ts';
import { WordTable } from './resolve.ts';
import { inQuotes, spellReference } from './spelling.ts';
import { tagRange } from './syntax.ts';
import type { GroupNode, NamedWord } from './syntax.ts';
import { isComplexCategory } from './word.ts';

/** Tells of words of the same form and index. */
export function checkIndices(words: readonly NamedWord[], problems: ProblemList): void {
  const first = new Map<string, NamedWord>();
  let table: WordTable | null = null;
  for (const word of words) {
    const { form, formEnd, index, indexEnd } = word;
    if (index === null) continue;
    const name = spellReference(form, index);
    const former = first.get(name);
    if (!former) {
      first.set(name, word);
      continue;
    }
    table ??= new WordTable(words);
    const [free] = table.freeIndices(form, 1);
    const range = { start: formEnd, end: indexEnd };
    problems.add(
      'duplicate-index',
      word,
      `${quoted(name)} is in the bag twice: an index names one word.`,
      {
        related: [
          { range: { start: former.start, end: former.end }, message: 'The first one is here.' },
        ],
        fixes: [replacement(`Change to ${quoted(spellReference(form, free))}`, range, `#${free}`)],
      },
    );
  }
}

/** Tells of tags outside the tagset, and of tags that were never seen with their word. */
export function checkTags(
  text: string,
  words: readonly (NamedWord | GroupNode)[],
  knowledge: Knowledge,
  problems: ProblemList,
): void {
  for (const word of words) {
    word.tags.forEach((tag, alternative) => {
      // Told where the token was read, or not supported yet.
      if (tag === '' || tag.includes('/') || /.#[0-9]+$/.test(tag) || isComplexCategory(tag))
        return;
      if (!knowledge.tags.has(tag)) tellUnknownTag(text, word, alternative, knowledge, problems);
      else if (word.kind === 'word') tellUnseenTag(word, alternative, knowledge, problems);
    });
  }
}

function tellUnknownTag(
  text: string,
  word: NamedWord | GroupNode,
  alternative: number,
  knowledge: Knowledge,
  problems: ProblemList,
): void {
  const tag = word.tags[alternative];
  const range = tagRange(word, alternative);
  const near = closest(tag, knowledge.tags);
  const fixes = near ? [replacement(`Change to ${quoted(near)}`, range, near)] : [];
  const bare = word.kind === 'word' && !text.startsWith('"', word.start) && !word.optional;
  if (bare) {
    const whole = inQuotes(text.slice(word.start, word.end));
    fixes.push(replacement(`Write ${quoted(whole)}`, word, whole));
  }
  problems.add(
    'unknown-tag',
    range,
    `${quoted(tag)} is not in the tagset. ${near ? `Did you mean ${quoted(near)}?` : 'If the slash belongs to the word, put the word in quotes.'}`,
    { fixes },
  );
}

function tellUnseenTag(
  word: NamedWord,
  alternative: number,
  knowledge: Knowledge,
  problems: ProblemList,
): void {
  const { form, tags } = word;
  // A phrase is no entry of the tag dictionary.
  if (form.includes(' ')) return;
  const seen = knowledge.tagsOf(form);
  if (!seen || (seen.get(tags[alternative]) ?? 0) > 0) return;
  const usual = [...seen].filter(([, count]) => count > 0).sort(([, a], [, b]) => b - a);
  if (usual.length === 0) return;
  const names = usual.slice(0, 3).map(([tag]) => quoted(tag));
  problems.add(
    'unseen-tag',
    tagRange(word, alternative),
    `The model has never seen ${quoted(form)} with the tag ${quoted(tags[alternative])}, only with ${names.join(', ')}${usual.length > 3 ? ' and others' : ''}. Check it.`,
  );
}
