import { featuresIn, type Features } from './features.ts';

/** A sentence of lemmas with its whole tree, in any order. */
export interface TreeOfLemmas {
  readonly lemmas: readonly string[];
  readonly features: readonly Features[];
  /** The head of each word, from 1; 0 for the root. */
  readonly heads: readonly number[];
  /** Labels of Universal Dependencies. */
  readonly labels: readonly string[];
}

/** Words that belong to their head: auxiliaries, *not*, determiners. Its subject is theirs. */
const OF_HEAD = /^(?:advmod|aux|case|cop|det|mark|nsubj)/;
const AUXILIARY = /^(?:aux|cop)/;
const SUBJECT = /^(?:nsubj|expl$)/;
// Words between a determiner and its noun, in their usual order: *an extremely old stone wall*.
const ADVERB = /^advmod/;
const ADJECTIVE = /^(?:amod|nummod)/;
const COMPOUND = /^(?:compound|nmod:desc)/;
/** The features of words that writers misspell or shorten, and of words in the style of speech. */
const CARELESS = /^(?:Abbr|Style|Typo)=/;
/** The length of a sentence is told in steps of so many words, … */
const STEP = 8;
/** … and in at most so many. */
const MOST_STEPS = 5;

/**
 * Tells what the tree and the other words say about the form of a word, as texts that weights are learned for:
 * *they 're* is likelier than *the dogs 're*, and likelier beside *you* and *I* than in a report. The order of the words
 * says nothing, since the language model reads that.
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

  /** Returns the contexts of a word, each once. */
  of(word: number): readonly string[] {
    const label = this.#labels[word];
    const head = this.#heads[word];
    const ofHead = head < 0 ? 'root' : this.#lemmas[head];
    // The head of the clause if the word belongs to that.
    const top = head >= 0 && OF_HEAD.test(label) ? head : word;
    const others = this.#dependents[top].filter((other) => other !== word);
    const subject = [...others, ...this.#dependents[word]].find((other) =>
      SUBJECT.test(this.#labels[other]),
    );
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

  /** Tells how the word begins that follows a determiner, if the tree says which word that is. */
  #following(word: number): readonly string[] {
    const head = this.#heads[word];
    if (head < 0 || !this.#labels[word].startsWith('det')) return [];
    const next = this.#firstOf(head, [ADJECTIVE, COMPOUND]);
    if (next === null) return [];
    const written = this.#written[next];
    const lemma = this.#lemmas[next];
    const isAcronym = written.length > 1 && written === written.toUpperCase();
    const beginning = isAcronym ? written[0] : lemma.slice(0, 2);
    return [`before ${lemma[0]}-`, `before ${beginning}-`, `before ${lemma}`];
  }

  /**
   * Returns the first word of a phrase without its determiner; null if several words may be the first.
   *
   * @param labels of the words that may stand before the head, the outermost first
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

  /** Whether a subject is a pronoun, and whether it is a single word. */
  #kindOf(subject: number | undefined): string {
    if (subject === undefined) return 'none';
    if (this.#features[subject].some((one) => one.startsWith('PronType='))) return 'of pronouns';
    return this.#dependents[subject].length > 0 ? 'of several words' : 'of one word';
  }

  /** Counts the other personal pronouns of a person: 0, 1, or 2 and more. */
  #persons(word: number, person: string): number {
    let count = 0;
    for (const other of this.#lemmas.keys()) {
      if (other !== word && this.#has(other, 'PronType=Prs') && this.#has(other, person)) count++;
    }
    return Math.min(2, count);
  }
}
