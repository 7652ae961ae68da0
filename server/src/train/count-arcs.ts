import { ArcCounts, distanceBucket, type ArcKind } from '../model/arc-counts.ts';
import { NONE, type Lexicon } from '../model/lexicon.ts';
import type { Sentence } from '../treebank/conllu.ts';

/** Counts the arcs of trees by tags, label, direction and distance. */
export function countArcs(sentences: readonly Sentence[], lexicon: Lexicon): ArcCounts {
  return ArcCounts.of(arcsOf(sentences, lexicon));
}

function* arcsOf(sentences: readonly Sentence[], lexicon: Lexicon): Generator<ArcKind> {
  for (const { tags, heads, labels } of sentences) {
    for (const [i, head] of heads.entries()) {
      yield {
        headTag: head === 0 ? NONE : lexicon.tagId(tags[head - 1]),
        dependentTag: lexicon.tagId(tags[i]),
        label: lexicon.labelId(labels[i]),
        left: head > i + 1,
        distance: head === 0 ? 0 : distanceBucket(Math.abs(head - i - 1)),
      };
    }
  }
}
