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

/** The end of a list of waiting words. */
export const NOTHING = -1;

/** The fields of a part that a joiner reads: offsets into its record. */
export interface PartFields {
  /** The modes of the arguments that it takes. */
  readonly modes: number;
  /** The variant that is its head. */
  readonly head: number;
  /** Its words that wait for a head beside its own head: a place in the joiner's list, or NOTHING. */
  readonly waiting: number;
}

/** Joins parts of sentences: determines which of their words depend on which, and the remaining arguments. */
export class Joiner {
  /** Waiting words: a variant, and the place of the next one. */
  waiting = new Int32Array(64);
  readonly #grammar: Grammar;
  readonly #fields: PartFields;
  readonly #joined = new Joined();
  #end = 0;
  /** The records of the parts that are joined. */
  #data: Int32Array = new Int32Array(0);

  constructor(grammar: Grammar, fields: PartFields) {
    this.#grammar = grammar;
    this.#fields = fields;
  }

  /** Forgets all waiting words. */
  begin(): void {
    this.#end = 0;
  }

  /**
   * Works out what an action that is no SHIFT makes of two parts (`dependencies.ts` of the grammar).
   *
   * @param data holds their records, from `left` and `right`
   * @param isLast whether all words are in them: then what waits for a head gets it
   * @returns the same object each time
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
   * Lists the words of the joined part that wait for a head.
   *
   * @returns the place of the list, or NOTHING
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
   * Fills the first argument of one part with another, or joins them without filling an argument.
   *
   * @returns the modes of the result of the rule
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
      // The slot of the other part decides, and its other arguments are what may make words wait.
      this.#depend(firstMode(modesBehind(ofOther, degree)), other, main, taken, 0);
      return joinModes(ofOther, degree, behind);
    }
    const isKept = this.#grammar.keepsOther[rule] === 1;
    this.#depend(mode, main, other, behind, isKept ? ofOther : taken);
    return isKept ? ofOther : joinModes(ofOther, degree, behind);
  }

  /**
   * Makes words of a functor and of the part that fills its argument depend on each other.
   *
   * @param ofFunctor modes of the remaining arguments of the functor; `ofFiller` of the other part's
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

  /** The head of a part governs all words of another that have none. */
  #govern(head: number, dependents: number): void {
    // What waits beside the head may stand between it and these, and is to depend on another word.
    if (this.#data[head + this.#fields.waiting] !== NOTHING) this.#joined.isCrossed = true;
    this.#addRoots(head);
    this.#addDependents(dependents);
  }

  /** The words of both parts that have no head wait for one, the first part's head before all. */
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

/** What two parts are joined to. Words are variants of the problem. */
export class Joined {
  category = NO_CATEGORY;
  modes = 0;
  /** The words that have no head afterwards, the head of the whole first. */
  roots = new Int32Array(8);
  rootCount = 0;
  /** The words that get a head: the first root. */
  dependents = new Int32Array(8);
  dependentCount = 0;
  /** Whether arcs would cross: no derivation of a projective tree is made so. */
  isCrossed = false;

  begin(): void {
    this.rootCount = 0;
    this.dependentCount = 0;
    this.isCrossed = false;
  }

  /** At the end the head governs all waiting words, so that no arcs cross. */
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
