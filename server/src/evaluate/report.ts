import type { Share } from '../treebank/sampling.ts';
import type { LeftOut } from '../treebank/select.ts';

/** The ranges of sentence length for which times are reported. */
export const lengthBuckets = ['1-10', '11-20', '21-40', '41-60'] as const;
export type LengthBucket = (typeof lengthBuckets)[number];

/** The beam widths for which search errors are counted. */
export const judgedBeams = [1, 4, 16, 64, 256] as const;

/** How often searches fail on bags whose highest-scoring realization is proven. */
export interface ProofReport {
  /**
   * The number of bags with a proof that a realization has the highest score. The scores are the
   * scores of beam search.
   */
  readonly proven: number;
  /**
   * Keyed by beam width: how often beam search misses the proven realization, in percent of the
   * bags with a proof. Beam search misses it if the first realization of beam search scores less.
   * Null if no bag has a proof.
   */
  readonly searchErrors: Readonly<Record<(typeof judgedBeams)[number], number | null>>;
  /**
   * The search errors of best-first search. Its scores differ from those of beam search, so its
   * proofs are separate. `proven` is the number of bags with such a proof. `searchErrors` is the
   * percentage of these bags in which best-first search misses the proven realization. The whole
   * field is null if the model has no scores for best-first search, or if every bag is too large
   * for a proof.
   */
  readonly bestFirst: { readonly proven: number; readonly searchErrors: number | null } | null;
}

/** The figures of one condition. BLEU and exact match are from 0 to 100, times in milliseconds. */
export interface ConditionReport {
  readonly pos: Share;
  readonly dep: Share;
  readonly label: boolean;
  /** For bags with a grammar: how many words are given a category. */
  readonly categories?: Share;
  /** Keyed by the name of a search: the number of sentences that this search ordered. */
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
  /** Median wall times by sentence length; null for a range of lengths without a sentence. */
  readonly msByLength: Readonly<Record<LengthBucket, number | null>>;
  /**
   * The slope of log CPU time on log length, over sentences of 8 to 60 tokens; null if there are
   * too few sentences.
   */
  readonly growth: number | null;
  readonly violations: number;
  readonly lostWords: number;
  /** The number of bags for which the search was cut short. */
  readonly incomplete: number;
  /**
   * For bags with a grammar: the percentage of bags in which a derivation spans the first
   * realization.
   */
  readonly spanned?: number;
  /** The search errors on bags with a proof; null if the requested search is not `exact`. */
  readonly proofs: ProofReport | null;
}

/** The output of `bowline evaluate --format json`. */
export interface EvaluationReport {
  readonly treebank: string;
  readonly sentences: number;
  readonly leftOut: LeftOut;
  readonly seed: number;
  /**
   * Whether the first word of each sentence was put in lower case. If left out, the sentences were
   * not changed.
   */
  readonly lowerCase?: boolean;
  readonly beam: number;
  /** The requested search. */
  readonly search: string;
  /**
   * The number of decoding threads. With several threads, times are higher, since the threads slow
   * each other down.
   */
  readonly threads: number;
  readonly model: string;
  /** The name of the language model; null for none. */
  readonly languageModel: string | null;
  readonly commit: string | null;
  readonly machine: string;
  readonly modelBytes: number;
  readonly loadMs: number;
  readonly peakMemoryMB: number;
  /** CPU time of a fixed loop, to compare machines, or one machine at different times. */
  readonly calibrationMs: number;
  readonly conditions: readonly ConditionReport[];
}
