import { type BagNode, expectationsOf } from '../language/index.ts';

/** Bags with expectations come first. */
type Phase = 'expecting' | 'rest' | 'over';

/** The bags of a file, to be realized one after the other. */
export class Batch {
  readonly uri: string;
  /** The user asked for every bag. */
  readonly asked: boolean;
  /** Every bag is realized; else only those that have expectations. */
  readonly whole: boolean;
  readonly total: number;
  readonly finished: Promise<void>;
  finish!: () => void;
  phase: Phase = 'expecting';
  /** The place of the next bag to look at. */
  next = 0;
  /** The error-free bags that were looked at: those that are not running any more are done. */
  readonly visited = new Set<BagNode>();
  /** Searches that it waits for. */
  running = 0;
  /** How many bags the file had when they were last looked through. */
  bags: number;

  constructor(uri: string, asked: boolean, whole: boolean, total: number, bags: number) {
    this.uri = uri;
    this.asked = asked;
    this.whole = whole;
    this.total = total;
    this.bags = bags;
    this.finished = new Promise((resolve) => (this.finish = resolve));
  }

  get done(): number {
    return Math.min(this.total, this.visited.size - this.running);
  }

  /** Starts at the first bag again, for bags that it has not visited. */
  rewind(): void {
    this.phase = 'expecting';
    this.next = 0;
  }

  /** Whether a bag of its file is still to be visited. */
  willVisit(node: BagNode): boolean {
    return !this.visited.has(node) && (this.whole || expectationsOf(node).length > 0);
  }
}
