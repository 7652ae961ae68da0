import type { ToLabel } from '../parser/parser.ts';
import type { Realization, Realized, Token } from '../realize/realizer.ts';
import type { Format } from './realize-formats.ts';

/** Resolves with null if there is no parser to find labels. */
export type FindLabels = (
  trees: readonly ToLabel[],
) => Promise<readonly (readonly string[])[] | null>;

/** Adds a label to each arc that has none. `given.label` says which labels the author gave. */
export async function labelled(
  realizations: readonly Realization[],
  find: FindLabels,
): Promise<readonly Realization[]> {
  const open = realizations.filter(({ tokens }) => tokens.some(lacksLabel));
  if (open.length === 0) return realizations;
  const found = await find(open.map(({ tokens }) => treeOf(tokens)));
  if (found === null) return realizations;
  return realizations.map((realization) => {
    const place = open.indexOf(realization);
    if (place < 0) return realization;
    const tokens = realization.tokens.map((token, i) =>
      lacksLabel(token) ? { ...token, label: found[place][i] } : token,
    );
    return { ...realization, tokens };
  });
}

/** Adds labels as `labelled` does, but not if the format shows none. */
export async function labelledFor(
  format: Format,
  realized: Realized,
  find: FindLabels,
): Promise<Realized> {
  if (format === 'text') return realized;
  return { ...realized, realizations: await labelled(realized.realizations, find) };
}

function lacksLabel({ head, label }: Token): boolean {
  return head !== 0 && label === null;
}

export function treeOf(tokens: readonly Pick<Token, 'form' | 'tag' | 'head' | 'label'>[]): ToLabel {
  return {
    forms: tokens.map(({ form }) => form),
    tags: tokens.map(({ tag }) => tag),
    heads: tokens.map(({ head }) => head),
    labels: tokens.map(({ label }) => label),
  };
}
