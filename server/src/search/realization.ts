import type { Bag } from '../bag/bag.ts';
import type { Lexicon } from '../model/lexicon.ts';
import { display } from '../text/display.ts';
import type { Found } from './selection-search.ts';

export interface Token {
  /** The word's place in the bag, from 0. */
  readonly word: number;
  readonly form: string;
  readonly tag: string;
  /** The head's place in the realization, from 1; 0 for the root, as in CoNLL-U. */
  readonly head: number;
  /** The given label of the arc to the head, if any. */
  readonly label: string | null;
  readonly given: { readonly tag: boolean; readonly head: boolean; readonly label: boolean };
}

/** A transition; SHIFT carries the place in the realization (from 1) of the word it shifts. */
export interface Transition {
  readonly action: 'SHIFT' | 'LEFTARC' | 'RIGHTARC';
  readonly head: number;
  readonly dependent: number;
  /** The score that this transition added. */
  readonly score: number;
}

export interface Realization {
  /** The forms joined by spaces: what expectations and scripts compare. */
  readonly text: string;
  /** The text as a person would write it. */
  readonly display: string;
  /**
   * A sum of integer weights; where words are left out, as if as many transitions as those of the whole
   * bag had the same mean. Comparable within one bag only.
   */
  readonly score: number;
  /** In surface order. */
  readonly tokens: readonly Token[];
  readonly transitions: readonly Transition[];
}

/** @param bag the one that was searched */
export function realizationOf(
  { derivation, selection, problem, score }: Found,
  bag: Bag,
  lexicon: Lexicon,
): Realization {
  const { variants, heads, steps } = derivation;
  // Where a word's head is left out, nothing is given of it.
  const { arcs, root } = selection.bag;
  const labels = new Map(arcs.map((arc) => [arc.dependent, arc.label]));
  const tokens = variants.map((variant, i): Token => {
    const selected = problem.places[problem.variantWord[variant]];
    const word = selection.places[selected];
    const label = labels.get(selected) ?? null;
    return {
      word,
      form: bag.words[word].form,
      tag: problem.tagName(problem.variantTag[variant], lexicon),
      head: heads[i],
      label,
      given: {
        tag: bag.words[word].tags.length === 1,
        head: labels.has(selected) || selected === root,
        label: label !== null,
      },
    };
  });
  const forms = tokens.flatMap(({ form }) => form.split(' '));
  return {
    text: forms.join(' '),
    display: display(forms),
    score,
    tokens,
    transitions: steps.map(({ kind, ...rest }) => ({ action: kind, ...rest })),
  };
}
