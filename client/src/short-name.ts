/** Names of more characters are cut; so many at both ends are left. */
const LONGEST = 24;
const START = 8;
const END = 14;

/** A bag's name, cut in its middle where it is long: a view cuts off the end, which tells it from others. */
export function shortName(name: string): string {
  return name.length <= LONGEST ? name : `${name.slice(0, START)}…${name.slice(-END)}`;
}
