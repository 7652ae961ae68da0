const none: readonly never[] = [];

/**
 * A complete list, without an array's reserve: `push` makes room for 17 at once, and a large file
 * has a million short lists.
 */
export function compact<T>(list: readonly T[]): readonly T[] {
  return list.length === 0 ? none : list.slice();
}
