import { Lexicon } from '../model/lexicon.ts';
import { classOf } from '../model/shape.ts';
import type { Random } from '../random.ts';

/**
 * A lexicon that now and then takes a word seen once for an unknown one, so that training learns the
 * weights of the unknown-word classes.
 */
export class RareWordLexicon extends Lexicon {
  readonly #random: Random;
  readonly #probability: number;
  readonly #rare = new Set<string>();

  constructor(lexicon: Lexicon, probability: number, random: Random) {
    super(lexicon.words, lexicon.tags, lexicon.labels, {
      start: lexicon.entryStart,
      tag: lexicon.entryTag,
      count: lexicon.entryCount,
    });
    this.#random = random;
    this.#probability = probability;
    for (const word of lexicon.words) {
      const entry = lexicon.entryStart[lexicon.wordId(word)];
      // Where the word's only tag is too rare for its class, its derivation could not be found.
      const tags = lexicon.tagsOf(1 + classOf(word));
      if (lexicon.entryCount[entry] === 1 && tags.includes(lexicon.entryTag[entry])) {
        this.#rare.add(word);
      }
    }
    for (const word of [...this.#rare]) {
      const id = lexicon.wordId(word);
      if (lexicon.entryStart[id + 1] - lexicon.entryStart[id] > 1) this.#rare.delete(word);
    }
  }

  override wordId(form: string): number {
    if (this.#rare.has(form) && this.#random.next() < this.#probability) return 1 + classOf(form);
    return super.wordId(form);
  }
}
