import type { Token } from '../../server/src/lsp/protocol.ts';
import type { Direction, TreeWord } from './tree-layout.ts';

/** Type sizes in pixels; tree.css has the same sizes. */
export const typeSizes = { form: 13, tag: 11, label: 11 } as const;

/** The baselines of the texts in a box, in pixels below its upper edge. A word's box holds its form and its tag. */
export const formBaseline = 17;
export const tagBaseline = 34;
export const labelBaseline = 12;

/** Stands for the head of a word that has no head yet. Such words occur in the partial trees of the debugger. */
export const NO_HEAD = -1;

/** Measures the width of a text in pixels, at a size in pixels. */
export type Measure = (text: string, size: number, style: 'normal' | 'italic') => number;

/** A word of a drawn tree. */
export interface TreeToken extends Token {
  /**
   * Whether the tree shown beside this tree gives the word another head or label. The arc is then
   * marked.
   */
  readonly differs?: boolean;
}

export interface ArcLabel {
  readonly text: string;
  /**
   * `given`: the bag gives the label. `parsed`: the parser found the label. `root`: the label
   * stands at the line above the root.
   */
  readonly kind: 'given' | 'parsed' | 'root';
}

/**
 * Stands before the label of an arc if the tree shown beside this tree does not have the same arc.
 */
export const DIFFERS = '≠';

/**
 * The text at the arc from a word's head: the label, with `≠` before it if the word has `differs`.
 * Null if there is no text.
 */
export function arcLabel(token: TreeToken): ArcLabel | null {
  const label = ownLabel(token);
  if (token.differs !== true) return label;
  return label === null
    ? { text: DIFFERS, kind: 'given' }
    : { ...label, text: `${DIFFERS} ${label.text}` };
}

/** The label of the arc from a word's head; null if there is none. */
export function ownLabel({ head, label, given }: TreeToken): ArcLabel | null {
  if (head === NO_HEAD) return null;
  if (head === 0) return { text: 'root', kind: 'root' };
  return label === null ? null : { text: label, kind: given.label ? 'given' : 'parsed' };
}

/** The style of a label: italic if the parser found it. */
export function labelStyle({ kind }: ArcLabel): 'normal' | 'italic' {
  return kind === 'parsed' ? 'italic' : 'normal';
}

/** Measures the words of a realization for the layout. */
export function measuredWords(tokens: readonly TreeToken[], measure: Measure): TreeWord[] {
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

const firstLetter = /\p{L}/u;
const rightToLeftScript =
  /\p{Script=Hebrew}|\p{Script=Arabic}|\p{Script=Syriac}|\p{Script=Thaana}|\p{Script=Nko}|\p{Script=Samaritan}|\p{Script=Mandaic}|\p{Script=Adlam}|\p{Script=Hanifi_Rohingya}/u;

/** The direction of a text, from its first letter. */
export function directionOf(text: string): Direction {
  const letter = firstLetter.exec(text);
  return letter !== null && rightToLeftScript.test(letter[0]) ? 'rtl' : 'ltr';
}
