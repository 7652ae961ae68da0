import { WordTable } from '../meaning/word-table.ts';
import { quoted, replacement } from '../tree/diagnostic.ts';
import type { Fix } from '../tree/diagnostic.ts';
import type { DiagnosticList } from '../tree/diagnostic-list.ts';
import { spellName } from '../tree/spelling.ts';
import type { NamedWord } from '../tree/syntax.ts';

/** Reports a word with the same form and index as an earlier word, such as a second `of#1`. */
export function checkIndices(words: readonly NamedWord[], diagnostics: DiagnosticList): void {
  const first = new Map<string, NamedWord>();
  let table: WordTable | null = null;
  for (const word of words) {
    const { form, formEnd, index, indexEnd } = word;
    if (diagnostics.full) return;
    if (index === null) continue;
    const name = spellName(word, index);
    const former = first.get(name);
    if (!former) {
      first.set(name, word);
      continue;
    }
    const fixes: Fix[] = [];
    if (diagnostics.maySearch) {
      table ??= new WordTable(words);
      const [free] = table.freeIndices(form, 1);
      fixes.push(
        replacement(
          `Change to ${quoted(spellName(word, free))}`,
          { start: formEnd, end: indexEnd },
          `#${free}`,
        ),
      );
    }
    diagnostics.add(
      'duplicate-index',
      word,
      `${quoted(name)} is in the bag twice: an index names one word.`,
      {
        related: [
          { range: { start: former.start, end: former.end }, message: 'The first one is here.' },
        ],
        fixes,
      },
    );
  }
}
