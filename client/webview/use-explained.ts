import { useMemo, useRef } from 'preact/hooks';
import { toExplain } from '../../server/src/lsp/protocol.ts';
import type { BagTitle, ShownExplanation, ShownResult } from '../../server/src/lsp/protocol.ts';
import { explain } from './host.ts';
import { useAnswer } from './use-answer.ts';

const none: readonly ShownExplanation[] = [];

/**
 * Requests explanations of the expected sentences that do not come first. An explanation finds a
 * sentence's best derivation, which the search may have missed. The list then shows the score of
 * this derivation.
 */
export function useExplained(
  uri: string,
  { index, title }: BagTitle,
  result: ShownResult,
  former: boolean,
): readonly ShownExplanation[] {
  const texts = toExplain(result.expectations);
  const explainAll = (signal: AbortSignal): Promise<readonly (ShownExplanation | null)[]> =>
    Promise.all(
      texts.map((text) =>
        explain({ uri, index, text, against: null, depth: 'brief' }, signal).catch(() => null),
      ),
    );
  const isAsked = !former && texts.length > 0 && result.realizations.length > 0;
  const { value } = useAnswer(isAsked ? explainAll : null, [uri, index, result.id, isAsked]);
  const answered = useMemo(
    () => value?.flatMap((explanation) => explanation ?? []) ?? null,
    [value],
  );

  // While the bag is realized again, its earlier explanations stay with the earlier list. The bag
  // is known by its name, since its index may change.
  const bag = `${uri} ${title}`;
  const last = useRef({ bag, explanations: none });
  if (answered !== null) last.current = { bag, explanations: answered };
  const known = last.current.bag === bag ? last.current.explanations : none;
  return useMemo(
    () => known.filter(({ expected }) => expected !== null && texts.includes(expected.text)),
    [known, texts.join('\n')],
  );
}
