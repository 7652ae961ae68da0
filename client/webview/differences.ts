import { diffArrays } from 'diff';

/** Words of a sentence, with whether they stand out beside another. */
export interface Part {
  readonly text: string;
  readonly differs: boolean;
}

/**
 * A sentence in parts: parts that it shares with another sentence, in the same order, and parts that it does not. The
 * shared parts are a longest common subsequence of words. The parts joined give the sentence; spaces are parts of
 * their own.
 */
export function differences(sentence: string, other: string): Part[] {
  const parts: Part[] = [];
  for (const { value, removed, added } of diffArrays(sentence.split(' '), other.split(' '))) {
    if (added) continue;
    const text = value.join(' ');
    const last = parts.at(-1);
    if (last?.differs === removed) {
      // Only words of the other sentence lay between.
      parts[parts.length - 1] = { text: `${last.text} ${text}`, differs: removed };
    } else {
      if (last !== undefined) parts.push({ text: ' ', differs: false });
      parts.push({ text, differs: removed });
    }
  }
  return parts;
}
