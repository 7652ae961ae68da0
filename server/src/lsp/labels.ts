import type { Connection } from 'vscode-languageserver';
import { Cancelled, SearchFailed, type RunOptions } from '../hosts/pool.ts';
import type { ToLabel } from '../parser/parser.ts';
import { treeOf, type FindLabels } from '../results/labels.ts';
import { UnusableModel } from './model-host.ts';
import { onRequest } from './parameters.ts';
import type { ParserHost } from './parser-host.ts';
import { messages } from './protocol.ts';
import type { ModelProblem, ShownLabels } from './protocol.ts';
import { cancellable } from './request.ts';
import type { Session } from './session.ts';

/** Labels the arcs of trees with the parser that the setting names. */
export class Labels {
  readonly #session: Session;
  readonly #parsers: () => ParserHost;

  constructor(connection: Connection, session: Session, parsers: () => ParserHost) {
    this.#session = session;
    this.#parsers = parsers;
    onRequest(connection, messages.labels, ({ tokens }, token) =>
      cancellable(token, 'Labelling the tree', async (signal): Promise<ShownLabels> => {
        const found = await this.#find([treeOf(tokens)], { signal, isUrgent: true });
        return Array.isArray(found) ? { labels: found[0] } : { problem: found };
      }),
    );
  }

  /** @param onProblem called with the reason if there is no parser to find labels with */
  finder(options: RunOptions, onProblem: (problem: ModelProblem) => void): FindLabels {
    return async (trees) => {
      const found = await this.#find(trees, options);
      if (Array.isArray(found)) return found;
      onProblem(found);
      return null;
    };
  }

  async #find(trees: readonly ToLabel[], options: RunOptions): Promise<string[][] | ModelProblem> {
    try {
      const parser = await this.#parsers().open(this.#session.settings().parser);
      const searches = this.#session.searches();
      if (searches === null) throw new Cancelled();
      return await searches.pool.label({ parser, trees, timeLimit: 0 }, options);
    } catch (error) {
      if (error instanceof UnusableModel) return error.problem;
      // A worker has read a damaged part of the parser's file.
      if (error instanceof SearchFailed) {
        return { setting: 'bowline.parser', message: error.message };
      }
      throw error;
    }
  }
}
