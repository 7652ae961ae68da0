import type { Addition, ShownQuestion } from '../../server/src/lsp/protocol.ts';
import { question } from './host.ts';
import { count } from '../src/numbers.ts';
import { useAnswer } from './use-answer.ts';

interface Props {
  readonly uri: string;
  readonly index: number;
  readonly resultId: number;
  /** The number of sentences in the list. */
  readonly sentences: number;
  readonly onAdd: (addition: Addition) => void;
}

/** Asks a question that distinguishes the sentences of the list. The user's answer is added to the bag as a line. */
export function Questions({ uri, index, resultId, sentences, onAdd }: Props) {
  const { value, problem } = useAnswer(
    (signal) => question({ uri, index }, signal).then((answer) => ({ answer })),
    [uri, index, resultId],
  );
  if (problem !== null) return <p role="alert">{problem}</p>;
  if (value === null) return null;
  if (value.answer === null) {
    return (
      <p class="muted">
        {sentences === 1
          ? 'One sentence is left: there is nothing to ask.'
          : 'No order line tells these sentences apart.'}
      </p>
    );
  }
  const { answers } = value.answer;
  return (
    <section aria-label="Question">
      <h2>
        <QuestionText question={value.answer} />
      </h2>
      <ul class="answers">
        {answers.map(({ line, count: given, display, addition }) => (
          <li key={line}>
            <button type="button" class="answer" onClick={() => onAdd(addition)}>
              <code>{line}</code>
              <span class="muted">
                {count(given, 'sentence')}: <bdi>{display}</bdi>
              </span>
            </button>
          </li>
        ))}
      </ul>
      <p class="muted">
        An answer becomes a line of <code>order:</code> in the bag, and the list is realized again.
      </p>
    </section>
  );
}

function QuestionText({ question: { kind, words } }: { readonly question: ShownQuestion }) {
  const [first, second] = words;
  return kind === 'order' ? (
    <>
      Which comes first: <code>{first}</code> or <code>{second}</code>?
    </>
  ) : (
    <>
      What stands right behind <code>{first}</code>?
    </>
  );
}
