import { curveBasis, line } from 'd3-shape';

/** A word as the diagram draws it; `head` counts from 1, 0 for the root. */
export interface DiagramWord {
  readonly head: number;
  /** Widths in pixels of the word with its tag, and of the label of the arc to its head. */
  readonly width: number;
  readonly labelWidth: number;
}

export interface DiagramArc {
  /** Places from 1; the head is 0 for the line to the root. */
  readonly head: number;
  readonly dependent: number;
  /** The arc, from head to dependent. */
  readonly path: string;
  /** The arrow's head, pointing down at the dependent. */
  readonly arrow: string;
  /** Where the middle of the label stands. */
  readonly labelX: number;
  readonly labelY: number;
}

export interface Diagram {
  readonly width: number;
  readonly height: number;
  /** The middle of each word. */
  readonly centres: readonly number[];
  /** The height at which the words begin. */
  readonly baseline: number;
  readonly arcs: readonly DiagramArc[];
}

/** Distances in pixels. */
const margin = 16;
const wordGap = 18;
const firstLevel = 26;
const levelHeight = 22;
/** How far apart arcs meet a word. */
const footGap = 8;
const shoulder = 14;
const labelPadding = 12;
const arrowHeight = 6;
const arrowHalfWidth = 3.5;

interface Span {
  readonly head: number;
  readonly dependent: number;
  readonly left: number;
  readonly right: number;
  level: number;
}

const draw = line().curve(curveBasis);

/**
 * Lays out a projective dependency tree over its sentence: each arc as low as the ones below it
 * allow, words as far apart as the labels between them need.
 */
export function layOut(words: readonly DiagramWord[]): Diagram {
  const spans = spansOf(words);
  const centres = placeWords(words, spans);
  const top = Math.max(0, ...spans.map(({ level }) => level));
  const baseline = margin + firstLevel + (top + 1) * levelHeight;
  const feet = footholds(words, spans);
  const foot = (span: Span, word: number): number => centres[word - 1] + feet.of.get(span)![word];

  const arcs = spans.map((span): DiagramArc => {
    const { head, dependent, level } = span;
    const from = foot(span, head);
    const to = foot(span, dependent);
    const peak = baseline - firstLevel - level * levelHeight;
    const side = Math.sign(to - from) * Math.min(shoulder, Math.abs(to - from) / 2);
    const tip = baseline - arrowHeight;
    return {
      head,
      dependent,
      path: draw([
        [from, baseline],
        [from, peak + levelHeight / 3],
        [from + side, peak],
        [to - side, peak],
        [to, peak + levelHeight / 3],
        [to, tip],
      ])!,
      arrow: arrowAt(to, baseline),
      labelX: (from + to) / 2,
      labelY: peak + 2,
    };
  });
  words.forEach(({ head }, place) => {
    if (head !== 0) return;
    const x = centres[place] + (feet.rootFoot.get(place + 1) ?? 0);
    const peak = baseline - firstLevel - (top + 1) * levelHeight;
    arcs.push({
      head: 0,
      dependent: place + 1,
      path: draw([
        [x, peak + levelHeight / 2],
        [x, baseline - arrowHeight],
      ])!,
      arrow: arrowAt(x, baseline),
      labelX: x,
      labelY: peak + levelHeight / 4,
    });
  });
  const last = words.length - 1;
  return {
    width: last < 0 ? 0 : centres[last] + words[last].width / 2 + margin,
    height: baseline,
    centres,
    baseline,
    arcs,
  };
}

function arrowAt(x: number, y: number): string {
  return `M${x} ${y}l${-arrowHalfWidth} ${-arrowHeight}h${2 * arrowHalfWidth}z`;
}

/** The arcs with their levels: above every arc that they span. */
function spansOf(words: readonly DiagramWord[]): Span[] {
  const spans = words.flatMap(({ head }, place): Span[] =>
    head === 0
      ? []
      : [
          {
            head,
            dependent: place + 1,
            left: Math.min(head, place + 1),
            right: Math.max(head, place + 1),
            level: 0,
          },
        ],
  );
  spans.sort((a, b) => a.right - a.left - (b.right - b.left));
  spans.forEach((span, place) => {
    for (const inner of spans.slice(0, place)) {
      if (inner.left >= span.left && inner.right <= span.right) {
        span.level = Math.max(span.level, inner.level + 1);
      }
    }
  });
  return spans;
}

/** The middles of the words: side by side, moved apart where a label needs the room. */
function placeWords(words: readonly DiagramWord[], spans: readonly Span[]): number[] {
  const centres: number[] = [];
  const endingAt = new Map<number, Span[]>();
  for (const span of spans) endingAt.set(span.right, [...(endingAt.get(span.right) ?? []), span]);
  words.forEach(({ width }, place) => {
    let x = place === 0 ? margin + width / 2 : 0;
    if (place > 0) x = centres[place - 1] + words[place - 1].width / 2 + wordGap + width / 2;
    for (const { left, dependent } of endingAt.get(place + 1) ?? []) {
      const { labelWidth } = words[dependent - 1];
      if (labelWidth > 0) {
        x = Math.max(x, centres[left - 1] + labelWidth + labelPadding + 2 * shoulder);
      }
    }
    centres.push(x);
  });
  return centres;
}

interface Footholds {
  /** By arc and word. */
  readonly of: ReadonlyMap<Span, Readonly<Record<number, number>>>;
  /** Of the line to the root, by word. */
  readonly rootFoot: ReadonlyMap<number, number>;
}

/**
 * Where each arc meets its two words, as distances from their middles: side by side, the arcs to
 * the left first and the line to the root between the two sides, so that none crosses another.
 */
function footholds(words: readonly DiagramWord[], spans: readonly Span[]): Footholds {
  const of = new Map<Span, Record<number, number>>(spans.map((span) => [span, {}]));
  const rootFoot = new Map<number, number>();
  const length = ({ left, right }: Span): number => right - left;
  words.forEach(({ head }, place) => {
    const word = place + 1;
    const leftward = spans
      .filter(({ right }) => right === word)
      .sort((a, b) => length(a) - length(b));
    const rightward = spans
      .filter(({ left }) => left === word)
      .sort((a, b) => length(b) - length(a));
    const ordered = [...leftward, ...(head === 0 ? [null] : []), ...rightward];
    ordered.forEach((span, slot) => {
      const x = (slot - (ordered.length - 1) / 2) * footGap;
      if (span === null) rootFoot.set(word, x);
      else of.get(span)![word] = x;
    });
  });
  return { of, rootFoot };
}
