/** `no words`, `1 word`, `2 words`: a number of what has a regular plural. */
export function counted(count: number, what: string): string {
  return `${count === 0 ? 'no' : count} ${count === 1 ? what : `${what}s`}`;
}
