import type { LanguageModel } from '../lm/query/language-model.ts';
import { NO_FORM_CHOICE } from '../morphology/form-choice.ts';
import { irregularForms } from '../morphology/inflection-table.ts';
import { Morphology, type FormCount } from '../morphology/morphology.ts';
import { rulesFor } from '../morphology/languages.ts';
import type { AnnotatedSentence } from '../treebank/conllu.ts';
import { learnFormChoice } from './learn-form-choice.ts';

/** CoNLL-U's sign for a missing lemma. */
const NO_LEMMA = '_';

/**
 * Counts the forms of lemmas, in lower case, so that it does not matter whether a form begins its
 * sentence.
 *
 * @param inflections a table of inflections (`irregularForms`); null for none. Ignored if no rules
 *   fit the treebank (`rulesFor`)
 * @param languageModel has not seen the treebank. Null to learn no form choice (`learnFormChoice`)
 * @returns null if the treebank has no lemmas
 */
export function learnMorphology(
  sentences: readonly AnnotatedSentence[],
  inflections: string | null,
  languageModel: LanguageModel | null,
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
  const counted = new Morphology({
    rules: rules?.name ?? null,
    counts: [...counts].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row),
    irregular: rules === null || inflections === null ? [] : irregularForms(inflections, rules),
    choice: NO_FORM_CHOICE,
    choiceInTree: null,
  });
  if (languageModel === null) return counted;
  const choices = learnFormChoice(sentences, counted, languageModel);
  return new Morphology({ ...counted.data, ...choices });
}
