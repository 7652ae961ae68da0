import type { Knowledge } from '../language/index.ts';
import { LANGUAGE_MODEL_FORMAT, readLanguageModel } from '../lm/query/format.ts';
import type { ModelFile, ModelFormat, SharedModelFile } from '../model/file.ts';
import { knowledgeOf } from '../model/knowledge.ts';
import { loadModel, MODEL_FORMAT } from '../model/model.ts';
import { usesLanguageModel } from '../model/tables.ts';
import type { Host } from '../hosts/host.ts';
import {
  NO_LANGUAGE_MODEL,
  SHIPPED_LANGUAGE_MODEL,
  SHIPPED_MODEL,
  SHIPPED_PARSER,
} from '../hosts/model-files.ts';
import type { ResourceFiles } from '../hosts/resources.ts';
import type { ModelProblem, ModelSetting } from './protocol.ts';
import type { Settings } from './settings.ts';

export type ModelSettings = Pick<Settings, 'model' | 'languageModel'>;

/** Waits for the model. Resolves with null, or with the reason why it cannot be used. */
export type AwaitModel = () => Promise<ModelProblem | null>;

export type ModelState =
  | { readonly kind: 'loading' }
  | {
      readonly kind: 'ready';
      readonly files: ResourceFiles;
      readonly knowledge: Knowledge;
      /** The number of loads so far. Results of another generation are invalid. */
      readonly generation: number;
      /** Why a file that the settings name cannot be used. Bags are realized without this file. */
      readonly problem: ModelProblem | null;
      readonly report: LoadReport;
    }
  | { readonly kind: 'failed'; readonly problem: ModelProblem };

export interface LoadReport {
  readonly files: readonly { readonly path: string; readonly bytes: number }[];
  readonly ms: number;
}

export interface ModelFolder {
  readonly host: Pick<Host, 'resolve' | 'openModel' | 'modelFile'>;
  /**
   * The extension's folder, which holds the shipped models and is the base of relative paths. If it
   * is not known (null), there are no shipped models.
   */
  readonly root: string | null;
}

export interface ModelHostOptions extends ModelFolder {
  readonly onChange: (state: ModelState) => void;
}

/** Holds the models of the settings, or the reason why they cannot be used. */
export class ModelHost {
  readonly #options: ModelHostOptions;
  #state: ModelState = { kind: 'loading' };
  #settings: ModelSettings | null = null;
  #generation = 0;
  /** The load in progress, shared by requests for the same settings. */
  #loading: { readonly settings: ModelSettings; readonly done: Promise<void> } | null = null;

  constructor(options: ModelHostOptions) {
    this.#options = options;
  }

  get state(): ModelState {
    return this.#state;
  }

  /** Loads the models that the settings name, unless they are loaded. */
  async use({ model, languageModel }: ModelSettings): Promise<void> {
    const settings = this.#settings;
    if (settings?.model === model && settings.languageModel === languageModel) return;
    this.#settings = { model, languageModel };
    await this.#load(this.#settings);
  }

  /** If loading failed, loads again: the file may exist now. */
  async retry(): Promise<void> {
    if (this.#state.kind === 'failed' && this.#settings !== null) await this.#load(this.#settings);
  }

  #load(settings: ModelSettings): Promise<void> {
    if (this.#loading?.settings === settings) return this.#loading.done;
    const loading = { settings, done: this.#loadAnew(settings) };
    this.#loading = loading;
    return loading.done.finally(() => {
      if (this.#loading === loading) this.#loading = null;
    });
  }

  async #loadAnew(settings: ModelSettings): Promise<void> {
    if (this.#state.kind === 'ready') this.#change({ kind: 'loading' });
    let state: ModelState;
    const started = performance.now();
    try {
      const { paths, ...models } = await this.#models(settings);
      const { model, languageModel } = models.files;
      const files = [model, ...(languageModel === null ? [] : [languageModel])].map(
        ({ directory }, i) => ({ path: paths[i], bytes: directory.length }),
      );
      const report = { files, ms: performance.now() - started };
      state = { kind: 'ready', ...models, generation: ++this.#generation, report };
    } catch (error) {
      if (!(error instanceof UnusableModel)) throw error;
      state = { kind: 'failed', problem: error.problem };
    }
    // If the settings have changed since loading began, these models are not wanted any more.
    if (settings === this.#settings) this.#change(state);
  }

  /** @throws {UnusableModel} */
  async #models(settings: ModelSettings): Promise<Models> {
    const folder = this.#options;
    const { path, file, loaded } = await readModel(
      folder,
      'bowline.model',
      settings.model,
      MODEL_FORMAT,
      loadModel,
    );
    const models = {
      files: { model: file, languageModel: null },
      knowledge: knowledgeOf(loaded),
      problem: null,
      paths: [path],
    };
    const { languageModel } = settings;
    if (languageModel === NO_LANGUAGE_MODEL) return models;
    if (!usesLanguageModel(loaded.tables)) {
      return languageModel === '' ? models : { ...models, problem: cannotUseOne(path) };
    }
    const setting = 'bowline.languageModel';
    // Workers load the language model themselves; this thread only checks the file.
    const format = LANGUAGE_MODEL_FORMAT;
    const read = await readModel(folder, setting, languageModel, format, readLanguageModel);
    const files = { model: file, languageModel: read.file };
    return { ...models, files, paths: [path, read.path] };
  }

  #change(state: ModelState): void {
    const last = this.#state;
    this.#state = state;
    const isKnown =
      last.kind === 'failed' &&
      state.kind === 'failed' &&
      last.problem.message === state.problem.message;
    if (!isKnown) this.#options.onChange(state);
  }
}

type Models = Pick<ModelState & { kind: 'ready' }, 'files' | 'knowledge' | 'problem'> & {
  readonly paths: readonly string[];
};

/** Thrown if the file that a setting names cannot be used. */
export class UnusableModel extends Error {
  constructor(readonly problem: ModelProblem) {
    super(problem.message);
  }
}

/**
 * Reads the file that a setting names. If `load` throws, the user sees the message of the error.
 *
 * @throws {UnusableModel}
 */
export async function readModel<M>(
  { host, root }: ModelFolder,
  setting: ModelSetting,
  value: string,
  format: ModelFormat,
  load: (file: ModelFile) => M,
): Promise<{ readonly path: string; readonly file: SharedModelFile; readonly loaded: M }> {
  const isShipped = value === '';
  const { name, shipped, ifShipped, ifNamed } = descriptions[setting];
  if (isShipped && root === null) {
    const message =
      `${name} that comes with Bowline cannot be found: name a file in the setting ${setting}, ` +
      'or Bowline’s folder in the initialization option `extension`.';
    throw new UnusableModel({ setting, message });
  }
  const path = host.resolve(root ?? '', isShipped ? shipped : value);
  try {
    const file = await host.openModel(path, format);
    return { path, file, loaded: load(host.modelFile(file)) };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const whatToDo = isShipped ? ifShipped : ifNamed;
    throw new UnusableModel({
      setting,
      message: `${name} at ${path} cannot be used: ${reason.replace(/\.?$/, '.')} ${whatToDo}`,
    });
  }
}

const descriptions = {
  'bowline.model': {
    name: 'The model',
    shipped: SHIPPED_MODEL,
    ifShipped: 'Install Bowline again, or name another model in the setting bowline.model.',
    ifNamed:
      'Correct the setting bowline.model, or empty it to use the model that comes with Bowline.',
  },
  'bowline.languageModel': {
    name: 'The language model',
    shipped: SHIPPED_LANGUAGE_MODEL,
    ifShipped: `Install Bowline again, or set bowline.languageModel to "${NO_LANGUAGE_MODEL}".`,
    ifNamed:
      'Correct the setting bowline.languageModel, empty it to use the language model that comes ' +
      `with Bowline, or set it to "${NO_LANGUAGE_MODEL}".`,
  },
  'bowline.parser': {
    name: 'The parser',
    shipped: SHIPPED_PARSER,
    ifShipped: 'Install Bowline again, or name another parser in the setting bowline.parser.',
    ifNamed:
      'Correct the setting bowline.parser, or empty it to use the parser that comes with Bowline.',
  },
} as const satisfies Readonly<Record<ModelSetting, object>>;

function cannotUseOne(model: string): ModelProblem {
  return {
    setting: 'bowline.languageModel',
    message:
      `The model at ${model} was trained without a language model and cannot use one: bags are ` +
      'realized without. Empty the setting bowline.languageModel, or name a model in ' +
      'bowline.model that was trained with one.',
  };
}
