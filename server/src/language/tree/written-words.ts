import { Scanner, TokenKind } from './scanner.ts';
import { knownHeader } from './section-header.ts';
import { decodeWord } from './word.ts';

/**
 * The words of a bag that is still being parsed. They are read from the text of `words:`, since a
 * line of `order:` may stand above them. This happens once, when they are first asked for.
 */
export class WrittenWords {
  readonly #text: string;
  readonly #start: number;
  readonly #limit: number;
  #counts: ReadonlyMap<string, number> | null = null;
  #hasTaggedSlash = false;

  /** @param start the offset after the bag's first line, up to and including its `{` */
  constructor(text: string, start: number, limit: number) {
    this.#text = text;
    this.#start = start;
    this.#limit = limit;
  }

  /** How often the bag has a word or a phrase. */
  timesOf(form: string): number {
    this.#counts ??= this.#read();
    return this.#counts.get(form) ?? 0;
  }

  /** Whether the bag has the word `/` with a tag, which is written `//SYM`. */
  get hasTaggedSlash(): boolean {
    this.#counts ??= this.#read();
    return this.#hasTaggedSlash;
  }

  #read(): ReadonlyMap<string, number> {
    const text = this.#text;
    const scanner = new Scanner(text, this.#start, this.#limit);
    const counts = new Map<string, number>();
    let section: string | null = null;
    for (;;) {
      // Lines of `expect:` are plain text.
      if (section === 'expect') scanner.sentence();
      const token = scanner.next();
      const { start, end } = scanner;
      if (token === TokenKind.CloseBrace) return counts;
      if (token === TokenKind.Header) section = knownHeader(text.slice(start, end));
      else if (token === TokenKind.End) {
        if (!scanner.nextLine()) return counts;
      } else if (section === 'words') {
        const isQuoted = token === TokenKind.Quoted;
        const { form, tags } = decodeWord(
          text,
          start,
          end,
          isQuoted ? scanner.closingQuote : undefined,
        );
        counts.set(form, (counts.get(form) ?? 0) + 1);
        if (form === '/' && tags.some((tag) => tag !== '')) this.#hasTaggedSlash = true;
      }
    }
  }
}
