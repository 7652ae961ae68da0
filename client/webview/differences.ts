import { diffArrays } from 'diff';

/** Some words of a sentence; `differs` if the other sentence lacks them. */
export interface Part {
  readonly text: string;
  readonly differs: boolean;
}

/**
 * Splits `sentence` into parts. The parts that `other` has too are a longest common subsequence of
 * the words. A space between two parts is a part of its own, so that the parts add up to the
 * sentence.
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
