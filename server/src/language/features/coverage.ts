import { constraintsOf } from '../meaning/constraints.ts';
import {
  seenTags,
  likeliestTag,
  taggedPart,
  type CategoryKnowledge,
  type Knowledge,
} from '../facts/knowledge.ts';
import { givenTag, givenTags } from '../tree/given-tag.ts';
import type { Grammar } from '../tree/given-tag.ts';
import type { Range } from '../tree/diagnostic.ts';
import { spellName } from '../tree/spelling.ts';
import {
  arcsOf,
  depsOf,
  featuresText,
  lemmaOf,
  wordsOf,
  type BagNode,
  type NamedWord,
} from '../tree/syntax.ts';

/** How much of a bag training has seen. Ranges are offsets in the bag. */
export interface BagCoverage {
  readonly words: readonly WordCoverage[];
  readonly arcs: readonly ArcCoverage[];
  /** Null without `grammar: ccg`, or if the model has no categories. */
  readonly categories: CategoryCoverage | null;
}

/**
 * The words and categories of a bag that training has not seen. A word that the bag has twice is
 * listed twice.
 */
export interface CategoryCoverage {
  /** Words without a given category that training has not seen with any category. */
  readonly unknown: readonly string[];
  /** Given categories that training has never seen with their word. Unseen words are left out. */
  readonly unseen: readonly { readonly form: string; readonly category: string }[];
}

export interface WordCoverage {
  readonly range: Range;
  readonly form: string;
  /**
   * How often training has seen the word: with its given categories if it has any, otherwise with
   * its given tags if it has any, otherwise with any tag. For a lemma, all its forms count.
   */
  readonly count: number;
}

export interface ArcCoverage {
  /** The range of the dependent in `deps:`. */
  readonly range: Range;
  /** The range of the arc's line in `deps:`. */
  readonly line: Range;
  /** The arc as text for people: `led -nsubj-> Talcott`. */
  readonly name: string;
  /**
   * How often training has seen an arc between the tags of the two words, with the given label if
   * there is one. If the first realization uses both words, this counts only arcs with the head on
   * the same side of the dependent as in the realization.
   */
  readonly count: number;
  /**
   * Whether training has seen the arc, but always with the head on the other side of the dependent
   * than in the first realization.
   */
  readonly isTurned: boolean;
}

/**
 * Counts how often training has seen a bag's words, arcs and categories.
 *
 * @param tokens the words of the first realization, in order; empty without a realization
 */
export function coverageOf(
  bag: BagNode,
  knowledge: Knowledge,
  tokens: readonly { readonly word: number; readonly tag: string }[],
): BagCoverage {
  const { words: named, arcs } = constraintsOf(bag);
  const places = new Map(tokens.map(({ word }, place) => [word, place]));
  const tagOf = (word: number): string | null =>
    tokens.find((token) => token.word === word)?.tag ??
    likeliestTag(named[word], bag.grammar, knowledge);
  const lines = new Map(
    depsOf(bag).flatMap((line) => arcsOf(line).map(({ dependent }) => [dependent, line] as const)),
  );
  const name = (word: number): string => spellName(named[word], named[word].index);
  return {
    words: wordsOf(bag).map((word) => ({
      range: { start: word.start, end: word.end },
      form: word.form,
      count: countOf(word, bag.grammar, knowledge),
    })),
    arcs: arcs.map(({ head, dependent, label, written }) => {
      const [headTag, tag] = [tagOf(head), tagOf(dependent)];
      const kinds =
        headTag === null || tag === null
          ? []
          : knowledge
              .arcStatistics(headTag, tag)
              .filter((kind) => label === null || kind.label === label);
      const sum = (of: (kind: { count: number; left: number }) => number): number =>
        kinds.reduce((total, kind) => total + of(kind), 0);
      const all = sum(({ count }) => count);
      const left = sum((kind) => kind.left);
      const [at, headAt] = [places.get(dependent), places.get(head)];
      const count =
        at === undefined || headAt === undefined ? all : at < headAt ? left : all - left;
      const [reference] = written;
      const line = lines.get(reference)!;
      return {
        range: { start: reference.start, end: reference.end },
        line: { start: line.start, end: line.end },
        name: `${name(head)} -${label ?? ''}${label === null ? '' : '-'}> ${name(dependent)}`,
        count,
        isTurned: count === 0 && all > 0,
      };
    }),
    categories: categoriesOf(bag, knowledge),
  };
}

function categoriesOf(bag: BagNode, knowledge: Knowledge): CategoryCoverage | null {
  const { categories } = knowledge;
  if (bag.grammar !== 'ccg' || categories === null) return null;
  const words = wordsOf(bag).map((word) => ({
    form: word.form,
    seen: categoriesSeen(word, bag.grammar, knowledge, categories),
    given: givenCategories(word.tags, bag.grammar),
  }));
  return {
    unknown: words.flatMap(({ form, seen, given }) =>
      seen === null && given.length === 0 ? [form] : [],
    ),
    unseen: words.flatMap(({ form, seen, given }) =>
      given
        .filter((category) => seen?.has(category) === false)
        .map((category) => ({ form, category })),
    ),
  };
}

function givenCategories(alternatives: readonly string[], grammar: Grammar): string[] {
  const given = alternatives.flatMap((one) => givenTag(one, grammar).category?.text ?? []);
  return [...new Set(given)];
}

/** The categories that training has seen with a word, or with the forms that a lemma can have. */
function categoriesSeen(
  word: NamedWord,
  grammar: Grammar,
  { lemmas }: Knowledge,
  categories: CategoryKnowledge,
): ReadonlyMap<string, number> | null {
  if (word.kind === 'word') return categories.ofWord(taggedPart(word.form));
  const lemma = lemmaOf(word);
  const forms = lemmas?.candidates(lemma, givenTags(word.tags, grammar), featuresText(word));
  const seen = new Map<string, number>();
  for (const form of new Set(forms?.map((one) => one.form) ?? [lemma])) {
    for (const [category, count] of categories.ofWord(form) ?? []) {
      seen.set(category, (seen.get(category) ?? 0) + count);
    }
  }
  return seen.size === 0 ? null : seen;
}

/**
 * The `count` of a word's coverage. A phrase counts as its last word, since the tag of a phrase
 * describes this word. A lemma that training has never seen as a lemma counts as a plain word.
 */
function countOf(word: NamedWord, grammar: Grammar, knowledge: Knowledge): number {
  const given = givenCategories(word.tags, grammar);
  if (given.length > 0 && knowledge.categories !== null) {
    const seen = categoriesSeen(word, grammar, knowledge, knowledge.categories);
    return given.reduce((sum, category) => sum + (seen?.get(category) ?? 0), 0);
  }
  const tags = givenTags(word.tags, grammar);
  if (word.kind === 'word') return countOfForm(taggedPart(word.form), tags, knowledge);
  const lemma = lemmaOf(word);
  const count = knowledge.lemmas?.countOf(lemma, tags) ?? 0;
  return count > 0 ? count : countOfForm(lemma, tags, knowledge);
}

function countOfForm(form: string, tags: readonly string[], knowledge: Knowledge): number {
  const seen = seenTags(form, knowledge);
  if (seen === null) return 0;
  const asked = tags.length === 0 ? [...seen.keys()] : [...new Set(tags)];
  return asked.reduce((sum, tag) => sum + (seen.get(tag) ?? 0), 0);
}
