/**
 * Yields one piece for each item, since the whole may be too long for a string. The pieces together
 * equal `JSON.stringify` of all items. If the items throw an error, the array is closed first.
 */
export async function* jsonArray(
  items: Iterable<object> | AsyncIterable<object>,
): AsyncGenerator<string, void> {
  let before = '[\n';
  try {
    for await (const item of items) {
      // The item is written as an array of one element, so that its indentation is right. Then the
      // brackets of this array are cut off.
      yield before + JSON.stringify([item], null, 2).slice('[\n'.length, -'\n]'.length);
      before = ',\n';
    }
  } finally {
    yield before === '[\n' ? '[]\n' : '\n]\n';
  }
}
