import type { Morphology } from '../morphology/morphology.ts';
import { mapConcurrently, type Realizers } from '../realize/realizers.ts';
import type { SearchChoice } from '../realize/realizer.ts';
import type { AnnotatedSentence } from '../treebank/conllu.ts';
import { t1Bag } from '../treebank/t1-bag.ts';
import { readT1, writeT1, type T1Sentence } from '../treebank/t1.ts';
import { isProjective } from '../treebank/tree.ts';
import { Random } from '../util/random.ts';
import { SharedTaskMeasures, type SharedTaskScores } from './shared-task.ts';

export interface T1Search {
  readonly beam: number;
  readonly search: SearchChoice;
  /**
   * Chooses the forms of lemmas before the search, which then only orders the words. If null, the
   * search chooses forms and order together.
   */
  readonly formsFirst: Morphology | null;
}

export interface RealizedT1 {
  /**
   * In the order of the sentence. If the search failed: the forms or lemmas in the order of the
   * input.
   */
  readonly forms: readonly string[];
  /** Indexed like `forms`: the place of the lemma in the input, from 0. */
  readonly places: readonly number[];
  /** Whether the search ordered the words. */
  readonly isOrdered: boolean;
  readonly cpuMs: number;
}

/**
 * Orders the words of a T1 sentence, which is a tree of lemmas without order, and chooses their
 * forms.
 */
export async function realizeT1(
  sentence: T1Sentence,
  { beam, search, formsFirst }: T1Search,
  realizers: Realizers,
): Promise<RealizedT1> {
  const { lemmas, tags, features } = sentence;
  const forms =
    formsFirst === null
      ? null
      : lemmas.map((lemma, i) => formsFirst.candidates(lemma, [tags[i]], features[i])[0].form);
  const bag = t1Bag(sentence, forms);
  let time = 0;
  // `bottom-up` orders siblings as the feature `lin` says, but needs a full tree. If the tree is
  // not full, `beam` follows.
  for (const tried of search === 'beam' ? (['bottom-up', 'beam'] as const) : [search]) {
    const found = await realizers.realize(bag, { beam, search: tried, results: 1 });
    time += found.cpuMs;
    const tokens = found.realizations.at(0)?.tokens;
    if (tokens === undefined) continue;
    return {
      forms: tokens.map(({ form }) => form),
      places: tokens.map(({ word }) => word),
      ...{ isOrdered: true, cpuMs: time },
    };
  }
  return { forms: forms ?? lemmas, places: [...lemmas.keys()], isOrdered: false, cpuMs: time };
}

export interface T1Report extends SharedTaskScores {
  readonly sentences: number;
  /**
   * Sentences with crossing arcs in the treebank. The search makes only trees without crossing
   * arcs, so it cannot find the treebank's order of these words.
   */
  readonly crossing: number;
  /** Sentences that the search could not order. */
  readonly unordered: number;
  /** For a sentence, in milliseconds. */
  readonly cpuMsMean: number;
}

/**
 * Converts sentences to T1 input (trees of lemmas in random order), realizes the input and scores
 * the outputs as the shared tasks do.
 *
 * @param lin whether the input has the feature `lin`, which gives the order of some dependents
 * @param onOutput called in the order of completion
 */
export async function evaluateT1(
  sentences: readonly AnnotatedSentence[],
  { lin, seed, ...search }: T1Search & { readonly lin: boolean; readonly seed: number },
  realizers: Realizers,
  onOutput: (place: number, output: readonly string[]) => void,
): Promise<T1Report> {
  const measures = new SharedTaskMeasures();
  const random = new Random(seed);
  const inputs = sentences.map((sentence) => {
    const [input] = readT1(writeT1(sentence, { lin, training: false }, random)).sentences;
    return { sentence, input };
  });
  let unordered = 0;
  let cpuMs = 0;
  await mapConcurrently(inputs, realizers.threads, async ({ sentence, input }, place) => {
    const realized = await realizeT1(input, search, realizers);
    if (!realized.isOrdered) unordered++;
    cpuMs += realized.cpuMs;
    measures.add(realized.forms.join(' '), sentence.forms.join(' '));
    onOutput(place, realized.forms);
  });
  return {
    ...measures.scores(),
    sentences: sentences.length,
    crossing: sentences.filter(({ heads }) => !isProjective(heads)).length,
    unordered,
    cpuMsMean: cpuMs / Math.max(1, sentences.length),
  };
}
