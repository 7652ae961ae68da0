import { MAX_FOREIGN_TAGS, NONE, type Lexicon } from '../model/lexicon.ts';
import { casingOf } from '../model/shape.ts';
import { NEVER, type Stop } from '../util/stop.ts';
import type { Bag, BagWord } from '../bag/bag.ts';
import { canonicalOrder } from '../bag/canonical.ts';
import type { LexicalEntries, LexicalUse, TriedUses } from './lexical-entries.ts';
import { orderConstraintsOf } from './order-constraints.ts';
import { Precedence } from './precedence.ts';

/** Stands for a missing word, such as the top of an empty stack. */
export const NO_WORD = -1;

/**
 * Whether a bag contains a question mark or an exclamation mark. So the kind of sentence is known
 * before the words are ordered.
 */
export const enum Mark {
  None,
  Exclamation,
  Question,
}

/**
 * A bag as arrays of integers, for searches. Words are numbered from 0 in canonical order. A set of
 * words is a bit mask of `maskLength` 32-bit integers. In an array of masks, the mask of word `w`
 * starts at index `w * maskLength`.
 */
export class Problem {
  readonly size: number;
  /** Indexed by word: the word's place in the bag. */
  readonly places: readonly number[];

  /**
   * A variant is a use of a word: the word, a form, a tag, and, with a grammar, a lexical entry.
   * Word `w` has the variants from `variantStart[w]` to `variantStart[w + 1]`, exclusive, the
   * likeliest first. Variant `variantCount` stands for an absent word: its word is `size`, its form
   * `formCount`, its tag NONE.
   */
  readonly variantCount: number;
  readonly variantStart: Int32Array;
  readonly variantWord: Int32Array;
  readonly variantForm: Int32Array;
  /** Ids of tags. A tag that the lexicon does not have has an id from `firstForeignTag` on. */
  readonly variantTag: Int32Array;
  /** The variants' tags, renumbered from 0 to `tagCount`, exclusive. */
  readonly variantTagIndex: Int32Array;
  readonly tagCount: number;
  /** `LexicalUse.entry` and `LexicalUse.cost`. Both are 0 without a grammar. */
  readonly variantEntry: Int32Array;
  readonly variantCost: Uint8Array;
  /** `BagForm.weight` of the form; 0 if the word is no lemma. */
  readonly variantWeight: Int32Array;
  /** How many uses are left out because the bag has too many (`LexicalEntries`). */
  readonly untriedUses: number;
  readonly entries: LexicalEntries | null;
  /** Whether the bag gives some word a category. */
  readonly hasCategories: boolean;

  /** Forms are numbered from 0 to `formCount`, exclusive, in the order of their words. */
  readonly formCount: number;
  /** Whether some word has several forms. */
  readonly hasOpenForms: boolean;
  /** Indexed by form: the lexicon's id of the form's last surface word. */
  readonly wordId: Int32Array;
  /** Indexed by form: the class of the form's last surface word. */
  readonly wordClass: Uint8Array;
  /** Indexed by form: the `Casing` of the form's first surface word. */
  readonly casing: Uint8Array;
  /** Form `f` has the surface words from `surfaceStart[f]` to `surfaceStart[f + 1]`, exclusive. */
  readonly surfaceStart: Int32Array;
  /** Indexed by surface word: the lexicon's id of the word. */
  readonly surface: Int32Array;
  readonly surfaceText: readonly string[];
  /**
   * Indexed by surface word: a number for its text. Words with the same text have the same number,
   * even if the lexicon does not know them.
   */
  readonly surfaceForm: Int32Array;
  readonly surfaceClass: Uint8Array;

  readonly mark: Mark;

  /** Tags that the lexicon does not have. Their ids start at `firstForeignTag`. */
  readonly foreignTags: readonly string[];
  readonly firstForeignTag: number;

  /** Indexed by word: the given head, or NO_WORD. */
  readonly head: Int32Array;
  /**
   * Indexed by word: the lexicon's id of the given label of the arc to the word. NONE if the bag
   * gives no label, or if the lexicon does not know it. Index `size` has NONE.
   */
  readonly label: Int32Array;
  readonly root: number;
  readonly hasArcs: boolean;
  /**
   * Word `w` has the given dependents from `dependentStart[w]` to `dependentStart[w + 1]`,
   * exclusive.
   */
  readonly dependentStart: Int32Array;
  readonly dependents: Int32Array;

  readonly maskLength: number;
  readonly dependentMask: Int32Array;
  readonly ancestorMask: Int32Array;
  /**
   * The mask of a word holds the word itself and all words that given arcs connect with it,
   * directly or through other words.
   */
  readonly treeMask: Int32Array;
  readonly treeHoldsRoot: Uint8Array;

  /**
   * Indexed by word: the previous interchangeable word, or NO_WORD. The previous word must be
   * shifted first, so that a search tries only one order of interchangeable words.
   */
  readonly twinBefore: Int32Array;
  /** The order constraints of the bag. Null if it has none, or if no order satisfies them. */
  readonly precedence: Precedence | null;
  /**
   * Whether some order of the words satisfies the order constraints. Arcs are considered only if
   * they form a full tree. A search must get a problem for which this is true.
   */
  readonly isOrderable: boolean;

  /**
   * @param bag a bag without choices and without contradictions (`findContradiction`)
   * @param stop when requested, ends the search for an order; `isOrderable` is then false
   * @param entries the uses of words in the bag's grammar; null without a grammar
   */
  constructor(
    bag: Bag,
    lexicon: Lexicon,
    stop: Stop = NEVER,
    entries: LexicalEntries | null = null,
  ) {
    const n = bag.words.length;
    this.size = n;
    this.entries = entries;
    this.hasCategories = bag.words.some(({ categories = [] }) => categories.length > 0);
    this.places = canonicalOrder(bag);
    const canonical = new Int32Array(n);
    this.places.forEach((place, word) => (canonical[place] = word));

    const forms = this.places.flatMap((place, word) => formsOf(bag.words[place], word));
    this.formCount = forms.length;
    this.hasOpenForms = forms.length > n;
    this.wordId = new Int32Array(forms.length + 1);
    this.wordClass = new Uint8Array(forms.length + 1);
    this.casing = new Uint8Array(forms.length + 1);
    this.surfaceStart = new Int32Array(forms.length + 1);
    this.variantStart = new Int32Array(n + 1);
    const surface: number[] = [];
    const surfaceClass: number[] = [];
    const surfaceText: string[] = [];
    const surfaceForm: number[] = [];
    const surfaceForms = new Numbering<string>();
    const variantWord: number[] = [];
    const variantForm: number[] = [];
    const variantWeight: number[] = [];
    const variantTag: number[] = [];
    const variantEntry: number[] = [];
    const variantCost: number[] = [];
    this.firstForeignTag = lexicon.tags.length + 1;
    for (const [f, { form }] of forms.entries()) {
      const parts = form.split(' ');
      for (const part of parts) {
        surface.push(lexicon.wordIdInAnyCase(part));
        surfaceClass.push(lexicon.wordClass(part));
        surfaceText.push(part);
        surfaceForm.push(surfaceForms.of(part));
      }
      this.surfaceStart[f + 1] = surface.length;
      this.wordId[f] = surface[surface.length - 1];
      this.wordClass[f] = surfaceClass[surfaceClass.length - 1];
      this.casing[f] = casingOf(parts[0], (part) => lexicon.isKnown(part));
    }
    const foreignTags = new Numbering<string>();
    const { ofWords: uses, untried } = this.#usesOf(forms, foreignTags, lexicon, entries);
    this.untriedUses = untried;
    for (const [f, { word, weight }] of forms.entries()) {
      // An empty lexicon lists no tags for a form. But every word needs a use.
      for (const { tag, entry, cost } of uses[f].length === 0 ? [unknownUse] : uses[f]) {
        variantWord.push(word);
        variantForm.push(f);
        variantWeight.push(weight);
        variantTag.push(tag);
        variantEntry.push(entry);
        variantCost.push(cost);
      }
      this.variantStart[word + 1] = variantTag.length;
    }
    this.surface = Int32Array.from(surface);
    this.surfaceClass = Uint8Array.from(surfaceClass);
    this.mark = markOf(surfaceText);
    this.surfaceText = surfaceText;
    this.surfaceForm = Int32Array.from(surfaceForm);
    this.foreignTags = foreignTags.items;
    this.variantCount = variantTag.length;
    this.variantWord = Int32Array.from([...variantWord, n]);
    // Without open forms, forms and words have the same numbers, so one array serves for both.
    this.variantForm = this.hasOpenForms
      ? Int32Array.from([...variantForm, forms.length])
      : this.variantWord;
    this.variantWeight = Int32Array.from([...variantWeight, 0]);
    this.variantTag = Int32Array.from([...variantTag, NONE]);
    this.variantEntry = Int32Array.from([...variantEntry, 0]);
    this.variantCost = Uint8Array.from([...variantCost, 0]);
    const tags = new Numbering<number>();
    this.variantTagIndex = Int32Array.from(variantTag, (tag) => tags.of(tag));
    this.tagCount = tags.items.length;

    this.head = new Int32Array(n).fill(NO_WORD);
    this.label = new Int32Array(n + 1);
    const labelText = new Array<string | null>(n).fill(null);
    for (const arc of bag.arcs) {
      const dependent = canonical[arc.dependent];
      this.head[dependent] = canonical[arc.head];
      labelText[dependent] = arc.label;
      this.label[dependent] = arc.label === null ? NONE : lexicon.labelId(arc.label);
    }
    this.root = bag.root === null ? NO_WORD : canonical[bag.root];
    this.hasArcs = bag.arcs.length > 0;

    this.dependentStart = new Int32Array(n + 1);
    const dependents: number[] = [];
    this.maskLength = Math.max(1, Math.ceil(n / 32));
    this.dependentMask = new Int32Array(n * this.maskLength);
    this.ancestorMask = new Int32Array(n * this.maskLength);
    this.treeMask = new Int32Array(n * this.maskLength);
    this.treeHoldsRoot = new Uint8Array(n);
    const top = new Int32Array(n);
    for (let w = 0; w < n; w++) {
      for (let d = 0; d < n; d++) if (this.head[d] === w) dependents.push(d);
      this.dependentStart[w + 1] = dependents.length;
      top[w] = w;
      for (let a = this.head[w]; a !== NO_WORD; a = this.head[a]) {
        add(this.ancestorMask, w * this.maskLength, a);
        top[w] = a;
      }
      if (this.head[w] !== NO_WORD) add(this.dependentMask, this.head[w] * this.maskLength, w);
    }
    this.dependents = Int32Array.from(dependents);
    for (let w = 0; w < n; w++) {
      for (let v = 0; v < n; v++) {
        if (top[v] === top[w]) add(this.treeMask, w * this.maskLength, v);
      }
      this.treeHoldsRoot[w] = this.root !== NO_WORD && top[w] === top[this.root] ? 1 : 0;
    }
    this.twinBefore = this.#twins(bag, labelText);
    const order = orderConstraintsOf(bag, canonical);
    this.precedence = order === null ? null : Precedence.of(order, stop);
    this.isOrderable = order === null || this.precedence !== null;
  }

  likelyTag(word: number): number {
    return this.variantTag[this.variantStart[word]];
  }

  likelyForm(word: number): number {
    return this.variantForm[this.variantStart[word]];
  }

  /**
   * Finds the first variant of a word with this tag and lexical entry.
   *
   * @throws {RangeError} if the word has no such variant
   */
  variantOf(word: number, tag: number, entry = 0): number {
    for (let variant = this.variantStart[word]; variant < this.variantStart[word + 1]; variant++) {
      if (this.variantTag[variant] === tag && this.variantEntry[variant] === entry) return variant;
    }
    throw new RangeError(`word ${word} has no tag ${tag} as entry ${entry}`);
  }

  tagName(tag: number, lexicon: Lexicon): string {
    return tag < this.firstForeignTag
      ? lexicon.tags[tag - 1]
      : this.foreignTags[tag - this.firstForeignTag];
  }

  /** Returns uses indexed by form, not by word. */
  #usesOf(
    forms: readonly FormOfWord[],
    foreignTags: Numbering<string>,
    lexicon: Lexicon,
    entries: LexicalEntries | null,
  ): TriedUses {
    if (entries === null) {
      const ofForms = forms.map(({ tags }, f) => {
        const seen = lexicon.tagsOf(this.wordId[f]);
        const offered = tags.length === 0 ? seen : this.#tagsOf(tags, seen, foreignTags, lexicon);
        return offered.map((tag) => ({ tag, entry: 0, cost: 0 }));
      });
      return { ofWords: ofForms, untried: 0 };
    }
    const given = forms.map(({ form, tags, categories }, f) => {
      const seen = lexicon.tagsOf(this.wordId[f]);
      const idsOf = (texts: readonly string[]): number[] =>
        this.#tagsOf(texts, seen, foreignTags, lexicon);
      return {
        ...{ form: form.slice(form.lastIndexOf(' ') + 1), tags: idsOf(tags) },
        ...{ word: this.wordId[f], wordClass: this.wordClass[f] },
        categories: categories.map(({ category, tag }) => ({
          category: entries.grammar.idOf(category),
          tag: tag === null ? NONE : idsOf([tag])[0],
        })),
      };
    });
    return entries.usesOf(given, lexicon);
  }

  /** Returns ids, the likeliest tag first. */
  #tagsOf(
    given: readonly string[],
    seen: readonly number[],
    foreignTags: Numbering<string>,
    lexicon: Lexicon,
  ): number[] {
    const ids = given.map((tag) => {
      const known = lexicon.tagId(tag);
      if (known !== NONE) return known;
      return this.firstForeignTag + Math.min(foreignTags.of(tag), MAX_FOREIGN_TAGS - 1);
    });
    return [...new Set(ids)].sort((a, b) => placeOf(seen, a) - placeOf(seen, b) || a - b);
  }

  /**
   * Computes `twinBefore`. Interchangeable words are leaves, are not the root, and are in no order
   * constraint. Nothing that the bag gives distinguishes them.
   */
  #twins(bag: Bag, labelText: readonly (string | null)[]): Int32Array {
    const twinBefore = new Int32Array(this.size).fill(NO_WORD);
    const last = new Map<string, number>();
    const ordered = new Set(bag.order.flatMap(({ words }) => words));
    for (let w = 0; w < this.size; w++) {
      const place = this.places[w];
      const isLeaf = this.dependentStart[w] === this.dependentStart[w + 1];
      if (!isLeaf || w === this.root || ordered.has(place)) continue;
      const { form, features, forms, tags, categories } = bag.words[place];
      const chunks = bag.chunks.flatMap((chunk, i) => (chunk.includes(place) ? [i] : []));
      const given = categories?.map(({ category, tag }) => `${category} ${tag ?? ''}`).sort();
      const own = [
        form,
        features,
        forms,
        [...tags].sort(),
        given,
        this.head[w],
        labelText[w],
        chunks,
      ];
      const key = JSON.stringify(own);
      twinBefore[w] = last.get(key) ?? NO_WORD;
      last.set(key, w);
    }
    return twinBefore;
  }
}

interface FormOfWord extends Required<Pick<BagWord, 'form' | 'tags' | 'categories'>> {
  readonly word: number;
  readonly weight: number;
}

function formsOf({ form, forms, tags, categories = [] }: BagWord, word: number): FormOfWord[] {
  if (forms === undefined) return [{ word, form, tags, categories, weight: 0 }];
  return forms.map((one) => ({ ...one, word, tags: [one.tag], categories }));
}

const unknownUse: LexicalUse = { tag: NONE, entry: 0, cost: 0 };

/** Numbers distinct items from 0, in the order of their first use. */
class Numbering<T> {
  readonly items: T[] = [];
  readonly #numbers = new Map<T, number>();

  of(item: T): number {
    const known = this.#numbers.get(item);
    if (known !== undefined) return known;
    this.#numbers.set(item, this.items.length);
    return this.items.push(item) - 1;
  }
}

function add(mask: Int32Array, start: number, word: number): void {
  mask[start + (word >>> 5)] |= 1 << (word & 31);
}

function placeOf(tags: readonly number[], tag: number): number {
  const at = tags.indexOf(tag);
  return at < 0 ? tags.length : at;
}

/** If the words contain both marks, the question mark decides. */
function markOf(words: readonly string[]): Mark {
  if (words.some((word) => /^[!?]*[?？؟][!?]*$/u.test(word))) return Mark.Question;
  return words.some((word) => /^[!！]+$/u.test(word)) ? Mark.Exclamation : Mark.None;
}
