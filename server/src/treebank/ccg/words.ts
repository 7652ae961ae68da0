import { atom, type Atom } from '../../grammar/ccg/category.ts';
import type { AnnotatedSentence } from '../conllu.ts';

/** The class of a word. It decides the word's own category. */
export type Kind = 'noun' | 'pronoun' | 'adjective' | 'verb' | 'interjection';

const haveForms = /^(?:has|had|having|['’]ve)$/;
const beForms = /^(?:am|is|are|was|were|been|being|['’]m|['’]re)$/;

/**
 * Guesses a missing lemma: *have*, *be*, or else the form. The features of participles depend on
 * *have* and *be*.
 */
function usualLemma(form: string, label: string): string {
  if (haveForms.test(form)) return 'have';
  if (beForms.test(form)) return 'be';
  // Before a past participle, `'s` with the label `aux` is *has*, and with `aux:pass` *is*.
  if (/^['’][sd]$/.test(form) && /^(?:aux|cop)/.test(label)) return label === 'aux' ? 'have' : 'be';
  return form;
}

/**
 * The words of a tree, for the conversion. Words are numbered from 0; the head of the root is -1.
 */
export class Words {
  readonly forms: readonly string[];
  readonly lemmas: readonly string[];
  readonly tags: readonly string[];
  /** With subtypes, such as `acl:relcl`. `relations` contains the labels without subtypes. */
  readonly labels: readonly string[];
  readonly relations: readonly string[];
  readonly heads: readonly number[];
  /**
   * For each word, the dependents on its left, the nearest first. `right` has the dependents on its
   * right, also the nearest first.
   */
  readonly left: readonly (readonly number[])[];
  readonly right: readonly (readonly number[])[];
  readonly root: number;
  readonly #sentence: AnnotatedSentence;

  constructor(sentence: AnnotatedSentence) {
    this.#sentence = sentence;
    this.forms = sentence.forms;
    this.lemmas = sentence.lemmas.map((lemma, i) =>
      lemma === '_'
        ? usualLemma(sentence.forms[i].toLowerCase(), sentence.labels[i])
        : lemma.toLowerCase(),
    );
    this.tags = sentence.tags;
    this.labels = sentence.labels;
    this.relations = sentence.labels.map((label) => label.split(':')[0]);
    this.heads = sentence.heads.map((head) => head - 1);
    this.root = this.heads.indexOf(-1);
    const left: number[][] = this.forms.map(() => []);
    const right: number[][] = this.forms.map(() => []);
    this.heads.forEach((head, i) => {
      if (head > i) left[head].unshift(i);
      else if (head >= 0) right[head].push(i);
    });
    this.left = left;
    this.right = right;
  }

  dependents(head: number): number[] {
    return [...this.left[head], ...this.right[head]];
  }

  has(head: number, ...relations: readonly string[]): boolean {
    return this.dependents(head).some((i) => relations.includes(this.relations[i]));
  }

  kind(i: number): Kind {
    const tag = this.tags[i];
    const hasDeterminer = this.has(i, 'det') || this.#hasLabel(i, 'nmod:poss');
    if (isVerbal(tag)) return hasDeterminer && this.#isNominalPlace(i) ? 'noun' : 'verb';
    if (isPronoun(tag)) return hasDeterminer ? 'noun' : 'pronoun';
    if (/^(?:JJ|RB|WRB$|IN$|RP$|UH$|CC$)/.test(tag)) {
      if (hasDeterminer || this.#isNominalPlace(i)) return 'noun';
      return tag === 'UH' ? 'interjection' : 'adjective';
    }
    return 'noun';
  }

  /**
   * Whether a word has a relation of noun phrases. For a conjunct, the relation of the first
   * conjunct counts.
   */
  #isNominalPlace(i: number): boolean {
    return nominalRelations.has(this.relations[this.first(i)]);
  }

  #hasLabel(head: number, label: string): boolean {
    return this.dependents(head).some((i) => this.labels[i] === label);
  }

  /** Returns the first conjunct of a coordination; `i` if word `i` is not in a coordination. */
  first(i: number): number {
    while (this.relations[i] === 'conj' && this.heads[i] >= 0) i = this.heads[i];
    return i;
  }

  /**
   * Whether a word can take on any category that is required of its phrase (see `Plan`). For
   * example, an adjective before a noun takes on `N/N`.
   */
  isFree(i: number): boolean {
    const first = this.first(i);
    const isBare = this.relations[first] === 'nmod' && first < this.heads[first];
    return isBare || freeRelations.has(this.relations[first]) || this.isWh(i);
  }

  /**
   * Whether a word is an interrogative or relative wh-word. A wh-word with a relative clause of its
   * own is neither: in *what he said*, *said* depends on *what* as `acl:relcl`.
   */
  isWh(i: number): boolean {
    return /^W(?:P\$?|DT|RB)$/.test(this.tags[i]) && !this.#hasLabel(i, 'acl:relcl');
  }

  /**
   * Whether a word's phrase is a wh-phrase, such as *whose book* or *to whom*. A wh-word in a
   * clause inside the phrase does not count.
   */
  isWhPhrase(i: number): boolean {
    return (
      this.isWh(i) ||
      this.dependents(i).some((j) => whPath.has(this.relations[j]) && this.isWhPhrase(j))
    );
  }

  isNegation(i: number): boolean {
    return this.relations[i] === 'advmod' && /^(?:not|n't|n’t|nt)$/.test(this.lemmas[i]);
  }

  /** Whether a question mark after the root depends on the root. */
  get isQuestion(): boolean {
    return this.right[this.root].some(
      (i) => this.relations[i] === 'punct' && this.forms[i].includes('?'),
    );
  }

  /**
   * Returns the feature of a clause, such as `dcl` (declarative) or `to` (infinitive).
   *
   * @param i the leftmost verbal word of the clause
   * @param head the word whose auxiliaries are considered
   */
  feature(i: number, head: number): string {
    const tag = this.tags[i];
    if (tag === 'TO') return 'to';
    if (tag === 'VBG') return 'ng';
    if (tag === 'VB') return 'b';
    const before = this.left[head].find((j) => j < i && this.relations[j] === 'aux');
    if (tag === 'VBN' || (tag === 'VBD' && before !== undefined)) {
      if (before === undefined) return this.#featureOfParticiple(i, head);
      return this.lemmas[before] === 'have' && this.labels[before] !== 'aux:pass' ? 'pt' : 'pss';
    }
    if (before !== undefined && this.tags[before] === 'MD') return 'b';
    if (isVerbal(tag)) return 'dcl';
    return 'adj';
  }

  /**
   * Returns the feature of a participle without an auxiliary of its own. In *He has come and
   * **gone***, both conjuncts share the auxiliary.
   */
  #featureOfParticiple(i: number, head: number): string {
    const first = this.heads[head];
    const isShared = i === head && this.relations[head] === 'conj' && first >= 0;
    if (isShared && this.tags[first] === this.tags[i]) return this.feature(first, first);
    return 'pss';
  }

  /**
   * Whether the enhanced graph has the antecedent as the object of the relative clause: *the book I
   * read*.
   */
  isObjectOf(antecedent: number, clause: number): boolean {
    return this.#sentence.enhanced[antecedent].some(
      ({ head, label }) => head === clause + 1 && label === 'obj',
    );
  }

  preposition(i: number): string | null {
    const found = this.left[i].findLast((j) => this.relations[j] === 'case');
    return found === undefined ? null : this.lemmas[found];
  }
}

export function isVerbal(tag: string): boolean {
  return /^(?:VB[DGNPZ]?|MD|TO)$/.test(tag);
}

function isPronoun(tag: string): boolean {
  return /^(?:PRP\$?|EX|WP\$?|DT|WDT|PDT)$/.test(tag);
}

export function punctuationOf(tag: string): Atom {
  return atom(punctuationNames.get(tag) ?? ':');
}

const punctuationNames: ReadonlyMap<string, string> = new Map([
  [',', ','],
  ['.', '.'],
  ['-LRB-', 'LRB'],
  ['-RRB-', 'RRB'],
  ['``', 'LQU'],
  ["''", 'RQU'],
]);

const nominalRelations: ReadonlySet<string> = new Set(
  'nsubj obj iobj obl nmod appos vocative dislocated expl'.split(' '),
);

const freeRelations: ReadonlySet<string> = new Set(
  'advmod amod det compound nummod flat discourse case mark cc aux cop fixed punct goeswith reparandum dep orphan'.split(
    ' ',
  ),
);

const whPath: ReadonlySet<string> = new Set('det nmod amod advmod nummod obl compound'.split(' '));
