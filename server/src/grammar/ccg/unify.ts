import { functor, half, type Atom, type Category } from './category.ts';

/**
 * Unifies two categories: the result has the features of both. Null if the categories do not match.
 */
export function unify(a: Category, b: Category): Category | null {
  return zip([a, b], ([one, other]) => {
    if (one.feature === null) return other;
    return other.feature === null || other.feature === one.feature ? one : null;
  });
}

/**
 * Returns X, the result of a functor X|Y (X/Y or X\Y), after Y was unified with another category
 * and gained features. X gains the same features in two cases. X may equal Y except for features,
 * as in `(S\NP)/(S\NP)`. Or X is the result of Y after Y takes some arguments, as in `S/(S\NP)`.
 *
 * @param met the result of the unification
 */
export function passOn(x: Category, y: Category, met: Category): Category {
  const filled = gained(x, y, met);
  if (filled !== null) return filled;
  return y.kind === 'functor' && met.kind === 'functor' ? passOn(x, y.result, met.result) : x;
}

/**
 * Does the reverse of `passOn`: gives Y the features that X gained by unification with another
 * category.
 *
 * @param met the result of that unification
 */
export function passBack(y: Category, x: Category, met: Category): Category {
  const filled = gained(y, x, met);
  if (filled !== null) return filled;
  return y.kind === 'functor' ? functor(passBack(y.result, x, met), y.slash, y.argument) : y;
}

/**
 * Gives a category the features that another category gained. An atom gains a feature only if
 * neither category had one at this place. Null if the shapes of the categories differ.
 *
 * @param other the other category before it gained features
 * @param met the other category with the gained features
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
