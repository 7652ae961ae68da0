import { NONE, type Lexicon } from '../model/lexicon.ts';
import { grown } from '../util/grown.ts';
import { mix } from '../util/hash.ts';

/** Templates may read this many places before the first word and after the last word. */
export const PADDING = 2;
/** The id of the word, the tag and the class of the artificial root. No word has this id. */
const ROOT = -1;
/** In characters: the longest suffix and prefix that the tagger's templates read. */
export const LONGEST_SUFFIX = 5;
export const LONGEST_PREFIX = 4;

/** Joins a language's own tag (XPOS) and the universal tag (UPOS) into a tag of the tagger. */
export function jointTag(xpos: string, upos: string): string {
  return `${xpos}|${upos}`;
}

/** Splits a joint tag. An XPOS may contain a bar, a UPOS never does. */
export function partsOfTag(tag: string): { readonly xpos: string; readonly upos: string } {
  const bar = tag.lastIndexOf('|');
  return { xpos: tag.slice(0, bar), upos: tag.slice(bar + 1) };
}

/** Indexed by the joint tag's id: its XPOS and its UPOS, as numbers from 1. */
export class TagParts {
  readonly xpos: Int32Array;
  readonly upos: Int32Array;
  /** The universal tag with number `n` is at index `n - 1`. */
  readonly uposNames: readonly string[];

  constructor(tags: readonly string[]) {
    const parts = tags.map(partsOfTag);
    const xposNames = [...new Set(parts.map(({ xpos }) => xpos))];
    this.uposNames = [...new Set(parts.map(({ upos }) => upos))];
    this.xpos = Int32Array.from([NONE, ...parts.map(({ xpos }) => 1 + xposNames.indexOf(xpos))]);
    this.upos = Int32Array.from([
      NONE,
      ...parts.map(({ upos }) => 1 + this.uposNames.indexOf(upos)),
    ]);
  }
}

/**
 * The words of a sentence as numbers. Place 0 is the artificial root, places 1 to `length` are the
 * words. The value of place `p` is at index `p + PADDING`. The places outside the sentence have the
 * value NONE. The arrays are used again for the next sentence.
 */
export class ParserTokens {
  length = 0;
  /** The ids of the words as they are written. */
  forms = new Int32Array(0);
  /**
   * Like `forms`, but a word with a capital has the id of its lower-case form if training has seen
   * that form.
   */
  words = new Int32Array(0);
  classes = new Int32Array(0);
  /** The joint tags. `xpos` and `upos` contain their two parts. */
  tags = new Int32Array(0);
  xpos = new Int32Array(0);
  upos = new Int32Array(0);
  /** Each word and its XPOS, as one value. */
  tagged = new Int32Array(0);

  readonly #lexicon: Lexicon;
  readonly #parts: TagParts;
  readonly #classes: Pick<Lexicon, 'wordClass'>;

  /** @param classes the source of word classes; by default the lexicon */
  constructor(lexicon: Lexicon, parts: TagParts, classes: Pick<Lexicon, 'wordClass'> = lexicon) {
    this.#lexicon = lexicon;
    this.#parts = parts;
    this.#classes = classes;
  }

  /** Starts a sentence with these forms. Its words have no tags until `setTag` sets them. */
  begin(forms: readonly string[]): void {
    const { length } = forms;
    const size = length + 1 + 2 * PADDING;
    if (this.words.length < size) {
      for (const name of ['forms', 'words', 'classes', 'tags', 'xpos', 'upos', 'tagged'] as const) {
        this[name] = new Int32Array(2 * size);
      }
    }
    for (const values of [this.forms, this.words, this.classes, this.tags, this.xpos, this.upos]) {
      values.fill(NONE);
      values[PADDING] = ROOT;
    }
    this.tagged.fill(mix(NONE, NONE));
    this.tagged[PADDING] = mix(ROOT, ROOT);
    this.length = length;
    const lexicon = this.#lexicon;
    for (let i = 0; i < length; i++) {
      const form = forms[i];
      const lower = form.toLowerCase();
      const at = PADDING + 1 + i;
      this.forms[at] = lexicon.wordId(form);
      this.words[at] = lexicon.isKnown(lower) ? lexicon.wordId(lower) : this.forms[at];
      this.classes[at] = this.#classes.wordClass(form);
    }
  }

  /** @param tag a joint tag */
  setTag(place: number, tag: number): void {
    const at = PADDING + place;
    this.tags[at] = tag;
    this.xpos[at] = this.#parts.xpos[tag];
    this.upos[at] = this.#parts.upos[tag];
    this.tagged[at] = mix(this.words[at], this.xpos[at]);
  }

  /**
   * Writes five values of a word: the word with its XPOS, the word, its XPOS, its UPOS, its class.
   *
   * @param index the place of the word plus `PADDING`
   */
  readWord(index: number, into: Int32Array, from: number): void {
    into[from] = this.tagged[index];
    into[from + 1] = this.words[index];
    into[from + 2] = this.xpos[index];
    into[from + 3] = this.upos[index];
    into[from + 4] = this.classes[index];
  }
}

/** Hashes of words in lower case: of whole words, of suffixes and of prefixes. */
export class Affixes {
  /** Indexed by word, from 0. */
  wholes = new Int32Array(0);
  /** The suffix of `n` characters of word `i` (from 0) is at index `i * LONGEST_SUFFIX + n - 1`. */
  suffixes = new Int32Array(0);
  prefixes = new Int32Array(0);

  begin(forms: readonly string[]): void {
    const { length } = forms;
    if (this.prefixes.length < length * LONGEST_PREFIX) {
      this.wholes = grown(this.wholes, 2 * length);
      this.suffixes = grown(this.suffixes, 2 * length * LONGEST_SUFFIX);
      this.prefixes = grown(this.prefixes, 2 * length * LONGEST_PREFIX);
    }
    for (let i = 0; i < length; i++) {
      const form = forms[i].toLowerCase();
      let hash = 0;
      for (let at = 0; at < form.length; at++) hash = mix(hash, form.charCodeAt(at));
      this.wholes[i] = hash;
      hash = 0;
      for (let n = 1; n <= LONGEST_SUFFIX; n++) {
        hash = mix(hash, n <= form.length ? form.charCodeAt(form.length - n) : 0);
        this.suffixes[i * LONGEST_SUFFIX + n - 1] = hash;
      }
      hash = 0;
      for (let n = 1; n <= LONGEST_PREFIX; n++) {
        hash = mix(hash, n <= form.length ? form.charCodeAt(n - 1) : 0);
        this.prefixes[i * LONGEST_PREFIX + n - 1] = hash;
      }
    }
  }
}
