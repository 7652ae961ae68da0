import { NONE } from '../model/lexicon.ts';
import type { FeatureObserver, WeightTable } from '../scoring/feature-sum.ts';
import { mix } from '../util/hash.ts';
import { combTemplates, CombValue, patternTemplates } from './arc-templates.ts';
import { CandidateArcs } from './candidate-arcs.ts';
import type { FactorKinds, Factors } from './factors.ts';
import { KeyedScore } from './keyed-score.ts';
import { PADDING, type ParserTokens, type TagParts } from './parser-tokens.ts';
import { SecondOrderParts } from './second-order.ts';
import { TripleReader } from './triple-reader.ts';

/** The limits on the number of arcs of a comb. */
const FEWEST_TEETH = 4;
const MOST_TEETH = 6;

/**
 * The keys of the patterns. The key of `Parallel` is one higher if the two modifiers with equal
 * tags are the same word. The key of `Enclosed` is one higher if the two punctuation marks are the
 * same.
 */
const enum Pattern {
  Series = 0,
  Parallel = 2,
  Enclosed = 4,
}

/**
 * Scores patterns of three or more arcs, which are factors for branch and bound (Qian & Liu 2013,
 * Section 4.3):
 *
 * - a comb: four to six words in a row that modify one head;
 * - a series: X has the modifiers Y and Z, and Z has a conjunction before it, as in "eggs, milk and
 *   flour";
 * - parallel conjuncts: Y modifies X, and Y has a conjunction. X and Y each have a modifier before
 *   them, and these two modifiers have equal tags, as in "in the park and in the street";
 * - an enclosed modifier: a word modifies its head, and two punctuation marks modify the word, one
 *   on either side of it.
 *
 * The last three patterns are not in the paper. We chose them by hand.
 */
export class PatternScores {
  readonly #combs: KeyedScore;
  readonly #patterns: KeyedScore;
  readonly #combValues = combTemplates.newValues();
  readonly #triples = new TripleReader(patternTemplates.newValues());
  readonly #conjunction: number;
  readonly #punctuation: number;
  #tokens!: ParserTokens;
  /**
   * The arcs of a tree, for `observe`. `CandidateArcs` always adds the chain 0 → 1 → 2 → …, so
   * `observe` leaves out combs and patterns with an arc that is not in the tree.
   */
  readonly #treeArcs = new CandidateArcs();
  readonly #treeParts = new SecondOrderParts();
  /** The arcs of the comb or pattern that `#visit` has reached. */
  readonly #arcs: number[] = [];

  /** @param weights the weights of `combTemplates` and `patternTemplates` */
  constructor(parts: TagParts, weights: WeightTable) {
    this.#combs = new KeyedScore(weights, combTemplates);
    this.#patterns = new KeyedScore(weights, patternTemplates);
    this.#conjunction = 1 + parts.uposNames.indexOf('CCONJ');
    this.#punctuation = 1 + parts.uposNames.indexOf('PUNCT');
  }

  begin(tokens: ParserTokens): void {
    this.#tokens = tokens;
    this.#triples.begin(tokens);
  }

  /** Adds the combs and patterns of the candidate arcs, except those with the score 0. */
  fill(parts: SecondOrderParts, factors: Factors, kinds: FactorKinds): void {
    this.#visit(parts, kinds, (scorer, values, key) => {
      const score = scorer.of(values, key, null);
      if (score !== 0) factors.add(this.#arcs, score);
    });
  }

  observe(heads: Int32Array, kinds: FactorKinds, observer: FeatureObserver): void {
    const arcs = this.#treeArcs;
    arcs.reset(this.#tokens.length);
    for (let m = 1; m <= arcs.length; m++) arcs.add(heads[m], m);
    arcs.seal();
    this.#treeParts.build(arcs);
    this.#visit(this.#treeParts, kinds, (scorer, values, key) => {
      if (this.#arcs.every((arc) => heads[arcs.modifiers[arc]] === arcs.heads[arc])) {
        scorer.of(values, key, observer);
      }
    });
  }

  #visit(parts: SecondOrderParts, { combs, patterns }: FactorKinds, visit: Visit): void {
    if (combs) this.#visitCombs(parts, visit);
    if (!patterns) return;
    this.#visitCoordinations(parts, visit);
    this.#visitEnclosed(parts, visit);
  }

  #visitCombs({ arcs }: SecondOrderParts, visit: Visit): void {
    const { words, xpos, upos } = this.#tokens;
    const values = this.#combValues;
    const { length } = arcs;
    for (let head = 1; head <= length; head++) {
      values[CombValue.HeadWord] = words[PADDING + head];
      values[CombValue.HeadTag] = xpos[PADDING + head];
      values[CombValue.HeadUniversal] = upos[PADDING + head];
      for (let first = 1; first <= length - FEWEST_TEETH + 1; first++) {
        this.#arcs.length = 0;
        values[CombValue.Tags] = NONE;
        values[CombValue.Universals] = NONE;
        for (let word = first; word <= length && this.#arcs.length < MOST_TEETH; word++) {
          const arc = word === head ? -1 : arcs.find(head, word);
          if (arc < 0) break;
          this.#arcs.push(arc);
          values[CombValue.Tags] = mix(values[CombValue.Tags], xpos[PADDING + word]);
          values[CombValue.Universals] = mix(values[CombValue.Universals], upos[PADDING + word]);
          if (this.#arcs.length >= FEWEST_TEETH) visit(this.#combs, values, first < head ? 1 : 0);
        }
      }
    }
  }

  /**
   * Visits the series and the parallel conjuncts: the patterns with a conjunction before the last
   * conjunct.
   */
  #visitCoordinations(parts: SecondOrderParts, visit: Visit): void {
    const { arcs } = parts;
    for (let cc = 2; cc < arcs.length; cc++) {
      if (this.#tokens.upos[PADDING + cc] !== this.#conjunction) continue;
      for (let a = arcs.first[cc]; a < arcs.first[cc + 1]; a++) {
        const last = arcs.heads[a];
        if (last < cc) continue;
        for (let b = arcs.first[last]; b < arcs.first[last + 1]; b++) {
          const first = arcs.heads[b];
          if (first === 0 || first > cc) continue;
          this.#visitSeries(parts, [b, a], first, cc, last, visit);
          this.#visitParallel(parts, [b, a], first, cc, last, visit);
        }
      }
    }
  }

  #visitSeries(
    { arcs, headFirst, byHead }: SecondOrderParts,
    [last, conjunction]: readonly [number, number],
    x: number,
    cc: number,
    z: number,
    visit: Visit,
  ): void {
    for (let i = headFirst[x]; i < headFirst[x + 1]; i++) {
      const y = arcs.modifiers[byHead[i]];
      if (y < x || y > cc) continue;
      this.#setArcs(byHead[i], last, conjunction);
      visit(this.#patterns, this.#triples.read(x, y, z), Pattern.Series);
    }
  }

  #visitParallel(
    { arcs, headFirst, byHead }: SecondOrderParts,
    [last, conjunction]: readonly [number, number],
    x: number,
    cc: number,
    y: number,
    visit: Visit,
  ): void {
    const { words, xpos } = this.#tokens;
    for (let i = headFirst[y]; i < headFirst[y + 1]; i++) {
      const after = arcs.modifiers[byHead[i]];
      if (after <= cc || after > y) continue;
      for (let j = headFirst[x]; j < headFirst[x + 1]; j++) {
        const before = arcs.modifiers[byHead[j]];
        if (before > x || xpos[PADDING + before] !== xpos[PADDING + after]) continue;
        const isSame = words[PADDING + before] === words[PADDING + after];
        this.#setArcs(byHead[j], byHead[i], last, conjunction);
        visit(this.#patterns, this.#triples.read(x, y, before), Pattern.Parallel + Number(isSame));
      }
    }
  }

  #visitEnclosed({ arcs, headFirst, byHead }: SecondOrderParts, visit: Visit): void {
    const { words, upos } = this.#tokens;
    for (let m = 2; m < arcs.length; m++) {
      for (let i = headFirst[m]; i < headFirst[m + 1]; i++) {
        const left = arcs.modifiers[byHead[i]];
        if (left > m || upos[PADDING + left] !== this.#punctuation) continue;
        for (let j = i + 1; j < headFirst[m + 1]; j++) {
          const right = arcs.modifiers[byHead[j]];
          if (right < m || upos[PADDING + right] !== this.#punctuation) continue;
          const isSame = words[PADDING + left] === words[PADDING + right];
          for (let arc = arcs.first[m]; arc < arcs.first[m + 1]; arc++) {
            const head = arcs.heads[arc];
            if (head >= left && head <= right) continue;
            this.#setArcs(arc, byHead[i], byHead[j]);
            visit(
              this.#patterns,
              this.#triples.read(head, m, left),
              Pattern.Enclosed + Number(isSame),
            );
          }
        }
      }
    }
  }

  #setArcs(...arcs: readonly number[]): void {
    this.#arcs.length = 0;
    this.#arcs.push(...arcs);
  }
}

type Visit = (scorer: KeyedScore, values: Int32Array, key: number) => void;
