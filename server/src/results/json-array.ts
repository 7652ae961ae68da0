/**
 * Writes items as JSON, one piece for each item, since the whole may be too long for a string.
 * Together, the pieces equal `JSON.stringify` of an array of all items. If reading the items throws
 * an error, the array is closed before the error is passed on.
 */
export async function* jsonArray(
  items: Iterable<object> | AsyncIterable<object>,
): AsyncGenerator<string, void> {
  let before = '[\n';
  try {
    for await (const item of items) {
      // Each item is written as an array with one element, so that its indentation is right. Then
      // the brackets of this array and their line ends are cut off.
      yield before + JSON.stringify([item], null, 2).slice('[\n'.length, -'\n]'.length);
      before = ',\n';
    }
  } finally {
    yield before === '[\n' ? '[]\n' : '\n]\n';
  }
}
