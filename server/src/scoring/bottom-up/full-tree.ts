import { Casing } from '../../model/shape.ts';
import { NO_WORD, type Problem } from '../../problem/problem.ts';
import { spread } from '../../util/hash.ts';

/**
 * An item is a head, or the subtree of one of its dependents. HEAD stands for the label of an item
 * that is the head itself. If this item is placed already, HEAD also stands for its tag.
 */
export const HEAD = 253;
/** The tag and the label of a missing item. */
export const NOTHING = 254;
/** The ids of the words before and after a sentence. No word of the lexicon has these ids. */
export const BEGIN = 0x3ffffffe;
export const END = 0x3fffffff;

/** The side of the head on which an item stands, or `Head` for the head itself. */
export const enum Side {
  Head = 0,
  Left = 1,
  Right = 2,
}

const SENTENCE: number = Casing.Sentence;
/** Added to a label before it is hashed, so that labels and tags have different hashes. */
const FIRST_LABEL = 1000;

/**
 * The data that the templates of the bottom-up search read. In a full tree, the bag gives the head
 * of every word but the root. The arrays are indexed by word. A word without a given tag has its
 * likeliest tag.
 */
export class FullTree {
  readonly problem: Problem;
  /** Ids of tags, renumbered so that no id is HEAD or NOTHING. */
  readonly tag: Int32Array;
  /** Ids of labels, renumbered like `tag`. */
  readonly label: Int32Array;
  readonly tagHash: Int32Array;
  readonly labelHash: Int32Array;
  /** Ids in the lexicon. */
  readonly word: Int32Array;
  /** Values of `Casing`. */
  readonly casing: Int32Array;
  /** The number of words in the subtree, with the word itself. */
  readonly size: Int32Array;
  /**
   * 1 if the word is capitalised and its lower-case form is known (`Casing.Sentence`). Such a word
   * probably begins the sentence.
   */
  readonly isCapital: Uint8Array;
  /** 1 if `isCapital` is 1 for some word of the subtree. */
  readonly holdsCapital: Uint8Array;
  readonly mostDependents: number;

  /** @param problem a problem with a full tree */
  constructor(problem: Problem) {
    const n = problem.size;
    this.problem = problem;
    this.tag = new Int32Array(n);
    this.label = new Int32Array(n);
    this.tagHash = new Int32Array(n);
    this.labelHash = new Int32Array(n);
    this.word = new Int32Array(n);
    this.casing = new Int32Array(n);
    this.size = new Int32Array(n);
    this.isCapital = new Uint8Array(n);
    this.holdsCapital = new Uint8Array(n);
    let mostDependents = 0;
    for (let w = 0; w < n; w++) {
      const form = problem.likelyForm(w);
      this.tag[w] = besideSentinels(problem.likelyTag(w));
      this.label[w] = besideSentinels(problem.label[w]);
      this.tagHash[w] = spread(this.tag[w]);
      this.labelHash[w] = spread(this.label[w] + FIRST_LABEL);
      this.word[w] = problem.wordId[form];
      this.casing[w] = problem.casing[form];
      if (this.casing[w] === SENTENCE) this.isCapital[w] = 1;
      for (let above = w; above !== NO_WORD; above = problem.head[above]) {
        this.size[above]++;
        if (this.isCapital[w] === 1) this.holdsCapital[above] = 1;
      }
      const dependents = problem.dependentStart[w + 1] - problem.dependentStart[w];
      mostDependents = Math.max(mostDependents, dependents);
    }
    this.mostDependents = mostDependents;
  }
}

function besideSentinels(id: number): number {
  return id < HEAD ? id : id + 2;
}
