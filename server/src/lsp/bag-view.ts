import { absoluteRange, bagName, type BagNode, placesOfWords } from '../language/index.ts';
import type { Realized } from '../realize/realizer.ts';
import type { BowDocument } from './document.ts';
import type { BagState, BagView, Position, Range, ShownResult } from './protocol.ts';
import { isProvable, type Proofs } from './proofs.ts';
import { foundBy, lacksGrammar, shownResult, type ProofStanding } from './result.ts';
import type { Session } from './session.ts';
import { searchOf, type Settings } from './settings.ts';

/** The panel shows at most this many errors of a bag. */
const maxShownProblems = 20;

/**
 * While a bag changes, the panel shows its last result. At most this many are kept for each file.
 */
const maxPrevious = 20;

/** The results that the panel last showed for the bags of a file. */
interface Previous {
  bags: number;
  /**
   * By the name of the bag or, without a name, by its index. The indices are valid as long as the
   * number of bags stays the same.
   */
  readonly results: Map<string | number, ShownResult>;
}

/**
 * The last shown result of a bag, and its inputs. The result is used again as long as the inputs
 * stay the same.
 */
interface LastShown {
  readonly realized: Realized;
  readonly settings: Settings;
  readonly proof: ProofStanding;
  readonly result: ShownResult;
}

export class BagViews {
  readonly #session: Session;
  readonly #proofs: Proofs;
  readonly #previous = new Map<string, Previous>();
  readonly #last = new WeakMap<BagNode, LastShown>();
  #lastId = 0;

  constructor(session: Session, proofs: Proofs) {
    this.#session = session;
    this.#proofs = proofs;
  }

  forget(uri: string): void {
    this.#previous.delete(uri);
  }

  nearLine(document: BowDocument, line: number): BagView {
    const index = document.bagNearLine(line);
    if (index >= 0) return this.at(document, index);
    return { uri: document.uri, bag: null, state: { kind: 'no-bag' } };
  }

  at(document: BowDocument, index: number): BagView {
    const { file, uri } = document;
    return {
      uri,
      bag: { index, title: bagName(file, index), line: file.lines[index] },
      state: this.#state(document, index),
    };
  }

  #state(document: BowDocument, index: number): BagState {
    const { scheduler, checks, model } = this.#session;
    const node = document.file.bags[index];
    const name = node.name ?? index;
    const results = this.#previousOf(document);
    const previous = results.get(name) ?? null;
    const errors = document.checked(checks()).errors(index);
    if (errors.length > 0) {
      return {
        kind: 'invalid',
        previous,
        problems: errors.slice(0, maxShownProblems).map(({ code, message, range }) => ({
          code,
          message,
          position: document.positions.positionAt(range.start),
        })),
      };
    }
    const modelState = model();
    if (modelState.kind === 'failed') return { kind: 'no-model', problem: modelState.problem };

    if (modelState.kind === 'loading') return { kind: 'working', previous };

    const searchState = scheduler.stateOf(document.uri, node);
    switch (searchState.kind) {
      case 'done': {
        const { key, realized } = searchState;
        const proof = this.#proofOf(key, realized, node);
        const result = this.#shown(realized, proof, document, index);
        results.delete(name);
        results.set(name, result);
        if (results.size > maxPrevious) results.delete(results.keys().next().value!);
        return { kind: 'realized', result };
      }
      case 'failed':
        return { kind: 'failed', message: searchState.message };
      case 'working': {
        const { partial } = searchState;
        if (partial === undefined) return { kind: 'working', previous };
        const soFar = this.#shown(partial, null, document, index);
        // If the realization is cancelled, the panel keeps showing this partial result.
        results.set(name, soFar);
        return { kind: 'working', previous: soFar, isPartial: true };
      }
      case 'idle':
        return { kind: 'idle', reason: searchState.reason, previous };
    }
  }

  #previousOf({ uri, file }: BowDocument): Previous['results'] {
    let previous = this.#previous.get(uri);
    if (previous === undefined) {
      this.#previous.set(uri, (previous = { bags: file.bags.length, results: new Map() }));
    }
    const { results } = previous;
    if (previous.bags !== file.bags.length) {
      previous.bags = file.bags.length;
      for (const name of results.keys()) if (typeof name === 'number') results.delete(name);
    }
    return results;
  }

  #shown(
    realized: Realized,
    proof: ProofStanding,
    document: BowDocument,
    index: number,
  ): ShownResult {
    const node = document.file.bags[index];
    const settings = this.#session.settings();
    const checks = this.#session.checks();
    const width = this.#session.scheduler.widthOf(node);
    const last = this.#last.get(node);
    const isSame =
      last?.realized === realized &&
      last.settings === settings &&
      last.result.widerFailure === width.widerFailure;
    if (isSame && last.proof === proof) return last.result;
    // If a proof has found no better derivation, the sentences are the same as before. The result
    // keeps its id, so that the panel keeps the explanations.
    const isUnchanged = isSame && foundBy(last.proof) === foundBy(proof);
    const id = isUnchanged ? last.result.id : ++this.#lastId;
    const result = shownResult(id, realized, {
      expectations: document.checked(checks).expectations(index),
      words: writtenWords(document, index),
      width,
      proof,
      search: searchOf(document.file, settings),
      isOwnSearch: document.file.settings.some(({ key }) => key === 'search'),
      lacksGrammar: lacksGrammar(node, checks.knowledge),
    });
    this.#last.set(node, { realized, settings, proof, result });
    return result;
  }

  #proofOf(key: string, realized: Realized, node: BagNode): ProofStanding {
    if (!isProvable(realized, node)) return null;
    return this.#proofs.isAwaited(node) ? 'awaited' : (this.#proofs.of(key) ?? 'open');
  }
}

/**
 * For each word of a bag, returns the ranges where it is written: first in `words:`, then in
 * `deps:`. Lines count from the bag's first line, so that an edit above the bag does not change the
 * ranges.
 */
export function writtenWords(document: BowDocument, index: number): Range[][] {
  const { file } = document;
  const first = file.lines[index];
  const inBag = ({ line, character }: Position): Position => ({ line: line - first, character });
  return placesOfWords(file.bags[index]).map((places) =>
    places.map((place) => {
      const { start, end } = document.range(absoluteRange(file, index, place));
      return { start: inBag(start), end: inBag(end) };
    }),
  );
}
