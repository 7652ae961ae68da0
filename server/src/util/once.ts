/** Makes a value at the first call and keeps it. If making it throws, the next call tries again. */
export function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | null = null;
  return () => (made ??= { value: make() }).value;
}
