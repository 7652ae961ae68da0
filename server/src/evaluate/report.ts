import type { Share } from '../treebank/sampling.ts';
import type { LeftOut } from '../treebank/select.ts';

/** Sentence lengths that times are reported for. */
export const lengthBuckets = ['1-10', '11-20', '21-40', '41-60'] as const;
export type LengthBucket = (typeof lengthBuckets)[number];

/** The beams for which search errors are counted. */
export const judgedBeams = [1, 4, 16, 64, 256] as const;

/** How searches do on bags with a proven highest-scoring realization. */
export interface ProofReport {
  /** The bags with a proven realization, by the beam's scores. */
  readonly proven: number;
  /**
   * Of those, by width: the percentage in which the beam's first realization scores less; null for
   * none.
   */
  readonly searchErrors: Readonly<Record<(typeof judgedBeams)[number], number | null>>;
  /**
   * The same by the scores of best-first, and its own percentage; null without such scores or bags.
   */
  readonly bestFirst: { readonly proven: number; readonly searchErrors: number | null } | null;
}

/** One condition's figures. BLEU and exact match are from 0 to 100, times in milliseconds. */
export interface ConditionReport {
  readonly pos: Share;
  readonly dep: Share;
  readonly label: boolean;
  /** For bags with a grammar: the words with a given category. */
  readonly categories?: Share;
  /** The number of sentences that each search ordered. */
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
  /** Medians; null if no sentence has such a length. */
  readonly msByLength: Readonly<Record<LengthBucket, number | null>>;
  /** Slope of log CPU time on log length, sentences of 8 to 60 tokens; null for too few of them. */
  readonly growth: number | null;
  readonly violations: number;
  readonly lostWords: number;
  /** Bags for which the search was cut short. */
  readonly incomplete: number;
  /** For bags with a grammar: the percentage in which a derivation spans the first realization. */
  readonly spanned?: number;
  /** Null unless the search was `exact`. */
  readonly proofs: ProofReport | null;
}

/** The output of `bowline evaluate --format json`. */
export interface EvaluationReport {
  readonly treebank: string;
  readonly sentences: number;
  readonly leftOut: LeftOut;
  readonly seed: number;
  readonly beam: number;
  /** The requested search. */
  readonly search: string;
  /** The number of decoding threads. With several, times are as on a busy machine. */
  readonly threads: number;
  readonly model: string;
  /** Null for none. */
  readonly languageModel: string | null;
  readonly commit: string | null;
  readonly machine: string;
  readonly modelBytes: number;
  readonly loadMs: number;
  readonly peakMemoryMB: number;
  /** CPU time of a fixed loop, to compare machines and moments. */
  readonly calibrationMs: number;
  readonly conditions: readonly ConditionReport[];
}
