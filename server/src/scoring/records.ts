/**
 * The records of a search, all in one array. A record's id is its offset in the array. If the array
 * is full, a longer array replaces it.
 */
export interface Records {
  readonly data: Int32Array;
}
