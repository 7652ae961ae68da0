import { damaged, isObject } from './file.ts';
import { bytesOf, sectionOf, viewOf, type Sections } from './sections.ts';
import type { LearnedWeights, TemplateSeeds } from './tables.ts';

export function sectionsOfWeights({ weights, templates }: LearnedWeights): Sections {
  return { metadata: { templates }, sections: new Map([['weights', bytesOf(weights)]]) };
}

/**
 * @param keys the highest id that is the key of a feature (`FeatureSum`), such as the highest id of
 *   a tag. It must be less than the number of weights
 * @throws {ModelError} if the part is not as `sectionsOfWeights` makes it
 */
export function weightsOfSections({ metadata, sections }: Sections, keys: number): LearnedWeights {
  if (!isObject(metadata) || !isTemplateSeeds(metadata.templates)) throw damaged();
  const { templates } = metadata;
  const weights = viewOf(Int8Array, sectionOf(sections, 'weights'));
  const { length } = weights;
  const isPower = (length & (length - 1)) === 0;
  if (!isPower || length <= keys) throw damaged();
  return { weights, templates };
}

function isTemplateSeeds(value: unknown): value is TemplateSeeds {
  return isObject(value) && Object.values(value).every((seed) => Number.isSafeInteger(seed));
}
