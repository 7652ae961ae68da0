/**
 * Messages between client and server that the Language Server Protocol does not have. Lines and
 * characters count from 0.
 */
import type { Addition as BagAddition } from '../bag/addition.ts';
import type { StepReport, TemplateReport } from '../results/explain-report.ts';
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

export type { ExplanationClass, Format, ImportOptions, Status, TemplateReport, Token };
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
export { isDecision } from '../bag/addition.ts';
export { bestDerivations, bestOf, expectedMark, toExplain } from '../results/best-derivations.ts';
export { displayed } from '../text/display.ts';
export { subtreeOf } from '../util/subtree.ts';

export interface InitializationOptions {
  /**
   * The absolute path of the extension's folder, which holds the worker's script and the models. By
   * default the folder of the running server.
   */
  readonly extension?: string;
  /** The editor command that offers completions. */
  readonly suggestCommand?: string;
}

export const messages = {
  /** Notification to the server: the visible editors and panels. `ViewParams`. */
  view: 'bowline/view',
  /** Notification to the client: the bag at the cursor, for the panel. `BagView`. */
  bag: 'bowline/bag',
  /** Notification to the client: the bag of a pinned panel. `PinnedBag`. */
  pinnedBag: 'bowline/pinnedBag',
  /** Finds the bag at a line, or else a bag nearby. `LineParams` → `BagTitle | null`. */
  bagAt: 'bowline/bagAt',
  /** Notification to the client. `ServerStatus`. */
  status: 'bowline/status',
  /** Notification to the client: the user wants to see a setting. `OpenSettingParams`. */
  openSetting: 'bowline/openSetting',
  /** Realizes a bag now, whatever `bowline.realizeOn` is. `BagParams` → null. */
  realize: 'bowline/realize',
  /** Realizes a bag with a wider search than before. `SearchFurtherParams` → null. */
  searchFurther: 'bowline/searchFurther',
  /**
   * Proves that the first sentence of a bag has the highest score, or finds a better sentence.
   * `NamedBagParams` → null.
   */
  prove: 'bowline/prove',
  /** Stops the proof of a bag. `NamedBagParams` → null. */
  cancelProof: 'bowline/cancelProof',
  /** Stops realizing a bag. `BagParams` → null. */
  cancel: 'bowline/cancel',
  /**
   * Explains why a sentence does not come first, or how it differs from another sentence.
   * `ExplainParams` → `ShownExplanation`.
   */
  explain: 'bowline/explain',
  /**
   * Finds the questions whose answers best divide the sentences of a bag's list. `BagParams` →
   * `ShownQuestion[]`.
   */
  questions: 'bowline/questions',
  /** Realizes a bag with both searches, beam and best-first. `BagParams` → `ShownComparison`. */
  compare: 'bowline/compare',
  /**
   * Makes the edits that write additions, such as lines of `order:`, into a bag. The server has
   * offered these additions before. `AddParams` → `BagEdits | null`.
   */
  add: 'bowline/add',
  /** Realizes every bag of a file. `FileParams` → null. */
  realizeAll: 'bowline/realizeAll',
  /**
   * Waits until the realization of a bag has ended or will not start. Then gets the view of the
   * bag. `NamedBagParams` → `BagView | null`.
   */
  realized: 'bowline/realized',
  /**
   * Makes the edit that adds an expectation to a bag. `InsertExpectationParams` → `BagEdits |
   * null`.
   */
  insertExpectation: 'bowline/insertExpectation',
  /** Makes a `.bow` file from a treebank. `ImportParams` → `ImportResult`. */
  importConllu: 'bowline/importConllu',
  /** Exports the realizations of a file. `ExportParams` → `ExportResult`. */
  exportRealizations: 'bowline/exportRealizations',
  /** Lists the tests of an open file. `FileParams` → `FileTests`. */
  tests: 'bowline/tests',
  /**
   * Realizes the bag of a test, and compares the first realization with the expectations. Null if
   * the test is gone. `TestParams` → `TestResult | null`.
   */
  runTest: 'bowline/runTest',
  /** Notification to the client: the state of tests has changed. `TestStandings`. */
  testStandings: 'bowline/testStandings',
  /** Measures the coverage of files. `CoverageParams` → `CoverageResult`. */
  coverage: 'bowline/coverage',
  /**
   * Makes the edits that write a realization's tags or arcs into the bag, so that the realization
   * comes first. `KeepParams` → `KeepResult | null`.
   */
  keep: 'bowline/keep',
  /**
   * Request to the client, which answers null at once. The answer tells the server that the client
   * has read all earlier messages.
   */
  received: 'bowline/received',
  /**
   * Parses the sentences of a text, and makes a bag of each. `MakeBagsParams` → `MakeBagsResult`.
   */
  makeBags: 'bowline/makeBags',
  /**
   * Parses the sentences of a text, and lists their arcs, so that the user can choose arcs for the
   * bags. `ArcChoicesParams` → `ArcChoices`.
   */
  arcChoices: 'bowline/arcChoices',
  /**
   * Traces the search of a bag. Fails with a message for the user if there is nothing to trace.
   * `TraceParams` → `TraceResult`.
   */
  trace: 'bowline/trace',
  /** Makes the edits that set or remove the head of a word. `EditArcParams` → `EditArcResult`. */
  editArc: 'bowline/editArc',
  /**
   * Writes the tree of a realization as CoNLL-U; null if the realization is gone. `TreeParams` →
   * `string | null`.
   */
  treeConllu: 'bowline/treeConllu',
  /** Finds a label for each arc of a tree. Given labels stay. `LabelsParams` → `ShownLabels`. */
  labels: 'bowline/labels',
  /** Parses the words of a realization again. `TreeParams` → `ShownParse`. */
  parseAgain: 'bowline/parseAgain',
  /**
   * Finds the first sentence of a bag's list whose parse has the same arcs as a given realization.
   * `TreeParams` → `ShownUnambiguous`.
   */
  unambiguous: 'bowline/unambiguous',
} as const;

/** The client's commands for the server's code lenses and code actions. */
export const clientCommands = {
  /** `(uri, index)`: realizes a bag. */
  realizeBag: 'bowline.realizeBag',
  /**
   * `(uri, position, text)`: moves the cursor to a position and opens the panel. If `text` is a
   * sentence, the panel explains why it does not come first.
   */
  showBag: 'bowline.showBag',
  /** `(uri, position)`: moves the cursor to a position. */
  reveal: 'bowline.reveal',
  /** `(message)`: shows a message about the result of an action. */
  showMessage: 'bowline.showMessage',
  /** `(uri, line)`: debugs the search of the bag at a line. */
  debugBag: 'bowline.debugBag',
  /** `(code)`: opens the page of problems at a code. */
  explainProblem: 'bowline.explainProblem',
} as const;

/** As in the Language Server Protocol. */
export type ProgressToken = string | number;

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
  /** Whether the panel that follows the cursor is visible. */
  readonly panel: boolean;
  readonly pinned: readonly NamedBagParams[];
  /**
   * The files that are open without a tab. If an extension has opened a document, the editor keeps
   * the document for minutes after its tab is closed.
   */
  readonly hidden: readonly string[];
}

export interface FileParams {
  readonly uri: string;
}

/** A bag by its index in the file. */
export interface BagParams extends FileParams {
  readonly index: number;
}

export interface SearchFurtherParams extends BagParams {
  /** The beam width; null to multiply the current width by a fixed factor. */
  readonly beam: number | null;
}

export interface LineParams extends FileParams {
  readonly line: number;
}

/** A bag by name. Unnamed bags are named by number: `bag 3` is the third bag of the file. */
export interface NamedBagParams extends FileParams {
  readonly bag: string;
}

/** If no bag has this name any more, `view.bag` is null. */
export interface PinnedBag extends NamedBagParams {
  readonly view: BagView;
}

export interface FileTests {
  readonly tests: readonly BagTest[];
  /** An error outside all bags. Such an error may hide a bag. */
  readonly problem: string | null;
}

/** A bag with expectations, or with an error. */
export interface BagTest {
  /**
   * The id of a named bag stays the same as long as the name does. The id of an unnamed bag may
   * change if bags are added or removed.
   */
  readonly id: string;
  readonly label: string;
  readonly range: Range;
  readonly standing: TestStanding;
}

export interface TestStanding {
  /**
   * A text for the test view: the bag's error or, without an error, an expected sentence and its
   * rank if it is known.
   */
  readonly description: string;
  /**
   * The tag by which the user can filter tests. Null if no tag fits, for example if the expectation
   * comes first.
   */
  readonly tag: TestTag | null;
}

export type TestTag = 'not-found' | 'rank2-10' | 'unreachable';

export interface TestStandings extends FileParams {
  readonly tests: readonly Pick<BagTest, 'id' | 'standing'>[];
}

export interface TestParams extends FileParams {
  /** The `id` of a `BagTest`. */
  readonly id: string;
}

/** `range` is the place of the message: the expectation or the bag's error. */
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
   * `$/progress` notifications with this token report each `CoveredTest` as soon as it is known.
   * Null if the client needs none.
   */
  readonly partialResultToken: ProgressToken | null;
}

export interface ChosenBags extends FileParams {
  /** The ids of the `BagTest`s to cover; null for every bag, with or without expectations. */
  readonly tests: readonly string[] | null;
}

/** `result` is null if the bag is no longer in the file. */
export interface CoveredTest extends TestParams {
  readonly result: TestResult | null;
}

export interface CoverageResult {
  /** Its files are named by URI. */
  readonly report: CoverageReport;
  /**
   * How each bag changed since it was last covered. First come the bags of `report`, in its order,
   * then the bags that were removed meanwhile. Empty if none of these bags was covered before.
   */
  readonly changes: readonly BagChange[];
  /** In the order of `CoverageParams.files`, without files that could not be read. */
  readonly files: readonly FileCoverage[];
}

export interface BagChange {
  readonly change: Change;
  /** The bag's previous coverage; null if the bag is new or unchanged. */
  readonly before: BagCoverageReport | null;
}

export interface FileCoverage extends FileParams {
  /**
   * `total` counts the words in `words:`. `covered` counts those that occur in the training data.
   */
  readonly words: { readonly covered: number; readonly total: number };
  readonly details: readonly BagDetails[];
}

export interface BagDetails {
  readonly name: string;
  readonly header: Range;
  /**
   * A bag with expectations is covered if an expectation has rank 1. Another bag is covered if it
   * has a realization.
   */
  readonly isCovered: boolean;
  /**
   * Four numbers for each word: its line, its character, its length, and its count in the training
   * data. A flat array saves space, since there are many words.
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
  /** The range of the dependent. */
  readonly range: Range;
  /** Such as `led -nsubj-> team`. */
  readonly name: string;
  /** How often the arc occurs in the training data. */
  readonly count: number;
  /** Whether the training data has this arc only with head and dependent swapped. */
  readonly isTurned: boolean;
}

export interface OpenSettingParams {
  readonly setting: ModelSetting;
}

export type ModelSetting = 'bowline.model' | 'bowline.languageModel' | 'bowline.parser';

/** Why a model cannot be used, and the setting to change. */
export interface ModelProblem {
  readonly setting: ModelSetting;
  readonly message: string;
}

export interface InsertExpectationParams extends BagParams {
  /** The `text` of the realization to expect. */
  readonly text: string;
}

/** A long request reports its progress as a `Portion`, and can be cancelled. */
export interface LongParams {
  readonly progress: ProgressToken;
}

export interface Portion {
  readonly done: number;
  readonly total: number;
}

export interface ImportParams extends LongParams {
  /** The treebank as CoNLL-U. */
  readonly text: string;
  /** The name of the treebank's file, for messages. */
  readonly name: string;
  readonly options: ImportOptions;
  /** The lines of the sentences to import, both ends included; null for all sentences. */
  readonly lines: { readonly first: number; readonly last: number } | null;
}

export interface ImportResult {
  /** The content of the new `.bow` file. */
  readonly text: string;
  readonly bags: number;
  /** A text for the user. It counts the bags and, for each reason, the left-out sentences. */
  readonly summary: string;
  /** Whether the comment at the top of `text` says more about the import than `summary`. */
  readonly hasRemarks: boolean;
}

/** The exported file is sent in pieces, since it may be too long for a string. */
export interface ExportParams extends FileParams, LongParams {
  /**
   * The token of the `$/progress` notifications that carry the pieces, in order, before the result.
   */
  readonly partialResultToken: ProgressToken;
  /** The line of the bag to export, or a line near it; null for every bag of the file. */
  readonly line: number | null;
  readonly format: Format;
}

export interface ExportResult {
  readonly bags: number;
  /** How many of these bags have no realization, for instance because of errors. */
  readonly without: number;
  /**
   * Why the parser could not find labels for the arcs that have none in the bag. Null if it found
   * them, or if the format has no labels.
   */
  readonly unlabelled: ModelProblem | null;
}

export interface KeepParams extends BagParams {
  /** The text of the realization. An index is not enough: the list may have changed meanwhile. */
  readonly text: string;
  /** Tags or arcs that the bag already gives are not written again. */
  readonly what: 'tags' | 'arcs';
}

export interface KeepResult extends BagEdits {
  /**
   * A message for the user: order lines were added to put the realization first, or another
   * sentence still comes first. Null if neither is the case.
   */
  readonly notice: string | null;
}

/** `edits` is empty if the bag needs no change. */
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
  /** The `text` of the sentence to explain. */
  readonly text: string;
  /** The `text` of the sentence to compare with; null for the first of the list. */
  readonly against: string | null;
  /**
   * How much to explain:
   * - `brief`: the scores. Also the class of the failure, such as `grammar`, unless only a wider
   *   search can tell the class.
   * - `class`: the scores and the class.
   * - `whole`: also what each feature template adds to the scores.
   * - `help`: also lines that the user can add to the bag so that the sentence comes first. Finding
   *   the lines may take seconds.
   */
  readonly depth: ExplainDepth;
}

export type ExplainDepth = 'brief' | 'class' | 'whole' | 'help';

/** The fields of an explanation that the rows of a list show. */
export interface RowExplanation {
  readonly class: ExplanationClass;
  /**
   * The rank of the explained sentence among all found sentences, from 1; null if the search missed
   * it.
   */
  readonly rank: number | null;
  /** Null if the sentence has no derivation. */
  readonly expected: ShownRealization | null;
  readonly against: ShownRealization | null;
  /**
   * The rank that the sentence would have if the search had found everything that is now known: the
   * best derivation of every expected sentence, and the sentence that a proof found. Null if the
   * sentence has no derivation, or would overtake no other sentence.
   */
  readonly wouldBe: number | null;
}

export interface ShownExplanation extends RowExplanation {
  /** A text for the user: why the sentence does not come first. */
  readonly sentences: readonly string[];
  readonly expected: ExplainedRealization | null;
  readonly against: ExplainedRealization | null;
  /**
   * What each feature template adds to the two scores, the greatest difference first. Empty if the
   * depth is `brief`.
   */
  readonly templates: readonly TemplateReport[];
  /**
   * The first step, from 1, in which the two derivations differ. Null if no step differs, or if one
   * of the sentences has no derivation.
   */
  readonly firstDifference: number | null;
  /** Each of these lines alone makes the sentence come first. Empty unless the depth is `help`. */
  readonly help: readonly ShownAddition[];
  /**
   * All these lines together make the sentence come first. Empty if a single line is enough, or if
   * no lines were found.
   */
  readonly together: readonly ShownAddition[];
  /**
   * A name for `together` if the lines are nearly a whole tree or a whole order, such as `the whole
   * tree: 24 arcs`.
   */
  readonly whole: string | null;
  /** Says which other expected sentences these lines rule out; null if they rule out none. */
  readonly ruledOut: string | null;
  /** Says what was tried, for the case that neither a line nor a wider beam helps. */
  readonly nothingHelps: string;
  /** The smallest tried beam that puts the sentence first. */
  readonly smallestBeam: number | null;
}

export interface ExplainedRealization extends ShownRealization {
  /** For each step, what each feature template adds to its score. Empty if the depth is `brief`. */
  readonly byStep: readonly StepReport['templates'][];
}

/** A fact to add to a bag, such as a tag or an arc. The client sends it back unchanged. */
export type Addition = BagAddition & {
  /** The server's number for the bag. An edited bag gets another number. */
  readonly bag: number;
};

/** A line to write into a bag. */
export interface ShownAddition {
  readonly line: string;
  readonly addition: Addition;
}

export interface AddParams extends BagParams {
  /** Offered additions of one bag; at least one. */
  readonly additions: readonly Addition[];
}

/** The realizations of a bag by two searches: first the beam, then best-first. */
export interface ShownComparison {
  readonly searches: readonly [ComparedSearch, ComparedSearch];
}

export interface ComparedSearch {
  readonly search: 'beam' | 'best-first';
  /** Whether the bag's own list comes from this search. */
  readonly isListed: boolean;
  readonly result: ShownResult;
  /** Explanations of the expected sentences that do not come first. */
  readonly explanations: readonly RowExplanation[];
  /**
   * The CPU time of the search in milliseconds, without loading and messages. A fast search runs
   * twice, and the faster run counts.
   */
  readonly ms: number;
  /** Null if the search found nothing. */
  readonly effort: SearchEffort | null;
  /**
   * Why best-first lost the first expected sentence that the bag allows. Null if this sentence was
   * not lost, and for the beam.
   */
  readonly loss: string | null;
}

export interface ShownQuestion {
  /**
   * - `order`: which of two words comes first?
   * - `next`: which word follows a given word?
   * - `head`: which word is the head of a given word?
   * - `modified`: which word does a given adjective or adverb describe?
   * - `choice`: which word of a choice occurs?
   */
  readonly kind: 'order' | 'next' | 'head' | 'modified' | 'choice';
  /**
   * The words that the question names, spelled as in lines of the bag, such as `dog#2`: two words
   * for `order`, all words of the choice for `choice`, otherwise one word.
   */
  readonly words: readonly string[];
  /** The answers of the list's sentences, the likeliest first. */
  readonly answers: readonly ShownAnswer[];
  /**
   * Answers that are shown without a sentence. First come the answers of the list's sentences that
   * are too unlikely to be in `answers`. Then come answers that no sentence of the list gives,
   * although the bag allows them. Empty for `order`.
   */
  readonly others: readonly OtherAnswer[];
}

export interface OtherAnswer extends ShownAddition {
  /**
   * The word that is the answer. Null if the answer is that no word follows, that the word in
   * question has no head, or that no word of the choice occurs.
   */
  readonly word: string | null;
}

export interface ShownAnswer extends ShownAddition {
  /**
   * How many sentences of the list give this answer. `display` shows the first of these sentences.
   */
  readonly count: number;
  readonly display: string;
}

/** Words are indices in the bag. */
export interface EditArcParams extends BagParams {
  readonly dependent: number;
  /** The new head; null removes the given head. */
  readonly head: number | 'root' | null;
}

/** Edits; a message if the arc contradicts the bag; null if the bag is gone. */
export type EditArcResult = BagEdits | { readonly problem: string } | null;

export interface TreeParams extends BagParams {
  /** The `text` of a sentence in the list, or of an explained sentence. */
  readonly text: string;
}

/** The tree need not belong to an open file: the panel can label any tree that it draws. */
export interface LabelsParams {
  readonly tokens: readonly Pick<Token, 'form' | 'tag' | 'head' | 'label'>[];
}

/** The label of each word's arc to its head. */
export type ShownLabels =
  { readonly labels: readonly string[] } | { readonly problem: ModelProblem };

export type ShownParse =
  | {
      readonly tokens: readonly Token[];
      /**
       * The places, from 1, of the words whose arcs differ between the parse and the realization.
       */
      readonly differing: readonly number[];
      /**
       * For each word in `differing`, a sentence for the user: how a reader would attach the word,
       * and how the realization does.
       */
      readonly sentences: readonly string[];
      /**
       * Messages about differences that do not change how a reader understands the sentence, such
       * as different tags.
       */
      readonly besides: readonly string[];
      /** Why the parser prefers its tree; null if the trees have the same heads. */
      readonly reason: string | null;
    }
  | { readonly problem: ModelProblem };

export type ShownUnambiguous =
  | {
      /** Null if no parsed sentence has the same arcs as the realization. */
      readonly sentence: {
        readonly text: string;
        readonly display: string;
        readonly rank: number;
      } | null;
      /**
       * A line of `order:` that `sentence` satisfies and that all earlier sentences of the list
       * break.
       */
      readonly line: ShownAddition | null;
      /**
       * How many sentences of the list were considered, from the first on. `isWhole` says whether
       * these are all sentences of the list.
       */
      readonly parsed: number;
      readonly isWhole: boolean;
    }
  | { readonly problem: ModelProblem };

export interface MakeBagsParams extends LongParams {
  readonly text: string;
  /** The name of the file, for messages. */
  readonly name: string;
  /** The line of the file on which the text begins. */
  readonly firstLine: number;
  /** Whether each line of the text is a sentence. If not, the server finds the sentences. */
  readonly isLines: boolean;
  readonly keep: KeptParts;
  /**
   * For each sentence, the indices of the words that keep the arc to their head. Null if all words
   * keep it.
   */
  readonly arcsOf: readonly (readonly number[])[] | null;
  /**
   * The open `.bow` file to write into, and a line of the bag that the new bags follow. Null for a
   * new file.
   */
  readonly into: LineParams | null;
}

/** A label is kept only if its arc is kept. */
export interface KeptParts {
  readonly tags: boolean;
  readonly arcs: boolean;
  readonly labels: boolean;
}

export interface ArcChoicesParams extends LongParams {
  readonly text: string;
  /** The name of the file, for messages. */
  readonly name: string;
}

/** For each sentence of a text, its words' arcs. Empty for a sentence that gets no bag. */
export type ArcChoices =
  | { readonly sentences: readonly (readonly ArcChoice[])[] }
  /** `setting` is null unless the parser cannot be used. */
  | { readonly problem: string; readonly setting: ModelSetting | null };

export interface ArcChoice {
  readonly form: string;
  /** The form of the head; null for the root. */
  readonly head: string | null;
  readonly label: string;
}

export type MakeBagsResult =
  | MadeBags
  /** No bag can be made. `setting` is null unless the parser cannot be used. */
  | { readonly problem: string; readonly setting: ModelSetting | null };

export interface MadeBags {
  /** The bags as the content of a new `.bow` file. */
  readonly content: string;
  /**
   * The edit that writes the bags into the open file `MakeBagsParams.into`. Null if the bags are
   * for a new file, if no bag was made, or if the file was closed meanwhile.
   */
  readonly edits: BagEdits | null;
  readonly bags: number;
  /** A text for the user. It counts the bags and, for each reason, the left-out sentences. */
  readonly summary: string;
  /** What was left out or changed, for the user. */
  readonly remarks: readonly string[];
  readonly refused: readonly RefusedSentence[];
}

export interface RefusedSentence {
  /** The line of the file on which the sentence begins. */
  readonly line: number;
  readonly reason: string;
}

export interface TraceParams extends FileParams {
  /** The bag's name, or `bag 3` for the third; null for the bag near `line`. */
  readonly bag: string | null;
  readonly line: number;
  /**
   * The number of the expectation to follow, from 1. Null for the expectation on `line` or, if none
   * is there, the first one.
   */
  readonly expect: number | null;
}

export interface TraceResult {
  readonly bag: BagTitle;
  readonly trace: SearchTrace;
  /** In the order of the trace's word indices. */
  readonly words: readonly { readonly name: string; readonly range: Range }[];
  /** The arcs of `deps:`. `ranges` are the places of their text. */
  readonly arcs: readonly {
    readonly head: number;
    readonly dependent: number;
    readonly ranges: readonly Range[];
  }[];
  /**
   * Why the bag rules out the expected sentence. Null if the bag allows it, or expects no sentence.
   */
  readonly unreachable: string | null;
}

export interface ServerStatus {
  readonly state: 'loading' | 'ready' | 'working' | 'no-model';
  /** While the server realizes bags: how many of `total` bags are done. */
  readonly done: number;
  readonly total: number;
  readonly problem: ModelProblem | null;
}

export interface BagView {
  /** Null if no `.bow` file is open. */
  readonly uri: string | null;
  readonly bag: BagTitle | null;
  readonly state: BagState;
}

export interface BagTitle {
  readonly index: number;
  readonly title: string;
  /** The line of the bag's header. */
  readonly line: number;
}

/**
 * In all states, `previous` is the bag's last result.
 * - `invalid`: the bag has errors. `problems` lists them in the order of the text.
 * - `idle`: the bag is not being realized.
 * - `working`: the bag is being realized or will be soon. With `isPartial`, `previous` is the
 *   result so far.
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

export function resultOf(state: BagState): ShownResult | null {
  if (state.kind === 'realized') return state.result;
  return state.kind === 'idle' || state.kind === 'working' || state.kind === 'invalid'
    ? state.previous
    : null;
}

/**
 * Why a bag is not realized:
 * - `changed`: it changed since the last request.
 * - `never`: bags are realized on request only.
 * - `cancelled`: the user cancelled its realization.
 * - `deleted`: the file was deleted on disk.
 * - `unseen`: the file has many bags, and this bag is not visible.
 */
export type IdleReason = 'changed' | 'never' | 'cancelled' | 'deleted' | 'unseen';

export interface ShownProblem {
  readonly code: string;
  readonly message: string;
  readonly position: Position;
}

export interface ShownResult {
  readonly id: number;
  readonly status: Status;
  readonly message: string | null;
  /** The highest score first. */
  readonly realizations: readonly ShownRealization[];
  /**
   * The rank of each listed sentence among all found sentences, from 1. For example, 1, 2, 5 if the
   * list leaves out the third and the fourth.
   */
  readonly ranks: readonly number[];
  /** The number of all found sentences, listed or not. */
  readonly found: number;
  /**
   * For each word of the bag, its ranges: first in `words:`, then as the dependent of arcs in
   * `deps:`. Lines count from the bag's first line.
   */
  readonly words: readonly (readonly Range[])[];
  readonly expectations: readonly RankedExpectation[];
  /**
   * A text about the expected sentences, such as `expected is no. 3`. Null if the bag expects none.
   */
  readonly mark: string | null;
  /** Whether `realizations` has every sentence of the bag. */
  readonly isAll: boolean;
  /** The widest beam that was tried, if it is wider than `beam`. */
  readonly widened?: number;
  /** Null if the list has all sentences, or if this search allows no proof. */
  readonly proof: ShownProof | null;
  /** Chosen by the file if `isOwnSearch`, otherwise by the user's setting. */
  readonly search: SearchChoice;
  readonly isOwnSearch: boolean;
  /** Whether the bag needs a grammar and the model has none. */
  readonly lacksGrammar: boolean;
  readonly beam: number;
  readonly results: number;
  readonly timeLimit: number;
  readonly canWiden: boolean;
  readonly widerFailure: string | null;
}

/**
 * What is known about whether the first sentence has the highest score:
 * - `proven`: it has the highest score.
 * - `missed`: the search missed a sentence that scores more: `better`. `isProven` says whether
 *   `better` is proven to have the highest score.
 * - `found`: unknown. A proof was tried and reached its limit.
 * - `proving`: a requested proof has not ended.
 * - `open`: no proof was tried.
 *
 * `canProve`: the user may request a proof, or a proof with a higher limit.
 */
export type ShownProof =
  | { readonly kind: 'proven' | 'proving' | 'open' }
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
  readonly expected: boolean;
  readonly tokens: readonly Token[];
  readonly steps: PackedSteps;
  /** Left out if the bag is not realized with categories. */
  readonly ccg?: ShownCcgDerivation | null;
  /**
   * The unary rules in the CCG derivation that are seldom right for their words. Each is written as
   * the words under the rule and the category that the rule makes: `she ⇒ (S\NP)\(S\NP)`.
   */
  readonly doubts?: readonly string[];
}

export interface ShownCcgDerivation {
  /**
   * Each node comes after its children. If no derivation spans the sentence, there are several
   * roots.
   */
  readonly nodes: readonly ShownCcgNode[];
}

export interface ShownCcgNode {
  /** Such as `(S[dcl]\NP)/NP`. */
  readonly category: string;
  /** The symbol of the rule that makes the node, such as `<B×`; null for a word. */
  readonly rule: string | null;
  /** Such as `forward application`; null for a word. */
  readonly ruleName: string | null;
  /** Indices in `nodes`, from left to right. */
  readonly children: readonly number[];
  /** The first and the last token of the node's span, from 0. */
  readonly first: number;
  readonly last: number;
  /** The index of the head token. */
  readonly head: number;
}

/**
 * The steps of a derivation in columns: each field has an element for each step. An object for each
 * step would take three times the bytes, and results are sent at every key press.
 */
export interface PackedSteps {
  /**
   * One letter for each step: S for SHIFT, L for LEFTARC, R for RIGHTARC, C for COMBINE, G for
   * GLUE.
   */
  readonly actions: string;
  /**
   * The places of the head and the dependent in the realization, from 1. A shift has head 0, and
   * the shifted word as the dependent.
   */
  readonly heads: readonly number[];
  readonly dependents: readonly number[];
  readonly scores: readonly number[];
}
