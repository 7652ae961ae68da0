import type { Constraints } from './arcs.ts';
import { deleteArcs } from './delete-arcs.ts';
import { quoted } from './problem.ts';
import type { Range } from './problem.ts';
import type { ProblemList } from './problem-list.ts';
import { findCrossings, ROOT } from './projectivity.ts';
import type { Clash, Crossings, GivenArc } from './projectivity.ts';
import { spellReference } from './spelling.ts';
import type { BagNode, Reference } from './syntax.ts';

/** Names at most this many pairs of arcs. */
const mostNamed = 3;

/** Steps for all expectations of a bag; those that none are left for are not judged. */
const stepsPerBag = 50_000;

/** Tells of expectations in which given arcs would cross. */
export class CrossingChecker {
  private readonly parts: readonly (readonly string[])[];
  /** The arc from the root to a given head of the sentence stands last. */
  private readonly arcs: readonly (GivenArc & { readonly written: readonly Reference[] })[];
  private readonly budget = { steps: stepsPerBag };

  constructor(
    private readonly bag: BagNode,
    private readonly constraints: Constraints,
    private readonly problems: ProblemList,
  ) {
    const { words, arcs, root, rootWritten } = constraints;
    this.parts = words.map(({ form }) => form.split(' '));
    this.arcs =
      root === null ? arcs : [...arcs, { head: ROOT, dependent: root, written: rootWritten }];
  }

  /** @param line an expectation that is a permutation of the bag */
  check(line: Range): void {
    const tokens = this.bag.text.slice(line.start, line.end).split(/\s+/);
    const found = findCrossings(this.parts, this.arcs, tokens, this.budget);
    if (found) this.tell(line, found);
  }

  private tell(line: Range, { clashes, leaveOut, repeats }: Crossings): void {
    const named = clashes.slice(0, mostNamed).map((clash) => this.describe(clash));
    if (clashes.length > mostNamed) named.push(`${clashes.length - mostNamed} more pairs clash`);
    const however = repeats ? ', however its repeated words are matched,' : '';
    const arcs = leaveOut.length === 1 ? 'an arc' : `${leaveOut.length} arcs`;
    const told = [...new Set(clashes.flatMap((clash) => clash.arcs))].slice(0, 2 * mostNamed);
    this.problems.add(
      'crossing-arcs',
      line,
      `Bowline's sentences have no crossing arcs, and in this one${however} ${named.join('; ')}. No realization can match it: leave out ${arcs}, or expect another order.`,
      {
        related: told.map((arc) => {
          const { start, end } = this.arcs[arc].written[0];
          return { range: { start, end }, message: this.arcName(arc) };
        }),
        fixes: [
          {
            title: `Leave out ${leaveOut.length} crossing ${leaveOut.length === 1 ? 'arc' : 'arcs'}`,
            edits: deleteArcs(this.bag, new Set(leaveOut.flatMap((arc) => this.arcs[arc].written))),
          },
        ],
      },
    );
  }

  private describe({ kind, arcs: [first, second] }: Clash): string {
    const [one, other] = [this.arcs[first], this.arcs[second]];
    const covers = (word: number, of: string): string =>
      `${quoted(this.arcName(first))} passes over ${quoted(this.wordName(word))}, the head of ${of}`;
    if (kind === 'covers') return covers(other.head, quoted(this.wordName(one.head)));
    if (other.head === ROOT) return covers(other.dependent, 'the sentence');
    return `${quoted(this.arcName(first))} crosses ${quoted(this.arcName(second))}`;
  }

  private arcName(arc: number): string {
    const { head, dependent } = this.arcs[arc];
    return `${head === ROOT ? 'root' : this.wordName(head)} -> ${this.wordName(dependent)}`;
  }

  private wordName(word: number): string {
    const { form, index } = this.constraints.words[word];
    return spellReference(form, index);
  }
}
