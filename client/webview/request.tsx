import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { Message } from './message.tsx';
import { useAnswer } from './use-answer.ts';
import { useKeptFocus } from './use-kept-focus.ts';

/**
 * Sends a request, and shows its answer or the problem. The user can cancel the request and send it
 * again.
 */
export function Request<T>({
  waiting,
  cancelled,
  action,
  send,
  inputs,
  children,
}: {
  /** Shown until the answer arrives. */
  readonly waiting: string;
  /** Shown after a cancellation, with a button `action` that sends the request again. */
  readonly cancelled: string;
  readonly action: string;
  readonly send: (signal: AbortSignal) => Promise<T>;
  readonly inputs: readonly unknown[];
  readonly children: (answer: T) => ComponentChildren;
}) {
  const [isWanted, setWanted] = useState(true);
  const [tries, setTries] = useState(0);
  const { value, problem } = useAnswer(isWanted ? send : null, [...inputs, isWanted, tries]);
  const element = useKeptFocus<HTMLDivElement>();
  const content = ((): ComponentChildren => {
    if (!isWanted) {
      return <Waiting text={cancelled} action={action} onAct={() => setWanted(true)} />;
    }
    if (problem !== null) {
      return (
        <>
          <p role="alert">
            <Message text={problem} />
          </p>
          <p class="actions">
            <Button label="Try Again" onClick={() => setTries(tries + 1)} />
          </p>
        </>
      );
    }
    if (value === null) {
      return <Waiting text={waiting} action="Cancel" onAct={() => setWanted(false)} />;
    }
    return children(value);
  })();
  return (
    <div ref={element} tabIndex={-1}>
      {content}
    </div>
  );
}

function Waiting({
  text,
  action,
  onAct,
}: {
  readonly text: string;
  readonly action: string;
  readonly onAct: () => void;
}) {
  return (
    <p class="waiting" role="status">
      {text} <Button label={action} onClick={onAct} />
    </p>
  );
}

export function Button({
  label,
  onClick,
}: {
  readonly label: string;
  readonly onClick: () => void;
}) {
  return (
    <button type="button" class="button secondary" onClick={onClick}>
      {label}
    </button>
  );
}
