import { plainBag, type Bag } from '../../../server/src/bag/bag.ts';
import { NO_WORD, type Problem } from '../../../server/src/problem/problem.ts';
import {
  categoryJoinTemplates,
  categoryShiftTemplates,
} from '../../../server/src/scoring/ccg/shift-reduce-templates.ts';
import { fluencyTemplates } from '../../../server/src/scoring/fluency.ts';
import type { Scoring } from '../../../server/src/scoring/scoring.ts';
import type { TemplateGroup } from '../../../server/src/scoring/templates.ts';
import { mix, spread } from '../../../server/src/util/hash.ts';
import { isAllowed, isTreeOf } from './brute-force.ts';
import { logProb } from './naive-treelets.ts';
import { chains, idOf, rules, type Joining, type SmallChain } from './small-grammar.ts';
import { scoreAnywhere } from './naive-evidence.ts';

/**
 * Shift-reduce parsing over the small grammar, by definition: tries every order, use, rule and chain, computes every
 * value of every template from the state, and looks up every weight.
 */

/** A part of a sentence. */
interface Part {
  /** Null if it was glued. */
  readonly category: string | null;
  /** The modes of its arguments, in the order in which it takes them. */
  readonly slots: string;
  /** Its variants without a head, the head of the part first. */
  readonly roots: readonly number[];
  readonly variants: readonly number[];
}

/** A state: the stack, its top last; the shifted variants, the latest last; and the arcs between them. */
interface Built {
  readonly stack: readonly Part[];
  readonly shifted: readonly number[];
  readonly arcs: readonly (readonly [head: number, dependent: number])[];
}

export interface Best {
  readonly score: number;
  /** The number of derivations of the sentence. */
  readonly derivations: number;
}

/** The chains of unary rules that may follow a category, in the order of their numbers. Null is the empty chain. */
function chainsAfter(category: string): readonly (SmallChain | null)[] {
  const own = numberedChains.filter(({ path }) => path[0] === category);
  return [null, ...own];
}

function between({ path }: SmallChain): number {
  return path.length === 3 ? idOf(path[1]) : 0;
}

const numberedChains = chains.toSorted(
  (a, b) => between(a) - between(b) || idOf(a.path.at(-1)!) - idOf(b.path.at(-1)!),
);
const numberedRules = rules.toSorted(
  (a, b) =>
    idOf(a.left) - idOf(b.left) || idOf(a.right) - idOf(b.right) || idOf(a.result) - idOf(b.result),
);
/** Each rule with each chain after it. The first two actions glue. */
const joins = numberedRules
  .flatMap((rule) => chainsAfter(rule.result).map((chain) => ({ rule, chain })))
  .map((join, i) => ({ ...join, action: 2 + i }));

const GLUE_COST = 65_536;
const NO_ROOT_COST = 16_384;
const ofWholes = new Set(['S[dcl]', 'S[q]', 'NP']);

export class NaiveCategories {
  readonly #problem: Problem;
  readonly #scoring: Scoring;

  constructor(problem: Problem, scoring: Scoring) {
    this.#problem = problem;
    this.#scoring = scoring;
  }

  /** The number of ways to use the words. */
  get ways(): number {
    const { size, variantStart } = this.#problem;
    let ways = 1;
    for (let word = 0; word < size; word++) {
      let ofWord = 0;
      for (let v = variantStart[word]; v < variantStart[word + 1]; v++) {
        ofWord += chainsAfter(this.#use(v).category).length;
      }
      ways *= ofWord;
    }
    return ways;
  }

  /** The best score of every sentence over the words of a bag without choices, by its text. */
  best(bag: Bag): ReadonlyMap<string, Best> {
    const { size, places, variantWord, variantStart } = this.#problem;
    const found = new Map<string, Best>();
    const finish = ({ stack, shifted, arcs }: Built, score: number): void => {
      const order = shifted.map((variant) => places[variantWord[variant]]);
      const heads = shifted.map((variant) => {
        const arc = arcs.find(([, dependent]) => dependent === variant);
        return arc === undefined ? -1 : shifted.indexOf(arc[0]);
      });
      if (stack.length !== 1 || !isTreeOf(bag, order, heads)) return;
      const text = order.map((word) => bag.words[word].form).join(' ');
      const before = found.get(text) ?? { score: -Infinity, derivations: 0 };
      found.set(text, {
        score: Math.max(score, before.score),
        derivations: before.derivations + 1,
      });
    };
    const build = (built: Built, score: number): void => {
      const { stack, shifted } = built;
      if (shifted.length === size && stack.length === 1) {
        finish(built, score);
        return;
      }
      for (const { part, arcs, added } of this.#joinsOf(built)) {
        const next = { stack: [...stack.slice(0, -2), part], shifted };
        build({ ...next, arcs: [...built.arcs, ...arcs] }, score + added);
      }
      for (let word = 0; word < size; word++) {
        if (shifted.some((variant) => variantWord[variant] === word)) continue;
        for (let variant = variantStart[word]; variant < variantStart[word + 1]; variant++) {
          const longer = [...shifted, variant];
          if (!this.#mayBegin(bag, longer)) continue;
          for (const { part, added } of this.#shiftsOf(built, variant)) {
            const next = { stack: [...stack, part], shifted: longer, arcs: built.arcs };
            build(next, score + added);
          }
        }
      }
    };
    build({ stack: [], shifted: [], arcs: [] }, 0);
    return found;
  }

  /** Whether the bag allows a sentence that begins with these words. */
  #mayBegin(bag: Bag, shifted: readonly number[]): boolean {
    const { places, variantWord } = this.#problem;
    const first = shifted.map((variant) => places[variantWord[variant]]);
    const rest = [...bag.words.keys()].filter((word) => !first.includes(word));
    const tries = (order: readonly number[], left: readonly number[]): boolean =>
      left.length === 0
        ? isAllowed(bag, order)
        : left.some((word) =>
            tries(
              [...order, word],
              left.filter((other) => other !== word),
            ),
          );
    return tries(first, rest);
  }

  #use(variant: number): { category: string; modes: string } {
    const { entries, variantEntry } = this.#problem;
    const { entryCategory, entryModes, categories } = entries!.grammar.columns;
    const entry = variantEntry[variant] - 1;
    return { category: categories[entryCategory[entry] - 1], modes: entryModes[entry] };
  }

  *#shiftsOf(built: Built, variant: number): Generator<{ part: Part; added: number }> {
    const { category, modes } = this.#use(variant);
    for (const chain of chainsAfter(category)) {
      const part = {
        category: chain === null ? category : chain.path.at(-1)!,
        slots: chain?.modes ?? modes,
        roots: [variant],
        variants: [variant],
      };
      yield { part, added: this.#scoreShift(built, variant, part, chain !== null) };
    }
  }

  *#joinsOf(built: Built): Generator<{ part: Part; arcs: Built['arcs']; added: number }> {
    const { stack, shifted } = built;
    if (stack.length < 2) return;
    const [left, right] = stack.slice(-2);
    const variants = [...left.variants, ...right.variants];
    const isEnd = stack.length === 2 && shifted.length === this.#problem.size;
    const made = (
      action: number,
      category: string | null,
      slots: string,
      { head, others, waiting }: Roots,
    ): { part: Part; arcs: Built['arcs']; added: number }[] => {
      const isGlued = category === null;
      // After gluing, and at the end, the head governs all waiting words.
      const isWhole = isEnd || isGlued;
      // If the head gets dependents while words wait beside it, a waiting word might get another head, by a crossing arc.
      if (others.length > 0 && waiting.length > 0 && !isWhole) return [];
      const dependents = isWhole ? [...others, ...waiting] : others;
      const part = { category, slots, roots: isWhole ? [head] : [head, ...waiting], variants };
      const arcs = dependents.map((dependent) => [head, dependent] as const);
      return [{ part, arcs, added: this.#scoreJoin(built, action, part, left) }];
    };
    yield* made(0, null, '', governed(left, right));
    yield* made(1, null, '', governed(right, left));
    for (const { rule, chain, action } of joins) {
      if (rule.left !== left.category || rule.right !== right.category) continue;
      const { roots, slots } = joined(rule.joining, left, right);
      const category = chain === null ? rule.result : chain.path.at(-1)!;
      yield* made(action, category, chain?.modes ?? slots, roots);
    }
  }

  #scoreShift(built: Built, variant: number, { category }: Part, isChained: boolean): number {
    const { variantTag, variantCost, variantForm, variantWord, wordId } = this.#problem;
    const given = this.#givenOfShift(built, variant);
    const demand = this.#demand(built, this.#use(variant).category);
    const values = { ...this.#values(built), given, demand };
    const word = wordId[variantForm[variant]];
    const lexical = idOf(this.#use(variant).category);
    const result = idOf(category!);
    const keys: Record<string, number> = {
      shift: 0,
      word: this.#wide(word),
      tag: variantTag[variant],
      category: lexical,
      'word and category': this.#wide(mix(word, lexical)),
      result: isChained ? this.#wide(mix(result, lexical)) : result,
      cost: variantCost[variant],
      'category of what demands': lexical,
    };
    const anyWord = { ...values, given: 0 };
    let score = 0;
    for (const section of Object.keys(keys)) {
      const read = section === 'shift' ? anyWord : values;
      score += this.#sum(categoryShiftTemplates, section, read, keys[section]);
    }
    if (this.#problem.size === 1) score += this.#finish(values, category);
    return score + this.#fluency(built, variant, variantWord[variant]);
  }

  #scoreJoin(built: Built, action: number, { category, roots }: Part, left: Part): number {
    const { variantWord } = this.#problem;
    const [second, top] = built.stack.slice(-2).map((part) => variantWord[part.roots[0]]);
    const demand = category === null ? 0 : this.#demand(built, category);
    const values = { ...this.#values(built), given: this.#given(top, second), demand };
    const isLeft = roots[0] === left.roots[0];
    const result = category === null ? 0 : idOf(category);
    const isWhole = built.stack.length === 2 && built.shifted.length === this.#problem.size;
    return (
      this.#sum(categoryJoinTemplates, 'rule', values, this.#wide(action)) +
      this.#sum(categoryJoinTemplates, 'result', values, result) +
      this.#sum(categoryJoinTemplates, 'heads', values, isLeft ? 1 : 2) -
      (action < 2 ? GLUE_COST : 0) +
      (isWhole ? this.#finish(values, category) : 0)
    );
  }

  #finish(values: Values, category: string | null): number {
    const key = category === null ? 0 : idOf(category);
    const sum = this.#sum(categoryJoinTemplates, 'finish', values, key);
    return sum - (category !== null && ofWholes.has(category) ? 0 : NO_ROOT_COST);
  }

  #values(built: Built): Values {
    const { stack, shifted } = built;
    const toCome = this.#toCome(built);
    const { size, wordClass, variantForm, variantTag } = this.#problem;
    const surface = shifted.flatMap((variant) => this.#surfaceOf(variant));
    const [s0, s1, s2] = stack.toReversed() as (Part | undefined)[];
    const lexical = (variant: number | undefined): number =>
      variant === undefined ? 0 : idOf(this.#use(variant).category);
    const tag = (variant: number | undefined): number =>
      variant === undefined ? 0 : variantTag[variant];
    const word = (variant: number | undefined): number =>
      variant === undefined ? 0 : this.#problem.wordId[variantForm[variant]];
    const classOf = (variant: number | undefined): number =>
      variant === undefined ? 0 : wordClass[variantForm[variant]];
    const category = (part: Part | undefined): number => {
      if (part === undefined) return 0;
      return part.category === null ? 1 : 1 + idOf(part.category);
    };
    const head = (part: Part | undefined): number | undefined => part?.roots[0];
    return {
      w1: surface.at(-1)?.id ?? 0,
      w2: surface.at(-2)?.id ?? 0,
      c1: surface.at(-1)?.wordClass ?? 0,
      t1: tag(shifted.at(-1)),
      t2: tag(shifted.at(-2)),
      t3: tag(shifted.at(-3)),
      k1: lexical(shifted.at(-1)),
      k2: lexical(shifted.at(-2)),
      k3: lexical(shifted.at(-3)),
      s0: category(s0),
      s1: category(s1),
      s2: category(s2),
      's0-word': word(head(s0)),
      's0-tag': tag(head(s0)),
      's0-class': classOf(head(s0)),
      's0-lexical': lexical(head(s0)),
      's1-word': word(head(s1)),
      's1-tag': tag(head(s1)),
      's1-class': classOf(head(s1)),
      's1-lexical': lexical(head(s1)),
      's1-first': word(s1?.variants.at(0)),
      's1-first-tag': tag(s1?.variants.at(0)),
      's0-first': word(s0?.variants.at(0)),
      's0-first-tag': tag(s0?.variants.at(0)),
      's1-last': word(s1?.variants.at(-1)),
      's1-last-tag': tag(s1?.variants.at(-1)),
      's0-span': few(s0?.variants.length ?? 0),
      's1-span': few(s1?.variants.length ?? 0),
      left: few(size - shifted.length),
      depth: Math.min(stack.length, 5),
      rest: toCome.length > 3 ? 0 : toCome.reduce((sum, one) => (sum + spread(idOf(one))) | 0, 0),
      's0-demand': s0?.category == null ? 0 : this.#demand(built, s0.category),
      verbs: few(toCome.filter((one) => /^S(?:\[|$)/.test(supplied(one))).length),
      nouns: few(toCome.filter((one) => supplied(one) === 'NP').length),
    };
  }

  /** The likeliest category of each remaining word. */
  #toCome({ shifted }: Built): string[] {
    const { size, variantWord, variantStart } = this.#problem;
    const used = new Set(shifted.map((variant) => variantWord[variant]));
    return Array.from({ length: size }, (_, word) => word)
      .filter((word) => !used.has(word))
      .map((word) => this.#use(variantStart[word]).category);
  }

  /** A bucket of the number of remaining words that could be the category's argument to the right. */
  #demand(built: Built, category: string): number {
    let left: Halves | null = halvesOf(category);
    while (left?.slash === '\\') left = halvesOf(left.result);
    if (left === null || isModifier(left.argument)) return 0;
    const wanted = supplied(left.argument);
    return 1 + few(this.#toCome(built).filter((one) => supplied(one) === wanted).length);
  }

  #givenOfShift({ stack }: Built, variant: number): number {
    const { head, hasArcs, variantWord } = this.#problem;
    if (!hasArcs) return 0;
    const word = variantWord[variant];
    const [top, second] = [stack.at(-1), stack.at(-2)].map((part) =>
      part === undefined ? null : variantWord[part.roots[0]],
    );
    const isOpen = head[word] === NO_WORD;
    return 1 + this.#given(word, top) + 8 * this.#given(word, second) + (isOpen ? 64 : 0);
  }

  /** A code for the given arc between two words, and for open heads. */
  #given(word: number, other: number | null): number {
    const { head, hasArcs } = this.#problem;
    if (!hasArcs || other === null) return 0;
    if (head[word] === other) return 1;
    if (head[other] === word) return 2;
    return 3 + (head[word] === NO_WORD ? 1 : 0) + (head[other] === NO_WORD ? 2 : 0);
  }

  /** The language model's contribution for a variant after the shifted ones. */
  #fluency({ shifted }: Built, variant: number, word: number): number {
    const { fluency } = this.#scoring;
    if (fluency === null) return 0;
    const { languageModel, unitsPerNat } = fluency;
    const { head, root, hasArcs, size, variantStart, variantTag } = this.#problem;
    const idsOf = (one: number): { id: number }[] =>
      this.#surfaceOf(one).map(({ text }) => ({ id: languageModel.wordId(text) }));
    const before = shifted.flatMap(idsOf);
    const own = idsOf(variant);
    const [first] = own;
    const ngram = own.reduce(
      (sum, _, i) => sum + logProb(languageModel, true, [...before, ...own.slice(0, i + 1)]),
      0,
    );
    const after = (count: number): number =>
      logProb(languageModel, before.length < count, [...before.slice(-count), first]);
    const unigram = logProb(languageModel, false, [first]);
    const values: Values = {
      ngram: scoreBucket(ngram),
      trigram: scoreBucket(after(2)),
      bigram: scoreBucket(after(1)),
      unigram: scoreBucket(unigram),
      'has-arcs': hasArcs ? 1 : 0,
    };
    const idsOfWord = (other: number): number[] => idsOf(variantStart[other]).map(({ id }) => id);
    const anywhere = scoreAnywhere(
      Array.from({ length: size }, (_, other) => idsOfWord(other)),
      word,
      (id) => logProb(languageModel, true, [{ id }]),
      (id, next) => logProb(languageModel, false, [{ id }, { id: next }]),
    );
    let evidence = ngram - anywhere;
    let sum =
      this.#sum(fluencyTemplates, 'score', values, 0) +
      this.#sum(fluencyTemplates, 'tag', values, variantTag[variant]);
    if (shifted.length + 1 === size) {
      const ending = [...before, ...own, { id: languageModel.end }];
      const end = logProb(languageModel, true, ending);
      evidence += end;
      sum += this.#sum(fluencyTemplates, 'end', { end: scoreBucket(end) }, 0);
    }
    const isGiven = head[word] !== NO_WORD || word === root;
    const units = unitsPerNat[isGiven ? 'given' : hasArcs ? 'open' : 'withoutArcs'];
    return sum + Math.round((evidence * units) / 1000);
  }

  #surfaceOf(variant: number): { text: string; id: number; wordClass: number }[] {
    const { surfaceStart, surface, surfaceText, surfaceClass, variantForm } = this.#problem;
    const form = variantForm[variant];
    const length = surfaceStart[form + 1] - surfaceStart[form];
    return Array.from({ length }, (_, i) => surfaceStart[form] + i).map((at) => ({
      ...{ text: surfaceText[at], id: surface[at], wordClass: surfaceClass[at] },
    }));
  }

  /** The key of a value with many possible values. */
  #wide(value: number): number {
    return spread(value) >>> (32 - Math.log2(this.#scoring.weights.length));
  }

  #sum(group: TemplateGroup, section: string, values: Values, key: number): number {
    const { weights } = this.#scoring;
    const bits = Math.log2(weights.length);
    let sum = 0;
    for (const { seed, reads } of templatesOf(group, section)) {
      const [a = 0, b = 0, c = 0] = reads.map((name) => {
        if (!(name in values)) throw new Error(`${section} reads ${name}`);
        return values[name];
      });
      const context =
        (Math.imul(seed, 0x632be5ab) +
          Math.imul(a, 0x85ebca6b) +
          Math.imul(b, 0xc2b2ae35) +
          Math.imul(c, 0x27d4eb2f)) |
        0;
      const mixed = Math.imul(context ^ (context >>> 15), 0x9e3779b1);
      sum += weights[(mixed >>> (32 - bits)) ^ key];
    }
    return sum;
  }
}

type Values = Readonly<Record<string, number>>;

/** The result of joining two parts: the head, its new dependents, and the words that wait for a head. */
interface Roots {
  readonly head: number;
  readonly others: readonly number[];
  readonly waiting: readonly number[];
}

function governed(head: Part, dependent: Part): Roots {
  return { head: head.roots[0], others: dependent.roots, waiting: head.roots.slice(1) };
}

function together(first: Part, second: Part): Roots {
  const [head, ...waiting] = [...first.roots, ...second.roots];
  return { head, others: [], waiting };
}

/** Joins two parts: the dependencies between their words, and the remaining arguments (`dependencies.ts`). */
function joined(joining: Joining, left: Part, right: Part): { roots: Roots; slots: string } {
  if ('head' in joining) {
    const [head, other] = joining.head === 'left' ? [left, right] : [right, left];
    return { roots: governed(head, other), slots: head.slots };
  }
  const { degree } = joining;
  const [functor, filler] = joining.functor === 'left' ? [left, right] : [right, left];
  const [slot] = functor.slots;
  const later = functor.slots.slice(1);
  const taken = filler.slots.slice(0, degree);
  if (slot === 't') {
    // The raised part fills an argument of the other part.
    const roots = filled(filler.slots[degree], filler, taken, functor, '');
    return { roots, slots: taken + later };
  }
  // A modifier keeps the arguments of the part that it modifies.
  const slots = isModifier(functor.category!) ? filler.slots : taken + later;
  const open = isModifier(functor.category!) ? filler.slots : taken;
  return { roots: filled(slot, functor, later, filler, open), slots };
}

/**
 * @param ofFunctor the modes of the functor's other arguments
 * @param ofFiller the modes of the filler's arguments
 */
function filled(
  slot: string,
  functor: Part,
  ofFunctor: string,
  filler: Part,
  ofFiller: string,
): Roots {
  if (slot === 'w') return together(functor, filler);
  if (slot === 'h' || slot === 'f') {
    return ofFiller.includes('f') ? together(filler, functor) : governed(filler, functor);
  }
  return ofFunctor.includes('f') ? together(functor, filler) : governed(functor, filler);
}

interface Halves {
  readonly result: string;
  readonly slash: string;
  readonly argument: string;
}

/** Splits a functor category at its last slash outside brackets; null for an atom. */
function halvesOf(category: string): Halves | null {
  let depth = 0;
  for (let at = category.length - 1; at >= 0; at--) {
    const letter = category[at];
    if (letter === ')') depth++;
    if (letter === '(') depth--;
    if (depth > 0 || (letter !== '/' && letter !== '\\')) continue;
    const [result, argument] = [category.slice(0, at), category.slice(at + 1)].map(unbracketed);
    return { result, slash: letter, argument };
  }
  return null;
}

function unbracketed(category: string): string {
  return category.startsWith('(') && category.endsWith(')') ? category.slice(1, -1) : category;
}

/** The result of a category after all its arguments; empty for a modifier. */
function supplied(category: string): string {
  if (isModifier(category)) return '';
  let target = category;
  for (let at = halvesOf(target); at !== null; at = halvesOf(target)) target = at.result;
  return target === 'N' ? 'NP' : target;
}

/** X/X or X\X. */
function isModifier(category: string): boolean {
  const middle = (category.length - 1) / 2;
  const [x, slash, y] = [category.slice(0, middle), category[middle], category.slice(middle + 1)];
  return Number.isInteger(middle) && x === y && (slash === '/' || slash === '\\');
}

/** 0, 1, 2, 3 to 5, more. */
function few(count: number): number {
  return [0, 1, 2, 5, Infinity].findIndex((most) => count <= most);
}

/** A bucket for every 0.4 nats. Less likely words have higher buckets. */
function scoreBucket(score: number): number {
  return Math.min(40, Math.floor(-score / 400));
}

interface NamedTemplate {
  readonly seed: number;
  readonly reads: readonly string[];
}

const bySection = new Map<string, readonly NamedTemplate[]>();

function templatesOf(group: TemplateGroup, section: string): readonly NamedTemplate[] {
  const key = `${group.name}/${section}`;
  const known = bySection.get(key);
  if (known !== undefined) return known;
  const templates = group.templates
    .filter(({ name }) => name.split(' |')[0] === section)
    .map(({ seed, reads }) => ({ seed, reads: reads.map((number) => group.values[number][0]) }));
  bySection.set(key, templates);
  return templates;
}

/** A bag of words without arcs, with the grammar. */
export function bagOf(words: Bag['words']): Bag {
  return { ...plainBag({ words, arcs: [], root: null }), grammar: 'ccg' };
}
