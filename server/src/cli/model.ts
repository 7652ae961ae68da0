import {
  LANGUAGE_MODEL,
  LANGUAGE_MODEL_FORMAT,
  type LanguageModelMetadata,
  type LanguageModelRecord,
} from '../lm/query/format.ts';
import { ModelError, OtherVersion, type Directory, type ModelFormat } from '../model/file.ts';
import { isMetadata, MODEL, type TrainingRecord } from '../model/metadata.ts';
import { MODEL_FORMAT } from '../model/model.ts';
import {
  isParserMetadata,
  PARSER,
  PARSER_FORMAT,
  type ParserTraining,
} from '../parser/parser-model.ts';
import { aligned } from '../text/aligned.ts';
import { counted } from '../text/counted.ts';
import { printable } from '../text/printable.ts';
import { openModelFile, readFailure } from '../hosts/node/model-file.ts';
import { CommandError, ExitCode } from './errors.ts';

export const modelFormats = ['text', 'json'] as const;

interface ModelReport {
  readonly file: string;
  readonly kind: typeof MODEL | typeof LANGUAGE_MODEL | typeof PARSER;
  readonly version: number;
  readonly bytes: number;
  /** How the model was trained; null if the file does not say. */
  readonly training: TrainingRecord | LanguageModelRecord | ParserTraining | null;
  readonly parts: readonly PartReport[];
}

interface PartReport {
  readonly name: string;
  readonly bytes: number;
  readonly bytesInMemory: number;
  /** The training pass that made a table of weights. */
  readonly pass?: number;
}

/**
 * `bowline model`: lists the parts of a model's file with their sizes. Of the parts themselves,
 * reads only those that `openModelFile` always reads, such as the lexicon.
 */
export async function modelCommand(
  path: string,
  { format }: { readonly format: (typeof modelFormats)[number] },
): Promise<ExitCode> {
  const report = await reportOf(path);
  console.log(format === 'json' ? JSON.stringify(report, null, 2) : asText(report));
  return ExitCode.Done;
}

/** @throws {CommandError} if the file cannot be read or is no model of any kind */
async function reportOf(path: string): Promise<ModelReport> {
  const open = async (format: ModelFormat): Promise<ModelReport> => {
    const { directory } = await openModelFile(path, format);
    const about = metadataOf(directory);
    const { version } = format;
    return { file: path, version, bytes: directory.length, ...about, parts: partsOf(directory) };
  };
  try {
    return await open(MODEL_FORMAT).catch(async (error: unknown) => {
      if (!(error instanceof OtherVersion)) throw error;
      // Each kind of file has its own versions, so a file with an unexpected version may be of
      // another kind.
      if (await isParser(path)) return await open(PARSER_FORMAT);
      return await open(LANGUAGE_MODEL_FORMAT).catch((other: unknown) => {
        throw other instanceof OtherVersion ? error : other;
      });
    });
  } catch (error) {
    throw new CommandError(
      `${path}: ${error instanceof ModelError ? error.message : readFailure(error)}`,
    );
  }
}

/** Decides by the metadata: an old model may have the same version number as a parser. */
async function isParser(path: string): Promise<boolean> {
  try {
    const { directory } = await openModelFile(path, { ...PARSER_FORMAT, needed: [] });
    return isParserMetadata(directory.metadata);
  } catch (error) {
    if (error instanceof OtherVersion) return false;
    throw error;
  }
}

/**
 * @throws {ModelError} if the metadata belongs to no kind of model
 */
function metadataOf({ metadata }: Directory): Pick<ModelReport, 'kind' | 'training'> {
  if (isMetadata(metadata)) return { kind: MODEL, training: metadata.training };
  if (isParserMetadata(metadata)) return { kind: PARSER, training: metadata.training };
  const { kind, record } = metadata as LanguageModelMetadata;
  if (kind === LANGUAGE_MODEL) return { kind, training: record };
  throw new ModelError('This model is damaged: it does not name its kind.');
}

function partsOf({ metadata, parts }: Directory): PartReport[] {
  const tables = isMetadata(metadata) ? metadata.tables : {};
  return [...parts].map(([name, { packed, length }]) => ({
    name,
    bytes: packed,
    bytesInMemory: length,
    ...(Object.hasOwn(tables, name) && { pass: tables[name].bestPass }),
  }));
}

function asText({ file, kind, version, bytes, training, parts }: ModelReport): string {
  const rows = parts.map(({ name, bytes: packed, bytesInMemory, pass }) => [
    printable(name),
    megabytes(packed),
    megabytes(bytesInMemory),
    pass === undefined ? '' : String(pass),
  ]);
  return [
    `${file}: ${kind}, version ${version}, ${megabytes(bytes)} MB`,
    ...(training === null ? [] : [`learned from ${printable(describeTraining(training))}`]),
    '',
    aligned([['part', 'MB in the file', 'MB in memory', 'training pass'], ...rows]),
  ].join('\n');
}

function describeTraining(training: TrainingRecord | LanguageModelRecord | ParserTraining): string {
  const sources = 'treebanks' in training ? training.treebanks : training.sources;
  return `${sources.join(', ') || 'no file'}: ${counted(training.sentences, 'sentence')}`;
}

function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(2);
}
