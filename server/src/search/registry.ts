import { isLemma, type Bag } from '../bag/bag.ts';
import type { LanguageModel } from '../lm/query/language-model.ts';
import type { ModelGrammar } from '../model/grammar.ts';
import type { Model } from '../model/model.ts';
import { isFullTree } from '../problem/order-constraints.ts';
import { ModelError, NotLearned } from '../model/file.ts';
import { LexicalEntries } from '../problem/lexical-entries.ts';
import { hasLemmas, inflected } from '../problem/inflected.ts';
import { Problem } from '../problem/problem.ts';
import { scoringOf } from '../scoring/scoring.ts';
import { BestFirst } from './best-first/best-first.ts';
import { Treelets } from './best-first/treelets.ts';
import { TransitionSearch } from './arc-standard/transition-search.ts';
import { BottomUp } from './bottom-up/bottom-up.ts';
import { Constituents } from './ccg/constituents.ts';
import { ShiftReduceSearch } from './ccg/shift-reduce-search.ts';
import { ExactSearch } from './exact/exact-search.ts';
import { TransitionProver } from './exact/transition-prover.ts';
import { TreeProver } from './exact/tree-prover.ts';
import { TreeletProver } from './exact/treelet-prover.ts';
import type { Search } from './search.ts';
import type { Stop } from '../util/stop.ts';

/** The models that searches use. */
export interface Resources {
  readonly model: Model;
  /** Used only if `model` was trained with a language model. */
  readonly languageModel: LanguageModel | null;
}

interface Entry {
  /**
   * @throws {ModelError} if the model has no weights for the search; the message says what to train
   */
  open(resources: Resources): Search;
  /** Whether the search accepts a bag. The bag has no optional words and no alternatives. */
  accepts(bag: Bag): boolean;
  /**
   * The choice `beam` stands for several searches (`searchesFor`). This method says whether `beam`
   * may use this search for a bag that the search accepts. Without this method, it always may.
   */
  isUsual?(bag: Bag): boolean;
  /** A sentence for the user: which bags the search accepts, and what to do with other bags. */
  readonly refusal: string;
}

const withoutGrammar = {
  accepts: ({ grammar }: Bag) => grammar === undefined,
  refusal:
    'This search takes bags without a grammar: for `grammar: ccg` choose the search `beam` or `best-first`.',
} as const;
const fullTrees = {
  accepts: (bag: Bag) =>
    bag.grammar === undefined &&
    isFullTree(bag) &&
    bag.chunks.length === 0 &&
    bag.order.every(({ relation }) => relation !== 'right-before'),
  // The choice `beam` leaves full trees with order constraints to the transition search, unless the
  // bag has lemmas.
  isUsual: (bag: Bag) => bag.order.length === 0 || bag.words.some(isLemma),
  refusal:
    'The search `bottom-up` takes full trees alone, without a grammar: give every word but one its head, leave out ' +
    'chunks and `<<`, or choose the search `beam`.',
} as const;
/** The proof for full trees does not support order constraints. */
const fullTreesWithoutOrder = {
  ...fullTrees,
  accepts: (bag: Bag) => fullTrees.accepts(bag) && bag.order.length === 0,
} as const;

const withGrammar = {
  accepts: ({ grammar }: Bag) => grammar === 'ccg',
  refusal: 'This search takes bags with `grammar: ccg` alone: choose the search `beam`.',
} as const;

/**
 * At most this many categories are tried for each word of a bag, on average. A bag of fewer than
 * 100 words has the limit of a bag of 100 words (`LexicalEntries`). With a supertagger, only about
 * two categories of a word are likely enough to be tried, so most bags stay below the limit.
 */
const USES_A_WORD = 4;

/**
 * The same words can form many constituents. So best-first search over categories accepts more
 * edges of one size than the search over trees does, but only one edge of a kind
 * (`ConstituentEdges.kindOf`).
 */
const OVER_CATEGORIES = {
  ...{ ofASize: 4, patience: 24, ofAKind: 1 },
  ...{ work: 5_000_000, workOfJoin: 3.5, workOfPair: 0.125 },
} as const;

const entries = {
  'arc-standard': {
    open: ({ model: { tables }, languageModel }) =>
      new TransitionSearch(scoringOf(tables, 'arc-standard', languageModel)),
    ...withoutGrammar,
  },
  'bottom-up': {
    open: ({ model: { tables }, languageModel }) =>
      new BottomUp(scoringOf(tables, 'bottom-up', languageModel)),
    ...fullTrees,
  },
  'exact-arc-standard': {
    open: ({ model: { tables }, languageModel }) => {
      const scoring = scoringOf(tables, 'arc-standard', languageModel);
      return new ExactSearch(new TransitionSearch(scoring), new TransitionProver(scoring));
    },
    ...withoutGrammar,
  },
  'exact-bottom-up': {
    open: ({ model: { tables }, languageModel }) => {
      const scoring = scoringOf(tables, 'bottom-up', languageModel);
      return new ExactSearch(new BottomUp(scoring), new TreeProver(scoring));
    },
    ...fullTreesWithoutOrder,
  },
  'best-first': {
    open: ({ model: { tables }, languageModel }) =>
      new BestFirst(new Treelets(scoringOf(tables, 'best-first', languageModel))),
    ...withoutGrammar,
  },
  'exact-best-first': {
    open: ({ model: { tables }, languageModel }) => {
      const scoring = scoringOf(tables, 'best-first', languageModel);
      return new ExactSearch(new BestFirst(new Treelets(scoring)), new TreeletProver(scoring));
    },
    ...withoutGrammar,
  },
  'ccg-best-first': {
    open: ({ model, languageModel }) => {
      const scoring = scoringOf(model.tables, 'ccg-best-first', languageModel);
      return new BestFirst(new Constituents(scoring, grammarOf(model).grammar), OVER_CATEGORIES);
    },
    ...withGrammar,
  },
  'ccg-shift-reduce': {
    open: ({ model, languageModel }) => {
      const scoring = scoringOf(model.tables, 'ccg-shift-reduce', languageModel);
      return new ShiftReduceSearch(scoring, grammarOf(model).grammar);
    },
    ...withGrammar,
  },
} as const satisfies Record<string, Entry>;

export type SearchName = keyof typeof entries;

/** A best-first search has a chart, and no steps to show. */
export function isBestFirst(name: SearchName): boolean {
  return name === 'best-first' || name === 'ccg-best-first';
}

/**
 * The searches that a user can choose, the default first. A choice may stand for several searches
 * (`searchesFor`): the first that accepts the whole bag is used. If the bag has alternatives or
 * optional words, this search must accept every selection of the bag's words, since the scores of
 * different searches cannot be compared. `exact` also proves the highest score.
 */
export const searchChoices = ['beam', 'arc-standard', 'bottom-up', 'best-first', 'exact'] as const;
/**
 * `exact-best-first` proves the highest score under the weights of best-first search. It serves to
 * count search errors.
 */
export type SearchChoice = (typeof searchChoices)[number] | 'exact-best-first';

const searchesFor: Readonly<Record<SearchChoice, readonly SearchName[]>> = {
  beam: ['bottom-up', 'arc-standard', 'ccg-shift-reduce'],
  'arc-standard': ['arc-standard'],
  'bottom-up': ['bottom-up'],
  exact: ['exact-bottom-up', 'exact-arc-standard'],
  'best-first': ['best-first', 'ccg-best-first'],
  'exact-best-first': ['exact-best-first'],
};

/** Whether a search also proves which sentence scores highest. */
export function isProving(choice: SearchChoice): boolean {
  return choice === 'exact' || choice === 'exact-best-first';
}

/**
 * Returns how many sentences to request if the list shows `results` sentences, and the ranks of
 * further sentences are of interest. A beam search is asked for at least as many sentences as its
 * beam is wide, since each hypothesis can end in one. Best-first search is asked only for
 * `results`, since requesting more may change its first sentence.
 */
export function resultsToRank(
  choice: SearchChoice,
  { beam, results }: { readonly beam: number; readonly results: number },
): number {
  return choice === 'best-first' ? results : Math.max(beam, results);
}

export interface ChosenSearch {
  readonly name: SearchName;
  readonly search: Search;
}

/** Opens each search when it is first needed, and keeps it with its working memory. */
export class Registry {
  readonly resources: Resources;
  readonly #opened = new Map<SearchName, Search>();
  #entries: LexicalEntries | null = null;

  constructor(resources: Resources) {
    this.resources = resources;
  }

  /**
   * @param selections bags without optional words and alternatives
   * @returns the first search of the choice that accepts all selections and for which the model has
   *   weights; if there is none, a sentence for the user that says why
   */
  choose(choice: SearchChoice, selections: readonly Bag[]): ChosenSearch | string {
    let refusal = '';
    let lacking: string | null = null;
    for (const name of searchesFor[choice]) {
      const entry: Entry = entries[name];
      const isUsed = (bag: Bag): boolean => choice !== 'beam' || (entry.isUsual?.(bag) ?? true);
      if (!selections.every((bag) => entry.accepts(bag) && isUsed(bag))) {
        refusal = entry.refusal;
        continue;
      }
      try {
        return { name, search: this.open(name) };
      } catch (error) {
        if (!(error instanceof ModelError)) throw error;
        // If a search was not trained, the next search replaces it. If its weights are damaged,
        // this is an error.
        if (!(error instanceof NotLearned)) return error.message;
        lacking = error.message;
      }
    }
    return lacking ?? refusal;
  }

  /**
   * @param bag a bag without optional words and alternatives; `refusalOf` must allow its categories
   * @throws {ModelError} if the bag has a grammar and the model has none
   */
  problemOf(bag: Bag, stop?: Stop): Problem {
    const { lexicon, morphology } = this.resources.model;
    const given = hasLemmas(bag) && morphology ? inflected(bag, morphology()) : bag;
    return new Problem(given, lexicon, stop, bag.grammar === undefined ? null : this.entries);
  }

  /** @throws {ModelError} if the model has no grammar */
  get entries(): LexicalEntries {
    if (this.#entries === null) {
      const { grammar, dictionary, supertagger, seldomChains } = grammarOf(this.resources.model);
      this.#entries = new LexicalEntries(
        ...([grammar, dictionary, supertagger, undefined, USES_A_WORD, seldomChains] as const),
      );
    }
    return this.#entries;
  }

  /**
   * Returns lexical entries with the threshold `share` and without a limit: an entry of a word is
   * tried if its probability is at least `share` times the probability of the word's likeliest
   * entry.
   *
   * @throws {ModelError} if the model has no grammar
   */
  entriesFrom(share: number): LexicalEntries {
    const { grammar, dictionary, supertagger, seldomChains } = grammarOf(this.resources.model);
    return new LexicalEntries(grammar, dictionary, supertagger, share, Infinity, seldomChains);
  }

  /**
   * Returns a sentence for the user if the model cannot inflect the bag's lemmas, or if its grammar
   * does not allow the bag's categories; otherwise null.
   */
  refusalOf(bag: Bag): string | null {
    if (hasLemmas(bag) && this.resources.model.morphology === undefined) {
      return 'This model has no forms of lemmas: name a model that has them, or write the forms.';
    }
    if (bag.grammar === undefined) return null;
    try {
      return this.entries.refusalOf(bag);
    } catch (error) {
      if (!(error instanceof ModelError)) throw error;
      return error.message;
    }
  }

  /** @throws {ModelError} if the model has no weights for the search */
  open(name: SearchName): Search {
    let search = this.#opened.get(name);
    if (search === undefined) {
      search = entries[name].open(this.resources);
      this.#opened.set(name, search);
    }
    return search;
  }
}

/** @throws {ModelError} if the model has no grammar */
function grammarOf({ grammar }: Model): ModelGrammar {
  if (grammar !== undefined) return grammar;
  throw new ModelError(
    'This model has no grammar of categories: name a model that has one, train one with ' +
      '`bowline train --search ccg-shift-reduce`, or leave `grammar: ccg` out.',
  );
}
