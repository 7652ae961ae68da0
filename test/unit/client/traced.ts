import { Tracer } from '../../../server/src/explain/tracer.ts';
import {
  absoluteRange,
  parse,
  positionAt,
  toBag,
  writtenPlaces,
} from '../../../server/src/language/index.ts';
import type { Range } from '../../../server/src/language/index.ts';
import type { TraceResult } from '../../../server/src/lsp/protocol.ts';
import { NEVER } from '../../../server/src/realize/realizer.ts';
import { withTable } from '../support/model-files.ts';
import { randomModel } from '../support/random-model.ts';

/** What the server sends for the first bag of a file, by a random model. */
export function tracedBag(
  text: string,
  seed: number,
  { expected = null, beam = 4 }: { expected?: string | null; beam?: number } = {},
): TraceResult {
  const file = parse(text);
  const [bag] = file.bags;
  const model = withTable(randomModel(seed), 'bottom-up');
  const tracer = new Tracer({ model, languageModel: null });
  const options = { beam, search: 'beam', results: 3 } as const;
  const trace = tracer.trace(toBag(bag), expected?.split(' ') ?? null, options, NEVER);
  if (typeof trace === 'string') throw new Error(trace);
  const place = (offset: number) => {
    const { line, column } = positionAt(file, offset);
    return { line, character: column };
  };
  const shown = (range: Range) => {
    const { start, end } = absoluteRange(file, 0, range);
    return { start: place(start), end: place(end) };
  };
  const { words, arcs } = writtenPlaces(bag);
  return {
    bag: { index: 0, title: 'first', line: file.lines[0] },
    trace,
    words: words.map(({ name, range }) => ({ name, range: shown(range) })),
    arcs: arcs.map((arc) => ({ ...arc, ranges: arc.ranges.map(shown) })),
    unreachable: null,
  };
}

/** The first of a few random models for which a trace is as wanted. */
export function firstTraced(
  trace: (seed: number) => TraceResult,
  isWanted: (result: TraceResult) => boolean,
): TraceResult {
  for (let seed = 1; seed < 200; seed++) {
    const result = trace(seed);
    if (isWanted(result)) return result;
  }
  throw new Error('No trace is as wanted.');
}

/** Words on two lines, a word that training has not had, and an arc. */
export const text = `bag first {
  words:
    a/X b/Y
    c/X zebra/Z
  deps:
    b -> a
}
`;

/** A full tree, which is ordered from the leaves up. */
export const tree = `bag first {
  words: a/X b/Y c/X d/Y
  deps:
    a -> b c
    c -> d
}
`;

/** One whose expected sentence the search has cut off. */
export function lost(): TraceResult {
  return firstTraced(
    (seed) => tracedBag(text, seed, { expected: 'c b a zebra', beam: 1 }),
    ({ trace: { followed } }) =>
      followed.some(({ loss }) => loss !== null && loss.rank !== null && loss.step > 2),
  );
}
