import type { Category } from '../grammar/ccg/category.ts';
import type { Grammar } from '../grammar/ccg/grammar.ts';
import { joinsOf, type Rule } from '../grammar/ccg/rules.ts';
import { changesOf } from '../grammar/ccg/type-changing.ts';
import type { Stop } from '../util/stop.ts';

/** Neighbouring words that the rules of a grammar join into one phrase. */
export interface Fragment {
  /** The first and the last word, as places in the sentence from 0. */
  readonly first: number;
  readonly last: number;
  /**
   * The possible categories. For a single word, the likeliest comes first. For several words, they
   * are sorted by how often whole sentences have them.
   */
  readonly categories: readonly string[];
}

/** An unseen rule that would join two neighbouring fragments. */
export interface MissingRule {
  /** The index of the left fragment; the next fragment is the right one. */
  readonly left: number;
  readonly rule: Rule;
  readonly parts: readonly [left: string, right: string];
  readonly result: string;
  /**
   * The unary rule that first has to make one of the categories in `parts`, for example `N ⇒ NP`.
   * Null if no unary rule is needed.
   */
  readonly change: string | null;
}

export interface Fragments {
  /** From left to right. If there is only one, it spans all words. */
  readonly parts: readonly Fragment[];
  /** For each two neighbouring fragments, from left to right: the likeliest missing rules. */
  readonly missing: readonly MissingRule[];
}

/** The time grows with the cube of the number of words. A hundred words take some seconds. */
const MOST_WORDS = 100;
/** At most this many missing rules are reported for two neighbouring fragments. */
const MOST_MISSING = 2;
/** Unary rules are tried only on this many of a fragment's categories. */
const MOST_CHANGED = 20;
const simplestFirst: readonly Rule[] = ['>', '<', 'Φ', 'p', '>B', '<B', '>B×', '<B×'];

/**
 * Finds the fewest fragments that cover a string of words, with a chart of all spans (CKY). Among
 * covers with equally few fragments, prefers large fragments. Given arcs are ignored.
 *
 * @param words for each word, the ids of its possible lexical categories, the likeliest first
 * @returns null for more than `MOST_WORDS` words, or after a stop
 */
export function fragmentsOf(
  grammar: Grammar,
  words: readonly (readonly number[])[],
  stop: Stop,
): Fragments | null {
  if (words.length > MOST_WORDS) return null;
  const chart = new SpanChart(grammar, words, stop);
  if (stop.requested) return null;
  const parts = fewest(chart).map(([first, last]): Fragment => {
    const found = [...chart.categoriesOf(first, last)];
    const ids = first === last ? found : found.toSorted(bySentences(grammar));
    return { first, last, categories: ids.map((id) => grammar.textOf(id)) };
  });
  const missing = parts.slice(1).flatMap((right, left) =>
    missingBetween(parts[left], right, grammar)
      .slice(0, MOST_MISSING)
      .map((one) => ({ left, ...one })),
  );
  return { parts, missing };
}

class SpanChart {
  readonly size: number;
  readonly #grammar: Grammar;
  /**
   * Keyed by category: the ids of the rules with this left category. Looking up `firstRule` for
   * every pair of categories would be slower.
   */
  readonly #rulesOf = new Map<number, number[]>();
  readonly #found: ReadonlySet<number>[] = [];

  /** Leaves the chart unfinished after a stop. */
  constructor(grammar: Grammar, words: readonly (readonly number[])[], stop: Stop) {
    this.size = words.length;
    this.#grammar = grammar;
    for (const [rule, left] of grammar.ruleLeft.entries()) {
      const rulesOfLeft = this.#rulesOf.get(left);
      if (rulesOfLeft === undefined) this.#rulesOf.set(left, [rule]);
      else rulesOfLeft.push(rule);
    }
    for (let length = 1; length <= this.size; length++) {
      for (let first = 0; first + length <= this.size; first++) {
        if (stop.requested) return;
        const last = first + length - 1;
        const made = length === 1 ? words[first] : this.#joined(first, last);
        this.#found[first * this.size + last] = this.#withChains(made);
      }
    }
  }

  categoriesOf(first: number, last: number): ReadonlySet<number> {
    return this.#found[first * this.size + last];
  }

  #joined(first: number, last: number): Set<number> {
    const { ruleRight, ruleResult } = this.#grammar;
    const joined = new Set<number>();
    for (let middle = first; middle < last; middle++) {
      const right = this.categoriesOf(middle + 1, last);
      for (const left of this.categoriesOf(first, middle)) {
        for (const rule of this.#rulesOf.get(left) ?? []) {
          if (right.has(ruleRight[rule])) joined.add(ruleResult[rule]);
        }
      }
    }
    return joined;
  }

  /** Returns the given categories, each followed by the results of the chains of unary rules. */
  #withChains(made: Iterable<number>): Set<number> {
    const { chainStart, chainResult } = this.#grammar;
    const all = new Set<number>();
    for (const category of made) {
      all.add(category);
      for (let chain = chainStart[category]; chain < chainStart[category + 1]; chain++) {
        all.add(chainResult[chain]);
      }
    }
    return all;
  }
}

/**
 * Returns the spans of the fewest fragments that cover the sentence. Among covers with equally few
 * fragments, prefers the largest sum of squared lengths.
 */
function fewest(chart: SpanChart): (readonly [first: number, last: number])[] {
  /** Indexed by place in the sentence: the best cover of the words before this place. */
  const best = [{ count: 0, squares: 0, from: 0 }];
  for (let end = 1; end <= chart.size; end++) {
    let chosen = { count: Infinity, squares: 0, from: 0 };
    for (let from = 0; from < end; from++) {
      if (end - from > 1 && chart.categoriesOf(from, end - 1).size === 0) continue;
      const count = best[from].count + 1;
      const squares = best[from].squares + (end - from) ** 2;
      if (count < chosen.count || (count === chosen.count && squares > chosen.squares)) {
        chosen = { count, squares, from };
      }
    }
    best.push(chosen);
  }
  const spans: (readonly [number, number])[] = [];
  for (let end = chart.size; end > 0; end = best[end].from) spans.push([best[end].from, end - 1]);
  return spans.reverse();
}

function bySentences(grammar: Grammar): (a: number, b: number) => number {
  return (a, b) =>
    grammar.rootCount[b] - grammar.rootCount[a] ||
    grammar.textOf(a).length - grammar.textOf(b).length ||
    a - b;
}

/** Finds the unseen rules that would join two fragments, the likeliest first. */
function missingBetween(
  left: Fragment,
  right: Fragment,
  grammar: Grammar,
): Omit<MissingRule, 'left'>[] {
  const [ofLeft, ofRight] = [left, right].map((part) => unchanged(part, grammar));
  const direct = unseenJoins(ofLeft, ofRight, grammar);
  const found =
    direct.length > 0
      ? direct
      : [
          ...unseenJoins(changed(ofLeft), ofRight, grammar),
          ...unseenJoins(ofLeft, changed(ofRight), grammar),
        ];
  const byKey = new Map(found.map((one) => [JSON.stringify(one), one]));
  return [...byKey.values()].sort(byLikelihood(grammar));
}

/**
 * A category to try for a fragment. `change` is the unary rule that makes this category; null if
 * the fragment has the category itself.
 */
interface Offer {
  readonly category: Category;
  readonly change: string | null;
}

function unchanged({ categories }: Fragment, grammar: Grammar): Offer[] {
  return categories.map((text) => ({
    category: grammar.categoryOf(grammar.idOf(text)),
    change: null,
  }));
}

/**
 * Returns the new categories that unary rules make of a fragment's categories. This includes rules
 * that training never saw.
 */
function changed(offers: readonly Offer[]): Offer[] {
  const before = new Set(offers.map(({ category }) => category.text));
  return offers.slice(0, MOST_CHANGED).flatMap(({ category: from }) =>
    changesOf(from)
      .filter(({ text }) => !before.has(text))
      .map((category) => ({ category, change: `${from.text} ⇒ ${category.text}` })),
  );
}

function unseenJoins(
  left: readonly Offer[],
  right: readonly Offer[],
  grammar: Grammar,
): Omit<MissingRule, 'left'>[] {
  return left.flatMap((one) =>
    right.flatMap((other) => {
      const parts = [one.category.text, other.category.text] as const;
      return joinsOf(one.category, other.category)
        .filter(({ category }) => !isSeen(...parts, category.text, grammar))
        .map(({ rule, category }) => ({
          rule,
          parts,
          result: category.text,
          change: one.change ?? other.change,
        }));
    }),
  );
}

function isSeen(left: string, right: string, result: string, grammar: Grammar): boolean {
  const made = grammar.idOf(result);
  let rule = grammar.firstRule(grammar.idOf(left), grammar.idOf(right));
  while (rule >= 0 && grammar.ruleResult[rule] !== made) rule = grammar.nextRule(rule);
  return rule >= 0;
}

/**
 * Sorts missing rules: first by how often whole sentences have the result, then by whether the
 * grammar has the result at all, then by how simple the rule is (`simplestFirst`), then by how
 * short the two joined categories are.
 */
function byLikelihood(
  grammar: Grammar,
): (a: Omit<MissingRule, 'left'>, b: Omit<MissingRule, 'left'>) => number {
  const idOf = ({ result }: Pick<MissingRule, 'result'>): number => grammar.idOf(result);
  const lengthOf = ({ parts }: Pick<MissingRule, 'parts'>): number => parts.join('').length;
  return (a, b) =>
    grammar.rootCount[idOf(b)] - grammar.rootCount[idOf(a)] ||
    Math.min(1, idOf(b)) - Math.min(1, idOf(a)) ||
    simplestFirst.indexOf(a.rule) - simplestFirst.indexOf(b.rule) ||
    lengthOf(a) - lengthOf(b) ||
    (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1);
}
