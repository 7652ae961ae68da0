import { Lexicon } from '../model/lexicon.ts';
import { classOf } from '../model/shape.ts';
import { WordClasses } from '../model/word-classes.ts';
import type { Random } from '../util/random.ts';

/** The contents of a lexicon as plain data, to send to a worker. */
export type LexiconParts = Pick<
  Lexicon,
  'words' | 'tags' | 'labels' | 'entryStart' | 'entryTag' | 'entryCount'
> & { readonly classes: Pick<WordClasses, 'forms' | 'ids'> };

/**
 * A lexicon that treats some known words as unknown. The rarer a word is, the likelier it is
 * unknown. So training learns weights for the unknown-word classes, and relies less on the few
 * examples of a rare word (word dropout, as in Kiperwasser & Goldberg 2016, Section 4).
 */
export class RareWordLexicon extends Lexicon {
  readonly #probability = new Map<string, number>();
  #random: Random | null = null;
  /** Keyed by form: whether it is unknown in the current example. Drawn at the first look-up. */
  readonly #isDropped = new Map<string, boolean>();

  /**
   * @param dropout a word that occurs `n` times is unknown with probability dropout / (dropout + n)
   */
  constructor(lexicon: LexiconParts, dropout: number) {
    const classes = new WordClasses(lexicon.classes.forms, lexicon.classes.ids);
    super(lexicon.words, lexicon.tags, lexicon.labels, classes, {
      start: lexicon.entryStart,
      tag: lexicon.entryTag,
      count: lexicon.entryCount,
    });
    for (const word of lexicon.words) {
      const id = super.wordId(word);
      const tagsOfClass = this.tagsOf(1 + classOf(word));
      let count = 0;
      let isCovered = true;
      for (let entry = lexicon.entryStart[id]; entry < lexicon.entryStart[id + 1]; entry++) {
        count += lexicon.entryCount[entry];
        isCovered &&= tagsOfClass.includes(lexicon.entryTag[entry]);
      }
      // A word stays known if its unknown-word class lacks one of its tags. As an unknown word, it
      // could not get this tag, and the search could not find the derivation of its sentence.
      if (isCovered) this.#probability.set(word, dropout / (dropout + count));
    }
  }

  /** Begins an example: the words to treat as unknown are drawn anew. */
  begin(random: Random): void {
    this.#random = random;
    this.#isDropped.clear();
  }

  override wordId(form: string): number {
    return this.#drop(form) ? 1 + classOf(form) : super.wordId(form);
  }

  override wordClass(form: string): number {
    return this.#drop(form) ? 1 + classOf(form) : super.wordClass(form);
  }

  #drop(form: string): boolean {
    const probability = this.#probability.get(form);
    if (this.#random === null || probability === undefined) return false;
    const known = this.#isDropped.get(form);
    if (known !== undefined) return known;
    const drawn = this.#random.next() < probability;
    this.#isDropped.set(form, drawn);
    return drawn;
  }
}
