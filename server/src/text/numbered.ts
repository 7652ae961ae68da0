/** Numbers the words that occur more than once, as a bag does: `the#1 dog the#2 cat`. */
export function numbered(words: readonly string[]): string[] {
  const counts = new Map<string, number>();
  const numbers = words.map((word) => {
    const number = (counts.get(word) ?? 0) + 1;
    counts.set(word, number);
    return number;
  });
  return words.map((word, i) => (counts.get(word)! > 1 ? `${word}#${numbers[i]}` : word));
}
