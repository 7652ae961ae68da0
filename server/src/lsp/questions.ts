import type { Connection } from 'vscode-languageserver';
import { questionsAbout, type Question, type Said } from '../explain/questions.ts';
import { type BagNode, namesOf, toBag } from '../language/index.ts';
import type { Realization } from '../realize/realizer.ts';
import type { Additions } from './additions.ts';
import type { Explanations } from './explanations.ts';
import { onRequest } from './parameters.ts';
import { messages } from './protocol.ts';
import type { ShownQuestion } from './protocol.ts';
import type { Session } from './session.ts';

/**
 * At most this many answers of a question, the likeliest, are shown with a sentence as an example.
 * Further answers are shown without a sentence.
 */
const MOST_ANSWERS = 5;

export function registerQuestions(
  connection: Connection,
  { documents, scheduler, checks }: Session,
  additions: Additions,
  explanations: Explanations,
): void {
  onRequest(connection, messages.questions, ({ uri, index }): ShownQuestion[] => {
    const document = documents.get(uri);
    if (document === undefined || !(index in document.file.bags)) return [];
    if (!document.checked(checks()).isValid(index)) return [];
    const node = document.file.bags[index];
    const state = scheduler.stateOf(uri, node);
    if (state.kind !== 'done') return [];
    const { isAll } = state.realized;
    // The questions are about the derivations that the panel shows.
    const realizations = state.realized.realizations.map(
      (one) => explanations.derivationOf(document, index, one.text) ?? one,
    );
    if (realizations.length === 0 || (realizations.length === 1 && isAll)) return [];
    const questions = questionsAbout(
      realizations.map(({ tokens }) => tokens),
      toBag(node),
    );
    return questions.map((question) => shownQuestion(question, node, realizations, additions));
  });
}

function shownQuestion(
  { kind, words, answers, others }: Question,
  bag: BagNode,
  listed: readonly Realization[],
  additions: Additions,
): ShownQuestion {
  const [word] = words;
  const tag = listed[0].tokens.find((token) => token.word === word)?.tag ?? '';
  const rest = answers.slice(MOST_ANSWERS).map(({ addition }) => addition);
  return {
    kind: kind === 'head' && isModifier(tag) ? 'modified' : kind,
    words: namesOf(bag, words),
    answers: answers.slice(0, MOST_ANSWERS).flatMap(({ addition, sentences }) => {
      const { display } = listed[sentences[0]];
      return additions
        .shown(bag, [addition])
        .map((shown) => ({ ...shown, count: sentences.length, display }));
    }),
    others: [...rest, ...others].flatMap((addition) => {
      const other = wordOfAnswer(addition);
      const named = other === null ? null : namesOf(bag, [word, other])[1];
      return additions.shown(bag, [addition]).map((shown) => ({ ...shown, word: named }));
    }),
  };
}

/** The word that answers the question; null if the answer is “no word”. */
function wordOfAnswer(addition: Said): number | null {
  switch (addition.kind) {
    case 'arc':
      return addition.head;
    case 'order':
      return addition.words.at(1) ?? null;
    case 'use':
      return addition.word;
    case 'remove':
      return null;
  }
}

/** Whether a tag of the Penn Treebank is for adjectives or adverbs. */
function isModifier(tag: string): boolean {
  return tag.startsWith('JJ') || tag.startsWith('RB');
}
