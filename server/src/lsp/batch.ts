import { type BagNode, expectationsOf } from '../language/index.ts';

/** Bags with expectations come first. */
type Phase = 'expecting' | 'rest' | 'over';

/** The bags of a file, to realize one after the other. */
export class Batch {
  readonly uri: string;
  /** Whether the user requested every bag. */
  readonly asked: boolean;
  /** Whether every bag is realized, or only those with expectations. */
  readonly whole: boolean;
  readonly total: number;
  readonly finished: Promise<void>;
  finish!: () => void;
  phase: Phase = 'expecting';
  /** The place of the next bag to visit. */
  next = 0;
  /** The visited bags without errors. A visited bag that does not run is done. */
  readonly visited = new Set<BagNode>();
  /** The searches that it waits for. */
  running = 0;
  /** The number of bags in the file at the last visit. */
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

  /** Starts again at the first bag, for bags that it has not visited. */
  rewind(): void {
    this.phase = 'expecting';
    this.next = 0;
  }

  /** Whether a bag of its file has not been visited. */
  willVisit(node: BagNode): boolean {
    return !this.visited.has(node) && (this.whole || expectationsOf(node).length > 0);
  }
}
