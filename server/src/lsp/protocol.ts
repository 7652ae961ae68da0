/**
 * The messages between client and server beyond the Language Server Protocol. Both sides import
 * this file, and it imports only types. Lines and characters count from 0, as in the protocol.
 */
import type { Addition as BagAddition } from '../bag/addition.ts';
import type { HelpKind, StepReport, TemplateReport } from '../results/explain-report.ts';
import type { ExplanationClass } from '../explain/explanation.ts';
import type {
  BeamState,
  BeamStep,
  Followed,
  FollowedStep,
  LegalMove,
  PartialTree,
  SearchTrace,
} from '../explain/search-trace.ts';
import type {
  ChartEdge,
  ChartSize,
  EdgeLoss,
  ExpectedEdge,
  ExpectedTree,
  SearchChart,
  SearchEffort,
  ShownEdge,
} from '../explain/search-chart.ts';
import type { Change } from '../results/coverage-comparison.ts';
import type { BagCoverageReport, CoverageReport } from '../results/coverage-report.ts';
import type { RankedExpectation } from '../results/expectations.ts';
import type { Format } from '../results/realize-formats.ts';
import type { SearchChoice, Status, Token } from '../realize/realizer.ts';
import type { ImportOptions } from '../treebank/import.ts';

export type { ExplanationClass, Format, HelpKind, ImportOptions, Status, TemplateReport, Token };
export type { BeamState, BeamStep, Followed, FollowedStep, LegalMove, PartialTree, SearchTrace };
export type {
  ChartEdge,
  ChartSize,
  EdgeLoss,
  ExpectedEdge,
  ExpectedTree,
  SearchChart,
  SearchEffort,
  ShownEdge,
};
export type { BagCoverageReport, Change, CoverageReport };

/** The client's options for the server. */
export interface InitializationOptions {
  /**
   * The extension's folder as an absolute path. It holds the worker's script and the models. By
   * default the folder of the running server.
   */
  readonly extension?: string;
  /** The editor's own command that offers completions, if it has one. */
  readonly suggestCommand?: string;
}

export const messages = {
  /** Notification, client to server: the visible editors and panels. `ViewParams`. */
  view: 'bowline/view',
  /** Notification, server to client: the bag at the cursor, for the panel. `BagView`. */
  bag: 'bowline/bag',
  /** Notification, server to client: a bag of a pinned panel. `PinnedBag`. */
  pinnedBag: 'bowline/pinnedBag',
  /** Request: the bag at a line, or else one nearby. `LineParams` → `BagTitle | null`. */
  bagAt: 'bowline/bagAt',
  /** Notification, server to client: `ServerStatus`. */
  status: 'bowline/status',
  /** Notification, server to client: the user wants to see a setting. `OpenSettingParams`. */
  openSetting: 'bowline/openSetting',
  /** Request: realize one bag now, with any `bowline.realizeOn`. `BagParams` → null. */
  realize: 'bowline/realize',
  /** Request: realize one bag with a wider search than before. `BagParams` → null. */
  searchFurther: 'bowline/searchFurther',
  /**
   * Request: prove that the first sentence of a bag has the highest score, or find a better one.
   * `NamedBagParams` → null.
   */
  prove: 'bowline/prove',
  /** Request: stop proving. `NamedBagParams` → null. */
  cancelProof: 'bowline/cancelProof',
  /** Request: stop realizing one bag. `BagParams` → null. */
  cancel: 'bowline/cancel',
  /**
   * Request: why a sentence does not come first, or how it differs from another. `ExplainParams` →
   * `ShownExplanation`.
   */
  explain: 'bowline/explain',
  /**
   * Request: the question that best divides the sentences of a bag's list. `BagParams` →
   * `ShownQuestion | null`.
   */
  question: 'bowline/question',
  /** Request: a bag as the beam and best-first realize it. `BagParams` → `ShownComparison`. */
  compare: 'bowline/compare',
  /**
   * Request: the edits that write an offered addition into its bag. `AddParams` → `BagEdits |
   * null`.
   */
  add: 'bowline/add',
  /** Request: realize every bag of a file. `FileParams` → null. */
  realizeAll: 'bowline/realizeAll',
  /**
   * Request: the bag once its realization has ended, with or without success. `NamedBagParams` →
   * `BagView | null`.
   */
  realized: 'bowline/realized',
  /** Request: the edit that adds an expectation to a bag. `InsertExpectationParams` → `BagEdits | null`. */
  insertExpectation: 'bowline/insertExpectation',
  /** Request: a `.bow` file from a treebank. `ImportParams` → `ImportResult`. */
  importConllu: 'bowline/importConllu',
  /**
   * Request: a file's realizations, to write them to another file. `ExportParams` → `ExportResult`.
   */
  exportRealizations: 'bowline/exportRealizations',
  /** Request: the bags of an open file that have expectations. `FileParams` → `BagTest[]`. */
  tests: 'bowline/tests',
  /**
   * Request: realizes a bag and compares the first realization with the expectations. Null if the
   * test is gone; a cancelled request ends at once. `TestParams` → `TestResult | null`.
   */
  runTest: 'bowline/runTest',
  /** Notification, server to client: the state of tests has changed. `TestStandings`. */
  testStandings: 'bowline/testStandings',
  /** Request: the coverage of open files. `CoverageParams` → `CoverageResult`. */
  coverage: 'bowline/coverage',
  /**
   * Request: the edits that write the choices of a realization into its bag. `KeepParams` →
   * `BagEdits | null`.
   */
  keep: 'bowline/keep',
  /** Request: a file of bags for the sentences of a text. `NewBagsParams` → `NewBagsResult`. */
  newBags: 'bowline/newBags',
  /**
   * Request: traces the search of a bag. Fails with a message for the user if there is nothing to
   * trace. `TraceParams` → `TraceResult`.
   */
  trace: 'bowline/trace',
  /** Request: the edits that give a word of a bag a head, or take it away. `EditArcParams` → `EditArcResult`. */
  editArc: 'bowline/editArc',
  /**
   * Request: the tree of a realization as CoNLL-U; null if the realization is gone. `TreeParams` →
   * `string | null`.
   */
  treeConllu: 'bowline/treeConllu',
} as const;

/** The client's commands for the server's code lenses and code actions. */
export const clientCommands = {
  /** `(uri, index)`: realizes a bag. */
  realizeBag: 'bowline.realizeBag',
  /**
   * `(uri, position, text)`: moves the cursor there and opens the panel; with a `text`, the panel
   * explains why this sentence does not come first.
   */
  showBag: 'bowline.showBag',
  /** `(uri, position)`: moves the cursor there. */
  reveal: 'bowline.reveal',
  /** `(message)`: shows the result of an action that changes nothing. */
  showMessage: 'bowline.showMessage',
  /** `(uri, line)`: debugs the search of the bag at a line. */
  debugBag: 'bowline.debugBag',
  /** `(code)`: opens the page of problems at the section of a code. */
  explainProblem: 'bowline.explainProblem',
} as const;

export interface Position {
  readonly line: number;
  readonly character: number;
}

export interface Range {
  readonly start: Position;
  readonly end: Position;
}

export interface ViewParams {
  /** The file that the panel follows, and its cursor; null if no `.bow` file is open. */
  readonly active: { readonly uri: string; readonly cursor: Position } | null;
  /** The visible lines of each editor, both ends included. */
  readonly visible: readonly {
    readonly uri: string;
    readonly first: number;
    readonly last: number;
  }[];
  /** Whether a panel shows the cursor's bag. */
  readonly panel: boolean;
  /** The bags of the pinned panels. */
  readonly pinned: readonly NamedBagParams[];
}

export interface FileParams {
  readonly uri: string;
}

/** `index` is the bag's place in the file, from 0. */
export interface BagParams extends FileParams {
  readonly index: number;
}

export interface SearchFurtherParams extends BagParams {
  /** The requested width; null for a multiple of the current one. */
  readonly beam: number | null;
}

export interface LineParams extends FileParams {
  /** From 0. */
  readonly line: number;
}

/** `bag` is a name, or `bag 3` for the third. */
export interface NamedBagParams extends FileParams {
  readonly bag: string;
}

/** The state of a pinned bag. `bag` is null once no bag has this name. */
export interface PinnedBag extends NamedBagParams {
  readonly view: BagView;
}

/** A bag with expectations. */
export interface BagTest {
  /**
   * Stays the same while the bag keeps its name; without a name, while the number of bags stays the
   * same.
   */
  readonly id: string;
  readonly label: string;
  readonly range: Range;
  readonly standing: TestStanding;
}

/** The state of a test, if its bag is realized. */
export interface TestStanding {
  /** The rank of an expectation, if known, and the expectation. */
  readonly description: string;
  /** Null if the expectation comes first, or nothing is known. */
  readonly tag: TestTag | null;
}

/** The filters of tests. */
export type TestTag = 'not-found' | 'rank2-10' | 'unreachable';

export interface TestStandings extends FileParams {
  readonly tests: readonly Pick<BagTest, 'id' | 'standing'>[];
}

export interface TestParams extends FileParams {
  /** The id of a `BagTest`. */
  readonly id: string;
}

/** The range of a message is that of the expectation, or of the error in the bag. */
export type TestResult =
  | { readonly kind: 'passed' }
  | {
      readonly kind: 'failed';
      readonly message: string;
      readonly expected: string;
      readonly actual: string;
      readonly range: Range;
    }
  | { readonly kind: 'errored'; readonly message: string; readonly range: Range };

export interface CoverageParams extends LongParams {
  readonly files: readonly ChosenBags[];
  /**
   * The token of its `$/progress` with the results of tests, as `CoveredTest`s, each as soon as it
   * is known; null if they are not needed.
   */
  readonly partialResultToken: string | null;
}

/** Bags of a file. */
export interface ChosenBags extends FileParams {
  /** The ids of `BagTest`s; null for every bag of the file, with or without expectations. */
  readonly tests: readonly string[] | null;
}

/** The result of a test; null if its bag is no longer in the file. */
export interface CoveredTest extends TestParams {
  readonly result: TestResult | null;
}

export interface CoverageResult {
  /** Its files are URIs. */
  readonly report: CoverageReport;
  /**
   * How each bag changed since it was last covered: in the order of the report, then bags that are
   * gone. Empty if no bag of these files was covered before.
   */
  readonly changes: readonly BagChange[];
  /** In the order of the request. */
  readonly files: readonly FileCoverage[];
}

export interface BagChange {
  readonly change: Change;
  /** Null if the bag is new or the same. */
  readonly before: BagCoverageReport | null;
}

/** The coverage of a file. */
export interface FileCoverage extends FileParams {
  /** Words of `words:`, and how many of them training has seen. */
  readonly words: CoverageCount;
  /** Arcs of `deps:`, and how many of them training has seen. */
  readonly arcs: CoverageCount;
  /** Bags, and how many have an expectation at rank 1, or have none and were realized. */
  readonly bags: CoverageCount;
  readonly details: readonly BagDetails[];
}

export interface CoverageCount {
  readonly covered: number;
  readonly total: number;
}

export interface BagDetails {
  readonly name: string;
  readonly header: Range;
  readonly isCovered: boolean;
  /**
   * Four numbers per word: line, character, length, and count in training. One array, since there
   * are many words.
   */
  readonly words: readonly number[];
  /** The lines of `deps:` that have arcs. */
  readonly lines: readonly ArcLine[];
}

export interface ArcLine {
  readonly range: Range;
  readonly arcs: readonly CoveredArc[];
}

export interface CoveredArc {
  /** The dependent. */
  readonly range: Range;
  /** `led -nsubj-> team` */
  readonly name: string;
  /** Its count in training. */
  readonly count: number;
  /** Whether training has it only in the other direction. */
  readonly isTurned: boolean;
}

export interface OpenSettingParams {
  readonly setting: ModelSetting;
}

/** The settings that say which models are used. */
export type ModelSetting = 'bowline.model' | 'bowline.languageModel';

/** The defect of a model, and the setting to change. */
export interface ModelProblem {
  readonly setting: ModelSetting;
  readonly message: string;
}

export interface InsertExpectationParams extends BagParams {
  /** A realization's `text`. */
  readonly text: string;
}

/** A long request reports its progress as a `Portion`, and can be cancelled. */
export interface LongParams {
  /** The token of its `$/progress`. */
  readonly progress: string;
}

export interface Portion {
  readonly done: number;
  readonly total: number;
}

export interface ImportParams extends LongParams {
  /** CoNLL-U. */
  readonly text: string;
  /** What the file is called. */
  readonly name: string;
  readonly options: ImportOptions;
  /** Only the sentences on these lines, both ends included; null for all. */
  readonly lines: { readonly first: number; readonly last: number } | null;
}

export interface ImportResult {
  /** A `.bow` file. */
  readonly text: string;
  readonly bags: number;
  /** The number of bags, and the numbers of sentences left out, by reason. */
  readonly summary: string;
  /** Whether the comment at the top of the file has remarks. */
  readonly hasRemarks: boolean;
}

/** The exported file comes in pieces, since it may exceed the longest string. */
export interface ExportParams extends FileParams, LongParams {
  /** The token of its `$/progress` with the pieces in order; all come before the result. */
  readonly partialResultToken: string;
  /** The line of the bag at the cursor; null for every bag of the file. */
  readonly line: number | null;
  readonly format: Format;
}

export interface ExportResult {
  /** The number of bags in the file. */
  readonly bags: number;
  /** How many of them have no realization, for instance because of errors. */
  readonly without: number;
}

export interface KeepParams extends BagParams {
  /** The text of the realization: the list may have changed since it was shown. */
  readonly text: string;
  /** The tags or the arcs of the realization that the bag does not give. */
  readonly what: 'tags' | 'arcs';
}

/** Edits of a bag; none if it needs no change. */
export interface BagEdits {
  /** The version of the file that the edits are for. */
  readonly version: number;
  readonly edits: readonly ShownEdit[];
}

export interface ShownEdit {
  readonly range: { readonly start: Position; readonly end: Position };
  readonly newText: string;
}

export interface ExplainParams extends BagParams {
  /** The sentence's `text`. */
  readonly text: string;
  /** The `text` of the sentence to compare it with; null for the first. */
  readonly against: string | null;
  /**
   * The depth: the class and the scores; also their parts; also the lines that help, which may take
   * seconds.
   */
  readonly depth: ExplainDepth;
}

export type ExplainDepth = 'brief' | 'whole' | 'help';

export interface ShownExplanation {
  readonly class: ExplanationClass;
  /** The rank among all that the search found, from 1; null if it was not found. */
  readonly rank: number | null;
  /** Why it does not come first. */
  readonly sentences: readonly string[];
  /** Its best known derivation; null if there is none. */
  readonly expected: ExplainedRealization | null;
  /** The sentence that it is compared with. */
  readonly best: ExplainedRealization | null;
  /** The parts of both scores, the greatest difference first; none in brief. */
  readonly templates: readonly TemplateReport[];
  /** The first step in which they differ, from 1. */
  readonly firstDifference: number | null;
  /** Lines each of which makes it come first; none unless they were searched for. */
  readonly help: readonly ShownAddition[];
  /** A wider beam in which it comes first; null if there is none or none was tried. */
  readonly helpfulBeam: number | null;
}

export interface ExplainedRealization extends ShownRealization {
  /** The parts of the score of each step; empty in brief. */
  readonly byStep: readonly StepReport['templates'][];
}

/** An addition to a bag. The client sends it back unchanged. */
export type Addition = BagAddition & {
  /** The bag, with its text at the time of the offer; a bag with a new text is another bag. */
  readonly bag: number;
};

/** A line to write into a bag. */
export interface ShownAddition {
  /** The line, for people. */
  readonly line: string;
  readonly addition: Addition;
}

export interface AddParams extends BagParams {
  readonly addition: Addition;
}

/**
 * The realizations of a bag by two searches with the same model and settings: first the beam, then
 * best-first.
 */
export interface ShownComparison {
  readonly searches: readonly [ComparedSearch, ComparedSearch];
}

export interface ComparedSearch {
  readonly search: 'beam' | 'best-first';
  /** Whether the list of the bag comes from this search. */
  readonly isListed: boolean;
  readonly result: ShownResult;
  /** CPU milliseconds of the search alone. */
  readonly ms: number;
  /** Null if it found nothing. */
  readonly effort: SearchEffort | null;
  /** Why best-first lost the first expectation, in sentences; null if it did not. */
  readonly loss: string | null;
}

/** A question that divides the sentences of a list. */
export interface ShownQuestion {
  /** `order`: which of two words comes first. `next`: which word follows a word. */
  readonly kind: 'order' | 'next';
  /** The two words, or the single one. */
  readonly words: readonly string[];
  /** The likeliest first. */
  readonly answers: readonly ShownAnswer[];
}

export interface ShownAnswer extends ShownAddition {
  /** The number of the list's sentences with this answer, and the first of them. */
  readonly count: number;
  readonly display: string;
}

/** Words are places in the bag, as in `Token.word`. */
export interface EditArcParams extends BagParams {
  readonly dependent: number;
  /** Null removes the given head. */
  readonly head: number | 'root' | null;
}

/** Null if the bag is gone; a message if the arc contradicts the bag. */
export type EditArcResult = BagEdits | { readonly problem: string } | null;

export interface TreeParams extends BagParams {
  /** The `text` of a sentence in the list, or of an explained sentence. */
  readonly text: string;
}

export interface NewBagsParams {
  readonly text: string;
}

/** The content of a `.bow` file, or why there is none. */
export type NewBagsResult = { readonly content: string } | { readonly problem: string };

export interface TraceParams extends FileParams {
  /** A name, or `bag 3` for the third; null for the bag near a line. */
  readonly bag: string | null;
  readonly line: number;
  /** The expectation to follow, from 1; null for the one on the line, or else the first. */
  readonly expect: number | null;
}

export interface TraceResult {
  readonly bag: BagTitle;
  readonly trace: SearchTrace;
  /** The words of `words:`, numbered as in the trace. */
  readonly words: readonly { readonly name: string; readonly range: Range }[];
  /** The arcs of `deps:`, with the places of their text. */
  readonly arcs: readonly {
    readonly head: number;
    readonly dependent: number;
    readonly ranges: readonly Range[];
  }[];
  /** Why the bag rules out the expected sentence; null if it does not, or if there is none. */
  readonly unreachable: string | null;
}

export interface ServerStatus {
  readonly state: 'loading' | 'ready' | 'working' | 'no-model';
  /** While it works: the number of bags that are done, and of all. */
  readonly done: number;
  readonly total: number;
  /** Why there is no model, or which one is missing; null if all is well. */
  readonly problem: ModelProblem | null;
}

/** One bag, or the lack of one, for the panel. */
export interface BagView {
  /** Null if no `.bow` file is open. */
  readonly uri: string | null;
  readonly bag: BagTitle | null;
  readonly state: BagState;
}

export interface BagTitle {
  /** Its place in the file, from 0. */
  readonly index: number;
  readonly title: string;
  /** The line of its header. */
  readonly line: number;
}

/**
 * The states of a bag:
 * - `no-file`, `no-bag`: there is no file, or it has no bags.
 * - `invalid`: the bag has errors, in the order of the text; `previous` is its last result.
 * - `no-model`: there is no usable model.
 * - `idle`: nothing has requested its realization; `previous` is its last result.
 * - `working`: its realization runs or will start; with `isPartial`, `previous` is the result so
 *   far.
 * - `failed`: the search failed.
 * - `realized`: `result.status` says how the search ended.
 */
export type BagState =
  | { readonly kind: 'no-file' }
  | { readonly kind: 'no-bag' }
  | {
      readonly kind: 'invalid';
      readonly problems: readonly ShownProblem[];
      readonly previous: ShownResult | null;
    }
  | { readonly kind: 'no-model'; readonly problem: ModelProblem }
  | {
      readonly kind: 'idle';
      readonly reason: IdleReason;
      readonly previous: ShownResult | null;
    }
  | {
      readonly kind: 'working';
      readonly previous: ShownResult | null;
      readonly isPartial?: true;
    }
  | { readonly kind: 'failed'; readonly message: string }
  | { readonly kind: 'realized'; readonly result: ShownResult };

/** The result to show in a state, if any. */
export function resultOf(state: BagState): ShownResult | null {
  if (state.kind === 'realized') return state.result;
  return state.kind === 'idle' || state.kind === 'working' || state.kind === 'invalid'
    ? state.previous
    : null;
}

/**
 * Why a bag is not realized: it changed since the last request; nothing is realized without a
 * request; the user cancelled it; the file was deleted on disk; or there are so many bags that only
 * the visible ones are realized and kept.
 */
export type IdleReason = 'changed' | 'never' | 'cancelled' | 'deleted' | 'unseen';

export interface ShownProblem {
  readonly code: string;
  readonly message: string;
  readonly position: Position;
}

export interface ShownResult {
  /** Unique to this result. */
  readonly id: number;
  readonly status: Status;
  readonly message: string | null;
  /** Best first. */
  readonly realizations: readonly ShownRealization[];
  /**
   * The places of each word of the bag: in `words:`, then as the dependent of arcs in `deps:`.
   * Lines count from the bag's first.
   */
  readonly words: readonly (readonly Range[])[];
  readonly expectations: readonly RankedExpectation[];
  /** Whether there are no other sentences. */
  readonly isAll: boolean;
  /**
   * Whether the first sentence has the highest score, as far as is known. Null if the list has all
   * sentences, or there is no proof for them.
   */
  readonly best: ShownBest | null;
  /** The requested search, and whether the file or the setting requests it. */
  readonly search: SearchChoice;
  readonly isOwnSearch: boolean;
  /** Whether the bag needs a grammar and the model has none. */
  readonly lacksGrammar: boolean;
  /** The width of the search. */
  readonly beam: number;
  readonly results: number;
  readonly timeLimit: number;
  /** Whether it can be searched further. */
  readonly canWiden: boolean;
  /** Why a wider search failed; null if it did not. */
  readonly widerFailure: string | null;
}

/**
 * Whether the first sentence has the highest score:
 * - `possible`: proven; no sentence scores more.
 * - `missed`: no; the search missed a sentence that scores more, and it may be proven that none
 *   scores more than this one.
 * - `found`: a proof was tried, and ended at its limit.
 * - `proving`: a requested proof has not ended.
 * - `open`: no proof was tried.
 *
 * `canProve`: the user may request a proof, or one with a higher limit.
 */
export type ShownBest =
  | { readonly kind: 'possible' | 'proving' | 'open' }
  | { readonly kind: 'found'; readonly canProve: boolean }
  | {
      readonly kind: 'missed';
      readonly better: ShownRealization;
      readonly isProven: boolean;
      readonly canProve: boolean;
    };

export interface ShownRealization {
  readonly text: string;
  readonly display: string;
  readonly score: number;
  /** The highest score minus this one. */
  readonly margin: number;
  readonly expected: boolean;
  readonly tokens: readonly ShownToken[];
  readonly steps: PackedSteps;
  /** Left out if the bag is not realized with categories. */
  readonly ccg?: ShownCcgDerivation | null;
}

/** A derivation of combinatory categorial grammar. */
export interface ShownCcgDerivation {
  /** Each after its children. If no derivation spans the sentence, there are several roots. */
  readonly nodes: readonly ShownCcgNode[];
}

export interface ShownCcgNode {
  /** As written: `(S[dcl]\NP)/NP`. */
  readonly category: string;
  /** The label of its line: `>`, `<B×`, `Φ`, …; null for a word. */
  readonly rule: string | null;
  /** `forward application`; null for a word. */
  readonly ruleName: string | null;
  /** Places in `nodes`, from left to right: none for a word, one or two for other nodes. */
  readonly children: readonly number[];
  /** The first and the last token of its span, from 0. */
  readonly first: number;
  readonly last: number;
  /** The head token. */
  readonly head: number;
}

export interface ShownToken extends Token {
  /**
   * For an arc without a label: the most frequent label in training between these tags, with the
   * dependent on this side of its head; null if there is none. The search does not use it.
   */
  readonly likelyLabel: string | null;
}

/**
 * A derivation in columns, with an entry for each transition. Rows would take three times the
 * bytes, at every key press.
 */
export interface PackedSteps {
  /** One letter each: S for SHIFT, L for LEFTARC, R for RIGHTARC, C for COMBINE, G for GLUE. */
  readonly actions: string;
  /** Places in the realization, from 1. A shift has no head (0); its word is the dependent. */
  readonly heads: readonly number[];
  readonly dependents: readonly number[];
  readonly scores: readonly number[];
}
