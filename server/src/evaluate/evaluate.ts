import type { Bag } from '../bag/bag.ts';
import { Random } from '../util/random.ts';
import { isSpanned, type Realization, type SearchChoice } from '../realize/realizer.ts';
import { mapConcurrently, type Realizers } from '../realize/realizers.ts';
import { MOST_WORDS } from '../search/exact/treelet-prover.ts';
import type { Sentence } from '../treebank/conllu.ts';
import { conditionName } from './conditions.ts';
import { sampleBag, type Condition } from '../treebank/sampling.ts';
import { Bleu } from './bleu.ts';
import { judgedBeams, type ConditionReport, type ProofReport } from './report.ts';
import { growth, mean, medianByLength, quantile, type Timing } from './timing.ts';
import { countLostWords, countViolations } from './violations.ts';

/** Each thread first decodes this many sentences untimed, for the just-in-time compiler. */
const WARM_UP = 50;

/** The result for one sentence, which other programs can score. */
export interface Output {
  /** The index of the sentence. */
  readonly place: number;
  readonly sentence: Sentence;
  readonly bag: Bag;
  /** Indexed by word of the bag: its place in the sentence, from 0. */
  readonly places: readonly number[];
  readonly first: Realization;
}

/** The message is for the user. */
export class EvaluationError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'EvaluationError';
  }
}

export interface EvaluationOptions {
  readonly seed: number;
  readonly beam: number;
  readonly search: SearchChoice;
}

/** The bag depends only on the arguments, so that every run draws the same bag. */
export function evaluationBag(
  sentence: Sentence,
  place: number,
  condition: Condition,
  seed: number,
): { bag: Bag; places: readonly number[] } {
  return sampleBag(sentence, condition, new Random(Math.imul(seed, 0x9e3779b1) + place));
}

/**
 * Decodes every sentence in one condition. All results except the times are reproducible.
 *
 * @param sentences single-rooted projective trees
 * @param onOutput called in the order of completion
 * @throws {EvaluationError} if the search does not accept bags of this condition
 */
export async function evaluateCondition(
  sentences: readonly Sentence[],
  condition: Condition,
  { seed, beam, search }: EvaluationOptions,
  realizers: Realizers,
  onOutput: (output: Output) => void,
): Promise<ConditionReport> {
  const bleu = new Bleu();
  const timings: Timing[] = [];
  const searches = new Map<string, number>();
  let exact = 0;
  let violations = 0;
  let lostWords = 0;
  let incomplete = 0;
  let spanned = 0;
  const errors = new SearchErrors();
  const decode = async (sentence: Sentence, place: number) => {
    const { bag, places } = evaluationBag(sentence, place, condition, seed);
    const realized = await realizers.realize(bag, { beam, results: 1, search });
    if (realized.status === 'refused') {
      throw new EvaluationError(`${conditionName(condition)}: ${realized.message ?? ''}`);
    }
    return { bag, places, ...realized };
  };
  const warmUp = sentences.slice(0, WARM_UP);
  for (let thread = 0; thread < realizers.threads; thread++) {
    await mapConcurrently(warmUp, realizers.threads, decode);
  }
  await mapConcurrently(sentences, realizers.threads, async (sentence, place) => {
    const { bag, places, ...realized } = await decode(sentence, place);
    const { status, realizations, wallMs, cpuMs } = realized;
    const ran = realized.search ?? 'none';
    searches.set(ran, (searches.get(ran) ?? 0) + 1);
    timings.push({ length: sentence.forms.length, wallMs, cpuMs });
    if (status !== 'complete') incomplete++;
    const [first] = realizations;
    if (isSpanned(first) === true) spanned++;
    const output = first.tokens.map(({ form }) => form);
    bleu.add(output, sentence.forms);
    if (output.every((form, i) => form === sentence.forms[i])) exact++;
    violations += countViolations(bag, first);
    lostWords += countLostWords(bag, first);
    if (search === 'exact') {
      if (realized.isProven) await errors.count(bag, first.score, realizers);
      await errors.countBestFirst(bag, beam, realizers);
    }
    onOutput({ place, sentence, bag, places, first });
  });
  const wallMs = timings.map((timing) => timing.wallMs);
  const cpuMs = timings.map((timing) => timing.cpuMs);
  return {
    ...condition,
    searches: Object.fromEntries([...searches].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1))),
    bleu: bleu.score(),
    exact: (100 * exact) / Math.max(1, sentences.length),
    msMean: mean(wallMs),
    msMedian: quantile(wallMs, 0.5),
    ms95: quantile(wallMs, 0.95),
    ms99: quantile(wallMs, 0.99),
    cpuMsMean: mean(cpuMs),
    cpuMsMedian: quantile(cpuMs, 0.5),
    cpuMs95: quantile(cpuMs, 0.95),
    msByLength: medianByLength(timings),
    growth: growth(timings),
    violations,
    lostWords,
    incomplete,
    ...(condition.categories !== undefined && {
      spanned: (100 * spanned) / Math.max(1, sentences.length),
    }),
    proofs: search === 'exact' ? errors.report() : null,
  };
}

class SearchErrors {
  #proven = 0;
  readonly #errors = new Map<number, number>();
  #provenOfBestFirst = 0;
  #errorsOfBestFirst = 0;
  #hasBestFirst = false;

  /** @param score the score of the bag's highest-scoring realization */
  async count(bag: Bag, score: number, realizers: Realizers): Promise<void> {
    this.#proven++;
    for (const beam of judgedBeams) {
      const { realizations } = await realizers.realize(bag, { beam, results: 1, search: 'beam' });
      const isMissed = realizations.length === 0 || realizations[0].score < score;
      this.#errors.set(beam, (this.#errors.get(beam) ?? 0) + Number(isMissed));
    }
  }

  async countBestFirst(bag: Bag, beam: number, realizers: Realizers): Promise<void> {
    if (bag.words.length > MOST_WORDS) return;
    const realize = (search: SearchChoice) => realizers.realize(bag, { beam, results: 1, search });
    const exact = await realize('exact-best-first');
    if (exact.status === 'refused') return;
    this.#hasBestFirst = true;
    if (!exact.isProven) return;
    this.#provenOfBestFirst++;
    const [best] = exact.realizations;
    const found = (await realize('best-first')).realizations.at(0);
    if (found === undefined || found.score < best.score) this.#errorsOfBestFirst++;
  }

  report(): ProofReport {
    const searchErrors = Object.fromEntries(
      judgedBeams.map((beam) => [beam, share(this.#errors.get(beam) ?? 0, this.#proven)]),
    );
    const proven = this.#provenOfBestFirst;
    return {
      proven: this.#proven,
      searchErrors: searchErrors as unknown as ProofReport['searchErrors'],
      bestFirst: this.#hasBestFirst
        ? { proven, searchErrors: share(this.#errorsOfBestFirst, proven) }
        : null,
    };
  }
}

/** In percent. */
function share(count: number, of: number): number | null {
  return of === 0 ? null : (100 * count) / of;
}
