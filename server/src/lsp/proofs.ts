import { type BagNode, toBag } from '../language/index.ts';
import { Cancelled } from '../hosts/pool.ts';
import type { Realization, Realized } from '../realize/realizer.ts';
import { Debounce } from './debounce.ts';
import type { NamedBagParams } from './protocol.ts';
import type { Session } from './session.ts';

/** A proof begins when nothing has happened for so long, in milliseconds. */
const AT_REST_MS = 300;

/** Bags of at most so many words are proven unasked, by the search that realized them: if each word has a tag. */
const mostUnasked = { 'arc-standard': 7, 'bottom-up': 12 } as const;
/** Of more words nothing can be proven. */
const mostAsked = { 'arc-standard': 20, 'bottom-up': 30 } as const;

/** What a proof that was asked for may try: twenty seconds or so (2026). Others try what the search `exact` does. */
const MOST_TRIED_ASKED = 8_000_000;

/** The results of so many proofs are kept. */
const MOST_KEPT = 500;

/** What came of a proof. */
export interface ProofOutcome {
  /** A sentence that scores more than all that the search found: it made a search error. Null where none was found. */
  readonly better: Realization | null;
  /** Whether nothing scores more than that, or than the best that the search found. */
  readonly isProven: boolean;
  /** It may have tried as much as a proof may. */
  readonly wasAsked: boolean;
}

interface Running {
  readonly uri: string;
  readonly node: BagNode;
  readonly key: string;
  readonly abort: AbortController;
}

/**
 * Proves the best sentences of bags that are realized, one after the other: those that the user asks for, and small
 * ones that a panel shows. It does so only while nothing else is to do, and gives way to all else at once.
 */
export class Proofs {
  readonly #session: Session;
  readonly #onChange: () => void;
  /** By the key of the result that is proven, the last one last. */
  readonly #proofs = new Map<string, ProofOutcome>();
  /** Bags that the user asks for, with their files, until they are proven. */
  readonly #asked = new Map<BagNode, string>();
  readonly #atRest = new Debounce(() => this.#start(), AT_REST_MS);
  #running: Running | null = null;

  /** @param onChange what is known of a bag has changed */
  constructor(session: Session, onChange: () => void) {
    this.#session = session;
    this.#onChange = onChange;
  }

  /** What came of the proof of a bag's result; null where there is none yet. */
  of(key: string): ProofOutcome | null {
    return this.#proofs.get(key) ?? null;
  }

  /** Whether a bag's proof was asked for, and has not ended. */
  isAwaited(node: BagNode): boolean {
    return this.#asked.has(node);
  }

  /** Proves a bag's best sentence as soon as it is realized, and nothing else is to do. */
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

  /** Ends the proof that runs: it begins anew when there is nothing else to do. */
  giveWay(): void {
    this.#running?.abort.abort();
    this.#running = null;
    this.#atRest.postpone();
  }

  /** Something may be to prove by now. */
  schedule(): void {
    this.#atRest.schedule();
  }

  stop(): void {
    this.#running?.abort.abort();
    this.#running = null;
    this.#atRest.cancel();
  }

  #start(): void {
    const { scheduler, searches } = this.#session;
    const pool = searches()?.pool;
    if (pool === undefined || this.#running !== null || scheduler.working) return;
    const next = this.#next();
    if (next === null) return;
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
    void pool.realize(job, { signal: running.abort.signal, givesWay: true }).then(
      ({ realizations, isBest }) => {
        const [best] = realizations;
        const isBetter = best.score > realized.realizations[0].score;
        this.#keep(key, { better: isBetter ? best : null, isProven: isBest, wasAsked });
        this.#ended(running);
      },
      (error: unknown) => {
        // A search that breaks down proves nothing, and would again.
        if (!(error instanceof Cancelled)) {
          this.#keep(key, { better: null, isProven: false, wasAsked: true });
        }
        this.#ended(running);
      },
    );
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

  /** The bag that is to be proven next; null where there is none. */
  #next(): (Omit<Running, 'abort'> & { realized: Realized; wasAsked: boolean }) | null {
    const { scheduler } = this.#session;
    for (const { uri, node, wasAsked } of this.#candidates()) {
      const state = scheduler.stateOf(uri, node);
      if (state.kind === 'working') continue;
      const isRealized = state.kind === 'done' && isProvable(state.realized, node);
      if (!isRealized || this.#isOver(state.key, wasAsked)) {
        // There is nothing to be awaited any more.
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

  /** Whether nothing more can be proven of a result. */
  #isOver(key: string, isAsked: boolean): boolean {
    const proof = this.#proofs.get(key);
    return proof !== undefined && (proof.isProven || proof.wasAsked || !isAsked);
  }

  /** The bags that are asked for, as long as they are in their files, then those that panels show. */
  *#candidates(): Generator<{ uri: string; node: BagNode; wasAsked: boolean }> {
    const { documents, scheduler } = this.#session;
    for (const [node, uri] of [...this.#asked]) {
      if (documents.get(uri)?.file.bags.includes(node) === true) {
        yield { uri, node, wasAsked: true };
      } else this.#asked.delete(node);
    }
    const { active, panel, pinned } = scheduler.view;
    const shown = pinned.map(({ uri, bag }) => ({ uri, index: documents.get(uri)?.bagNamed(bag) }));
    if (panel && active !== null) {
      const { uri, cursor } = active;
      shown.unshift({ uri, index: documents.get(uri)?.bagNearLine(cursor.line) });
    }
    for (const { uri, index = -1 } of shown) {
      if (index >= 0) yield { uri, node: documents.get(uri)!.file.bags[index], wasAsked: false };
    }
  }
}

/** Whether a search ran to its end whose best sentence there are proofs for. */
export function isProvable(realized: Realized, node: BagNode): boolean {
  const { status, realizations, isAll, isBest } = realized;
  const search = provenSearch(realized);
  if (status !== 'complete' || realizations.length === 0 || search === null) return false;
  return !isAll && !isBest && toBag(node).words.length <= mostAsked[search];
}

function isProvenUnasked(realized: Realized, node: BagNode): boolean {
  const { words } = toBag(node);
  const search = provenSearch(realized);
  if (search === null || realized.search?.startsWith('exact-') === true) return false;
  return words.length <= mostUnasked[search] && words.every(({ tags }) => tags.length === 1);
}

/** The search under whose scores a sentence is proven; null where there are no proofs for the one that ran. */
function provenSearch({ search }: Realized): keyof typeof mostAsked | null {
  if (search === 'arc-standard' || search === 'exact-arc-standard') return 'arc-standard';
  return search === 'bottom-up' || search === 'exact-bottom-up' ? 'bottom-up' : null;
}
