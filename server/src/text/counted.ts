/** Writes `once`, `2 times` or `1,200 times`. */
export function times(count: number): string {
  return count === 1 ? 'once' : `${count.toLocaleString('en')} times`;
}

/** Writes `no words`, `1 word` or `2 words`. The noun's plural must be regular. */
export function counted(count: number, what: string): string {
  return `${count === 0 ? 'no' : count} ${count === 1 ? what : `${what}s`}`;
}
