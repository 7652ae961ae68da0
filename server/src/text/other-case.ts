/**
 * Lists other ways to write a word that a vocabulary may know, the likelier first: a name that is typed in lower case
 * gets a capital, and a word in capitals is also tried in lower case.
 */
export function otherCases(form: string): readonly string[] {
  const lower = form.toLowerCase();
  const capitalised = lower.slice(0, 1).toUpperCase() + lower.slice(1);
  if (form === lower) return capitalised === form ? [] : [capitalised];
  return form === form.toUpperCase() && form !== capitalised ? [lower, capitalised] : [];
}
