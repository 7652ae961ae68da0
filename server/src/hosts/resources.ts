import { LanguageModel } from '../lm/query/language-model.ts';
import { loadModel } from '../model/model.ts';
import type { Resources } from '../realize/realizer.ts';

/** The bytes of the files that a realizer needs, in memory that all threads share. */
export interface ResourceFiles {
  readonly model: SharedArrayBuffer;
  readonly languageModel: SharedArrayBuffer | null;
}

/** @throws {ModelError} if a file is not a usable model, or is damaged */
export function loadResources({ model, languageModel }: ResourceFiles): Resources {
  return {
    model: loadModel(new Uint8Array(model)),
    languageModel: languageModel === null ? null : new LanguageModel(new Uint8Array(languageModel)),
  };
}
