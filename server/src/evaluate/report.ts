import type { Share } from '../treebank/sampling.ts';
import type { LeftOut } from '../treebank/select.ts';

/** Ranges of sentence lengths. */
export const lengthBuckets = ['1-10', '11-20', '21-40', '41-60'] as const;
export type LengthBucket = (typeof lengthBuckets)[number];

export const judgedBeams = [1, 4, 16, 64, 256] as const;

/** Search errors on bags whose highest-scoring realization is proven. */
export interface ProofReport {
  /** The number of bags with a proof. The proofs use the scores of beam search. */
  readonly proven: number;
  /**
   * Keyed by beam width: the percentage of bags with a proof in which beam search finds no sentence
   * with the proven score. Null if no bag has a proof.
   */
  readonly searchErrors: Readonly<Record<(typeof judgedBeams)[number], number | null>>;
  /**
   * The same for best-first search. Its scores differ from those of beam search, so it has its own
   * proofs. Null if the model has no scores for best-first search, or if every bag is too large for
   * a proof.
   */
  readonly bestFirst: { readonly proven: number; readonly searchErrors: number | null } | null;
}

/** BLEU and exact match are from 0 to 100, times in milliseconds. */
export interface ConditionReport {
  readonly pos: Share;
  readonly dep: Share;
  readonly label: boolean;
  /** For bags with a grammar: how many words are given a category. */
  readonly categories?: Share;
  /** Keyed by search: the number of sentences that it ordered. */
  readonly searches: Readonly<Record<string, number>>;
  readonly bleu: number;
  readonly exact: number;
  readonly msMean: number;
  readonly msMedian: number;
  readonly ms95: number;
  readonly ms99: number;
  readonly cpuMsMean: number;
  readonly cpuMsMedian: number;
  readonly cpuMs95: number;
  /** Medians of wall times; null for a range without a sentence. */
  readonly msByLength: Readonly<Record<LengthBucket, number | null>>;
  /** The exponent with which CPU time grows with sentence length (`growth` in `timing.ts`). */
  readonly growth: number | null;
  readonly violations: number;
  readonly lostWords: number;
  /** Bags for which the search was cut short. */
  readonly incomplete: number;
  /**
   * For bags with a grammar: the percentage of bags in which one derivation spans all words of the
   * first realization.
   */
  readonly spanned?: number;
  /** Null if the requested search is not `exact`. */
  readonly proofs: ProofReport | null;
}

/** The output of `bowline evaluate --format json`. */
export interface EvaluationReport {
  readonly treebank: string;
  readonly sentences: number;
  readonly leftOut: LeftOut;
  readonly seed: number;
  /** Whether the first word of each sentence was put in lower case. Absent means false. */
  readonly lowerCase?: boolean;
  readonly beam: number;
  readonly search: string;
  /** With several decoding threads, times are higher, since the threads slow each other down. */
  readonly threads: number;
  readonly model: string;
  /** Null without a language model. */
  readonly languageModel: string | null;
  readonly commit: string | null;
  readonly machine: string;
  readonly modelBytes: number;
  readonly loadMs: number;
  readonly peakMemoryMB: number;
  /** CPU time of a fixed loop. It compares machines, or one machine at different times. */
  readonly calibrationMs: number;
  readonly conditions: readonly ConditionReport[];
}
