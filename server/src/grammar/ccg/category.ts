import { closest } from '../../text/closest.ts';
import { printable, shortened } from '../../text/printable.ts';

/**
 * Categories of combinatory categorial grammar, in CCGbank's notation (Hockenmaier & Steedman
 * 2007):
 * - an atom, perhaps with a feature: `NP`, `S[dcl]`;
 * - `X/Y`, which takes a Y to its right and makes an X;
 * - `X\Y`, which takes a Y to its left and makes an X;
 * - `X[conj]`, which a conjunction and an X make.
 */
export type Category = Atom | Functor | Half;

export interface Atom {
  readonly kind: 'atom';
  readonly name: string;
  readonly feature: string | null;
  /** Equal categories have equal texts. */
  readonly text: string;
}

export interface Functor {
  readonly kind: 'functor';
  readonly result: Category;
  readonly slash: Slash;
  readonly argument: Category;
  readonly text: string;
}

/** A conjunction and a conjunct, such as *and dogs*. */
export interface Half {
  readonly kind: 'half';
  readonly of: Category;
  readonly text: string;
}

export type Slash = '/' | '\\';

export const wordAtoms: readonly string[] = ['S', 'N', 'NP', 'PP', 'PR', 'conj'];
/** Commas, full stops, other marks, opening and closing brackets, opening and closing quotes. */
export const punctuationAtoms: readonly string[] = [',', '.', ':', 'LRB', 'RRB', 'LQU', 'RQU'];
/** Keyed by atom. */
export const features: ReadonlyMap<string, readonly string[]> = new Map([
  ['S', 'dcl b to ng pt pss adj q wq qem em inv intj for'.split(' ')],
  ['NP', ['thr', 'expl']],
]);
/** Keyed by atom: features of CCGbank that this grammar does not distinguish. */
const ccgbankFeatures: ReadonlyMap<string, readonly string[]> = new Map([
  ['S', 'X as asup bem frg poss'.split(' ')],
  ['NP', ['nb']],
  ['N', ['num']],
]);

const LONGEST_QUOTATION = 40;
/**
 * The limit on the atoms of a category, and on the depth of its brackets. Real categories have at
 * most about twelve atoms.
 */
const MOST_ATOMS = 64;

export function atom(name: string, feature: string | null = null): Atom {
  return { kind: 'atom', name, feature, text: feature === null ? name : `${name}[${feature}]` };
}

export function functor(result: Category, slash: Slash, argument: Category): Functor {
  const text = `${bracketed(result)}${slash}${bracketed(argument)}`;
  return { kind: 'functor', result, slash, argument, text };
}

export function half(of: Category): Half {
  return { kind: 'half', of, text: `${bracketed(of)}[conj]` };
}

export function bracketed(category: Category): string {
  return category.kind === 'functor' ? `(${category.text})` : category.text;
}

export interface CategoryProblem {
  /** End exclusive. */
  readonly start: number;
  readonly end: number;
  readonly message: string;
  readonly isNeedless?: boolean;
}

/** Reads a category without throwing errors. Slashes associate to the left. */
export function readCategory(text: string): Category | CategoryProblem {
  try {
    return new Reader(text).read();
  } catch (error) {
    if (error instanceof Unreadable) return error.problem;
    throw error;
  }
}

/** @throws {RangeError} if the text is no category */
export function parseCategory(text: string): Category {
  const read = readCategory(text);
  if ('message' in read) throw new RangeError(`${text} is no category: ${read.message}`);
  return read;
}

class Unreadable extends Error {
  readonly problem: CategoryProblem;

  constructor(problem: CategoryProblem) {
    super(problem.message);
    this.problem = problem;
  }
}

class Reader {
  readonly #text: string;
  #at = 0;
  #atoms = 0;
  #depth = 0;

  constructor(text: string) {
    this.#text = text;
  }

  read(): Category {
    const category = this.#complex();
    if (this.#at < this.#text.length) {
      if (this.#text[this.#at] === ')') this.#fail(1, 'this bracket was not opened');
      this.#fail(1, `expected a slash, found ${quoted(this.#text[this.#at])}`);
    }
    return category;
  }

  #complex(): Category {
    let category = this.#part();
    while (this.#text[this.#at] === '/' || this.#text[this.#at] === '\\') {
      const slash = this.#text[this.#at++] as Slash;
      category = functor(category, slash, this.#part());
    }
    return category;
  }

  #part(): Category {
    let category = this.#text[this.#at] === '(' ? this.#brackets() : this.#atom();
    while (this.#text.startsWith('[conj]', this.#at)) {
      if (category.kind === 'half') this.#fail(6, 'a half of a coordination has no halves');
      this.#at += 6;
      category = half(category);
    }
    return category;
  }

  #brackets(): Category {
    if (++this.#depth > MOST_ATOMS) this.#fail(1, `brackets nest at most ${MOST_ATOMS} deep`);
    const open = this.#at++;
    const category = this.#complex();
    this.#depth--;
    if (this.#text[this.#at] !== ')') {
      if (this.#at < this.#text.length) this.#fail(1, `expected a slash or ")"`);
      this.#at = open;
      this.#fail(1, 'this bracket is not closed');
    }
    this.#at++;
    return category;
  }

  #atom(): Category {
    const rest = this.#text.slice(this.#at);
    const name = /^(?:[A-Za-z]+|[,.:])/.exec(rest)?.[0];
    if (name === undefined) {
      const found = rest === '' ? 'the end' : quoted(rest[0]);
      this.#fail(Math.min(1, rest.length), `expected a category, found ${found}`);
    }
    if (!wordAtoms.includes(name) && !punctuationAtoms.includes(name)) {
      const known = [...wordAtoms, ...punctuationAtoms].join(' ');
      this.#fail(name.length, `${quoted(name)} is no category; those without a slash are ${known}`);
    }
    if (++this.#atoms > MOST_ATOMS) {
      this.#fail(name.length, `a category has at most ${MOST_ATOMS} parts`);
    }
    this.#at += name.length;
    if (this.#text[this.#at] !== '[' || this.#text.startsWith('[conj]', this.#at)) {
      return atom(name);
    }
    const written = /^\[([A-Za-z]*)\]?/.exec(this.#text.slice(this.#at))!;
    const [all, feature] = written;
    if (!all.endsWith(']')) this.#fail(1, 'this bracket is not closed');
    const possible = features.get(name) ?? [];
    if (ccgbankFeatures.get(name)?.includes(feature) === true) {
      this.#failWith({
        ...{ start: this.#at, end: this.#at + all.length, isNeedless: true },
        message: `this grammar does not have CCGbank's feature ${quoted(feature)}`,
      });
    }
    if (!possible.includes(feature)) {
      const known =
        possible.length > 0 ? `those of ${name} are ${possible.join(' ')}` : `${name} has none`;
      this.#fail(all.length, `${quoted(feature)} is no feature of ${name}; ${known}`);
    }
    this.#at += all.length;
    return atom(name, feature);
  }

  #fail(length: number, message: string): never {
    this.#failWith({ start: this.#at, end: this.#at + length, message });
  }

  #failWith(problem: CategoryProblem): never {
    throw new Unreadable(problem);
  }
}

function quoted(text: string): string {
  return `"${printable(shortened(text, LONGEST_QUOTATION))}"`;
}

/** Whether two categories are equal, except for features that only one of them has. */
export function matches(a: Category, b: Category): boolean {
  if (a.kind === 'atom') {
    if (b.kind !== 'atom' || a.name !== b.name) return false;
    return a.feature === null || b.feature === null || a.feature === b.feature;
  }
  if (a.kind === 'half') return b.kind === 'half' && matches(a.of, b.of);
  if (b.kind !== 'functor' || a.slash !== b.slash) return false;
  return matches(a.result, b.result) && matches(a.argument, b.argument);
}

/** Removes the features; papers write the result as |X|. */
export function plain(category: Category): Category {
  if (category.kind === 'atom') return atom(category.name);
  if (category.kind === 'half') return half(plain(category.of));
  return functor(plain(category.result), category.slash, plain(category.argument));
}

export function targetOf(category: Category): Atom | Half {
  let target = category;
  while (target.kind === 'functor') target = target.result;
  return target;
}

/** The argument that the category takes first comes first. */
export function argumentsOf(category: Category): { slash: Slash; argument: Category }[] {
  const taken: { slash: Slash; argument: Category }[] = [];
  for (let at = category; at.kind === 'functor'; at = at.result) {
    taken.push({ slash: at.slash, argument: at.argument });
  }
  return taken;
}

/** Whether a category is X/X or X\X. */
export function isModifier(category: Category): boolean {
  return category.kind === 'functor' && category.result.text === category.argument.text;
}

/**
 * Finds the known category that an author most likely meant: a similar category or else the
 * category with the nearest spelling.
 *
 * @param known texts of categories; preferred categories come first
 * @returns null if no category is near
 */
export function nearestCategory(category: Category, known: ReadonlySet<string>): string | null {
  return similarCategory(category, known) ?? closest(category.text, known);
}

/**
 * Finds a known category that differs only in features. Features that do not contradict `category`
 * are preferred. If no category differs only in features, finds one that differs only in the
 * directions of slashes, or in both.
 */
export function similarCategory(category: Category, known: Iterable<string>): string | null {
  const read = [...known].map(parseCategory);
  const bare = plain(category).text;
  const similar =
    read.find((one) => matches(one, category)) ??
    read.find((one) => plain(one).text === bare) ??
    read.find((one) => withoutDirections(one.text) === withoutDirections(category.text)) ??
    read.find((one) => withoutDirections(plain(one).text) === withoutDirections(bare));
  return similar?.text ?? null;
}

function withoutDirections(text: string): string {
  return text.replaceAll('\\', '/');
}
