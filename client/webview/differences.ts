import { diffArrays } from 'diff';

/** Some words of a sentence; `differs` if the other sentence lacks them. */
export interface Part {
  readonly text: string;
  readonly differs: boolean;
}

/**
 * Splits a sentence into parts that it shares with another sentence and parts that it does not share. The shared parts
 * are a longest common subsequence of the words. Spaces between parts are parts too, so that all parts together make
 * the sentence.
 */
export function differences(sentence: string, other: string): Part[] {
  const parts: Part[] = [];
  for (const { value, removed, added } of diffArrays(sentence.split(' '), other.split(' '))) {
    if (added) continue;
    const text = value.join(' ');
    const last = parts.at(-1);
    if (last?.differs === removed) {
      // Only words of the other sentence separate these two parts, so they are one part.
      parts[parts.length - 1] = { text: `${last.text} ${text}`, differs: removed };
    } else {
      if (last !== undefined) parts.push({ text: ' ', differs: false });
      parts.push({ text, differs: removed });
    }
  }
  return parts;
}
