import { useEffect, useState } from 'preact/hooks';

interface Answer<T> {
  /** Null while it is awaited. */
  readonly value: T | null;
  readonly problem: string | null;
}

/**
 * What a request answers.
 *
 * @param request null for none; its signal aborts where the answer is not awaited any more
 * @param inputs what it depends on: where they change, it is sent again
 */
export function useAnswer<T>(
  request: ((signal: AbortSignal) => Promise<T>) | null,
  inputs: readonly unknown[],
): Answer<T> {
  const [answer, setAnswer] = useState<Answer<T> & { readonly of: readonly unknown[] }>({
    ...{ value: null, problem: null },
    of: inputs,
  });
  useEffect(() => {
    const abort = new AbortController();
    request?.(abort.signal).then(
      (value) => {
        if (!abort.signal.aborted) setAnswer({ value, problem: null, of: inputs });
      },
      (error: unknown) => {
        const problem = error instanceof Error ? error.message : String(error);
        if (!abort.signal.aborted) setAnswer({ value: null, problem, of: inputs });
      },
    );
    return () => abort.abort();
  }, inputs);
  const isCurrent = answer.of.every((input, i) => input === inputs[i]);
  return isCurrent ? answer : { value: null, problem: null };
}
