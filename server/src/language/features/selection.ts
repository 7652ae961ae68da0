import type { Range } from '../tree/diagnostic.ts';
import { absoluteRange, bagAt, depsOf, expectationsOf, orderOf } from '../tree/syntax.ts';
import type { BowFile, WordItem } from '../tree/syntax.ts';
import { holds, placeAt } from './place.ts';

/**
 * The selections around an offset, from small to large: the name or tag; the whole word; its group
 * and chunk, or its statement; the section; the bag; the file.
 */
export function selectionsAt(file: BowFile, offset: number): Range[] {
  const bag = bagAt(file, offset);
  const whole = { start: 0, end: file.text.length };
  const place = placeAt(file, offset);
  if (bag < 0) return growing([...(place === null ? [] : [place.range]), whole]);
  const node = file.bags[bag];
  const at = offset - file.starts[bag];
  const around: Range[] = [];
  const addItem = (item: WordItem): void => {
    if (!holds(item, at)) return;
    around.push(item);
    if (item.kind === 'group') item.members.forEach(addItem);
    if (item.kind === 'chunk') item.items.forEach(addItem);
  };
  for (const section of node.sections) if (section.kind === 'words') section.items.forEach(addItem);
  const statements = [...depsOf(node), ...orderOf(node), ...expectationsOf(node)];
  around.push(...statements.filter((statement) => holds(statement, at)));
  around.push(...node.sections.filter((section) => holds(section, at)));
  around.push({ start: 0, end: node.end });
  return growing([
    ...(place === null ? [] : [place.range]),
    ...around.filter((range) => holds(range, at)).map((range) => absoluteRange(file, bag, range)),
    whole,
  ]);
}

/**
 * Sorts ranges by size. Drops a range if it equals the last range that was kept, or does not
 * contain it.
 */
function growing(ranges: readonly Range[]): Range[] {
  const bySize = ranges.toSorted((a, b) => a.end - a.start - (b.end - b.start));
  const grown: Range[] = [];
  for (const { start, end } of bySize) {
    const last = grown.at(-1);
    if (last !== undefined && (last.start < start || last.end > end)) continue;
    if (last?.start === start && last.end === end) continue;
    grown.push({ start, end });
  }
  return grown;
}
