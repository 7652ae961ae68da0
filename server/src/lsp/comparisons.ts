import type { Connection } from 'vscode-languageserver';
import { type BagNode, toBag } from '../language/index.ts';
import type { ExplainOptions } from '../explain/explainer.ts';
import type { SearchEffort } from '../explain/search-chart.ts';
import { lostEdgeSentence } from '../results/explain-formats.ts';
import { withExpected, type Realization } from '../realize/realizer.ts';
import { timedAgain, type TimedRealized } from '../realize/realizers.ts';
import { toExplain } from '../results/best-derivations.ts';
import { allowedBy } from '../results/explain-report.ts';
import { writtenWords } from './bag-view.ts';
import type { BowDocument } from './document.ts';
import { onRequest } from './parameters.ts';
import type { Proofs } from './proofs.ts';
import { messages } from './protocol.ts';
import type { ComparedSearch, RowExplanation, ShownComparison, ShownResult } from './protocol.ts';
import { cancellable, fileChanged, requestFailed } from './request.ts';
import { lacksGrammar, rowExplanation, shownResult } from './result.ts';
import { explainingLimit } from './search-widths.ts';
import type { Searches, Session } from './session.ts';
import { searchOf } from './settings.ts';

/** The key consists of all inputs except the bag. */
interface Known {
  readonly key: string;
  readonly comparison: ShownComparison;
}

export function registerComparisons(
  connection: Connection,
  session: Session,
  proofs: Pick<Proofs, 'outcomeOf'>,
): void {
  /**
   * The last comparison of each bag. An edit makes a new `BagNode`, which has no comparison yet.
   */
  const known = new WeakMap<BagNode, Known>();
  onRequest(connection, messages.compare, async (params, token) => {
    const document = session.documents.get(params.uri);
    const node = document?.file.bags.at(params.index);
    if (document === undefined || node === undefined) {
      throw fileChanged();
    }
    const error = document.checked(session.checks()).firstError(params.index);
    if (error !== null) throw requestFailed(error.message);
    return cancellable(token, 'Comparing', async (signal) => {
      const found = session.searches();
      if (found === null) throw requestFailed('There is no model to realize with.');
      const width = JSON.stringify(session.scheduler.widthOf(node));
      const search = searchOf(document.file, session.settings());
      const first = proofs.outcomeOf(params.uri, node)?.found?.first ?? null;
      const key = [found.generation, width, search, first?.score ?? ''].join(' ');
      const last = known.get(node);
      if (last?.key === key) return last.comparison;
      const comparison = await compare(document, params.index, session, first, found.pool, signal);
      known.set(node, { key, comparison });
      return comparison;
    });
  });
}

/**
 * @param rescored the best derivation of the beam's first sentence, if a proof has found it
 */
async function compare(
  document: BowDocument,
  index: number,
  session: Session,
  rescored: Realization | null,
  pool: Searches,
  signal: AbortSignal,
): Promise<ShownComparison> {
  const node = document.file.bags[index];
  const bag = toBag(node);
  const listed = searchOf(document.file, session.settings());
  const width = session.scheduler.widthOf(node);
  const { beam, results, timeLimit } = width;
  const checks = session.checks();
  const expectations = document.checked(checks).expectations(index);
  const expected = expectations.find(({ unreachable }) => unreachable === null);
  const words = expected?.text.split(' ') ?? null;
  const texts = expectations.map(({ text }) => text);
  const shown = {
    ...{ expectations, width, words: writtenWords(document, index) },
    proof: null,
    lacksGrammar: lacksGrammar(node, checks.knowledge),
  };
  const run = async (search: ComparedSearch['search'], id: number): Promise<ComparedSearch> => {
    const options = { beam, results, search };
    const realize = (): Promise<TimedRealized> =>
      pool.realize({ bag, options, timeLimit }, { signal });
    const found = await timedAgain(await realize(), realize);
    const realized = search === 'beam' ? withFirst(found, rescored) : found;
    const result = shownResult(id, withExpected(realized, texts), {
      ...shown,
      search,
      isOwnSearch: false,
    });
    const job = { bag, words, options, timeLimit: explainingLimit(width) };
    const effort = result.realizations.length === 0 ? '' : await pool.survey(job, { signal });
    return {
      ...{ search, isListed: search === listed, ms: realized.cpuMs, result },
      explanations:
        result.realizations.length === 0 ? [] : await explainRows(result.expectations, options),
      effort: typeof effort === 'string' ? null : effort,
      loss: typeof effort === 'string' ? null : lossOf(effort),
    };
  };
  /** Explains the expected sentences that do not come first in the result of a search. */
  const explainRows = async (
    ranked: ShownResult['expectations'],
    options: Pick<ExplainOptions, 'beam' | 'results' | 'search'>,
  ): Promise<RowExplanation[]> => {
    const explained = await Promise.all(
      toExplain(ranked).map(async (text) => {
        const asked = {
          ...options,
          expected: allowedBy(ranked),
          helpMs: 0,
          depth: 'scores',
        } as const;
        const job = {
          bag,
          words: text.split(' '),
          options: asked,
          timeLimit: explainingLimit(width),
        };
        const explanation = await pool.explain(job, { signal });
        return typeof explanation === 'string' ? [] : [rowExplanation(explanation)];
      }),
    );
    return explained.flat();
  };
  return { searches: await Promise.all([run('beam', 0), run('best-first', 1)]) };
}

/**
 * Gives the first sentence the derivation `first`. Changes nothing if `first` is null, or a
 * derivation of another sentence.
 */
function withFirst(found: TimedRealized, first: Realization | null): TimedRealized {
  const isFirst = first !== null && found.realizations.at(0)?.text === first.text;
  return isFirst ? { ...found, realizations: found.realizations.with(0, first) } : found;
}

function lossOf(effort: SearchEffort): string | null {
  const tree = effort.kind === 'beam' ? null : effort.expected;
  return tree?.loss == null
    ? null
    : lostEdgeSentence({ ...tree.loss, edge: tree.edges[tree.loss.edge] });
}
