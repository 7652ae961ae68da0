import { Fragment } from 'preact';
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import type { Addition, OtherAnswer, ShownQuestion } from '../../server/src/lsp/protocol.ts';
import { AddedLine } from './added-line.tsx';
import { questions } from './host.ts';
import { count } from '../src/numbers.ts';
import { useAnswer } from './use-answer.ts';

interface Props {
  readonly uri: string;
  readonly index: number;
  readonly resultId: number;
  /** Whether the user has answered a question. The next question then gets the focus. */
  readonly answered: { current: boolean };
  readonly onAdd: (addition: Addition) => void;
}

/**
 * Asks questions that the listed sentences answer differently. The user's answer is added to the
 * bag as a line.
 */
export function Questions({ uri, index, resultId, answered, onAdd }: Props) {
  const { value, problem } = useAnswer(
    (signal) => questions({ uri, index }, signal),
    [uri, index, resultId],
  );
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (value === null || !answered.current) return;
    answered.current = false;
    heading.current?.focus();
  }, [value]);
  const answer = (addition: Addition): void => {
    answered.current = true;
    onAdd(addition);
  };
  if (problem !== null) return <p role="alert">{problem}</p>;
  if (value === null) return null;
  if (value.length === 0) {
    return (
      <h2 ref={heading} tabIndex={-1} class="muted">
        No other sentence is possible: there is nothing to ask.
      </h2>
    );
  }
  return (
    <>
      {value.map((question, place) => (
        <Asked
          key={`${question.kind} ${question.words.join(' ')}`}
          question={question}
          heading={place === 0 ? heading : null}
          onAnswer={answer}
        />
      ))}
      <p class="muted">
        An answer is written into the bag, and the bag is realized again. Undo takes it back.
      </p>
    </>
  );
}

function Asked({
  question,
  heading,
  onAnswer,
}: {
  readonly question: ShownQuestion;
  readonly heading: { readonly current: HTMLHeadingElement | null } | null;
  readonly onAnswer: (addition: Addition) => void;
}) {
  const id = useId();
  const { answers, others } = question;
  return (
    <section aria-labelledby={id}>
      <h2 id={id} ref={heading} tabIndex={-1}>
        <QuestionText question={question} />
      </h2>
      <ul class="answers">
        {answers.map(({ line, count: given, display, addition }) => (
          <li key={line}>
            <button type="button" class="answer" onClick={() => onAnswer(addition)}>
              <AddedLine {...{ line, addition }} />
              <span class="muted">
                {count(given, 'sentence')}: <bdi>{display}</bdi>
              </span>
            </button>
          </li>
        ))}
      </ul>
      {others.length > 0 && (
        <Another kind={question.kind} {...{ others, onAnswer }} labelledBy={id} />
      )}
    </section>
  );
}

/**
 * Offers answers that the listed sentences give rarely or never. The user chooses one in a menu,
 * and confirms it.
 */
function Another({
  kind,
  others,
  labelledBy,
  onAnswer,
}: {
  readonly kind: ShownQuestion['kind'];
  readonly others: readonly OtherAnswer[];
  readonly labelledBy: string;
  readonly onAnswer: (addition: Addition) => void;
}) {
  const [chosen, setChosen] = useState('');
  const addition = others.find(({ line }) => line === chosen)?.addition ?? null;
  return (
    <div class="another">
      <select
        aria-label="another word"
        aria-describedby={labelledBy}
        value={chosen}
        onChange={({ currentTarget }) => setChosen(currentTarget.value)}
      >
        <option value="">another word…</option>
        {others.map(({ line, word }) => (
          <option key={line} value={line}>
            {word ?? noWord[kind]}
          </option>
        ))}
      </select>
      <button
        type="button"
        class="button secondary"
        disabled={addition === null}
        onClick={() => addition !== null && onAnswer(addition)}
      >
        Answer
      </button>
    </div>
  );
}

/** For each kind of question, the text of the answer that names no word. */
const noWord: Readonly<Record<ShownQuestion['kind'], string>> = {
  order: '',
  next: 'nothing: it is the last word',
  head: 'nothing: it is the root',
  modified: 'nothing: it is the root',
  choice: 'nothing: it is left out',
};

function QuestionText({ question: { kind, words } }: { readonly question: ShownQuestion }) {
  const [first, second] = words.map((word) => <code key={word}>{word}</code>);
  switch (kind) {
    case 'order':
      return (
        <>
          Which comes first: {first} or {second}?
        </>
      );
    case 'choice': {
      if (words.length === 1) return <>Does {first} occur?</>;
      const all = words.map((word, place) => (
        <Fragment key={word}>
          {place === 0 ? '' : place === words.length - 1 ? ' or ' : ', '}
          <code>{word}</code>
        </Fragment>
      ));
      return <>Which occurs: {all}?</>;
    }
    case 'next':
      return <>What stands right behind {first}?</>;
    case 'head':
      return <>What does {first} depend on?</>;
    case 'modified':
      return <>What does {first} describe?</>;
  }
}
