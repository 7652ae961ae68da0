import { CodeActionKind, ResponseError } from 'vscode-languageserver';
import type { CancellationToken, CodeAction, CodeActionParams } from 'vscode-languageserver';
import type { SearchDepth } from '../explain/explainer.ts';
import type { Explanation, ScoredSentence } from '../explain/explanation.ts';
import { isDecision } from '../bag/addition.ts';
import { Cancelled, SearchFailed } from '../hosts/pool.ts';
import {
  type AddedText,
  bagAt,
  type BagNode,
  expectationsOf,
  type WrittenAddition,
} from '../language/index.ts';
import {
  explanationSentences,
  nothingHelps,
  ruledOutSentence,
} from '../results/explain-formats.ts';
import {
  explainSentence,
  NotExplained,
  stepReports,
  type ExplanationReport,
} from '../results/explain-report.ts';
import { bestDerivations } from '../results/best-derivations.ts';
import { wholeSet } from '../results/whole-set.ts';
import { type Additions, bagEdits } from './additions.ts';
import type { BowDocument } from './document.ts';
import { clientCommands } from './protocol.ts';
import type {
  ExplainDepth,
  ExplainedRealization,
  ExplainParams,
  ShownExplanation,
} from './protocol.ts';
import type { Log } from './log.ts';
import type { Proofs } from './proofs.ts';
import { cancellable, fileChanged, requestFailed } from './request.ts';
import { shownRealization } from './result.ts';
import type { Realization } from '../realize/realizer.ts';
import { explainingLimit, type Width } from './search-widths.ts';
import type { Session } from './session.ts';
import { searchOf } from './settings.ts';

/**
 * The time limit, in milliseconds, for finding lines that the author can add to a bag so that a
 * sentence becomes the first of its list (`ExplainOptions.helpMs`).
 */
const HELP_MS = 2000;

const searchDepths = {
  brief: 'scores',
  class: 'class',
  whole: 'parts',
  help: 'parts',
} as const satisfies Record<ExplainDepth, SearchDepth>;

/** The title of a code action quotes at most this many lines. */
const MOST_NAMED = 2;

/** At most this many explanations are kept for each bag. */
const MOST_KNOWN = 20;

interface ExplanationRequest {
  readonly document: BowDocument;
  /** The bag's index in the file. */
  readonly bag: number;
  readonly text: string;
  /** The sentence to compare with `text`; by default the first in the bag's list. */
  readonly against?: string;
  /** The width of the explained search; by default that of the bag's list. */
  readonly width?: Width;
}

/** The data of a code action without an edit. Resolving the action searches for the edit. */
interface Unresolved {
  readonly kind: 'help';
  readonly uri: string;
  readonly version: number;
  readonly bag: number;
  readonly text: string;
}

interface Found {
  readonly report: ExplanationReport;
  readonly explanation: Explanation;
}

/** Explains why expected sentences do not come first, and offers lines that put them first. */
export class Explanations {
  readonly #session: Session;
  readonly #additions: Additions;
  readonly #proofs: Pick<Proofs, 'outcomeOf' | 'provenOf'>;
  readonly #onFound: () => void;
  /**
   * The explanations of each bag that are known already. The key (`#keyOf`) contains everything
   * else that an explanation depends on, such as the sentence and the beam width.
   *
   * An edit of a bag makes a new `BagNode`, which has no explanations yet.
   */
  readonly #known = new WeakMap<BagNode, Map<string, Found>>();

  /**
   * @param onFound called after each new explanation, since it may contain a better derivation of a
   *   listed sentence
   */
  constructor(
    session: Session,
    additions: Additions,
    proofs: Pick<Proofs, 'outcomeOf' | 'provenOf'>,
    onFound: () => void = () => undefined,
  ) {
    this.#session = session;
    this.#additions = additions;
    this.#proofs = proofs;
    this.#onFound = onFound;
  }

  /**
   * Says why the expectation at an offset of the file does not come first. Empty if no expectation
   * is at the offset, if the expectation comes first, if the bag rules it out, or if there is no
   * explanation.
   */
  async sentencesAt(
    document: BowDocument,
    offset: number,
    token: CancellationToken,
  ): Promise<readonly string[]> {
    const asked = this.#expectationAt(document, offset);
    if (asked === null || !this.#isBehind(asked)) return [];
    const found = await this.#explain(asked, 'whole', token).catch(unexplained(this.#session.log));
    return found === null ? [] : explanationSentences(found.report);
  }

  /** @throws {ResponseError} if the request was cancelled, or there is no explanation */
  async shown(
    { uri, index, text, against, depth }: ExplainParams,
    token: CancellationToken,
  ): Promise<ShownExplanation> {
    const document = this.#session.documents.get(uri);
    if (document === undefined || !(index in document.file.bags)) throw fileChanged();
    const node = document.file.bags[index];
    const asked = { document, bag: index, text, ...(against !== null && { against }) };
    const { report, explanation } = await this.#explain(asked, depth, token);
    const shown = (sentence: ScoredSentence | null): ExplainedRealization | null =>
      sentence && {
        ...shownRealization(sentence, sentence.text === text),
        byStep: stepReports(sentence).map(({ templates }) => templates),
      };
    return {
      class: report.class,
      rank: report.rank,
      sentences: explanationSentences(report),
      expected: shown(explanation.expected),
      against: shown(explanation.against),
      templates: report.templates,
      firstDifference: report.firstDifference,
      wouldBe: report.wouldBe,
      smallestBeam: report.smallestBeam,
      help: this.#additions.shown(node, explanation.help),
      together: this.#additions.shown(node, explanation.together),
      whole: wholeSet(explanation.together, explanation.expected?.tokens.length ?? 0),
      ruledOut: ruledOutSentence(report),
      nothingHelps: nothingHelps(report),
    };
  }

  /**
   * Returns the derivation that the panel shows for a sentence. The list, the proof and the
   * explanations may have different derivations of it. The panel shows the derivation with the
   * highest score.
   */
  derivationOf(document: BowDocument, bag: number, text: string): Realization | null {
    const { uri, file } = document;
    const node = file.bags[bag];
    const state = this.#session.scheduler.stateOf(uri, node);
    const listed = state.kind === 'done' ? state.realized.realizations : [];
    const found = this.#proofs.outcomeOf(uri, node)?.found;
    const explained = bestDerivations<Realization>(this.#knownFor(document, bag)).get(text);
    // If two derivations have the same score, the panel shows the one from the explanation.
    const [best = null] = [explained, found?.better, found?.first, ...listed]
      .filter((one) => one?.text === text)
      .sort((one, other) => other!.score - one!.score);
    return best;
  }

  /** The known explanations of a bag with the current model and settings. */
  #knownFor(document: BowDocument, bag: number): Explanation[] {
    const inputs = this.#inputsOf({ document, bag });
    const known = [...(this.#known.get(document.file.bags[bag]) ?? [])];
    return known.flatMap(([key, { explanation }]) => (key.startsWith(inputs) ? [explanation] : []));
  }

  /** Says why a test failed: the class of the failure, and the scores. */
  async failureSentences(
    document: BowDocument,
    bag: number,
    text: string,
    signal: AbortSignal,
  ): Promise<readonly string[]> {
    const asked = { document, bag, text, width: this.#session.settings() };
    const found = await this.#search(asked, 'class', signal).catch(unexplained(this.#session.log));
    return found === null ? [] : explanationSentences(found.report);
  }

  /**
   * If an expectation is at the start of `range`, offers actions that write lines into its bag, so
   * that the expectation comes first. If no such lines were searched for yet, offers one action
   * that searches for them.
   */
  offered({ textDocument: { uri }, range }: CodeActionParams): CodeAction[] {
    const document = this.#session.documents.get(uri);
    if (document === undefined) return [];
    const asked = this.#expectationAt(document, document.positions.offsetAt(range.start));
    if (asked === null || !this.#isBehind(asked)) return [];
    const known = this.#knownOf(asked, 'help');
    if (known !== null) return this.#offers(asked, known.report);
    const { bag, text } = asked;
    const data: Unresolved = { kind: 'help', uri, version: document.version, bag, text };
    return [
      {
        title: 'Find lines that put this sentence first',
        kind: CodeActionKind.QuickFix,
        data,
      },
    ];
  }

  /** Whether `resolve` has to find the edit of an action. */
  isUnresolved({ data, edit }: CodeAction): boolean {
    return edit === undefined && (data as Partial<Unresolved> | undefined)?.kind === 'help';
  }

  /**
   * Searches for lines that put the expectation first. Returns the action with an edit that writes
   * these lines. If the search finds several alternatives, the edit writes the first of them, and
   * later calls of `offered` return an action for each.
   *
   * If no lines help, the action shows a message that says so.
   */
  async resolve(action: CodeAction, token: CancellationToken): Promise<CodeAction> {
    const { uri, version, bag, text } = action.data as Unresolved;
    const document = this.#session.documents.get(uri);
    if (document?.version !== version) {
      throw fileChanged();
    }
    const asked = { document, bag, text };
    const { report } = await this.#explain(asked, 'help', token);
    // The edit needs the bag's current position, which is unknown if the text has changed.
    if (document.version !== version) throw fileChanged();
    const offer = this.#offers(asked, report).at(0);
    if (offer !== undefined) return { ...action, ...offer };
    const message = `${nothingHelps(report, 'the sentence')} ${explanationSentences(report)[0]}`;
    const { title } = action;
    return {
      ...action,
      command: { title, command: clientCommands.showMessage, arguments: [message] },
    };
  }

  #offers(
    { document, bag }: ExplanationRequest,
    { help, together, expected }: ExplanationReport,
  ): CodeAction[] {
    const action = (todo: string, { edits }: Pick<WrittenAddition, 'edits'>): CodeAction => ({
      title: `${todo}, which ${help.length > 0 ? 'puts' : 'together put'} this sentence first`,
      kind: CodeActionKind.QuickFix,
      edit: { changes: { [document.uri]: [...bagEdits(document, bag, edits).edits] } },
    });
    if (together === null) return help.map((one) => action(toDo([one]), one));
    const { lines } = together;
    const whole = wholeSet(lines, expected?.tokens.length ?? 0);
    const todo =
      lines.length <= MOST_NAMED ? toDo(lines) : `Add ${whole ?? `${lines.length} lines`}`;
    return [action(todo, together)];
  }

  #expectationAt(document: BowDocument, offset: number): ExplanationRequest | null {
    const { file } = document;
    const bag = bagAt(file, offset);
    if (bag < 0) return null;
    const inBag = offset - file.starts[bag];
    const { text: written } = file.bags[bag];
    // The blanks before an expectation on its line belong to the expectation, since a jump to the
    // line puts the cursor at the start of the line.
    const place = expectationsOf(file.bags[bag]).findIndex(
      ({ start, end }) => inBag <= end && (start <= inBag || isBlank(written.slice(inBag, start))),
    );
    if (place < 0) return null;
    const { text } = document.checked(this.#session.checks()).expectations(bag)[place];
    return { document, bag, text };
  }

  /** Whether the sentence is expected and allowed by the bag, but does not come first. */
  #isBehind({ document, bag, text }: ExplanationRequest): boolean {
    const checked = document.checked(this.#session.checks());
    if (!checked.isValid(bag)) return false;
    const state = this.#session.scheduler.stateOf(document.uri, document.file.bags[bag]);
    if (state.kind !== 'done' || state.realized.realizations.length === 0) return false;
    const expectation = checked.expectations(bag).find((one) => one.text === text);
    return state.realized.realizations[0].text !== text && expectation?.unreachable === null;
  }

  /** @throws {ResponseError} if the request was cancelled, or there is no explanation */
  #explain(
    asked: ExplanationRequest,
    depth: ExplainDepth,
    token: CancellationToken,
  ): Promise<Found> {
    return cancellable(token, 'Explaining', (signal) =>
      this.#search(asked, depth, signal).catch((error: unknown) => {
        throw error instanceof NotExplained ? requestFailed(error.message) : error;
      }),
    );
  }

  async #search(
    asked: ExplanationRequest,
    depth: ExplainDepth,
    signal: AbortSignal,
  ): Promise<Found> {
    const known = this.#knownOf(asked, depth);
    if (known !== null) return known;
    const { document, bag, text, against } = asked;
    const searches = this.#session.searches();
    if (searches === null) throw new NotExplained('There is no model to realize with.');
    const node = document.file.bags[bag];
    const width = this.#widthOf(asked);
    const settings = this.#session.settings();
    const options = {
      ...{
        beam: width.beam,
        results: width.results,
        search: searchOf(document.file, settings),
      },
      helpMs: depth === 'help' ? HELP_MS : 0,
      // An edit of the bag ends a wider search, so advice must come true with the usual beam.
      afterHelp: { beam: settings.beam, results: settings.results },
      depth: searchDepths[depth],
      proven: this.#proofs.provenOf(document.uri, node),
      ...(against !== undefined && { against: against.split(' ') }),
    };
    const key = this.#keyOf(asked, depth);
    const checked = document.checked(this.#session.checks());
    const timeLimit = explainingLimit(width);
    const found = await explainSentence(checked, bag, text, (given, words, expected) =>
      searches.pool.explain(
        { bag: given, words, options: { ...options, expected }, timeLimit },
        { signal },
      ),
    );
    let ofBag = this.#known.get(node);
    if (ofBag === undefined) this.#known.set(node, (ofBag = new Map<string, Found>()));
    ofBag.set(key, found);
    this.#onFound();
    if (ofBag.size > MOST_KNOWN) ofBag.delete(ofBag.keys().next().value!);
    return found;
  }

  #knownOf(asked: ExplanationRequest, depth: ExplainDepth): Found | null {
    const known = this.#known.get(asked.document.file.bags[asked.bag]);
    const depths = ['brief', 'class', 'whole', 'help'] as const;
    const deeper = depths.slice(depths.indexOf(depth));
    for (const one of deeper) {
      const found = known?.get(this.#keyOf(asked, one));
      if (found !== undefined) return found;
    }
    return null;
  }

  #widthOf({
    document,
    bag,
    width,
  }: Pick<ExplanationRequest, 'document' | 'bag' | 'width'>): Width {
    return width ?? this.#session.scheduler.widthOf(document.file.bags[bag]);
  }

  #keyOf(asked: ExplanationRequest, depth: ExplainDepth): string {
    return [this.#inputsOf(asked), depth, asked.text, asked.against].join('\n');
  }

  /** The beginning of an explanation's key. The rest of the key is the depth and the sentences. */
  #inputsOf(asked: Pick<ExplanationRequest, 'document' | 'bag' | 'width'>): string {
    const { document, bag } = asked;
    const { file } = document;
    const generation = this.#session.searches()?.generation ?? -1;
    const { beam, results } = this.#widthOf(asked);
    const search = searchOf(file, this.#session.settings());
    const proven = this.#proofs.provenOf(document.uri, file.bags[bag]);
    const ofProof = [proven?.sentence.score ?? '', proven?.sentence.text ?? ''];
    return `${[generation, beam, results, search, ...ofProof].join('\n')}\n`;
  }
}

/**
 * Says how to apply additions: first how to decide the choices of the bag (optional words and
 * alternatives), then which lines to add.
 */
function toDo(added: readonly AddedText[]): string {
  const lines = added.filter((one) => !isDecision(one)).map(({ line }) => `\`${line}\``);
  const phrases = [
    ...added.filter((one) => isDecision(one)).map(({ line }) => line),
    ...(lines.length === 0 ? [] : [`add ${lines.join(' and ')}`]),
  ];
  const text = phrases.join(' and ');
  return text[0].toUpperCase() + text.slice(1);
}

/**
 * Makes an error handler for an explanation that may be missing. The handler returns null, and logs
 * unexpected errors.
 */
export function unexplained(log: Log): (error: unknown) => null {
  return (error) => {
    const isExpected = [Cancelled, NotExplained, SearchFailed, ResponseError].some(
      (kind) => error instanceof kind,
    );
    if (!isExpected) log.defect(error);
    return null;
  };
}

function isBlank(text: string): boolean {
  return /^[ \t]*$/.test(text);
}
