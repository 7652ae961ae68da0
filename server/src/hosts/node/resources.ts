import { LanguageModel } from '../../lm/query/language-model.ts';
import { loadModel } from '../../model/model.ts';
import type { Resources } from '../../realize/realizer.ts';
import type { ResourceFiles } from '../resources.ts';
import { openShared } from './model-file.ts';

/** @throws {ModelError} if a file is not a usable model, or is damaged */
export function loadResources({ model, languageModel }: ResourceFiles): Resources {
  return {
    model: loadModel(openShared(model)),
    languageModel: languageModel === null ? null : new LanguageModel(openShared(languageModel)),
  };
}
