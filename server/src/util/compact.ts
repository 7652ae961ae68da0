const none: readonly never[] = [];

/**
 * A list that is complete, without the room that an array keeps for more: `push` makes room for 17
 * at once, and a large file has a million short lists.
 */
export function compact<T>(list: readonly T[]): readonly T[] {
  return list.length === 0 ? none : list.slice();
}
