import { once } from '../util/once.ts';
import { distanceBucket } from './arc-counts.ts';
import type { ModelGrammar } from './grammar.ts';
import { ModelError } from './file.ts';
import type { Lexicon } from './lexicon.ts';
import type { Model } from './model.ts';
import type { Morphology } from '../morphology/morphology.ts';

/** Counts of the arcs with one label, for one tag of the head and one tag of the dependent. */
export interface LabelStatistics {
  readonly label: string;
  readonly count: number;
  /** How often the dependent stands before its head. */
  readonly left: number;
  readonly adjacent: number;
}

/**
 * The counts from a model's training, indexed by the names of tags and labels. The checks of bags
 * use them (as `Knowledge`, in `language/`).
 */
export interface ModelKnowledge {
  /** The most frequent first. */
  readonly tags: ReadonlySet<string>;
  /** The most frequent first. */
  readonly labels: ReadonlySet<string>;
  /**
   * Returns how often training has seen each tag with a form. Null for a form that training has not
   * seen.
   */
  tagsOf(form: string): ReadonlyMap<string, number> | null;
  arcCount(headTag: string, dependentTag: string): number;
  /** Returns the statistics of each label, the most frequent label first. */
  arcStatistics(headTag: string, dependentTag: string): readonly LabelStatistics[];
  /**
   * The first use reads the file. Null if the model has no grammar of categories, or if the grammar
   * cannot be read.
   */
  readonly categories: ModelCategories | null;
  /**
   * The first use reads the file. Null if the model has no forms of lemmas, or if they cannot be
   * read.
   */
  readonly lemmas: Morphology | null;
}

/**
 * How often training has seen each lexical category. Each map has the most frequent category first.
 */
export interface ModelCategories {
  readonly counts: ReadonlyMap<string, number>;
  /** Null for a form that training has not seen. */
  ofWord(form: string): ReadonlyMap<string, number> | null;
  ofTag(tag: string): ReadonlyMap<string, number>;
  /** Returns the most frequent words of a category. */
  wordsOf(category: string): readonly string[];
}

export function knowledgeOf({ lexicon, arcCounts, grammar, morphology }: Model): ModelKnowledge {
  const categories = once(() => (grammar === undefined ? null : categoriesOf(lexicon, grammar)));
  return {
    get categories() {
      return readable(categories);
    },
    get lemmas() {
      return morphology === undefined ? null : readable(morphology);
    },
    tags: new Set(byCount(lexicon.tags, lexicon.tagTotals())),
    labels: new Set(byCount(lexicon.labels, arcCounts.ofLabels(lexicon.labels.length))),
    tagsOf: (form) => (lexicon.isKnown(form) ? lexicon.tagCounts(form) : null),
    arcCount: (headTag, dependentTag) =>
      arcCounts.ofPair(lexicon.tagId(headTag), lexicon.tagId(dependentTag)),
    arcStatistics: (headTag, dependentTag) => {
      const byLabel = new Map<string, { count: number; left: number; adjacent: number }>();
      for (const kind of arcCounts.kinds(lexicon.tagId(headTag), lexicon.tagId(dependentTag))) {
        const label = lexicon.labels[kind.label - 1];
        let sums = byLabel.get(label);
        if (sums === undefined) byLabel.set(label, (sums = { count: 0, left: 0, adjacent: 0 }));
        sums.count += kind.count;
        if (kind.left) sums.left += kind.count;
        if (kind.distance === distanceBucket(1)) sums.adjacent += kind.count;
      }
      return [...byLabel]
        .map(([label, sums]) => ({ label, ...sums }))
        .sort((a, b) => b.count - a.count);
    },
  };
}

/**
 * Returns null if the part of the model that `read` reads is damaged. The error need not be
 * reported here: a search that needs the part reports it.
 */
function readable<T>(read: () => T): T | null {
  try {
    return read();
  } catch (error) {
    if (error instanceof ModelError) return null;
    throw error;
  }
}

const WORDS_TOLD = 10;

function categoriesOf(lexicon: Lexicon, { columns, dictionary }: ModelGrammar): ModelCategories {
  const textOf = (entry: number): string =>
    columns.categories[columns.entryCategory[entry - 1] - 1];
  /** Sums counts, since several entries can have the same category with different modes. */
  const byCategory = (counts: Iterable<readonly [entry: number, count: number]>) => {
    const sums = new Map<string, number>();
    for (const [entry, count] of counts) {
      sums.set(textOf(entry), (sums.get(textOf(entry)) ?? 0) + count);
    }
    return new Map([...sums].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1)));
  };
  const counts = byCategory([...columns.entryCount].map((count, i) => [i + 1, count]));
  /** Collected at the first use, since this takes a pass over the dictionary. */
  let words: Map<string, readonly string[]> | null = null;
  return {
    counts,
    ofWord: (form) =>
      lexicon.isKnown(form) ? byCategory(dictionary.countsOfWord(lexicon.wordId(form))) : null,
    ofTag: (tag) => byCategory(dictionary.countsOfTag(lexicon.tagId(tag))),
    wordsOf: (category) => (words ??= wordsByCategory()).get(category) ?? [],
  };

  function wordsByCategory(): Map<string, readonly string[]> {
    const seen = new Map<string, { form: string; count: number }[]>();
    for (const form of lexicon.words) {
      for (const [text, count] of byCategory(dictionary.countsOfWord(lexicon.wordId(form)))) {
        const forms = seen.get(text) ?? [];
        forms.push({ form, count });
        seen.set(text, forms);
      }
    }
    return new Map(
      [...seen].map(([text, forms]) => [
        text,
        forms
          .sort((a, b) => b.count - a.count || (a.form < b.form ? -1 : 1))
          .slice(0, WORDS_TOLD)
          .map(({ form }) => form),
      ]),
    );
  }
}

/**
 * Sorts names, the most frequent first.
 *
 * @param counts indexed by id, from 1
 */
function byCount(names: readonly string[], counts: Int32Array): string[] {
  const ids = names.map((_, i) => i + 1).sort((a, b) => counts[b] - counts[a]);
  return ids.map((id) => names[id - 1]);
}
