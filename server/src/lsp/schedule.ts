import type { Bag } from '../bag/bag.ts';
import {
  type BagNode,
  type CheckOptions,
  expectationsOf,
  toBag,
  wordsOf,
} from '../language/index.ts';
import { withExpected, type Realized, type SearchChoice } from '../realize/realizer.ts';
import type { Host } from '../hosts/host.ts';
import type { RealizeJob } from '../hosts/messages.ts';
import { Cancelled, type Pool } from '../hosts/pool.ts';
import { counted } from '../text/counted.ts';
import { ResultCache } from './cache.ts';
import type { BowDocument } from './document.ts';
import type { IdleReason, ViewParams } from './protocol.ts';
import { Batch } from './batch.ts';
import { fileNameOf, type Log } from './log.ts';
import { SearchWidths, type SearchWidth, type Width } from './search-widths.ts';
import { searchOf, type Settings } from './settings.ts';
import { Workload } from './workload.ts';

/**
 * In a file with more bags than this, only the visible bags and the bags with expectations are
 * realized without a request.
 */
export const maxBagsUnasked = 500;

/** Choosing the next bag may block the server for at most this many milliseconds. */
const SLICE_MS = 5;

export interface SchedulerOptions {
  readonly host: Pick<Host, 'digest' | 'yield'>;
  readonly log: Log;
  readonly documents: ReadonlyMap<string, BowDocument>;
  readonly settings: () => Settings;
  readonly checks: () => CheckOptions;
  /** Null while there is no model. */
  readonly searches: () => {
    readonly pool: Pick<Pool, 'size' | 'idleJobs' | 'realize'>;
    readonly generation: number;
  } | null;
  /** Called when the state of bags of a file may have changed. */
  readonly onProgress: (uri: string) => void;
  /** Called when bags of a file have a result, new or from the cache. */
  readonly onRealized: (uri: string, nodes: Iterable<BagNode>) => void;
  /**
   * Called when a batch (the work on the bags of one file) starts while no other batch runs. The
   * argument shows the progress of this batch and of all batches that join it.
   */
  readonly onWork: (work: Workload) => void;
}

export type SearchState =
  | { readonly kind: 'done'; readonly key: string; readonly realized: Realized }
  | { readonly kind: 'failed'; readonly message: string }
  /** `partial` is the result so far. */
  | { readonly kind: 'working'; readonly partial?: Realized }
  | { readonly kind: 'idle'; readonly reason: IdleReason };

/** Why all work on a file was stopped. */
export type DropReason = 'closed' | 'cancelled' | 'deleted';

interface Running {
  readonly uri: string;
  readonly node: BagNode;
  readonly abort: AbortController;
  /**
   * The batches that wait for this search, each with its bags that get the result. Bags with the
   * same content share one search.
   */
  readonly batches: Map<Batch, BagNode[]>;
  readonly requests: Set<ResultRequest>;
  /**
   * Whether the search goes on even if no request and no batch waits for it. This is so if the user
   * started the search, or if its bag is visible.
   */
  wanted: boolean;
  partial: Realized | null;
}

interface ResultRequest {
  /** The bag's file. It may be closed meanwhile. */
  readonly document: BowDocument;
  readonly node: BagNode;
  readonly resolve: (realized: Realized) => void;
  readonly reject: (error: unknown) => void;
}

interface Content {
  readonly bag: Bag;
  readonly hash: string;
}

/**
 * Decides which bag is realized next. First comes the bag at the cursor, then the bags of pinned
 * panels, then visible bags, then requested bags. Last come the other bags of a file (its batch):
 * the bags with expectations before the rest.
 *
 * The pool gets at most one bag for each worker, so that a bag that comes into view does not wait
 * behind others. If a proof has to run, batches leave a worker free for it.
 *
 * The key of a result contains the content of the bag. So the result stays valid when other bags
 * are edited, and it is found again when an edit is undone.
 */
export class Scheduler {
  readonly cache: ResultCache;
  readonly #options: SchedulerOptions;
  readonly #contents = new WeakMap<BagNode, Content>();
  /**
   * For each search result: the list that `#listOf` last made of it. `expected` holds the expected
   * sentences for which that list was made, one a line.
   */
  readonly #lists = new WeakMap<Realized, { readonly expected: string; readonly list: Realized }>();
  readonly #widths: SearchWidths;
  /** The bags whose realization the user has cancelled, and has not requested again since. */
  readonly #cancelled = new WeakSet<BagNode>();
  /**
   * The bags that may be realized, by the URI of their file: the bags of the last save, small bags
   * that were changed later, and requested bags. The value says why a bag has no result yet.
   */
  readonly #eligible = new Map<string, WeakMap<BagNode, 'unseen' | 'changed'>>();
  /** Why the work on a file was stopped, by URI. Realizing the file again removes the entry. */
  readonly #dropped = new Map<string, 'cancelled' | 'deleted'>();
  readonly #batches = new Map<string, Batch>();
  /** All batches as one piece of work. */
  #workload: Workload | null = null;
  /** The requests that wait for a worker, oldest first. */
  readonly #requests = new Set<ResultRequest>();
  readonly #running = new Map<string, Running>();
  readonly #failures = new Map<string, string>();
  /**
   * The keys of the searches that ended since the view or the requests last changed. They do not
   * run again. Otherwise, searching would never end if the cache were too small for all visible
   * bags.
   */
  readonly #ended = new Set<string>();
  #view: ViewParams = { active: null, visible: [], panel: false, pinned: [], hidden: [] };
  #startsSoon = false;

  constructor(options: SchedulerOptions, cache = new ResultCache()) {
    this.#options = options;
    this.#widths = new SearchWidths(options.settings);
    this.cache = cache;
  }

  get view(): ViewParams {
    return this.#view;
  }

  set view(view: ViewParams) {
    this.#view = view;
    this.#ended.clear();
    this.#startSearches();
  }

  /**
   * Whether any visible or requested bag is being realized or waits for a worker. Bags that only a
   * batch needs do not count.
   */
  get isUrgent(): boolean {
    if (this.#requests.size > 0 || this.#nextInView() !== null) return true;
    return [...this.#running.values()].some(({ wanted, requests }) => wanted || requests.size > 0);
  }

  get working(): boolean {
    return this.#running.size > 0 || this.#batches.size > 0 || this.#requests.size > 0;
  }

  get progress(): { done: number; total: number } {
    const { done, total } = this.#workload ?? { done: 0, total: 0 };
    return { done, total: Math.max(total, this.#running.size) };
  }

  /**
   * In a large file, realizes only the visible bags and the bags with expectations, unless `asked`
   * is set.
   */
  realizeFile(uri: string, { asked = false } = {}): Batch | null {
    const document = this.#options.documents.get(uri);
    if (document === undefined) return null;
    const { bags } = document.file;
    const eligible = new WeakMap(bags.map((node) => [node, 'unseen' as const]));
    this.#eligible.set(uri, eligible);
    this.#dropped.delete(uri);
    this.#ended.clear();
    // Failed searches are tried again. A bag whose content was never hashed was never searched, so
    // it has no failure.
    for (const node of bags) {
      if (this.#failures.size === 0) break;
      if (this.#contents.has(node)) this.#failures.delete(this.#key(uri, node) ?? '');
    }
    this.#dropStale(document);

    const whole = asked || bags.length <= maxBagsUnasked;
    const batch = new Batch(uri, asked, whole, bags);
    if (batch.total > 0) {
      this.#addBatch(batch);
    } else {
      batch.finish();
      this.#dropBatch(uri);
    }
    this.#startSearches();
    return batch;
  }

  /**
   * Allows the realization of bags with unsaved changes, if they have at most `mostWords` words.
   */
  realizeChanged(uri: string, mostWords: number): void {
    const document = this.#options.documents.get(uri);
    if (document === undefined) return;
    const { bags } = document.file;
    const eligible = this.#eligibleOf(uri);
    const reason = bags.length <= maxBagsUnasked ? 'changed' : 'unseen';
    for (const node of bags) {
      if (eligible.has(node) || this.#cancelled.has(node)) continue;
      if (wordsOf(node).length > mostWords) continue;
      eligible.set(node, reason);
    }
    this.#startSearches();
    this.#options.onProgress(uri);
  }

  /** Realizes one bag now, if it exists and has no errors. */
  realizeBag(uri: string, index: number): void {
    const document = this.#options.documents.get(uri);
    if (document === undefined || !(index in document.file.bags)) return;
    if (!document.checked(this.#options.checks()).isValid(index)) return;
    const node = document.file.bags[index];
    this.#eligibleOf(uri).set(node, 'unseen');
    this.#cancelled.delete(node);
    const key = this.#key(uri, node);
    if (key !== null) this.#failures.delete(key);
    this.#ended.clear();
    this.#start(uri, node, null);
    this.#options.onProgress(uri);
  }

  /**
   * Realizes one bag with a wider search. If the search fails or is cancelled, the former result
   * stays.
   *
   * @param beam the requested beam width; null to multiply the current width by a fixed factor
   */
  searchFurther(uri: string, index: number, beam: number | null): void {
    const node = this.#options.documents.get(uri)?.file.bags.at(index);
    if (node === undefined || !this.#widths.widen(node, beam)) return;
    this.realizeBag(uri, index);
  }

  /** Goes on with the batches after a proof has ended. */
  resume(): void {
    this.#startSearches();
  }

  cancel(uri: string, index: number): void {
    const node = this.#options.documents.get(uri)?.file.bags.at(index);
    if (node === undefined) return;
    const key = this.#key(uri, node);
    const running = key === null ? undefined : this.#running.get(key);
    if (key !== null && running !== undefined) {
      for (const { reject } of running.requests) reject(new Cancelled());
      running.requests.clear();
      this.#abort(key, running);
    }
    if (!this.#widths.narrow(node)) {
      this.#eligible.get(uri)?.delete(node);
      this.#cancelled.add(node);
    }
    this.#options.onProgress(uri);
    this.#startSearches();
  }

  widthOf(node: BagNode): SearchWidth {
    return this.#widths.of(node);
  }

  /**
   * Realizes a bag without errors as soon as a worker is free, whatever `realizeOn` is. Rejects
   * with `SearchFailed` if the search fails, and with `Cancelled` if `signal` aborts, the bag is
   * edited, or the file's work is dropped.
   */
  request(document: BowDocument, node: BagNode, signal: AbortSignal): Promise<Realized> {
    const { uri } = document;
    let withdraw = (): void => undefined;
    const result = new Promise<Realized>((resolve, reject) => {
      if (signal.aborted) {
        reject(new Cancelled());
        return;
      }
      const key = this.#key(uri, node, undefined, document);
      const known = key === null ? null : this.cache.get(key);
      if (known !== null) {
        resolve(this.#listOf(document, node, known));
        return;
      }
      // If the search for this bag has failed before, it runs again.
      if (key !== null) this.#failures.delete(key);
      const request: ResultRequest = { document, node, resolve, reject };
      this.#requests.add(request);
      withdraw = () => this.#withdraw(request);
      signal.addEventListener('abort', withdraw);
      this.#options.onProgress(uri);
      this.#startSearches();
    });
    // A signal that serves the requests of a whole file would otherwise collect many listeners.
    return result.finally(() => signal.removeEventListener('abort', withdraw));
  }

  /**
   * Keeps a result that the scheduler did not compute. The bag must be in an open file. The search
   * must have run with the current settings, without widening.
   */
  keep(uri: string, node: BagNode, realized: Realized): void {
    const key = this.#key(uri, node, this.#options.settings());
    if (key === null || this.cache.has(key)) return;
    this.cache.set(key, realized);
    this.#options.onRealized(uri, [node]);
    this.#options.onProgress(uri);
  }

  /** Drops the work on bags that a change of the text has edited or removed. */
  changed(uri: string): void {
    const document = this.#options.documents.get(uri);
    if (document !== undefined) {
      this.#dropStale(document);
      const batch = this.#batches.get(uri);
      const { length } = document.file.bags;
      // Bags have moved, and unvisited bags may now be before the batch's next index.
      if (batch !== undefined && batch.bags !== length) {
        batch.bags = length;
        batch.rewind();
      }
    }
    this.#startSearches();
  }

  drop(uri: string, reason: DropReason): void {
    this.#eligible.delete(uri);
    if (reason === 'closed') this.#dropped.delete(uri);
    else this.#dropped.set(uri, reason);
    this.#dropBatch(uri);
    for (const [key, running] of this.#running) {
      if (running.uri === uri) this.#abort(key, running);
    }
    this.#reject(({ document }) => document.uri === uri);
    this.#options.onProgress(uri);
    this.#startSearches();
  }

  /** Drops the work on every file that has a batch. */
  cancelAll(): void {
    for (const uri of [...this.#batches.keys()]) this.drop(uri, 'cancelled');
  }

  isDeleted(uri: string): boolean {
    return this.#dropped.get(uri) === 'deleted';
  }

  /** Notes that a file exists. Returns whether it was deleted before. */
  restore(uri: string): boolean {
    return this.isDeleted(uri) && this.#dropped.delete(uri);
  }

  /**
   * Drops all work after the model or the settings changed. Callers request again what they need.
   */
  reset(): void {
    this.#eligible.clear();
    for (const uri of this.#dropped.keys()) if (!this.isDeleted(uri)) this.#dropped.delete(uri);
    this.#failures.clear();
    this.#widths.forgetFailures();
    this.#ended.clear();
    for (const uri of [...this.#batches.keys()]) this.#dropBatch(uri);
    for (const [key, running] of this.#running) this.#abort(key, running);
    this.#reject(() => true);
  }

  /**
   * Returns the result of a bag. Unlike `stateOf`, does not mark the result as used in the cache:
   * callers read the results of whole files, and all of these would otherwise count as recently
   * used.
   *
   * @param width the width of the search; by default that of the bag's list
   */
  resultOf(uri: string, node: BagNode, width?: Width): Realized | null {
    const key = this.#key(uri, node, width);
    const realized = key === null ? null : this.cache.peek(key);
    return realized && this.#listOf(this.#options.documents.get(uri), node, realized);
  }

  /** Returns the state of the search for a bag without errors. */
  stateOf(uri: string, node: BagNode): SearchState {
    const key = this.#key(uri, node);
    if (key !== null) {
      const found = this.cache.get(key);
      if (found !== null) {
        const realized = this.#listOf(this.#options.documents.get(uri), node, found);
        return { kind: 'done', key, realized };
      }
      const message = this.#failures.get(key);
      if (message !== undefined) return { kind: 'failed', message };
      const running = this.#running.get(key);
      if (running !== undefined) {
        return { kind: 'working', ...(running.partial !== null && { partial: running.partial }) };
      }
    }
    const eligible = this.#eligible.get(uri)?.get(node);
    if (eligible !== undefined) {
      if (this.#batches.get(uri)?.willVisit(node) === true) return { kind: 'working' };
      const ended = key !== null && this.#ended.has(key);
      if (!ended && this.#isInView(uri, node)) return { kind: 'working' };
    }
    const dropped = this.#dropped.get(uri);
    if (dropped !== undefined) return { kind: 'idle', reason: dropped };
    if (eligible !== undefined) return { kind: 'idle', reason: eligible };
    if (this.#cancelled.has(node)) return { kind: 'idle', reason: 'cancelled' };
    const never = this.#options.settings().realizeOn === 'never';
    return { kind: 'idle', reason: never ? 'never' : 'changed' };
  }

  /**
   * Makes the final list of a search result. The search leaves a sentence out of the list if enough
   * rows begin with the same words. If such a sentence is expected, it gets its row back.
   */
  #listOf(document: BowDocument | undefined, node: BagNode, found: Realized): Realized {
    if (document === undefined || (found.displaced ?? []).length === 0) return found;
    const index = document.file.bags.indexOf(node);
    if (index < 0) return found;
    const expected = document
      .checked(this.#options.checks())
      .expectations(index)
      .map(({ text }) => text);
    const known = this.#lists.get(found);
    if (known?.expected === expected.join('\n')) return known.list;
    const list = withExpected(found, expected);
    this.#lists.set(found, { expected: expected.join('\n'), list });
    return list;
  }

  #eligibleOf(uri: string): WeakMap<BagNode, 'unseen' | 'changed'> {
    let eligible = this.#eligible.get(uri);
    if (eligible === undefined) this.#eligible.set(uri, (eligible = new WeakMap()));
    return eligible;
  }

  #content(node: BagNode): Content {
    let content = this.#contents.get(node);
    if (content === undefined) {
      const bag = toBag(node);
      const hash = this.#options.host.digest(JSON.stringify(bag));
      this.#contents.set(node, (content = { bag, hash }));
    }
    return content;
  }

  /** The key of a bag's result consists of model, options and content. Null without a model. */
  #key(
    uri: string,
    node: BagNode,
    width: Width = this.#widths.of(node),
    document = this.#options.documents.get(uri),
  ): string | null {
    const searches = this.#options.searches();
    if (searches === null) return null;
    const { beam, results, timeLimit } = width;
    const { generation } = searches;
    const { hash } = this.#content(node);
    return [generation, beam, results, timeLimit, this.#search(document), hash].join(' ');
  }

  #search(document: BowDocument | undefined): SearchChoice {
    return searchOf(document?.file ?? { settings: [] }, this.#options.settings());
  }

  /** Whether a bag is eligible, and has no result, no failure and no running search. */
  #waits(document: BowDocument, index: number): boolean {
    if (!(index in document.file.bags)) return false;
    const node = document.file.bags[index];
    if (this.#eligible.get(document.uri)?.has(node) !== true) return false;
    if (!document.checked(this.#options.checks()).isValid(index)) return false;
    const key = this.#key(document.uri, node);
    return key !== null && !this.#running.has(key) && this.#isOpen(key);
  }

  /** Whether a key has neither a result nor a failure. */
  #isOpen(key: string): boolean {
    return !this.cache.has(key) && !this.#failures.has(key);
  }

  #startSearches(): void {
    const searches = this.#options.searches();
    if (searches === null) return;
    const { pool } = searches;
    while (this.#running.size < pool.size) {
      if (this.#startVisible() || this.#startRequested()) continue;
      const isReserved = this.#running.size >= pool.size - pool.idleJobs;
      if (isReserved || !this.#startFromBatches()) return;
    }
  }

  /** Starts searches as soon as the server has handled the messages that have already arrived. */
  #startSearchesSoon(): void {
    if (this.#startsSoon) return;
    this.#startsSoon = true;
    this.#options.host.yield(() => {
      this.#startsSoon = false;
      this.#startSearches();
    });
  }

  /** Yields the bags in view, the most urgent first. */
  *#inView(): Generator<{ document: BowDocument; index: number }> {
    const { active, visible, pinned } = this.#view;
    const { documents } = this.#options;
    const atCursor = active === null ? undefined : documents.get(active.uri);
    if (active !== null && atCursor !== undefined) {
      yield { document: atCursor, index: atCursor.bagNearLine(active.cursor.line) };
    }
    for (const { uri, bag } of pinned) {
      const document = documents.get(uri);
      const index = document?.bagNamed(bag) ?? -1;
      if (document !== undefined && index >= 0) yield { document, index };
    }
    for (const { uri, first, last } of visible) {
      const document = documents.get(uri);
      if (document === undefined || !this.#eligible.has(uri)) continue;
      const { from, to } = document.bagsBetween(first, last);
      for (let index = from; index < to; index++) yield { document, index };
    }
  }

  #isInView(uri: string, node: BagNode): boolean {
    for (const { document, index } of this.#inView()) {
      if (document.uri === uri && document.file.bags.at(index) === node) return true;
    }
    return false;
  }

  #startVisible(): boolean {
    const next = this.#nextInView();
    if (next !== null) this.#start(next.uri, next.node, null);
    return next !== null;
  }

  #nextInView(): { uri: string; node: BagNode } | null {
    for (const { document, index } of this.#inView()) {
      if (!this.#waits(document, index)) continue;
      const node = document.file.bags[index];
      if (this.#ended.has(this.#key(document.uri, node) ?? '')) continue;
      return { uri: document.uri, node };
    }
    return null;
  }

  #startRequested(): boolean {
    for (const request of this.#requests) {
      const { document, node } = request;
      const { uri } = document;
      const key = this.#key(uri, node, undefined, document);
      if (key === null) return false;
      this.#requests.delete(request);
      const known = this.cache.get(key);
      if (known !== null) {
        request.resolve(this.#listOf(document, node, known));
        continue;
      }
      const started = !this.#running.has(key);
      if (started) this.#start(uri, node, null, { wanted: false, document });
      this.#running.get(key)?.requests.add(request);
      if (started) return true;
    }
    return false;
  }

  #startFromBatches(): boolean {
    const until = performance.now() + SLICE_MS;
    for (const batch of this.#batches.values()) {
      const document = this.#options.documents.get(batch.uri);
      while (document !== undefined && batch.phase !== 'over') {
        if (performance.now() > until) {
          this.#startSearchesSoon();
          return false;
        }
        if (batch.next >= document.file.bags.length) {
          batch.next = 0;
          batch.phase = batch.phase === 'expecting' && batch.whole ? 'rest' : 'over';
          continue;
        }
        const index = batch.next++;
        const node = document.file.bags[index];
        if (batch.visited.has(node)) continue;
        const expecting = expectationsOf(node).length > 0;
        if (expecting !== (batch.phase === 'expecting')) continue;
        if (!document.checked(this.#options.checks()).isValid(index)) {
          batch.broken.add(node);
          continue;
        }
        batch.broken.delete(node);
        batch.visited.add(node);
        if (this.#eligible.get(batch.uri)?.has(node) !== true) continue;
        const key = this.#key(batch.uri, node);
        const running = key === null ? undefined : this.#running.get(key);
        if (running !== undefined) {
          awaitSearch(batch, running, node);
        } else if (key !== null && this.cache.has(key)) {
          this.#options.onRealized(batch.uri, [node]);
        } else if (key !== null && this.#isOpen(key) && !this.#ended.has(key)) {
          this.#start(batch.uri, node, batch);
          return true;
        }
      }
      if (batch.running === 0) {
        this.#endBatch(batch);
        this.#logBatch(batch);
      }
    }
    return false;
  }

  #start(
    uri: string,
    node: BagNode,
    batch: Batch | null,
    { wanted = batch === null, document = this.#options.documents.get(uri) } = {},
  ): void {
    const searches = this.#options.searches();
    const key = this.#key(uri, node, undefined, document);
    if (searches === null || key === null || this.cache.has(key)) return;
    const same = this.#running.get(key);
    if (same !== undefined) {
      same.wanted ||= wanted;
      return;
    }
    const { beam, results, timeLimit } = this.#widths.of(node);
    const running: Running = {
      uri,
      node,
      abort: new AbortController(),
      batches: new Map(),
      requests: new Set(),
      wanted,
      partial: null,
    };
    this.#running.set(key, running);
    if (batch !== null) awaitSearch(batch, running, node);
    const search = this.#search(document);
    const job: RealizeJob = {
      bag: this.#content(node).bag,
      options: { beam, results, search },
      timeLimit,
      ...(search === 'best-first' && { isStreamed: true }),
    };
    const onPartial = (partial: Realized): void => {
      running.partial = partial;
      this.#options.onProgress(uri);
    };
    void searches.pool
      .realize(job, {
        signal: running.abort.signal,
        isUrgent: true,
        isBulk: batch !== null,
        onPartial,
      })
      .then(
        (found) => {
          const realized = this.cache.set(key, found);
          const batch = this.#batches.get(uri);
          if (batch !== undefined) batch.searched++;
          this.#options.onRealized(uri, new Set([node, ...[...running.batches.values()].flat()]));
          for (const { document, node: asked, resolve } of running.requests) {
            resolve(this.#listOf(document, asked, realized));
          }
        },
        (error: unknown) => {
          for (const { reject } of running.requests) reject(error);
          if (error instanceof Cancelled) return;
          const message = error instanceof Error ? error.message : String(error);
          this.#failures.set(key, message);
          if (this.#key(uri, node) === key) this.#showFormer(uri, node, message);
        },
      )
      .then(() => {
        if (this.#running.get(key) === running) {
          this.#running.delete(key);
          this.#ended.add(key);
          for (const waiting of running.batches.keys()) waiting.running--;
        }
        this.#options.onProgress(uri);
        this.#startSearches();
      });
  }

  /**
   * After a wider search has failed, shows the former list of the bag, if the cache still has it.
   */
  #showFormer(uri: string, node: BagNode, failure: string): void {
    const former = this.#widths.former(node);
    if (former === null || !this.cache.has(this.#key(uri, node, former) ?? '')) return;
    this.#widths.narrow(node, failure);
  }

  /** Stops a search. Batches visit its bags again, and its requests wait for a worker again. */
  #abort(key: string, running: Running): void {
    this.#running.delete(key);
    for (const request of running.requests) this.#requests.add(request);
    running.requests.clear();
    for (const [batch, nodes] of running.batches) {
      batch.running--;
      for (const node of nodes) batch.visited.delete(node);
      batch.rewind();
    }
    running.abort.abort();
  }

  /**
   * Stops work on bags that were edited or removed, and on all bags if the file chooses another
   * search.
   */
  #dropStale(document: BowDocument): void {
    for (const [key, running] of this.#running) {
      const { uri, node } = running;
      if (uri !== document.uri) continue;
      if (document.file.bags.includes(node) && this.#key(uri, node) === key) continue;
      this.#abort(key, running);
    }
    if (this.#requests.size === 0) return;
    const bags = new Set(document.file.bags);
    this.#reject((request) => request.document === document && !bags.has(request.node));
  }

  #reject(isRejected: (request: ResultRequest) => boolean): void {
    for (const request of this.#requests) {
      if (!isRejected(request)) continue;
      this.#requests.delete(request);
      request.reject(new Cancelled());
    }
  }

  /** Cancels a request, and stops the search if nothing else waits for it. */
  #withdraw(request: ResultRequest): void {
    this.#requests.delete(request);
    for (const [key, running] of this.#running) {
      if (!running.requests.delete(request)) continue;
      const { uri, node, requests, batches, wanted } = running;
      const isAwaited = batches.size > 0 || this.#batches.get(uri)?.willVisit(node) === true;
      if (requests.size === 0 && !isAwaited && !wanted) this.#abort(key, running);
    }
    request.reject(new Cancelled());
    this.#options.onProgress(request.document.uri);
    this.#startSearches();
  }

  #addBatch(batch: Batch): void {
    const begins = this.#workload === null;
    this.#workload ??= new Workload();
    this.#workload.add(batch);
    // `#dropBatch` is not called for the former batch of the file, since it would end the workload
    // if no other batch runs.
    const former = this.#batches.get(batch.uri);
    this.#batches.set(batch.uri, batch);
    if (former !== undefined) {
      this.#workload.remove(former);
      former.finish();
    }
    if (begins) this.#options.onWork(this.#workload);
    this.#options.onProgress(batch.uri);
  }

  #dropBatch(uri: string): void {
    const batch = this.#batches.get(uri);
    if (batch === undefined) return;
    this.#workload?.remove(batch);
    this.#endBatch(batch);
  }

  #logBatch({ uri, searched, started }: Batch): void {
    // All results of the batch came from the cache.
    if (searched === 0) return;
    const work = `Realized ${counted(searched, 'bag')} of ${fileNameOf(uri)}`;
    this.#options.log.took(work, started);
  }

  #endBatch(batch: Batch): void {
    this.#batches.delete(batch.uri);
    batch.finish();
    if (this.#batches.size === 0) {
      this.#workload?.finish();
      this.#workload = null;
    }
    this.#options.onProgress(batch.uri);
  }
}

function awaitSearch(batch: Batch, running: Running, node: BagNode): void {
  const nodes = running.batches.get(batch);
  if (nodes !== undefined) {
    nodes.push(node);
    return;
  }
  running.batches.set(batch, [node]);
  batch.running++;
}
