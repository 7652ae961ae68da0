const MAX_ORDER = 4;
/**
 * NIST's penalty: if outputs are SHORT times as long as references, the score is multiplied by
 * SHORT_SCORE.
 */
const SHORT = 2 / 3;
const SHORT_SCORE = 0.5;

/** BLEU and DIST are from 0 to 100. NIST has no upper limit. */
export interface SharedTaskScores {
  readonly bleu: number;
  readonly nist: number;
  readonly dist: number;
}

interface Pair {
  readonly output: readonly string[];
  readonly reference: readonly string[];
}

/**
 * The scores of the Surface Realization shared tasks, computed like the script of their organisers:
 * for a whole corpus, with one reference for each sentence, in lower case.
 *
 * - BLEU-4 as NLTK's `corpus_bleu` computes it with smoothing `method2`: for bigrams and longer
 *   n-grams, one is added to the number of matches and to the number of n-grams. A sentence of fewer
 *   than n words counts as one n-gram without a match.
 * - NIST to 4-grams as NLTK's `corpus_nist` computes it (Doddington 2002, equations 2 and 3).
 * - DIST: 100 × (1 − sum of edit distances / sum of lengths), both in words. A length is that of
 *   the output or of the reference, whichever is longer.
 *
 * All other evaluations use the BLEU of `Bleu`.
 */
export class SharedTaskMeasures {
  readonly #pairs: Pair[] = [];

  add(output: string, reference: string): void {
    this.#pairs.push({ output: wordsOf(output), reference: wordsOf(reference) });
  }

  scores(): SharedTaskScores {
    return { bleu: bleuOf(this.#pairs), nist: nistOf(this.#pairs), dist: distOf(this.#pairs) };
  }
}

function wordsOf(text: string): readonly string[] {
  const words = text.trim().toLowerCase();
  return words === '' ? [] : words.split(/\s+/u);
}

function bleuOf(pairs: readonly Pair[]): number {
  let logPrecision = 0;
  for (let order = 1; order <= MAX_ORDER; order++) {
    let matches = 0;
    let total = 0;
    for (const { output, reference } of pairs) {
      for (const [, count] of overlaps(output, reference, order)) matches += count;
      total += Math.max(1, output.length - order + 1);
    }
    const added = order === 1 ? 0 : 1;
    logPrecision += Math.log((matches + added) / (total + added)) / MAX_ORDER;
  }
  const outputLength = lengthOf(pairs.map(({ output }) => output));
  if (outputLength === 0) return 0;
  const referenceLength = lengthOf(pairs.map(({ reference }) => reference));
  const brevity = Math.min(0, 1 - referenceLength / outputLength);
  return 100 * Math.exp(logPrecision + brevity);
}

function nistOf(pairs: readonly Pair[]): number {
  const references = pairs.map(({ reference }) => reference);
  const referenceLength = lengthOf(references);
  const outputLength = lengthOf(pairs.map(({ output }) => output));
  if (outputLength === 0 || referenceLength === 0) return 0;
  const counts = new Map<string, number>();
  for (const reference of references) {
    for (let order = 1; order <= MAX_ORDER; order++) {
      for (const [ngram, count] of ngrams(reference, order)) {
        counts.set(ngram, (counts.get(ngram) ?? 0) + count);
      }
    }
  }
  const information = (ngram: string): number => {
    const beginning = ngram.slice(0, Math.max(0, ngram.lastIndexOf(SEPARATOR)));
    const before = beginning === '' ? referenceLength : counts.get(beginning)!;
    return Math.log2(before / counts.get(ngram)!);
  };
  let sum = 0;
  for (let order = 1; order <= MAX_ORDER; order++) {
    let weight = 0;
    let total = 0;
    for (const { output, reference } of pairs) {
      for (const [ngram, count] of overlaps(output, reference, order)) {
        weight += information(ngram) * count;
      }
      total += Math.max(0, output.length - order + 1);
    }
    if (total > 0) sum += weight / total;
  }
  const ratio = Math.min(1, outputLength / referenceLength);
  const steepness = Math.log(SHORT_SCORE) / Math.log(SHORT) ** 2;
  return sum * Math.exp(steepness * Math.log(ratio) ** 2);
}

function distOf(pairs: readonly Pair[]): number {
  let distances = 0;
  let lengths = 0;
  for (const { output, reference } of pairs) {
    distances += editDistance(output, reference);
    lengths += Math.max(output.length, reference.length);
  }
  return lengths === 0 ? 100 : 100 * (1 - distances / lengths);
}

/** Levenshtein distance in words. */
function editDistance(from: readonly string[], to: readonly string[]): number {
  let row = Array.from({ length: to.length + 1 }, (_, i) => i);
  for (const [i, word] of from.entries()) {
    const next = [i + 1];
    for (const [j, other] of to.entries()) {
      const replaced = row[j] + (word === other ? 0 : 1);
      next.push(Math.min(replaced, row[j + 1] + 1, next[j] + 1));
    }
    row = next;
  }
  return row[to.length];
}

/** Stands between the words of an n-gram. Words contain no white space. */
const SEPARATOR = '\n';

/** Returns the n-grams that two sentences share, each with the smaller of its two counts. */
function overlaps(
  output: readonly string[],
  reference: readonly string[],
  order: number,
): readonly (readonly [ngram: string, count: number])[] {
  const expected = ngrams(reference, order);
  return [...ngrams(output, order)].flatMap(([ngram, count]) => {
    const shared = Math.min(count, expected.get(ngram) ?? 0);
    return shared === 0 ? [] : [[ngram, shared] as const];
  });
}

function ngrams(words: readonly string[], order: number): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (let i = 0; i + order <= words.length; i++) {
    const ngram = words.slice(i, i + order).join(SEPARATOR);
    counts.set(ngram, (counts.get(ngram) ?? 0) + 1);
  }
  return counts;
}

function lengthOf(sentences: readonly (readonly string[])[]): number {
  return sentences.reduce((sum, { length }) => sum + length, 0);
}
