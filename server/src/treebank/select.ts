import type { Sentence, Treebank } from './conllu.ts';
import { isProjective, isTree } from './tree.ts';

/**
 * The limit on the tokens of a sentence. Longer sentences are rare, and searches for their order
 * are slow.
 */
export const MAX_TOKENS = 60;

/** The number of sentences left out for each reason. Only reasons that occur have a key. */
export type LeftOut = Readonly<Record<string, number>>;

export interface Selection<Kept extends Sentence = Sentence> {
  readonly sentences: readonly Kept[];
  readonly leftOut: LeftOut;
}

/**
 * Selects the sentences for training and evaluation: projective trees with one root.
 *
 * @param most the number of sentences after which to stop
 * @param longest the limit on the words of a sentence
 */
export function selectSentences<Kept extends Sentence>(
  treebank: Treebank<Kept>,
  most = Infinity,
  longest = MAX_TOKENS,
): Selection<Kept> {
  const sentences: Kept[] = [];
  const leftOut: Record<string, number> = {};
  const leaveOut = (reason: string, count: number): void => {
    if (count > 0) leftOut[reason] = (leftOut[reason] ?? 0) + count;
  };
  leaveOut('broken', treebank.problems.length);
  leaveOut('without words', treebank.empty);
  for (const sentence of treebank.sentences) {
    if (sentences.length >= most) break;
    if (sentence.forms.length > longest) leaveOut(`over ${longest} tokens`, 1);
    else if (!isTree(sentence.heads)) leaveOut(whyNoTree(sentence.heads), 1);
    else if (!isProjective(sentence.heads)) leaveOut('not projective', 1);
    else sentences.push(sentence);
  }
  return { sentences, leftOut };
}

export function whyNoTree(heads: readonly number[]): string {
  const roots = heads.filter((head) => head === 0).length;
  if (roots > 1) return 'with several roots';
  return roots === 0 ? 'without a root' : 'with a cycle';
}

/** In brackets, to add to a message. */
export function describeLeftOut(leftOut: LeftOut): string {
  const reasons = Object.entries(leftOut).map(([reason, count]) => `${count} ${reason}`);
  return reasons.length === 0 ? '' : ` (left out: ${reasons.join(', ')})`;
}
