import {
  damaged,
  encodeFile,
  fileInMemory,
  isObject,
  ModelError,
  stored,
  type ModelFile,
  type ModelFormat,
} from '../model/file.ts';
import { MAX_INVENTORY, type Lexicon } from '../model/lexicon.ts';
import { lexiconOfSections, sectionsOfLexicon } from '../model/lexicon-sections.ts';
import type { TrainingRecord } from '../model/metadata.ts';
import { encodeSections, readPart, sectionOf, type Sections } from '../model/sections.ts';
import { sectionsOfWeights, weightsOfSections } from '../model/weight-sections.ts';
import { checkTemplates, seedsOf } from '../scoring/template-groups.ts';
import type { TemplateGroup } from '../scoring/templates.ts';
import { once } from '../util/once.ts';
import { candidateTemplates } from './arc-templates.ts';
import { factorTemplates } from './factor-scores.ts';
import { labelTemplates } from './label-templates.ts';
import { TagParts } from './parser-tokens.ts';
import { partTemplates } from './part-scores.ts';
import { taggerTemplates } from './tagger-templates.ts';

const LEXICON = 'lexicon';

export const PARSER_FORMAT: ModelFormat = { version: 1, needed: [LEXICON] };

/** The `kind` in the metadata of a parser's file. */
export const PARSER = 'parser';

export const parserTables = {
  tagger: [taggerTemplates],
  candidates: [candidateTemplates],
  parts: partTemplates,
  factors: factorTemplates,
  labels: [labelTemplates],
} as const satisfies Readonly<Record<string, readonly TemplateGroup[]>>;

export type ParserTable = keyof typeof parserTables;

export interface ParserTraining {
  readonly name: string;
  readonly treebanks: readonly string[];
  readonly sentences: number;
  readonly seed: number;
  /** The number of heads that the parser considers for a word. */
  readonly heads: number;
  /**
   * The cost of a wrong head, in units of scores: in training, the right tree must beat a tree with
   * `n` wrong heads by `n` times this cost.
   */
  readonly cost: number;
  readonly wordClasses: TrainingRecord['wordClasses'];
}

/** A parser: everything that its training learned. */
export interface ParserModel {
  readonly training: ParserTraining;
  /** The words, the joint tags (`jointTag`) and the labels. */
  readonly lexicon: Lexicon;
  /**
   * The weights of a table. The first call reads them from the file.
   *
   * @throws {ModelError} if the weights cannot be read, or were learned with other templates
   */
  readonly weights: (table: ParserTable) => Int8Array;
  /** For each pair of a label and a universal tag, 1 if training has seen it (`LabelChoices`). */
  readonly seenLabels: () => Uint8Array;
}

/** Returns the file of a parser, without compression. Equal parsers give equal bytes. */
export function encodeParser({ training, lexicon, weights, seenLabels }: ParserModel): Uint8Array {
  const metadata = { kind: PARSER, training, tags: lexicon.tags, labels: lexicon.labels };
  const parts: (readonly [string, Sections])[] = [
    [LEXICON, { metadata: null, sections: new Map(sectionsOfLexicon(lexicon)) }],
  ];
  for (const table of Object.keys(parserTables) as ParserTable[]) {
    const templates = seedsOf(parserTables[table]);
    const part = sectionsOfWeights({ weights: weights(table), templates });
    const sections = new Map(part.sections);
    if (table === 'labels') sections.set('seen', seenLabels());
    parts.push([table, { ...part, sections }]);
  }
  return encodeFile(
    PARSER_FORMAT,
    metadata,
    new Map(parts.map(([name, part]) => [name, stored(encodeSections(part))])),
  );
}

/**
 * Reads the lexicon of a parser. Each table of weights is read at its first use.
 *
 * @param source the file, or its uncompressed bytes, which must not change
 * @throws {ModelError} if the file is not a parser of this version, or is damaged
 */
export function loadParser(source: ModelFile | Uint8Array): ParserModel {
  const file = source instanceof Uint8Array ? fileInMemory(source, PARSER_FORMAT) : source;
  const { metadata } = file;
  if (!isParserMetadata(metadata)) {
    throw isObject(metadata) && typeof metadata.kind === 'string' && metadata.kind !== PARSER
      ? new ModelError(`This is a ${metadata.kind}, not a parser.`)
      : damaged();
  }
  const { training, tags, labels } = metadata;
  const lexicon = readPart(file, LEXICON, ({ sections }) =>
    lexiconOfSections(sections, tags, labels),
  );
  const keys = Math.max(tags.length, labels.length);
  const open = (table: ParserTable): (() => Int8Array) =>
    once(() => {
      const learned = readPart(file, table, (part) => weightsOfSections(part, keys));
      checkTemplates(table, learned.templates, seedsOf(parserTables[table]));
      return learned.weights;
    });
  const tables: Readonly<Record<ParserTable, () => Int8Array>> = {
    tagger: open('tagger'),
    candidates: open('candidates'),
    parts: open('parts'),
    factors: open('factors'),
    labels: open('labels'),
  };
  return {
    training,
    lexicon,
    weights: (table) => tables[table](),
    seenLabels: once(() =>
      readPart(file, 'labels', ({ sections }) => {
        const seen = sectionOf(sections, 'seen');
        const { uposNames } = new TagParts(tags);
        if (seen.length !== (labels.length + 1) * (uposNames.length + 1)) throw damaged();
        return seen;
      }),
    ),
  };
}

export interface ParserMetadata {
  readonly training: ParserTraining;
  readonly tags: readonly string[];
  readonly labels: readonly string[];
}

/** The value comes from a file that may be forged. */
export function isParserMetadata(value: unknown): value is ParserMetadata {
  if (!isObject(value)) return false;
  const { kind, training, tags, labels } = value;
  return (
    kind === PARSER &&
    isObject(training) &&
    Number.isInteger(training.heads) &&
    (training.heads as number) > 0 &&
    Number.isInteger(training.cost) &&
    isInventory(tags) &&
    isInventory(labels)
  );
}

function isInventory(value: unknown): boolean {
  return (
    Array.isArray(value) &&
    value.length > 0 &&
    value.length <= MAX_INVENTORY &&
    value.every((item) => typeof item === 'string')
  );
}
