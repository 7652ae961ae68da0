import { LSPErrorCodes, ProgressType, ResponseError } from 'vscode-languageserver';
import type { CancellationToken, Connection } from 'vscode-languageserver';
import type { BagNode } from '../language/index.ts';
import { formatBags } from '../results/realize-formats.ts';
import { reportBag } from '../results/realize-report.ts';
import type { BagReport } from '../results/realize-report.ts';
import type { Realized } from '../realize/realizer.ts';
import { mapConcurrently } from '../realize/realizers.ts';
import { Cancelled, SearchFailed } from '../hosts/pool.ts';
import { Pace } from './pace.ts';
import { messages } from './protocol.ts';
import type { ExportParams, ExportResult } from './protocol.ts';
import type { Session } from './session.ts';

/** A part of the file that is written. */
const piece = new ProgressType<string>();

/** Answers requests for realizations as a file; bags that are not realized yet are realized for it. */
export function registerExport(connection: Connection, session: Session): void {
  const { host } = session;
  connection.onRequest(
    messages.exportRealizations,
    async (params: ExportParams, token: CancellationToken): Promise<ExportResult> => {
      const pace = new Pace(host, connection, params, token);
      // A token that is cancelled by now tells no listener.
      pace.check();
      const abort = new AbortController();
      token.onCancellationRequested(() => abort.abort());
      try {
        const reports = await realizeBags(session, params, pace, abort.signal);
        for (const text of formatBags(reports, params.format)) {
          await connection.sendProgress(piece, params.partialResultToken, text);
          await pace.step(reports.length, reports.length);
        }
        return {
          bags: reports.length,
          without: reports.filter(({ realizations }) => realizations.length === 0).length,
        };
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

async function realizeBags(
  { documents, scheduler, settings, checks, searches }: Session,
  { uri, line }: ExportParams,
  pace: Pace,
  signal: AbortSignal,
): Promise<BagReport[]> {
  const document = documents.get(uri);
  if (document === undefined) throw refused('The file is not open any more.');
  const found = searches();
  if (found === null) throw refused('There is no model to realize with.');
  const { pool, generation } = found;
  // What was asked for is the file as it is now: an edit meanwhile makes another.
  const checked = document.checked(checks());
  const { file } = checked;
  const given = settings();
  const bags = line === null ? file.bags.map((_, bag) => bag) : [document.bagNearLine(line)];
  if (bags.length === 0 || bags[0] < 0) throw refused('There are no bags in this file.');

  const realize = async (node: BagNode): Promise<Realized> => {
    while (searches()?.generation === generation && settings() === given) {
      try {
        return await scheduler.order(uri, node, signal);
      } catch (error) {
        // An edit, or the end of other work on the file, calls off an order that still stands.
        if (signal.aborted || !(error instanceof Cancelled)) throw error;
      }
    }
    throw new Cancelled();
  };
  let done = 0;
  // More at once would be begun no sooner.
  return mapConcurrently(bags, pool.size, async (index) => {
    if (signal.aborted) throw new Cancelled();
    const report = await reportBag(checked, index, () => realize(file.bags[index]));
    await pace.step(++done, bags.length);
    return report;
  });
}

function refused(message: string): ResponseError {
  return new ResponseError(LSPErrorCodes.RequestFailed, message);
}
