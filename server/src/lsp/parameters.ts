/**
 * Checks the parameters of each request and of the view. A client may send anything, such as the
 * number of a word that was deleted meanwhile.
 */
import { ErrorCodes, ResponseError } from 'vscode-languageserver';
import type { CancellationToken, Connection } from 'vscode-languageserver';
import { type BagNode, wordsOf } from '../language/index.ts';
import { formats } from '../results/realize-formats.ts';
import { printable } from '../text/printable.ts';
import { MAX_WORDS } from '../treebank/import.ts';
import { messages } from './protocol.ts';
import type {
  Addition,
  AddParams,
  ArcChoicesParams,
  BagParams,
  ChosenBags,
  CoverageParams,
  EditArcParams,
  ExplainParams,
  ExportParams,
  FileParams,
  ImportOptions,
  ImportParams,
  InsertExpectationParams,
  KeepParams,
  KeptParts,
  LabelsParams,
  LineParams,
  MakeBagsParams,
  NamedBagParams,
  Position,
  ProgressToken,
  SearchFurtherParams,
  TestParams,
  TraceParams,
  TreeParams,
  ViewParams,
} from './protocol.ts';

/**
 * Checks that a value has the type T, and returns it.
 *
 * @param path the name of the value in the error message, such as `lines.first`; empty if the value
 *   is the object that holds all parameters
 * @throws {ResponseError} `InvalidParams`, if the value does not have that type
 */
type Reader<T> = (value: unknown, path: string) => T;

type Fields<T> = { readonly [K in keyof T]-?: Reader<T[K]> };

/** The greatest number that the protocol allows for a line, a character or an index. */
const GREATEST = 2 ** 31 - 1;

const text: Reader<string> = (value, path) =>
  typeof value === 'string' ? value : refuse(value, path, 'a string');

const yesOrNo: Reader<boolean> = (value, path) =>
  typeof value === 'boolean' ? value : refuse(value, path, 'true or false');

const wholeFrom =
  (least: number): Reader<number> =>
  (value, path) =>
    typeof value === 'number' && Number.isInteger(value) && least <= value && value <= GREATEST
      ? value
      : refuse(value, path, `a whole number from ${least}`);
/** An index, a line or a character. */
const place = wholeFrom(0);
const positive = wholeFrom(1);

const token: Reader<ProgressToken> = (value, path) =>
  typeof value === 'string' || Number.isInteger(value)
    ? (value as ProgressToken)
    : refuse(value, path, 'a string or a whole number');

const orNull =
  <T>(reader: Reader<T>): Reader<T | null> =>
  (value, path) =>
    value === null ? null : reader(value, path);

const optional =
  <T>(reader: Reader<T>): Reader<T | undefined> =>
  (value, path) =>
    value === undefined ? undefined : reader(value, path);

const oneOf =
  <T extends string>(...choices: readonly T[]): Reader<T> =>
  (value, path) =>
    choices.find((choice) => choice === value) ??
    refuse(value, path, choices.map((choice) => `"${choice}"`).join(' or '));

const list =
  <T>(reader: Reader<T>): Reader<readonly T[]> =>
  (value, path) =>
    Array.isArray(value)
      ? value.map((one, i) => reader(one, `${path}[${i}]`))
      : refuse(value, path, 'a list');

const record =
  <T extends object>(fields: Fields<T>): Reader<T> =>
  (value, path) => {
    if (!isObject(value)) return refuse(value, path, 'an object');
    for (const [name, reader] of Object.entries<Reader<unknown>>(fields)) {
      reader(value[name], path === '' ? name : `${path}.${name}`);
    }
    return value as T;
  };

/** Each kind of addition has its own fields. */
const addition: Reader<Addition> = (value, path) => {
  const bag = place;
  const word = place;
  const kinds: {
    readonly [K in Addition['kind']]: Reader<Omit<Extract<Addition, { kind: K }>, 'kind'>>;
  } = {
    tag: record({ bag, word, tag: text }),
    category: record({ bag, word, tag: text, category: text }),
    order: record({ bag, relation: oneOf('before', 'right-before'), words: pair(word) }),
    arc: record({ bag, head: orNull(word), dependent: word }),
    label: record({ bag, head: word, dependent: word, label: text }),
    use: record({ bag, word }),
    remove: record({ bag, word }),
  };
  const names = Object.keys(kinds) as Addition['kind'][];
  const { kind } = record<Pick<Addition, 'kind'>>({ kind: oneOf(...names) })(value, path);
  kinds[kind](value, path);
  return value as Addition;
};

function pair<T>(reader: Reader<T>): Reader<readonly [T, T]> {
  return (value, path) => {
    const read = list(reader)(value, path);
    return read.length === 2 ? [read[0], read[1]] : refuse(value, path, 'a list of two');
  };
}

const uri = text;
const file: Fields<FileParams> = { uri };
const bag: Fields<BagParams> = { uri, index: place };
const namedBag: Fields<NamedBagParams> = { uri, bag: text };
const position: Fields<Position> = { line: place, character: place };
const head: Reader<EditArcParams['head']> = (value, path) =>
  value === 'root' || value === null
    ? value
    : typeof value === 'number'
      ? place(value, path)
      : refuse(value, path, 'a whole number from 0, "root" or null');

/** Reads the words of a tree. The heads must lead from each word to the root. */
const tree: Reader<LabelsParams['tokens']> = (value, path) => {
  const tokens = list(
    record<LabelsParams['tokens'][number]>({
      form: text,
      tag: text,
      head: place,
      label: orNull(text),
    }),
  )(value, path);
  const { length } = tokens;
  if (length > MAX_WORDS) refuse(value, path, `a list of at most ${MAX_WORDS} words`);
  const isOfTree = tokens.every((token) => {
    let { head } = token;
    for (let steps = 0; head !== 0 && head <= length && steps < length; steps++) {
      head = tokens[head - 1].head;
    }
    return head === 0;
  });
  return isOfTree ? tokens : refuse(value, path, 'a tree');
};

const requests = {
  [messages.bagAt]: record<LineParams>({ uri, line: place }),
  [messages.realize]: record(bag),
  [messages.searchFurther]: record<SearchFurtherParams>({ ...bag, beam: orNull(positive) }),
  [messages.prove]: record(namedBag),
  [messages.cancelProof]: record(namedBag),
  [messages.cancel]: record(bag),
  [messages.explain]: record<ExplainParams>({
    ...{ ...bag, text, against: orNull(text) },
    depth: oneOf('brief', 'whole', 'help'),
  }),
  [messages.questions]: record(bag),
  [messages.compare]: record(bag),
  [messages.add]: record<AddParams>({ ...bag, additions: list(addition) }),
  [messages.realizeAll]: record(file),
  [messages.realized]: record(namedBag),
  [messages.insertExpectation]: record<InsertExpectationParams>({ ...bag, text }),
  [messages.importConllu]: record<ImportParams>({
    ...{ text, name: text, progress: token },
    options: record<ImportOptions>({
      tags: oneOf('xpos', 'upos', 'none'),
      arcs: oneOf('none', 'all'),
      labels: yesOrNo,
      lemmas: optional(yesOrNo),
      grammar: optional(oneOf('ccg')),
    }),
    lines: orNull(record({ first: place, last: place })),
  }),
  [messages.exportRealizations]: record<ExportParams>({
    ...{ uri, progress: token, partialResultToken: token },
    line: orNull(place),
    format: oneOf(...formats),
  }),
  [messages.tests]: record(file),
  [messages.runTest]: record<TestParams>({ uri, id: text }),
  [messages.coverage]: record<CoverageParams>({
    ...{ progress: token, partialResultToken: orNull(token) },
    files: list(record<ChosenBags>({ uri, tests: orNull(list(text)) })),
  }),
  [messages.keep]: record<KeepParams>({ ...bag, text, what: oneOf('tags', 'arcs') }),
  [messages.makeBags]: record<MakeBagsParams>({
    ...{ text, name: text, firstLine: place, isLines: yesOrNo, progress: token },
    keep: record<KeptParts>({ tags: yesOrNo, arcs: yesOrNo, labels: yesOrNo }),
    arcsOf: orNull(list(list(place))),
    into: orNull(record<LineParams>({ uri, line: place })),
  }),
  [messages.arcChoices]: record<ArcChoicesParams>({ text, name: text, progress: token }),
  [messages.trace]: record<TraceParams>({
    ...{ uri, bag: orNull(text), line: place },
    expect: orNull(positive),
  }),
  [messages.editArc]: record<EditArcParams>({ ...bag, dependent: place, head }),
  [messages.treeConllu]: record<TreeParams>({ ...bag, text }),
  [messages.labels]: record<LabelsParams>({ tokens: tree }),
  [messages.parseAgain]: record<TreeParams>({ ...bag, text }),
  [messages.unambiguous]: record<TreeParams>({ ...bag, text }),
};

export const readView = record<ViewParams>({
  active: orNull(record({ uri, cursor: record(position) })),
  visible: list(record({ uri, first: place, last: place })),
  panel: yesOrNo,
  pinned: list(record(namedBag)),
  hidden: list(uri),
});

type Requests = { readonly [M in keyof typeof requests]: ReturnType<(typeof requests)[M]> };

/** The methods of the requests beyond the Language Server Protocol. */
export const requestMethods = Object.keys(requests) as readonly (keyof Requests)[];

/**
 * A request with invalid parameters gets an error as its answer, and does not reach the handler.
 */
export function onRequest<M extends keyof Requests>(
  connection: Pick<Connection, 'onRequest'>,
  method: M,
  handler: (params: Requests[M], token: CancellationToken) => unknown,
): void {
  const read = requests[method] as Reader<Requests[M]>;
  // If a client sends a list as the parameters, the connection passes each of its elements as an
  // argument. The token comes last.
  connection.onRequest(method, (...sent: unknown[]) => {
    const params = sent.length > 2 ? sent.slice(0, -1) : sent.slice(0, -1).at(0);
    return handler(read(params, ''), sent.at(-1) as CancellationToken);
  });
}

/** @param message a sentence that names the parameter; unprintable characters are replaced */
function invalidParams(message: string): ResponseError {
  return new ResponseError(ErrorCodes.InvalidParams, printable(message));
}

/**
 * Checks that the bag still has a word with the index `word`, since words may have been deleted
 * meanwhile.
 *
 * @param path the name of the request's parameter that holds the index, for the message
 * @throws {ResponseError} `InvalidParams`
 */
export function requireWord(bag: BagNode, word: number, path: string): void {
  const { length } = wordsOf(bag);
  if (word < length) return;
  throw invalidParams(`\`${path}\` must be less than ${length}, the number of words, not ${word}.`);
}

function refuse(value: unknown, path: string, wanted: string): never {
  const name = path === '' ? 'The parameters' : `\`${path}\``;
  const verb = path === '' ? 'are' : 'is';
  throw invalidParams(
    value === undefined
      ? `${name} ${verb} missing: ${wanted} must be given.`
      : `${name} must be ${wanted}, not ${described(value)}.`,
  );
}

/** The limit on the characters of a quoted string. */
const MOST_QUOTED = 40;

function described(value: unknown): string {
  if (typeof value === 'string') {
    const isShort = value.length <= MOST_QUOTED;
    return `"${isShort ? value : `${value.slice(0, MOST_QUOTED)}…`}"`;
  }
  if (Array.isArray(value)) return 'a list';
  return isObject(value) ? 'an object' : String(value);
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
