import { bytesOf, encodeSections } from '../../../server/src/model/file.ts';
import type { Model } from '../../../server/src/model/model.ts';

/** The file of a model as version 3 had it: with 8 bits for tags and labels, and three tables. */
export function encodeVersion3({ training, lexicon, arcCounts, tables }: Model): Uint8Array {
  const plain = tables.get('arc-standard')!;
  const ordering = tables.get('bottom-up');
  const fluent = tables.get('arc-standard+lm');
  const { withLanguageModel, ...rest } = training;
  const { pairs, kinds, counts } = arcCounts.columns;
  const keys = pairs.map((pair, i) => ((pair >>> 16) << 19) | ((pair & 255) << 11) | kinds[i]);
  const text = (forms: readonly string[]): Uint8Array => new TextEncoder().encode(forms.join('\n'));
  return encodeSections({
    version: 3,
    metadata: {
      training: {
        ...rest,
        bestPass: plain.bestPass,
        bestOrderPass: ordering?.bestPass ?? null,
        withLanguageModel: withLanguageModel && {
          ...withLanguageModel,
          bestPass: fluent?.bestPass,
        },
      },
      unitsPerNat: fluent?.unitsPerNat ?? null,
      tags: lexicon.tags,
      labels: lexicon.labels,
    },
    sections: new Map([
      ['words', text(lexicon.words)],
      ['classForms', text(lexicon.classes.forms)],
      ['classIds', lexicon.classes.ids],
      ['entryStart', bytesOf(lexicon.entryStart)],
      ['entryTag', Uint8Array.from(lexicon.entryTag)],
      ['entryCount', bytesOf(lexicon.entryCount)],
      ['arcKeys', bytesOf(keys)],
      ['arcCounts', bytesOf(counts)],
      ['weights', bytesOf(plain.weights)],
      ...(fluent === undefined ? [] : [['fluentWeights', bytesOf(fluent.weights)] as const]),
      ...(ordering === undefined ? [] : [['orderWeights', bytesOf(ordering.weights)] as const]),
    ]),
  });
}
