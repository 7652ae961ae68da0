/** A word to lay out. Widths are in pixels. */
export interface TreeWord {
  /**
   * The number of the head, from 1. For 0, the word is the root and has a line above it. For
   * another number that no word has, such as -1, nothing is drawn.
   */
  readonly head: number;
  /** The larger of two widths: of the form and of the tag. */
  readonly width: number;
  /** The width of the label on the arc to the head; 0 without a label. */
  readonly labelWidth: number;
}

export type Direction = 'ltr' | 'rtl';

export interface LayoutOptions {
  readonly direction: Direction;
  /** The greatest width of a row in pixels; null for a single row. One wide word may exceed it. */
  readonly rowWidth: number | null;
}

/** A rectangle in pixels. `x` and `y` are its upper left corner. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** A whole arc or, if the arc continues in other rows, its part in one row. */
export interface ArcPiece {
  /** An SVG path from `from` to `to`. */
  readonly path: string;
  /** The SVG path of the arrowhead; null if the dependent is in another row. */
  readonly arrow: string | null;
  /**
   * The end at the head and the end at the dependent. If the head or the dependent is in another
   * row, that end is at the left or right edge of this row. In the line above the root, `from` is
   * the upper end.
   */
  readonly from: Point;
  readonly to: Point;
  readonly label: Box | null;
}

export interface PlacedArc {
  /** Numbers of words, from 1. For the line above the root, `head` is 0. */
  readonly head: number;
  readonly dependent: number;
  readonly pieces: readonly ArcPiece[];
}

export interface TreeLayout {
  readonly width: number;
  readonly height: number;
  /** Arcs end at the upper edges of these boxes. */
  readonly words: readonly Box[];
  readonly arcs: readonly PlacedArc[];
}

/** Distances in pixels. */
const wordHeight = 42;
const margin = 12;
const wordGap = 12;
const wordPadding = 5;
const rowGap = 12;
/** The distance between neighbouring arc ends at a word. */
const footGap = 8;
/** The least distance between an arc's end and a side of its word. */
const footMargin = 6;
/** The height of the lowest arcs above the words. */
const firstLevel = 27;
const levelHeight = 22;
const labelHeight = 16;
const labelPadding = 4;
/** The radius of an arc's corners. The label stands between the corners. */
const corner = 10;
/**
 * An arc from an earlier row begins at least this far before the first word of the row. An arc to a
 * later row goes on at least this far after the last word.
 */
const stub = 22;
const arrowHeight = 6;
const arrowHalfWidth = 3.5;

/**
 * The part of an arc in a row. `head` and `dependent` are numbers of words in the sentence, from 1.
 */
interface Span {
  readonly head: number;
  readonly dependent: number;
  /** The index in this row of the word at the left end; -1 if that word is in an earlier row. */
  readonly left: number;
  /**
   * The index in this row of the word at the right end. If that word is in a later row, this is the
   * number of words in this row.
   */
  readonly right: number;
  readonly length: number;
  readonly labelWidth: number;
  /** The height in levels, from 0. An arc is above all shorter arcs that it overlaps. */
  level: number;
}

/** A row, laid out from left to right. */
interface Row {
  readonly first: number;
  readonly spans: readonly Span[];
  /** The number of levels, without the line above the root. */
  readonly levels: number;
  readonly widths: readonly number[];
  /** The x coordinates of the left sides of the words. */
  readonly lefts: readonly number[];
  readonly feet: Feet;
  /** The x coordinate at which arcs to later rows leave this row. */
  readonly edge: number;
  readonly width: number;
}

/**
 * Lays out a dependency tree above its sentence. Each arc is as low as the arcs below it allow.
 * Labels do not overlap: words are far enough apart for them, and arcs of the same level are side
 * by side.
 */
export function layOut(words: readonly TreeWord[], options: LayoutOptions): TreeLayout {
  const rows = breakIntoRows(words, options.rowWidth ?? Infinity);
  const width = Math.max(0, ...rows.map((row) => row.width));
  const flip = options.direction === 'rtl' ? (x: number): number => width - x : (x: number) => x;
  const boxes: Box[] = [];
  const pieces = new Map<number, ArcPiece[]>();
  let top = 0;
  for (const row of rows) {
    const drawn = drawRow(row, words, top, flip);
    boxes.push(...drawn.words);
    for (const [dependent, piece] of drawn.pieces) {
      const others = pieces.get(dependent);
      if (others === undefined) pieces.set(dependent, [piece]);
      else others.push(piece);
    }
    top = drawn.bottom + rowGap;
  }
  return {
    width,
    height: rows.length === 0 ? 0 : top - rowGap + margin / 2,
    words: boxes,
    arcs: [...pieces]
      .sort(([a], [b]) => a - b)
      .map(([dependent, ofArc]) => ({
        head: words[dependent - 1].head,
        dependent,
        pieces: ofArc,
      })),
  };
}

/** A row has at least one word, even if the word is wider than `rowWidth`. */
function breakIntoRows(words: readonly TreeWord[], rowWidth: number): Row[] {
  if (rowWidth === Infinity) return words.length === 0 ? [] : [placeRow(words, 0, words.length)];
  const rows: Row[] = [];
  for (let first = 0; first < words.length;) {
    let row = placeRow(words, first, first + 1);
    let end = first + 1;
    for (; end < words.length; end++) {
      const longer = placeRow(words, first, end + 1);
      if (longer.width > rowWidth) break;
      row = longer;
    }
    rows.push(row);
    first = end;
  }
  return rows;
}

/** Places each word as far left as the words, arcs and labels before it allow. */
function placeRow(words: readonly TreeWord[], first: number, end: number): Row {
  const count = end - first;
  const spans = spansOf(words, first, end);
  const feet = new Feet(words, first, count, spans);
  const widths = feet.offsets.map((offsets, i) =>
    Math.max(
      words[first + i].width + 2 * wordPadding,
      (offsets.count - 1) * footGap + 2 * footMargin,
    ),
  );
  const lefts: number[] = [];
  const footOf = (span: Span, place: number): number =>
    lefts[place] + widths[place] / 2 + feet.offset(place, span);
  const endingAt = groupBy(spans, ({ right }) => right);
  const comesIn = spans.some(({ left }) => left < 0);
  let rootEnd = 0;
  for (let i = 0; i < count; i++) {
    const previous = i === 0 ? margin + (comesIn ? stub : 0) : lefts[i - 1] + widths[i - 1];
    lefts.push(i === 0 ? previous : previous + wordGap);
    for (const span of endingAt.get(i) ?? []) {
      const from = span.left < 0 ? margin : footOf(span, span.left);
      lefts[i] += Math.max(0, from + roomOf(span) - footOf(span, i));
    }
    const word = words[first + i];
    if (word.head === 0) {
      const half = labelBoxWidth(word.labelWidth) / 2;
      const middle = lefts[i] + widths[i] / 2 + feet.rootOffset(i);
      lefts[i] += Math.max(0, Math.max(margin, rootEnd) + half - middle);
      rootEnd = lefts[i] + widths[i] / 2 + feet.rootOffset(i) + half + labelPadding;
    }
  }
  const leaving = endingAt.get(count) ?? [];
  const wordsEnd = lefts[count - 1] + widths[count - 1];
  const edge = Math.max(
    wordsEnd + (leaving.length > 0 ? stub : 0),
    ...leaving.map((span) => (span.left < 0 ? margin : footOf(span, span.left)) + roomOf(span)),
  );
  return {
    first,
    spans,
    levels: 1 + Math.max(-1, ...spans.map(({ level }) => level)),
    widths,
    lefts,
    feet,
    edge,
    width: Math.max(edge, rootEnd) + margin,
  };
}

/** The least distance between the ends of an arc: room for two corners and the label. */
function roomOf({ labelWidth }: Span): number {
  return 2 * corner + (labelWidth === 0 ? 0 : labelBoxWidth(labelWidth));
}

function labelBoxWidth(labelWidth: number): number {
  return labelWidth === 0 ? 0 : labelWidth + 2 * labelPadding;
}

/** The arcs that have an end in a row, with their levels. */
function spansOf(words: readonly TreeWord[], first: number, end: number): Span[] {
  const spans: Span[] = [];
  const isInRow = (word: number): boolean => word >= first && word < end;
  words.forEach(({ head, labelWidth }, dependent) => {
    const from = Math.min(head - 1, dependent);
    const to = Math.max(head - 1, dependent);
    if (from < 0 || from === to || to >= words.length) return;
    if (!isInRow(from) && !isInRow(to)) return;
    spans.push({
      head,
      dependent: dependent + 1,
      left: from < first ? -1 : from - first,
      right: to >= end ? end - first : to - first,
      length: to - from,
      labelWidth,
      level: 0,
    });
  });
  spans.sort((a, b) => a.right - a.left - (b.right - b.left) || a.length - b.length);
  spans.forEach((span, place) => {
    for (const shorter of spans.slice(0, place)) {
      if (Math.max(shorter.left, span.left) >= Math.min(shorter.right, span.right)) continue;
      span.level = Math.max(span.level, shorter.level + 1);
    }
  });
  return spans;
}

/** The x coordinates of arc ends, relative to the middle of their word. */
class Feet {
  /** Indexed by the word's place in the row. */
  readonly offsets: readonly {
    /** The number of arc ends at the word, including the line from the root. */
    readonly count: number;
    readonly ofSpans: ReadonlyMap<Span, number>;
    readonly root: number;
  }[];

  constructor(words: readonly TreeWord[], first: number, count: number, spans: readonly Span[]) {
    const endingAt = groupBy(spans, ({ right }) => right);
    const startingAt = groupBy(spans, ({ left }) => left);
    this.offsets = Array.from({ length: count }, (_, place) => {
      // The arc ends at a word, from left to right: arcs to words on the left (the shortest first),
      // the line from the root, arcs to words on the right (the longest first). So arcs do not
      // cross.
      const leftward = (endingAt.get(place) ?? []).toSorted((a, b) => a.length - b.length);
      const rightward = (startingAt.get(place) ?? []).toSorted((a, b) => b.length - a.length);
      const isRoot = words[first + place].head === 0;
      const all = [...leftward, ...(isRoot ? [null] : []), ...rightward];
      const ofSpans = new Map<Span, number>();
      let root = 0;
      all.forEach((span, slot) => {
        const offset = (slot - (all.length - 1) / 2) * footGap;
        if (span === null) root = offset;
        else ofSpans.set(span, offset);
      });
      return { count: all.length, ofSpans, root };
    });
  }

  offset(place: number, span: Span): number {
    return this.offsets[place].ofSpans.get(span)!;
  }

  rootOffset(place: number): number {
    return this.offsets[place].root;
  }
}

interface DrawnRow {
  readonly words: readonly Box[];
  /**
   * The parts of arcs that are in this row, each with the number of its arc's dependent, from 1.
   */
  readonly pieces: readonly (readonly [number, ArcPiece])[];
  readonly bottom: number;
}

/** @param flip mirrors an x coordinate if the words are read from right to left */
function drawRow(
  row: Row,
  words: readonly TreeWord[],
  top: number,
  flip: (x: number) => number,
): DrawnRow {
  const { first, spans, levels, widths, lefts, feet, edge } = row;
  const inRow = words.slice(first, first + lefts.length);
  const hasRoot = inRow.some(({ head }) => head === 0);
  const highest = levels - (hasRoot ? 0 : 1);
  const baseline =
    top + (highest < 0 ? margin : labelHeight / 2 + 4 + firstLevel + highest * levelHeight);
  const peakOf = (level: number): number => baseline - firstLevel - level * levelHeight;
  const middle = (place: number): number => lefts[place] + widths[place] / 2;
  const boxAround = (x: number, y: number, labelWidth: number): Box | null => {
    if (labelWidth === 0) return null;
    const width = labelBoxWidth(labelWidth);
    return { x: flip(x) - width / 2, y: y - labelHeight / 2, width, height: labelHeight };
  };

  const pieces = spans.map((span): [number, ArcPiece] => {
    const peak = peakOf(span.level);
    const left = span.left < 0 ? null : middle(span.left) + feet.offset(span.left, span);
    const right =
      span.right >= lefts.length ? null : middle(span.right) + feet.offset(span.right, span);
    const ends = [left ?? margin, right ?? edge].map((x, i) => ({
      x: flip(x),
      y: (i === 0 ? left : right) === null ? peak : baseline,
    }));
    const [from, to] = span.head < span.dependent ? ends : ends.toReversed();
    return [
      span.dependent,
      {
        path: arcPath(from, to, peak, baseline),
        arrow: to.y === baseline ? arrowAt(to) : null,
        from,
        to,
        label: boxAround(((left ?? margin) + (right ?? edge)) / 2, peak, span.labelWidth),
      },
    ];
  });
  inRow.forEach(({ head, labelWidth }, place) => {
    if (head !== 0) return;
    const x = middle(place) + feet.rootOffset(place);
    const label = boxAround(x, peakOf(levels), labelWidth);
    const from = { x: flip(x), y: label === null ? peakOf(levels) : label.y + label.height };
    const to = { x: flip(x), y: baseline };
    const path = `M${from.x} ${from.y}V${baseline - arrowHeight}`;
    pieces.push([first + place + 1, { path, arrow: arrowAt(to), from, to, label }]);
  });
  return {
    words: inRow.map((_, place) => {
      const width = widths[place];
      return { x: flip(middle(place)) - width / 2, y: baseline, width, height: wordHeight };
    }),
    pieces,
    bottom: baseline + wordHeight,
  };
}

/**
 * Draws an arc with round corners and a flat top at the y coordinate `peak`. If the arc continues
 * in another row, its top goes on to the edge of the row, without a corner.
 */
function arcPath(from: Point, to: Point, peak: number, baseline: number): string {
  const side = Math.sign(to.x - from.x);
  const radius = Math.min(corner, Math.abs(to.x - from.x) / 2);
  const start =
    from.y === peak
      ? `M${from.x} ${peak}`
      : `M${from.x} ${from.y}V${peak + radius}Q${from.x} ${peak} ${from.x + side * radius} ${peak}`;
  const end =
    to.y === peak
      ? `H${to.x}`
      : `H${to.x - side * radius}Q${to.x} ${peak} ${to.x} ${peak + radius}V${baseline - arrowHeight}`;
  return start + end;
}

function arrowAt({ x, y }: Point): string {
  return `M${x} ${y}l${-arrowHalfWidth} ${-arrowHeight}h${2 * arrowHalfWidth}z`;
}

function groupBy<T>(items: readonly T[], keyOf: (item: T) => number): Map<number, T[]> {
  const groups = new Map<number, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return groups;
}
