import { seenTags, type Knowledge } from '../facts/knowledge.ts';
import type { Constraints } from '../meaning/constraints.ts';
import { quoted } from '../tree/diagnostic.ts';
import { givenTags } from '../tree/given-tag.ts';
import type { Grammar } from '../tree/given-tag.ts';
import type { DiagnosticList } from '../tree/diagnostic-list.ts';
import { spellName } from '../tree/spelling.ts';
import type { NamedWord } from '../tree/syntax.ts';

/** Reports arcs if training has never seen the tags of the two words as head and dependent. */
export function checkTagPairs(
  { words, arcs }: Constraints,
  grammar: Grammar,
  knowledge: Knowledge,
  diagnostics: DiagnosticList,
): void {
  const known = new Map<number, readonly string[]>();
  const tagsOf = (place: number): readonly string[] => {
    let tags = known.get(place);
    if (!tags) known.set(place, (tags = possibleTags(words[place], grammar, knowledge)));
    return tags;
  };
  for (const { head, dependent, written } of arcs) {
    if (diagnostics.full) return;
    const headTags = tagsOf(head);
    const dependentTags = tagsOf(dependent);
    if (headTags.length === 0 || dependentTags.length === 0) continue;
    const seen = headTags.some((headTag) =>
      dependentTags.some((tag) => knowledge.arcCount(headTag, tag) > 0),
    );
    if (seen) continue;
    diagnostics.add(
      'unseen-arc',
      written[0],
      `The model has never seen ${listOf(headTags)} as the head of ${listOf(dependentTags)}, so it can hardly judge the arc from ${name(words[head])} to ${name(words[dependent])}. Check its direction.`,
    );
  }
}

/** The possible tags of a word; empty if they are unknown. */
function possibleTags(
  { form, tags: alternatives, kind }: NamedWord,
  grammar: Grammar,
  knowledge: Knowledge,
): readonly string[] {
  const tags = givenTags(alternatives, grammar);
  if (tags.length > 0)
    return tags.every((tag) => knowledge.tags.has(tag)) ? [...new Set(tags)] : [];
  if (kind === 'lemma' || form.includes(' ')) return [];
  return [...(seenTags(form, knowledge)?.keys() ?? [])];
}

function listOf(tags: readonly string[]): string {
  return tags.slice(0, 3).map(quoted).join(' or ') + (tags.length > 3 ? ' or another' : '');
}

function name(word: NamedWord): string {
  return quoted(spellName(word, word.index));
}
