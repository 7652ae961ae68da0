/**
 * Categories as the checker reads them. The checker shares no code with the grammar, so that it
 * does not repeat the grammar's errors.
 */
export type Checked =
  | { readonly kind: 'atom'; readonly name: string; readonly feature: string | null }
  | {
      readonly kind: 'functor';
      readonly result: Checked;
      readonly slash: '/' | '\\';
      readonly argument: Checked;
    }
  /** Half of a coordination, `X[conj]`. */
  | { readonly kind: 'half'; readonly of: Checked };

const punctuation = new Set([',', '.', ':', 'LRB', 'RRB', 'LQU', 'RQU']);
const names = new Set(['S', 'N', 'NP', 'PP', 'PR', 'conj', ...punctuation]);
const featuresOf: Readonly<Record<string, readonly string[] | undefined>> = {
  S: 'dcl b to ng pt pss adj q wq qem em inv intj for'.split(' '),
  NP: ['thr', 'expl'],
};

/** The limit on the characters of a category. Deeply nested brackets would exhaust the stack. */
const MOST_CHARACTERS = 1000;

/** Reads a category; `null` if the text is not a category. */
export function readChecked(text: string): Checked | null {
  if (text.length > MOST_CHARACTERS) return null;
  const tokens = text.match(/\[[a-z]+\]|[A-Za-z]+|[^]/g) ?? [];
  let at = 0;

  function whole(): Checked | null {
    let category = part();
    while (category !== null && (tokens[at] === '/' || tokens[at] === '\\')) {
      const slash = tokens[at++] as '/' | '\\';
      const argument = part();
      category = argument && { kind: 'functor', result: category, slash, argument };
    }
    return category;
  }

  function part(): Checked | null {
    let category: Checked | null;
    if (tokens[at] === '(') {
      at++;
      category = whole();
      if (tokens[at++] !== ')') return null;
    } else {
      category = atom();
    }
    if (category === null || tokens[at] !== '[conj]') return category;
    at++;
    return category.kind === 'half' ? null : { kind: 'half', of: category };
  }

  function atom(): Checked | null {
    const name = tokens[at++] as string | undefined;
    if (name === undefined || !names.has(name)) return null;
    const feature = /^\[(.*)\]$/.exec(tokens[at] ?? '')?.[1];
    if (feature === undefined || feature === 'conj') return { kind: 'atom', name, feature: null };
    at++;
    return featuresOf[name]?.includes(feature) ? { kind: 'atom', name, feature } : null;
  }

  const category = whole();
  return at === tokens.length ? category : null;
}

/** Equal categories have equal texts. */
export function spell(category: Checked): string {
  if (category.kind === 'half') return `${spellPart(category.of)}[conj]`;
  if (category.kind === 'functor') {
    return `${spellPart(category.result)}${category.slash}${spellPart(category.argument)}`;
  }
  return category.feature === null ? category.name : `${category.name}[${category.feature}]`;
}

function spellPart(category: Checked): string {
  return category.kind === 'functor' ? `(${spell(category)})` : spell(category);
}

export function isPunctuation(category: Checked): boolean {
  return category.kind === 'atom' && punctuation.has(category.name);
}

/**
 * Unifies two categories: an atom without a feature gets the feature of the other category's atom.
 * Returns `null` if the categories do not match.
 */
export function unify(a: Checked, b: Checked): Checked | null {
  if (a.kind === 'atom') {
    if (b.kind !== 'atom' || a.name !== b.name) return null;
    return a.feature === null ? b : b.feature === null || a.feature === b.feature ? a : null;
  }
  if (a.kind === 'half') {
    const of = b.kind === 'half' ? unify(a.of, b.of) : null;
    return of && { kind: 'half', of };
  }
  if (b.kind !== 'functor' || a.slash !== b.slash) return null;
  const result = unify(a.result, b.result);
  const argument = unify(a.argument, b.argument);
  return result && argument && { kind: 'functor', result, slash: a.slash, argument };
}

/**
 * For a functor X|Y (X/Y or X\Y) whose argument Y was unified with another category: copies the
 * features that Y gained to the result X. There are two cases. Y has the shape of X, as in
 * `(S\NP)/(S\NP)`. Or Y takes arguments and then has the shape of X, as in `S/(S\NP)`.
 *
 * @param met Y with the gained features
 */
export function passOn(x: Checked, y: Checked, met: Checked): Checked {
  const filled = fill(x, y, met);
  if (filled !== null) return filled;
  return y.kind === 'functor' && met.kind === 'functor' ? passOn(x, y.result, met.result) : x;
}

/**
 * The reverse of `passOn`: copies to Y the features that X gained.
 *
 * @param met X with the gained features
 */
export function passBack(y: Checked, x: Checked, met: Checked): Checked {
  const filled = fill(y, x, met);
  if (filled !== null) return filled;
  return y.kind === 'functor' ? { ...y, result: passBack(y.result, x, met) } : y;
}

/**
 * Returns X with the features of `met` at those atoms that have no feature in X and none in Y.
 * `null` if X and Y have different shapes.
 *
 * @param met Y with the gained features
 */
function fill(x: Checked, y: Checked, met: Checked): Checked | null {
  if (x.kind === 'atom') {
    if (y.kind !== 'atom' || met.kind !== 'atom' || x.name !== y.name) return null;
    return x.feature === null && y.feature === null ? met : x;
  }
  if (x.kind === 'half') {
    const of = y.kind === 'half' && met.kind === 'half' ? fill(x.of, y.of, met.of) : null;
    return of && { kind: 'half', of };
  }
  if (y.kind !== 'functor' || met.kind !== 'functor' || x.slash !== y.slash) return null;
  const result = fill(x.result, y.result, met.result);
  const argument = fill(x.argument, y.argument, met.argument);
  return result && argument && { kind: 'functor', result, slash: x.slash, argument };
}
