/**
 * Sets only the properties of an object whose JSON differs from their present values: the editor may redraw each
 * property that is set.
 */
export function assignChanged<T extends object>(target: T, values: Partial<T>): void {
  const changed = Object.entries(values).filter(([name, value]) => {
    const former: unknown = target[name as keyof T];
    return former !== value && JSON.stringify(former) !== JSON.stringify(value);
  });
  Object.assign(target, Object.fromEntries(changed));
}
