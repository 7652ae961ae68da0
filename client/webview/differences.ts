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
  const words = sentence.split(' ');
  const common = commonWords(words, other.split(' '));
  const parts: Part[] = [];
  for (const [i, word] of words.entries()) {
    const differs = !common.has(i);
    const last = parts.at(-1);
    if (last?.differs === differs) {
      parts[parts.length - 1] = { text: `${last.text} ${word}`, differs };
    } else {
      if (last !== undefined) parts.push({ text: ' ', differs: false });
      parts.push({ text: word, differs });
    }
  }
  return parts;
}

/** Which words of `a`, by place, are in a longest common subsequence with `b`. */
function commonWords(a: readonly string[], b: readonly string[]): Set<number> {
  const width = b.length + 1;
  /** The length of the subsequence of `a` from word i and `b` from word j, at i · width + j. */
  const lengths = new Uint16Array((a.length + 1) * width);
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      lengths[i * width + j] =
        a[i] === b[j]
          ? lengths[(i + 1) * width + j + 1] + 1
          : Math.max(lengths[(i + 1) * width + j], lengths[i * width + j + 1]);
    }
  }
  const common = new Set<number>();
  for (let i = 0, j = 0; i < a.length && j < b.length;) {
    if (a[i] === b[j]) {
      common.add(i++);
      j++;
    } else if (lengths[(i + 1) * width + j] >= lengths[i * width + j + 1]) i++;
    else j++;
  }
  return common;
}
