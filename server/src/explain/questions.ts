import type { Addition } from '../bag/addition.ts';

/** A sentence of a list, as the places of its words in the bag, in order. */
type Ordered = readonly number[];

/** A question about a list of sentences. Each sentence gives one answer. */
export interface Question {
  /** `order`: which of two words comes first. `next`: which word follows a word. */
  readonly kind: 'order' | 'next';
  /** The words of the bag that the question is about: two for `order`, one for `next`. */
  readonly words: readonly number[];
  /** The answers, the likeliest first. */
  readonly answers: readonly Answer[];
}

export interface Answer {
  /** The addition to the bag that expresses the answer. */
  readonly addition: Addition;
  /** The indices of the list's sentences with this answer. */
  readonly sentences: readonly number[];
  /** The share of these sentences in the list's weight, from 0 to 1. */
  readonly share: number;
}

/**
 * Returns the weight of a sentence by its place in the list. The higher a sentence, the likelier it
 * is the intended one.
 */
function weightOf(place: number): number {
  return 1 / (place + 1);
}

/**
 * Finds the question that best divides a list of distinct sentences, because its answer is least
 * certain (like the discriminants with which treebanks are made, Carter 1997). A property that all
 * sentences have gives no question.
 *
 * @param sentences in the order of the list; all of the same words
 * @param forms the forms of the bag's words; questions leave out words with repeated forms
 * @returns null for a list of one sentence, or if no addition separates its sentences
 */
export function bestQuestion(
  sentences: readonly Ordered[],
  forms: readonly string[],
): Question | null {
  let best: Question | null = null;
  let most = 0;
  for (const question of questionsOf(sentences, forms)) {
    const bits = entropy(question);
    // Keeps the first of equally useful questions: two words are easier to compare than many.
    if (bits > most + 1e-9) [best, most] = [question, bits];
  }
  return best;
}

/** The expected information of a question's answer, in bits. */
function entropy({ answers }: Question): number {
  return answers.reduce((sum, { share }) => sum - share * Math.log2(share), 0);
}

function* questionsOf(
  sentences: readonly Ordered[],
  forms: readonly string[],
): Generator<Question> {
  const counts = new Map<string, number>();
  for (const form of forms) counts.set(form, (counts.get(form) ?? 0) + 1);
  const isSingle = (word: number): boolean => counts.get(forms[word]) === 1;
  const used = new Set(sentences.flat());
  const single = [...used].filter(isSingle).sort((a, b) => a - b);
  const places = sentences.map((words) => new Map(words.map((word, place) => [word, place])));
  for (const [i, one] of single.entries()) {
    for (const other of single.slice(i + 1)) {
      const question = split('order', [one, other], sentences, (_, sentence) => {
        const [first, second] = [places[sentence].get(one), places[sentence].get(other)];
        if (first === undefined || second === undefined) return null;
        return first < second ? [one, other] : [other, one];
      });
      if (question !== null) yield question;
    }
  }
  for (const word of single) {
    const question = split('next', [word], sentences, (words, sentence) => {
      const place = places[sentence].get(word);
      const next = place === undefined ? undefined : words.at(place + 1);
      return next === undefined || place === words.length - 1 || !isSingle(next)
        ? null
        : [word, next];
    });
    if (question !== null) yield question;
  }
}

/**
 * Makes a question from each sentence's answer.
 *
 * @param answerOf returns the two words that the addition for an answer puts in order; null if
 *   there is no such addition
 * @returns null if a sentence has no answer, or all have the same answer
 */
function split(
  kind: Question['kind'],
  words: readonly number[],
  sentences: readonly Ordered[],
  answerOf: (words: Ordered, sentence: number) => [number, number] | null,
): Question | null {
  const byAnswer = new Map<string, { words: [number, number]; sentences: number[] }>();
  for (const [i, sentence] of sentences.entries()) {
    const pair = answerOf(sentence, i);
    if (pair === null) return null;
    const key = pair.join();
    const answer = byAnswer.get(key) ?? { words: pair, sentences: [] };
    answer.sentences.push(i);
    byAnswer.set(key, answer);
  }
  if (byAnswer.size < 2) return null;
  const total = sentences.reduce((sum, _, i) => sum + weightOf(i), 0);
  const relation = kind === 'order' ? 'before' : 'right-before';
  const answers = [...byAnswer.values()].map((answer): Answer => ({
    addition: { kind: 'order', relation, words: answer.words },
    sentences: answer.sentences,
    share: answer.sentences.reduce((sum, i) => sum + weightOf(i), 0) / total,
  }));
  return { kind, words, answers: answers.sort((a, b) => b.share - a.share) };
}
