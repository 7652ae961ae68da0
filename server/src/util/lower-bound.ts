/**
 * Returns the index of the first element that is at least `value`, or the number of elements if
 * there is none.
 *
 * @param elements in ascending order
 */
export function lowerBound(elements: Int32Array | Uint32Array, value: number): number {
  let low = 0;
  let high = elements.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (elements[middle] < value) low = middle + 1;
    else high = middle;
  }
  return low;
}
