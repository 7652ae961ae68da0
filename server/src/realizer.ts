import type { Bag } from './constraints/bag.ts';
import { findContradiction } from './constraints/contradiction.ts';
import { Problem } from './constraints/problem.ts';
import { display } from './display.ts';
import type { LanguageModel } from './lm/language-model.ts';
import type { Model } from './model/model.ts';
import { BottomUp, isFullTree } from './search/bottom-up/bottom-up.ts';
import { Beam } from './search/transition/beam.ts';
import { kBest, type Derivation } from './search/transition/k-best.ts';
import type { Stop } from './search/stop.ts';
import { scoringOf } from './search/transition/scoring.ts';
import { FIRST_SHIFT, LEFTARC, wordOf, tagOf } from './search/transition/states.ts';

export interface RealizeOptions {
  /** Hypotheses kept at each step. */
  readonly beam: number;
  /** Realizations asked for (k). */
  readonly results: number;
}

/**
 * How a bag ended. `complete`: the search ran to its end. `cut-short`: it was stopped by its time
 * limit, and what it had found is returned. `impossible`: the constraints contradict each other.
 * `incomplete` and `undecided` belong to searches that may end without a full sentence.
 */
export type Status = 'complete' | 'cut-short' | 'incomplete' | 'impossible' | 'undecided';

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
  /** A sum of integer weights: comparable within one bag only. */
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
  realize(bag: Bag, options: RealizeOptions, stop: Stop): Realized;
}

export type { Stop };

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
  const beam = new Beam(scoringOf(model, languageModel));
  const bottomUp = model.orderWeights === null ? null : new BottomUp(model.orderWeights);
  const search = (
    problem: Problem,
    { beam: width, results }: RealizeOptions,
    stop: Stop,
  ): Search => {
    if (bottomUp !== null && isFullTree(problem)) {
      return bottomUp.search(problem, width, results, stop);
    }
    const isWhole = searchTransitions(beam, problem, width, stop);
    return { derivations: kBest(beam, problem, results), isWhole };
  };
  return {
    realize(bag, options, stop) {
      const contradiction = findContradiction(bag);
      if (contradiction !== null) return ended('impossible', contradiction);
      if (bag.words.length === 0) return ended('impossible', 'The bag has no words.');
      const problem = new Problem(bag, model.lexicon);
      const { derivations, isWhole } = search(problem, options, stop);
      return {
        status: isWhole ? 'complete' : 'cut-short',
        message: isWhole ? null : 'The search was stopped; the sentences are the best so far.',
        realizations: derivations.map((derivation) =>
          realizationOf(derivation, bag, problem, model),
        ),
      };
    },
  };
}

interface Search {
  readonly derivations: readonly Derivation[];
  /** Whether it was never asked to stop. */
  readonly isWhole: boolean;
}

function ended(status: Status, message: string): Realized {
  return { status, message, realizations: [] };
}

/**
 * Runs the search to its end. Once it is asked to stop, it finishes the best hypothesis alone: a few
 * milliseconds, whatever the beam was.
 *
 * @returns whether it was never asked to stop
 */
function searchTransitions(beam: Beam, problem: Problem, width: number, stop: Stop): boolean {
  let isWhole = true;
  beam.start(problem, width);
  for (let step = 1; step < 2 * problem.size; step++) {
    if (isWhole && stop.requested) {
      isWhole = false;
      beam.setWidth(1);
    }
    beam.step();
  }
  return isWhole;
}

function realizationOf(
  derivation: Derivation,
  bag: Bag,
  problem: Problem,
  model: Model,
): Realization {
  const { lexicon } = model;
  const tokens: { -readonly [K in keyof Token]: Token[K] }[] = [];
  const labels = new Map(bag.arcs.map((arc) => [arc.dependent, arc.label]));
  const stack: number[] = [];
  const transitions: Transition[] = [];
  for (const { action, score } of derivation.steps) {
    if (action >= FIRST_SHIFT) {
      const node = action - FIRST_SHIFT;
      const word = problem.places[wordOf(node)];
      const label = labels.get(word) ?? null;
      tokens.push({
        word,
        form: bag.words[word].form,
        tag: problem.tagName(tagOf(node), lexicon),
        head: 0,
        label,
        given: {
          tag: bag.words[word].tags.length === 1,
          head: labels.has(word) || word === bag.root,
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
    text: forms.join(' '),
    display: display(forms),
    score: derivation.score,
    tokens,
    transitions,
  };
}
