import { readFileSync } from 'node:fs';
import { openModelFile, openShared } from '../../../server/src/hosts/node/model-file.ts';
import { templateSeedsOf } from '../../../server/src/scoring/template-groups.ts';
import {
  encodeFile,
  fileInMemory,
  stored,
  type ModelFormat,
} from '../../../server/src/model/file.ts';
import { loadModel, MODEL_FORMAT, type Model } from '../../../server/src/model/model.ts';
import { decodeSections, encodeSections } from '../../../server/src/model/sections.ts';
import { tableName, type LearnedWeights } from '../../../server/src/model/tables.ts';

/** The contents of a model file: its metadata, and the sections of its parts, by `PART/SECTION`. */
export interface Taken {
  readonly metadata: unknown;
  readonly sections: ReadonlyMap<string, Uint8Array>;
}

/** Takes a file apart. */
export function takeApart(bytes: Uint8Array, format: ModelFormat): Taken {
  const file = fileInMemory(bytes, format);
  const sections = new Map<string, Uint8Array>();
  for (const part of file.parts.keys()) {
    for (const [name, section] of decodeSections(file.read(part)).sections) {
      sections.set(`${part}/${name}`, section);
    }
  }
  return { metadata: file.metadata, sections };
}

/**
 * The file with changed sections and correct checksums.
 *
 * @param changes by `PART/SECTION`; null to leave out the section
 */
export function forge(
  bytes: Uint8Array,
  format: ModelFormat,
  changes: Readonly<Record<string, Uint8Array | null>>,
  metadata: unknown = fileInMemory(bytes, format).metadata,
): Uint8Array {
  const file = fileInMemory(bytes, format);
  const parts = [...file.parts.keys()].map((part) => {
    const content = decodeSections(file.read(part));
    const sections = new Map(content.sections);
    for (const [key, section] of Object.entries(changes)) {
      const [of, name] = key.split('/');
      if (of !== part) continue;
      if (section === null) sections.delete(name);
      else sections.set(name, section);
    }
    return [part, stored(encodeSections({ ...content, sections }))] as const;
  });
  return encodeFile(format, metadata, new Map(parts));
}

/** Loads a model with all parts, also those that are normally read when they are first needed. */
export function loadWhole(bytes: Uint8Array): Model {
  const model = loadModel(bytes);
  learnedOf(model);
  if (model.grammar !== undefined) [model.grammar.columns, model.grammar.supertaggerWeights];
  return model;
}

/** The weights of all tables. */
export function learnedOf({ tables }: Model): Map<string, LearnedWeights> {
  return new Map([...tables].map(([name, { learned }]) => [name, learned()]));
}

/** A model as data that can be compared. */
export function contentsOf({ grammar, tables, ...rest }: Model): object {
  return {
    ...rest,
    tables: [...tables].map(([name, table]) => ({ name, ...table, learned: table.learned() })),
    grammar: grammar && {
      columns: grammar.columns,
      dictionary: grammar.dictionary,
      supertaggerWeights: grammar.supertaggerWeights,
    },
  };
}

/** The weights, as if training had learned them with the current templates. */
export function learned(
  search: string,
  weights: Int8Array,
  withLanguageModel = false,
): () => LearnedWeights {
  const templates = templateSeedsOf(search, withLanguageModel);
  return () => ({ weights, templates });
}

/** A model in a file, packed or not. */
export async function readModel(path: string): Promise<Model> {
  return loadModel(openShared(await openModelFile(path, MODEL_FORMAT)));
}

/** The bytes of each part in a model's file. */
export async function packedParts(path: string): Promise<Map<string, Uint8Array>> {
  const bytes = readFileSync(path);
  const { parts } = (await openModelFile(path, MODEL_FORMAT)).directory;
  return new Map(
    [...parts].map(([name, { offset, packed }]) => [name, bytes.subarray(offset, offset + packed)]),
  );
}

/**
 * The model, with the weights of its arc-standard search also as the weights of another search.
 *
 * @param withLanguageModel whether to take the weights for use with a language model
 */
export function withTable(model: Model, search: string, withLanguageModel = false): Model {
  const table = model.tables.get(tableName('arc-standard', withLanguageModel))!;
  const { weights } = table.learned();
  const same = { ...table, search, learned: learned(search, weights, withLanguageModel) };
  const name = tableName(search, withLanguageModel);
  return { ...model, tables: new Map([...model.tables, [name, same]]) };
}
