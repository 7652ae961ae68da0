import { isModifier, type Category } from '../../grammar/ccg/category.ts';
import { isListedUnary } from '../../grammar/ccg/type-changing.ts';
import { levelsOf, subjectOf } from './levels.ts';
import { mergesOf, type Merge } from './merges.ts';
import { N, NP, PP, PR } from './slotted.ts';
import type { Subcategorized } from './subcategorized.ts';
import type { Words } from './words.ts';

/**
 * A plan for the phrase of a head: the merges, the innermost first, and the natural categories
 * (`levelsOf`). A phrase has its natural category unless another phrase requires a different one,
 * the required category.
 */
export interface Plan {
  readonly merges: readonly Merge[];
  readonly levels: readonly Category[];
}

/** A plan ignores the category that other phrases require. */
export class Plans {
  readonly #words: Words;
  readonly #subcategorized: Subcategorized;
  readonly #plans = new Map<number, Plan>();

  constructor(words: Words, subcategorized: Subcategorized) {
    this.#words = words;
    this.#subcategorized = subcategorized;
  }

  of(head: number): Plan {
    let plan = this.#plans.get(head);
    if (plan === undefined) {
      const merges = mergesOf(this.#words, head, this.#subcategorized);
      plan = { merges, levels: levelsOf(this.#words, head, merges) };
      this.#plans.set(head, plan);
    }
    return plan;
  }

  /**
   * The natural category of a head's whole phrase. For a noun without determiner, this is NP, not
   * N.
   */
  natural(head: number): Category {
    const level = this.of(head).levels.at(-1)!;
    return level.text === N.text ? NP : level;
  }

  /** The category that the phrase of word `i` has as an argument. */
  argument(i: number): Category {
    const relation = this.#words.relations[i];
    if (relation === 'nsubj' || relation === 'expl') return subjectOf(this.#words, i);
    if (relation === 'compound') return PR;
    if (relation === 'obl') return i < this.#words.heads[i] ? NP : PP;
    return relation === 'obj' || relation === 'iobj' ? NP : this.natural(i);
  }

  /**
   * Whether a word of a phrase can take on any required category, so that no unary rule is needed.
   * Considers only the head and the first merges.
   *
   * @param left the number of these merges
   */
  isTaken(head: number, left = this.of(head).merges.length): boolean {
    const { merges } = this.of(head);
    for (let i = left - 1; i >= 0; i--) {
      if (this.takesTarget(head, merges[i])) return true;
      if (ofClauses.has(merges[i].kind)) return false;
    }
    return this.#words.isFree(head) && !this.#isPhrase(head, left);
  }

  takesTarget(head: number, merge: Merge): boolean {
    if (merge.kind !== 'determiner') return takers.has(merge.kind);
    return this.#words.isWhPhrase(merge.dependent) || this.#words.isWhPhrase(head);
  }

  /**
   * Whether a noun forms a noun phrase even without a determiner of its own. It does if it has an
   * apposition: in *the **Agency** (CIA) chief*, *CIA* is the apposition of *Agency*, and *the*
   * belongs to *chief*.
   */
  #isPhrase(head: number, left: number): boolean {
    if (this.#words.kind(head) !== 'noun') return false;
    const { merges } = this.of(head);
    return merges
      .slice(0, left)
      .some(
        (merge) => merge.kind === 'conjunct' && this.#words.relations[merge.dependent] !== 'conj',
      );
  }

  hasDeterminer(head: number, left = this.of(head).merges.length): boolean {
    const { merges } = this.of(head);
    return merges.slice(0, left).some(({ kind }) => kind === 'determiner');
  }

  /**
   * Whether a conjunct can have the category. If need be, a unary rule makes the conjunct a
   * modifier.
   */
  canBe(head: number, category: Category): boolean {
    const natural = this.natural(head);
    if (category.text === natural.text || this.isTaken(head)) return true;
    if (isModifier(category) && isListedUnary(natural, category)) return true;
    return category.text === N.text && natural.text === NP.text && !this.hasDeterminer(head);
  }
}

const takers: ReadonlySet<string> = new Set(['case', 'marker', 'wh', 'wh-object', 'degree']);

/**
 * The merges that make a clause. Inside the clause, neither the head nor a word that was merged
 * earlier can take on the category that is required of the whole phrase.
 */
const ofClauses: ReadonlySet<string> = new Set([
  'auxiliary',
  'inverted',
  'subject',
  'predication',
  'fronted',
]);
