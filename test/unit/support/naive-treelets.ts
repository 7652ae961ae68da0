import type { LanguageModel } from '../../../server/src/lm/query/language-model.ts';
import { NO_WORD, type Problem } from '../../../server/src/problem/problem.ts';
import {
  treeletArcTemplates,
  treeletHeadTemplates,
  treeletKinTemplates,
  treeletSentenceTemplates,
  treeletSurfaceTemplates,
} from '../../../server/src/scoring/best-first/treelet-templates.ts';
import type { TemplateGroup } from '../../../server/src/scoring/templates.ts';
import type { Scoring } from '../../../server/src/scoring/scoring.ts';
import { sumOf, type Values } from './naive-sum.ts';
import { mix } from '../../../server/src/util/hash.ts';

/**
 * The scores of the best-first search, by definition (Zhang & Clark 2015, Table 2): computes every value of every
 * template from the sentence, looks up every weight, and memoises nothing.
 */

/** A sentence of a problem's words with a tree, in surface order. */
export interface TaggedTree {
  readonly variants: readonly number[];
  /** Places from 0; -1 for the root. */
  readonly heads: readonly number[];
}

/** A surface word, and the units that a nat of its evidence adds to a score. */
interface Word {
  readonly id: number;
  readonly units: number;
}

/** A head with some dependents, the nearest first, and the range of its string in the sentence. */
interface Treelet {
  readonly head: number;
  readonly from: number;
  readonly to: number;
  readonly lefts: readonly number[];
  readonly rights: readonly number[];
  /** The numbers of words under the outermost dependents. */
  readonly leftSize: number;
  readonly rightSize: number;
}

export class NaiveTreelets {
  readonly #problem: Problem;
  readonly #scoring: Scoring;

  constructor(problem: Problem, scoring: Scoring) {
    this.#problem = problem;
    this.#scoring = scoring;
  }

  /** The sum of the scores of all actions that build a tree: right dependents first, then the left ones. */
  total({ variants, heads }: TaggedTree): number {
    let sum = 0;
    const build = (head: number): Treelet => {
      const [from, to] = [head, head + 1];
      let treelet: Treelet = { head, from, to, lefts: [], rights: [], leftSize: 0, rightSize: 0 };
      sum += this.#leaf(variants, head);
      const own = [...heads.keys()].filter((place) => heads[place] === head);
      const nearest = (side: number[]): number[] =>
        side.sort((a, b) => Math.abs(a - head) - Math.abs(b - head));
      for (const place of nearest(own.filter((one) => one > head))) {
        const dependent = build(place);
        sum += this.#join(variants, treelet, dependent, 1);
        const rightSize = dependent.to - dependent.from;
        treelet = {
          ...treelet,
          ...{ to: dependent.to, rights: [...treelet.rights, place], rightSize },
        };
      }
      for (const place of nearest(own.filter((one) => one < head))) {
        const dependent = build(place);
        sum += this.#join(variants, treelet, dependent, 0);
        const leftSize = dependent.to - dependent.from;
        treelet = {
          ...treelet,
          ...{ from: dependent.from, lefts: [...treelet.lefts, place], leftSize },
        };
      }
      return treelet;
    };
    const whole = build(heads.indexOf(-1));
    const ends = this.#sentence(variants, whole.head) + this.#ends(variants);
    return sum + this.#complete(variants, whole) + ends;
  }

  #leaf(variants: readonly number[], head: number): number {
    return this.#sum(treeletHeadTemplates, 'size', this.#headValues(variants[head]), 1);
  }

  #join(variants: readonly number[], head: Treelet, dependent: Treelet, direction: number): number {
    const h = variants[head.head];
    const m = variants[dependent.head];
    const words = head.to - head.from + dependent.to - dependent.from;
    const far = 2 * norm(Math.abs(head.head - dependent.head)) + direction;
    const label = this.#label(m);
    const [ht, mt] = [this.#tag(h), this.#tag(m)];
    const arc = {
      h: this.#both(h),
      hw: this.#word(h),
      ht,
      hc: this.#class(h),
      m: this.#both(m),
      mw: this.#word(m),
      mt,
      mc: this.#class(m),
      label,
      'label+ht': mix(mix(0x3c6ef372, label), ht),
    };
    const siblings = direction === 1 ? head.rights : head.lefts;
    const sibling = siblings.length > 0 ? variants[siblings.at(-1)!] : null;
    const second = siblings.length > 1 ? variants[siblings.at(-2)!] : null;
    const [before, after] = direction === 1 ? [head, dependent] : [dependent, head];
    const outermost = (places: readonly number[]): number =>
      places.length > 0 ? this.#tag(variants[places.at(-1)!]) : 0;
    const toward = direction === 1 ? 1 : -1;
    const kin = {
      ...{ hw: arc.hw, ht, mw: arc.mw, mt, label, 'label+ht': arc['label+ht'] },
      'ht+mt': mix(mix(0x1b873593, ht), mt),
      'hw+mt': mix(mix(0x2545f491, arc.hw), mt),
      sw: sibling === null ? 0 : this.#word(sibling),
      st: sibling === null ? 0 : this.#tag(sibling),
      slabel: sibling === null ? 0 : this.#label(sibling),
      s2t: second === null ? 0 : this.#tag(second),
      s2label: second === null ? 0 : this.#label(second),
      mlt: outermost(dependent.lefts),
      mrt: outermost(dependent.rights),
      hnt: this.#tag(variants[head.head + toward]),
      mnt: this.#tag(variants[dependent.head - toward]),
      size: norm(dependent.to - dependent.from),
      ssize: norm(direction === 1 ? head.rightSize : head.leftSize),
    };
    const last = (i: number): number | null =>
      before.to - i >= before.from ? variants[before.to - i] : null;
    const first = (i: number): number | null =>
      after.from + i < after.to ? variants[after.from + i] : null;
    const surface = {
      'w-2': this.#word(last(2)),
      'w-1': this.#word(last(1)),
      w: this.#firstWord(first(0)),
      'w+1': this.#firstWord(first(1)),
      't-2': this.#tag(last(2)),
      't-1': this.#tag(last(1)),
      t: this.#tag(first(0)),
      't+1': this.#tag(first(1)),
      'c-1': this.#class(last(1)!),
      c: this.#class(first(0)!),
      casing: this.#problem.casing[this.#problem.variantForm[first(0)!]],
    };
    const hasLabel = label !== 0;
    return (
      this.#sum(treeletArcTemplates, 'direction', arc, direction) +
      this.#sum(treeletArcTemplates, 'distance', arc, far) +
      (hasLabel ? this.#sum(treeletArcTemplates, 'direction of a label', arc, direction) : 0) +
      (hasLabel ? this.#sum(treeletArcTemplates, 'distance of a label', arc, far) : 0) +
      ['sibling', 'child', 'size', 'beside', ...(hasLabel ? LABELLED_KIN : [])].reduce(
        (sum, section) => sum + this.#sum(treeletKinTemplates, section, kin, direction),
        0,
      ) +
      this.#sum(treeletSurfaceTemplates, 'join', surface, 0) +
      this.#sum(treeletHeadTemplates, 'size', this.#headValues(h), norm(words)) +
      this.#complete(variants, dependent) +
      this.#fluency(variants, before, after)
    );
  }

  #complete(variants: readonly number[], { head, lefts, rights }: Treelet): number {
    const left = lefts.length > 0 ? variants[lefts.at(-1)!] : null;
    const right = rights.length > 0 ? variants[rights.at(-1)!] : null;
    const h = variants[head];
    return this.#sum(
      treeletHeadTemplates,
      'complete',
      {
        ...this.#headValues(h),
        lw: this.#word(left),
        lt: this.#tag(left),
        rw: this.#word(right),
        rt: this.#tag(right),
        lval: norm(lefts.length),
        rval: norm(rights.length),
        label: this.#label(h),
        llabel: left === null ? 0 : this.#label(left),
        rlabel: right === null ? 0 : this.#label(right),
      },
      0,
    );
  }

  #sentence(variants: readonly number[], root: number): number {
    const at = (i: number): number | null => variants.at(i) ?? null;
    const far = (i: number): number | null => (i < variants.length ? variants[i] : null);
    const behind = (i: number): number | null => (i <= variants.length ? at(-i) : null);
    return this.#sum(
      treeletSentenceTemplates,
      'sentence',
      {
        w1: this.#firstWord(far(0)),
        w2: this.#firstWord(far(1)),
        t1: this.#tag(far(0)),
        t2: this.#tag(far(1)),
        t3: this.#tag(far(2)),
        casing: this.#problem.casing[this.#problem.variantForm[variants[0]]],
        'w-1': this.#word(behind(1)),
        'w-2': this.#word(behind(2)),
        't-1': this.#tag(behind(1)),
        't-2': this.#tag(behind(2)),
        't-3': this.#tag(behind(3)),
        rw: this.#word(variants[root]),
        rt: this.#tag(variants[root]),
      },
      0,
    );
  }

  /** The log-probability that the three words after a join gain from the three words before it. */
  #fluency(variants: readonly number[], before: Treelet, after: Treelet): number {
    const left = this.#wordsOf(variants.slice(before.from, before.to)).slice(-3);
    const right = this.#wordsOf(variants.slice(after.from, after.to)).slice(0, 3);
    return Math.round(this.#gain(false, left, right) / 1000);
  }

  /** The log-probability that the first three words gain from the sentence's beginning, and that of its end. */
  #ends(variants: readonly number[]): number {
    const { fluency } = this.#scoring;
    if (fluency === null) return 0;
    const words = this.#wordsOf(variants);
    const end = [...words.slice(-3), { id: fluency.languageModel.end, units: 0 }];
    const score = logProb(fluency.languageModel, words.length < 3, end);
    const sum = this.#gain(true, [], words.slice(0, 3)) + score * words.at(-1)!.units;
    return Math.round(sum / 1000);
  }

  #gain(isBeginning: boolean, before: readonly Word[], words: readonly Word[]): number {
    const { fluency } = this.#scoring;
    if (fluency === null) return 0;
    const { languageModel } = fluency;
    return words.reduce((sum, { units }, i) => {
      const own = words.slice(0, i + 1);
      const after = logProb(languageModel, isBeginning, [...before, ...own]);
      return sum + (after - logProb(languageModel, false, own)) * units;
    }, 0);
  }

  /** The surface words of variants. */
  #wordsOf(variants: readonly number[]): Word[] {
    const { languageModel, unitsPerNat } = this.#scoring.fluency ?? {};
    if (languageModel === undefined || unitsPerNat === undefined) return [];
    const { surfaceText, surfaceStart, variantForm, variantWord, head, root, hasArcs } =
      this.#problem;
    return variants.flatMap((variant) => {
      const form = variantForm[variant];
      const word = variantWord[variant];
      const open = hasArcs ? 'open' : 'withoutArcs';
      const isGiven = head[word] !== NO_WORD || word === root;
      return surfaceText.slice(surfaceStart[form], surfaceStart[form + 1]).map((text) => ({
        id: languageModel.wordId(text),
        units: unitsPerNat[isGiven ? 'given' : open],
      }));
    });
  }

  #headValues(h: number): Values {
    return { h: this.#both(h), hw: this.#word(h), ht: this.#tag(h) };
  }

  #sum(group: TemplateGroup, section: string, values: Values, key: number): number {
    return sumOf(this.#scoring.weights, group, section, values, key);
  }

  #word(variant: number | null): number {
    return variant === null ? 0 : this.#problem.wordId[this.#problem.variantForm[variant]];
  }

  #firstWord(variant: number | null): number {
    if (variant === null) return 0;
    const { surface, surfaceStart, variantForm } = this.#problem;
    return surface[surfaceStart[variantForm[variant]]];
  }

  #tag(variant: number | null): number {
    return variant === null ? 0 : this.#problem.variantTag[variant];
  }

  #class(variant: number): number {
    return this.#problem.wordClass[this.#problem.variantForm[variant]];
  }

  #label(variant: number): number {
    return this.#problem.label[this.#problem.variantWord[variant]];
  }

  #both(variant: number): number {
    return mix(mix(0x2545f491, this.#word(variant)), this.#tag(variant));
  }
}

const LABELLED_KIN = ['sibling of a label', 'size of a label'];

/** 1, 2, 3, 4, 5, (5, 10], (10, 20], (20, 40], 40+. */
function norm(value: number): number {
  return [0, 1, 2, 3, 4, 5, 10, 20, 40, Infinity].findIndex((most) => value <= most);
}

/** The log-probability of the last word after the others. */
export function logProb(
  languageModel: LanguageModel,
  isBeginning: boolean,
  words: readonly { id: number }[],
): number {
  let state = isBeginning ? languageModel.startState() : new Int32Array(languageModel.order);
  let next = new Int32Array(languageModel.order);
  let score = 0;
  for (const { id } of words) {
    score = languageModel.query(state, id, next);
    [state, next] = [next, state];
  }
  return score;
}
