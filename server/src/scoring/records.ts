/** The records of a search, in one array. A record is its offset; the array is replaced when it must grow. */
export interface Records {
  readonly data: Int32Array;
}
