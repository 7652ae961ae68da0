import { NO_WORD, type Problem } from '../problem/problem.ts';
import { aloneOrders, leavesFirst } from '../search/bottom-up/bottom-up.ts';
import { HeadBeam, type Guide } from '../search/bottom-up/head-beam.ts';
import { Field, NO_ORDER, type Orders } from '../search/bottom-up/orders.ts';
import type { Reference } from '../search/arc-standard/oracle.ts';
import { drawTreeCondition } from './conditions.ts';
import { drawExample } from './drawn-example.ts';
import { RareWordLexicon } from './rare-words.ts';
import type { Example, Lesson, Trainer, TrainerOptions, TrainerStart } from './trainer.ts';

/** Orders of a subtree that are passed on while training. */
const KEPT = 8;

/** Where a head's order erred most: the reference and what was best instead. */
interface Violation {
  readonly reference: number;
  readonly best: number;
  /** By how much the best was ahead. */
  readonly amount: number;
  /** Whether both have placed everything. */
  readonly isWhole: boolean;
}

/**
 * Orders full trees from the leaves up, one example at a time, and reports for every head where the
 * search erred most. A head that erred passes on the reference's order alone, any other its best
 * orders, so that the heads above learn from what they will be given.
 */
export class BottomUpTrainer implements Trainer {
  readonly #lexicon: RareWordLexicon;
  readonly #options: TrainerOptions;
  readonly #beam: HeadBeam;

  constructor({ weights, lexicon, options }: TrainerStart) {
    this.#lexicon = new RareWordLexicon(lexicon, options.dropout);
    this.#options = options;
    this.#beam = new HeadBeam(weights);
  }

  decode(example: Example): Lesson {
    const { phrases, margin } = this.#options;
    const beam = this.#beam;
    const { problem, reference } = drawExample(example, this.#lexicon, phrases, drawTreeCondition);
    beam.begin(problem);
    const guide = new ReferenceGuide(problem, reference, beam.orders, margin);
    beam.guide = guide;
    const choices = aloneOrders(problem, beam);
    const rewarded: number[] = [];
    const punished: number[] = [];
    for (const head of leavesFirst(problem)) {
      if (beam.steps(head) === 1) continue;
      const violation = this.#order(head, choices, guide);
      if (violation === null) continue;
      this.#collect(violation.reference, violation.isWhole, rewarded);
      this.#collect(violation.best, violation.isWhole, punished);
      // Where another order than the reference's was placed, what is inside differs too.
      for (const placed of this.#placedIn(violation.best)) {
        if (guide.isReference(placed)) continue;
        this.#collectInside(placed, punished);
        this.#collectInside(guide.choiceOf(choices[wordOf(beam.orders, placed)]), rewarded);
      }
    }
    return {
      found: rewarded.length === 0 && punished.length === 0,
      rewarded: Int32Array.from(rewarded),
      punished: Int32Array.from(punished),
    };
  }

  /** Orders a head, and leaves in `choices` what the head above it is given. */
  #order(head: number, choices: Int32Array[], guide: ReferenceGuide): Violation | null {
    const beam = this.#beam;
    beam.start(head, choices, this.#options.beam);
    let reference = beam.kept[0];
    let hasFallenOut = false;
    let worst: Violation | null = null;
    for (const word of guide.orderOf(head)) {
      const placed = guide.choiceOf(choices[word]);
      const score = beam.scoreOf(reference, placed);
      beam.step();
      const { data } = beam.orders;
      const inBeam = beam.kept
        .subarray(0, beam.size)
        .find(
          (order) =>
            data[order + Field.Parent] === reference && data[order + Field.Placed] === placed,
        );
      hasFallenOut ||= inBeam === undefined;
      reference = inBeam ?? beam.place(reference, placed, score);
      if (!guide.isLast(head, word)) worst = this.#worse(worst, reference, false);
    }
    beam.finish();
    const kept = beam.kept.subarray(0, beam.size);
    if (!kept.includes(reference)) beam.end(reference);
    // Where the whole order wins, a prefix that was behind is no error.
    if (kept[0] === reference && !hasFallenOut) worst = null;
    else worst = this.#worse(worst, reference, true);
    if (worst === null) {
      const best = [...kept.subarray(0, KEPT)];
      choices[head] = Int32Array.from(best.includes(reference) ? best : [...best, reference]);
    } else {
      choices[head] = Int32Array.of(reference);
    }
    return worst;
  }

  /** The worse of a violation so far and that of the orders kept now. */
  #worse(worst: Violation | null, reference: number, isWhole: boolean): Violation | null {
    const { kept, orders } = this.#beam;
    const best = kept[0];
    const amount = orders.data[best + Field.Score] - orders.data[reference + Field.Score];
    if (best === reference || (worst !== null && amount < worst.amount)) return worst;
    return { reference, best, amount, isWhole };
  }

  /** What was placed in an order, the last first. */
  #placedIn(order: number): number[] {
    const { data } = this.#beam.orders;
    const placed: number[] = [];
    for (let at = order; data[at + Field.Parent] !== NO_ORDER; at = data[at + Field.Parent]) {
      placed.push(data[at + Field.Placed]);
    }
    return placed;
  }

  /** The features of an order, without those inside what it has placed. */
  #collect(order: number, isWhole: boolean, into: number[]): void {
    const { features, orders } = this.#beam;
    const { data } = orders;
    features.collected = into;
    for (let at = order; data[at + Field.Parent] !== NO_ORDER; at = data[at + Field.Parent]) {
      features.place(data[at + Field.Parent], data[at + Field.Placed]);
    }
    if (isWhole) features.end(order);
    features.collected = null;
  }

  /** All features of a whole order; a word alone has none. */
  #collectInside(order: number, into: number[]): void {
    const placed = this.#placedIn(order);
    if (placed.length === 0) return;
    this.#collect(order, true, into);
    for (const inner of placed) this.#collectInside(inner, into);
  }
}

/** Follows the reference of one example. */
class ReferenceGuide implements Guide {
  readonly margin: number;
  readonly #orders: Orders;
  /** By head: it and its dependents, in the reference's order. */
  readonly #sequences: readonly (readonly number[])[];

  constructor(problem: Problem, { words }: Reference, orders: Orders, margin: number) {
    this.margin = margin;
    this.#orders = orders;
    const sequences: number[][] = Array.from({ length: problem.size }, () => []);
    for (const word of words) {
      sequences[word].push(word);
      const head = problem.head[word];
      if (head !== NO_WORD) sequences[head].push(word);
    }
    this.#sequences = sequences;
  }

  continues(before: number, placed: number): boolean {
    const { data } = this.#orders;
    if (!this.isReference(before) || !this.isReference(placed)) return false;
    const head = data[before + Field.Head];
    const count =
      data[before + Field.Lefts] +
      data[before + Field.Rights] +
      (this.#orders.has(before, head) ? 1 : 0);
    return this.#sequences[head][count] === wordOf(this.#orders, placed);
  }

  isReference(order: number): boolean {
    return this.#orders.data[order + Field.IsReference] === 1;
  }

  /** A head and its dependents, in the reference's order. */
  orderOf(head: number): readonly number[] {
    return this.#sequences[head];
  }

  isLast(head: number, word: number): boolean {
    return this.#sequences[head].at(-1) === word;
  }

  /** The one of a word's orders that is the reference's. */
  choiceOf(choices: Int32Array): number {
    return choices.find((order) => this.isReference(order))!;
  }
}

function wordOf({ data }: Orders, order: number): number {
  return data[order + Field.Head];
}
