import type { Range, TraceResult } from '../../../server/src/lsp/protocol.ts';

/** A place in the file that a breakpoint can be on. */
export interface Target {
  readonly range: Range;
  /** Of the bag, where it is one that is shifted. */
  readonly word: number | null;
  readonly arc: { readonly head: number; readonly dependent: number } | null;
}

/** What an editor asks for: counts from 0. */
export interface AskedBreakpoint {
  readonly line: number;
  /** Null for all that is on the line. */
  readonly character: number | null;
}

export interface SetBreakpoint {
  readonly id: number;
  /** What it is on; nothing where it is on no word and no arc of the bag. */
  readonly targets: readonly Target[];
}

/** Breakpoints on words of `words:`, which are shifted, and on arcs of `deps:`, which are built. */
export class Breakpoints {
  readonly #targets: readonly Target[];
  #set: readonly SetBreakpoint[] = [];
  /** What was last asked for. */
  asked: readonly AskedBreakpoint[] = [];
  #lastId = 0;

  constructor({ words, arcs }: Pick<TraceResult, 'words' | 'arcs'>) {
    this.#targets = [
      ...words.map(({ range }, word) => ({ range, word, arc: null })),
      ...arcs.flatMap((arc) => arc.ranges.map((range) => ({ range, word: null, arc }))),
    ].sort((a, b) => compare(a.range, b.range));
  }

  /** Replaces all breakpoints; one for each that is asked for, in their order. */
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

  /** What a breakpoint can be on, on some lines, both ends included; in the order of the text. */
  onLines(first: number, last: number): readonly Target[] {
    return this.#targets.filter(
      ({ range: { start } }) => start.line >= first && start.line <= last,
    );
  }

  /** The ids of those that a word which is shifted, or arcs which are built, meet. */
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
