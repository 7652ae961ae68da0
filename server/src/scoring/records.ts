/**
 * The records of a search, all in one array. A record's id is its offset in the array. A longer
 * array replaces a full one.
 */
export interface Records {
  readonly data: Int32Array;
}
