const none: readonly never[] = [];

/**
 * Copies a list that will not grow, to save memory. JavaScript reserves room for 17 elements at the
 * first `push`, and a large file has a million short lists.
 */
export function compact<T>(list: readonly T[]): readonly T[] {
  return list.length === 0 ? none : list.slice();
}
