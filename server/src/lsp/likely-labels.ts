import type { Knowledge } from '../language/index.ts';
import { likeliestLabel } from '../model/knowledge.ts';
import type { Token } from './protocol.ts';

export type LabelCounts = Pick<Knowledge, 'arcStatistics'>;

/**
 * Labels for arcs without one: the most frequent in the treebank between the two tags, with the
 * dependent on the same side. They are only displayed; the search does not read them.
 */
export class LikelyLabels {
  readonly #counts: LabelCounts | null;
  /** By the two tags and the side, since the realizations of a list have many arcs in common. */
  readonly #known = new Map<string, string | null>();

  /** @param counts null without a model: then there are no labels */
  constructor(counts: LabelCounts | null) {
    this.#counts = counts;
  }

  /** @param place of the dependent, from 0 */
  of(tokens: readonly Token[], place: number): string | null {
    const { tag, head, label } = tokens[place];
    if (label !== null || head === 0) return null;
    const isLeft = place + 1 < head;
    const headTag = tokens[head - 1].tag;
    const key = `${headTag} ${tag} ${isLeft}`;
    let likely = this.#known.get(key);
    if (likely === undefined) {
      likely = this.#counts && likeliestLabel(this.#counts, headTag, tag, isLeft);
      this.#known.set(key, likely);
    }
    return likely;
  }
}
