/**
 * Writes items as JSON. Yields a piece for each item, since the whole may exceed the longest possible string. Together,
 * the pieces equal the output of `JSON.stringify` for an array of all items. If reading the items throws an error, the
 * array is closed before the error reaches the caller.
 */
export async function* jsonArray(
  items: Iterable<object> | AsyncIterable<object>,
): AsyncGenerator<string, void> {
  let before = '[\n';
  try {
    for await (const item of items) {
      // Each item is written as an array of its own, so that it is indented as in the array of all
      // items. The brackets and their line ends are cut off.
      yield before + JSON.stringify([item], null, 2).slice('[\n'.length, -'\n]'.length);
      before = ',\n';
    }
  } finally {
    yield before === '[\n' ? '[]\n' : '\n]\n';
  }
}
