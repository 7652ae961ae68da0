import { isAbsolute, join } from 'node:path';
import type { Knowledge } from '../language/knowledge.ts';
import { readModelBytes } from '../workers/model-bytes.ts';

/** What the server needs of a loaded model. */
export interface LoadedModel {
  readonly knowledge: Knowledge;
}

export type ModelState =
  | { readonly kind: 'loading' }
  | {
      readonly kind: 'ready';
      readonly path: string;
      readonly bytes: SharedArrayBuffer;
      readonly knowledge: Knowledge;
      /** Counts the models loaded so far: results of one say nothing about another's. */
      readonly generation: number;
    }
  | { readonly kind: 'failed'; readonly path: string; readonly message: string };

export interface ModelHostOptions {
  /** Relative paths in the setting start here. */
  readonly root: string;
  /** The model that is used where the setting is empty. */
  readonly shipped: string;
  /** Throws an error whose message is for the user where the bytes are not a usable model. */
  readonly load: (bytes: Uint8Array) => LoadedModel;
  readonly onChange: (state: ModelState) => void;
}

/** Holds the model that `bowline.model` names, or says why there is none. */
export class ModelHost {
  readonly #options: ModelHostOptions;
  #state: ModelState = { kind: 'loading' };
  #setting: string | null = null;
  #generation = 0;
  /** What is being loaded: whoever asks for the same waits for the same. */
  #loading: { readonly setting: string; readonly done: Promise<void> } | null = null;

  constructor(options: ModelHostOptions) {
    this.#options = options;
  }

  get state(): ModelState {
    return this.#state;
  }

  /** Loads the model that the setting names, unless it is the one that is loaded. */
  async use(setting: string): Promise<void> {
    if (setting === this.#setting) return;
    this.#setting = setting;
    await this.#load(setting);
  }

  /** Tries once more where loading failed: the file may be there by now. */
  async retry(): Promise<void> {
    if (this.#state.kind === 'failed' && this.#setting !== null) await this.#load(this.#setting);
  }

  #load(setting: string): Promise<void> {
    if (this.#loading?.setting === setting) return this.#loading.done;
    const loading = { setting, done: this.#loadAnew(setting) };
    this.#loading = loading;
    return loading.done.finally(() => {
      if (this.#loading === loading) this.#loading = null;
    });
  }

  async #loadAnew(setting: string): Promise<void> {
    const { root, shipped, load } = this.#options;
    const path = setting === '' ? shipped : isAbsolute(setting) ? setting : join(root, setting);
    if (this.#state.kind === 'ready') this.#change({ kind: 'loading' });
    let state: ModelState;
    try {
      const bytes = await readModelBytes(path);
      const { knowledge } = load(new Uint8Array(bytes));
      state = { kind: 'ready', path, bytes, knowledge, generation: ++this.#generation };
    } catch (error) {
      state = { kind: 'failed', path, message: explain(path, setting === '', error) };
    }
    // The setting may have changed again meanwhile.
    if (setting === this.#setting) this.#change(state);
  }

  #change(state: ModelState): void {
    const last = this.#state;
    this.#state = state;
    if (last.kind === 'failed' && state.kind === 'failed' && last.message === state.message) return;
    this.#options.onChange(state);
  }
}

function explain(path: string, shipped: boolean, error: unknown): string {
  const whatToDo = shipped
    ? 'Install Bowline again, or name another model in the setting bowline.model.'
    : 'Correct the setting bowline.model, or empty it to use the model that comes with Bowline.';
  const reason = error instanceof Error ? error.message : String(error);
  return `The model at ${path} cannot be used: ${reason.replace(/\.?$/, '.')} ${whatToDo}`;
}
