/** Copies an array into a longer array, whose further elements are 0. */
export function grown(array: Int32Array, length: number): Int32Array<ArrayBuffer> {
  const longer = new Int32Array(length);
  longer.set(array);
  return longer;
}
