import { seedBase } from './contexts.ts';

/** A feature template: which values of a state make a feature, and what of the action they are paired with. */
export interface Template {
  /** Unique in its group: the key and the values, as `tag | w1 t2`. */
  readonly name: string;
  /** Keeps equal values of different templates apart. */
  readonly seed: number;
  /** Numbers of the values that it hashes, three at most. */
  readonly reads: readonly number[];
  /** The number of a value that is a hash itself, and is mixed with theirs; null where there is none. */
  readonly scope: number | null;
  /** For people, as "the word before and the second tag before, with the tag of this word". */
  readonly meaning: string;
}

/** What a value is called, and what it stands for, in words for people. */
export type Value = readonly [name: string, meaning: string];

/** A seed, and the names of the values that are read: three at most, behind a `scope^` if there is one. */
export type Row = readonly [seed: number, ...reads: string[]];

/** Templates that are paired with the same part of the action. */
export interface Section {
  readonly key: string;
  /** For people; empty where its values say all. */
  readonly meaning: string;
  readonly rows: readonly Row[];
}

/**
 * The templates of one group, in the order of their numbers: declared once, and read by whoever sums,
 * learns, leaves out or explains.
 */
export class TemplateGroup {
  readonly name: string;
  readonly values: readonly Value[];
  readonly templates: readonly Template[];
  /** Where each section's templates begin, and where the last one's end. */
  readonly starts: readonly number[];
  /** By template: its seed, multiplied for hashing. */
  readonly bases: Int32Array;
  /** By template three numbers of values; where it reads fewer, that of one that is always 0. */
  readonly reads: Uint8Array;
  /** By template the number of its scope, or of the value that is always 0; null where none has one. */
  readonly scopes: Uint8Array | null;

  /** @throws {RangeError} if two templates have one name, or one reads what there is not */
  constructor(name: string, values: readonly Value[], sections: readonly Section[]) {
    this.name = name;
    this.values = values;
    const starts = [0];
    const templates: Template[] = [];
    for (const section of sections) {
      templates.push(...section.rows.map((row) => templateOf(row, section, values)));
      starts.push(templates.length);
    }
    this.templates = templates;
    this.starts = starts;
    if (new Set(templates.map((template) => template.name)).size < templates.length) {
      throw new RangeError(`two templates of ${name} have one name`);
    }
    this.bases = Int32Array.from(templates, ({ seed }) => seedBase(seed));
    const nothing = values.length;
    this.reads = Uint8Array.from(
      templates.flatMap(({ reads }) => [0, 1, 2].map((i) => reads.at(i) ?? nothing)),
    );
    const hasScopes = templates.some(({ scope }) => scope !== null);
    this.scopes = hasScopes ? Uint8Array.from(templates, ({ scope }) => scope ?? nothing) : null;
  }

  /** An array for the values, with one more that is always 0. */
  newValues(): Int32Array {
    return new Int32Array(this.values.length + 1);
  }

  /** 1 for each template that is left out; null where none of the group is. */
  flags(leftOut: ReadonlySet<string>): Uint8Array | null {
    const flags = Uint8Array.from(this.templates, ({ name }) =>
      leftOut.has(`${this.name}/${name}`) ? 1 : 0,
    );
    return flags.includes(1) ? flags : null;
  }
}

function templateOf([seed, ...names]: Row, section: Section, values: readonly Value[]): Template {
  const { key, meaning } = section;
  const numberOf = (name: string): number => {
    const number = values.findIndex((value) => value[0] === name);
    if (number < 0) throw new RangeError(`the template ${seed} reads ${name}`);
    return number;
  };
  const scope = names.at(0)?.endsWith('^') === true ? numberOf(names[0].slice(0, -1)) : null;
  const reads = (scope === null ? names : names.slice(1)).map(numberOf);
  if (reads.length > 3) throw new RangeError(`the template ${seed} reads too much`);
  const all = scope === null ? reads : [scope, ...reads];
  return {
    name: [key, '|', ...all.map((number) => values[number][0])].join(' '),
    seed,
    reads,
    scope,
    meaning: [listed(all.map((number) => values[number][1])), meaning]
      .filter(Boolean)
      .join(', with '),
  };
}

function listed(items: readonly string[]): string {
  if (items.length < 2) return items.join('');
  return `${items.slice(0, -1).join(', ')} and ${items.at(-1)!}`;
}
