const MAX_ORDER = 4;

/**
 * Corpus-level BLEU-4 with one reference for each sentence (Papineni et al. 2002). Case-sensitive,
 * with uniform weights and brevity penalty.
 */
export class Bleu {
  readonly #matches = new Float64Array(MAX_ORDER);
  readonly #totals = new Float64Array(MAX_ORDER);
  #outputLength = 0;
  #referenceLength = 0;

  add(output: readonly string[], reference: readonly string[]): void {
    this.#outputLength += output.length;
    this.#referenceLength += reference.length;
    for (let order = 1; order <= MAX_ORDER; order++) {
      const expected = ngrams(reference, order);
      for (const [ngram, count] of ngrams(output, order)) {
        this.#matches[order - 1] += Math.min(count, expected.get(ngram) ?? 0);
        this.#totals[order - 1] += count;
      }
    }
  }

  /**
   * Returns a score from 0 to 100.
   *
   * @param added smoothing: added to the matches and totals of bigrams and longer n-grams
   */
  score(added = 0): number {
    let logPrecision = 0;
    for (let i = 0; i < MAX_ORDER; i++) {
      const more = i === 0 ? 0 : added;
      logPrecision += Math.log((this.#matches[i] + more) / (this.#totals[i] + more)) / MAX_ORDER;
    }
    const brevity = Math.min(0, 1 - this.#referenceLength / this.#outputLength);
    const score = 100 * Math.exp(logPrecision + brevity);
    return Number.isNaN(score) ? 0 : score;
  }
}

/**
 * BLEU+1 of one sentence, from 0 to 100 (Lin & Och 2004, ORANGE, section 4). It is smoothed, since
 * a single sentence often has no matching 4-gram.
 */
export function sentenceBleu(output: readonly string[], reference: readonly string[]): number {
  const bleu = new Bleu();
  bleu.add(output, reference);
  return bleu.score(1);
}

function ngrams(words: readonly string[], order: number): Map<string, number> {
  const counts = new Map<string, number>();
  for (let i = 0; i + order <= words.length; i++) {
    const ngram = words.slice(i, i + order).join('\n');
    counts.set(ngram, (counts.get(ngram) ?? 0) + 1);
  }
  return counts;
}
