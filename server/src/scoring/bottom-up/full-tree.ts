import { Casing } from '../../model/shape.ts';
import { NO_WORD, type Problem } from '../../problem/problem.ts';
import { spread } from '../../util/hash.ts';

/** In place of a tag or label: the head itself, which stands between its dependents. */
export const HEAD = 253;
/** In place of a tag or label: no item. */
export const NOTHING = 254;
/** In place of a word: the beginning and the end of a sentence. No word has these ids. */
export const BEGIN = 0x3ffffffe;
export const END = 0x3fffffff;

/** The side of an item: the head itself, or a dependent before or after it. */
export const enum Side {
  Head = 0,
  Left = 1,
  Right = 2,
}

const SENTENCE: number = Casing.Sentence;
/** Separates labels from tags in sums of hashes, which stand for sets. */
const FIRST_LABEL = 1000;

/**
 * A full tree as the templates of the bottom-up search read it: arrays by word, which do not change
 * during the search. A word with an open tag has its most frequent tag.
 */
export class FullTree {
  readonly problem: Problem;
  /** Tags and labels, numbered after HEAD and NOTHING. */
  readonly tag: Int32Array;
  readonly label: Int32Array;
  readonly tagHash: Int32Array;
  readonly labelHash: Int32Array;
  /** Lexicon ids, and capitalisation (`Casing`). */
  readonly word: Int32Array;
  readonly casing: Int32Array;
  /** The number of words in the subtree of a word. */
  readonly size: Int32Array;
  /**
   * 1 if the word is capitalised as at the beginning of a sentence; 1 if a word of its subtree is.
   */
  readonly isCapital: Uint8Array;
  readonly holdsCapital: Uint8Array;
  /** The highest number of dependents. */
  readonly mostDependents: number;

  /** @param problem a full tree */
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

/** The id of a tag or a label, moved past HEAD and NOTHING. */
function besideSentinels(id: number): number {
  return id < HEAD ? id : id + 2;
}
