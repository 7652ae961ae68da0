/** How two JSON values differ. */

/** Stands for a part that a value lacks. */
export const NOTHING = 'nothing';

export interface Difference {
  /** As in `realizations[2].tokens[0].tag`. */
  readonly path: string;
  /** JSON; `NOTHING` if the value has no such part. */
  readonly before: string;
  readonly after: string;
}

/** The parts that differ, in the order of the values; a part that only one has is reported whole. */
export function* differences(before: unknown, after: unknown, path = ''): Generator<Difference> {
  if (isObject(before) && isObject(after) && Array.isArray(before) === Array.isArray(after)) {
    for (const key of new Set([...Object.keys(before), ...Object.keys(after)])) {
      const part = Array.isArray(before) ? `[${key}]` : path === '' ? key : `.${key}`;
      yield* differences(before[key], after[key], path + part);
    }
  } else if (before !== after) {
    yield { path, before: written(before), after: written(after) };
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function written(value: unknown): string {
  return value === undefined ? NOTHING : JSON.stringify(value);
}
