import type { Constraints } from '../meaning/constraints.ts';
import { quoted } from '../tree/diagnostic.ts';
import type { Range } from '../tree/diagnostic.ts';
import type { DiagnosticList } from '../tree/diagnostic-list.ts';
import { findCrossings, ROOT } from '../../bag/projectivity.ts';
import type { Clash, Crossings, GivenArc, PossibleForms } from '../../bag/projectivity.ts';
import { spellName } from '../tree/spelling.ts';
import type { BagNode, Reference } from '../tree/syntax.ts';
import { removalOf } from '../writing/deletions.ts';

const maxNamed = 3;

/**
 * All expected sentences of a bag together get this many steps for matching their words with the
 * bag. Once the steps are used up, no more sentences are checked for crossing arcs.
 */
const stepsPerBag = 50_000;

/** Reports expected sentences in which arcs of `deps:` cross. */
export class CrossingChecker {
  readonly #bag: BagNode;
  readonly #constraints: Constraints;
  readonly #diagnostics: DiagnosticList;
  /** The arcs of `deps:`. A line `root -> word` counts as an arc from the root, and comes last. */
  readonly #arcs: readonly (GivenArc & { readonly written: readonly Reference[] })[];
  readonly #budget = { steps: stepsPerBag };

  constructor(bag: BagNode, constraints: Constraints, diagnostics: DiagnosticList) {
    this.#bag = bag;
    this.#constraints = constraints;
    this.#diagnostics = diagnostics;
    const { arcs, root, rootWritten } = constraints;
    this.#arcs =
      root === null ? arcs : [...arcs, { head: ROOT, dependent: root, written: rootWritten }];
  }

  /**
   * Finds the arcs of `deps:` that cross in an expected sentence. Null if none cross, or if the
   * budget runs out.
   *
   * @param used the possible forms of the words of the sentence, keyed by the word's place in the
   *   bag
   */
  find(tokens: readonly string[], used: ReadonlyMap<number, PossibleForms>): Crossings | null {
    const names = new Map([...used.keys()].map((word, name) => [word, name]));
    const places: number[] = [];
    const arcs: GivenArc[] = [];
    this.#arcs.forEach(({ head, dependent }, place) => {
      const [above, below] = [head === ROOT ? ROOT : names.get(head), names.get(dependent)];
      if (above === undefined || below === undefined) return;
      arcs.push({ head: above, dependent: below });
      places.push(place);
    });
    const found = findCrossings([...used.values()], arcs, tokens, this.#budget);
    if (found === null) return null;
    return {
      clashes: found.clashes.map(({ kind, arcs: [one, other] }) => ({
        kind,
        arcs: [places[one], places[other]],
      })),
      leaveOut: found.leaveOut.map((arc) => places[arc]),
      repeats: found.repeats,
    };
  }

  report(line: Range, { clashes, leaveOut, repeats }: Crossings): void {
    const named = clashes.slice(0, maxNamed).map((clash) => this.#describe(clash));
    const more = clashes.length - maxNamed;
    if (more > 0) named.push(more === 1 ? '1 more pair clashes' : `${more} more pairs clash`);
    const however = repeats ? ', however its repeated words are matched,' : '';
    const arcs = leaveOut.length === 1 ? 'an arc' : `${leaveOut.length} arcs`;
    const reported = [...new Set(clashes.flatMap((clash) => clash.arcs))].slice(0, 2 * maxNamed);
    this.#diagnostics.add(
      'crossing-arcs',
      line,
      `Bowline's sentences have no crossing arcs, and in this one${however} ${named.join('; ')}. No realization can match it: leave out ${arcs}, or expect another order.`,
      {
        related: reported.map((arc) => {
          const { start, end } = this.#arcs[arc].written[0];
          return { range: { start, end }, message: this.#arcName(arc) };
        }),
        fixes: [
          {
            title: `Leave out ${leaveOut.length} crossing ${leaveOut.length === 1 ? 'arc' : 'arcs'}`,
            edits: removalOf(
              this.#bag,
              leaveOut.flatMap((arc) => this.#arcs[arc].written),
            ),
          },
        ],
      },
    );
  }

  #describe({ kind, arcs: [first, second] }: Clash): string {
    const [one, other] = [this.#arcs[first], this.#arcs[second]];
    const covers = (word: number, of: string): string =>
      `${quoted(this.#arcName(first))} passes over ${quoted(this.#wordName(word))}, the head of ${of}`;
    if (kind === 'covers') return covers(other.head, quoted(this.#wordName(one.head)));
    if (other.head === ROOT) return covers(other.dependent, 'the sentence');
    return `${quoted(this.#arcName(first))} crosses ${quoted(this.#arcName(second))}`;
  }

  #arcName(arc: number): string {
    const { head, dependent } = this.#arcs[arc];
    return `${head === ROOT ? 'root' : this.#wordName(head)} -> ${this.#wordName(dependent)}`;
  }

  #wordName(word: number): string {
    const named = this.#constraints.words[word];
    return spellName(named, named.index);
  }
}
