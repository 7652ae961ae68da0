import type { SharedModelFile } from '../model/file.ts';

export interface ResourceFiles {
  readonly model: SharedModelFile;
  readonly languageModel: SharedModelFile | null;
}

export interface ParserFile {
  /** Different files have different ids. */
  readonly id: number;
  readonly file: SharedModelFile;
}
