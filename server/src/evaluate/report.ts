import type { Share } from '../treebank/sampling.ts';
import type { LeftOut } from '../treebank/select.ts';

/** Sentence lengths that times are reported for. */
export const lengthBuckets = ['1-10', '11-20', '21-40', '41-60'] as const;
export type LengthBucket = (typeof lengthBuckets)[number];

/** Widths of the beam whose search errors are counted. */
export const judgedBeams = [1, 4, 16, 64, 256] as const;

/** How searches do where the best realization is known. */
export interface ProofReport {
  /** Bags whose best realization was proven, by the beam's scores. */
  readonly proven: number;
  /** Of those, by width: the percentage where a beam's best scores less; null for none. */
  readonly searchErrors: Readonly<Record<(typeof judgedBeams)[number], number | null>>;
  /** The same by the scores of best-first, and its own percentage; null without such scores, or such bags. */
  readonly bestFirst: { readonly proven: number; readonly searchErrors: number | null } | null;
}

/** One condition's figures. BLEU and exact match are from 0 to 100, times in milliseconds. */
export interface ConditionReport {
  readonly pos: Share;
  readonly dep: Share;
  readonly label: boolean;
  /** Of bags with a grammar: the words whose category is given. */
  readonly categories?: Share;
  /** How many sentences each search ordered. */
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
  /** Medians; null where no sentence is that long. */
  readonly msByLength: Readonly<Record<LengthBucket, number | null>>;
  /** Slope of log CPU time on log length, sentences of 8 to 60 tokens; null for too few of them. */
  readonly growth: number | null;
  readonly violations: number;
  readonly lostWords: number;
  /** Bags whose search was cut short. */
  readonly incomplete: number;
  /** Of bags with a grammar: the percentage whose best realization has a derivation that spans it. */
  readonly spanned?: number;
  /** Null unless the search was `exact`. */
  readonly proofs: ProofReport | null;
}

/** What `bowline evaluate --format json` prints. */
export interface EvaluationReport {
  readonly treebank: string;
  readonly sentences: number;
  readonly leftOut: LeftOut;
  readonly seed: number;
  readonly beam: number;
  /** The search that was asked for. */
  readonly search: string;
  /** Threads that decoded at a time: with several, times are those of a busy machine. */
  readonly threads: number;
  readonly model: string;
  /** Null where none was used. */
  readonly languageModel: string | null;
  readonly commit: string | null;
  readonly machine: string;
  readonly modelBytes: number;
  readonly loadMs: number;
  readonly peakMemoryMB: number;
  /** CPU time of a fixed loop, to compare machines and moments by. */
  readonly calibrationMs: number;
  readonly conditions: readonly ConditionReport[];
}
