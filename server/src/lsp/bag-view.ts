import type { CheckOptions } from '../language/check.ts';
import { bagName } from '../language/syntax.ts';
import { expectations } from '../language/to-bag.ts';
import type { BowDocument } from './document.ts';
import type { ModelState } from './model-host.ts';
import type { BagState, BagView, ShownResult } from './protocol.ts';
import { shownResult } from './result.ts';
import type { Scheduler } from './schedule.ts';
import type { Settings } from './settings.ts';

export interface BagViewOptions {
  readonly scheduler: Scheduler;
  readonly settings: () => Settings;
  readonly checks: () => CheckOptions;
  readonly model: () => ModelState;
}

/** Errors beyond these say little that these do not. */
const mostShownProblems = 20;

/** Of how many bags of a file the last result is kept for while they change. */
const mostPrevious = 20;

/** Says how a bag stands, as the panel shows it. */
export class BagViews {
  readonly #options: BagViewOptions;
  /** The last result shown of each file's bags, by what they are called: shown while they change. */
  readonly #previous = new Map<string, Map<string, ShownResult>>();

  constructor(options: BagViewOptions) {
    this.#options = options;
  }

  /** Forgets a file that was closed. */
  forget(uri: string): void {
    this.#previous.delete(uri);
  }

  /** The bag that a line belongs to. */
  atLine(document: BowDocument, line: number): BagView {
    const index = document.bagAtLine(line);
    if (index >= 0) return this.at(document, index);
    const state: BagState = { kind: 'no-bag', bags: document.file.bags.length };
    return { uri: document.uri, bag: null, state };
  }

  at(document: BowDocument, index: number): BagView {
    const { file, uri } = document;
    const title = bagName(file, index);
    return {
      uri,
      bag: { index, title, line: file.lines[index] },
      state: this.#state(document, index, title),
    };
  }

  #state(document: BowDocument, index: number, title: string): BagState {
    const { scheduler, settings, checks, model } = this.#options;
    const errors = document.errors(index, checks());
    if (errors.length > 0) {
      return {
        kind: 'invalid',
        problems: errors.slice(0, mostShownProblems).map(({ code, message, range }) => ({
          code,
          message,
          position: document.positions.positionAt(range.start),
        })),
      };
    }
    const modelState = model();
    if (modelState.kind === 'failed') return { kind: 'model', message: modelState.message };

    const shown = this.#previous.get(document.uri) ?? new Map<string, ShownResult>();
    this.#previous.set(document.uri, shown);
    const previous = shown.get(title) ?? null;
    if (modelState.kind === 'loading') return { kind: 'working', previous };

    const node = document.file.bags[index];
    const standing = scheduler.standing(document.uri, node);
    switch (standing.kind) {
      case 'done': {
        const result = shownResult(standing.realized, expectations(node), settings());
        shown.delete(title);
        shown.set(title, result);
        if (shown.size > mostPrevious) shown.delete(shown.keys().next().value!);
        return { kind: 'realized', result };
      }
      case 'failed':
        return { kind: 'failed', message: standing.message };
      case 'working':
        return { kind: 'working', previous };
      case 'idle':
        return { kind: 'idle', reason: standing.reason, previous };
    }
  }
}
