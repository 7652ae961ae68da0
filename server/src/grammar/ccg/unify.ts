import { functor, half, type Atom, type Category } from './category.ts';

/**
 * Unifies two categories: an atom without a feature gets the feature of the other category's atom.
 * Null if the categories do not match.
 */
export function unify(a: Category, b: Category): Category | null {
  return zip([a, b], ([one, other]) => {
    if (one.feature === null) return other;
    return other.feature === null || other.feature === one.feature ? one : null;
  });
}

/**
 * For a functor X|Y (X/Y or X\Y) whose argument Y was unified with another category: copies the
 * features that Y gained to the result X. There are two cases. Y has the shape of X, as in
 * `(S\NP)/(S\NP)`. Or Y takes arguments and then has the shape of X, as in `S/(S\NP)`.
 *
 * @param met Y with the gained features
 */
export function passOn(x: Category, y: Category, met: Category): Category {
  const filled = gained(x, y, met);
  if (filled !== null) return filled;
  return y.kind === 'functor' && met.kind === 'functor' ? passOn(x, y.result, met.result) : x;
}

/**
 * The reverse of `passOn`: copies to Y the features that X gained.
 *
 * @param met X with the gained features
 */
export function passBack(y: Category, x: Category, met: Category): Category {
  const filled = gained(y, x, met);
  if (filled !== null) return filled;
  return y.kind === 'functor' ? functor(passBack(y.result, x, met), y.slash, y.argument) : y;
}

/**
 * Copies features to `category`, atom by atom. If neither an atom of `category` nor its counterpart
 * in `other` has a feature, the atom gets the feature of its counterpart in `met`. Null if the
 * shapes differ.
 *
 * @param met `other` with the gained features
 */
function gained(category: Category, other: Category, met: Category): Category | null {
  return zip([category, other, met], ([one, before, after]) =>
    one.feature === null && before.feature === null ? after : one,
  );
}

/**
 * Merges categories of the same shape, atom by atom. Null if the shapes differ, or if `join`
 * returns null for an atom.
 */
function zip(
  categories: readonly Category[],
  join: (atoms: readonly Atom[]) => Atom | null,
): Category | null {
  if (categories.every((one) => one.kind === 'atom')) {
    const isSame = categories.every(({ name }) => name === categories[0].name);
    return isSame ? join(categories) : null;
  }
  if (categories.every((one) => one.kind === 'half')) {
    const of = zip(
      categories.map((one) => one.of),
      join,
    );
    return of && half(of);
  }
  if (!categories.every((one) => one.kind === 'functor')) return null;
  const [{ slash }] = categories;
  if (!categories.every((one) => one.slash === slash)) return null;
  const result = zip(
    categories.map((one) => one.result),
    join,
  );
  const argument =
    result &&
    zip(
      categories.map((one) => one.argument),
      join,
    );
  return result && argument && functor(result, slash, argument);
}
