import { normalise } from '../text/normalise.ts';
import { CLASS_COUNT, classOf } from './shape.ts';

/** The first id of a learned class. The smaller ids are NONE and the classes by spelling. */
export const FIRST_LEARNED_CLASS = 1 + CLASS_COUNT;
/** The id of a class has eight bits. */
export const MOST_LEARNED_CLASSES = 256 - FIRST_LEARNED_CLASS;

/**
 * Classes of words that occur in similar contexts, learned from text without tags. Through its
 * class, a rare or unseen word shares weights with frequent words. A form without a learned class
 * has the class of its spelling.
 */
export class WordClasses {
  /** The forms with a learned class, in the spelling of `normalise`. */
  readonly forms: readonly string[];
  /** Indexed like `forms`: the id of the class, FIRST_LEARNED_CLASS or higher. */
  readonly ids: Uint8Array;
  readonly #ids = new Map<string, number>();

  constructor(forms: readonly string[], ids: Uint8Array) {
    this.forms = forms;
    this.ids = ids;
    for (let i = 0; i < forms.length; i++) this.#ids.set(forms[i], ids[i]);
  }

  of(form: string): number {
    return this.#ids.get(form) ?? this.#ids.get(normalise(form)) ?? 1 + classOf(form);
  }
}

export const noWordClasses = new WordClasses([], new Uint8Array(0));
