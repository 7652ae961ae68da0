import { diffArrays } from 'diff';

/** Some words of a sentence. `differs` is true if the sentence to compare with lacks them. */
export interface Part {
  readonly text: string;
  readonly differs: boolean;
}

/**
 * Splits `sentence` into words that `other` has too and words that `other` lacks. The shared words
 * are a longest common subsequence. A space between two parts is also a part, so that the parts add
 * up to the sentence.
 */
export function differences(sentence: string, other: string): Part[] {
  const parts: Part[] = [];
  for (const { value, removed, added } of diffArrays(sentence.split(' '), other.split(' '))) {
    if (added) continue;
    const text = value.join(' ');
    const last = parts.at(-1);
    if (last?.differs === removed) {
      // Joins the two parts: only the other sentence has words between them.
      parts[parts.length - 1] = { text: `${last.text} ${text}`, differs: removed };
    } else {
      if (last !== undefined) parts.push({ text: ' ', differs: false });
      parts.push({ text, differs: removed });
    }
  }
  return parts;
}
