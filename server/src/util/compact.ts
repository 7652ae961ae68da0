const none: readonly never[] = [];

/**
 * Copies a complete list without spare room. `push` makes room for 17 elements at once, and a large
 * file has a million short lists.
 */
export function compact<T>(list: readonly T[]): readonly T[] {
  return list.length === 0 ? none : list.slice();
}
