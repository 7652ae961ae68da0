import type { Range } from '../tree/diagnostic.ts';
import { WordTable } from '../meaning/word-table.ts';
import {
  bagAt,
  depsOf,
  expectationsOf,
  groupsOf,
  orderOf,
  referencesOf,
  tagRangesOf,
  wordsOf,
} from '../tree/syntax.ts';
import type {
  Arrow,
  BagNode,
  BowFile,
  GroupNode,
  NamedWord,
  Reference,
  Section,
  SettingNode,
} from '../tree/syntax.ts';

/** The syntax at an offset of a file. Ranges are offsets in the file. */
export type Place =
  | { readonly kind: 'setting'; readonly setting: SettingNode; readonly range: Range }
  | (InBag & { readonly kind: 'header' })
  | (InBag & { readonly kind: 'section'; readonly section: Section })
  | (InBag & {
      readonly kind: 'word';
      /** The word's place in `wordsOf(node)`. */
      readonly word: number;
    })
  | (InBag & {
      readonly kind: 'tag';
      readonly owner: NamedWord | GroupNode;
      readonly alternative: number;
    })
  | (InBag & {
      readonly kind: 'reference';
      readonly reference: Reference;
      /** The word's place in `wordsOf(node)`; null if the reference names no word. */
      readonly word: number | null;
    })
  | (InBag & { readonly kind: 'arrow'; readonly arrow: Arrow })
  | (InBag & { readonly kind: 'keyword'; readonly keyword: 'first' | 'last' })
  | (InBag & { readonly kind: 'expectation' });

interface InBag {
  readonly bag: number;
  readonly node: BagNode;
  readonly range: Range;
}

/**
 * The syntax that contains an offset or ends at it; null for white space, comments and operators.
 */
export function placeAt(file: BowFile, offset: number): Place | null {
  const bag = bagAt(file, offset);
  if (bag < 0) {
    const setting = file.settings.find((one) => holds(one, offset));
    return setting ? { kind: 'setting', setting, range: rangeOf(setting) } : null;
  }
  const node = file.bags[bag];
  const start = file.starts[bag];
  const at = offset - start;
  const inFile = (range: Range): Range => ({ start: start + range.start, end: start + range.end });
  const place = (range: Range): InBag => ({ bag, node, range: inFile(range) });
  if (holds(node.header, at)) return { kind: 'header', ...place(node.nameRange) };
  for (const section of node.sections) {
    if (holds(section.header, at)) return { kind: 'section', section, ...place(section.header) };
  }
  const table = new WordTable(wordsOf(node));
  const word = table.words.findIndex((one) => holds(one, at));
  const owner = word >= 0 ? table.words[word] : groupsOf(node).find((one) => holds(one, at));
  if (owner !== undefined) {
    const ranges = tagRangesOf(owner);
    const alternative = ranges.findIndex((range) => holds(range, at));
    if (alternative >= 0) return { kind: 'tag', owner, alternative, ...place(ranges[alternative]) };
  }
  if (word >= 0) {
    const { start: from, indexEnd } = table.words[word];
    return { kind: 'word', word, ...place({ start: from, end: indexEnd }) };
  }
  const reference = referencesOf(node).find((one) => holds(one, at));
  if (reference !== undefined) {
    const found = reference.kind === 'root' ? null : table.resolve(reference);
    return {
      kind: 'reference',
      reference,
      word: typeof found === 'number' ? found : null,
      ...place({ start: reference.start, end: reference.indexEnd }),
    };
  }
  const arrow = depsOf(node)
    .flatMap(({ arrows }) => arrows)
    .find((one) => holds(one, at));
  if (arrow !== undefined) return { kind: 'arrow', arrow, ...place(arrow) };
  for (const { start, relation } of orderOf(node)) {
    if (relation !== 'first' && relation !== 'last') continue;
    const range = { start, end: start + relation.length };
    if (holds(range, at)) return { kind: 'keyword', keyword: relation, ...place(range) };
  }
  const line = expectationsOf(node).find((one) => holds(one, at));
  return line === undefined ? null : { kind: 'expectation', ...place(line) };
}

/** Whether an offset is in a range or right at its end, like the cursor after typing. */
export function holds({ start, end }: Range, offset: number): boolean {
  return offset >= start && offset <= end;
}

function rangeOf({ start, end }: Range): Range {
  return { start, end };
}
