/** `once`, `2 times`, `1,200 times`: how often something was seen. */
export function times(count: number): string {
  return count === 1 ? 'once' : `${count.toLocaleString('en')} times`;
}

/** `no words`, `1 word`, `2 words`: a number of what has a regular plural. */
export function counted(count: number, what: string): string {
  return `${count === 0 ? 'no' : count} ${count === 1 ? what : `${what}s`}`;
}
