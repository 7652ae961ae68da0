import type { Realization, Realized } from '../realize/realizer.ts';

const cacheBytes = 64 * 1024 * 1024;

// Approximate bytes of an object in the heap: header and fields, without shared strings.
const RESULT_BYTES = 200;
const REALIZATION_BYTES = 200;
const RANKED_BYTES = 80;
const TOKEN_BYTES = 160;
const TRANSITION_BYTES = 64;
const CHARACTER_BYTES = 2;

export function estimateBytes(realized: Realized): number {
  let bytes = RESULT_BYTES;
  const { realizations, displaced = [] } = realized;
  for (const { text, display, tokens, transitions } of [...realizations, ...displaced]) {
    bytes +=
      REALIZATION_BYTES +
      CHARACTER_BYTES * (2 * text.length + display.length) +
      TOKEN_BYTES * tokens.length +
      TRANSITION_BYTES * transitions.length;
  }
  for (const { text } of realized.leftOut ?? []) {
    bytes += RANKED_BYTES + CHARACTER_BYTES * text.length;
  }
  return bytes;
}

/**
 * Copies a result, which makes its tokens and transitions less than half as large. A worker sends
 * each string as a copy of its own, V8 stores received objects less compactly, and the sentences of
 * a list often begin with the same transitions.
 */
function compacted(realized: Realized): Realized {
  const strings = new Map<string, string>();
  const shared = <S extends string>(text: S): S => {
    const known = strings.get(text);
    if (known !== undefined) return known as S;
    strings.set(text, text);
    return text;
  };
  let former: Realization | null = null;
  const compact = (one: Realization): Realization => {
    const before: Realization | null = former;
    former = {
      ...one,
      tokens: one.tokens.map((token, i) => {
        const other = before?.tokens.at(i);
        return other !== undefined && areEqual(token, other) ? other : copied(token, shared);
      }),
      transitions: one.transitions.map((transition, i) => {
        const other = before?.transitions.at(i);
        if (other !== undefined && areEqual(transition, other)) return other;
        const { action, head, dependent, score } = transition;
        return { action: shared(action), head, dependent, score };
      }),
    };
    return former;
  };
  const { realizations, displaced } = realized;
  return {
    ...realized,
    realizations: realizations.map(compact),
    ...(displaced !== undefined && { displaced: displaced.map(compact) }),
  };
}

type Token = Realization['tokens'][number];

/** A new property of `Token` must be added here. */
function copied(
  { word, form, tag, category, head, label, given }: Token,
  shared: <S extends string>(text: S) => S,
): Token {
  const strings = { form: shared(form), tag: shared(tag), label: label && shared(label) };
  const token = { word, ...strings, head, given };
  return category === undefined ? token : { ...token, category: shared(category) };
}

/** Whether two objects have the same properties with equal values. */
function areEqual<T extends object>(one: T, other: T): boolean {
  for (const key in other) if (!(key in one)) return false;
  for (const key in one) if (one[key] !== other[key]) return false;
  return true;
}

/** Results by key. If the memory is full, the least recently used results are removed. */
export class ResultCache {
  readonly #limit: number;
  /** Least recently used first. */
  readonly #entries = new Map<string, { readonly realized: Realized; readonly bytes: number }>();
  #bytes = 0;

  /** @param limit in bytes, as `estimateBytes` counts them */
  constructor(limit = cacheBytes) {
    this.#limit = limit;
  }

  get bytes(): number {
    return this.#bytes;
  }

  has(key: string): boolean {
    return this.#entries.has(key);
  }

  /** Unlike `get`, does not mark the result as used. */
  peek(key: string): Realized | null {
    return this.#entries.get(key)?.realized ?? null;
  }

  get(key: string): Realized | null {
    const entry = this.#entries.get(key);
    if (entry === undefined) return null;
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    return entry.realized;
  }

  /** @returns the result as it is kept: equal, but another object */
  set(key: string, result: Realized): Realized {
    this.delete(key);
    const realized = compacted(result);
    const bytes = estimateBytes(realized) + CHARACTER_BYTES * key.length;
    this.#entries.set(key, { realized, bytes });
    this.#bytes += bytes;
    for (const oldest of this.#entries.keys()) {
      // The newest result stays, however large.
      if (this.#bytes <= this.#limit || this.#entries.size === 1) break;
      this.delete(oldest);
    }
    return realized;
  }

  delete(key: string): void {
    const entry = this.#entries.get(key);
    if (entry === undefined) return;
    this.#entries.delete(key);
    this.#bytes -= entry.bytes;
  }

  clear(): void {
    this.#entries.clear();
    this.#bytes = 0;
  }
}
