import { irregularForms } from '../morphology/inflection-table.ts';
import { Morphology, type FormCount } from '../morphology/morphology.ts';
import { rulesFor } from '../morphology/languages.ts';
import type { AnnotatedSentence } from '../treebank/conllu.ts';

/** A word's lemma in CoNLL-U if the treebank does not tell it. */
const NO_LEMMA = '_';

/**
 * Counts the forms of lemmas, in lower case: whether a form begins its sentence does not matter then.
 *
 * @param inflections a table of inflections (`irregularForms`); null for none. It serves only a treebank whose language
 *   has rules
 * @returns null if the treebank has no lemmas
 */
export function learnMorphology(
  sentences: Iterable<AnnotatedSentence>,
  inflections: string | null,
): Morphology | null {
  const counts = new Map<string, FormCount>();
  const tags = new Set<string>();
  for (const { forms, lemmas, tags: ofWords, features } of sentences) {
    for (const [i, lemma] of lemmas.entries()) {
      if (lemma === NO_LEMMA && forms[i] !== NO_LEMMA) continue;
      const row = { lemma, tag: ofWords[i], features: features[i], form: forms[i].toLowerCase() };
      tags.add(row.tag);
      const key = [row.lemma, row.tag, row.features, row.form].join('\t');
      counts.set(key, { ...row, count: (counts.get(key)?.count ?? 0) + 1 });
    }
  }
  if (counts.size === 0) return null;
  const rules = rulesFor(tags);
  return new Morphology({
    rules: rules?.name ?? null,
    counts: [...counts].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row),
    irregular: rules === null || inflections === null ? [] : irregularForms(inflections, rules),
  });
}
