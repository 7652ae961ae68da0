import { diagnostic, quoted, replacement } from '../tree/diagnostic.ts';
import type { Diagnostic } from '../tree/diagnostic.ts';
import { absoluteRange } from '../tree/syntax.ts';
import type { BowFile } from '../tree/syntax.ts';

interface DuplicateName {
  /** The first bag with the name. */
  readonly first: number;
  /** An unused name for the bag. */
  readonly fresh: string;
}

/** Keyed by the index of a bag that repeats the name of an earlier bag. */
export type DuplicateNames = ReadonlyMap<number, DuplicateName>;

export function findDuplicateNames(names: BowFile['names']): DuplicateNames {
  const firsts = new Map<string, number>();
  names.forEach((name, bag) => {
    if (name !== null && !firsts.has(name)) firsts.set(name, bag);
  });
  const duplicates = new Map<number, DuplicateName>();
  const lastNumber = new Map<string, number>();
  names.forEach((name, bag) => {
    if (name === null) return;
    const first = firsts.get(name)!;
    if (first === bag) return;
    let number = (lastNumber.get(name) ?? 1) + 1;
    while (firsts.has(`${name}-${number}`)) number++;
    lastNumber.set(name, number);
    duplicates.set(bag, { first, fresh: `${name}-${number}` });
  });
  return duplicates;
}

/** Reports a repeated name, as offsets in the file. */
export function duplicateNameDiagnostic(
  file: BowFile,
  bag: number,
  { first, fresh }: DuplicateName,
): Diagnostic {
  const { name, nameRange } = file.bags[bag];
  const range = absoluteRange(file, bag, nameRange);
  return diagnostic(
    'duplicate-name',
    range,
    `Another bag has the name ${quoted(name!)}: give each bag its own name.`,
    {
      related: [
        {
          range: absoluteRange(file, first, file.bags[first].nameRange),
          message: 'The first bag of this name is here.',
        },
      ],
      fixes: [replacement(`Rename it to ${quoted(fresh)}`, range, fresh)],
    },
  );
}
