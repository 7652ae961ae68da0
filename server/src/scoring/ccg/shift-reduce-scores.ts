import { targetOf } from '../../grammar/ccg/category.ts';
import { NO_CATEGORY, NO_CHAIN, type Grammar } from '../../grammar/ccg/grammar.ts';
import { NO_WORD, type Problem } from '../../problem/problem.ts';
import { mix, spread } from '../../util/hash.ts';
import { bucket, DEEPEST } from '../contexts.ts';
import { FeatureSum, type FeatureObserver, type WeightTable } from '../feature-sum.ts';
import type { Fluency } from '../fluency.ts';
import {
  FIRST_COMBINE,
  GLUE_COST,
  SELDOM_COST,
  ShiftReduceField,
  type ShiftReduceRecords,
} from './records.ts';
import {
  CategoryJoinSection,
  categoryJoinTemplates,
  CategoryShiftSection,
  categoryShiftTemplates,
  CategoryValue,
} from './shift-reduce-templates.ts';

/** The cost of a whole sentence with a category that no whole sentence had in training. */
const NO_ROOT_COST = 1 << 14;
/**
 * Templates read the lexical categories of the words to come only if at most this many words are
 * left.
 */
const MOST_REST = 3;

const shiftStarts = categoryShiftTemplates.starts;
const joinStarts = categoryJoinTemplates.starts;

/** Scores the actions of a state: adds up the scores of the templates and of the language model. */
export class ShiftReduceScores {
  readonly #shift: FeatureSum;
  readonly #join: FeatureSum;
  readonly #shiftValues = categoryShiftTemplates.newValues();
  readonly #joinValues = categoryJoinTemplates.newValues();
  /**
   * Indexed by template of SHIFT: a hash of what the template reads in the current state
   * (`FeatureSum.hash`).
   */
  readonly #places = new Int32Array(categoryShiftTemplates.templates.length);
  readonly #fluency: Fluency | null;
  readonly #grammar: Grammar;
  #problem!: Problem;
  #states!: ShiftReduceRecords;

  /**
   * Indexed by supply class: the number of words to come whose likeliest category is in the class.
   * The class of a category is what remains without its arguments (`Grammar.supplyOf`).
   */
  readonly #supplied: Int32Array;
  /** Indexed by supply class: 1 if its categories yield a clause. */
  readonly #isVerbal: Uint8Array;
  /** The supply class of noun phrases. */
  #nominal = 0;

  #state = 0;
  #wordsLeft = 0;
  /**
   * A hash of the likeliest lexical categories of the words to come; 0 if more than MOST_REST words
   * are to come.
   */
  #rest = 0;
  #areShiftsEntered = false;
  #areJoinsEntered = false;
  #ofAnyShift = 0;
  #ofWord = 0;

  constructor(
    weights: WeightTable,
    leftOut: ReadonlySet<string>,
    grammar: Grammar,
    fluency: Fluency | null,
  ) {
    this.#shift = new FeatureSum(weights, categoryShiftTemplates, leftOut);
    this.#join = new FeatureSum(weights, categoryJoinTemplates, leftOut);
    this.#grammar = grammar;
    this.#fluency = fluency;
    this.#supplied = new Int32Array(grammar.supplies);
    this.#isVerbal = new Uint8Array(grammar.supplies);
    for (let id = 1; id <= grammar.size; id++) {
      const supply = grammar.supplyOf[id];
      const target = targetOf(grammar.categoryOf(id));
      if (supply === 0 || target.kind !== 'atom') continue;
      if (target.name === 'S') this.#isVerbal[supply] = 1;
      else if (target.text === 'NP') this.#nominal = supply;
    }
  }

  /** Call `begin` of the language model's `Fluency` first. */
  begin(problem: Problem, states: ShiftReduceRecords): void {
    this.#problem = problem;
    this.#states = states;
  }

  /** Sets the state for the next scores. */
  enter(state: number): void {
    this.#state = state;
    this.#areShiftsEntered = false;
    this.#areJoinsEntered = false;
    const { data } = this.#states;
    const { variantStart, variantEntry, maskLength } = this.#problem;
    const { entryCategory, supplyOf } = this.#grammar;
    const supplied = this.#supplied;
    supplied.fill(0);
    let left = 0;
    let rest = 0;
    for (let i = 0; i < maskLength; i++) {
      for (let bits = data[state + ShiftReduceField.Masks + i]; bits !== 0; bits &= bits - 1) {
        const word = 32 * i + 31 - Math.clz32(bits & -bits);
        const category = entryCategory[variantEntry[variantStart[word]]];
        supplied[supplyOf[category]]++;
        rest = (rest + spread(category)) | 0;
        left++;
      }
    }
    this.#wordsLeft = left;
    this.#rest = left <= MOST_REST ? rest : 0;
  }

  /** Sets the word and its form for `scoreVariant`. */
  enterForm(word: number, form: number): void {
    if (!this.#areShiftsEntered) this.#enterShifts();
    const { wordId } = this.#problem;
    const shift = this.#shift;
    const given = this.#givenOf(word);
    if (this.#shiftValues[CategoryValue.Given] !== given) {
      this.#shiftValues[CategoryValue.Given] = given;
      this.#hashShifts();
    }
    shift.sum = 0;
    const key = shift.wordKey(wordId[form]);
    this.#addShift(CategoryShiftSection.Word, key);
    this.#ofWord = this.#ofAnyShift + shift.sum;
  }

  /**
   * Returns the score of SHIFT for a variant of the entered form, without the unary rules that
   * follow.
   */
  scoreVariant(variant: number): number {
    const { variantEntry, variantTag, variantCost, variantForm, wordId } = this.#problem;
    const shift = this.#shift;
    const category = this.#grammar.entryCategory[variantEntry[variant]];
    shift.sum = this.#ofWord;
    this.#addShift(CategoryShiftSection.Tag, variantTag[variant]);
    this.#addShift(CategoryShiftSection.Category, category);
    const both = mix(wordId[variantForm[variant]], category);
    this.#addShift(CategoryShiftSection.WordCategory, shift.wordKey(both));
    this.#addShift(CategoryShiftSection.Cost, variantCost[variant]);
    const values = this.#shiftValues;
    values[CategoryValue.Demand] = this.#demandOf(category);
    shift.add(
      values,
      shiftStarts[CategoryShiftSection.Demand],
      categoryShiftTemplates.templates.length,
      category,
    );
    return shift.sum + (this.#fluency?.score(variant) ?? 0);
  }

  /** Returns the score of the chain of unary rules that follows a SHIFT. */
  scoreChain(action: number): number {
    const { actions } = this.#states;
    const variant = actions.variantOf(action);
    const chain = actions.chainOf(action);
    const category = this.#grammar.entryCategory[this.#problem.variantEntry[variant]];
    const result = this.#grammar.categoryAfter(category, chain);
    const shift = this.#shift;
    shift.sum = 0;
    // If unary rules change the category, the key depends on the categories before and after the
    // change. So the result has other weights than a word that has this category from the start.
    const key = chain === NO_CHAIN ? result : shift.wordKey(mix(result, category));
    this.#addShift(CategoryShiftSection.Result, key);
    if (this.#problem.hasCategories && actions.isSeldom(action) === true) {
      shift.sum -= SELDOM_COST;
      shift.observer?.onCost?.(-SELDOM_COST);
    }
    return shift.sum + (this.#wordsLeft === 1 && this.#isFirst() ? this.#finish(result) : 0);
  }

  /**
   * Returns the score of an action other than SHIFT.
   *
   * @param head the head of the joined part
   */
  scoreJoin(action: number, head: number): number {
    if (!this.#areJoinsEntered) this.#enterJoins();
    const join = this.#join;
    const isGlue = action < FIRST_COMBINE;
    const category = isGlue ? NO_CATEGORY : this.#grammar.combineResult[action - FIRST_COMBINE];
    const isLeft = head !== this.#states.data[this.#state + ShiftReduceField.Head];
    this.#joinValues[CategoryValue.Demand] = this.#demandOf(category);
    join.sum = 0;
    this.#addJoin(CategoryJoinSection.Rule, join.wordKey(action));
    this.#addJoin(CategoryJoinSection.Result, category);
    this.#addJoin(CategoryJoinSection.Heads, isLeft ? 1 : 2);
    let score = join.sum;
    if (isGlue) {
      score -= GLUE_COST;
      join.observer?.onCost?.(-GLUE_COST);
    }
    if (this.#wordsLeft === 0 && this.#depth() === 2) score += this.#finish(category);
    return score;
  }

  /** Returns the score of any action, and reports its features. */
  observe(action: number, observer: FeatureObserver | null): number {
    this.#observe(observer);
    try {
      return this.#scoreOf(action);
    } finally {
      this.#observe(null);
    }
  }

  #scoreOf(action: number): number {
    const { actions } = this.#states;
    if (!actions.isShift(action)) {
      return this.scoreJoin(action, this.#states.join(this.#state, action).roots[0]);
    }
    const variant = actions.variantOf(action);
    const { variantWord, variantForm } = this.#problem;
    this.enterForm(variantWord[variant], variantForm[variant]);
    return this.scoreVariant(variant) + this.scoreChain(action);
  }

  #observe(observer: FeatureObserver | null): void {
    this.#shift.observer = observer;
    this.#join.observer = observer;
    if (this.#fluency !== null) this.#fluency.observer = observer;
    this.#areShiftsEntered = false;
    this.#areJoinsEntered = false;
  }

  /** Returns the score of the category of a whole sentence. */
  #finish(category: number): number {
    const values = this.#joinValues;
    if (!this.#areJoinsEntered) this.#enterJoins();
    const join = this.#join;
    join.sum = 0;
    join.add(
      values,
      joinStarts[CategoryJoinSection.Finish],
      joinStarts[CategoryJoinSection.Finish + 1],
      category,
    );
    if (this.#grammar.rootCount[category] > 0) return join.sum;
    join.observer?.onCost?.(-NO_ROOT_COST);
    return join.sum - NO_ROOT_COST;
  }

  #addShift(part: CategoryShiftSection, key: number): void {
    const from = shiftStarts[part];
    this.#shift.addHashed(this.#shiftValues, from, shiftStarts[part + 1], this.#places, from, key);
  }

  #addJoin(part: CategoryJoinSection, key: number): void {
    this.#join.add(this.#joinValues, joinStarts[part], joinStarts[part + 1], key);
  }

  #enterShifts(): void {
    this.#areShiftsEntered = true;
    const values = this.#shiftValues;
    this.#read(values);
    values[CategoryValue.Given] = 0;
    this.#hashShifts();
    this.#shift.sum = 0;
    this.#addShift(CategoryShiftSection.Any, 0);
    this.#ofAnyShift = this.#shift.sum;
    this.#fluency?.enter(
      this.#states.data[this.#state + ShiftReduceField.Context],
      this.#wordsLeft === 1,
    );
  }

  #hashShifts(): void {
    const { length } = categoryShiftTemplates.templates;
    this.#shift.hash(this.#shiftValues, 0, length, this.#places, 0);
  }

  #enterJoins(): void {
    this.#areJoinsEntered = true;
    const values = this.#joinValues;
    this.#read(values);
    const { data } = this.#states;
    const { variantWord } = this.#problem;
    const top = variantWord[data[this.#state + ShiftReduceField.Head]];
    const second =
      variantWord[data[data[this.#state + ShiftReduceField.Below] + ShiftReduceField.Head]];
    values[CategoryValue.Given] = this.#givenBetween(top, second);
  }

  #read(values: Int32Array): void {
    const state = this.#state;
    const { data } = this.#states;
    const { variantTag, variantForm, variantEntry, wordId, wordClass } = this.#problem;
    const { entryCategory } = this.#grammar;
    const below = data[state + ShiftReduceField.Below];
    const under = data[below + ShiftReduceField.Below];
    const s0 = data[state + ShiftReduceField.Head];
    const s1 = data[below + ShiftReduceField.Head];
    const first = data[state + ShiftReduceField.First];
    const last = data[below + ShiftReduceField.Last];
    const depth = this.#depth();
    // Returns 0 if the stack has no part at this place. Returns 1 for a part that was glued
    // together without a rule, since NO_CATEGORY is 0. Otherwise returns the id of the part's
    // category plus 1.
    const categoryAt = (part: number, place: number): number =>
      depth > place ? data[part + ShiftReduceField.Category] + 1 : 0;
    values[CategoryValue.W1] = data[state + ShiftReduceField.Word1];
    values[CategoryValue.W2] = data[state + ShiftReduceField.Word2];
    values[CategoryValue.C1] = data[state + ShiftReduceField.Class1];
    values[CategoryValue.T1] = data[state + ShiftReduceField.Tag1];
    values[CategoryValue.T2] = data[state + ShiftReduceField.Tag2];
    values[CategoryValue.T3] = data[state + ShiftReduceField.Tag3];
    values[CategoryValue.K1] = data[state + ShiftReduceField.Category1];
    values[CategoryValue.K2] = data[state + ShiftReduceField.Category2];
    values[CategoryValue.K3] = data[state + ShiftReduceField.Category3];
    values[CategoryValue.S0] = categoryAt(state, 0);
    values[CategoryValue.S1] = categoryAt(below, 1);
    values[CategoryValue.S2] = categoryAt(under, 2);
    values[CategoryValue.S0w] = wordId[variantForm[s0]];
    values[CategoryValue.S0t] = variantTag[s0];
    values[CategoryValue.S0c] = wordClass[variantForm[s0]];
    values[CategoryValue.S0k] = entryCategory[variantEntry[s0]];
    values[CategoryValue.S1w] = wordId[variantForm[s1]];
    values[CategoryValue.S1t] = variantTag[s1];
    values[CategoryValue.S1c] = wordClass[variantForm[s1]];
    values[CategoryValue.S1k] = entryCategory[variantEntry[s1]];
    const start = data[below + ShiftReduceField.First];
    values[CategoryValue.S1First] = wordId[variantForm[start]];
    values[CategoryValue.S1FirstTag] = variantTag[start];
    values[CategoryValue.S0First] = wordId[variantForm[first]];
    values[CategoryValue.S0FirstTag] = variantTag[first];
    values[CategoryValue.S1Last] = wordId[variantForm[last]];
    values[CategoryValue.S1LastTag] = variantTag[last];
    values[CategoryValue.S0Span] = bucket(data[state + ShiftReduceField.Span]);
    values[CategoryValue.S1Span] = bucket(data[below + ShiftReduceField.Span]);
    values[CategoryValue.Left] = bucket(this.#wordsLeft);
    values[CategoryValue.Depth] = Math.min(depth, DEEPEST);
    values[CategoryValue.Rest] = this.#rest;
    values[CategoryValue.Demand0] = this.#demandOf(
      depth > 0 ? data[state + ShiftReduceField.Category] : 0,
    );
    let verbs = 0;
    for (let i = 1; i < this.#supplied.length; i++) {
      if (this.#isVerbal[i] === 1) verbs += this.#supplied[i];
    }
    values[CategoryValue.Verbs] = bucket(verbs);
    values[CategoryValue.Nouns] = bucket(this.#supplied[this.#nominal]);
  }

  /** Encodes the given arcs between a word to come and the heads of the two top parts. */
  #givenOf(word: number): number {
    const { head, hasArcs, variantWord } = this.#problem;
    if (!hasArcs) return 0;
    const { data } = this.#states;
    const top = variantWord[data[this.#state + ShiftReduceField.Head]];
    const second =
      variantWord[data[data[this.#state + ShiftReduceField.Below] + ShiftReduceField.Head]];
    return (
      1 +
      this.#givenBetween(word, top) +
      8 * this.#givenBetween(word, second) +
      (head[word] === NO_WORD ? 64 : 0)
    );
  }

  #givenBetween(word: number, other: number): number {
    const { head, hasArcs, size } = this.#problem;
    if (!hasArcs || other === size || word === size) return 0;
    if (head[word] === other) return 1;
    if (head[other] === word) return 2;
    return 3 + (head[word] === NO_WORD ? 1 : 0) + (head[other] === NO_WORD ? 2 : 0);
  }

  /**
   * Returns 0 if a category takes no argument to its right. Otherwise returns 1 plus the bucket of
   * the number of words to come that can supply this argument.
   */
  #demandOf(category: number): number {
    const demand = this.#grammar.demandOf[category];
    return demand === 0 ? 0 : 1 + bucket(this.#supplied[demand]);
  }

  #isFirst(): boolean {
    return this.#depth() === 0;
  }

  #depth(): number {
    return this.#states.data[this.#state + ShiftReduceField.Depth];
  }
}
