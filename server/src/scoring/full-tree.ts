import { Casing } from '../model/shape.ts';
import { NO_WORD, type Problem } from '../problem/problem.ts';
import { spread } from '../util/hash.ts';

/** Among tags and labels: the head itself, which stands between its dependents. */
export const HEAD = 253;
/** Among tags and labels: nothing is there. */
export const NOTHING = 254;
/** Among words: before a sentence, and its end. No word has these ids. */
export const BEGIN = 0x3ffffffe;
export const END = 0x3fffffff;

/** Where an item is placed: the head itself, or a dependent before or after it. */
export const enum Side {
  Head = 0,
  Left = 1,
  Right = 2,
}

const SENTENCE: number = Casing.Sentence;
/** Keeps the ids of labels apart from those of tags where sums of hashes stand for sets of them. */
const FIRST_LABEL = 1000;

/**
 * A full tree as the templates of the bottom-up search read it: arrays by word, of what does not change
 * while the tree is searched. A word whose tag is open has its likeliest.
 */
export class FullTree {
  readonly problem: Problem;
  /** Tags and labels, with room left for HEAD and NOTHING. */
  readonly tag: Int32Array;
  readonly label: Int32Array;
  readonly tagHash: Int32Array;
  readonly labelHash: Int32Array;
  /** Lexicon ids, and how words are written (`Casing`). */
  readonly word: Int32Array;
  readonly casing: Int32Array;
  /** How many words the subtree under a word holds. */
  readonly size: Int32Array;
  /** 1 where a word is written as at the beginning of a sentence, and where one of its subtree is. */
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
