/** A message while the panel waits for an answer, or after a cancellation, with a button. */
export function Waiting({
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
