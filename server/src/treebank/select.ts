import type { Sentence, Treebank } from './conllu.ts';
import { isProjective, isTree } from './tree.ts';

/** Longer sentences are rare, and make training and evaluation slow. */
export const MAX_TOKENS = 60;

/** How many sentences were left out, by reason; reasons without any are not there. */
export type LeftOut = Readonly<Record<string, number>>;

export interface Selection<Kept extends Sentence = Sentence> {
  readonly sentences: readonly Kept[];
  readonly leftOut: LeftOut;
}

/**
 * The sentences that training and evaluation use: single-rooted projective trees of 1 to 60 tokens.
 *
 * @param most with so many, what comes after them is not looked at
 */
export function selectSentences<Kept extends Sentence>(
  treebank: Treebank<Kept>,
  most = Infinity,
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
    if (sentence.forms.length > MAX_TOKENS) leaveOut(`over ${MAX_TOKENS} tokens`, 1);
    else if (!isTree(sentence.heads)) leaveOut(whyNoTree(sentence.heads), 1);
    else if (!isProjective(sentence.heads)) leaveOut('not projective', 1);
    else sentences.push(sentence);
  }
  return { sentences, leftOut };
}

/** Why heads form no tree. */
export function whyNoTree(heads: readonly number[]): string {
  const roots = heads.filter((head) => head === 0).length;
  if (roots > 1) return 'with several roots';
  return roots === 0 ? 'without a root' : 'with a cycle';
}

/** What was left out, to be written after a number of sentences; empty where nothing was. */
export function describeLeftOut(leftOut: LeftOut): string {
  const reasons = Object.entries(leftOut).map(([reason, count]) => `${count} ${reason}`);
  return reasons.length === 0 ? '' : ` (left out: ${reasons.join(', ')})`;
}
