import type { Token } from '../../server/src/lsp/protocol.ts';
import type { Direction, TreeWord } from './tree-layout.ts';

/** Type sizes in pixels; tree.css has the same sizes. */
export const typeSizes = { form: 13, tag: 11, label: 11 } as const;

/**
 * The baselines of texts, in pixels below the upper edges of their boxes. A word's form and tag are
 * in one box; the label of an arc has a box of its own.
 */
export const formBaseline = 17;
export const tagBaseline = 34;
export const labelBaseline = 12;

/** The head of a word that has none yet, in a partial tree of the debugger. */
export const NO_HEAD = -1;

/** Measures a text. The width and the size are in pixels. */
export type Measure = (text: string, size: number, style: 'normal' | 'italic') => number;

export interface TreeToken extends Token {
  /** Whether the tree beside this tree gives the word another head or label. */
  readonly differs?: boolean;
}

export interface ArcLabel {
  readonly text: string;
  /** `given` by the bag, `parsed` by the parser, or `root` at the line above the root. */
  readonly kind: 'given' | 'parsed' | 'root';
}

/** Stands before an arc's label if the arc's dependent has `differs`. */
export const DIFFERS = '≠';

/**
 * The label to draw on the arc that leads to a word: `nsubj`, or `≠ nsubj` if the word has
 * `differs`. Null for no label.
 */
export function arcLabel(token: TreeToken): ArcLabel | null {
  const label = ownLabel(token);
  if (token.differs !== true) return label;
  return label === null
    ? { text: DIFFERS, kind: 'given' }
    : { ...label, text: `${DIFFERS} ${label.text}` };
}

export function ownLabel({ head, label, given }: TreeToken): ArcLabel | null {
  if (head === NO_HEAD) return null;
  if (head === 0) return { text: 'root', kind: 'root' };
  return label === null ? null : { text: label, kind: given.label ? 'given' : 'parsed' };
}

/** Labels that the parser found are in italics. */
export function labelStyle({ kind }: ArcLabel): 'normal' | 'italic' {
  return kind === 'parsed' ? 'italic' : 'normal';
}

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

/** The direction of a text's first letter. */
export function directionOf(text: string): Direction {
  const letter = firstLetter.exec(text);
  return letter !== null && rightToLeftScript.test(letter[0]) ? 'rtl' : 'ltr';
}
