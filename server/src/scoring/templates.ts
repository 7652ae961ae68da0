import { seedBase } from './contexts.ts';

/**
 * A feature template. It reads some of the values of a state. A feature consists of these values
 * and a key. The key stands for a part of the action.
 */
export interface Template {
  /** Unique in its group: the key and the values' names, as in `tag | w1 t2`. */
  readonly name: string;
  /** Templates with different seeds hash equal values differently. */
  readonly seed: number;
  /** The indices of the values to hash, three at most. */
  readonly reads: readonly number[];
  /** The index of a value that is itself a hash. It is mixed with the hash of the other values. */
  readonly scope: number | null;
  /**
   * A description to show, as in "tag of the word that comes next: word before × second tag
   * before".
   */
  readonly meaning: string;
}

/** A value's name, and a description to show. */
export type Value = readonly [name: string, meaning: string];

/**
 * A declaration of a template: its seed, then the names of the values to read, three at most. A
 * scope comes directly after the seed, with `^`: `[171, 'place^', 'slabel', 'st']` has the scope
 * `place` and reads two values.
 */
export type Row = readonly [seed: number, ...reads: string[]];

/** Templates with the same key. */
export interface Section {
  readonly key: string;
  /** A description of the key, to show; empty if the values' descriptions are enough. */
  readonly meaning: string;
  readonly rows: readonly Row[];
}

/**
 * A group of templates, numbered in order. Scoring, training, ablation and explanations read it.
 */
export class TemplateGroup {
  readonly name: string;
  readonly values: readonly Value[];
  readonly templates: readonly Template[];
  /** Indexed by section: its first template. The last entry is the number of templates. */
  readonly starts: readonly number[];
  /** Indexed by template: the seed, multiplied for hashing (`seedBase`). */
  readonly bases: Int32Array;
  /**
   * Three entries for each template: the indices of the values that it reads. If it reads fewer
   * than three values, the other entries are the index of a value that is always 0.
   */
  readonly reads: Uint8Array;
  /**
   * Indexed by template: the index of the value that is its scope. The scope is itself a hash, and
   * is mixed with the hash of the values that the template reads. For a template without a scope,
   * the index of the value that is always 0. Null if no template has a scope.
   */
  readonly scopes: Uint8Array | null;

  /** @throws {RangeError} if two templates have one name, or a template reads an unknown value */
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

  /** Makes an array for the group's values, and for one more value that is always 0. */
  newValues(): Int32Array {
    return new Int32Array(this.values.length + 1);
  }

  /**
   * Returns 1 for each template that is left out, 0 for the others. Returns null if none is left
   * out.
   */
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
    meaning: [meaning, all.map((number) => values[number][1]).join(' × ')]
      .filter(Boolean)
      .join(': '),
  };
}
