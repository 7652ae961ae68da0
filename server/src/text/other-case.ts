/**
 * Lists spellings in other case to look up in a vocabulary, the likelier first. A word in small
 * letters may be a name, so it gets a capital. A word in capitals is also tried in small letters.
 */
export function otherCases(form: string): readonly string[] {
  const lower = form.toLowerCase();
  const capitalised = lower.slice(0, 1).toUpperCase() + lower.slice(1);
  if (form === lower) return capitalised === form ? [] : [capitalised];
  return form === form.toUpperCase() && form !== capitalised ? [lower, capitalised] : [];
}
