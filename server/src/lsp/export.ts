import { ProgressType } from 'vscode-languageserver';
import type { Connection } from 'vscode-languageserver';
import type { BagNode } from '../language/index.ts';
import { labelledFor } from '../results/labels.ts';
import { formatBags } from '../results/realize-formats.ts';
import { reportBag } from '../results/realize-report.ts';
import type { BagReport } from '../results/realize-report.ts';
import type { Realized } from '../realize/realizer.ts';
import { mapConcurrently } from '../realize/realizers.ts';
import { Cancelled } from '../hosts/pool.ts';
import { counted } from '../text/counted.ts';
import { fileNameOf } from './log.ts';
import { LongRequest } from './long-request.ts';
import type { Labels } from './labels.ts';
import { onRequest } from './parameters.ts';
import { messages } from './protocol.ts';
import type { ExportParams, ExportResult, ModelProblem } from './protocol.ts';
import { cancellable, received, requestFailed, Turns } from './request.ts';
import { explainingLimit } from './search-widths.ts';
import type { Session } from './session.ts';
import { searchOf } from './settings.ts';
import { brokenDown } from './tests.ts';

const piece = new ProgressType<string>();

/**
 * A long export is sent in pieces. Each time that this many characters have been sent, the export
 * waits until the client has read them.
 */
const MOST_UNREAD = 1 << 20;

/** Answers requests to export realizations. Bags without a realization are realized first. */
export function registerExport(connection: Connection, session: Session, labels: Labels): void {
  const { host, log } = session;
  const turns = new Turns(connection);
  const exported = async (params: ExportParams, signal: AbortSignal): Promise<ExportResult> => {
    const started = performance.now();
    const request = new LongRequest(host, connection, params, signal);
    let unlabelled: ModelProblem | null = null;
    const find = labels.finder({ signal, isBulk: true }, (problem) => (unlabelled = problem));
    const label = (realized: Realized): Promise<Realized> =>
      labelledFor(params.format, realized, find);
    const reports = await realizeBags(session, params, request, signal, label).catch(
      (error: unknown) => {
        if (!(error instanceof Cancelled)) throw error;
        throw requestFailed('The models or settings have changed meanwhile. Export again.');
      },
    );
    let unread = 0;
    for await (const text of formatBags(reports, params.format)) {
      await connection.sendProgress(piece, params.partialResultToken, text);
      unread += text.length;
      if (unread > MOST_UNREAD) {
        await received(connection);
        unread = 0;
      }
      await request.step(reports.length, reports.length);
    }
    const bags = counted(reports.length, 'bag');
    log.took(`Exported ${bags} of ${fileNameOf(params.uri)}`, started);
    return {
      bags: reports.length,
      without: reports.filter(({ realizations }) => realizations.length === 0).length,
      unlabelled,
    };
  };
  onRequest(connection, messages.exportRealizations, (params, token) =>
    cancellable(token, 'Exporting', (signal) => exported(params, signal), turns),
  );
}

async function realizeBags(
  { documents, scheduler, settings, checks, searches }: Session,
  { uri, line }: ExportParams,
  request: LongRequest,
  signal: AbortSignal,
  label: (realized: Realized) => Promise<Realized>,
): Promise<BagReport[]> {
  const document = documents.get(uri);
  if (document === undefined) throw requestFailed('The file is no longer open.');
  const found = searches();
  if (found === null) throw requestFailed('There is no model to realize with.');
  const { pool, generation } = found;
  // The file is exported as it is now, without later edits.
  const checked = document.checked(checks());
  const { file } = checked;
  const given = settings();
  const bags = line === null ? file.bags.map((_, bag) => bag) : [document.bagNearLine(line)];
  if (bags.length === 0 || bags[0] < 0) throw requestFailed('There are no bags in this file.');

  const realize = async (node: BagNode): Promise<Realized> => {
    while (searches()?.generation === generation && settings() === given) {
      try {
        return await scheduler.request(document, node, signal);
      } catch (error) {
        // The scheduler cancels the realization not only if the export is cancelled, but also if
        // the bag is edited or all work on the file is dropped. In these cases, the loop tries
        // again.
        if (signal.aborted || !(error instanceof Cancelled)) throw error;
      }
    }
    throw new Cancelled();
  };
  let done = 0;
  // Works on one bag per worker at a time. More bags would only wait in the pool.
  return mapConcurrently(bags, pool.size, async (index) => {
    if (signal.aborted) throw new Cancelled();
    const node = file.bags[index];
    const width = scheduler.widthOf(node);
    const { beam, results } = width;
    const options = { beam, results, search: searchOf(file, given), helpMs: 0 };
    const report = await reportBag(checked, index, {
      realize: () => realize(node),
      explain: (bag, words, expected) => {
        const asked = { ...options, expected, depth: 'scores' } as const;
        const job = { bag, words, options: asked, timeLimit: explainingLimit(width) };
        return pool
          .explain(job, { signal, isBulk: true })
          .catch((error: unknown) => brokenDown(error).message);
      },
      label,
    });
    await request.step(++done, bags.length);
    return report;
  });
}
