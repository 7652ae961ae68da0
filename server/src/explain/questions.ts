import type { Addition } from '../bag/addition.ts';

/** A sentence of a list, as the places of its words in the bag, in order. */
type Ordered = readonly number[];

/** A question about a list of sentences. Each sentence gives one answer. */
export interface Question {
  /** `order`: which of two words comes first. `next`: which word follows a word. */
  readonly kind: 'order' | 'next';
  /** Words of the bag: the two, or the single one. */
  readonly words: readonly number[];
  /** The likeliest first. */
  readonly answers: readonly Answer[];
}

export interface Answer {
  /** The line that expresses it. */
  readonly addition: Addition;
  /** The indices of the list's sentences with this answer. */
  readonly sentences: readonly number[];
  /** Their share of the list's weight, from 0 to 1. */
  readonly share: number;
}

/** The better its rank, the likelier a sentence is the intended one. */
function weightOf(place: number): number {
  return 1 / (place + 1);
}

/**
 * The question that divides a list of different sentences best: the one with the least certain
 * answer, like the discriminants with which treebanks are made (Carter 1997). Properties of all
 * sentences give no question.
 *
 * @param sentences in the order of the list; all of the same words
 * @param forms of the bag's words. Questions leave out words with repeated forms
 * @returns null for a list of one sentence, or if no line separates its sentences
 */
export function bestQuestion(
  sentences: readonly Ordered[],
  forms: readonly string[],
): Question | null {
  let best: Question | null = null;
  let most = 0;
  for (const question of questionsOf(sentences, forms)) {
    const bits = entropy(question);
    // Of equally useful questions the first: two words are easier to compare than many.
    if (bits > most + 1e-9) [best, most] = [question, bits];
  }
  return best;
}

/** The information of an answer, in bits. */
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
 * A question, from each sentence's answer.
 *
 * @param answerOf the two words of the line for an answer; null if there is no line
 * @returns null if a sentence has no answer, or all have the same
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
