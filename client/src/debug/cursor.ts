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

/** What makes the search stop beside breakpoints. */
export type Exception = 'lost' | 'unknown-word' | 'unseen-pair';

/** What happened, in a sentence. */
export interface Raised {
  readonly kind: Exception;
  readonly text: string;
}

/** Why the search stands still, and the hypothesis to show. */
export interface Stop {
  readonly reason: 'entry' | 'step' | 'breakpoint' | 'exception' | 'end';
  /** Its place in `SearchTrace.followed`. */
  readonly followed: number;
  readonly exception?: Raised;
  /** The breakpoints that were met. */
  readonly breakpoints?: readonly number[];
}

/** A partial tree of a stack. */
export interface Frame {
  readonly name: string;
  /** Of its head word. */
  readonly range: Range;
  /** Null if there is none yet. */
  readonly tree: PartialTree | null;
}

/** The position of a debugger, and its hypothesis. */
export interface DebugState extends Pick<Followed, 'rank' | 'isExpected' | 'text' | 'tokens'> {
  /** The bag's name, or `bag 3`. */
  readonly bag: string;
  /** How many steps were taken. */
  readonly step: number;
  /** Partial trees of tokens, by their places from 1; the last one is on top. */
  readonly stack: readonly PartialTree[];
  /** The tokens that are in no partial tree. */
  readonly left: readonly number[];
}

/** The position of a debugger in the search of a file's bag. */
export interface BagDebugState extends DebugState {
  readonly uri: string;
}

/**
 * The position of a debugger in the trace of a search. The search's steps, the same for all hypotheses, measure time;
 * `position` is the number of steps taken, and can decrease.
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

  /** The hypothesis that the debugger follows. */
  get followed(): readonly Followed[] {
    return this.result.trace.followed;
  }

  /** The one to begin with: the sentence that is expected, or the best. */
  get first(): number {
    return Math.max(
      0,
      this.followed.findIndex(({ isExpected }) => isExpected),
    );
  }

  /** How a hypothesis is called. */
  nameOf(followed: number): string {
    const { rank, isExpected, text } = this.followed[followed];
    const place = rank === null ? [] : [rank === 1 ? 'Best' : `No. ${rank}`];
    const names = [...place, ...(isExpected ? ['expected'] : [])].join(', ');
    return `${names[0].toUpperCase()}${names.slice(1)}: ${text}`;
  }

  /** The number of steps that a hypothesis has taken: a hypothesis with fewer words ends earlier. */
  here(followed: number): number {
    return Math.min(this.position, this.followed[followed].steps.length);
  }

  /** The step that led here; null at the beginning. */
  stepOf(followed: number): FollowedStep | null {
    const here = this.here(followed);
    return here === 0 ? null : this.followed[followed].steps[here - 1];
  }

  /** The hypotheses that the search kept at this time; null at the beginning. */
  beamOf(followed: number): BeamStep | null {
    const here = this.here(followed);
    return here === 0 ? null : this.result.trace.runs[this.followed[followed].run][here - 1];
  }

  /** What can be done here, the best first; nothing at the end. */
  legalOf(followed: number): readonly LegalMove[] {
    return this.nextOf(followed)?.legal ?? [];
  }

  /** The step that leads on; null at the end. */
  nextOf(followed: number): FollowedStep | null {
    return this.followed[followed].steps.at(this.position) ?? null;
  }

  /** The position, for other views. */
  stateOf(followed: number): DebugState {
    const { bag } = this.result;
    const { rank, isExpected, text, tokens } = this.followed[followed];
    return {
      ...{ bag: bag.title, step: this.here(followed), rank, isExpected, text, tokens },
      stack: this.stepOf(followed)?.stack ?? [],
      left: this.leftOf(followed),
    };
  }

  /** The sum of the scores of the steps so far. */
  totalOf(followed: number): number {
    return this.followed[followed].steps
      .slice(0, this.position)
      .reduce((sum, { score }) => sum + score, 0);
  }

  /** The step that cut a hypothesis off; null if it is in the beam. */
  leftAt(followed: number): number | null {
    const step = this.followed[followed].steps.findIndex(({ isKept }) => !isKept);
    return step < 0 || step >= this.position ? null : step + 1;
  }

  /** The stack, its top first; at the beginning the bag itself. */
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

  /** The words of a partial tree, with a grammar also its category. */
  wordsOf(followed: number, { head, first, last, category }: PartialTree): string {
    const { tokens } = this.followed[followed];
    const text = tokens
      .slice(first - 1, last)
      .map(({ form }) => form)
      .join(' ');
    if (category !== undefined) return `${text}: ${category ?? 'no rule'}`;
    return head >= first && head <= last ? text : `${text} (before ${tokens[head - 1].form})`;
  }

  /** The tokens that are in no partial tree yet, in the order of the bag. */
  leftOf(followed: number): readonly number[] {
    const { tokens } = this.followed[followed];
    const { stack } = this.stepOf(followed) ?? { stack: [] };
    return tokens
      .map((_, i) => i + 1)
      .filter((place) => !stack.some(({ first, last }) => first <= place && place <= last))
      .sort((a, b) => tokens[a - 1].word - tokens[b - 1].word);
  }

  /** One step on; null past the end. */
  next(followed: number): Stop | null {
    if (this.nextOf(followed) === null) return null;
    this.position++;
    return { reason: 'step', followed };
  }

  /** One step back; at the beginning nothing moves. */
  back(followed: number): Stop {
    this.position = Math.max(0, this.here(followed) - 1);
    return { reason: this.position === 0 ? 'entry' : 'step', followed };
  }

  /** On to the next breakpoint or exception, or to the last step; null from there. */
  continue(followed: number): Stop | null {
    return this.#onUntil(followed, () => false);
  }

  /** The same, but stops as soon as the top tree of the stack is part of another tree. */
  out(followed: number): Stop | null {
    const depth = (): number => this.stepOf(followed)?.stack.length ?? 0;
    const here = depth();
    return this.#onUntil(followed, () => depth() < here);
  }

  /** Back to the last breakpoint or exception, or to the beginning. */
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

  /** The expectation leaves the beam, in any hypothesis. */
  #lossHere(): Stop | null {
    if (!this.exceptions.has('lost')) return null;
    const followed = this.followed.findIndex(({ loss }) => loss?.step === this.position);
    if (followed < 0) return null;
    const exception: Raised = { kind: 'lost', text: this.lossOf(followed) };
    return { reason: 'exception', followed, exception };
  }

  /** A sentence that says where the search lost an expectation; empty if it did not. */
  lossOf(followed: number): string {
    const { loss, text } = this.followed[followed];
    if (loss === null) return '';
    const { rank, prefix, step } = loss;
    const where = `Step ${step}: the beam has lost “${text}”`;
    if (rank === null) return `${where}: no hypothesis of this step leads to it.`;
    const { kept } = this.result.trace.runs[this.followed[followed].run][step - 1];
    return `${where}: its best partial sentence, “${prefix}”, has rank ${rank}, and ${kept} are kept.`;
  }

  #exceptionHere(followed: number, { taken, arcs }: FollowedStep): Stop | null {
    const { tokens } = this.followed[followed];
    if (taken !== null && this.exceptions.has('unknown-word') && !tokens[taken - 1].isKnown) {
      const text = `Training has not had the word “${tokens[taken - 1].form}”.`;
      return { reason: 'exception', followed, exception: { kind: 'unknown-word', text } };
    }
    const arc = arcs.find(({ seen }) => seen === 0);
    if (arc !== undefined && this.exceptions.has('unseen-pair')) {
      const [head, dependent] = [tokens[arc.head - 1], tokens[arc.dependent - 1]];
      const text =
        `Training has had no ${dependent.tag} whose head is ${head.tag}: ` +
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
