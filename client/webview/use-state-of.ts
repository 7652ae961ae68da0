import { useMemo, useState } from 'preact/hooks';

/** State that belongs to a value: for another value it begins anew. */
export function useStateOf<State extends object>(
  owner: unknown,
  initial: State,
): [State, (part: Partial<State>) => void] {
  const [held, setHeld] = useState({ owner, state: initial });
  const of = (one: typeof held): State => (one.owner === owner ? one.state : initial);
  return [of(held), (part) => setHeld((last) => ({ owner, state: { ...of(last), ...part } }))];
}

/** A value, or the earlier value if the two are equal: each message to the panel brings copies. */
export function useUnchanged<T>(value: T): T {
  const written = JSON.stringify(value);
  return useMemo(() => value, [written]);
}
