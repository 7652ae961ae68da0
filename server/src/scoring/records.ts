/** The records of a search, in one array. A record's id is its offset. The array is replaced when it must grow. */
export interface Records {
  readonly data: Int32Array;
}
