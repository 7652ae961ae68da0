import type { Bag } from '../../constraints/bag.ts';
import { deleteArcs } from '../delete-arcs.ts';
import { edited } from '../edits.ts';
import { deletionOf } from '../lines.ts';
import { parse } from '../parser.ts';
import type { TextEdit } from '../problem.ts';
import { arcsOf, depsOf, orderOf } from '../syntax.ts';
import type { BagNode, OrderStatement, Reference, Section } from '../syntax.ts';
import { toBag } from '../to-bag.ts';

/** A constraint that can be removed by itself: a line of `order:`, or an arc by its written dependent. */
export type Removable = OrderStatement | Reference;

/** The constraints of a bag that can be removed one by one, in the order of the text. */
export function removablesOf(bag: BagNode): Removable[] {
  const dependents = depsOf(bag).flatMap((statement) =>
    arcsOf(statement).map(({ dependent }) => dependent),
  );
  return [...dependents, ...orderOf(bag)].sort((a, b) => a.start - b.start);
}

/**
 * The constraints without which a bag has the same best realizations: one after the other is left out,
 * and stays out if nothing changes.
 *
 * @param bag without errors
 * @param realize the texts of the best realizations, best first; null where that is not known
 * @param most try so many constraints
 * @param onTried is told of each
 * @returns null where nothing is known of the bag as it is
 */
export async function superfluous(
  bag: BagNode,
  realize: (bag: Bag) => Promise<readonly string[] | null>,
  most = Infinity,
  onTried: () => void = () => undefined,
): Promise<Removable[] | null> {
  const wanted = await realize(toBag(bag));
  if (wanted === null) return null;
  let found: Removable[] = [];
  for (const removable of removablesOf(bag).slice(0, most)) {
    const tried = [...found, removable];
    const [rest] = parse(edited(bag.text, removalOf(bag, tried))).bags;
    const texts = await realize(toBag(rest));
    if (texts !== null && areEqual(texts, wanted)) found = tried;
    onTried();
  }
  return found;
}

/** The edits, in the bag's own offsets, that remove constraints, and sections that they leave empty. */
export function removalOf(bag: BagNode, removed: readonly Removable[]): TextEdit[] {
  const isRemoved = new Set<object>(removed);
  const arcs = new Set(removed.filter((one): one is Reference => 'kind' in one));
  const emptied = bag.sections.filter((section) => isEmptied(bag.text, section, isRemoved));
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

/** Whether nothing is left of a section, comments included. */
function isEmptied(text: string, section: Section, isRemoved: ReadonlySet<object>): boolean {
  if (section.kind !== 'deps' && section.kind !== 'order') return false;
  const { statements, header, end } = section;
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
  return (between + text.slice(at, end)).trim() === '';
}

function areEqual(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((text, i) => text === b[i]);
}
