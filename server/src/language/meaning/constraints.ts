import { ReferenceChecker } from './references.ts';
import { quoted, shown } from '../tree/diagnostic.ts';
import type { Fix, Diagnostic, Range } from '../tree/diagnostic.ts';
import { DiagnosticList } from '../tree/diagnostic-list.ts';
import { WordTable } from './word-table.ts';
import { spellReference } from '../tree/spelling.ts';
import { arcsOf, depsOf, orderOf, wordsOf } from '../tree/syntax.ts';
import type {
  Arrow,
  BagNode,
  ChunkNode,
  GroupNode,
  NamedWord,
  OrderRelation,
  OrderStatement,
  Reference,
  WordItem,
} from '../tree/syntax.ts';
import { removalOf } from '../writing/deletions.ts';
import { turnRound } from '../writing/turn-round.ts';

/** An arc between two words, by their places in `wordsOf(bag)`. */
export interface Arc {
  readonly head: number;
  readonly dependent: number;
  /** Null if no line gives one. */
  readonly label: string | null;
  /** The references to the dependent: one from each line that gives the arc. */
  readonly written: readonly Reference[];
}

/**
 * The constraints of a bag, without arcs that contradict an earlier arc. If the list of diagnostics
 * is full, the lines of `deps:` and `order:` after the last diagnostic are also left out.
 */
export interface Constraints {
  readonly words: readonly NamedWord[];
  readonly arcs: readonly Arc[];
  /** The head of the sentence; null if it is not given. */
  readonly root: number | null;
  /** The references in lines `root -> word`. */
  readonly rootWritten: readonly Reference[];
  /** The distinct constraints of `order:`. Lines with an unknown word are left out. */
  readonly order: readonly WrittenOrder[];
  readonly chunks: readonly WrittenChunk[];
  readonly choices: readonly WrittenChoice[];
  readonly diagnostics: readonly Diagnostic[];
}

/** A constraint that one line of `order:` or several equal lines give. */
export interface WrittenOrder {
  readonly relation: OrderRelation;
  readonly words: readonly number[];
  readonly written: readonly OrderStatement[];
}

/** A chunk, and the places of its words in `wordsOf(bag)`. */
export interface WrittenChunk {
  readonly node: ChunkNode;
  readonly words: readonly number[];
}

/** A group of alternatives or an optional word, with the places of its words in `wordsOf(bag)`. */
export interface WrittenChoice {
  readonly node: GroupNode | NamedWord;
  readonly words: readonly number[];
}

export function constraintsOf(bag: BagNode): Constraints {
  return new ConstraintReader(bag).read();
}

/**
 * Because of these syntax errors in `words:`, the tree may lack words that the author wrote, or
 * have words that the author did not write.
 */
const losesWords: ReadonlySet<string> = new Set([
  'unterminated-quote',
  'text-after-quote',
  'unexpected-token',
  'bad-group',
  'bad-features',
  'stray-slash',
]);

/**
 * Whether the syntax tree certainly has every word that the author wrote. Only then is a reference
 * to a missing word an error.
 */
export function wordsAreWhole(bag: BagNode): boolean {
  const words = bag.sections.filter(({ kind }) => kind === 'words');
  const strange = bag.sections.some(({ kind }) => kind === 'unknown');
  if (strange || wordsOf(bag).length === 0) return false;
  return !bag.diagnostics.some(
    ({ code, range }) =>
      code === 'outside-section' ||
      code === 'unknown-section' ||
      (losesWords.has(code) &&
        words.some(({ start, end }) => range.start >= start && range.start <= end)),
  );
}

/** A message names at most this many words of a cycle. */
const longestCycle = 12;

/**
 * A cycle gets one fix that deletes the arc which closes it, and at most this many that delete
 * another arc.
 */
const maxChoices = 4;

/** If more lines than this give an arc, no fix deletes the arc. */
const maxRepeats = 8;

interface MutableArc extends Arc {
  label: string | null;
  labelRange: Range | null;
  readonly written: Reference[];
}

class ConstraintReader {
  readonly #bag: BagNode;
  readonly #words: readonly NamedWord[];
  readonly #diagnostics = new DiagnosticList();
  readonly #references: ReferenceChecker;
  readonly #arcs: MutableArc[] = [];
  /** Indexed by word: the arc from its head. */
  readonly #toHead = new Map<number, MutableArc>();
  /**
   * Indexed by word: a word above it in the tree, at first its head. `topOf` replaces the head by a
   * higher word, to make later look-ups faster.
   */
  readonly #above = new Map<number, number>();
  #root: { readonly word: number; readonly written: Reference[] } | null = null;
  /** Keyed by the relation and the places of its words. Equal lines share an entry. */
  readonly #order = new Map<string, WrittenOrder & { readonly written: OrderStatement[] }>();

  constructor(bag: BagNode) {
    this.#bag = bag;
    this.#words = wordsOf(bag);
    const section = bag.sections.find(({ kind }) => kind === 'words');
    this.#references = new ReferenceChecker(
      bag.text,
      new WordTable(this.#words),
      wordsAreWhole(bag),
      section?.end ?? null,
      this.#diagnostics,
    );
  }

  read(): Constraints {
    for (const statement of depsOf(this.#bag)) {
      if (statement.broken) continue;
      // A word in the middle of a chain belongs to two arcs. It is looked up once, so that an error
      // in it is reported once.
      const places = new Map<Reference, number | null>();
      const place = (reference: Reference): number | null => {
        let found = places.get(reference);
        if (found === undefined)
          places.set(reference, (found = this.#references.resolve(reference, statement)));
        return found;
      };
      for (const { head, arrow, dependent } of arcsOf(statement)) {
        if (this.#diagnostics.full) break;
        if (head.kind === 'root') this.#addRoot(arrow, dependent, place(dependent));
        else this.#addArc(head, place(head), arrow, dependent, place(dependent));
      }
    }
    for (const statement of orderOf(this.#bag)) {
      if (this.#diagnostics.full) break;
      if (!statement.broken) this.#readOrder(statement);
    }
    return {
      words: this.#words,
      arcs: this.#arcs.map(({ head, dependent, label, written }) => ({
        head,
        dependent,
        label,
        written,
      })),
      root: this.#root?.word ?? null,
      rootWritten: this.#root?.written ?? [],
      order: [...this.#order.values()],
      ...chunksAndChoices(this.#bag),
      diagnostics: this.#diagnostics.finish(),
    };
  }

  #readOrder(statement: OrderStatement): void {
    const { relation, words } = statement;
    const places = words.map((word) => this.#references.resolve(word, statement));
    if (relation === null || !places.every((place) => place !== null)) return;
    const key = `${relation} ${places.join(' ')}`;
    const same = this.#order.get(key);
    if (same) same.written.push(statement);
    else this.#order.set(key, { relation, words: places, written: [statement] });
  }

  #addRoot(arrow: Arrow, reference: Reference, word: number | null): void {
    if (arrow.label !== null && arrow.label !== 'root') {
      this.#diagnostics.add(
        'root-label',
        arrow,
        `The arrow from \`root\` takes no label except \`root\`: write \`->\`.`,
        { fixes: [{ title: 'Write `->`', edits: [{ range: rangeOf(arrow), newText: '->' }] }] },
      );
    }
    if (word === null) return;
    const arc = this.#toHead.get(word);
    if (this.#root && this.#root.word !== word) {
      this.#diagnostics.add(
        'two-roots',
        reference,
        `${this.#say(this.#root.word)} is the head of the sentence already, and there is only one: delete one of the two.`,
        {
          related: [{ range: rangeOf(this.#root.written[0]), message: 'It is given here.' }],
          fixes: this.#deletions([
            [`root -> ${this.#name(word)}`, [reference]],
            [`root -> ${this.#name(this.#root.word)}`, this.#root.written],
          ]),
        },
      );
    } else if (arc) {
      this.#diagnostics.add(
        'two-heads',
        reference,
        `${this.#say(word)} has the head ${this.#say(arc.head)}, so it cannot be the head of the sentence: delete one of the two.`,
        {
          related: [{ range: rangeOf(arc.written[0]), message: 'Its head is given here.' }],
          fixes: this.#deletions([
            [`root -> ${this.#name(word)}`, [reference]],
            [this.#nameArc(arc), arc.written],
          ]),
        },
      );
    } else (this.#root ??= { word, written: [] }).written.push(reference);
  }

  #addArc(
    headReference: Reference,
    head: number | null,
    arrow: Arrow,
    reference: Reference,
    dependent: number | null,
  ): void {
    if (head === null || dependent === null) return;
    const diagnostics = this.#diagnostics;
    const former = this.#toHead.get(dependent);
    if (head === dependent) {
      diagnostics.add(
        'self-arc',
        { start: headReference.start, end: reference.end },
        `${this.#say(head)} cannot be its own head: delete this arc.`,
        { fixes: this.#deletions([[this.#nameArc({ head, dependent }), [reference]]]) },
      );
    } else if (former?.head === head) {
      former.written.push(reference);
      this.#mergeLabel(former, arrow);
    } else if (former) {
      diagnostics.add(
        'two-heads',
        reference,
        `${this.#say(dependent)} has two heads, ${this.#say(former.head)} and ${this.#say(head)}: delete one of the two arcs.`,
        {
          related: [
            { range: rangeOf(former.written[0]), message: 'The first head is given here.' },
          ],
          fixes: [
            ...this.#twin(dependent, [
              { head, written: [reference] },
              { head: former.head, written: former.written },
            ]),
            ...this.#deletions([
              [this.#nameArc({ head, dependent }), [reference]],
              [this.#nameArc(former), former.written],
            ]),
            ...this.#turned([...former.written, reference]),
          ],
        },
      );
    } else if (this.#root?.word === dependent) {
      diagnostics.add(
        'two-heads',
        reference,
        `${this.#say(dependent)} is the head of the sentence, so ${this.#say(head)} cannot be its head: delete one of the two.`,
        {
          related: [
            {
              range: rangeOf(this.#root.written[0]),
              message: 'It is the head of the sentence here.',
            },
          ],
          fixes: this.#deletions([
            [this.#nameArc({ head, dependent }), [reference]],
            [`root -> ${this.#name(dependent)}`, this.#root.written],
          ]),
        },
      );
    } else if (!this.#reportCycle(head, dependent, reference)) {
      const arc: MutableArc = {
        head,
        dependent,
        label: arrow.label,
        labelRange: arrow.label === null ? null : rangeOf(arrow),
        written: [reference],
      };
      this.#arcs.push(arc);
      this.#toHead.set(dependent, arc);
      this.#above.set(dependent, head);
    }
  }

  /**
   * The fix for a word with two heads if the bag has the word with another capital, too, as `You` and
   * `you`: the arc from the head nearer to this other word names that word.
   */
  #twin(
    word: number,
    arcs: readonly { readonly head: number; readonly written: readonly Reference[] }[],
  ): Fix[] {
    const { form } = this.#words[word];
    const twins = [...this.#words.keys()].filter(
      (other) =>
        other !== word &&
        this.#words[other].form.toLowerCase() === form.toLowerCase() &&
        !this.#toHead.has(other),
    );
    if (twins.length !== 1) return [];
    const [twin] = twins;
    const [{ head, written }] = [...arcs].sort(
      (a, b) => Math.abs(a.head - twin) - Math.abs(b.head - twin),
    );
    if (head === twin) return [];
    const name = this.#name(twin);
    const edits = written.map(({ start, end }) => ({ range: { start, end }, newText: name }));
    return [{ title: `Change to ${quoted(name)}`, edits }];
  }

  /**
   * Adds the label of a line that repeats an arc to this arc. If the label contradicts the label of
   * an earlier line, reports it instead.
   */
  #mergeLabel(arc: MutableArc, arrow: Arrow): void {
    if (arrow.label === null || arrow.label === arc.label) return;
    if (arc.label === null || !arc.labelRange) {
      arc.label = arrow.label;
      arc.labelRange = rangeOf(arrow);
      return;
    }
    this.#diagnostics.add(
      'contradicting-labels',
      arrow,
      `The arc from ${this.#say(arc.head)} to ${this.#say(arc.dependent)} has two labels, ${quoted(arc.label)} and ${quoted(arrow.label)}: keep one.`,
      {
        related: [{ range: arc.labelRange, message: 'The first label is here.' }],
        fixes: [
          {
            title: `Change to ${quoted(`-${arc.label}->`)}`,
            edits: [{ range: rangeOf(arrow), newText: `-${arc.label}->` }],
          },
        ],
      },
    );
  }

  /** Reports the cycle that a new arc would close. Returns false if there is none. */
  #reportCycle(head: number, dependent: number, reference: Reference): boolean {
    // The arc closes a cycle if the dependent is above `head`. The dependent has no head yet, so it
    // is then the topmost word above `head`.
    if (this.#topOf(head) !== dependent) return false;
    const path: MutableArc[] = [];
    for (let word = head; word !== dependent;) {
      const arc = this.#toHead.get(word)!;
      path.push(arc);
      word = arc.head;
    }
    const names = [dependent, ...path.map((arc) => arc.dependent).reverse(), dependent].map(
      (place) => shown(this.#name(place)),
    );
    const listed =
      names.length > longestCycle
        ? [...names.slice(0, longestCycle - 2), '…', ...names.slice(-2)]
        : names;
    this.#diagnostics.add(
      'cycle',
      reference,
      `These arcs form a cycle: ${listed.join(' -> ')}. Delete one of them.`,
      {
        related: path
          .slice(0, longestCycle)
          .reverse()
          .map((arc) => ({
            range: rangeOf(arc.written[0]),
            message: `${shown(this.#name(arc.head))} -> ${shown(this.#name(arc.dependent))}`,
          })),
        fixes: this.#deletions([
          [this.#nameArc({ head, dependent }), [reference]],
          ...path
            .slice(0, maxChoices)
            .reverse()
            .map((arc) => [this.#nameArc(arc), arc.written] as const),
        ]),
      },
    );
    return true;
  }

  /**
   * The topmost word above a word. Shortens the path to it for later calls (path compression,
   * Tarjan 1975).
   */
  #topOf(word: number): number {
    let top = word;
    for (let next: number | undefined = word; next !== undefined; next = this.#above.get(top)) {
      top = next;
    }
    for (let at = word; at !== top;) {
      const next = this.#above.get(at)!;
      this.#above.set(at, top);
      at = next;
    }
    return top;
  }

  /** For each arc, a fix that deletes it on every line that gives it. */
  #deletions(arcs: readonly (readonly [string, readonly Reference[]])[]): Fix[] {
    if (!this.#diagnostics.maySearch) return [];
    const few = arcs.filter(([, written]) => written.length <= maxRepeats);
    return few.map(([arc, written]) => ({
      title: `Delete ${quoted(arc)}`,
      edits: removalOf(this.#bag, written),
    }));
  }

  /**
   * A fix that turns arcs round, since the author may have written each from the dependent to the
   * head. No fix if an arc is in a chain or a list, or begins with `root`.
   *
   * @param written the references to the dependents of the arcs in `deps:`
   */
  #turned(written: readonly Reference[]): Fix[] {
    if (!this.#diagnostics.maySearch || written.length > maxRepeats) return [];
    const statements = depsOf(this.#bag).filter(({ dependents }) =>
      dependents.some((one) => written.includes(one)),
    );
    const areSingle = statements.every(
      ({ heads, dependents }) => heads.length + dependents.length === 2 && heads[0].kind !== 'root',
    );
    if (!areSingle || statements.length < written.length) return [];
    return [turnRound(this.#bag.text, statements)];
  }

  #nameArc({ head, dependent }: Pick<Arc, 'head' | 'dependent'>): string {
    return `${this.#name(head)} -> ${this.#name(dependent)}`;
  }

  #name(word: number): string {
    const { form, index } = this.#words[word];
    return spellReference(form, index);
  }

  #say(word: number): string {
    return quoted(this.#name(word));
  }
}

/** The chunks of a bag, and its choices: groups of alternatives, and optional words. */
function chunksAndChoices(bag: BagNode): Pick<Constraints, 'chunks' | 'choices'> {
  const chunks: WrittenChunk[] = [];
  const choices: WrittenChoice[] = [];
  let place = 0;
  const places = (from: number): number[] =>
    Array.from({ length: place - from }, (_, i) => from + i);
  const read = (item: WordItem): void => {
    const from = place;
    if (item.kind === 'chunk') {
      item.items.forEach(read);
      chunks.push({ node: item, words: places(from) });
      return;
    }
    place += item.kind === 'group' ? item.members.length : 1;
    // A group without words, as in `dogs bark (`, is reported as an error, and is no choice.
    if (place > from && (item.kind === 'group' || item.optional)) {
      choices.push({ node: item, words: places(from) });
    }
  };
  for (const section of bag.sections) if (section.kind === 'words') section.items.forEach(read);
  return { chunks, choices };
}

function rangeOf({ start, end }: Range): Range {
  return { start, end };
}
