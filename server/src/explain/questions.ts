import { decisionOf, isDecision, withAddition, type Addition } from '../bag/addition.ts';
import type { Bag, BagChoice, BagOrder } from '../bag/bag.ts';
import { findContradiction } from '../bag/contradiction.ts';
import { isSatisfiable } from '../search/satisfiable.ts';

/** A sentence of the list of results: its words in order, each with its head. */
export type Attached = readonly {
  /** The word's index in the bag. */
  readonly word: number;
  /** The head's place in the sentence, from 1; 0 for the root. */
  readonly head: number;
}[];

export type Said = Extract<Addition, { readonly kind: 'order' | 'arc' | 'use' | 'remove' }>;

/** A question about a list of sentences. Each sentence gives one answer. */
export interface Question {
  /**
   * - `order`: which of two words comes first.
   * - `next`: which word follows a given word.
   * - `head`: which word is the head of a given word.
   * - `choice`: which of several alternatives is used, or whether an optional word is used.
   */
  readonly kind: 'order' | 'next' | 'head' | 'choice';
  /** Two words for `order`, all words of the choice for `choice`, otherwise one word. */
  readonly words: readonly number[];
  /** The answers that sentences of the list give, the likeliest first. */
  readonly answers: readonly Answer[];
  /** The other answers that the bag's constraints allow, in the order of the bag's words. */
  readonly others: readonly Said[];
}

export interface Answer {
  readonly addition: Said;
  /** Indices in the list. */
  readonly sentences: readonly number[];
  /** The weight of these sentences, divided by the weight of all sentences in the list. */
  readonly share: number;
}

/** A question before its `others` are known. */
type Split = Omit<Question, 'others'>;

/**
 * At most this many parser states are examined to decide which answers in `others` are possible.
 * Answers that stay undecided are offered.
 */
const MOST_STATES = 20_000;

/**
 * The higher a sentence is in the list, the likelier it is what the author wants. `place` counts
 * from 0.
 */
function weightOf(place: number): number {
  return 1 / (place + 1);
}

/**
 * Finds the questions that best divide a list of distinct sentences: at most one about a choice,
 * one about the order of words, and one about the head of a word. Of each kind, takes the question
 * with the least certain answer. (Treebanks are made with similar questions, called discriminants:
 * Carter 1997.) If no question divides the list, asks one question about the first sentence. The
 * other answers to this question lead to sentences outside the list.
 *
 * Questions about order and heads name only words that every sentence has and whose form no other
 * word has. A choice is skipped if one of its words has the same form as another word in a choice:
 * a sentence does not show which of these two words it uses.
 *
 * @returns empty if the bag's constraints leave only one answer to every question
 */
export function questionsAbout(sentences: readonly Attached[], bag: Bag): Question[] {
  const asker = new Asker(sentences, bag);
  const found = [asker.aboutChoices(), asker.aboutOrder(), asker.aboutHeads()]
    .map(best)
    .filter((one) => one !== null);
  return found.length > 0 ? found.map((one) => asker.complete(one)) : asker.aboutFirst();
}

function best(questions: Iterable<Split>): Split | null {
  let found: Split | null = null;
  let most = 0;
  for (const question of questions) {
    const bits = entropy(question);
    // Of equally uncertain questions, the first is kept. So `order` questions win over `next`
    // questions, which are harder to answer.
    if (bits > most + 1e-9) [found, most] = [question, bits];
  }
  return found;
}

/** In bits. */
function entropy({ answers }: Split): number {
  return answers.reduce((sum, { share }) => sum - share * Math.log2(share), 0);
}

class Asker {
  readonly #sentences: readonly Attached[];
  readonly #bag: Bag;
  /** Indexed by sentence: the places of its words, by the word's index in the bag. */
  readonly #places: readonly ReadonlyMap<number, number>[];
  /** The words that every sentence of the bag uses. */
  readonly #certain: readonly number[];
  /** The words that every sentence uses and that share their form with no other word of the bag. */
  readonly #single: ReadonlySet<number>;
  /**
   * The choices to ask about. Each of their words has a form that no other word in any choice has.
   */
  readonly #choices: readonly BagChoice[];

  constructor(sentences: readonly Attached[], bag: Bag) {
    this.#sentences = sentences;
    this.#bag = bag;
    this.#places = sentences.map(
      (tokens) => new Map(tokens.map(({ word }, place) => [word, place])),
    );
    const chosen = new Set(bag.choices.flatMap(({ words }) => words));
    this.#certain = [...bag.words.keys()].filter((word) => !chosen.has(word));
    this.#single = new Set(
      singleAmong(bag, [...bag.words.keys()]).filter((word) => !chosen.has(word)),
    );
    const singleChosen = new Set(singleAmong(bag, [...chosen]));
    this.#choices = bag.choices.filter(({ words }) =>
      words.every((word) => singleChosen.has(word)),
    );
  }

  *aboutChoices(): Generator<Split> {
    for (const { words } of this.#choices) {
      const question = this.#split('choice', words, (_, places) =>
        decisionOf(words, (word) => places.has(word)),
      );
      if (question !== null) yield question;
    }
  }

  *aboutOrder(): Generator<Split> {
    const single = [...this.#single];
    for (const [i, one] of single.entries()) {
      for (const other of single.slice(i + 1)) {
        const question = this.#split('order', [one, other], (_, places) => {
          const isFirst = places.get(one)! < places.get(other)!;
          return inOrder('before', isFirst ? [one, other] : [other, one]);
        });
        if (question !== null) yield question;
      }
    }
    for (const word of single) {
      const question = this.#split('next', [word], (tokens, places) => {
        const next = tokens.at(places.get(word)! + 1)?.word;
        if (next === undefined) return inOrder('last', [word]);
        return this.#single.has(next) ? inOrder('right-before', [word, next]) : null;
      });
      if (question !== null) yield question;
    }
  }

  *aboutHeads(): Generator<Split> {
    for (const word of this.#single) {
      if (!isSpoken(this.#bag.words[word].form)) continue;
      const question = this.#split('head', [word], (tokens, places) => {
        const { head } = tokens[places.get(word)!];
        if (head === 0) return { kind: 'arc', head: null, dependent: word };
        const { word: above } = tokens[head - 1];
        return this.#single.has(above) ? { kind: 'arc', head: above, dependent: word } : null;
      });
      if (question !== null) yield question;
    }
  }

  /**
   * Asks which word follows a word of the first sentence. Chooses the first word after which the
   * bag allows several words. If there is no such word, asks about the first choice that the bag
   * does not decide.
   */
  aboutFirst(): Question[] {
    const [tokens] = this.#sentences;
    for (const [place, { word }] of tokens.entries()) {
      if (!this.#certain.includes(word)) continue;
      const next = tokens.at(place + 1)?.word;
      if (next !== undefined && !this.#certain.includes(next)) continue;
      const addition =
        next === undefined ? inOrder('last', [word]) : inOrder('right-before', [word, next]);
      const sentences = [...this.#sentences.keys()].filter((i) => {
        const at = this.#places[i].get(word);
        return at !== undefined && this.#sentences[i].at(at + 1)?.word === next;
      });
      const answers = [{ addition, sentences, share: 1 }];
      const question = this.complete({ kind: 'next', words: [word], answers });
      if (question.others.length > 0) return [question];
    }
    for (const { words } of this.#choices) {
      const addition = decisionOf(words, (word) => this.#places[0].has(word));
      const answers = [{ addition, sentences: [...this.#sentences.keys()], share: 1 }];
      const question = this.complete({ kind: 'choice', words, answers });
      if (question.others.length > 0) return [question];
    }
    return [];
  }

  complete(question: Split): Question {
    const { kind, words, answers } = question;
    if (kind === 'order') return { ...question, others: [] };
    const seen = new Set(answers.map(({ addition }) => this.#meaningOf(addition)));
    const budget = { states: MOST_STATES };
    const all = kind === 'choice' ? this.#decisionsOf(words) : this.#answersOf(kind, words[0]);
    const others = all.filter((addition) => {
      const isNew = seen.size < seen.add(this.#meaningOf(addition)).size;
      if (!isNew) return false;
      const bag = withAddition(this.#bag, addition);
      return findContradiction(bag) === null && isSatisfiable(bag, budget) !== 'no';
    });
    return { ...question, others };
  }

  /** Returns all answers to a question about a choice, possible or not. */
  #decisionsOf(words: readonly number[]): Said[] {
    const { optional } = this.#choices.find((one) => one.words === words)!;
    const used = words.map((word): Said => ({ kind: 'use', word }));
    const isNeeded = this.#bag.words.length === words.length;
    return optional && !isNeeded ? [...used, { kind: 'remove', word: words[0] }] : used;
  }

  #answersOf(kind: 'next' | 'head', word: number): Said[] {
    const others = this.#certain.filter((other) => other !== word);
    if (kind === 'head') {
      const heads = this.#bag.root === null ? [...others, null] : others;
      return heads.map((head) => ({ kind: 'arc', head, dependent: word }));
    }
    return [
      ...others.map((other) => inOrder('right-before', [word, other])),
      inOrder('last', [word]),
    ];
  }

  /**
   * Returns the same text for two answers to one question if they name equal words that no
   * constraint mentions. Such answers are interchangeable.
   */
  #meaningOf(said: Said): string {
    if (isDecision(said)) return keyOf(said);
    const other = said.kind === 'arc' ? said.head : (said.words.at(1) ?? null);
    if (other === null || this.#isMentioned(other)) return String(other);
    return JSON.stringify(this.#bag.words[other]);
  }

  #isMentioned(word: number): boolean {
    const { arcs, root, order, chunks } = this.#bag;
    return (
      word === root ||
      arcs.some(({ head, dependent }) => head === word || dependent === word) ||
      order.some(({ words }) => words.includes(word)) ||
      chunks.some((chunk) => chunk.includes(word))
    );
  }

  /**
   * Groups the sentences by their answers. Null if a sentence has no answer, or if all sentences
   * have the same answer.
   *
   * @param answerOf returns the answer of a sentence as an addition to the bag
   */
  #split(
    kind: Question['kind'],
    words: readonly number[],
    answerOf: (tokens: Attached, places: ReadonlyMap<number, number>) => Said | null,
  ): Split | null {
    const byAnswer = new Map<string, { addition: Said; sentences: number[] }>();
    for (const [i, tokens] of this.#sentences.entries()) {
      const addition = answerOf(tokens, this.#places[i]);
      if (addition === null) return null;
      const key = keyOf(addition);
      const answer = byAnswer.get(key) ?? { addition, sentences: [] };
      answer.sentences.push(i);
      byAnswer.set(key, answer);
    }
    if (byAnswer.size < 2) return null;
    const total = this.#sentences.reduce((sum, _, i) => sum + weightOf(i), 0);
    const answers = [...byAnswer.values()].map(({ addition, sentences }): Answer => ({
      addition,
      sentences,
      share: sentences.reduce((sum, i) => sum + weightOf(i), 0) / total,
    }));
    return { kind, words, answers: answers.sort((a, b) => b.share - a.share) };
  }
}

/** Returns the words that share their form with no other word in `words`. */
function singleAmong(bag: Bag, words: readonly number[]): number[] {
  const counts = new Map<string, number>();
  const formOf = (word: number): string => bag.words[word].form;
  for (const word of words) counts.set(formOf(word), (counts.get(formOf(word)) ?? 0) + 1);
  return words.filter((word) => counts.get(formOf(word)) === 1);
}

function inOrder(relation: BagOrder['relation'], words: readonly number[]): Said {
  return { kind: 'order', relation, words };
}

/** A text that differs for different answers to one question. */
function keyOf(said: Said): string {
  switch (said.kind) {
    case 'arc':
      return String(said.head);
    case 'order':
      return `${said.relation} ${said.words.join()}`;
    case 'use':
    case 'remove':
      return `${said.kind} ${said.word}`;
  }
}

/** Whether a form has a letter or a digit. */
function isSpoken(form: string): boolean {
  return /[\p{L}\p{N}]/u.test(form);
}
