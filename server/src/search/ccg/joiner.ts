import { NO_CATEGORY, type Grammar } from '../../grammar/ccg/grammar.ts';
import {
  firstMode,
  FUNCTION,
  GOVERNED,
  hasMode,
  joinModes,
  modesBehind,
  RAISED,
  WAITS,
} from '../../grammar/ccg/modes.ts';
import { grown } from '../../util/grown.ts';
import { FIRST_COMBINE, GLUE_LEFT_GOVERNS } from '../../scoring/ccg/records.ts';

/** Ends a list of words that wait for a head. A later join will give them their head. */
export const NOTHING = -1;

/** The offsets of the fields that a joiner reads in the record of a part. */
export interface PartFields {
  /**
   * The modes of the arguments that the part still takes. A mode says which arc an argument makes.
   */
  readonly modes: number;
  /** The part's head, as a variant. */
  readonly head: number;
  /**
   * The list of the part's words that wait for a head, as an index in `Joiner.waiting`, or NOTHING.
   * The part's own head is not in the list.
   */
  readonly waiting: number;
}

/**
 * Joins two parts of a sentence: determines the new arcs between words, and the arguments that
 * remain.
 */
export class Joiner {
  /**
   * Linked lists of words that wait for a head. An element takes two integers: a variant, and the
   * index of the next element or NOTHING.
   */
  waiting = new Int32Array(64);
  readonly #grammar: Grammar;
  readonly #fields: PartFields;
  readonly #joined = new Joined();
  #end = 0;
  #data: Int32Array = new Int32Array(0);

  constructor(grammar: Grammar, fields: PartFields) {
    this.#grammar = grammar;
    this.#fields = fields;
  }

  begin(): void {
    this.#end = 0;
  }

  /**
   * Computes the part that an action other than SHIFT makes of two parts. `Phrase` in
   * `grammar/ccg/dependencies.ts` explains which arcs a rule makes.
   *
   * @param data the records; `left` and `right` are offsets of records
   * @param isLast whether the two parts contain all words, so that every waiting word gets a head
   * @returns an object that the next call overwrites
   */
  join(data: Int32Array, left: number, right: number, action: number, isLast: boolean): Joined {
    const grammar = this.#grammar;
    const joined = this.#joined;
    this.#data = data;
    joined.begin();
    if (action < FIRST_COMBINE) {
      const isLeft = action === GLUE_LEFT_GOVERNS;
      joined.category = NO_CATEGORY;
      joined.modes = 0;
      this.#govern(isLeft ? left : right, isLeft ? right : left);
      joined.end();
    } else {
      const combine = action - FIRST_COMBINE;
      const rule = grammar.combineRule[combine];
      const isRight = grammar.isMainRight[rule] === 1;
      const modes = this.#fill(isRight ? right : left, isRight ? left : right, rule);
      joined.category = grammar.combineResult[combine];
      joined.modes = grammar.modesAfter(modes, grammar.combineChain[combine]);
    }
    if (isLast) joined.end();
    return joined;
  }

  /**
   * Lists the words that still need a head after a join. The first root of the join is left out,
   * since it is the head of the joined part.
   *
   * @returns an index in `waiting`, or NOTHING
   */
  wait({ roots, rootCount }: Pick<Joined, 'roots' | 'rootCount'>): number {
    let next = NOTHING;
    for (let i = rootCount - 1; i > 0; i--) {
      const at = this.#end;
      this.#end += 2;
      if (this.#end > this.waiting.length) this.waiting = grown(this.waiting, 2 * at);
      this.waiting[at] = roots[i];
      this.waiting[at + 1] = next;
      next = at;
    }
    return next;
  }

  /**
   * Joins `main` and `other`. With most rules, `other` fills the first argument of `main`.
   *
   * @returns the modes of the rule's result
   */
  #fill(main: number, other: number, rule: number): number {
    const degree = this.#grammar.ruleDegree[rule];
    const ofMain = this.#data[main + this.#fields.modes];
    const ofOther = this.#data[other + this.#fields.modes];
    if (degree < 0) {
      this.#govern(main, other);
      return ofMain;
    }
    const behind = modesBehind(ofMain, 1);
    const taken = joinModes(ofOther, degree, 0);
    const mode = firstMode(ofMain);
    if (mode === RAISED) {
      // `main` is type-raised: it fills an argument of `other`, and the mode of this argument
      // decides the arc. The arguments of `other` that are not filled yet decide which words must
      // wait for a head.
      this.#depend(firstMode(modesBehind(ofOther, degree)), other, main, taken, 0);
      return joinModes(ofOther, degree, behind);
    }
    const isKept = this.#grammar.keepsOther[rule] === 1;
    this.#depend(mode, main, other, behind, isKept ? ofOther : taken);
    return isKept ? ofOther : joinModes(ofOther, degree, behind);
  }

  /**
   * Decides which arc joins a functor and the part that fills its argument, the filler. Either one
   * governs the other, or both stay without a head until a later join.
   *
   * @param ofFunctor the modes of the arguments that `functor` still takes
   * @param ofFiller the modes of the arguments that `filler` still takes
   */
  #depend(
    mode: number,
    functor: number,
    filler: number,
    ofFunctor: number,
    ofFiller: number,
  ): void {
    if (mode === WAITS) this.#waitTogether(functor, filler);
    else if (mode === GOVERNED || mode === FUNCTION) {
      if (hasMode(ofFiller, FUNCTION)) this.#waitTogether(filler, functor);
      else this.#govern(filler, functor);
    } else if (hasMode(ofFunctor, FUNCTION)) this.#waitTogether(functor, filler);
    else this.#govern(functor, filler);
  }

  /** Makes the head of the part `head` govern all words of `dependents` that have no head yet. */
  #govern(head: number, dependents: number): void {
    // If a waiting word of the governing part stands between the governor and its new dependents,
    // arcs would cross. Where it stands is not checked: any waiting word marks the join as crossed.
    if (this.#data[head + this.#fields.waiting] !== NOTHING) this.#joined.isCrossed = true;
    this.#addRoots(head);
    this.#addDependents(dependents);
  }

  /**
   * Joins two parts without an arc. All their words that have no head wait together until a later
   * join gives them a head. The head of `first` becomes the head of the joined part.
   */
  #waitTogether(first: number, second: number): void {
    this.#addRoots(first);
    this.#addRoots(second);
  }

  #addRoots(part: number): void {
    const joined = this.#joined;
    joined.addRoot(this.#data[part + this.#fields.head]);
    for (
      let at = this.#data[part + this.#fields.waiting];
      at !== NOTHING;
      at = this.waiting[at + 1]
    ) {
      joined.addRoot(this.waiting[at]);
    }
  }

  #addDependents(part: number): void {
    const joined = this.#joined;
    joined.addDependent(this.#data[part + this.#fields.head]);
    for (
      let at = this.#data[part + this.#fields.waiting];
      at !== NOTHING;
      at = this.waiting[at + 1]
    ) {
      joined.addDependent(this.waiting[at]);
    }
  }
}

/** The result of joining two parts. Words are variants of the problem. */
export class Joined {
  category = NO_CATEGORY;
  modes = 0;
  /**
   * The words that have no head after the join: first the head of the joined part, then all others.
   */
  roots = new Int32Array(8);
  rootCount = 0;
  dependents = new Int32Array(8);
  dependentCount = 0;
  /**
   * Whether the join would make crossing arcs. No derivation of a projective tree has such a join.
   */
  isCrossed = false;

  begin(): void {
    this.rootCount = 0;
    this.dependentCount = 0;
    this.isCrossed = false;
  }

  /**
   * Attaches all other words without a head to the head of the joined part. After this, no arcs of
   * the join cross.
   */
  end(): void {
    this.isCrossed = false;
    for (let i = 1; i < this.rootCount; i++) this.addDependent(this.roots[i]);
    this.rootCount = 1;
  }

  addRoot(variant: number): void {
    if (this.rootCount === this.roots.length) this.roots = grown(this.roots, 2 * this.rootCount);
    this.roots[this.rootCount++] = variant;
  }

  addDependent(variant: number): void {
    if (this.dependentCount === this.dependents.length)
      this.dependents = grown(this.dependents, 2 * this.dependentCount);
    this.dependents[this.dependentCount++] = variant;
  }
}
