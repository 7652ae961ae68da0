import { isLemma } from '../bag/bag.ts';
import type { ExplainOptions, ProvenSentence } from '../explain/explainer.ts';
import { type BagNode, toBag } from '../language/index.ts';
import { Cancelled, SearchFailed } from '../hosts/pool.ts';
import type { Realization, Realized } from '../realize/realizer.ts';
import { Debounce } from './debounce.ts';
import { fileNameOf } from './log.ts';
import type { NamedBagParams } from './protocol.ts';
import type { Session } from './session.ts';

/** A proof begins this many milliseconds after an event, for example after an edit. */
const AT_REST_MS = 300;

/**
 * By search: a bag is proven without a request if it has at most this many words, each with one
 * tag.
 */
const mostUnasked = { 'arc-standard': 9, 'bottom-up': 12 } as const;
/** By search: a bag can be proven on request if it has at most this many words. */
const mostAsked = { 'arc-standard': 20, 'bottom-up': 30 } as const;

/**
 * The limit on the steps of a requested proof. This many take about twenty seconds (2026). A proof
 * without a request has the usual limit of the search `exact`.
 */
const MOST_TRIED_ASKED = 8_000_000;

/** The outcomes of at most this many proofs are kept. */
const MOST_KEPT = 500;

export interface FoundByProof {
  /**
   * The sentence that scores most. The search has missed this sentence, or has found only a worse
   * derivation of it.
   */
  readonly better: Realization;
  /** The first sentence of the list with its best known derivation. It may be `better` itself. */
  readonly first: Realization;
}

export interface ProofOutcome {
  /** Null if the proof found no derivation that scores more than the first sentence of the list. */
  readonly found: FoundByProof | null;
  /**
   * Whether `found.better` is proven to have the highest score. If `found` is null: whether the
   * first sentence of the list is proven to have it.
   */
  readonly isProven: boolean;
  /**
   * True if the user requested this proof, or if the proof failed with an error. In both cases,
   * another proof would end in the same way.
   */
  readonly wasAsked: boolean;
}

interface Running {
  readonly uri: string;
  readonly node: BagNode;
  readonly key: string;
  readonly abort: AbortController;
}

/**
 * Proves that the first sentence of a bag has the highest score. Usually the user requests a proof.
 * Without a request, only small bags that a panel shows are proven. One proof runs at a time: first
 * for the bag of the panel that is not pinned, then for pinned bags, then for other bags. A proof
 * starts before the bags of a batch that still wait for a worker. It is cancelled as soon as a bag
 * in view or a request needs a worker, and starts again later.
 */
export class Proofs {
  readonly #session: Session;
  readonly #onChange: () => void;
  /** By the key of the bag's result, oldest first. */
  readonly #proofs = new Map<string, ProofOutcome>();
  /** The bags with a requested proof that has not ended, with the URIs of their files. */
  readonly #asked = new Map<BagNode, string>();
  readonly #atRest = new Debounce(() => this.#start(), AT_REST_MS);
  #running: Running | null = null;

  /** @param onChange called when a proof is requested, cancelled or ended */
  constructor(session: Session, onChange: () => void) {
    this.#session = session;
    this.#onChange = onChange;
  }

  of(key: string): ProofOutcome | null {
    return this.#proofs.get(key) ?? null;
  }

  provenOf(uri: string, node: BagNode): ProvenSentence | null {
    const { found = null, isProven = false } = this.outcomeOf(uri, node) ?? {};
    return found && { sentence: found.better, isProven };
  }

  outcomeOf(uri: string, node: BagNode): ProofOutcome | null {
    const state = this.#session.scheduler.stateOf(uri, node);
    return state.kind === 'done' ? this.of(state.key) : null;
  }

  isAwaited(node: BagNode): boolean {
    return this.#asked.has(node);
  }

  /** The proof runs after the bag has been realized. */
  ask({ uri, bag }: NamedBagParams): void {
    const { documents, scheduler } = this.#session;
    const document = documents.get(uri);
    const index = document?.bagNamed(bag) ?? -1;
    if (document === undefined || index < 0) return;
    const node = document.file.bags[index];
    this.#asked.set(node, uri);
    if (scheduler.stateOf(uri, node).kind === 'idle') scheduler.realizeBag(uri, index);
    this.#onChange();
    this.#start();
  }

  cancel({ uri, bag }: NamedBagParams): void {
    const document = this.#session.documents.get(uri);
    const node = document?.file.bags.at(document.bagNamed(bag));
    if (node === undefined) return;
    this.#asked.delete(node);
    if (this.#running?.node === node) this.giveWay();
    this.#onChange();
  }

  forget(uri: string): void {
    for (const [node, ofFile] of this.#asked) if (ofFile === uri) this.#asked.delete(node);
    if (this.#running?.uri === uri) this.giveWay();
  }

  /** Stops the running proof. It starts again from the beginning later. */
  giveWay(): void {
    this.#running?.abort.abort();
    this.#running = null;
    this.#atRest.postpone();
  }

  schedule(): void {
    this.#atRest.schedule();
  }

  stop(): void {
    this.#running?.abort.abort();
    this.#running = null;
    this.#atRest.cancel();
  }

  #start(): void {
    const { scheduler, searches, log } = this.#session;
    const pool = searches()?.pool;
    if (pool === undefined || scheduler.isUrgent) return;
    const next = this.#next();
    if (next === null || next.node === this.#running?.node) return;
    this.#running?.abort.abort();
    const { uri, node, key, realized, wasAsked } = next;
    const { beam, results } = scheduler.widthOf(node);
    const running: Running = { uri, node, key, abort: new AbortController() };
    this.#running = running;
    const job = {
      bag: toBag(node),
      options: {
        ...{ beam, results, search: 'exact' as const },
        ...(wasAsked ? { mostTried: MOST_TRIED_ASKED } : {}),
      },
      timeLimit: 0,
    };
    const started = performance.now();
    const run = { signal: running.abort.signal, givesWay: true };
    const [listed] = realized.realizations;
    /**
     * Finds the best derivations of a sentence that a proof found and of the first sentence of the
     * list, so that the two scores can be compared. The search may have found only a worse
     * derivation of the first sentence. An unfinished proof may have found only a worse derivation
     * of its sentence.
     */
    const rescored = async (
      sentence: Realization,
      isProven: boolean,
    ): Promise<FoundByProof | null> => {
      const options: ExplainOptions = {
        ...{ beam, results, search: 'beam', helpMs: 0, depth: 'scores' },
        ...{ expected: [sentence.text], proven: { sentence, isProven } },
      };
      const words = sentence.text.split(' ');
      const explained = await pool.explain({ bag: job.bag, words, options, timeLimit: 0 }, run);
      const { expected = null, against = null } = typeof explained === 'string' ? {} : explained;
      const better = isProven ? sentence : (expected ?? sentence);
      const first = better.text === listed.text ? better : (against ?? listed);
      if (better.score > first.score || better === first) return { better, first };
      return first.score > listed.score ? { better: first, first } : null;
    };
    const search = async (): Promise<ProofOutcome> => {
      const { realizations, isProven } = await pool.realize(job, run);
      const [best] = realizations;
      const found = best.score > listed.score ? await rescored(best, isProven) : null;
      return { found, isProven, wasAsked };
    };
    const proof = search().then(
      (outcome) => {
        if (wasAsked) {
          const name = `${node.name ?? 'a bag'} (${fileNameOf(uri)})`;
          const work = outcome.isProven
            ? `Proved the highest score of ${name}`
            : `Found no proof for ${name}`;
          log.took(work, started);
        }
        this.#keep(key, outcome);
        this.#ended(running);
      },
      (error: unknown) => {
        // After an error, another try would fail too. So `wasAsked` is set, and no proof is tried
        // again.
        if (!(error instanceof Cancelled)) {
          this.#keep(key, { found: null, isProven: false, wasAsked: true });
          if (!(error instanceof SearchFailed)) log.defect(error);
        }
        this.#ended(running);
      },
    );
    void proof.then(() => scheduler.resume());
  }

  #ended(running: Running): void {
    if (this.#running !== running) return;
    this.#running = null;
    if (this.#proofs.has(running.key)) {
      if (this.#isOver(running.key, true)) this.#asked.delete(running.node);
      this.#onChange();
    }
    this.#atRest.schedule();
  }

  #keep(key: string, proof: ProofOutcome): void {
    this.#proofs.set(key, proof);
    if (this.#proofs.size > MOST_KEPT) this.#proofs.delete(this.#proofs.keys().next().value!);
  }

  #next(): (Omit<Running, 'abort'> & { realized: Realized; wasAsked: boolean }) | null {
    const { scheduler } = this.#session;
    for (const { uri, node, wasAsked } of this.#candidates()) {
      const state = scheduler.stateOf(uri, node);
      if (state.kind === 'working') continue;
      const isRealized = state.kind === 'done' && isProvable(state.realized, node);
      if (!isRealized || this.#isOver(state.key, wasAsked)) {
        // Nothing can be proven, so a request for the proof ends.
        if (this.#asked.delete(node)) this.#onChange();
        continue;
      }
      const { key, realized } = state;
      if (wasAsked || isProvenUnasked(realized, node)) {
        return { uri, node, key, realized, wasAsked };
      }
    }
    return null;
  }

  /** Whether another proof of a result would be useless. */
  #isOver(key: string, isAsked: boolean): boolean {
    const proof = this.#proofs.get(key);
    return proof !== undefined && (proof.isProven || proof.wasAsked || !isAsked);
  }

  /**
   * Yields the bags that panels show, then the bags with a requested proof. Skips bags that are no
   * longer in their files.
   */
  *#candidates(): Generator<{ uri: string; node: BagNode; wasAsked: boolean }> {
    const { documents, scheduler } = this.#session;
    const { active, panel, pinned } = scheduler.view;
    const shown = pinned.map(({ uri, bag }) => ({ uri, index: documents.get(uri)?.bagNamed(bag) }));
    if (panel && active !== null) {
      const { uri, cursor } = active;
      shown.unshift({ uri, index: documents.get(uri)?.bagNearLine(cursor.line) });
    }
    for (const { uri, index = -1 } of shown) {
      if (index < 0) continue;
      const node = documents.get(uri)!.file.bags[index];
      yield { uri, node, wasAsked: this.#asked.has(node) };
    }
    for (const [node, uri] of [...this.#asked]) {
      if (documents.get(uri)?.file.bags.includes(node) === true) {
        yield { uri, node, wasAsked: true };
      } else this.#asked.delete(node);
    }
  }
}

/** Whether a proof is possible and still needed. */
export function isProvable(realized: Realized, node: BagNode): boolean {
  const { status, realizations, isAll, isProven } = realized;
  const search = provenSearch(realized);
  if (status !== 'complete' || realizations.length === 0 || search === null) return false;
  const { words } = toBag(node);
  // A bag with lemmas cannot be proven: the proof's upper bounds leave out the scores of forms.
  return !isAll && !isProven && words.length <= mostAsked[search] && !words.some(isLemma);
}

function isProvenUnasked(realized: Realized, node: BagNode): boolean {
  const { words } = toBag(node);
  const search = provenSearch(realized);
  if (search === null || realized.search?.startsWith('exact-') === true) return false;
  return words.length <= mostUnasked[search] && words.every(({ tags }) => tags.length === 1);
}

/** The key of `mostAsked` for the search that ran; null if this search allows no proof. */
function provenSearch({ search }: Realized): keyof typeof mostAsked | null {
  if (search === 'arc-standard' || search === 'exact-arc-standard') return 'arc-standard';
  return search === 'bottom-up' || search === 'exact-bottom-up' ? 'bottom-up' : null;
}
