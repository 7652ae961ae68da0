import { useEffect, useState } from 'preact/hooks';

interface Answer<T> {
  /** Null until the answer arrives. */
  readonly value: T | null;
  readonly problem: string | null;
}

/**
 * Sends a request, and returns the answer or the problem.
 *
 * @param request null to send nothing. The signal aborts when the answer is no longer needed
 * @param inputs the values on which the answer depends. If one changes, the request is sent again
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
