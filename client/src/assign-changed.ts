/**
 * Sets those properties of an object that differ from what they are, as JSON has them: the editor may redraw whatever
 * is set.
 */
export function assignChanged<T extends object>(target: T, values: Partial<T>): void {
  const changed = Object.entries(values).filter(([name, value]) => {
    const former: unknown = target[name as keyof T];
    return former !== value && JSON.stringify(former) !== JSON.stringify(value);
  });
  Object.assign(target, Object.fromEntries(changed));
}
