import type { Connection } from 'vscode-languageserver';
import type { RunOptions } from '../hosts/pool.ts';
import type { ParserFile } from '../hosts/resources.ts';
import { insertBags } from '../language/index.ts';
import { MOST_PARSED_WORDS, type Parsed } from '../parser/parser.ts';
import { counted } from '../text/counted.ts';
import { tokenizeRaw } from '../text/normalise.ts';
import {
  MOST_CHARACTERS,
  placeLines,
  placeSentences,
  type PlacedSentence,
} from '../text/sentences.ts';
import type { AnnotatedSentence } from '../treebank/conllu.ts';
import { BagsOfTrees, MAX_WORDS } from '../treebank/import.ts';
import { sentenceName } from '../treebank/sentence-name.ts';
import { LongRequest } from './long-request.ts';
import { UnusableModel, type AwaitModel } from './model-host.ts';
import { onRequest } from './parameters.ts';
import type { ParserHost } from './parser-host.ts';
import { messages } from './protocol.ts';
import type {
  ArcChoice,
  ArcChoices,
  ArcChoicesParams,
  BagEdits,
  LineParams,
  MakeBagsParams,
  MakeBagsResult,
  ModelSetting,
} from './protocol.ts';
import { cancellable, requestFailed, Turns } from './request.ts';
import type { Session } from './session.ts';

/** The user can choose arcs one by one for at most this many words. */
const MOST_CHOICES = 1000;

/** The name of a bag consists of at most this many words of its sentence. */
const NAME_WORDS = 3;

/**
 * A sentence with its parse, or the reason why it gets no bag. The parse is null if none is needed.
 */
type Read =
  | { readonly forms: readonly string[]; readonly parsed: Parsed | null }
  | { readonly refusal: Refusal };

type Parse = (forms: readonly string[]) => Promise<Parsed>;

type Problem = Extract<MakeBagsResult, { readonly problem: string }>;

interface Refusal {
  readonly message: string;
  /** Has no details, since sentences with the same reason are counted together. */
  readonly reason: string;
}

export function registerMakeBags(
  connection: Connection,
  session: Session,
  parsers: () => ParserHost,
  awaitModel: AwaitModel,
): void {
  const turns = new Turns(connection);
  /**
   * Opens the parser, or returns the reason why it cannot be used.
   *
   * @param isSecondOrder whether to parse faster, but less accurately (`ParseOptions`)
   */
  const openParse = async (
    isSecondOrder: boolean,
    isBulk: boolean,
    signal: AbortSignal,
  ): Promise<Parse | Problem> => {
    const modelProblem = await awaitModel();
    if (modelProblem !== null) return problem(modelProblem.message, modelProblem.setting);
    try {
      const parser = await parsers().open(session.settings().parser);
      const run = { signal, isUrgent: !isBulk, isBulk };
      return (forms) => parsedBy(session, parser, forms, isSecondOrder, run);
    } catch (error) {
      if (!(error instanceof UnusableModel)) throw error;
      return problem(error.problem.message, error.problem.setting);
    }
  };
  const made = async (params: MakeBagsParams, signal: AbortSignal): Promise<MakeBagsResult> => {
    const { text, isLines, keep } = params;
    if (text.includes('\0')) return problem(`${params.name} is not a text.`);
    if (/^[\s\u200b]*$/u.test(text)) return problem(`There is no sentence in ${params.name}.`);
    const started = performance.now();
    let parse: Parse | null = null;
    if (keep.tags || keep.arcs) {
      // The second-order search finds trees faster, but less accurate ones. It is enough if no arcs
      // are kept, since the tags do not depend on the tree.
      const opened = await openParse(!keep.arcs, isLines, signal);
      if (typeof opened !== 'function') return opened;
      parse = opened;
    }
    const request = new LongRequest(session.host, connection, params, signal);
    const file = params.into && (session.documents.get(params.into.uri)?.file ?? null);
    const bags = new BagsOfTrees(
      {
        tags: keep.tags ? 'xpos' : 'none',
        arcs: keep.arcs ? 'all' : 'none',
        labels: keep.labels,
      },
      { into: file },
    );
    let place = 0;
    const add = async ({ line }: PlacedSentence, reading: Promise<Read>): Promise<void> => {
      const read = await reading;
      const arcsOf = params.arcsOf && new Set(params.arcsOf[place++] ?? []);
      if ('refusal' in read) {
        const { message, reason } = read.refusal;
        bags.refuse({ line: params.firstLine + line + 1, message }, reason);
      } else if (read.forms.length > 0) {
        bags.add({
          read: treeOf(read.forms, read.parsed),
          multiwordTokens: 0,
          emptyNodes: 0,
          arcsOf,
        });
      }
    };
    // Several sentences are parsed at the same time, but their bags are added in the order of the
    // text. `ahead` holds the sentences that wait for their turn.
    const ahead: [PlacedSentence, Promise<Read>][] = [];
    const most = session.searches()?.pool.size ?? 1;
    for (const sentence of isLines ? placeLines(text) : placeSentences(text)) {
      await request.step(sentence.end, text.length);
      const reading = readSentence(sentence, parse);
      // Otherwise, Node would report a failure as unhandled before the sentence gets its turn.
      reading.catch(() => undefined);
      ahead.push([sentence, reading]);
      if (ahead.length > most) await add(...ahead.shift()!);
    }
    for (const one of ahead) await add(...one);
    const { bags: count, text: content, summary, problems, remarks } = bags.finish(params.name);
    session.log.took(`Made ${counted(count, 'bag')} of ${params.name}`, started);
    if (count + problems.length === 0) return problem(`There is no sentence in ${params.name}.`);
    return {
      ...{ content, bags: count, summary, remarks },
      edits: params.into && count > 0 ? editsOf(session, params.into, bags.bags) : null,
      refused: problems.map(({ line, message }) => ({ line: line - 1, reason: message })),
    };
  };
  const choices = async (params: ArcChoicesParams, signal: AbortSignal): Promise<ArcChoices> => {
    const parse = await openParse(false, false, signal);
    if (typeof parse !== 'function') return parse;
    const request = new LongRequest(session.host, connection, params, signal);
    const sentences: (readonly ArcChoice[])[] = [];
    let words = 0;
    for (const sentence of placeSentences(params.text)) {
      await request.step(sentence.end, params.text.length);
      const read = await readSentence(sentence, parse);
      const choices = 'refusal' in read ? [] : arcsIn(read.forms, read.parsed);
      words += choices.length;
      if (words > MOST_CHOICES) {
        const limit = MOST_CHOICES.toLocaleString('en');
        return problem(`${params.name} has more than ${limit} words to choose from: select less.`);
      }
      sentences.push(choices);
    }
    return words === 0 ? problem(`There is no sentence in ${params.name}.`) : { sentences };
  };
  onRequest(connection, messages.arcChoices, (params, token) =>
    cancellable(token, 'Parsing', (signal) => choices(params, signal)),
  );
  onRequest(connection, messages.makeBags, (params, token) =>
    cancellable(token, 'Making bags', (signal) => made(params, signal), turns),
  );
}

function problem(text: string, setting: ModelSetting | null = null): Problem {
  return { problem: text, setting };
}

function arcsIn(forms: readonly string[], parsed: Parsed | null): ArcChoice[] {
  const tree = parsed?.trees.at(0);
  if (tree === undefined) return [];
  const { heads, labels } = tree;
  return forms.map((form, i) => ({
    ...{ form, label: labels[i] },
    head: heads[i] === 0 ? null : forms[heads[i] - 1],
  }));
}

async function readSentence({ text }: PlacedSentence, parse: Parse | null): Promise<Read> {
  if (text.length > MOST_CHARACTERS) {
    const limit = MOST_CHARACTERS.toLocaleString('en');
    return {
      refusal: {
        message: `the sentence has ${text.length.toLocaleString('en')} characters; the limit is ${limit}`,
        reason: `over ${limit} characters`,
      },
    };
  }
  const forms = tokenizeRaw(text);
  const limit = parse === null ? MAX_WORDS : MOST_PARSED_WORDS;
  if (forms.length > limit) {
    return {
      refusal: {
        message: `the sentence has ${counted(forms.length, 'word')}; the limit is ${limit}`,
        reason: `over ${limit} words`,
      },
    };
  }
  return { forms, parsed: parse === null || forms.length === 0 ? null : await parse(forms) };
}

async function parsedBy(
  { searches }: Session,
  parser: ParserFile,
  forms: readonly string[],
  isSecondOrder: boolean,
  run: RunOptions,
): Promise<Parsed> {
  const found = searches();
  if (found === null) throw requestFailed('The model was unloaded meanwhile. Try again.');
  const job = { parser, sentence: { forms }, options: { isSecondOrder }, timeLimit: 0 };
  const parsed = await found.pool.parse(job, run);
  if (typeof parsed === 'string') throw requestFailed(parsed);
  return parsed;
}

/**
 * Converts the words of a sentence and their parse to a sentence of a treebank. Without a parse,
 * the tags and labels are `_`, and there are no heads.
 */
function treeOf(forms: readonly string[], parsed: Parsed | null): AnnotatedSentence {
  const open = forms.map(() => '_');
  const tree = parsed?.trees.at(0);
  return {
    ...{ id: sentenceName(forms, NAME_WORDS), forms, lemmas: open, features: open, enhanced: [] },
    tags: parsed?.tags ?? open,
    universalTags: parsed?.universalTags ?? open,
    heads: tree?.heads ?? [],
    labels: tree?.labels ?? open,
  };
}

/**
 * Returns edits that write bags after the bag at a line, or after the nearest bag above the line.
 * Null if the file is closed.
 */
function editsOf({ documents }: Session, { uri, line }: LineParams, bags: string): BagEdits | null {
  const document = documents.get(uri);
  if (document === undefined) return null;
  const { file, version } = document;
  const { range, newText } = insertBags(file, bags, document.bagAbove(line));
  return { version, edits: [{ range: document.range(range), newText }] };
}
