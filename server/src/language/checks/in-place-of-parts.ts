import { diagnostic } from '../tree/diagnostic.ts';
import type { Diagnostic } from '../tree/diagnostic.ts';

/**
 * Adds diagnostics about whole texts, such as `saw/(S\NP) / NP`, and drops those about parts of
 * these texts.
 */
export function inPlaceOfParts(
  found: readonly Diagnostic[],
  wholes: readonly Diagnostic[],
): readonly Diagnostic[] {
  if (wholes.length === 0) return found;
  const isPart = ({ range }: Diagnostic, whole: Diagnostic): boolean =>
    whole.range.start <= range.start && range.start < whole.range.end;
  const others = found.filter((one) => !wholes.some((whole) => isPart(one, whole)));
  // If the parser cannot read a part, the search must not order the words, so the message is an
  // error, too.
  const judged = wholes.map((whole) => {
    const isBroken = found.some((one) => one.severity === 'error' && isPart(one, whole));
    return isBroken ? diagnostic('unexpected-token', whole.range, whole.message, whole) : whole;
  });
  return [...others, ...judged];
}
