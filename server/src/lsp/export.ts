import { LSPErrorCodes, ProgressType, ResponseError } from 'vscode-languageserver';
import type { CancellationToken, Connection } from 'vscode-languageserver';
import type { BagNode } from '../language/index.ts';
import { formatBags } from '../results/realize-formats.ts';
import { reportBag } from '../results/realize-report.ts';
import type { BagReport } from '../results/realize-report.ts';
import type { Realized } from '../realize/realizer.ts';
import { mapConcurrently } from '../realize/realizers.ts';
import { Cancelled, SearchFailed } from '../hosts/pool.ts';
import { counted } from '../text/counted.ts';
import { fileNameOf } from './log.ts';
import { LongRequest } from './long-request.ts';
import { messages } from './protocol.ts';
import type { ExportParams, ExportResult } from './protocol.ts';
import type { Session } from './session.ts';

/** A piece of the exported file. */
const piece = new ProgressType<string>();

/** Answers requests for realizations as a file. Bags without a realization are realized first. */
export function registerExport(connection: Connection, session: Session): void {
  const { host, log } = session;
  connection.onRequest(
    messages.exportRealizations,
    async (params: ExportParams, token: CancellationToken): Promise<ExportResult> => {
      const request = new LongRequest(host, connection, params, token);
      // A cancelled token does not call listeners that are added later.
      request.throwIfCancelled();
      const abort = new AbortController();
      token.onCancellationRequested(() => abort.abort());
      const started = performance.now();
      try {
        const reports = await realizeBags(session, params, request, abort.signal);
        for (const text of formatBags(reports, params.format)) {
          await connection.sendProgress(piece, params.partialResultToken, text);
          await request.step(reports.length, reports.length);
        }
        const bags = counted(reports.length, 'bag');
        log.took(`Exported ${bags} of ${fileNameOf(params.uri)}`, started);
        return {
          bags: reports.length,
          without: reports.filter(({ realizations }) => realizations.length === 0).length,
        };
      } catch (error) {
        // If one fails, the others stop.
        abort.abort();
        request.throwIfCancelled();
        if (error instanceof SearchFailed) throw refused(error.message);
        if (!(error instanceof Cancelled)) throw error;
        throw refused('The models or settings have changed meanwhile. Export again.');
      }
    },
  );
}

async function realizeBags(
  { documents, scheduler, settings, checks, searches }: Session,
  { uri, line }: ExportParams,
  request: LongRequest,
  signal: AbortSignal,
): Promise<BagReport[]> {
  const document = documents.get(uri);
  if (document === undefined) throw refused('The file is not open any more.');
  const found = searches();
  if (found === null) throw refused('There is no model to realize with.');
  const { pool, generation } = found;
  // Exports the file as it is now; later edits do not count.
  const checked = document.checked(checks());
  const { file } = checked;
  const given = settings();
  const bags = line === null ? file.bags.map((_, bag) => bag) : [document.bagNearLine(line)];
  if (bags.length === 0 || bags[0] < 0) throw refused('There are no bags in this file.');

  const realize = async (node: BagNode): Promise<Realized> => {
    while (searches()?.generation === generation && settings() === given) {
      try {
        return await scheduler.request(uri, node, signal);
      } catch (error) {
        // An edit of the file, or the end of other work on it, may cancel a realization that the
        // export needs.
        if (signal.aborted || !(error instanceof Cancelled)) throw error;
      }
    }
    throw new Cancelled();
  };
  let done = 0;
  // More would only wait in the pool.
  return mapConcurrently(bags, pool.size, async (index) => {
    if (signal.aborted) throw new Cancelled();
    const report = await reportBag(checked, index, () => realize(file.bags[index]));
    await request.step(++done, bags.length);
    return report;
  });
}

function refused(message: string): ResponseError {
  return new ResponseError(LSPErrorCodes.RequestFailed, message);
}
