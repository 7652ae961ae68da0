import { isDecision, type ShownAddition } from '../../server/src/lsp/protocol.ts';
import { Message } from './message.tsx';

/** Shows an addition: the line to add as code, or the change of a choice in words. */
export function AddedLine({ line, addition }: Pick<ShownAddition, 'line' | 'addition'>) {
  return isDecision(addition) ? (
    <span>
      <Message text={line} />
    </span>
  ) : (
    <code>{line}</code>
  );
}
