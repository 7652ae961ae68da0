import { ProgressType } from 'vscode-languageserver';
import type { Connection } from 'vscode-languageserver';
import type { Explained } from '../explain/explanation.ts';
import { Cancelled } from '../hosts/pool.ts';
import { type CheckedFile, isTest, testIdOf } from '../language/index.ts';
import type { Realized } from '../realize/realizer.ts';
import { mapConcurrently } from '../realize/realizers.ts';
import { compareBags } from '../results/coverage-comparison.ts';
import {
  coverageReport,
  coverBag,
  type BagCoverageReport,
  type BagOutcome,
} from '../results/coverage-report.ts';
import { explanationSentences } from '../results/explain-formats.ts';
import { explainSentence, type ExplainBag } from '../results/explain-report.ts';
import { counted } from '../text/counted.ts';
import { fileCoverage } from './coverage-details.ts';
import { BowDocument } from './document.ts';
import { unexplained } from './explanations.ts';
import { LongRequest } from './long-request.ts';
import { fileNameOf } from './log.ts';
import type { AwaitModel } from './model-host.ts';
import type { Proofs } from './proofs.ts';
import { onRequest } from './parameters.ts';
import { messages } from './protocol.ts';
import type {
  BagChange,
  ChosenBags,
  CoverageParams,
  CoverageResult,
  CoveredTest,
} from './protocol.ts';
import { cancellable, requestFailed, Turns } from './request.ts';
import { explainingLimit } from './search-widths.ts';
import type { Session } from './session.ts';
import { searchOf } from './settings.ts';
import { brokenDown, testResult, type Why } from './tests.ts';

const coveredTest = new ProgressType<CoveredTest>();

/** A file to cover, as it was at the time of the request. */
interface Source {
  readonly document: BowDocument;
  readonly checked: CheckedFile;
  readonly bags: readonly number[];
  /** Whether `bags` has every bag of the file. */
  readonly isWhole: boolean;
  /** The tests among `bags`: the id of each test, by the index of its bag. */
  readonly tests: ReadonlyMap<number, string>;
}

/** Receives the result of a bag, or null if the bag has errors. */
type OnBag = (source: Source, bag: number, realized: Realized | null, why: Why) => Promise<void>;

export function registerCoverage(
  connection: Connection,
  session: Session,
  proofs: Pick<Proofs, 'provenOf'>,
  awaitModel: AwaitModel,
): void {
  const history = new History();
  const turns = new Turns(connection);
  const covered = async (params: CoverageParams, signal: AbortSignal): Promise<CoverageResult> => {
    const request = new LongRequest(session.host, connection, params, signal);
    const { partialResultToken } = params;
    const started = performance.now();
    const tell: OnBag = async ({ document, checked, tests }, bag, realized, why) => {
      const id = tests.get(bag);
      if (partialResultToken === null || id === undefined) return;
      const node = checked.file.bags[bag];
      const result = await testResult(document, node, realized, session, why);
      const test: CoveredTest = { uri: document.uri, id, result };
      await connection.sendProgress(coveredTest, partialResultToken, test);
    };
    const problem = await awaitModel();
    if (problem !== null) throw requestFailed(problem.message);
    const sources = await sourcesOf(params.files, session);
    const outcomes = await coverSources(sources, session, proofs, request, signal, tell).catch(
      (error: unknown) => {
        if (!(error instanceof Cancelled)) throw error;
        const message = 'The models or settings have changed meanwhile. Run the coverage again.';
        throw requestFailed(message);
      },
    );
    const bags = counted(outcomes.flat().length, 'bag');
    session.log.took(`Covered ${bags} of ${counted(sources.length, 'file')}`, started);
    return {
      report: coverageReport(
        sources.map(({ document }) => document.uri),
        outcomes.flat(),
        session.settings().results,
      ),
      changes: history.changes(sources, outcomes, session.documents),
      files: sources.map(({ document, checked, bags }, i) =>
        fileCoverage(document.uri, checked.file, bags, outcomes[i]),
      ),
    };
  };
  onRequest(connection, messages.coverage, (params, token) =>
    cancellable(token, 'Measuring the coverage', (signal) => covered(params, signal), turns),
  );
}

/** Leaves out files that cannot be read, such as deleted files. */
async function sourcesOf(files: readonly ChosenBags[], session: Session): Promise<Source[]> {
  const sources: Source[] = [];
  for (const chosen of files) {
    const document = await documentOf(chosen.uri, session);
    if (document !== null) sources.push(sourceOf(document, chosen, session));
  }
  return sources;
}

/**
 * Returns an open file, or reads a closed file from the disk. Returns null if reading fails.
 *
 * A requested file may be closed, although the client opens all of them: an editor closes files
 * that it does not show (VS Code keeps 50).
 */
async function documentOf(
  uri: string,
  { documents, host, log }: Session,
): Promise<BowDocument | null> {
  const open = documents.get(uri);
  const path = open === undefined ? host.pathOf(uri) : null;
  if (path === null) return open ?? null;
  try {
    const text = await host.readText(path);
    return documents.get(uri) ?? new BowDocument(uri, 'bow', 0, text);
  } catch (error) {
    log.info(`${fileNameOf(uri)} is not covered: ${(error as Error).message}.`);
    return null;
  }
}

function sourceOf(document: BowDocument, { tests: ids }: ChosenBags, { checks }: Session): Source {
  const checked = document.checked(checks());
  const { file } = checked;
  const chosen = ids === null ? null : new Set(ids);
  const tests = new Map(
    [...file.bags.keys()]
      .filter((bag) => isTest(checked, bag))
      .map((bag) => [bag, testIdOf(file, bag)] as const)
      .filter(([, id]) => chosen === null || chosen.has(id)),
  );
  const bags = chosen === null ? [...file.bags.keys()] : [...tests.keys()];
  return { document, checked, bags, isWhole: chosen === null, tests };
}

async function coverSources(
  sources: readonly Source[],
  { log, documents, settings, checks, searches, scheduler }: Session,
  proofs: Pick<Proofs, 'provenOf'>,
  request: LongRequest,
  signal: AbortSignal,
  onBag: OnBag,
): Promise<BagOutcome[][]> {
  const found = searches();
  const { knowledge } = checks();
  if (found === null || knowledge === null)
    throw requestFailed('There is no model to realize with.');
  const { pool, generation } = found;
  const given = settings();
  const { beam, results, timeLimit } = given;

  const cover = async (source: Source, place: number): Promise<BagOutcome> => {
    const { document, checked } = source;
    const node = checked.file.bags[place];
    const search = searchOf(checked.file, given);
    /**
     * The explanations of the bag's sentences, by sentence. The coverage report and the bag's test
     * both use them, so that each sentence is explained only once.
     */
    const explained = new Map<string, Promise<Explained>>();
    const explain: ExplainBag = (bag, words, expected) => {
      const text = words.join(' ');
      let found = explained.get(text);
      if (found === undefined) {
        const proven = proofs.provenOf(document.uri, node);
        const depth = 'class' as const;
        const options = { beam, search, results, expected, proven, helpMs: 0, depth };
        const job = { bag, words, options, timeLimit: explainingLimit(given) };
        found = pool.explain(job, { signal, isBulk: true });
        explained.set(text, found);
      }
      return found;
    };
    const why: Why = (_, text) =>
      explainSentence(checked, place, text, explain)
        .catch(unexplained(log))
        .then((found) => (found === null ? [] : explanationSentences(found.report)));
    if (!checked.isValid(place)) await onBag(source, place, null, why);
    return coverBag(document.uri, checked, place, knowledge, {
      realize: async (bag) => {
        const options = { beam, search, results };
        const job = { bag, options, timeLimit };
        const realized = await pool.realize(job, { signal, isBulk: true }).catch(brokenDown);
        const isCurrent =
          settings() === given &&
          searches()?.generation === generation &&
          documents.get(document.uri) === document &&
          document.file === checked.file;
        if (isCurrent && realized.status !== 'refused') {
          scheduler.keep(document.uri, node, realized);
        }
        await onBag(source, place, realized, why);
        return realized;
      },
      explain: (bag, words, expected) =>
        explain(bag, words, expected).catch((error: unknown) => brokenDown(error).message),
    });
  };
  const bags = sources.flatMap((source) => source.bags.map((place) => ({ source, place })));
  let done = 0;
  // At most one bag per worker is covered at a time. So a request of the user waits for at most one
  // bag.
  const outcomes = await mapConcurrently(bags, pool.size, async ({ source, place }) => {
    if (signal.aborted) throw new Cancelled();
    const outcome = await cover(source, place);
    await request.step(++done, bags.length);
    return outcome;
  });
  let next = 0;
  return sources.map((source) => outcomes.slice(next, (next += source.bags.length)));
}

/** Keeps the last coverage of each bag, and reports changes. */
class History {
  /** By the URI of the file, then by the bag's test id. */
  readonly #reports = new Map<string, ReadonlyMap<string, BagCoverageReport>>();

  /**
   * Returns how each bag changed since it was last covered, and keeps the new outcomes. Forgets
   * closed files, unless they are covered now.
   *
   * @param open the open files by URI
   */
  changes(
    sources: readonly Source[],
    outcomes: readonly (readonly BagOutcome[])[],
    open: ReadonlyMap<string, unknown>,
  ): readonly BagChange[] {
    const covered = new Set(sources.map(({ document: { uri } }) => uri));
    for (const uri of this.#reports.keys()) {
      if (!open.has(uri) && !covered.has(uri)) this.#reports.delete(uri);
    }
    const before = new Map<string, BagCoverageReport>();
    const after = new Map<string, BagCoverageReport>();
    for (const [i, { document, checked, bags, isWhole }] of sources.entries()) {
      const { uri } = document;
      const last = this.#reports.get(uri) ?? new Map<string, BagCoverageReport>();
      const now = new Map(
        outcomes[i].map(({ report }, j) => [testIdOf(checked.file, bags[j]), report]),
      );
      for (const [id, report] of now) after.set(`${uri} ${id}`, report);
      for (const [id, report] of last) {
        if (isWhole || now.has(id)) before.set(`${uri} ${id}`, report);
      }
      this.#reports.set(uri, isWhole ? now : new Map([...last, ...now]));
    }
    if (before.size === 0) return [];
    return compareBags(before, after).bags.map(({ change, before: former }) => ({
      change,
      before: change === 'same' ? null : former,
    }));
  }
}
