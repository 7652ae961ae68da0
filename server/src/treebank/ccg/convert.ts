import { atom, functor, half, type Category } from '../../grammar/ccg/category.ts';
import type { CcgDerivation } from '../../grammar/ccg/derivation.ts';
import type { AnnotatedSentence } from '../conllu.ts';
import { isProjective, isTree } from '../tree.ts';
import { levelBefore, subjectOf } from './levels.ts';
import type { Group, Merge, Single } from './merges.ts';
import { Phrase, binary, unary } from './phrase.ts';
import { Plans } from './plans.ts';
import {
  N,
  NP,
  PP,
  S,
  clause,
  governing,
  modified,
  modifierOf,
  predicate,
  sizeOf,
  withSlot,
  type Slot,
  type Slotted,
} from './slotted.ts';
import type { Subcategorized } from './subcategorized.ts';
import { Words, punctuationOf } from './words.ts';

export interface Converted {
  readonly derivation: CcgDerivation;
  /** The number of words whose category is guessed, since the tree does not show their function. */
  readonly fallBacks: number;
}

/**
 * The limit on the slots of a phrase (see `Phrase`): composition passes on at most three arguments.
 */
const MOST_SLOTS = 3;

/**
 * The limit on the atoms of a required category (see `Plan`) that a word inside a phrase takes on.
 * If the required category is larger, a unary rule makes it from the natural category of the
 * phrase. Without this limit, categories would grow fast: the category of a modifier is twice as
 * large as the modified category.
 */
const MOST_ATOMS = 16;

const CONJ = atom('conj');

/** The object that a clause lacks, as in *what he said* and *the book I read*. */
const OBJECT: Slot = { slash: '/', argument: NP, mode: 'g' };

/**
 * Converts a tree of Universal Dependencies to a derivation of combinatory categorial grammar.
 *
 * @returns null if the heads are not a projective tree
 */
export function toDerivation(
  sentence: AnnotatedSentence,
  subcategorized: Subcategorized,
): Converted | null {
  if (!isTree(sentence.heads) || !isProjective(sentence.heads)) return null;
  return new Converter(new Words(sentence), subcategorized).convert();
}

class Converter {
  readonly #words: Words;
  readonly #plans: Plans;
  #fallBacks = 0;

  constructor(words: Words, subcategorized: Subcategorized) {
    this.#words = words;
    this.#plans = new Plans(words, subcategorized);
  }

  convert(): Converted {
    const { root } = this.#words;
    const derivation = this.#build(root, governing(this.#plans.natural(root)));
    return { derivation, fallBacks: this.#fallBacks };
  }

  #build(head: number, target: Slotted): CcgDerivation {
    return this.#finish(new Phrase(head, this.#plans.of(head), target));
  }

  #finish(phrase: Phrase): CcgDerivation {
    for (;;) {
      while (this.#fitLevel(phrase));
      const merge = phrase.next();
      if (merge === undefined) return phrase.close();
      this.#take(phrase, merge);
    }
  }

  /**
   * Builds a conjunct after the first, with its conjunction. If possible, the conjunct gets the
   * category of the first conjunct. Otherwise it gets its own natural category.
   */
  #half(head: number, of: Slotted, slots: readonly Slot[]): CcgDerivation {
    const phrase = new Phrase(head, this.#plans.of(head), of, slots);
    const category = half(phrase.category);
    for (let merge = phrase.peek(); isMark(merge); merge = phrase.peek()) {
      phrase.next();
      phrase.putAs(category, 'left', this.#mark(merge.dependent));
      if (merge.kind !== 'coordinator') continue;
      const isConjunction = this.#words.relations[merge.dependent] !== 'punct';
      if (isConjunction && !this.#plans.canBe(head, of.category)) {
        phrase.base = governing(this.#plans.natural(head));
        phrase.slots = [];
      }
      return this.#finish(phrase);
    }
    phrase.change(category);
    return this.#finish(phrase);
  }

  #mark(i: number): CcgDerivation {
    const isPunctuation = this.#words.relations[i] === 'punct';
    return this.#build(i, governing(isPunctuation ? punctuationOf(this.#words.tags[i]) : CONJ));
  }

  /**
   * Adds a unary rule that makes the required category of a phrase from its natural category,
   * unless a word inside the phrase takes on the required category. Returns whether a rule was
   * added.
   */
  #fitLevel(phrase: Phrase): boolean {
    const { head, level, base } = phrase;
    const { text } = base.category;
    if (text === level.text) return false;
    const isTooLarge = sizeOf(base.category) > MOST_ATOMS && phrase.left > 0;
    if (!isTooLarge && this.#plans.isTaken(head, phrase.left)) return false;
    const isBare = !this.#plans.hasDeterminer(head, phrase.left);
    if (text === N.text && level.text === NP.text && isBare) return false;
    const outer = phrase.category;
    phrase.base = governing(level.text === N.text && text !== NP.text ? NP : level);
    if (this.#hasGap(phrase)) phrase.slots = [OBJECT];
    phrase.change(outer);
    return true;
  }

  /** Whether a phrase is a relative clause without wh-word and object: *the book **I read***. */
  #hasGap({ head, left, plan, base, slots }: Phrase): boolean {
    const words = this.#words;
    if (words.labels[head] !== 'acl:relcl' || left < plan.merges.length) return false;
    if (slots.length > 0 || !isClause(base.category)) return false;
    const hasWh = plan.merges.some(({ kind }) => kind === 'wh' || kind === 'wh-object');
    return !hasWh && words.isObjectOf(words.heads[head], head);
  }

  #take(phrase: Phrase, merge: Merge): void {
    switch (merge.kind) {
      case 'punctuation':
        phrase.put(merge.side, this.#mark(merge.dependent));
        break;
      case 'modifier':
        this.#takeModifier(phrase, merge);
        break;
      case 'argument':
      case 'fixed':
        this.#takeArgument(phrase, merge);
        break;
      case 'subject':
        this.#takeSubject(phrase, merge);
        break;
      case 'fronted':
        this.#takeFronted(phrase, merge);
        break;
      case 'conjunct':
        this.#takeConjunct(phrase, merge);
        break;
      case 'coordinator': {
        const isPunctuation = this.#words.relations[merge.dependent] === 'punct';
        if (isPunctuation) phrase.put(merge.side, this.#mark(merge.dependent));
        else this.#takeModifier(phrase, merge);
        break;
      }
      case 'auxiliary':
        this.#takeAuxiliary(phrase, merge);
        break;
      case 'inverted':
        this.#takeInverted(phrase, merge);
        break;
      case 'predication':
        this.#takePredication(phrase, merge);
        break;
      case 'flat':
        this.#takeFlat(phrase, merge);
        break;
      default:
        this.#takeFunction(phrase, merge);
    }
  }

  #takeModifier(phrase: Phrase, { side, dependent, isFallBack }: Single): void {
    if (isFallBack) this.#fallBacks++;
    const { category } = phrase.base;
    const isDegree = side === 'left' && category.text === predicate('adj').text;
    const x = isDegree ? category : modified(category);
    phrase.put(side, this.#build(dependent, modifierOf(x, toward(side))));
  }

  #takeArgument(phrase: Phrase, merge: Single): void {
    const { side, dependent } = merge;
    if (phrase.slots.length >= MOST_SLOTS) {
      this.#takeModifier(phrase, { ...merge, isFallBack: true });
      return;
    }
    const argument =
      merge.kind === 'fixed' ? this.#fixed(dependent) : this.#plans.argument(dependent);
    phrase.put(side, this.#build(dependent, governing(argument)));
    const slash = side === 'left' ? '\\' : '/';
    phrase.slots = [...phrase.slots, { slash, argument, mode: 'g' }];
  }

  #fixed(i: number): Category {
    const kind = this.#words.kind(i);
    const tag = this.#words.tags[i];
    if (/^(?:IN|TO|RP)$/.test(tag)) return PP;
    return kind === 'adjective' ? predicate('adj') : kind === 'noun' ? N : this.#plans.natural(i);
  }

  #takeSubject(phrase: Phrase, merge: Single): void {
    const { dependent } = merge;
    if (!isClause(phrase.base.category)) {
      this.#takeModifier(phrase, { ...merge, isFallBack: true });
      return;
    }
    const argument = subjectOf(this.#words, dependent);
    let subject = this.#build(dependent, governing(argument));
    if (phrase.slots.length > 0) subject = unary(raised(argument), subject);
    phrase.put('left', subject);
    phrase.base = withSlot(phrase.base, { slash: '\\', argument, mode: 'g' });
  }

  #takeFronted(phrase: Phrase, merge: Single): void {
    const { dependent } = merge;
    const s = phrase.base.category;
    if (!isClause(s) || phrase.slots.length >= MOST_SLOTS) {
      this.#takeModifier(phrase, { ...merge, isFallBack: true });
      return;
    }
    const argument = this.#plans.argument(dependent);
    const fronted = functor(s, '/', functor(s, '/', argument));
    phrase.put('left', unary(fronted, this.#build(dependent, governing(argument))));
    phrase.slots = [{ slash: '/', argument, mode: 'g' }, ...phrase.slots];
  }

  /**
   * Splits a determiner, preposition, marker or wh-phrase off the phrase. This dependent takes the
   * rest as its argument. The rest has its natural category; both together have the required
   * category.
   */
  #takeFunction(phrase: Phrase, merge: Single): void {
    const { plan, head, left, base } = phrase;
    const isOutside = merge.kind === 'determiner' && base.category.text !== NP.text;
    if (isOutside && !this.#plans.takesTarget(head, merge)) {
      this.#takeModifier(phrase, merge);
      return;
    }
    const level = levelBefore(plan.levels, plan.merges, left);
    const hasGap = merge.kind === 'wh-object' && phrase.slots.length < MOST_SLOTS;
    const argument = hasGap ? withSlot(governing(level), OBJECT).category : level;
    const slash = toward(merge.side);
    const target = withSlot(base, { slash, argument, mode: 'h' });
    phrase.put(merge.side, this.#build(merge.dependent, target));
    if (hasGap) phrase.slots = [OBJECT, ...phrase.slots];
    phrase.base = governing(level);
  }

  #takeAuxiliary(phrase: Phrase, { side, members }: Group): void {
    const { plan, left, base } = phrase;
    const argument = levelBefore(plan.levels, plan.merges, left);
    const target = withSlot(base, { slash: toward(side), argument, mode: 'f' });
    phrase.put(side, this.#withAdverbs(members, target, base));
    phrase.base = governing(argument);
  }

  #withAdverbs(members: readonly number[], target: Slotted, base: Slotted): CcgDerivation {
    const [auxiliary, ...adverbs] = members;
    const modifier = modifierOf(modified(base.category), '\\');
    return adverbs.reduce<CcgDerivation>(
      (inner, adverb) => binary(target.category, inner, this.#build(adverb, modifier)),
      this.#build(auxiliary, target),
    );
  }

  #takeInverted(phrase: Phrase, { members }: Group): void {
    const { plan, left, base } = phrase;
    const subject = members.at(-1)!;
    const argument = levelBefore(plan.levels, plan.merges, left);
    const rest = withSlot(base, { slash: '/', argument, mode: 'f' });
    const first = subjectOf(this.#words, subject);
    const target = withSlot(rest, { slash: '/', argument: first, mode: 'w' });
    const auxiliary = this.#withAdverbs(members.slice(0, -1), target, base);
    phrase.put('left', binary(rest.category, auxiliary, this.#build(subject, governing(first))));
    phrase.base = governing(argument);
  }

  #takePredication(phrase: Phrase, { members }: Group): void {
    if (phrase.slots.length >= MOST_SLOTS) {
      this.#takeGuesses(phrase, members);
      return;
    }
    const { plan, left, head } = phrase;
    const level = levelBefore(plan.levels, plan.merges, left);
    const words = this.#words;
    const isInverted = words.relations[members[0]] === 'cop';
    const [copula, subject] = isInverted ? members : [members[1], members[0]];
    const argument = subjectOf(words, subject);
    const feature = !isInverted
      ? words.feature(copula, copula)
      : words.isWhPhrase(head) || words.isQuestion
        ? 'q'
        : 'inv';
    const result = functor(clause(feature), '/', level);
    const beside = this.#build(subject, governing(argument));
    if (isInverted) {
      const target = { category: functor(result, '/', argument), modes: 'wf' };
      phrase.put('right', binary(result, this.#build(copula, target), beside));
    } else {
      const target = { category: functor(predicate(feature, argument), '/', level), modes: 'fg' };
      const lacking = this.#build(copula, target);
      phrase.put('right', binary(result, unary(raised(argument), beside), lacking));
    }
    const slot: Slot = { slash: '/', argument: result, mode: 'g' };
    if (phrase.slots.length > 0) phrase.slots = [...phrase.slots, slot];
    else phrase.base = withSlot(phrase.base, slot);
  }

  #takeFlat(phrase: Phrase, { members }: Group): void {
    if (phrase.slots.length >= MOST_SLOTS) {
      this.#takeGuesses(phrase, members);
      return;
    }
    const inner = { category: functor(N, '/', N), modes: 'w' };
    const name = members
      .slice(0, -1)
      .reduceRight<CcgDerivation>(
        (rest, i) => binary(N, this.#build(i, inner), rest),
        this.#build(members.at(-1)!, governing(N)),
      );
    phrase.put('right', name);
    phrase.slots = [...phrase.slots, { slash: '/', argument: N, mode: 'g' }];
  }

  /**
   * Takes each word of a group after the head as a modifier. This is a guess for a head with too
   * many slots.
   */
  #takeGuesses(phrase: Phrase, members: readonly number[]): void {
    for (const dependent of [...members].reverse()) {
      const merge = { kind: 'modifier', side: 'right', stage: 0, dependent } as const;
      this.#takeModifier(phrase, { ...merge, isFallBack: true });
    }
  }

  #takeConjunct(phrase: Phrase, merge: Single): void {
    const { dependent } = merge;
    const { base, slots } = phrase;
    const conjunct = this.#plans.of(dependent);
    const hasConjunction = conjunct.merges.some(
      (inner) => inner.kind === 'coordinator' && this.#words.relations[inner.dependent] === 'cc',
    );
    if (!hasConjunction && !this.#plans.canBe(dependent, base.category)) {
      this.#takeModifier(phrase, merge);
      return;
    }
    const hasOwn = conjunct.merges.some(({ kind }) => kind === 'argument' || kind === 'wh-object');
    if (slots.length === 0 || !hasOwn) {
      phrase.put('right', this.#half(dependent, base, slots));
      return;
    }
    const { category } = base;
    const modifier = functor(category, '\\', category);
    phrase.put('right', unary(modifier, this.#half(dependent, base, [])));
  }
}

/**
 * Returns the slash that points at the argument of a phrase.
 *
 * @param side on which side of its argument the phrase stands
 */
function toward(side: 'left' | 'right'): '/' | '\\' {
  return side === 'left' ? '/' : '\\';
}

/**
 * The category of a type-raised subject, `S/(S\NP)`. With it, the subject can combine with a
 * predicate that still lacks an argument besides the subject, such as `(S\NP)/NP`.
 */
function raised(subject: Category): Category {
  return functor(S, '/', functor(S, '\\', subject));
}

function isClause(category: Category): boolean {
  return category.kind === 'atom' && category.name === 'S';
}

function isMark(
  merge: Merge | undefined,
): merge is Single & { kind: 'punctuation' | 'coordinator'; side: 'left' } {
  return merge?.side === 'left' && (merge.kind === 'punctuation' || merge.kind === 'coordinator');
}
