import { isDecision, type ShownAddition } from '../../server/src/lsp/protocol.ts';
import { Message } from './message.tsx';

/**
 * Shows an addition to a bag: a line as code, a decision between alternative words as a message.
 */
export function AddedLine({ line, addition }: Pick<ShownAddition, 'line' | 'addition'>) {
  return isDecision(addition) ? (
    <span>
      <Message text={line} />
    </span>
  ) : (
    <code>{line}</code>
  );
}
