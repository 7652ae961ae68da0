import type { Connection } from 'vscode-languageserver';
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
import { LongRequest } from './long-request.ts';
import { UnusableModel, type AwaitModel } from './model-host.ts';
import { onRequest } from './parameters.ts';
import type { ParserHost } from './parser-host.ts';
import { messages } from './protocol.ts';
import type {
  BagEdits,
  LineParams,
  MakeBagsParams,
  MakeBagsResult,
  ModelSetting,
} from './protocol.ts';
import { cancellable, requestFailed, Turns } from './request.ts';
import type { Session } from './session.ts';

/** A bag's name has at most this many words and characters of its sentence. */
const NAME = { words: 3, characters: 30 };

/** A sentence, and its parse if the bag keeps a part of it; or the reason why it gets no bag. */
type Read =
  | { readonly forms: readonly string[]; readonly parsed: Parsed | null }
  | { readonly refusal: Refusal };

interface Refusal {
  readonly message: string;
  /** The reason, for a count of the sentences that are left out for it. */
  readonly reason: string;
}

/** Answers requests to make bags of the sentences of a text. */
export function registerMakeBags(
  connection: Connection,
  session: Session,
  parsers: () => ParserHost,
  awaitModel: AwaitModel,
): void {
  const turns = new Turns(connection);
  const made = async (params: MakeBagsParams, signal: AbortSignal): Promise<MakeBagsResult> => {
    const { text, isLines, keep } = params;
    if (text.includes('\0')) return problem(`${params.name} is not a text.`);
    if (/^[\s\u200b]*$/u.test(text)) return problem(`There is no sentence in ${params.name}.`);
    const isParsed = keep.tags || keep.arcs;
    const started = performance.now();
    let parse: ((forms: readonly string[]) => Promise<Parsed>) | null = null;
    if (isParsed) {
      const modelProblem = await awaitModel();
      if (modelProblem !== null) return problem(modelProblem.message, modelProblem.setting);
      try {
        const parser = await parsers().open(session.settings().parser);
        parse = (forms) => parsedBy(session, parser, forms, params, signal);
      } catch (error) {
        if (!(error instanceof UnusableModel)) throw error;
        return problem(error.problem.message, error.problem.setting);
      }
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
    const add = async ({ line }: PlacedSentence, reading: Promise<Read>): Promise<void> => {
      const read = await reading;
      if ('refusal' in read) {
        const { message, reason } = read.refusal;
        bags.refuse({ line: params.firstLine + line + 1, message }, reason);
      } else if (read.forms.length > 0) {
        bags.add({ read: treeOf(read.forms, read.parsed), multiwordTokens: 0, emptyNodes: 0 });
      }
    };
    // While a sentence waits for its turn, the sentences after it are parsed in other workers.
    const ahead: [PlacedSentence, Promise<Read>][] = [];
    const most = session.searches()?.pool.size ?? 1;
    for (const sentence of isLines ? placeLines(text) : placeSentences(text)) {
      await request.step(sentence.end, text.length);
      const reading = readSentence(sentence, parse);
      // A rejection is noticed only when the sentence gets its turn.
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
  onRequest(connection, messages.makeBags, (params, token) =>
    cancellable(token, 'Making bags', (signal) => made(params, signal), turns),
  );
}

function problem(text: string, setting: ModelSetting | null = null): MakeBagsResult {
  return { problem: text, setting };
}

async function readSentence(
  { text }: PlacedSentence,
  parse: ((forms: readonly string[]) => Promise<Parsed>) | null,
): Promise<Read> {
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
  { keep, isLines }: MakeBagsParams,
  signal: AbortSignal,
): Promise<Parsed> {
  const found = searches();
  if (found === null) throw requestFailed('The model was unloaded meanwhile. Try again.');
  // The tags do not depend on the search for a tree.
  const options = { isSecondOrder: !keep.arcs };
  const job = { parser, sentence: { forms }, options, timeLimit: 0 };
  const parsed = await found.pool.parse(job, { signal, isUrgent: !isLines, isBulk: isLines });
  if (typeof parsed === 'string') throw requestFailed(parsed);
  return parsed;
}

/** The sentence as a treebank has it. Parts that the bag does not keep are empty. */
function treeOf(forms: readonly string[], parsed: Parsed | null): AnnotatedSentence {
  const open = forms.map(() => '_');
  const tree = parsed?.trees.at(0);
  return {
    ...{ id: nameOf(forms), forms, lemmas: open, enhanced: [] },
    tags: parsed?.tags ?? open,
    universalTags: parsed?.universalTags ?? open,
    heads: tree?.heads ?? [],
    labels: tree?.labels ?? open,
  };
}

/** A bag's name: the first words of its sentence. */
function nameOf(forms: readonly string[]): string {
  const words = forms.filter((form) => /[\p{L}\p{N}]/u.test(form)).slice(0, NAME.words);
  return Array.from(words.join(' ')).slice(0, NAME.characters).join('');
}

/** Edits that write bags below the bag on a line or above it; null if the file is closed. */
function editsOf({ documents }: Session, { uri, line }: LineParams, bags: string): BagEdits | null {
  const document = documents.get(uri);
  if (document === undefined) return null;
  const { file, version } = document;
  const { range, newText } = insertBags(file, bags, document.bagAbove(line));
  return { version, edits: [{ range: document.range(range), newText }] };
}
