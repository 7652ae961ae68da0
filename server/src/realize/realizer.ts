import type { Bag } from '../bag/bag.ts';
import { findContradiction } from '../bag/contradiction.ts';
import { display } from '../text/display.ts';
import type { LanguageModel } from '../lm/query/language-model.ts';
import type { Model } from '../model/model.ts';
import { BagSearch, type Found, type SearchOptions } from '../search/bag-search.ts';
import type { Stop } from '../search/stop.ts';
import { FIRST_SHIFT, LEFTARC, wordOf, tagOf } from '../search/arc-standard/states.ts';

/**
 * How a bag ended. `complete`: the search ran to its end. `cut-short`: it was stopped by its time
 * limit, and what it had found is returned, if anything. `impossible`: the constraints contradict each other.
 * `undecided`: none was found, but not every way was tried.
 */
export type Status = 'complete' | 'cut-short' | 'impossible' | 'undecided';

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

export interface Realized {
  readonly status: Status;
  readonly message: string | null;
  /** Distinct texts, best first. */
  readonly realizations: readonly Realization[];
}

/** The engine's one public face. */
export interface Realizer {
  realize(bag: Bag, options: SearchOptions, stop: Stop): Realized;
}

export type { SearchOptions, Stop };

const UNORDERABLE = 'No order of its words is as its constraints ask.';
const STOPPED = 'The search was stopped before it found a sentence.';
const UNDECIDED =
  'No sentence was found that keeps to all constraints, but not every way to make one was tried.';

/** A stop that never comes. */
export const NEVER: Stop = { requested: false };

/** What a realizer knows. */
export interface Resources {
  readonly model: Model;
  /** Used by a model that was trained with one. */
  readonly languageModel: LanguageModel | null;
}

/** A realizer keeps its working memory from bag to bag; it serves one bag at a time. */
export function createRealizer({ model, languageModel }: Resources): Realizer {
  const search = new BagSearch(model, languageModel);
  return {
    realize(bag, options, stop) {
      const contradiction = findContradiction(bag);
      if (contradiction !== null) return ended('impossible', contradiction);
      if (bag.words.length === 0) return ended('impossible', 'The bag has no words.');
      const { found, isWhole, isUndecided } = search.search(bag, options, stop);
      if (found.length === 0 && !isWhole && stop.requested) return ended('cut-short', STOPPED);
      if (found.length === 0 && isUndecided) return ended('undecided', UNDECIDED);
      if (found.length === 0) return ended('impossible', UNORDERABLE);
      return {
        status: isWhole ? 'complete' : 'cut-short',
        message: isWhole ? null : 'The search was stopped; the sentences are the best so far.',
        realizations: found.map((one) => realizationOf(one, bag, model)),
      };
    },
  };
}

function ended(status: Status, message: string): Realized {
  return { status, message, realizations: [] };
}

function realizationOf(
  { derivation, selection, problem, score: fairScore, text }: Found,
  bag: Bag,
  model: Model,
): Realization {
  const { lexicon } = model;
  const tokens: { -readonly [K in keyof Token]: Token[K] }[] = [];
  // Where a word's head is left out, nothing is given of it.
  const { arcs, root } = selection.bag;
  const labels = new Map(arcs.map((arc) => [arc.dependent, arc.label]));
  const stack: number[] = [];
  const transitions: Transition[] = [];
  for (const { action, score } of derivation.steps) {
    if (action >= FIRST_SHIFT) {
      const node = action - FIRST_SHIFT;
      const selected = problem.places[wordOf(node)];
      const word = selection.places[selected];
      const label = labels.get(selected) ?? null;
      tokens.push({
        word,
        form: bag.words[word].form,
        tag: problem.tagName(tagOf(node), lexicon),
        head: 0,
        label,
        given: {
          tag: bag.words[word].tags.length === 1,
          head: labels.has(selected) || selected === root,
          label: label !== null,
        },
      });
      stack.push(tokens.length);
      transitions.push({ action: 'SHIFT', head: 0, dependent: tokens.length, score });
    } else {
      const top = stack.pop()!;
      const second = stack.pop()!;
      const [head, dependent] = action === LEFTARC ? [top, second] : [second, top];
      stack.push(head);
      tokens[dependent - 1].head = head;
      const name = action === LEFTARC ? 'LEFTARC' : 'RIGHTARC';
      transitions.push({ action: name, head, dependent, score });
    }
  }
  const forms = tokens.flatMap(({ form }) => form.split(' '));
  return {
    text,
    display: display(forms),
    score: fairScore,
    tokens,
    transitions,
  };
}
