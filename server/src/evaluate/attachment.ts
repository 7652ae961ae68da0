import type { Sentence } from '../treebank/conllu.ts';

const PUNCTUATION = 'PUNCT';

/** Arrays are indexed by word. */
export interface ParseToScore {
  readonly tags: readonly string[];
  readonly universalTags: readonly string[];
  readonly heads: readonly number[];
  readonly labels: readonly string[];
}

/** In percent, except the counts `sentences` and `words`. */
export interface AttachmentScores {
  readonly sentences: number;
  readonly words: number;
  readonly xpos: number;
  readonly upos: number;
  /** Unlabelled attachment score: words with the right head. */
  readonly uas: number;
  /** Labelled attachment score: words with the right head and label. */
  readonly las: number;
  /** Like `las`, but ignores the subtypes of labels: `nmod:poss` counts as `nmod`. */
  readonly universalLas: number;
  /** Without words that have the universal tag PUNCT. */
  readonly uasWithoutPunctuation: number;
  readonly lasWithoutPunctuation: number;
  /** Sentences in which all heads are right. */
  readonly exact: number;
  /** Sentences in which all heads and labels are right. */
  readonly exactLabelled: number;
}

export class AttachmentCounts {
  #sentences = 0;
  #words = 0;
  #marked = 0;
  #counts = {
    xpos: 0,
    upos: 0,
    uas: 0,
    las: 0,
    universalLas: 0,
    uasMarked: 0,
    lasMarked: 0,
    exact: 0,
    exactLabelled: 0,
  };

  /** @param right the sentence in the treebank */
  add(right: Sentence & { readonly universalTags: readonly string[] }, parse: ParseToScore): void {
    const counts = this.#counts;
    let heads = 0;
    let labelled = 0;
    right.forms.forEach((_, i) => {
      const isHead = parse.heads[i] === right.heads[i];
      const isLabel = isHead && parse.labels[i] === right.labels[i];
      const isMark = right.universalTags[i] === PUNCTUATION;
      this.#words++;
      if (parse.tags[i] === right.tags[i]) counts.xpos++;
      if (parse.universalTags[i] === right.universalTags[i]) counts.upos++;
      if (isHead) heads++;
      if (isLabel) labelled++;
      if (isHead && universal(parse.labels[i]) === universal(right.labels[i]))
        counts.universalLas++;
      if (isMark) {
        this.#marked++;
        if (isHead) counts.uasMarked++;
        if (isLabel) counts.lasMarked++;
      }
    });
    this.#sentences++;
    counts.uas += heads;
    counts.las += labelled;
    if (heads === right.forms.length) counts.exact++;
    if (labelled === right.forms.length) counts.exactLabelled++;
  }

  scores(): AttachmentScores {
    const counts = this.#counts;
    const words = this.#words;
    const unmarked = words - this.#marked;
    const share = (count: number, of: number): number => (of === 0 ? 0 : (100 * count) / of);
    return {
      sentences: this.#sentences,
      words,
      xpos: share(counts.xpos, words),
      upos: share(counts.upos, words),
      uas: share(counts.uas, words),
      las: share(counts.las, words),
      universalLas: share(counts.universalLas, words),
      uasWithoutPunctuation: share(counts.uas - counts.uasMarked, unmarked),
      lasWithoutPunctuation: share(counts.las - counts.lasMarked, unmarked),
      exact: share(counts.exact, this.#sentences),
      exactLabelled: share(counts.exactLabelled, this.#sentences),
    };
  }
}

function universal(label: string): string {
  return label.split(':')[0];
}
