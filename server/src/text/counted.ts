/** `once`, `2 times`, `1,200 times`: a number of occurrences. */
export function times(count: number): string {
  return count === 1 ? 'once' : `${count.toLocaleString('en')} times`;
}

/** `no words`, `1 word`, `2 words`: a number of things with a regular plural. */
export function counted(count: number, what: string): string {
  return `${count === 0 ? 'no' : count} ${count === 1 ? what : `${what}s`}`;
}
