const none: readonly never[] = [];

/**
 * Copies a list without spare capacity; for a list that will not grow. The first `push` to a list
 * reserves room for 17 elements, and a large file has a million short lists.
 */
export function compact<T>(list: readonly T[]): readonly T[] {
  return list.length === 0 ? none : list.slice();
}
