import type { AutoSentence } from '../../grammar/ccg/auto.ts';
import type { AnnotatedSentence, Treebank } from '../conllu.ts';
import type { LeftOut } from '../select.ts';
import { whyNoTree } from '../select.ts';
import { isProjective, isTree } from '../tree.ts';
import { toDerivation } from './convert.ts';
import type { Subcategorized } from './subcategorized.ts';

export interface SourcedSentence extends AutoSentence {
  /**
   * The tree from which the derivation was converted, and the number of guessed categories. Null if
   * the derivation was read from a file.
   */
  readonly source: {
    /** From 1; 0 for the root. */
    readonly heads: readonly number[];
    readonly fallBacks: number;
  } | null;
}

/** A bag has the same limit. */
const MOST_WORDS = 1000;

/**
 * Derives the sentences of a treebank.
 *
 * @yields null for a sentence without a derivation
 * @returns how many sentences were left out, by reason
 */
export function* deriveTreebank(
  { sentences, problems, empty }: Treebank<AnnotatedSentence>,
  subcategorized: Subcategorized,
): Generator<SourcedSentence | null, LeftOut> {
  const leftOut: Record<string, number> = {};
  const leaveOut = (reason: string, count = 1): void => {
    if (count > 0) leftOut[reason] = (leftOut[reason] ?? 0) + count;
  };
  leaveOut('broken', problems.length);
  leaveOut('without words', empty);
  for (const sentence of sentences) {
    const reason = whyNotDerived(sentence);
    const converted = reason === null ? toDerivation(sentence, subcategorized) : null;
    if (converted === null) {
      leaveOut(reason ?? 'not converted');
      yield null;
    } else {
      const { id, forms, tags, heads } = sentence;
      const { derivation, fallBacks } = converted;
      yield { id, words: forms, tags, derivation, source: { heads, fallBacks } };
    }
  }
  return leftOut;
}

/** Returns why a sentence cannot have a derivation; `null` if it can. */
export function whyNotDerived({ forms, heads }: AnnotatedSentence): string | null {
  if (forms.length > MOST_WORDS) return `over ${MOST_WORDS} words`;
  if (!isTree(heads)) return whyNoTree(heads);
  return isProjective(heads) ? null : 'not projective';
}
