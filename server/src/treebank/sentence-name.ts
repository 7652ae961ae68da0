const MOST_CHARACTERS = 30;

/**
 * Names a sentence by its first words, without punctuation. Cuts the first word if it is too long,
 * but no other word.
 *
 * @param most the limit on the words of the name
 */
export function sentenceName(forms: readonly string[], most = Infinity): string {
  const words = forms.filter((form) => /[\p{L}\p{N}]/u.test(form)).slice(0, most);
  const [first = '', ...others] = words;
  let name = Array.from(first).slice(0, MOST_CHARACTERS).join('');
  for (const word of others) {
    if (Array.from(`${name} ${word}`).length > MOST_CHARACTERS) break;
    name += ` ${word}`;
  }
  return name;
}
