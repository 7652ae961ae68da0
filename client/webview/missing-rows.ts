import { useMemo, useRef } from 'preact/hooks';
import type { BagTitle, ShownExplanation, ShownResult } from '../../server/src/lsp/protocol.ts';
import { explain } from './host.ts';
import { missingRow, type Row } from './rows.ts';
import { useAnswer } from './use-answer.ts';

/** At most this many expected sentences that are not in the list get a row. */
const mostMissing = 5;

const none: readonly Row[] = [];

/** Makes rows for expected sentences that are not in the list, each with its best derivation. */
export function useMissing(
  uri: string,
  { index, title }: BagTitle,
  result: ShownResult,
  former: boolean,
): readonly Row[] {
  const listed = new Set(result.realizations.map(({ text }) => text));
  const texts = result.expectations
    .filter(({ text, unreachable }) => !listed.has(text) && unreachable === null)
    .slice(0, mostMissing)
    .map(({ text }) => text);
  const explainAll = (signal: AbortSignal): Promise<readonly (ShownExplanation | null)[]> =>
    Promise.all(
      texts.map((text) =>
        explain({ uri, index, text, against: null, depth: 'brief' }, signal).catch(() => null),
      ),
    );
  const isAsked = !former && texts.length > 0 && result.realizations.length > 0;
  const { value } = useAnswer(isAsked ? explainAll : null, [uri, index, result.id, isAsked]);
  const answered = useMemo(
    () => value?.flatMap((explanation) => (explanation && missingRow(explanation)) ?? []) ?? null,
    [value],
  );

  // While the bag is realized again, its earlier rows stay, just as the list does. The bag is identified by its name,
  // since its index changes when bags above it are added or removed.
  const bag = `${uri} ${title}`;
  const last = useRef({ bag, rows: none });
  if (answered !== null) last.current = { bag, rows: answered };
  const known = last.current.bag === bag ? last.current.rows : none;
  return useMemo(
    () => known.filter(({ realization }) => texts.includes(realization.text)),
    [known, texts.join('\n')],
  );
}
