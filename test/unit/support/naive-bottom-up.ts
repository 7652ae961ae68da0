import type { LanguageModel } from '../../../server/src/lm/query/language-model.ts';
import { NO_WORD, type Problem } from '../../../server/src/problem/problem.ts';
import { boundaryTemplates } from '../../../server/src/scoring/bottom-up/boundary-templates.ts';
import { itemTemplates } from '../../../server/src/scoring/bottom-up/item-templates.ts';
import { wholeTemplates } from '../../../server/src/scoring/bottom-up/whole-templates.ts';
import type { WeightedLanguageModel } from '../../../server/src/scoring/fluency.ts';
import type { TemplateGroup } from '../../../server/src/scoring/templates.ts';
import { Casing } from '../../../server/src/model/shape.ts';
import { permutations } from './brute-force.ts';
import { mix, spread } from '../../../server/src/util/hash.ts';

/**
 * The scores of the bottom-up search, by definition: computes every value of every template from the words, looks up
 * every weight, and memoises nothing.
 */

/** A linearization of a head and the words below it. A word without dependents has no parts. */
export interface Ordered {
  readonly head: number;
  /** The linearized dependents, and the head among them, without parts. */
  readonly parts: readonly Ordered[];
}

type Values = Readonly<Record<string, number>>;

const HEAD = 253;
const NOTHING = 254;
const BEGIN = 0x3ffffffe;
const END = 0x3fffffff;
const NONE = 0;

/** The words of a linearization in their order. */
export function wordsOf({ head, parts }: Ordered): number[] {
  return parts.length === 0 ? [head] : parts.flatMap(wordsOf);
}

/** Every projective linearization of the subtree under a word. */
export function everyOrder(problem: Problem, word: number): Ordered[] {
  const dependents = [...problem.head.keys()].filter((w) => problem.head[w] === word);
  const alone = { head: word, parts: [] };
  if (dependents.length === 0) return [alone];
  const inner = new Map(dependents.map((one) => [one, everyOrder(problem, one)]));
  inner.set(word, [alone]);
  return permutations([...dependents, word]).flatMap((sequence) => {
    let all: Ordered[][] = [[]];
    for (const one of sequence) {
      all = all.flatMap((parts) => inner.get(one)!.map((part) => [...parts, part]));
    }
    return all.map((parts) => ({ head: word, parts }));
  });
}

export class NaiveScores {
  readonly #problem: Problem;
  readonly #weights: Int8Array;
  readonly #leftOut: ReadonlySet<string>;
  readonly #fluency: WeightedLanguageModel | null;

  constructor(
    problem: Problem,
    weights: Int8Array,
    leftOut: ReadonlySet<string> = new Set(),
    fluency: WeightedLanguageModel | null = null,
  ) {
    this.#problem = problem;
    this.#weights = weights;
    this.#leftOut = leftOut;
    this.#fluency = fluency;
  }

  /** The score of placing the part at `place`; for the last part, also of the end. */
  step(ordered: Ordered, place: number): number {
    const score =
      this.#item(ordered, place) + this.#boundary(ordered, place) + this.#evidence(ordered, place);
    if (place < ordered.parts.length - 1) return score;
    return score + this.#end(ordered) + this.#evidenceOfEnd(ordered);
  }

  /** The sum of all steps, at every head. */
  total(ordered: Ordered): number {
    return ordered.parts.reduce(
      (sum, part, place) =>
        sum + this.step(ordered, place) + (part.head === ordered.head ? 0 : this.total(part)),
      0,
    );
  }

  #item({ head, parts }: Ordered, place: number): number {
    const placed = parts.slice(0, place).map((part) => part.head);
    const coming = parts.slice(place + 1).map((part) => part.head);
    const item = parts[place].head;
    const isHead = item === head;
    const side = this.#side(head, placed, item);
    const ht = this.#tag(head);
    const hw = this.#word(head);
    const own = {
      label: isHead ? HEAD : this.#label(item),
      tag: this.#tag(item),
      word: this.#word(item),
      side,
    };
    const itemTag = hash(1, own.label, own.tag, side);
    const itemWord = hash(2, own.label, own.word, side);
    const size = isHead ? 1 : this.#size(item);
    const last = placed.at(-1) ?? NO_WORD;
    const size1 = last === NO_WORD ? 0 : last === head ? 1 : this.#size(last);
    const [label1, t1] = this.#among(head, last);
    const [label2, t2] = this.#among(head, placed.at(-2) ?? NO_WORD);
    const siblings = (words: readonly number[]): number[] => words.filter((w) => w !== head);
    const onSide = side === 2 ? placed.slice(placed.indexOf(head) + 1) : placed;
    const above = this.#problem.head[head];
    const holds = (word: number): boolean =>
      word === head ? this.#isCapital(head) : this.#below(word).some((w) => this.#isCapital(w));
    const values = {
      ...own,
      ht,
      hw,
      hlabel: this.#label(head),
      at: above === NO_WORD ? 0 : this.#tag(above),
      casing: this.#casing(item),
      size: sizeBucket(size),
      'item:tag': itemTag,
      'item:word': itemWord,
      'item:label': hash(50, own.label, side, 0),
      'item:tag+ht': mix(itemTag, ht),
      'item:tag+hw': mix(itemTag, hw),
      index: Math.min(5, onSide.length),
      'to-come': countBucket(siblings([item, ...coming]).length),
      capitals:
        (holds(item) ? 1 : 0) +
        (coming.some(holds) ? 2 : 0) +
        (placed.length === 0 ? 4 : 0) +
        (above === NO_WORD ? 8 : 0),
      first: placed.length === 0 ? 1 : 0,
      label1,
      t1,
      w1: last === NO_WORD ? BEGIN : this.#word(last),
      't1+label1': mix(t1, label1),
      'label1+t1': mix(label1, t1),
      label2,
      t2,
      't2+label2': mix(t2, label2),
      sizes1: sizeBucket(size) * 8 + sizeBucket(size1),
      'side+sizes1': side * 64 + sizeBucket(size) * 8 + sizeBucket(size1),
      heavier1: Math.sign(size - size1),
      casings1: this.#casing(item) * 16 + (last === NO_WORD ? 9 : this.#casing(last)),
      'item:tag+t1+label1': mix(itemTag, mix(t1, label1)),
      'coming-tags': sumOf(siblings(coming), (w) => spread(this.#tag(w))),
      'coming-labels': sumOf(siblings(coming), (w) => spread(this.#label(w) + 1000)),
      'placed-tags': sumOf(siblings(placed), (w) => spread(this.#tag(w))),
      'placed-labels': sumOf(siblings(placed), (w) => spread(this.#label(w) + 1000)),
    };
    const sibling = (s: number): Values => ({
      ...values,
      slabel: this.#label(s),
      st: this.#tag(s),
      sw: this.#word(s),
      'slabel+st': mix(this.#label(s), this.#tag(s)),
      sheavier: isHead ? 2 : Math.sign(this.#size(s) - size),
      scasings: this.#casing(item) * 16 + this.#casing(s),
      ssizes: sizeBucket(size) * 8 + sizeBucket(this.#size(s)),
      'item:tag+st': mix(itemTag, this.#tag(s)),
    });
    const ask = (section: string, from: Values): number => this.#sum(itemTemplates, section, from);
    let sum = 0;
    for (const section of ['item', 'position', 'capitals', 'last', 'last two', 'all', 'all last']) {
      sum += ask(section, values);
    }
    for (const s of siblings(coming)) {
      sum += ask('coming', sibling(s));
      if (last !== NO_WORD) sum += ask('coming last', sibling(s));
    }
    for (const s of siblings(placed)) if (s !== last) sum += ask('placed', sibling(s));
    if (isHead) return sum;
    const dependents = this.#dependents(item);
    for (const d of dependents) {
      const below = {
        ...values,
        dlabel: this.#label(d),
        dt: this.#tag(d),
        dw: this.#word(d),
      };
      sum += ask('below', below) + ask('last below', below);
    }
    return (
      sum +
      ask('below all', {
        ...values,
        dtags: sumOf(dependents, (d) => spread(this.#tag(d))),
        dlabels: sumOf(dependents, (d) => spread(this.#label(d) + 1000)),
      })
    );
  }

  #boundary({ head, parts }: Ordered, place: number): number {
    const part = parts[place];
    const placed = parts.slice(0, place);
    const before = placed.flatMap((one) => this.#surface(wordsOf(one))).reverse();
    if (this.#problem.head[head] === NO_WORD) {
      for (let i = 0; i < 3; i++) before.push({ word: BEGIN, tag: 0 });
    }
    const behind = this.#surface(wordsOf(part));
    const side = this.#side(
      head,
      placed.map((one) => one.head),
      part.head,
    );
    const label = part.head === head ? HEAD : this.#label(part.head);
    const item = hash(100, label, this.#tag(part.head), side);
    const [label1] = this.#among(head, placed.at(-1)?.head ?? NO_WORD);
    const middle = part.parts.findIndex((one) => one.head === part.head);
    const [lefts, rights] = middle < 0 ? [0, 0] : [middle, part.parts.length - 1 - middle];
    const word = (words: typeof before, i: number): number => words.at(i)?.word ?? NONE;
    const tag = (words: typeof before, i: number): number => words.at(i)?.tag ?? NONE;
    const t1 = tag(before, 0);
    const t2 = tag(before, 1);
    const f1t = tag(behind, 0);
    const values = {
      ht: this.#tag(head),
      label,
      tag: this.#tag(part.head),
      side,
      label1,
      w1: word(before, 0),
      w2: word(before, 1),
      t1,
      t2,
      f1w: word(behind, 0),
      f2w: word(behind, 1),
      f1t,
      f2t: tag(behind, 1),
      f3t: tag(behind, 2),
      casing: this.#casing(wordsOf(part)[0]),
      g1w: word(behind, -1),
      g1t: tag(behind, -1),
      shape: Math.min(3, lefts) * 4 + Math.min(3, rights),
      item,
      'item+label1': mix(item, label1),
      't2+t1': mix(t2, t1),
      't3+t2': mix(tag(before, 2), t2),
      't1+f1t': mix(t1, f1t),
    };
    const ask = (section: string): number => this.#sum(boundaryTemplates, section, values);
    let sum = behind.length > 1 ? ask('inside') : 0;
    if (before.length === 0) return sum + ask('begin');
    sum += ask('near');
    if (behind.length > 1) sum += ask('two behind');
    if (behind.length > 2) sum += ask('three behind');
    if (before.length > 1) sum += ask('two before');
    if (before.length > 2) sum += ask('three before');
    if (before.length > 1 && behind.length > 1) sum += ask('two on both sides');
    return sum;
  }

  /** The language model's evidence: how much likelier the words before make the first three words of a part. */
  #evidence({ head, parts }: Ordered, place: number): number {
    if (this.#fluency === null) return 0;
    const before = [
      ...(this.#problem.head[head] === NO_WORD ? ['<s>'] : []),
      ...parts.slice(0, place).flatMap((part) => this.#texts(part)),
    ];
    const behind = this.#texts(parts[place]).slice(0, 3);
    const gains = behind.map((word, i) => {
      const without = behind.slice(0, i);
      return this.#logProb([...before, ...without], word) - this.#logProb(without, word);
    });
    return this.#inUnits(gains.reduce((sum, gain) => sum + gain, 0));
  }

  #evidenceOfEnd(ordered: Ordered): number {
    if (this.#fluency === null || this.#problem.head[ordered.head] !== NO_WORD) return 0;
    return this.#inUnits(this.#logProb(['<s>', ...this.#texts(ordered)], '</s>'));
  }

  /** The language model's log-probability of a word after at most three of the words before it. */
  #logProb(before: readonly string[], word: string): number {
    const { languageModel } = this.#fluency!;
    return logProbOf(languageModel, before.slice(-3), word);
  }

  #inUnits(milliNats: number): number {
    return Math.round((milliNats * this.#fluency!.unitsPerNat.given) / 1000);
  }

  #texts(ordered: Ordered): string[] {
    const { surfaceText, surfaceStart } = this.#problem;
    return wordsOf(ordered).flatMap((word) =>
      surfaceText.slice(surfaceStart[word], surfaceStart[word + 1]),
    );
  }

  #end(ordered: Ordered): number {
    const { head, parts } = ordered;
    const middle = parts.findIndex((part) => part.head === head);
    const surface = this.#surface(wordsOf(ordered));
    const inOrder = (of: (word: number) => number): number =>
      parts.reduce((sum, part) => mix(sum, (part.head === head ? HEAD : of(part.head)) + 1), 0);
    const values = {
      ht: this.#tag(head),
      hw: this.#word(head),
      hlabel: this.#label(head),
      labels: inOrder((word) => this.#label(word)),
      tags: inOrder((word) => this.#tag(word)),
      before: middle,
      after: parts.length - 1 - middle,
      w1: surface.at(-1)!.word,
      w2: surface.at(-2)!.word,
      t1: surface.at(-1)!.tag,
      t2: surface.at(-2)!.tag,
      end: END,
      'end:tag': END,
    };
    const isTop = this.#problem.head[head] === NO_WORD;
    return (
      this.#sum(wholeTemplates, 'whole', values) +
      (isTop ? this.#sum(wholeTemplates, 'end', values) : 0)
    );
  }

  #sum(group: TemplateGroup, section: string, values: Values): number {
    const templates = group.templates.filter(
      ({ name }) => name.startsWith(`${section} | `) && !this.#leftOut.has(`${group.name}/${name}`),
    );
    return templates.reduce((sum, { seed, reads }) => {
      const [a = 0, b = 0, c = 0] = reads.map((number) => {
        const [name] = group.values[number];
        if (!(name in values)) throw new Error(`${section} reads ${name}`);
        return values[name];
      });
      const context = hash(seed, a, b, c);
      const mixed = Math.imul(context ^ (context >>> 15), 0x9e3779b1);
      return sum + this.#weights[mixed >>> (32 - Math.log2(this.#weights.length))];
    }, 0);
  }

  #side(head: number, placed: readonly number[], item: number): number {
    if (item === head) return 0;
    return placed.includes(head) ? 2 : 1;
  }

  /** The label and the tag of an item's neighbour. */
  #among(head: number, word: number): [label: number, tag: number] {
    if (word === NO_WORD) return [NOTHING, NOTHING];
    return word === head ? [HEAD, HEAD] : [this.#label(word), this.#tag(word)];
  }

  #tag(word: number): number {
    return besideHead(this.#problem.variantTag[this.#problem.variantStart[word]]);
  }

  #label(word: number): number {
    return besideHead(this.#problem.label[word]);
  }

  #word(word: number): number {
    return this.#problem.wordId[word];
  }

  #casing(word: number): number {
    return this.#problem.casing[word];
  }

  #isCapital(word: number): boolean {
    return this.#casing(word) === (Casing.Sentence as number);
  }

  #dependents(word: number): number[] {
    return [...this.#problem.head.keys()].filter((w) => this.#problem.head[w] === word);
  }

  /** A word and all words below it. */
  #below(word: number): number[] {
    return [word, ...this.#dependents(word).flatMap((dependent) => this.#below(dependent))];
  }

  #size(word: number): number {
    return this.#below(word).length;
  }

  #surface(words: readonly number[]): { readonly word: number; readonly tag: number }[] {
    const { surface, surfaceStart } = this.#problem;
    return words.flatMap((word) =>
      [...surface.slice(surfaceStart[word], surfaceStart[word + 1])].map((id) => ({
        word: id,
        tag: this.#tag(word),
      })),
    );
  }
}

/**
 * The log-probability of a word in thousandths of a nat, looked up word by word without memos.
 *
 * @param before the words before it; `<s>` is the beginning of a sentence
 * @param word the word; `</s>` is the end of a sentence
 */
export function logProbOf(
  languageModel: LanguageModel,
  before: readonly string[],
  word: string,
): number {
  const idOf = (text: string): number =>
    text === '</s>' ? languageModel.end : languageModel.wordId(text);
  let state = new Int32Array(languageModel.order);
  for (const text of before) {
    const next = new Int32Array(languageModel.order);
    if (text === '<s>') next.set(languageModel.startState());
    else languageModel.query(state, idOf(text), next);
    state = next;
  }
  return languageModel.query(state, idOf(word), new Int32Array(languageModel.order));
}

/** Shifts ids of tags and labels, so that HEAD and NOTHING are free. */
function besideHead(id: number): number {
  return id < HEAD ? id : id + 2;
}

function hash(seed: number, a: number, b: number, c: number): number {
  return (
    (Math.imul(seed, 0x632be5ab) +
      Math.imul(a, 0x85ebca6b) +
      Math.imul(b, 0xc2b2ae35) +
      Math.imul(c, 0x27d4eb2f)) |
    0
  );
}

function sumOf(words: readonly number[], of: (word: number) => number): number {
  return words.reduce((sum, word) => (sum + of(word)) | 0, 0);
}

/** 0 to 3, 4 and 5, 6 to 9, 10 to 16, more. */
function sizeBucket(count: number): number {
  return [0, 1, 2, 3, 5, 9, 16, Infinity].findIndex((most) => count <= most);
}

/** 0, 1, 2, 3 to 5, more. */
function countBucket(count: number): number {
  return [0, 1, 2, 5, Infinity].findIndex((most) => count <= most);
}
