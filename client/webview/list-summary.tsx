import { displayed } from '../../server/src/lsp/protocol.ts';
import type { NamedBagParams, ShownResult } from '../../server/src/lsp/protocol.ts';
import { count, duration, score } from '../src/numbers.ts';
import { send } from './host.ts';
import { Message } from './message.tsx';
import { ProofLine } from './proof.tsx';
import { besides, expectationSummary, type Row } from './rows.ts';

/**
 * Says how many sentences the search found, and whether expected sentences are among them. Offers
 * to search further.
 */
export function ListSummary({
  result,
  rows,
  bag,
  former,
  onFurther,
}: {
  readonly result: ShownResult;
  readonly rows: readonly Row[];
  readonly bag: NamedBagParams;
  readonly former: boolean;
  readonly onFurther: () => void;
}) {
  const badge = expectationSummary(result);
  const isCut = result.status === 'cut-short';
  return (
    <div class="summary">
      <p>
        <span title={result.message ?? undefined}>{howMany(result) + besides(rows)}</span>
        {result.proof !== null && <ProofLine proof={result.proof} bag={bag} former={former} />}
        {badge !== null && <span class={badge.isGood ? 'badge good' : 'badge'}>{badge.text}</span>}
        {!former && result.canWiden && !result.isAll && (
          <button
            type="button"
            class="link"
            title="Searches this bag with a wider beam, for more sentences"
            onClick={onFurther}
          >
            Search Further
          </button>
        )}
        {!former && isCut && result.search !== 'best-first' && (
          <button
            type="button"
            class="link"
            onClick={() => send({ type: 'setting', setting: 'bowline.timeLimit' })}
          >
            Change Time Limit
          </button>
        )}
      </p>
      {!former && result.widerFailure !== null && (
        <p class="wrong" role="status">
          Searching further failed: <Message text={result.widerFailure} />
        </p>
      )}
    </div>
  );
}

/**
 * The expected sentences that the bag rules out. They stand below the list. Above it, they would
 * move the list while the user types.
 */
export function Unreachable({ result }: { readonly result: ShownResult }) {
  const unreachable = result.expectations.filter((one) => one.unreachable !== null);
  return (
    <>
      {unreachable.map(({ text, unreachable: why }) => (
        <p key={text} class="unreachable">
          “<bdi>{displayed(text)}</bdi>” is ruled out by this bag. <Message text={why!} />
        </p>
      ))}
    </>
  );
}

function howMany(result: ShownResult): string {
  const {
    realizations,
    ranks,
    found,
    isAll,
    results,
    beam,
    widened = beam,
    status,
    timeLimit,
    search,
  } = result;
  const { length } = realizations;
  const all = count(length, 'sentence');
  if (search === 'best-first') {
    // Best-first stops at a limit of time or of pops (parts taken off its agenda). The result's
    // message says which.
    if (status === 'cut-short') return `${all} so far`;
    if (!isAll) {
      // Best-first stops at the length of the list.
      return length >= results
        ? `The first ${all} of best-first`
        : `${all}: all that best-first found`;
    }
  }
  const last = ranks[length - 1];
  if (status === 'cut-short') {
    const inTime = `found in ${duration(timeLimit)}`;
    return found > length ? `${all} of those ${inTime}` : `${all}: all that were ${inTime}`;
  }
  if (isAll) return length === 1 ? 'The only sentence there is' : `All ${all} there are`;
  if (last > length) return `${length} of the first ${count(last, 'sentence')}`;
  if (found > length) return `The first ${all}`;
  return `${all}: all that a beam of ${score(widened)} found`;
}
