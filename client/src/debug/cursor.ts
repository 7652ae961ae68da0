import { displayed } from '../../../server/src/lsp/protocol.ts';
import type {
  BeamStep,
  Followed,
  FollowedStep,
  LegalMove,
  PartialTree,
  Range,
  TraceResult,
} from '../../../server/src/lsp/protocol.ts';
import { Breakpoints } from './breakpoints.ts';

/** Events at which the debugger stops if the user has chosen them in the editor. */
export type Exception = 'lost' | 'unknown-word' | 'unseen-pair';

/** The event at which the debugger stopped. `text` describes it in a sentence. */
export interface Raised {
  readonly kind: Exception;
  readonly text: string;
}

/** Why the debugger stopped, and the hypothesis to show. */
export interface Stop {
  readonly reason: 'entry' | 'step' | 'breakpoint' | 'exception' | 'end';
  /** An index in `SearchTrace.followed`. */
  readonly followed: number;
  readonly exception?: Raised;
  readonly breakpoints?: readonly number[];
}

/** A frame of the editor's call stack: a partial tree or, before the first step, the bag. */
export interface Frame {
  readonly name: string;
  /** The place in the file: of the tree's head word or, before the first step, of the bag. */
  readonly range: Range;
  /** Null before the first step. */
  readonly tree: PartialTree | null;
}

/** The position of a debugger, with the hypothesis that it shows. */
export interface DebugState extends Pick<Followed, 'rank' | 'isExpected' | 'text' | 'tokens'> {
  /** The bag's name; for an unnamed bag, its number in the file: `bag 3`. */
  readonly bag: string;
  /** The number of steps taken. */
  readonly step: number;
  /**
   * The partial trees on the stack, the top of the stack last. The places in a partial tree count
   * the words of the sentence from 1.
   */
  readonly stack: readonly PartialTree[];
  /**
   * The tokens that are in no partial tree, in the order of the bag. A token is given by its place
   * in the sentence, from 1.
   */
  readonly left: readonly number[];
}

export interface BagDebugState extends DebugState {
  readonly uri: string;
}

/**
 * Moves through the trace of a search. All hypotheses share `position`, the number of steps taken.
 */
export class TraceCursor {
  readonly result: TraceResult;
  readonly breakpoints: Breakpoints;
  exceptions: ReadonlySet<Exception> = new Set();
  position = 0;

  constructor(result: TraceResult) {
    this.result = result;
    this.breakpoints = new Breakpoints(result);
  }

  get followed(): readonly Followed[] {
    return this.result.trace.followed;
  }

  /** The index of the hypothesis to show first: of the expected sentence, or else 0. */
  get first(): number {
    return Math.max(
      0,
      this.followed.findIndex(({ isExpected }) => isExpected),
    );
  }

  nameOf(followed: number): string {
    const { rank, isExpected, text } = this.followed[followed];
    const place = rank === null ? [] : [rank === 1 ? 'First' : `No. ${rank}`];
    const names = [...place, ...(isExpected ? ['expected'] : [])].join(', ');
    return `${names[0].toUpperCase()}${names.slice(1)}: ${displayed(text)}`;
  }

  /** The number of steps that a hypothesis has taken. It may have fewer steps than `position`. */
  here(followed: number): number {
    return Math.min(this.position, this.followed[followed].steps.length);
  }

  /** The last step taken; null at the beginning. */
  stepOf(followed: number): FollowedStep | null {
    const here = this.here(followed);
    return here === 0 ? null : this.followed[followed].steps[here - 1];
  }

  /** The beam after the last step taken; null at the beginning. */
  beamOf(followed: number): BeamStep | null {
    const here = this.here(followed);
    return here === 0 ? null : this.result.trace.runs[this.followed[followed].run][here - 1];
  }

  /** The legal moves of the next step, the highest score first. */
  legalOf(followed: number): readonly LegalMove[] {
    return this.nextOf(followed)?.legal ?? [];
  }

  nextOf(followed: number): FollowedStep | null {
    return this.followed[followed].steps.at(this.position) ?? null;
  }

  /** The debugger's state when it shows a hypothesis, for views outside the debugger. */
  stateOf(followed: number): DebugState {
    const { bag } = this.result;
    const { rank, isExpected, text, tokens } = this.followed[followed];
    return {
      ...{ bag: bag.title, step: this.here(followed), rank, isExpected, text, tokens },
      stack: this.stepOf(followed)?.stack ?? [],
      left: this.leftOf(followed),
    };
  }

  totalOf(followed: number): number {
    return this.followed[followed].steps
      .slice(0, this.position)
      .reduce((sum, { score }) => sum + score, 0);
  }

  /** The step in which the beam dropped a hypothesis, from 1; null if the beam still has it. */
  leftAt(followed: number): number | null {
    const step = this.followed[followed].steps.findIndex(({ isKept }) => !isKept);
    return step < 0 || step >= this.position ? null : step + 1;
  }

  /** The top of the stack comes first. Before the first step, a single frame stands for the bag. */
  framesOf(followed: number): readonly Frame[] {
    const { stack } = this.stepOf(followed) ?? { stack: [] };
    const { words, bag } = this.result;
    if (stack.length === 0) {
      const start = { line: bag.line, character: 0 };
      return [{ name: bag.title, range: { start, end: start }, tree: null }];
    }
    const { tokens } = this.followed[followed];
    return stack.toReversed().map((tree) => ({
      name: this.wordsOf(followed, tree),
      range: words[tokens[tree.head - 1].word].range,
      tree,
    }));
  }

  /**
   * The words of a partial tree. With a grammar, its category follows: `the dog: NP`. Without a
   * grammar, a tree may consist of dependents whose head is not placed yet. Then the head is named
   * in brackets: `the (before dog)`.
   */
  wordsOf(followed: number, { head, first, last, category }: PartialTree): string {
    const { tokens } = this.followed[followed];
    const text = tokens
      .slice(first - 1, last)
      .map(({ form }) => form)
      .join(' ');
    if (category !== undefined) return `${text}: ${category ?? 'no rule'}`;
    return head >= first && head <= last ? text : `${text} (before ${tokens[head - 1].form})`;
  }

  /**
   * The tokens that are in no partial tree, as in `DebugState.left`: places in the order of the
   * bag.
   */
  leftOf(followed: number): readonly number[] {
    const { tokens } = this.followed[followed];
    const { stack } = this.stepOf(followed) ?? { stack: [] };
    return tokens
      .map((_, i) => i + 1)
      .filter((place) => !stack.some(({ first, last }) => first <= place && place <= last))
      .sort((a, b) => tokens[a - 1].word - tokens[b - 1].word);
  }

  /** Null if there is no further step. */
  next(followed: number): Stop | null {
    if (this.nextOf(followed) === null) return null;
    this.position++;
    return { reason: 'step', followed };
  }

  back(followed: number): Stop {
    this.position = Math.max(0, this.here(followed) - 1);
    return { reason: this.position === 0 ? 'entry' : 'step', followed };
  }

  /**
   * Goes to the next breakpoint or exception, or else to the last step. Null if the last step is
   * taken already.
   */
  continue(followed: number): Stop | null {
    return this.#onUntil(followed, () => false);
  }

  /**
   * Like `continue`, but also stops when the tree on top of the stack has become part of another
   * tree.
   */
  out(followed: number): Stop | null {
    const depth = (): number => this.stepOf(followed)?.stack.length ?? 0;
    const here = depth();
    return this.#onUntil(followed, () => depth() < here);
  }

  /** Goes back to the previous breakpoint or exception, or to the beginning. */
  reverse(followed: number): Stop {
    this.position = this.here(followed);
    while (this.position > 0) {
      this.position--;
      const stop = this.#stopHere(followed);
      if (stop !== null) return stop;
    }
    return { reason: 'entry', followed };
  }

  #onUntil(followed: number, isDone: () => boolean): Stop | null {
    if (this.nextOf(followed) === null) return null;
    while (this.nextOf(followed) !== null) {
      this.position++;
      const stop = this.#stopHere(followed);
      if (stop !== null) return stop;
      if (isDone()) return { reason: 'step', followed };
    }
    return { reason: 'end', followed };
  }

  #stopHere(followed: number): Stop | null {
    const step = this.stepOf(followed);
    if (step === null) return null;
    return (
      this.#lossHere() ?? this.#exceptionHere(followed, step) ?? this.#breakHere(followed, step)
    );
  }

  /**
   * Stops if the beam lost any expected sentence at this step, even if the user is looking at
   * another sentence.
   */
  #lossHere(): Stop | null {
    if (!this.exceptions.has('lost')) return null;
    const followed = this.followed.findIndex(({ loss }) => loss?.step === this.position);
    if (followed < 0) return null;
    const exception: Raised = { kind: 'lost', text: this.lossOf(followed) };
    return { reason: 'exception', followed, exception };
  }

  /** Says how the beam lost a sentence; empty if it did not. */
  lossOf(followed: number): string {
    const { loss, text } = this.followed[followed];
    if (loss === null) return '';
    const { rank, prefix, step, kept } = loss;
    const where = `Step ${step}: the beam has lost “${displayed(text)}”`;
    if (rank === null) return `${where}: no hypothesis of this step leads to it.`;
    return `${where}: its best partial sentence, “${prefix}”, has rank ${rank.toLocaleString('en')}, and ${kept.toLocaleString('en')} are kept.`;
  }

  #exceptionHere(followed: number, { taken, arcs }: FollowedStep): Stop | null {
    const { tokens } = this.followed[followed];
    if (taken !== null && this.exceptions.has('unknown-word') && !tokens[taken - 1].isKnown) {
      const text = `The word “${tokens[taken - 1].form}” is not in the training data.`;
      return { reason: 'exception', followed, exception: { kind: 'unknown-word', text } };
    }
    const arc = arcs.find(({ seen }) => seen === 0);
    if (arc !== undefined && this.exceptions.has('unseen-pair')) {
      const [head, dependent] = [tokens[arc.head - 1], tokens[arc.dependent - 1]];
      const text =
        `No ${dependent.tag} has a head ${head.tag} in the training data: ` +
        `“${dependent.form}” becomes a dependent of “${head.form}”.`;
      return { reason: 'exception', followed, exception: { kind: 'unseen-pair', text } };
    }
    return null;
  }

  #breakHere(followed: number, { taken, arcs }: FollowedStep): Stop | null {
    const { tokens } = this.followed[followed];
    const wordOf = (place: number): number => tokens[place - 1].word;
    const breakpoints = this.breakpoints.met(
      taken === null ? null : wordOf(taken),
      arcs.map(({ head, dependent }) => ({ head: wordOf(head), dependent: wordOf(dependent) })),
    );
    return breakpoints.length === 0 ? null : { reason: 'breakpoint', followed, breakpoints };
  }
}
