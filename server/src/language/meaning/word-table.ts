import type { NamedWord, Reference } from '../tree/syntax.ts';

/** The place in `wordsOf(bag)` of the word that a reference names, or why it names none. */
export type Resolution = number | 'unknown' | 'ambiguous';

/** Looks up the words of a bag by form and index. */
export class WordTable {
  readonly words: readonly NamedWord[];
  readonly #byForm = new Map<string, number[]>();
  /**
   * Indexed by form, then by index: the place of the first such word. Holds only forms that were
   * looked up with an index.
   */
  readonly #byIndex = new Map<string, ReadonlyMap<number, number>>();

  constructor(words: readonly NamedWord[]) {
    this.words = words;
    words.forEach(({ form }, place) => {
      const places = this.#byForm.get(form);
      if (places) places.push(place);
      else this.#byForm.set(form, [place]);
    });
  }

  get forms(): Iterable<string> {
    return this.#byForm.keys();
  }

  has(form: string): boolean {
    return this.#byForm.has(form);
  }

  placesOf(form: string): readonly number[] {
    return this.#byForm.get(form) ?? [];
  }

  /** Finds the word that a reference names. A form that several words have needs an index. */
  resolve({ form, index }: Pick<Reference, 'form' | 'index'>): Resolution {
    const places = this.placesOf(form);
    if (index !== null) return this.#placesByIndex(form).get(index) ?? 'unknown';
    if (places.length > 1) return 'ambiguous';
    return places.at(0) ?? 'unknown';
  }

  #placesByIndex(form: string): ReadonlyMap<number, number> {
    const known = this.#byIndex.get(form);
    if (known) return known;
    const places = new Map<number, number>();
    for (const place of this.placesOf(form)) {
      const index = indexOf(this.words[place]);
      if (index !== null && !places.has(index)) places.set(index, place);
    }
    this.#byIndex.set(form, places);
    return places;
  }

  /** The `count` smallest indices, from 1, that no word with this form has. */
  freeIndices(form: string, count: number): number[] {
    const taken = new Set(this.placesOf(form).map((place) => indexOf(this.words[place])));
    const free: number[] = [];
    for (let index = 1; free.length < count; index++) if (!taken.has(index)) free.push(index);
    return free;
  }
}

/**
 * The index of a word. The index may stand behind the tag, as in `of/IN#2`. The parser reports it
 * there, so references to `of#2` need no report of their own.
 */
export function indexOf({ index, tags }: Pick<NamedWord, 'index' | 'tags'>): number | null {
  const behindTag = /.#(\d{1,9})$/u.exec(tags.at(-1) ?? '')?.[1];
  return index ?? (behindTag === undefined ? null : Number(behindTag));
}
