import type { ShownToken } from '../../server/src/lsp/protocol.ts';
import type { Direction, TreeWord } from './tree-layout.ts';

/** Sizes of type in pixels; the stylesheet has the same. */
export const typeSizes = { form: 13, tag: 11, label: 11 } as const;

/** Where texts stand, in pixels below the upper edge of their word's box and of their label's. */
export const formBaseline = 17;
export const tagBaseline = 34;
export const labelBaseline = 12;

/** The head of a word that has none yet, in a tree that is being built. */
export const NO_HEAD = -1;

/** How wide a text is, in pixels, at a size in pixels. */
export type Measure = (text: string, size: number, style: 'normal' | 'italic') => number;

export interface ArcLabel {
  readonly text: string;
  /** `likely` is a guess from the model's counts, which nobody has given. */
  readonly kind: 'given' | 'likely' | 'root';
}

/** The label of the arc to a word's head; null if it has none. */
export function arcLabel({ head, label, likelyLabel }: ShownToken): ArcLabel | null {
  if (head === NO_HEAD) return null;
  if (head === 0) return { text: 'root', kind: 'root' };
  if (label !== null) return { text: label, kind: 'given' };
  return likelyLabel === null ? null : { text: likelyLabel, kind: 'likely' };
}

/** Likely labels are set in italics. */
export function labelStyle({ kind }: ArcLabel): 'normal' | 'italic' {
  return kind === 'likely' ? 'italic' : 'normal';
}

/** The words of a realization, as the layout sees them. */
export function measuredWords(tokens: readonly ShownToken[], measure: Measure): TreeWord[] {
  return tokens.map((token) => {
    const { form, tag, head } = token;
    const label = arcLabel(token);
    return {
      head,
      width: Math.max(
        measure(form, typeSizes.form, 'normal'),
        measure(tag, typeSizes.tag, 'normal'),
      ),
      labelWidth: label === null ? 0 : measure(label.text, typeSizes.label, labelStyle(label)),
    };
  });
}

/** A word and all that depends on it, from 1, in the order of the sentence. */
export function subtreeOf(
  tokens: readonly Pick<ShownToken, 'head'>[],
  place: number,
): readonly number[] {
  const below = new Set([place]);
  // A set that grows is walked to its end.
  for (const head of below) {
    tokens.forEach((token, i) => {
      if (token.head === head) below.add(i + 1);
    });
  }
  return [...below].sort((a, b) => a - b);
}

const firstLetter = /\p{L}/u;
const rightToLeftScript =
  /\p{Script=Hebrew}|\p{Script=Arabic}|\p{Script=Syriac}|\p{Script=Thaana}|\p{Script=Nko}|\p{Script=Samaritan}|\p{Script=Mandaic}|\p{Script=Adlam}|\p{Script=Hanifi_Rohingya}/u;

/** The direction in which a text runs: that of its first letter. */
export function directionOf(text: string): Direction {
  const letter = firstLetter.exec(text);
  return letter !== null && rightToLeftScript.test(letter[0]) ? 'rtl' : 'ltr';
}
