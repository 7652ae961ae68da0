import type { Words } from './words.ts';
import { isSubcategorized, type Subcategorized } from './subcategorized.ts';

/** A step that adds one dependent, or a group of dependents, to the phrase of its head. */
export type Merge = Single | Group;

interface Placed {
  readonly side: 'left' | 'right';
  /**
   * Merges with lower stages come first. But on each side of the head, nearer dependents always
   * come before farther ones.
   */
  readonly stage: number;
}

export interface Single extends Placed {
  readonly kind: SingleKind;
  readonly dependent: number;
  readonly isFallBack: boolean;
}

/**
 * How a dependent is merged into the phrase of its head.
 *
 * - `argument`, `subject`, `fixed`: the head takes the dependent as an argument.
 * - `determiner`, `case`, `marker`, `degree`, `wh`, `wh-object`: the dependent takes the phrase as
 *   an argument. A `wh-object` is a wh-phrase that is the head's object: *what did he say*.
 * - `fronted`: an argument before the phrase. Its category is type-raised.
 * - `coordinator`: a conjunction or a punctuation mark before a conjunct. With it, the conjunct is
 *   half of a coordination.
 */
export type SingleKind =
  | 'modifier'
  | 'argument'
  | 'subject'
  | 'determiner'
  | 'case'
  | 'marker'
  | 'wh'
  | 'wh-object'
  | 'degree'
  | 'fronted'
  | 'fixed'
  | 'conjunct'
  | 'coordinator'
  | 'punctuation';

export interface Group extends Placed {
  /**
   * - `auxiliary`: an auxiliary, copula or *to*, with its negation.
   * - `inverted`: an auxiliary with its negation, and the subject after it.
   * - `predication`: a copula and a subject, both after the head.
   * - `flat`: the parts of a name after its head.
   */
  readonly kind: 'auxiliary' | 'inverted' | 'predication' | 'flat';
  /** In the order of the sentence. */
  readonly members: readonly number[];
}

/** The innermost merge comes first. */
export function mergesOf(words: Words, head: number, subcategorized: Subcategorized): Merge[] {
  const staging = new Staging(words, head, subcategorized);
  const left = nearestFirst(grouped(words, staging.side('left')));
  const right = nearestFirst(staging.side('right'));
  const merges: Merge[] = [];
  for (let l = 0, r = 0; l < left.length || r < right.length;) {
    const before = l < left.length ? left[l].stage : Infinity;
    const behind = r < right.length ? right[r].stage : Infinity;
    const isLeftFirst = before < behind || (before === behind && before < 3);
    merges.push(isLeftFirst ? left[l++] : right[r++]);
  }
  return merges;
}

/**
 * Raises the stage of each merge to at least the stage of the next nearer merge, so that nearer
 * dependents merge first.
 *
 * @param merges the merges on one side of the head, the nearest first
 */
function nearestFirst(merges: readonly Merge[]): Merge[] {
  let stage = -Infinity;
  return merges.map((merge) => {
    stage = Math.max(stage, merge.stage);
    return { ...merge, stage };
  });
}

/** Groups each auxiliary with its negations and, in an inversion, the subject. */
function grouped(words: Words, merges: readonly Merge[]): Merge[] {
  const found: Merge[] = [];
  // From left to right, since negations and subject follow their auxiliary.
  const rest = [...merges].reverse();
  while (rest.length > 0) {
    const merge = rest.shift()!;
    if (merge.kind !== 'auxiliary') {
      found.unshift(merge);
      continue;
    }
    const members = [...merge.members];
    const takeNegations = (): void => {
      for (let next = rest.at(0); next?.kind === 'modifier'; next = rest.at(0)) {
        if (!words.isNegation(next.dependent)) break;
        members.push(next.dependent);
        rest.shift();
      }
    };
    takeNegations();
    const subject = rest.findIndex(({ kind }) => kind === 'subject');
    const between = rest.slice(0, Math.max(0, subject));
    const isBehindSubject = found.some(({ kind }) => kind === 'subject' || kind === 'wh');
    if (subject < 0 || isBehindSubject || !between.every(({ kind }) => kind === 'modifier')) {
      found.unshift({ ...merge, members });
      continue;
    }
    for (const other of rest.splice(0, subject + 1)) {
      if ('dependent' in other) members.push(other.dependent);
    }
    found.unshift({ kind: 'inverted', side: 'left', stage: 6, members });
  }
  return found;
}

class Staging {
  readonly #words: Words;
  readonly #head: number;
  readonly #subcategorized: Subcategorized;
  readonly #isClause: boolean;
  readonly #hasCopula: boolean;
  readonly #wh: number | undefined;
  #obliques = 0;

  constructor(words: Words, head: number, subcategorized: Subcategorized) {
    this.#words = words;
    this.#head = head;
    this.#subcategorized = subcategorized;
    const kind = words.kind(head);
    this.#isClause = kind !== 'noun' && kind !== 'pronoun';
    this.#hasCopula = words.has(head, 'cop', 'aux');
    this.#wh = this.#leftmostWh();
  }

  side(side: 'left' | 'right'): Merge[] {
    const places = this.#words[side][this.#head];
    const merges: Merge[] = [];
    for (let n = 0; n < places.length; n++) {
      const group = side === 'right' ? this.#predication(places.slice(n)) : null;
      if (group !== null) {
        merges.push(group);
        n += group.members.length - 1;
        continue;
      }
      merges.push(side === 'left' ? this.#before(places[n]) : this.#behind(places[n]));
    }
    return side === 'left' ? merges : joinFlat(this.#words, merges);
  }

  #single(dependent: number, kind: SingleKind, stage: number, isFallBack = false): Single {
    const side = dependent < this.#head ? 'left' : 'right';
    return { kind, side, stage, dependent, isFallBack };
  }

  #auxiliary(dependent: number): Group {
    const side = dependent < this.#head ? 'left' : 'right';
    return { kind: 'auxiliary', side, stage: 5, members: [dependent] };
  }

  #leftmostWh(): number | undefined {
    const words = this.#words;
    if (!this.#isClause && !this.#hasCopula && !words.has(this.#head, 'nsubj')) return undefined;
    const left = words.left[this.#head];
    const hasSubject = left.some((i) => /^(?:nsubj|expl|cop|aux)$/.test(words.relations[i]));
    if (words.kind(this.#head) !== 'verb' && !hasSubject) return undefined;
    return left.findLast((i) => whRelations.has(words.relations[i]) && words.isWhPhrase(i));
  }

  #before(i: number): Merge {
    const words = this.#words;
    const relation = words.relations[i];
    if (fallBackRelations.has(relation)) {
      return this.#single(i, 'modifier', this.#isClause ? 4 : 0, true);
    }
    if (relation === 'punct') {
      if (this.#isCoordinator(i)) return this.#single(i, 'coordinator', 9);
      return this.#single(i, 'punctuation', this.#isClause ? 4.9 : 0);
    }
    if (relation === 'cc') {
      if (words.labels[i] === 'cc:preconj') {
        return this.#single(i, 'modifier', this.#isClause ? 4 : 2);
      }
      if (this.#isCoordinator(i)) return this.#single(i, 'coordinator', 9);
      return this.#single(i, 'modifier', 7);
    }
    if (i === this.#wh) {
      if (relation === 'nsubj' || relation === 'csubj') return this.#single(i, 'wh', 7);
      return this.#single(i, objects.has(relation) ? 'wh-object' : 'wh', 7);
    }
    if (relation === 'aux' || relation === 'cop') return this.#auxiliary(i);
    if (relation === 'mark') {
      return words.tags[i] === 'TO' ? this.#auxiliary(i) : this.#single(i, 'marker', 7);
    }
    if (relation === 'case') return this.#single(i, 'case', 3);
    if (relation === 'nsubj' || relation === 'csubj' || relation === 'expl') {
      if (!this.#isClause && !this.#hasCopula) return this.#single(i, 'modifier', 6);
      return this.#single(i, 'subject', words.labels[i].endsWith(':outer') ? 6.6 : 6);
    }
    if (late.has(relation)) return this.#single(i, 'modifier', 7);
    return this.#isClause ? this.#beforeClause(i) : this.#beforeNominal(i);
  }

  #beforeClause(i: number): Merge {
    const words = this.#words;
    const relation = words.relations[i];
    if (relation === 'advmod' && words.isWhPhrase(i)) return this.#single(i, 'degree', 4);
    if (objects.has(relation)) return this.#single(i, 'fronted', 7);
    if (relation === 'det') return this.#single(i, 'modifier', 4, true);
    if (words.labels[i] === 'obl:unmarked' && words.kind(this.#head) === 'adjective') {
      const isNearest = words.left[this.#head][0] === i;
      if (isNearest) return this.#single(i, 'argument', 0);
    }
    return this.#single(i, 'modifier', 4);
  }

  #beforeNominal(i: number): Merge {
    const words = this.#words;
    const relation = words.relations[i];
    if (words.labels[i] === 'det:predet') return this.#single(i, 'modifier', 2);
    if (relation === 'det' || words.labels[i] === 'nmod:poss') {
      return this.#single(i, 'determiner', 1);
    }
    const isPremodifier = (j: number): boolean =>
      j < i && premodifiers.has(words.relations[j]) && words.labels[j] !== 'nmod:poss';
    if (words.isWhPhrase(i)) return this.#single(i, 'determiner', 1);
    if (premodifiers.has(relation)) return this.#single(i, 'modifier', 0);
    const isInside = words.left[this.#head].some(isPremodifier);
    return this.#single(i, 'modifier', isInside ? 0 : 2);
  }

  #behind(i: number): Merge {
    const words = this.#words;
    const relation = words.relations[i];
    if (relation === 'punct') return this.#punctuationBehind(i);
    if (relation === 'fixed') return this.#single(i, 'fixed', -1);
    if (fallBackRelations.has(relation)) {
      return this.#single(i, 'modifier', this.#isClause ? 4 : 0, true);
    }
    if (coordinated.has(relation)) return this.#single(i, 'conjunct', this.#stageOfConjunct(i));
    if (relation === 'cc') return this.#single(i, 'modifier', 7, true);
    if (relation === 'aux' || relation === 'cop') return this.#auxiliary(i);
    if (relation === 'case') return this.#single(i, 'case', 3);
    if (relation === 'mark') return this.#single(i, 'marker', 7);
    if (relation === 'expl') return this.#single(i, 'argument', 4);
    if (late.has(relation)) return this.#single(i, 'modifier', 7);
    if (relation === 'ccomp' || relation === 'xcomp' || relation === 'csubj') {
      return this.#single(i, 'argument', 4);
    }
    if (words.labels[i] === 'compound:prt') return this.#single(i, 'argument', 4);
    if (this.#isClause) return this.#behindClause(i);
    if (relation === 'nsubj') return this.#single(i, 'argument', 4);
    if (relation === 'obj' || relation === 'iobj') return this.#single(i, 'argument', 4);
    if (this.#hasCopula && (relation === 'advcl' || relation === 'obl' || relation === 'advmod')) {
      return this.#single(i, 'modifier', 5.2);
    }
    return this.#single(i, 'modifier', premodifiers.has(relation) && relation !== 'nmod' ? 0 : 2);
  }

  #behindClause(i: number): Merge {
    const words = this.#words;
    const relation = words.relations[i];
    if (objects.has(relation) || relation === 'nsubj') return this.#single(i, 'argument', 4);
    if (relation === 'obl' && this.#obliques++ === 0) {
      const isTaken = isSubcategorized(this.#subcategorized, words, this.#head, i);
      if (isTaken) return this.#single(i, 'argument', 4);
    }
    return this.#single(i, 'modifier', 4);
  }

  #punctuationBehind(i: number): Merge {
    const words = this.#words;
    const behind = words.right[this.#head];
    const isLast = behind.every((j) => j < i || words.relations[j] === 'punct');
    if (isLast && this.#head === words.root) return this.#single(i, 'punctuation', 8);
    return this.#single(i, 'punctuation', this.#isClause ? 4 : 2);
  }

  /** Whether word `i`, before the head, makes the head's phrase half of a coordination. */
  #isCoordinator(i: number): boolean {
    const words = this.#words;
    const head = this.#head;
    if (!coordinated.has(words.relations[head]) || head < words.heads[head]) return false;
    const conjunction = words.left[head].findLast((j) => words.labels[j] === 'cc');
    const farthest = words.left[head].at(-1)!;
    if (conjunction === undefined) return i === farthest;
    return i === conjunction;
  }

  #stageOfConjunct(i: number): number {
    const words = this.#words;
    const head = this.#head;
    if (words.relations[i] === 'parataxis' || words.relations[i] === 'list') {
      if (this.#isClause || this.#hasCopula) return 7;
      return words.has(head, 'case') && words.has(i, 'case') ? 3.5 : 2;
    }
    if (!this.#isClause && !(this.#hasCopula && words.has(i, 'cop', 'nsubj'))) {
      if (words.has(head, 'case') && words.has(i, 'case')) return 3.5;
      const isShared =
        words.relations[i] === 'conj' &&
        words.kind(i) === 'noun' &&
        words.kind(head) === 'noun' &&
        words.left[head].some((j) => isDeterminer(words, j)) &&
        !words.left[i].some((j) => isDeterminer(words, j)) &&
        /^NNS?$/.test(words.tags[i]);
      return isShared ? 0.5 : 2;
    }
    if (words.relations[i] === 'appos') return 4.5;
    const hasSubject = (j: number): boolean => words.has(j, 'nsubj', 'csubj', 'expl');
    const marker = words.left[i].some(
      (j) => words.relations[j] === 'mark' && words.tags[j] !== 'TO',
    );
    if (marker && words.left[head].some((j) => words.relations[j] === 'mark')) return 7.5;
    if (hasSubject(i)) return 7;
    const hasAuxiliary = (j: number): boolean => {
      return words.has(j, 'aux', 'cop') || words.left[j].some((k) => words.tags[k] === 'TO');
    };
    if (!hasAuxiliary(head)) return 4.5;
    const isSame = words.feature(i, i) === words.feature(head, head);
    return isSame && !hasAuxiliary(i) ? 4.5 : 5.5;
  }

  /**
   * Groups a copula and a subject if they are the first two of `places`. Both follow the head if
   * the head is fronted or a wh-word: *what **is this***.
   */
  #predication(places: readonly number[]): Group | null {
    const words = this.#words;
    const [first, second] = places;
    if (places.length < 2) return null;
    const pair = [first, second].map((i) => words.relations[i]);
    const subject = pair[0] === 'cop' ? pair[1] : pair[0];
    if (!pair.includes('cop') || !/^(?:nsubj|expl)$/.test(subject)) return null;
    return { kind: 'predication', side: 'right', stage: 4.5, members: [first, second] };
  }
}

function isDeterminer(words: Words, i: number): boolean {
  return words.relations[i] === 'det' || words.labels[i] === 'nmod:poss';
}

function joinFlat(words: Words, merges: readonly Merge[]): Merge[] {
  const joined: Merge[] = [];
  for (const merge of merges) {
    const isFlat = merge.kind === 'modifier' && words.relations[merge.dependent] === 'flat';
    if (!isFlat) {
      joined.push(merge);
      continue;
    }
    const last = joined.at(-1);
    const members = last?.kind === 'flat' ? last.members : [];
    if (members.length > 0) joined.pop();
    joined.push({ kind: 'flat', side: 'right', stage: 0, members: [...members, merge.dependent] });
  }
  return joined;
}

const fallBackRelations: ReadonlySet<string> = new Set('dep orphan goeswith reparandum'.split(' '));
const coordinated: ReadonlySet<string> = new Set('conj parataxis list appos'.split(' '));
const late: ReadonlySet<string> = new Set(
  'discourse vocative dislocated conj parataxis list appos'.split(' '),
);
const objects: ReadonlySet<string> = new Set('obj iobj ccomp xcomp'.split(' '));
const premodifiers: ReadonlySet<string> = new Set('amod compound nummod nmod flat'.split(' '));
const whRelations: ReadonlySet<string> = new Set(
  'nsubj csubj obj iobj obl advmod ccomp xcomp'.split(' '),
);
