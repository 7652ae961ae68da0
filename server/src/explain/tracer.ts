import type { Bag } from '../bag/bag.ts';
import { NO_WORD, type Problem } from '../problem/problem.ts';
import type { TemplateGroup } from '../scoring/templates.ts';
import { BagSearch, LIMITS } from '../search/bag-search.ts';
import { realizationOf, textOf, textOfVariants } from '../search/realization.ts';
import { isBestFirst, Registry, type Resources, type SearchChoice } from '../search/registry.ts';
import { rowsOf } from '../search/rows.ts';
import type { StepChoice, Move, Step, StepObserver } from '../search/search.ts';
import type { FoundSentence } from '../search/selection-search.ts';
import type { Stop } from '../util/stop.ts';
import { ActionNames } from './action-names.ts';
import { COST, EVIDENCE } from './breakdown.ts';
import { ALL, SentenceExplanation } from './sentence-explanation.ts';
import type {
  BeamState,
  BeamStep,
  Followed,
  FollowedStep,
  FollowedToken,
  LegalMove,
  PartialTree,
  SearchTrace,
} from './search-trace.ts';
import type { StepPlace, TracedBeam } from './trace.ts';

export interface TraceOptions {
  readonly beam: number;
  readonly search: SearchChoice;
  /** At most this many sentences of the list are followed. */
  readonly results: number;
}

/** The limit on the followed sentences, since each makes the trace larger. */
const MOST_FOLLOWED = 10;
/** For each step, at most this many kept hypotheses and this many legal actions are reported. */
const MOST_TOLD = 100;

const NOTHING_FOUND = 'The search found no sentence to follow.';
const NO_STEPS =
  'Best-first has no steps to follow: the tab Compare of the panel shows its chart. ' +
  'Choose the search `beam` to debug it.';

/**
 * Traces the search of a bag: the hypotheses that each step kept, and all steps on the way to the
 * first sentences and to the expected sentence. Keeps its working memory between bags.
 */
export class Tracer {
  readonly #registry: Registry;
  readonly #bags: BagSearch;

  constructor(resources: Resources) {
    this.#registry = new Registry(resources);
    this.#bags = new BagSearch(this.#registry, LIMITS);
  }

  /**
   * @param bag a bag that can be realized
   * @param words the words of the expected sentence; null for none
   * @returns a message for the user if there is nothing to trace
   */
  trace(
    bag: Bag,
    words: readonly string[] | null,
    { beam, search: choice, results }: TraceOptions,
    stop: Stop,
  ): SearchTrace | string {
    const options = { beam, results: beam };
    const { refusal, found, search, widened } = this.#bags.search(bag, choice, options, stop);
    if (refusal !== null) return refusal;
    if (search === null) return NOTHING_FOUND;
    if (isBestFirst(search)) return NO_STEPS;
    const question = new SentenceExplanation(
      bag,
      words ?? [],
      search,
      options,
      this.#registry,
      stop,
    );
    const expected = words?.join(' ') ?? null;
    const place = found.findIndex((one) => textOf(one) === expected);
    const forced = place < 0 && expected !== null ? question.best([], 0) : null;
    const lost = forced === null ? null : { one: forced, rank: null };
    const rows = rowsOf(found, Math.min(results, MOST_FOLLOWED), (one) => textOf(one).split(' '));
    const places = [...new Set(place < 0 ? rows : [...rows, place])].sort((a, b) => a - b);
    const followed = [
      ...places.map((i) => ({ one: found[i], rank: i + 1 })),
      ...(lost === null ? [] : [lost]),
    ];
    if (followed.length === 0) return NOTHING_FOUND;
    const templates = new Templates();
    const runs = new Map<string, Run>();
    const told = followed.map(({ one, rank }): Followed => {
      const key = one.selection.places.join(' ');
      let run = runs.get(key);
      if (run === undefined) runs.set(key, (run = new Run(one, question, runs.size)));
      return {
        rank,
        isExpected: textOf(one) === expected,
        text: textOf(one),
        score: one.score,
        tokens: this.#tokensOf(one, bag),
        run: run.place,
        steps: this.#stepsOf(one, run, templates, search),
        loss: rank === null ? question.loss(one) : null,
      };
    });
    return {
      search,
      beam: Math.max(beam, widened),
      templates: templates.list,
      runs: [...runs.values()].map((run) => run.steps),
      followed: told,
    };
  }

  #tokensOf(found: FoundSentence, bag: Bag): FollowedToken[] {
    const { lexicon } = this.#registry.resources.model;
    return realizationOf(found, bag, lexicon).tokens.map((token) => ({
      ...token,
      isKnown: lexicon.isKnown(token.form.split(' ').at(-1)!),
    }));
  }

  #stepsOf(
    found: FoundSentence,
    run: Run,
    templates: Templates,
    search: SearchTrace['search'],
  ): FollowedStep[] {
    const { problem, derivation } = found;
    const walk = new Walk(templates);
    this.#registry.open(search).explain(problem, derivation, walk);
    const ranks = run.ranksOf(walk.steps);
    const { entries } = problem;
    const names = entries === null ? null : new ActionNames(problem, entries.grammar);
    const stack = new Stack();
    const placeOf = (variant: number): number => derivation.variants.indexOf(variant) + 1;
    return walk.steps.map(({ step, head, taken, arcs, contributions, legal }, i): FollowedStep => {
      const own = step === null ? null : derivation.steps[step];
      const made = names === null ? undefined : names.madeBy(taken.number!);
      const effect = stack.take(own, taken.action, made);
      const built =
        arcs?.map((arc) => ({ head: placeOf(arc.head), dependent: placeOf(arc.dependent) })) ??
        effect.arcs;
      return {
        action: taken.action,
        taken: effect.taken,
        arcs: built.map((arc) => ({ ...arc, seen: this.#seen(found, arc) })),
        score: contributions.reduce((sum, [, score]) => sum + score, 0),
        contributions,
        stack: stack.trees,
        ...ranks[i],
        legalCount: legal.length,
        legal: this.#told(found, legal, taken, head, names),
      };
    });
  }

  #seen({ problem, derivation }: FoundSentence, arc: { head: number; dependent: number }): number {
    const { arcCounts } = this.#registry.resources.model;
    const [head, dependent] = [arc.head, arc.dependent].map(
      (place) => problem.variantTag[derivation.variants[place - 1]],
    );
    const isForeign = Math.max(head, dependent) >= problem.firstForeignTag;
    return isForeign ? 0 : arcCounts.ofPair(head, dependent);
  }

  /** Returns the best legal moves, and the move that was taken. */
  #told(
    found: FoundSentence,
    legal: readonly Move[],
    taken: StepChoice['taken'],
    head: number,
    names: ActionNames | null,
  ): LegalMove[] {
    return legal
      .map((move) => ({ move, isTaken: isSame(move, taken) }))
      .filter(({ isTaken }, i) => i < MOST_TOLD || isTaken)
      .map(({ move: { action, added, number, score }, isTaken }) => {
        const { word, text } = this.#wordsOf(found, added, head);
        const made = names === null ? [] : [names.nameOf(number!)];
        const told = [text, ...made].filter((part) => part !== '').join(' ');
        return { action, word, text: told, score, isTaken };
      });
  }

  #wordsOf(
    { problem, selection }: FoundSentence,
    added: readonly number[],
    head: number,
  ): Pick<LegalMove, 'word' | 'text'> {
    const text = textOfVariants(problem, added);
    const words = added.map((variant) => problem.variantWord[variant]);
    // The topmost word of a phrase has its head outside the phrase.
    const top = words.find((word) => word === head || !words.includes(problem.head[word]));
    if (top === undefined) return { word: null, text };
    const { lexicon } = this.#registry.resources.model;
    const [first] = added;
    const tag = added.length === 1 ? problem.tagName(problem.variantTag[first], lexicon) : null;
    return {
      word: selection.places[problem.places[top]],
      text: tag === null ? text : `${text}/${tag}`,
    };
  }
}

/** Numbers templates in the order of their first use. */
class Templates {
  readonly list: SearchTrace['templates'][number][] = [];
  readonly #places = new Map<string, number>();

  placeOf(one: SearchTrace['templates'][number]): number {
    let place = this.#places.get(one.template);
    if (place === undefined) {
      this.#places.set(one.template, (place = this.list.push(one) - 1));
    }
    return place;
  }
}

interface WalkedStep extends Pick<StepChoice, 'head' | 'taken' | 'arcs'> {
  /**
   * The index in the derivation. Null for an extra step that only scores the finished order of a
   * head and its dependents.
   */
  readonly step: number | null;
  readonly legal: readonly Move[];
  readonly contributions: (readonly [template: number, score: number])[];
}

class Walk implements StepObserver {
  readonly steps: WalkedStep[] = [];
  readonly #templates: Templates;

  constructor(templates: Templates) {
    this.#templates = templates;
  }

  onStep(step: number, { legal, ...choice }: StepChoice): void {
    this.steps.push({ step, ...choice, legal: legal(), contributions: [] });
  }

  onWhole(): void {
    const { head } = this.steps.at(-1)!;
    const taken = { action: 'FINISH', added: [] } as const;
    this.steps.push({ step: null, head, taken, legal: [], contributions: [] });
  }

  onFeature(group: TemplateGroup, template: number, _place: number, score: number): void {
    const { name, meaning } = group.templates[template];
    this.#add({ template: `${group.name}/${name}`, meaning }, score);
  }

  onEvidence(score: number): void {
    this.#add(EVIDENCE, score);
  }

  onCost(score: number): void {
    this.#add(COST, score);
  }

  #add(template: SearchTrace['templates'][number], score: number): void {
    if (score === 0) return;
    const { contributions } = this.steps.at(-1)!;
    const place = this.#templates.placeOf(template);
    const known = contributions.findIndex(([former]) => former === place);
    if (known < 0) contributions.push([place, score]);
    else contributions[known] = [place, contributions[known][1] + score];
  }
}

interface Arc {
  readonly head: number;
  readonly dependent: number;
}

class Stack {
  /** The last tree is on top. Each step makes a new array and changes no tree. */
  trees: readonly PartialTree[] = [];
  /** The head of the phrase that is being built word by word. */
  #placing: number | null = null;
  /**
   * @param step null for a step that builds nothing
   * @param category with a grammar: the category that the step makes
   */
  take(
    step: Step | null,
    action: StepChoice['taken']['action'],
    category: string | null | undefined,
  ): Pick<FollowedStep, 'taken'> & { readonly arcs: readonly Arc[] } {
    if (step === null) {
      this.#placing = null;
      return { taken: null, arcs: [] };
    }
    if (category !== undefined) return this.#takeWithCategory(step, category);
    const { head, dependent } = step;
    const isNew = !this.trees.some(({ first, last }) => first <= dependent && dependent <= last);
    const taken = isNew ? dependent : null;
    const arc = head === 0 ? null : { head, dependent };
    if (action === 'PLACE') this.#place(head === 0 ? dependent : head, dependent);
    else if (arc === null) {
      this.trees = [...this.trees, { head: dependent, first: dependent, last: dependent }];
    } else {
      const [left, right] = this.trees.slice(-2);
      this.trees = [...this.trees.slice(0, -2), { head, first: left.first, last: right.last }];
    }
    return { taken, arcs: arc === null ? [] : [arc] };
  }

  #takeWithCategory({ head, dependent }: Step, category: string | null): ReturnType<Stack['take']> {
    if (head === 0) {
      const tree = { head: dependent, first: dependent, last: dependent, category };
      this.trees = [...this.trees, tree];
      return { taken: dependent, arcs: [] };
    }
    const [left, right] = this.trees.slice(-2);
    const joined = { head, first: left.first, last: right.last, category };
    this.trees = [...this.trees.slice(0, -2), joined];
    return { taken: null, arcs: [] };
  }

  /** Appends a token and its subtree to the phrase of the token's head. */
  #place(head: number, token: number): void {
    const before = this.#placing === head ? this.trees.at(-1)! : null;
    const isPlaced = (tree: PartialTree): boolean => tree.head === token && tree !== before;
    const placed = this.trees.find(isPlaced) ?? { first: token, last: token };
    const rest = this.trees.filter((tree) => tree !== before && tree !== placed);
    this.trees = [...rest, { head, first: before?.first ?? placed.first, last: placed.last }];
    this.#placing = head;
  }
}

/** The search of one selection of words. */
class Run {
  readonly place: number;
  readonly #question: SentenceExplanation;
  readonly #problem: Problem;
  readonly #places: readonly number[];
  readonly #beams: readonly TracedBeam[];

  constructor({ problem, selection }: FoundSentence, question: SentenceExplanation, place: number) {
    this.place = place;
    this.#question = question;
    this.#problem = problem;
    this.#places = problem.places.map((selected) => selection.places[selected]);
    this.#beams = question.record(problem, () => 0);
  }

  get steps(): BeamStep[] {
    return this.#beams.flatMap(({ head, steps }) => {
      let before = [''];
      return steps.map(({ kept }): BeamStep => {
        const texts = kept.map(({ parent, added }) =>
          [before[parent], textOfVariants(this.#problem, added)].filter(Boolean).join(' '),
        );
        before = texts;
        return {
          head: head === NO_WORD ? null : this.#places[head],
          kept: kept.length,
          states: kept
            .slice(0, MOST_TOLD)
            .map(({ action, score }, i): BeamState => ({ action, text: texts[i], score })),
        };
      });
    });
  }

  ranksOf(walked: readonly WalkedStep[]): Pick<FollowedStep, 'isKept' | 'rank'>[] {
    let beam = -1;
    let step = 0;
    let head: number | null = null;
    /**
     * The index of the hypothesis that leads to the sentence, among the hypotheses that the
     * previous step kept. Null if the search cut it off.
     */
    let parent: number | null = null;
    return walked.map(({ head: own, taken }) => {
      if (own !== head) [beam, step, head, parent] = [beam + 1, 0, own, 0];
      const kept = this.#beams.at(beam)?.steps.at(step)?.kept ?? [];
      const from = parent;
      const at = kept.findIndex((one) => one.parent === from && isSame(one, taken));
      const rank = at < 0 && from !== null ? this.#rankCutOff({ beam, step }, from, taken) : at + 1;
      parent = at < 0 ? null : at;
      step++;
      return { isKept: at >= 0, rank: rank === 0 ? null : rank };
    });
  }

  /** Null if the step did not make the hypothesis. */
  #rankCutOff(place: StepPlace, parent: number, taken: StepChoice['taken']): number | null {
    const isThere = ({ beam, step }: StepPlace): boolean =>
      beam === place.beam && step === place.step;
    const beams = this.#question.record(this.#problem, (at) => (isThere(at) ? ALL : 0));
    const { kept, cutOff } = beams[place.beam].steps[place.step];
    const at = cutOff.findIndex((one) => one.parent === parent && isSame(one, taken));
    if (at < 0) return null;
    // A diverse beam (`SentenceBeam`) may keep hypotheses that score less than this cut-off
    // hypothesis. The rank counts only hypotheses that score at least as much.
    return kept.filter(({ score }) => score >= cutOff[at].score).length + at + 1;
  }
}

function isSame(one: StepChoice['taken'], other: StepChoice['taken']): boolean {
  return (
    one.action === other.action &&
    one.number === other.number &&
    one.added.length === other.added.length &&
    one.added.every((variant, i) => variant === other.added[i])
  );
}
