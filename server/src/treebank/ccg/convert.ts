import { atom, functor, half, isModifier, type Category } from '../../grammar/ccg/category.ts';
import type { Binary, CcgDerivation, Unary } from '../../grammar/ccg/derivation.ts';
import { isListedUnary } from '../../grammar/ccg/type-changing.ts';
import type { AnnotatedSentence } from '../conllu.ts';
import { isProjective, isTree } from '../tree.ts';
import { levelBefore, levelsOf, subjectOf } from './levels.ts';
import { mergesOf, type Group, type Merge, type Single } from './merges.ts';
import {
  N,
  NP,
  PP,
  PR,
  S,
  clause as toClause,
  governing,
  modified,
  modifierOf,
  predicate,
  sizeOf,
  withSlot,
  withSlots,
  type Slot,
  type Slotted,
} from './slotted.ts';
import type { Subcategorized } from './subcategorized.ts';
import { Words, punctuationOf } from './words.ts';

export interface Converted {
  readonly derivation: CcgDerivation;
  /** How many words have a category that is only a guess, since the tree does not say what they do. */
  readonly fallBacks: number;
}

/** A word takes at most so many arguments of its own, since composition reaches no deeper. */
const MOST_SLOTS = 3;

/** The category of a modifier is twice as large as what it modifies: of larger ones, that is brought down. */
const MOST_ATOMS = 16;

/**
 * Converts a tree of Universal Dependencies to a derivation of combinatory categorial grammar.
 *
 * @param subcategorized which prepositional phrases are arguments: `subcategorizedOf` the treebank
 * @returns null where the heads are no tree, or one that is not projective
 */
export function toDerivation(
  sentence: AnnotatedSentence,
  subcategorized: Subcategorized,
): Converted | null {
  if (!isTree(sentence.heads) || !isProjective(sentence.heads)) return null;
  return new Converter(new Words(sentence), subcategorized).convert();
}

/** The merges of a head, and its natural category before the first and after each. */
interface Plan {
  readonly merges: readonly Merge[];
  readonly levels: readonly Category[];
}

/** What is still to be built of a phrase, from the outermost merge inwards. */
interface State {
  readonly head: number;
  readonly plan: Plan;
  /** How many merges are left. */
  left: number;
  /** The category of what is left, but for the slots. */
  base: Slotted;
  /** Arguments that were taken outside, the last of them first. */
  slots: readonly Slot[];
  /** Puts what was taken outside around what is left. */
  readonly around: ((inner: CcgDerivation) => CcgDerivation)[];
}

class Converter {
  readonly #words: Words;
  readonly #subcategorized: Subcategorized;
  readonly #plans = new Map<number, Plan>();
  #fallBacks = 0;

  constructor(words: Words, subcategorized: Subcategorized) {
    this.#words = words;
    this.#subcategorized = subcategorized;
  }

  convert(): Converted {
    const { root } = this.#words;
    const derivation = this.#build(root, governing(this.#natural(root)));
    return { derivation, fallBacks: this.#fallBacks };
  }

  #plan(head: number): Plan {
    let plan = this.#plans.get(head);
    if (plan === undefined) {
      const merges = mergesOf(this.#words, head, this.#subcategorized);
      plan = { merges, levels: levelsOf(this.#words, head, merges) };
      this.#plans.set(head, plan);
    }
    return plan;
  }

  /** The category that a phrase has by itself. */
  #natural(head: number): Category {
    const level = this.#plan(head).levels.at(-1)!;
    return level === N ? NP : level;
  }

  #argument(i: number): Category {
    const relation = this.#words.relations[i];
    if (relation === 'nsubj' || relation === 'expl') return subjectOf(this.#words, i);
    if (relation === 'compound') return PR;
    if (relation === 'obl') return i < this.#words.heads[i] ? NP : PP;
    return relation === 'obj' || relation === 'iobj' ? NP : this.#natural(i);
  }

  /** A phrase of a given category, whose last words take the slots. */
  #build(head: number, target: Slotted, slots: readonly Slot[] = []): CcgDerivation {
    const plan = this.#plan(head);
    const left = plan.merges.length;
    return this.#inside({ head, plan, left, base: target, slots, around: [] });
  }

  /** Half of a coordination; its category is that of the first conjunct, unless the conjunction joins what differs. */
  #half(head: number, of: Slotted, slots: readonly Slot[]): CcgDerivation {
    const plan = this.#plan(head);
    const state: State = {
      head,
      plan,
      left: plan.merges.length,
      base: of,
      slots,
      around: [],
    };
    const category = half(withSlots(of, slots).category);
    while (state.left > 0) {
      const merge = plan.merges[state.left - 1];
      const isMark = merge.kind === 'punctuation' || merge.kind === 'coordinator';
      if (!isMark || merge.side !== 'left') break;
      state.left--;
      const isPunctuation = this.#words.relations[merge.dependent] === 'punct';
      const mark = this.#mark(merge.dependent);
      state.around.push((inner) => binary(category, mark, inner));
      if (merge.kind !== 'coordinator') continue;
      const isAdverbial =
        isModifier(of.category) && isListedUnary(this.#natural(head), of.category);
      if (!isPunctuation && !isAdverbial && !this.#fits(head, of.category)) {
        state.base = governing(this.#natural(head));
        state.slots = [];
      }
      return this.#inside(state);
    }
    state.around.push((inner) => unary(category, inner));
    return this.#inside(state);
  }

  /** A conjunction or a punctuation mark. */
  #mark(i: number): CcgDerivation {
    const isPunctuation = this.#words.relations[i] === 'punct';
    const category = isPunctuation ? punctuationOf(this.#words.tags[i]) : CONJ;
    return this.#build(i, governing(category));
  }

  #inside(state: State): CcgDerivation {
    for (;;) {
      while (this.#fitLevel(state));
      if (state.left === 0) break;
      state.left--;
      this.#take(state, state.plan.merges[state.left]);
    }
    const { category, modes } = withSlots(state.base, state.slots);
    const leaf: CcgDerivation = { kind: 'leaf', category, modes, word: state.head };
    return state.around.reduceRight<CcgDerivation>((inner, put) => put(inner), leaf);
  }

  /** Brings the category down to the natural one by a unary rule, unless what is inside takes it as it is. */
  #fitLevel(state: State): boolean {
    const level = state.plan.levels[state.left];
    const { category } = state.base;
    if (category.text === level.text) return false;
    const isTooLarge = sizeOf(category) > MOST_ATOMS && state.left > 0;
    if (!isTooLarge && this.#isTaken(state.head, state.left)) return false;
    if (category === N && level === NP && !this.#hasDeterminer(state)) return false;
    const outer = withSlots(state.base, state.slots).category;
    state.base = governing(level === N && category.text !== NP.text ? NP : level);
    const gap = this.#gap(state);
    if (gap !== null) state.slots = [gap];
    state.around.push((inner) => unary(outer, inner));
    return true;
  }

  #hasDeterminer({ plan, left }: State): boolean {
    return plan.merges.slice(0, left).some(({ kind }) => kind === 'determiner');
  }

  /** The object that a relative clause without a wh-word lacks. */
  #gap({ head, plan, left, base, slots }: State): Slot | null {
    const words = this.#words;
    const isRelative = words.labels[head] === 'acl:relcl' && left === plan.merges.length;
    if (!isRelative || slots.length > 0 || base.category.kind !== 'atom') return null;
    const hasWh = plan.merges.some(({ kind }) => kind === 'wh' || kind === 'wh-object');
    if (hasWh || !words.isObjectOf(words.heads[head], head)) return null;
    return { slash: '/', argument: NP, mode: 'g' };
  }

  /** Whether the head, or a word among its first merges, takes whatever category is wanted of the phrase. */
  #isTaken(head: number, left: number): boolean {
    const { merges } = this.#plan(head);
    for (let i = left - 1; i >= 0; i--) {
      const merge = merges[i];
      if (this.#takesTarget(head, merge)) return true;
      if (keepsLevel.has(merge.kind)) return false;
    }
    return this.#words.isFree(head) && !this.#hasPhrases(head, left);
  }

  /** *the CIA, or **Agency**, chief*: what phrases are beside is a phrase itself. */
  #hasPhrases(head: number, left: number): boolean {
    if (this.#words.kind(head) !== 'noun') return false;
    return this.#plan(head)
      .merges.slice(0, left)
      .some(
        ({ kind, ...merge }) =>
          kind === 'conjunct' &&
          'dependent' in merge &&
          this.#words.relations[merge.dependent] !== 'conj',
      );
  }

  #takesTarget(head: number, merge: Merge): boolean {
    if (merge.kind === 'determiner') {
      return this.#words.isWhPhrase(merge.dependent) || this.#words.isWhPhrase(head);
    }
    return takers.has(merge.kind);
  }

  /** Whether a phrase can have a category without a unary rule, but for that of nouns. */
  #fits(head: number, category: Category): boolean {
    const plan = this.#plan(head);
    if (category.text === this.#natural(head).text) return true;
    const left = plan.merges.length;
    if (category === N && !plan.merges.some(({ kind }) => kind === 'determiner')) {
      if (plan.levels[left] === N || plan.levels[left] === NP) return true;
    }
    return this.#isTaken(head, left);
  }

  #take(state: State, merge: Merge): void {
    switch (merge.kind) {
      case 'punctuation': {
        this.#takeMark(state, merge);
        return;
      }
      case 'coordinator':
        if (this.#words.relations[merge.dependent] === 'punct') {
          this.#takeMark(state, merge);
          return;
        }
        {
          this.#takeModifier(state, merge);
          return;
        }
      case 'modifier': {
        this.#takeModifier(state, merge);
        return;
      }
      case 'argument':
      case 'fixed': {
        this.#takeArgument(state, merge);
        return;
      }
      case 'subject': {
        this.#takeSubject(state, merge);
        return;
      }
      case 'fronted': {
        this.#takeFronted(state, merge);
        return;
      }
      case 'conjunct': {
        this.#takeConjunct(state, merge);
        return;
      }
      case 'auxiliary': {
        this.#takeAuxiliary(state, merge);
        return;
      }
      case 'inverted': {
        this.#takeInverted(state, merge);
        return;
      }
      case 'predication': {
        this.#takePredication(state, merge);
        return;
      }
      case 'flat': {
        this.#takeFlat(state, merge);
        return;
      }
      default: {
        this.#takeFunction(state, merge);
        return;
      }
    }
  }

  /** Puts a phrase beside what is left; the category of both together is that before the merge. */
  #put(state: State, side: 'left' | 'right', phrase: CcgDerivation): void {
    const { category } = withSlots(state.base, state.slots);
    this.#putAs(state, side, phrase, category);
  }

  #putAs(state: State, side: 'left' | 'right', phrase: CcgDerivation, category: Category): void {
    state.around.push((inner) =>
      side === 'left' ? binary(category, phrase, inner) : binary(category, inner, phrase),
    );
  }

  #takeMark(state: State, { side, dependent }: Single): void {
    this.#put(state, side, this.#mark(dependent));
  }

  #takeModifier(state: State, { side, dependent, isFallBack }: Single): void {
    if (isFallBack) this.#fallBacks++;
    const { category } = state.base;
    const isDegree = side === 'left' && category.text === predicate('adj').text;
    const x = isDegree ? category : modified(category);
    this.#put(state, side, this.#build(dependent, modifierOf(x, toward(side))));
  }

  #takeArgument(state: State, merge: Single): void {
    const { side, dependent } = merge;
    if (state.slots.length >= MOST_SLOTS) {
      this.#takeModifier(state, { ...merge, isFallBack: true });
      return;
    }
    const argument = merge.kind === 'fixed' ? this.#fixed(dependent) : this.#argument(dependent);
    this.#put(state, side, this.#build(dependent, governing(argument)));
    const slash = side === 'left' ? '\\' : '/';
    state.slots = [...state.slots, { slash, argument, mode: 'g' }];
  }

  #fixed(i: number): Category {
    const kind = this.#words.kind(i);
    const tag = this.#words.tags[i];
    if (/^(?:IN|TO|RP)$/.test(tag)) return PP;
    return kind === 'adjective' ? predicate('adj') : kind === 'noun' ? N : this.#natural(i);
  }

  #takeSubject(state: State, merge: Single): void {
    const { dependent } = merge;
    const s = state.base.category;
    if (s.kind !== 'atom' || s.name !== 'S') {
      this.#takeModifier(state, { ...merge, isFallBack: true });
      return;
    }
    const argument = subjectOf(this.#words, dependent);
    let subject = this.#build(dependent, governing(argument));
    if (state.slots.length > 0) subject = unary(raised(argument), subject);
    this.#put(state, 'left', subject);
    state.base = withSlot(state.base, { slash: '\\', argument, mode: 'g' });
  }

  #takeFronted(state: State, merge: Single): void {
    const { dependent } = merge;
    const s = state.base.category;
    if (s.kind !== 'atom' || s.name !== 'S' || state.slots.length >= MOST_SLOTS) {
      this.#takeModifier(state, { ...merge, isFallBack: true });
      return;
    }
    const argument = this.#argument(dependent);
    const fronted = functor(s, '/', functor(s, '/', argument));
    this.#put(state, 'left', unary(fronted, this.#build(dependent, governing(argument))));
    state.slots = [{ slash: '/', argument, mode: 'g' }, ...state.slots];
  }

  /** Determiners, prepositions, markers and wh-phrases: the category is theirs, and what is left has its level. */
  #takeFunction(state: State, merge: Single): void {
    const { plan, head, left, base } = state;
    const isOutside = merge.kind === 'determiner' && base.category.text !== NP.text;
    if (isOutside && !this.#takesTarget(head, merge)) {
      this.#takeModifier(state, merge);
      return;
    }
    const level = levelBefore(plan.levels, plan.merges, left);
    const hasGap = merge.kind === 'wh-object' && state.slots.length < MOST_SLOTS;
    const gap: Slot = { slash: '/', argument: NP, mode: 'g' };
    const argument = hasGap ? withSlot(governing(level), gap).category : level;
    const slash = toward(merge.side);
    const target = withSlot(base, { slash, argument, mode: 'h' });
    this.#put(state, merge.side, this.#build(merge.dependent, target));
    if (hasGap) state.slots = [gap, ...state.slots];
    state.base = governing(level);
  }

  #takeAuxiliary(state: State, { side, members }: Group): void {
    const { plan, left, base } = state;
    const argument = levelBefore(plan.levels, plan.merges, left);
    const target = withSlot(base, { slash: toward(side), argument, mode: 'f' });
    this.#put(state, side, this.#withAdverbs(members, target, base));
    state.base = governing(argument);
  }

  /** An auxiliary, and the adverbs behind it. */
  #withAdverbs(members: readonly number[], target: Slotted, base: Slotted): CcgDerivation {
    const [auxiliary, ...adverbs] = members;
    const modifier = modifierOf(modified(base.category), '\\');
    return adverbs.reduce<CcgDerivation>(
      (phrase, adverb) => binary(target.category, phrase, this.#build(adverb, modifier)),
      this.#build(auxiliary, target),
    );
  }

  #takeInverted(state: State, { members }: Group): void {
    const { plan, left, base } = state;
    const subject = members.at(-1)!;
    const argument = levelBefore(plan.levels, plan.merges, left);
    const rest = withSlot(base, { slash: '/', argument, mode: 'f' });
    const first = subjectOf(this.#words, subject);
    const target = withSlot(rest, { slash: '/', argument: first, mode: 'w' });
    const auxiliary = this.#withAdverbs(members.slice(0, -1), target, base);
    const phrase = this.#build(subject, governing(first));
    this.#put(state, 'left', binary(rest.category, auxiliary, phrase));
    state.base = governing(argument);
  }

  #takePredication(state: State, { members }: Group): void {
    const { plan, left, head } = state;
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
    const clause = functor(toClause(feature), '/', level);
    let phrase = this.#build(subject, governing(argument));
    if (isInverted) {
      const target = { category: functor(clause, '/', argument), modes: 'wf' };
      phrase = binary(clause, this.#build(copula, target), phrase);
    } else {
      const target = { category: functor(predicate(feature, argument), '/', level), modes: 'fg' };
      phrase = binary(clause, unary(raised(argument), phrase), this.#build(copula, target));
    }
    this.#put(state, 'right', phrase);
    const slot: Slot = { slash: '/', argument: clause, mode: 'g' };
    if (state.slots.length > 0) state.slots = [...state.slots, slot];
    else state.base = withSlot(state.base, slot);
  }

  #takeFlat(state: State, { members }: Group): void {
    if (state.slots.length >= MOST_SLOTS) {
      for (const dependent of [...members].reverse()) {
        const merge = { kind: 'modifier', side: 'right', stage: 0, dependent } as const;
        this.#takeModifier(state, { ...merge, isFallBack: true });
      }
      return;
    }
    const inner = { category: functor(N, '/', N), modes: 'w' };
    const name = members
      .slice(0, -1)
      .reduceRight<CcgDerivation>(
        (rest, i) => binary(N, this.#build(i, inner), rest),
        this.#build(members.at(-1)!, governing(N)),
      );
    this.#put(state, 'right', name);
    state.slots = [...state.slots, { slash: '/', argument: N, mode: 'g' }];
  }

  #takeConjunct(state: State, merge: Single): void {
    const { dependent } = merge;
    const { base, slots } = state;
    const conjunct = this.#plan(dependent);
    const hasConjunction = conjunct.merges.some(
      (inner) => inner.kind === 'coordinator' && this.#words.relations[inner.dependent] === 'cc',
    );
    const isAdverbial =
      isModifier(base.category) && isListedUnary(this.#natural(dependent), base.category);
    if (!hasConjunction && !isAdverbial && !this.#fits(dependent, base.category)) {
      this.#takeModifier(state, merge);
      return;
    }
    const hasOwn = conjunct.merges.some(({ kind }) => kind === 'argument' || kind === 'wh-object');
    if (slots.length === 0 || !hasOwn) {
      this.#put(state, 'right', this.#half(dependent, base, slots));
      return;
    }
    const { category } = base;
    const phrase = unary(functor(category, '\\', category), this.#half(dependent, base, []));
    this.#put(state, 'right', phrase);
  }
}

const CONJ = atom('conj');

const takers: ReadonlySet<string> = new Set(['case', 'marker', 'wh', 'wh-object', 'degree']);

/** Merges of clauses: what is outside them is never taken by a word inside. */
const keepsLevel: ReadonlySet<string> = new Set([
  'auxiliary',
  'inverted',
  'subject',
  'predication',
  'fronted',
]);

/** The slash of a phrase on a side, which takes what is left. */
function toward(side: 'left' | 'right'): '/' | '\\' {
  return side === 'left' ? '/' : '\\';
}

/** A subject that takes its predicate, to compose with one that lacks more. */
function raised(subject: Category): Category {
  return functor(S, '/', functor(S, '\\', subject));
}

function unary(category: Category, child: CcgDerivation): Unary {
  return { kind: 'unary', category, child };
}

function binary(category: Category, left: CcgDerivation, right: CcgDerivation): Binary {
  return { kind: 'binary', category, left, right };
}
