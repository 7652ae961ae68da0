import type { Connection } from 'vscode-languageserver';
import { bestQuestion } from '../explain/questions.ts';
import { toBag } from '../language/index.ts';
import type { Additions } from './additions.ts';
import { onRequest } from './parameters.ts';
import { messages } from './protocol.ts';
import type { ShownQuestion } from './protocol.ts';
import type { Session } from './session.ts';

/** A question is about at most this many sentences: the first of the list. */
const MOST_SENTENCES = 100;

/** Answers requests for the question that divides the sentences of a bag's list best. */
export function registerQuestions(
  connection: Connection,
  { documents, scheduler, checks }: Session,
  additions: Additions,
): void {
  onRequest(connection, messages.question, ({ uri, index }): ShownQuestion | null => {
    const document = documents.get(uri);
    if (document === undefined || !(index in document.file.bags)) return null;
    if (!document.checked(checks()).isValid(index)) return null;
    const node = document.file.bags[index];
    const state = scheduler.stateOf(uri, node);
    if (state.kind !== 'done') return null;
    const realizations = state.realized.realizations.slice(0, MOST_SENTENCES);
    const forms = toBag(node).words.map(({ form }) => form);
    const sentences = realizations.map(({ tokens }) => tokens.map(({ word }) => word));
    const question = bestQuestion(sentences, forms);
    if (question === null) return null;
    return {
      kind: question.kind,
      words: question.words.map((word) => forms[word]),
      answers: question.answers.flatMap(({ addition, sentences: given }) => {
        const { display } = realizations[given[0]];
        return additions.shown(node, [addition]).map((shown) => ({
          ...{ ...shown, count: given.length, display },
        }));
      }),
    };
  });
}
