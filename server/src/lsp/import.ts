import type { Connection } from 'vscode-languageserver';
import { importConllu } from '../treebank/import.ts';
import { counted } from '../text/counted.ts';
import { LongRequest } from './long-request.ts';
import { onRequest } from './parameters.ts';
import { messages } from './protocol.ts';
import type { ImportParams, ImportResult } from './protocol.ts';
import { cancellable, Turns } from './request.ts';
import type { Session } from './session.ts';

export function registerImport(connection: Connection, { host, log, checks }: Session): void {
  const turns = new Turns(connection);
  const imported = async (params: ImportParams, signal: AbortSignal): Promise<ImportResult> => {
    const { text, name, options, lines } = params;
    const started = performance.now();
    const request = new LongRequest(host, connection, params, signal);
    const { knowledge } = checks();
    const known = options.grammar === undefined ? null : knowledge?.categories?.counts;
    const work = importConllu(
      { text, name, lines: lines ? { first: lines.first + 1, last: lines.last + 1 } : undefined },
      options,
      known,
    );
    let step = work.next();
    while (!step.done) {
      await request.step(step.value, text.length);
      step = work.next();
    }
    const { text: bow, bags, summary, problems, remarks } = step.value;
    log.took(`Imported ${counted(bags, 'bag')} from ${name}`, started);
    const hasRemarks = problems.length + remarks.length > 0;
    return { text: bow, bags, summary, hasRemarks };
  };
  onRequest(connection, messages.importConllu, (params, token) =>
    cancellable(token, 'Importing', (signal) => imported(params, signal), turns),
  );
}
