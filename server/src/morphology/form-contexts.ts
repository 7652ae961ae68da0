import { featuresIn, type Features } from './features.ts';

/** A sentence with its whole dependency tree. Its words are lemmas, in any order. */
export interface TreeOfLemmas {
  readonly lemmas: readonly string[];
  readonly features: readonly Features[];
  /** Indexed by word: the number of its head, from 1; 0 for the root. */
  readonly heads: readonly number[];
  /** Indexed by word: its label of Universal Dependencies. */
  readonly labels: readonly string[];
}

/**
 * If a word has one of these labels, the subject of the word's head counts as the subject of the
 * word. In *the dogs have barked*, *have* depends on *barked*, so its subject is *dogs*.
 */
const OF_HEAD = /^(?:advmod|aux|case|cop|det|mark|nsubj)/;
const AUXILIARY = /^(?:aux|cop)/;
/**
 * The labels of subjects. If a clause has several subjects, such as *there* and a noun, the subject
 * with the first of these labels counts.
 */
const SUBJECTS = [/^expl$/, /^nsubj:outer$/, /^nsubj/];
// The labels of words between a determiner and its noun, in their usual order: *an extremely old
// stone wall*.
const ADVERB = /^advmod/;
const ADJECTIVE = /^(?:amod|nummod)/;
const COMPOUND = /^(?:compound|nmod:desc)/;
/** The features of misspelt or shortened words, and of words in the style of speech. */
const CARELESS = /^(?:Abbr|Style|Typo)=/;
/** A context gives the length of a sentence in steps of this many words. */
const STEP = 8;
const MOST_STEPS = 5;

/**
 * Lists the contexts of a word: facts about its place in the tree and about the style of the other
 * words. They help to choose its form: *they 're* is likelier than *the dogs 're*. Training learns
 * a weight for each form in each context. A context says nothing about the order of the words,
 * since the language model reads the order.
 */
export class FormContexts {
  readonly #written: readonly string[];
  /** In lower case. */
  readonly #lemmas: readonly string[];
  readonly #features: readonly (readonly string[])[];
  readonly #labels: readonly string[];
  readonly #heads: readonly number[];
  readonly #dependents: readonly (readonly number[])[];
  readonly #ofSentence: readonly string[];

  constructor({ lemmas, features, heads, labels }: TreeOfLemmas) {
    this.#written = lemmas;
    this.#lemmas = lemmas.map((lemma) => lemma.toLowerCase());
    this.#features = features.map(featuresIn);
    this.#labels = labels;
    this.#heads = heads.map((head) => head - 1);
    const dependents = lemmas.map((): number[] => []);
    for (const [word, head] of this.#heads.entries()) if (head >= 0) dependents[head].push(word);
    this.#dependents = dependents;
    const steps = Math.min(MOST_STEPS, Math.floor(lemmas.length / STEP));
    this.#ofSentence = [
      `length ${steps}`,
      ...['?', '!', '"'].filter((sign) => this.#lemmas.includes(sign)).map((sign) => `has ${sign}`),
    ];
  }

  /**
   * Lists the contexts of a word. A context that occurs twice counts twice, in training and in use.
   */
  of(word: number): readonly string[] {
    const label = this.#labels[word];
    const head = this.#heads[word];
    const ofHead = head < 0 ? 'root' : this.#lemmas[head];
    // The subject of `top` counts as the subject of the word.
    const top = head >= 0 && OF_HEAD.test(label) ? head : word;
    const others = this.#dependents[top].filter((other) => other !== word);
    const clause = [...others, ...this.#dependents[word]];
    // Sorted, since the choice between several subjects must not depend on the order of the words.
    const subject = SUBJECTS.flatMap((label) =>
      clause
        .filter((other) => label.test(this.#labels[other]))
        .sort((one, other) => this.#compare(one, other)),
    ).at(0);
    const subjectIs = subject === undefined ? 'none' : this.#lemmas[subject];
    const auxiliaries = others.filter((other) => AUXILIARY.test(this.#labels[other]));
    return [
      `label ${label}`,
      `head ${ofHead}`,
      ...(head >= 0 && this.#has(head, 'Number=Plur') ? ['head in the plural'] : []),
      `subject ${subjectIs}`,
      `subject ${subjectIs}, label ${label}`,
      `subject ${this.#kindOf(subject)}`,
      `auxiliaries ${auxiliaries
        .map((other) => this.#lemmas[other])
        .sort()
        .join(' ')}`,
      ...(others.some((other) => this.#lemmas[other] === 'not') ? ['negated'] : []),
      ...others
        .filter((other) => this.#has(other, 'PronType=Int'))
        .map((other) => `asks ${this.#lemmas[other]}`),
      ...this.#following(word),
      ...this.#ofSentence,
      `first persons ${this.#persons(word, 'Person=1')}`,
      `second persons ${this.#persons(word, 'Person=2')}`,
      ...(this.#features.some(
        (all, other) => other !== word && all.some((one) => CARELESS.test(one)),
      )
        ? ['careless']
        : []),
    ];
  }

  /**
   * Returns contexts that say how the next word after a determiner begins, if the tree shows which
   * word is next.
   */
  #following(word: number): readonly string[] {
    const head = this.#heads[word];
    if (head < 0 || !this.#labels[word].startsWith('det')) return [];
    const next = this.#firstOf(head, [ADJECTIVE, COMPOUND]);
    if (next === null) return [];
    const written = this.#written[next];
    const lemma = this.#lemmas[next];
    const isAcronym = written.length > 1 && written === written.toUpperCase();
    const beginning = isAcronym ? lettersOf(written, 1) : lettersOf(lemma, 2);
    return [`before ${lettersOf(lemma, 1)}-`, `before ${beginning}-`, `before ${lemma}`];
  }

  /**
   * Returns the first word of a phrase without its determiner. Null if the tree does not show which
   * word is first.
   *
   * @param labels the labels of words that may stand before the head, the outermost first
   */
  #firstOf(head: number, labels: readonly RegExp[]): number | null {
    for (const label of labels) {
      const found = this.#dependents[head].filter((other) => label.test(this.#labels[other]));
      if (found.length > 1) return null;
      if (found.length === 1) return this.#firstOf(found[0], [ADVERB]);
    }
    return head;
  }

  #has(word: number, feature: string): boolean {
    return this.#features[word].includes(feature);
  }

  /** Compares by lemma, then by the number of dependents. */
  #compare(one: number, other: number): number {
    const [a, b] = [one, other].map((word) => this.#lemmas[word]);
    if (a !== b) return a < b ? -1 : 1;
    return this.#dependents[one].length - this.#dependents[other].length;
  }

  #kindOf(subject: number | undefined): string {
    if (subject === undefined) return 'none';
    if (this.#features[subject].some((one) => one.startsWith('PronType='))) return 'of pronouns';
    return this.#dependents[subject].length > 0 ? 'of several words' : 'of one word';
  }

  /**
   * Counts the personal pronouns of a grammatical person among the other words; more than two count
   * as two.
   */
  #persons(word: number, person: string): number {
    let count = 0;
    for (const other of this.#lemmas.keys()) {
      if (other !== word && this.#has(other, 'PronType=Prs') && this.#has(other, person)) count++;
    }
    return Math.min(2, count);
  }
}

/** Counts code points, since a file cannot store half of a surrogate pair. */
function lettersOf(word: string, count: number): string {
  return Array.from(word).slice(0, count).join('');
}
