/**
 * The messages that the client and the server exchange beyond the Language Server Protocol. Both
 * sides import this file, and it imports nothing but types. Lines and characters count from 0,
 * as in the protocol.
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

/** What the client passes when it starts the server. */
export interface InitializationOptions {
  /** The extension's folder, an absolute path: the worker's script and the model are in it. */
  readonly extension: string;
  /** The editor's own command that offers what can be typed, if it has one. */
  readonly suggestCommand?: string;
}

export const messages = {
  /** Notification, client to server: what the user is looking at. `ViewParams`. */
  view: 'bowline/view',
  /** Notification, server to client: the bag at the cursor, for the panel. `BagView`. */
  bag: 'bowline/bag',
  /** Notification, server to client: a bag that a panel of its own shows. `PinnedBag`. */
  pinnedBag: 'bowline/pinnedBag',
  /** Request: the bag at a line, or else one that is near. `LineParams` → `BagTitle | null`. */
  bagAt: 'bowline/bagAt',
  /** Notification, server to client: `ServerStatus`. */
  status: 'bowline/status',
  /** Notification, server to client: the user asked to see a setting. `OpenSettingParams`. */
  openSetting: 'bowline/openSetting',
  /** Request: realize one bag now, whatever `bowline.realizeOn` says. `BagParams` → null. */
  realize: 'bowline/realize',
  /** Request: realize one bag with a wider search than before. `BagParams` → null. */
  searchFurther: 'bowline/searchFurther',
  /** Request: prove the best sentence of a bag, or show a better one. `NamedBagParams` → null. */
  prove: 'bowline/prove',
  /** Request: stop proving. `NamedBagParams` → null. */
  cancelProof: 'bowline/cancelProof',
  /** Request: stop realizing one bag. `BagParams` → null. */
  cancel: 'bowline/cancel',
  /** Request: why a sentence is not the best, or how it differs from another. `ExplainParams` → `ShownExplanation`. */
  explain: 'bowline/explain',
  /** Request: the question that tells the sentences of a bag's list apart best. `BagParams` → `ShownQuestion | null`. */
  question: 'bowline/question',
  /** Request: a bag as the beam and best-first realize it. `BagParams` → `ShownComparison`. */
  compare: 'bowline/compare',
  /** Request: the edits that write something that was offered into its bag. `AddParams` → `BagEdits | null`. */
  add: 'bowline/add',
  /** Request: realize every bag of a file. `FileParams` → null. */
  realizeAll: 'bowline/realizeAll',
  /** Request: the bag once its realization has ended, one way or another. `NamedBagParams` → `BagView | null`. */
  realized: 'bowline/realized',
  /** Request: the edit that adds an expectation to a bag. `InsertExpectationParams` → `BagEdits | null`. */
  insertExpectation: 'bowline/insertExpectation',
  /** Request: a `.bow` file from a treebank. `ImportParams` → `ImportResult`. */
  importConllu: 'bowline/importConllu',
  /** Request: a file's realizations, to be written to another. `ExportParams` → `ExportResult`. */
  exportRealizations: 'bowline/exportRealizations',
  /** Request: the bags of an open file that have expectations. `FileParams` → `BagTest[]`. */
  tests: 'bowline/tests',
  /**
   * Request: realizes a bag and compares the best realization with what is expected. Null where there
   * is no such test any more; cancelled, it ends at once. `TestParams` → `TestResult | null`.
   */
  runTest: 'bowline/runTest',
  /** Notification, server to client: what is known of tests has changed. `TestStandings`. */
  testStandings: 'bowline/testStandings',
  /** Request: how much of open files the grammar covers. `CoverageParams` → `CoverageResult`. */
  coverage: 'bowline/coverage',
  /** Request: the edits that write what a realization chose into its bag. `KeepParams` → `BagEdits | null`. */
  keep: 'bowline/keep',
  /** Request: a file of bags for the sentences of a text. `NewBagsParams` → `NewBagsResult`. */
  newBags: 'bowline/newBags',
  /**
   * Request: traces the search of a bag. Fails with a message for the user where nothing can be traced.
   * `TraceParams` → `TraceResult`.
   */
  trace: 'bowline/trace',
  /** Request: the edits that give a word of a bag a head, or take it away. `EditArcParams` → `EditArcResult`. */
  editArc: 'bowline/editArc',
  /** Request: the tree of a realization as CoNLL-U; null where it is no longer there. `TreeParams` → `string | null`. */
  treeConllu: 'bowline/treeConllu',
} as const;

/** Commands that the client has for the server's code lenses and code actions alone. */
export const clientCommands = {
  /** `(uri, index)`: realizes a bag. */
  realizeBag: 'bowline.realizeBag',
  /**
   * `(uri, position, text)`: moves the cursor there, and opens the panel: to say why a sentence is not the best, where
   * there is a `text`.
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
  /** The file that the panel follows, and its cursor; null where no `.bow` file is open. */
  readonly active: { readonly uri: string; readonly cursor: Position } | null;
  /** The lines of each editor that are on the screen, both ends included. */
  readonly visible: readonly {
    readonly uri: string;
    readonly first: number;
    readonly last: number;
  }[];
  /** Whether a panel shows the cursor's bag. */
  readonly panel: boolean;
  /** The bags that panels of their own show. */
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
  /** The one that is wanted; null for some times the former one. */
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

/** What has become of a bag that is pinned: its view has no bag where there is none of the name any more. */
export interface PinnedBag extends NamedBagParams {
  readonly view: BagView;
}

/** A bag that has expectations. */
export interface BagTest {
  /** Stays the same while the bag keeps its name; of bags without one, while none comes or goes. */
  readonly id: string;
  readonly label: string;
  readonly range: Range;
  readonly standing: TestStanding;
}

/** How a test stands, as far as its bag is realized. */
export interface TestStanding {
  /** The rank of an expectation, where one is known, and that expectation. */
  readonly description: string;
  /** Null where it is the best, or nothing is known. */
  readonly tag: TestTag | null;
}

/** What tests can be filtered by. */
export type TestTag = 'not-found' | 'rank2-10' | 'unreachable';

export interface TestStandings extends FileParams {
  readonly tests: readonly Pick<BagTest, 'id' | 'standing'>[];
}

export interface TestParams extends FileParams {
  /** Of a `BagTest`. */
  readonly id: string;
}

/** Ranges are of what a message is about: the expectation, or what is wrong with the bag. */
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
   * The token of its `$/progress` with the results of tests, as `CoveredTest`s, each as soon as it is there; null
   * where nobody waits for them.
   */
  readonly partialResultToken: string | null;
}

/** Bags of a file. */
export interface ChosenBags extends FileParams {
  /** Of `BagTest`s; null for every bag of the file, a test or not. */
  readonly tests: readonly string[] | null;
}

/** A test, and what came of it: null where its bag is no longer in the file. */
export interface CoveredTest extends TestParams {
  readonly result: TestResult | null;
}

export interface CoverageResult {
  /** Its files are URIs. */
  readonly report: CoverageReport;
  /**
   * What became of each bag since it was last covered: in the order of the report, then those that are gone. None
   * where no bag of these files was covered before.
   */
  readonly changes: readonly BagChange[];
  /** In the order in which they were asked for. */
  readonly files: readonly FileCoverage[];
}

export interface BagChange {
  readonly change: Change;
  /** Null where the bag is new, or the same. */
  readonly before: BagCoverageReport | null;
}

/** What is covered of a file. */
export interface FileCoverage extends FileParams {
  /** Words of `words:`: covered are those that training had. */
  readonly words: CoverageCount;
  /** Arcs of `deps:`: covered are those that training had. */
  readonly arcs: CoverageCount;
  /** Covered are those with an expectation at rank 1, or realized and without one. */
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
  /** Four numbers a word, of which there are many: its line, character and length, and how often training had it. */
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
  /** How often training had it. */
  readonly count: number;
  /** Training had it in the other direction alone. */
  readonly isTurned: boolean;
}

export interface OpenSettingParams {
  readonly setting: ModelSetting;
}

/** The settings that say which models are used. */
export type ModelSetting = 'bowline.model' | 'bowline.languageModel';

/** What is wrong with a model, and the setting that mends it. */
export interface ModelProblem {
  readonly setting: ModelSetting;
  readonly message: string;
}

export interface InsertExpectationParams extends BagParams {
  /** A realization's `text`. */
  readonly text: string;
}

/** A request that takes long reports how much is done, as a `Portion`, and can be cancelled. */
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
  /** Only the sentences that have one of these lines, both ends included; null for all. */
  readonly lines: { readonly first: number; readonly last: number } | null;
}

export interface ImportResult {
  /** A `.bow` file. */
  readonly text: string;
  readonly bags: number;
  /** How many bags there are, and how many sentences were left out, by reason. */
  readonly summary: string;
  /** Whether the comment on top of the file has remarks. */
  readonly hasRemarks: boolean;
}

/** The file that is exported comes piece by piece, as texts: it may be longer than a string can be. */
export interface ExportParams extends FileParams, LongParams {
  /** The token of its `$/progress` with the pieces, in their order; all come before the result. */
  readonly partialResultToken: string;
  /** The line of the bag at the cursor; null for every bag of the file. */
  readonly line: number | null;
  readonly format: Format;
}

export interface ExportResult {
  /** How many bags are in the file. */
  readonly bags: number;
  /** How many of them have no realization: they have errors, say. */
  readonly without: number;
}

export interface KeepParams extends BagParams {
  /** Of the realization, from 1. */
  readonly rank: number;
  /** The tags or the arcs that it chose and that are not given. */
  readonly what: 'tags' | 'arcs';
}

/** What to change in a bag; nothing where it is as was asked for. */
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
  /** The `text` of the one that it is compared with; null for the best. */
  readonly against: string | null;
  /** How much is found out: the class and the scores; what they are made of; and what helps, which may take seconds. */
  readonly depth: ExplainDepth;
}

export type ExplainDepth = 'brief' | 'whole' | 'help';

export interface ShownExplanation {
  readonly class: ExplanationClass;
  /** Among all that the search found, from 1; null where it is none of them. */
  readonly rank: number | null;
  /** Why it is not the best. */
  readonly sentences: readonly string[];
  /** Its best derivation that was found; null where there is none. */
  readonly expected: ExplainedRealization | null;
  /** The one that it is compared with. */
  readonly best: ExplainedRealization | null;
  /** What the two score for, the greatest difference first; none in brief. */
  readonly templates: readonly TemplateReport[];
  /** The first of their steps that is not the same, from 1. */
  readonly firstDifference: number | null;
  /** Lines any one of which makes it the best; none unless they were looked for. */
  readonly help: readonly ShownAddition[];
  /** A wider beam that makes it the best; null where there is none or it was not looked for. */
  readonly helpfulBeam: number | null;
}

export interface ExplainedRealization extends ShownRealization {
  /** What each of its steps scores for; empty in brief. */
  readonly byStep: readonly StepReport['templates'][];
}

/** Something that can be written into a bag: it goes back to the server as it came. */
export type Addition = BagAddition & {
  /** The bag, with the text that it had; an edit of it makes another one of it. */
  readonly bag: number;
};

/** What can be written into a bag. */
export interface ShownAddition {
  /** As it is written, for people. */
  readonly line: string;
  readonly addition: Addition;
}

export interface AddParams extends BagParams {
  readonly addition: Addition;
}

/** A bag as two searches realize it, with the same model and settings: first the beam, then best-first. */
export interface ShownComparison {
  readonly searches: readonly [ComparedSearch, ComparedSearch];
}

export interface ComparedSearch {
  readonly search: 'beam' | 'best-first';
  /** Whether the bag's list is of this search. */
  readonly isListed: boolean;
  readonly result: ShownResult;
  /** CPU milliseconds of the search alone. */
  readonly ms: number;
  /** Null where it found nothing. */
  readonly effort: SearchEffort | null;
  /** Why best-first lost the first expectation, in sentences; null where it did not. */
  readonly loss: string | null;
}

/** What tells the sentences of a list apart. */
export interface ShownQuestion {
  /** `order`: which of two words comes first. `next`: what stands right behind a word. */
  readonly kind: 'order' | 'next';
  /** The two words, or the one. */
  readonly words: readonly string[];
  /** The likeliest first. */
  readonly answers: readonly ShownAnswer[];
}

export interface ShownAnswer extends ShownAddition {
  /** How many sentences of the list give it, and the best of them. */
  readonly count: number;
  readonly display: string;
}

/** Words are places in the bag, as `Token.word` has them. */
export interface EditArcParams extends BagParams {
  readonly dependent: number;
  /** Null takes the given head away. */
  readonly head: number | 'root' | null;
}

/** Null where there is no such bag any more; a problem where the arc contradicts what the bag says. */
export type EditArcResult = BagEdits | { readonly problem: string } | null;

export interface TreeParams extends BagParams {
  /** The sentence's `text`: one of the list, or one that was explained. */
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
  /** The expectation that is followed, from 1; null for the one on the line, or else the first. */
  readonly expect: number | null;
}

export interface TraceResult {
  readonly bag: BagTitle;
  readonly trace: SearchTrace;
  /** The words of `words:`, as the trace counts them. */
  readonly words: readonly { readonly name: string; readonly range: Range }[];
  /** The arcs of `deps:`, wherever they are written. */
  readonly arcs: readonly {
    readonly head: number;
    readonly dependent: number;
    readonly ranges: readonly Range[];
  }[];
  /** Why the sentence that is expected cannot come out; null where it can, or none is. */
  readonly unreachable: string | null;
}

export interface ServerStatus {
  readonly state: 'loading' | 'ready' | 'working' | 'no-model';
  /** While it works: bags done, and to do in all. */
  readonly done: number;
  readonly total: number;
  /** Why there is no model, or what is done without; null where nothing is wrong. */
  readonly problem: ModelProblem | null;
}

/** One bag, or the lack of one, as the panel shows it. */
export interface BagView {
  /** Null where no `.bow` file is open. */
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
 * - `invalid`: errors in the bag, in the order of the text; `previous` is what its last form gave.
 * - `no-model`: there is no usable model.
 * - `idle`: nothing has asked for it to be realized; `previous` is what its last form gave.
 * - `working`: it is being realized or about to be; with `isPartial`, `previous` is what was found so far.
 * - `failed`: the search broke down.
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

/** The result that a state has to show, if any. */
export function resultOf(state: BagState): ShownResult | null {
  if (state.kind === 'realized') return state.result;
  return state.kind === 'idle' || state.kind === 'working' || state.kind === 'invalid'
    ? state.previous
    : null;
}

/**
 * Why a bag is not realized: it changed since that was last asked for; nothing is realized unasked;
 * the user cancelled; the file was deleted on disk; or there are so many bags that only those which
 * are looked at are realized and kept.
 */
export type IdleReason = 'changed' | 'never' | 'cancelled' | 'deleted' | 'unseen';

export interface ShownProblem {
  readonly code: string;
  readonly message: string;
  readonly position: Position;
}

export interface ShownResult {
  /** Another result has another one. */
  readonly id: number;
  readonly status: Status;
  readonly message: string | null;
  /** Best first. */
  readonly realizations: readonly ShownRealization[];
  /**
   * Where each word of the bag is written: in `words:`, and then as the dependent of arcs in `deps:`. Lines
   * count from the bag's first.
   */
  readonly words: readonly (readonly Range[])[];
  readonly expectations: readonly RankedExpectation[];
  /** Whether these are all sentences that there are. */
  readonly isAll: boolean;
  /**
   * What is known of whether the first sentence is the best possible. Null where all sentences are here, or nothing can
   * be proven of them.
   */
  readonly best: ShownBest | null;
  /** The search that was asked for, and whether the file itself says which: else the setting does. */
  readonly search: SearchChoice;
  readonly isOwnSearch: boolean;
  /** Whether the bag asks for a grammar that the model does not have. */
  readonly lacksGrammar: boolean;
  /** How wide the search was. */
  readonly beam: number;
  readonly results: number;
  readonly timeLimit: number;
  /** Whether it can be searched further. */
  readonly canWiden: boolean;
  /** Why searching it further failed; null where it did not. */
  readonly widerFailure: string | null;
}

/**
 * Whether the first sentence is the best possible:
 * - `possible`: no sentence scores more: it is proven.
 * - `missed`: it is not; the search missed a better one, of which it may be proven that none scores more.
 * - `found`: a proof was tried, and took too long.
 * - `proving`: a proof was asked for, and has not ended.
 * - `open`: none was tried.
 *
 * `canProve`: a proof may be asked for, or one that tries more.
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
  /** The best score less this one. */
  readonly margin: number;
  readonly expected: boolean;
  readonly tokens: readonly ShownToken[];
  readonly steps: PackedSteps;
  /** Left out where the bag is not realized with categories. */
  readonly ccg?: ShownCcgDerivation | null;
}

/** A derivation of combinatory categorial grammar. */
export interface ShownCcgDerivation {
  /** Each behind those below it. Where no derivation spans the sentence, there are several tops. */
  readonly nodes: readonly ShownCcgNode[];
}

export interface ShownCcgNode {
  /** As it is written: `(S[dcl]\NP)/NP`. */
  readonly category: string;
  /** How its line is labelled: `>`, `<B×`, `Φ`, …; null for a word. */
  readonly rule: string | null;
  /** `forward application`; null for a word. */
  readonly ruleName: string | null;
  /** Places in `nodes`, from left to right: none for a word, one or two for others. */
  readonly children: readonly number[];
  /** The tokens that it spans, as places from 0, both included. */
  readonly first: number;
  readonly last: number;
  /** The token that is its head. */
  readonly head: number;
}

export interface ShownToken extends Token {
  /**
   * Of an arc without a label, the one that the model has counted most often between these tags, with the
   * dependent on this side of its head; null where it has counted none. The search does not know it.
   */
  readonly likelyLabel: string | null;
}

/** A derivation in columns, an entry a transition: with rows a list would take three times the bytes, at every key. */
export interface PackedSteps {
  /** A letter each: S for SHIFT, L for LEFTARC, R for RIGHTARC, C for COMBINE, G for GLUE. */
  readonly actions: string;
  /** Places in the realization, from 1. A shift has no head (0), and its word as dependent. */
  readonly heads: readonly number[];
  readonly dependents: readonly number[];
  readonly scores: readonly number[];
}
