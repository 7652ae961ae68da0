/**
 * Returns a function that makes a value at its first call and keeps it. If `make` throws, the next
 * call tries again.
 */
export function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | null = null;
  return () => (made ??= { value: make() }).value;
}
