import type { Bag } from '../../bag/bag.ts';
import type { TextEdit } from '../tree/diagnostic.ts';
import { arcsOf, depsOf, orderOf } from '../tree/syntax.ts';
import type { BagNode, OrderStatement, Reference, Section } from '../tree/syntax.ts';
import { toBag } from '../meaning/to-bag.ts';
import { deleteArcs, deletionOf } from '../writing/deletions.ts';
import { editedBag } from '../writing/edited.ts';

/**
 * A constraint that can be removed alone: a line of `order:`, or an arc, given by the reference to
 * its dependent in `deps:`.
 */
export type Removable = OrderStatement | Reference;

/** The removable constraints of a bag, in the order of the text. */
export function removablesOf(bag: BagNode): Removable[] {
  const dependents = depsOf(bag).flatMap((statement) =>
    arcsOf(statement).map(({ dependent }) => dependent),
  );
  return [...dependents, ...orderOf(bag)].sort((a, b) => a.start - b.start);
}

/** Redundant constraints. `isWhole` is false if some constraints could not be tried. */
export interface Superfluous {
  readonly found: readonly Removable[];
  readonly isWhole: boolean;
}

/**
 * Finds constraints that do not change a bag's first realizations. Tries to remove one after the
 * other. If the realizations stay the same, the constraint stays removed.
 *
 * @param bag a bag without errors
 * @param realize returns the first realizations of a bag, in order; null if they are unknown
 * @param most the most constraints to try
 * @returns null if the realizations of the bag itself are unknown
 */
export async function superfluous(
  bag: BagNode,
  realize: (bag: Bag) => Promise<readonly string[] | null>,
  most = Infinity,
  onTried: () => void = () => undefined,
): Promise<Superfluous | null> {
  const wanted = await realize(toBag(bag));
  if (wanted === null) return null;
  const removables = removablesOf(bag);
  let found: readonly Removable[] = [];
  let isWhole = removables.length <= most;
  for (const removable of removables.slice(0, most)) {
    const tried = [...found, removable];
    const texts = await realize(toBag(editedBag(bag, removalOf(bag, tried))));
    if (texts === null) isWhole = false;
    else if (areEqual(texts, wanted)) found = tried;
    onTried();
  }
  return { found, isWhole };
}

/**
 * The edits, as offsets in the bag, that remove constraints. If a section becomes empty, its header
 * is removed too.
 */
export function removalOf(bag: BagNode, removed: readonly Removable[]): TextEdit[] {
  const isRemoved = new Set<object>(removed);
  const arcs = new Set(removed.filter((one): one is Reference => 'kind' in one));
  const emptied = bag.sections.filter((section, place) => {
    // If a comment stands in or below the emptied section, the header stays. Without the header, an
    // `expect:` above would read the comment as a sentence.
    const limit = bag.sections.at(place + 1)?.header.start ?? bag.end - (bag.closed ? 1 : 0);
    return isEmptied(bag.text, section, limit, isRemoved);
  });
  const edits = [
    ...deleteArcs(bag, arcs),
    ...orderOf(bag)
      .filter((statement) => isRemoved.has(statement))
      .map((statement) => deletionOf(bag.text, statement)),
  ];
  return [
    ...edits.filter(
      ({ range }) => !emptied.some(({ start, end }) => range.start < end && range.end > start),
    ),
    ...emptied.map((section) => deletionOf(bag.text, section)),
  ];
}

/**
 * Whether a section has neither statements nor comments left.
 *
 * @param limit the offset at which the next section or the `}` of the bag begins
 */
function isEmptied(
  text: string,
  section: Section,
  limit: number,
  isRemoved: ReadonlySet<object>,
): boolean {
  if (section.kind !== 'deps' && section.kind !== 'order') return false;
  const { statements, header } = section;
  const isWholly = (statement: (typeof statements)[number]): boolean =>
    'relation' in statement
      ? isRemoved.has(statement)
      : arcsOf(statement).every(({ dependent }) => isRemoved.has(dependent));
  if (statements.length === 0 || !statements.every(isWholly)) return false;
  let at = header.end;
  let between = '';
  for (const statement of statements) {
    between += text.slice(at, statement.start);
    at = statement.end;
  }
  return (between + text.slice(at, limit)).trim() === '';
}

function areEqual(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((text, i) => text === b[i]);
}
