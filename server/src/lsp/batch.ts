import { type BagNode, expectationsOf } from '../language/index.ts';

/**
 * A batch visits the bags with expectations (`expecting`), then the other bags (`rest`). Then it is
 * `over`.
 */
type Phase = 'expecting' | 'rest' | 'over';

/** The bags of a file, to realize one after the other. */
export class Batch {
  readonly uri: string;
  /** Whether the user requested to realize every bag. */
  readonly asked: boolean;
  /** Whether the batch realizes every bag. If not, it realizes only the bags with expectations. */
  readonly whole: boolean;
  readonly #most: number;
  readonly finished: Promise<void>;
  finish!: () => void;
  phase: Phase = 'expecting';
  next = 0;
  /** The visited bags without errors. The searches of some of them may still run. */
  readonly visited = new Set<BagNode>();
  /** The visited bags with errors. */
  readonly broken = new Set<BagNode>();
  /** The number of running searches that this batch waits for. */
  running = 0;
  /** The number of searches in this file that found a result since the batch began. */
  searched = 0;
  readonly started = performance.now();
  /** The number of bags in the file, to notice added and removed bags. */
  bags: number;

  constructor(uri: string, asked: boolean, whole: boolean, bags: readonly BagNode[]) {
    this.uri = uri;
    this.asked = asked;
    this.whole = whole;
    this.bags = bags.length;
    this.#most = whole
      ? bags.length
      : bags.filter((node) => expectationsOf(node).length > 0).length;
    this.finished = new Promise((resolve) => (this.finish = resolve));
  }

  /** Bags with errors are left out once the batch has visited them. */
  get total(): number {
    return this.#most - this.broken.size;
  }

  get done(): number {
    return Math.min(this.total, this.visited.size - this.running);
  }

  /** Goes back to the first bag, to visit the bags that were not visited yet. */
  rewind(): void {
    this.phase = 'expecting';
    this.next = 0;
  }

  willVisit(node: BagNode): boolean {
    return !this.visited.has(node) && (this.whole || expectationsOf(node).length > 0);
  }
}
