import type { Sentence, Treebank } from './conllu.ts';
import { isProjective, isTree } from './tree.ts';

/** Longer sentences are rare, and make training and evaluation slow. */
export const MAX_TOKENS = 60;

export interface Selection {
  readonly sentences: readonly Sentence[];
  /** How many sentences were left out, by reason. */
  readonly leftOut: Readonly<Record<string, number>>;
}

/** The sentences that training and evaluation use: single-rooted projective trees of 1 to 60 tokens. */
export function selectSentences(treebank: Treebank): Selection {
  const sentences: Sentence[] = [];
  const leftOut: Record<string, number> = {};
  const leaveOut = (reason: string, count: number): void => {
    if (count > 0) leftOut[reason] = (leftOut[reason] ?? 0) + count;
  };
  leaveOut('broken', treebank.problems.length);
  for (const sentence of treebank.sentences) {
    if (sentence.forms.length > MAX_TOKENS) leaveOut(`over ${MAX_TOKENS} tokens`, 1);
    else if (!isTree(sentence.heads)) leaveOut('not a single-rooted tree', 1);
    else if (!isProjective(sentence.heads)) leaveOut('not projective', 1);
    else sentences.push(sentence);
  }
  return { sentences, leftOut };
}
