import type { Range, TraceResult } from '../../../server/src/lsp/protocol.ts';

/** A word or an arc on which a breakpoint can be set. */
export interface Target {
  readonly range: Range;
  /** An index in the bag; null for an arc. */
  readonly word: number | null;
  readonly arc: { readonly head: number; readonly dependent: number } | null;
}

/** Where the editor requests a breakpoint. Lines and characters count from 0. */
export interface AskedBreakpoint {
  readonly line: number;
  /** Null to stop at every word and arc on the line. */
  readonly character: number | null;
}

export interface SetBreakpoint {
  readonly id: number;
  readonly targets: readonly Target[];
}

/**
 * A breakpoint on a word of `words:` stops at the step that takes the word from the remaining
 * words. A breakpoint on an arc of `deps:` stops at the step that builds the arc.
 */
export class Breakpoints {
  readonly #targets: readonly Target[];
  #set: readonly SetBreakpoint[] = [];
  /** The breakpoints that the editor requested last. */
  asked: readonly AskedBreakpoint[] = [];
  #lastId = 0;

  constructor({ words, arcs }: Pick<TraceResult, 'words' | 'arcs'>) {
    this.#targets = [
      ...words.map(({ range }, word) => ({ range, word, arc: null })),
      ...arcs.flatMap((arc) => arc.ranges.map((range) => ({ range, word: null, arc }))),
    ].sort((a, b) => compare(a.range, b.range));
  }

  /** Replaces all breakpoints. Returns one for each request, in the same order. */
  set(asked: readonly AskedBreakpoint[]): readonly SetBreakpoint[] {
    this.asked = asked;
    this.#set = asked.map(({ line, character }) => {
      const all = this.onLines(line, line);
      const before = all.filter(({ range }) => range.start.character <= (character ?? 0));
      const one = before.at(-1) ?? all.at(0);
      const targets = character === null || one === undefined ? all : [one];
      return { id: ++this.#lastId, targets };
    });
    return this.#set;
  }

  /** The words and arcs on the lines `first` to `last`, both included, in the order of the text. */
  onLines(first: number, last: number): readonly Target[] {
    return this.#targets.filter(
      ({ range: { start } }) => start.line >= first && start.line <= last,
    );
  }

  /**
   * The ids of the breakpoints that a step meets.
   *
   * @param word the word that the step takes
   * @param arcs the arcs that the step builds
   */
  met(word: number | null, arcs: readonly NonNullable<Target['arc']>[]): readonly number[] {
    const isMet = (target: Target): boolean =>
      target.word !== null
        ? target.word === word
        : arcs.some(
            ({ head, dependent }) =>
              target.arc?.head === head && target.arc.dependent === dependent,
          );
    return this.#set.filter(({ targets }) => targets.some(isMet)).map(({ id }) => id);
  }
}

function compare({ start: a }: Range, { start: b }: Range): number {
  return a.line - b.line || a.character - b.character;
}
