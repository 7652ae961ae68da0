/**
 * The records of a search, all in one array. A record's id is its offset in the array. The array is
 * replaced by a longer one when it is full.
 */
export interface Records {
  readonly data: Int32Array;
}
