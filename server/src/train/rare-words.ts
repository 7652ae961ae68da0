import { Lexicon } from '../model/lexicon.ts';
import { classOf } from '../model/shape.ts';
import type { Random } from '../random.ts';

/** What a lexicon is made of: it crosses to a worker as plain data. */
export type LexiconParts = Pick<
  Lexicon,
  'words' | 'tags' | 'labels' | 'entryStart' | 'entryTag' | 'entryCount'
>;

/**
 * A lexicon that now and then takes a word seen once for an unknown one, so that training learns the
 * weights of the unknown-word classes.
 */
export class RareWordLexicon extends Lexicon {
  /** Draws for the words to come: a new one for each example. */
  random: Random | null = null;
  readonly #probability: number;
  readonly #rare = new Set<string>();

  constructor(lexicon: LexiconParts, probability: number) {
    super(lexicon.words, lexicon.tags, lexicon.labels, {
      start: lexicon.entryStart,
      tag: lexicon.entryTag,
      count: lexicon.entryCount,
    });
    this.#probability = probability;
    for (const word of lexicon.words) {
      const id = super.wordId(word);
      const first = lexicon.entryStart[id];
      const isRare = lexicon.entryStart[id + 1] === first + 1 && lexicon.entryCount[first] === 1;
      // Where the word's only tag is too rare for its class, its derivation could not be found.
      const tags = this.tagsOf(1 + classOf(word));
      if (isRare && tags.includes(lexicon.entryTag[first])) this.#rare.add(word);
    }
  }

  override wordId(form: string): number {
    if (this.random !== null && this.#rare.has(form)) {
      if (this.random.next() < this.#probability) return 1 + classOf(form);
    }
    return super.wordId(form);
  }
}
