import type { Range, TraceResult } from '../../../server/src/lsp/protocol.ts';

/** A place in the file that a breakpoint can be on. */
export interface Target {
  readonly range: Range;
  /** The place in the bag of the word, for a breakpoint on a shift. */
  readonly word: number | null;
  readonly arc: { readonly head: number; readonly dependent: number } | null;
}

/** The position that an editor requests; counts from 0. */
export interface AskedBreakpoint {
  readonly line: number;
  /** Null for every place on the line. */
  readonly character: number | null;
}

export interface SetBreakpoint {
  readonly id: number;
  /** The word or arc of the breakpoint; empty if its line has neither. */
  readonly targets: readonly Target[];
}

/** Breakpoints on words of `words:`, which are shifted, and on arcs of `deps:`, which are built. */
export class Breakpoints {
  readonly #targets: readonly Target[];
  #set: readonly SetBreakpoint[] = [];
  /** The breakpoints of the last request. */
  asked: readonly AskedBreakpoint[] = [];
  #lastId = 0;

  constructor({ words, arcs }: Pick<TraceResult, 'words' | 'arcs'>) {
    this.#targets = [
      ...words.map(({ range }, word) => ({ range, word, arc: null })),
      ...arcs.flatMap((arc) => arc.ranges.map((range) => ({ range, word: null, arc }))),
    ].sort((a, b) => compare(a.range, b.range));
  }

  /** Replaces all breakpoints; returns one for each request, in their order. */
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

  /** The words and arcs on some lines that a breakpoint can stop at, both ends included, in the order of the text. */
  onLines(first: number, last: number): readonly Target[] {
    return this.#targets.filter(
      ({ range: { start } }) => start.line >= first && start.line <= last,
    );
  }

  /** The ids of the breakpoints on a word that is shifted, or on arcs that are built. */
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
