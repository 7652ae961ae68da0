import { LSPErrorCodes, ResponseError } from 'vscode-languageserver';
import type { CancellationToken, Connection } from 'vscode-languageserver';
import type { CheckOptions } from '../language/check.ts';
import type { BagNode } from '../language/syntax.ts';
import { formatBags } from '../realize-formats.ts';
import { reportBag } from '../realize-report.ts';
import type { Realized } from '../realizer.ts';
import { mapConcurrently } from '../realizers.ts';
import { Cancelled, SearchFailed } from '../workers/pool.ts';
import type { BowDocument } from './document.ts';
import { Pace } from './pace.ts';
import { messages } from './protocol.ts';
import type { ExportParams, ExportResult } from './protocol.ts';
import type { Scheduler, Searches } from './schedule.ts';
import type { Settings } from './settings.ts';

export interface ExportContext {
  readonly documents: ReadonlyMap<string, BowDocument>;
  readonly scheduler: Scheduler;
  readonly settings: () => Settings;
  readonly checks: () => CheckOptions;
  /** Null while there is no model. */
  readonly searches: () => { readonly pool: Searches } | null;
}

/** Answers requests for realizations as a file; bags that are not realized yet are realized for it. */
export function registerExport(connection: Connection, context: ExportContext): void {
  connection.onRequest(
    messages.exportRealizations,
    async (params: ExportParams, token: CancellationToken): Promise<ExportResult> => {
      const pace = new Pace(connection, params, token);
      // A token that is cancelled by now tells no listener.
      pace.check();
      const abort = new AbortController();
      token.onCancellationRequested(() => abort.abort());
      try {
        return await exportRealizations(context, params, pace, abort.signal);
      } catch (error) {
        // One that fails ends the rest.
        abort.abort();
        pace.check();
        if (error instanceof SearchFailed) throw refused(error.message);
        if (!(error instanceof Cancelled)) throw error;
        throw refused('The models or settings have changed meanwhile. Export again.');
      }
    },
  );
}

async function exportRealizations(
  { documents, scheduler, settings, checks, searches }: ExportContext,
  { uri, line, format }: ExportParams,
  pace: Pace,
  signal: AbortSignal,
): Promise<ExportResult> {
  const document = documents.get(uri);
  if (document === undefined) throw refused('The file is not open any more.');
  const found = searches();
  if (found === null) throw refused('There is no model to realize with.');
  const { pool } = found;
  // What was asked for is the file as it is now: an edit meanwhile makes another.
  const { file } = document;
  const { beam, results, timeLimit } = settings();
  const options = checks();
  const bags = line === null ? file.bags.map((_, bag) => bag) : [document.bagNearLine(line)];
  if (bags.length === 0 || bags[0] < 0) throw refused('There are no bags in this file.');

  const realize = async (node: BagNode, job: Parameters<Searches['realize']>[0]) => {
    const standing = scheduler.standing(uri, node);
    return standing.kind === 'done' ? standing.realized : pool.realize(job, { signal });
  };
  let done = 0;
  // One worker is left for what the user looks at.
  const width = Math.max(1, pool.size - 1);
  const reports = await mapConcurrently(bags, width, async (index) => {
    if (signal.aborted) throw new Cancelled();
    const report = await reportBag(file, index, options, (bag): Promise<Realized> =>
      realize(file.bags[index], { bag, options: { beam, results }, timeLimit }),
    );
    await pace.step(++done, bags.length);
    return report;
  });
  return {
    text: formatBags(reports, format),
    bags: reports.length,
    without: reports.filter(({ realizations }) => realizations.length === 0).length,
  };
}

function refused(message: string): ResponseError {
  return new ResponseError(LSPErrorCodes.RequestFailed, message);
}
