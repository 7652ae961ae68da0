import { NO_PARSER } from '../hosts/model-files.ts';
import type { ParserFile } from '../hosts/resources.ts';
import { loadParser, PARSER_FORMAT } from '../parser/parser-model.ts';
import type { Log } from './log.ts';
import { readModel, UnusableModel, type ModelFolder } from './model-host.ts';

/** Opens the parser that the setting names, when a request first needs it. */
export class ParserHost {
  readonly #folder: ModelFolder;
  readonly #log: Log;
  #opened: { readonly setting: string; readonly file: Promise<ParserFile> } | null = null;
  #count = 0;

  constructor(folder: ModelFolder, log: Log) {
    this.#folder = folder;
    this.#log = log;
  }

  /**
   * Returns the parser's file, to send to a worker. Reads the file again if it could not be used
   * before.
   *
   * @param setting the value of the setting `bowline.parser`
   * @throws {UnusableModel}
   */
  async open(setting: string): Promise<ParserFile> {
    if (this.#opened?.setting === setting) return this.#opened.file;
    const opened = { setting, file: this.#read(setting) };
    this.#opened = opened;
    try {
      return await opened.file;
    } catch (error) {
      if (this.#opened === opened) this.#opened = null;
      throw error;
    }
  }

  async #read(setting: string): Promise<ParserFile> {
    if (setting === NO_PARSER) {
      const message = `The setting bowline.parser is "${NO_PARSER}": empty it to use the parser that comes with Bowline.`;
      throw new UnusableModel({ setting: 'bowline.parser', message });
    }
    const id = ++this.#count;
    const started = performance.now();
    const [folder, format] = [this.#folder, PARSER_FORMAT];
    const { path, file } = await readModel(folder, 'bowline.parser', setting, format, loadParser);
    this.#log.took(`Opened ${path}`, started);
    return { id, file };
  }
}
