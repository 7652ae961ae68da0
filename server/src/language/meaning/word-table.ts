import type { NamedWord, Reference } from '../tree/syntax.ts';

/** What a reference means: a word's place in `wordsOf(bag)`, or why it means none. */
export type Resolution = number | 'unknown' | 'ambiguous';

/** The words of a bag by their forms. */
export class WordTable {
  private readonly byForm = new Map<string, number[]>();

  constructor(readonly words: readonly NamedWord[]) {
    words.forEach(({ form }, place) => {
      const places = this.byForm.get(form);
      if (places) places.push(place);
      else this.byForm.set(form, [place]);
    });
  }

  get forms(): Iterable<string> {
    return this.byForm.keys();
  }

  has(form: string): boolean {
    return this.byForm.has(form);
  }

  /** The places of the words of a form. */
  placesOf(form: string): readonly number[] {
    return this.byForm.get(form) ?? [];
  }

  /** A form that occurs once needs no index; one that occurs again does. */
  resolve({ form, index }: Pick<Reference, 'form' | 'index'>): Resolution {
    const places = this.placesOf(form);
    if (index !== null) {
      return places.find((place) => this.words[place].index === index) ?? 'unknown';
    }
    if (places.length > 1) return 'ambiguous';
    return places.at(0) ?? 'unknown';
  }

  /** The least indices that no word of a form has. */
  freeIndices(form: string, count: number): number[] {
    const taken = new Set(this.placesOf(form).map((place) => this.words[place].index));
    const free: number[] = [];
    for (let index = 1; free.length < count; index++) if (!taken.has(index)) free.push(index);
    return free;
  }
}
