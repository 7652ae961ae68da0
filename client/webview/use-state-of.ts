import { useMemo, useState } from 'preact/hooks';

/** Keeps state that belongs to `owner`. Another owner resets it. */
export function useStateOf<State extends object>(
  owner: unknown,
  initial: State,
): [State, (part: Partial<State>) => void] {
  const [held, setHeld] = useState({ owner, state: initial });
  const of = (one: typeof held): State => (one.owner === owner ? one.state : initial);
  return [of(held), (part) => setHeld((last) => ({ owner, state: { ...of(last), ...part } }))];
}

/**
 * Returns the object of the previous call if the content is the same. Each message to the panel has
 * a new copy of the content, which would count as a change.
 */
export function useUnchanged<T>(value: T): T {
  const written = JSON.stringify(value);
  return useMemo(() => value, [written]);
}
