import type { Bag } from '../bag/bag.ts';
import { Bleu, sentenceBleu } from '../evaluate/bleu.ts';
import type { Explained, Explanation, ExplanationClass } from '../explain/explanation.ts';
import {
  bagName,
  coverageOf,
  toBag,
  type BagCoverage,
  type CheckedFile,
  type Knowledge,
} from '../language/index.ts';
import {
  isSpanned,
  rankedSentences,
  type Realization,
  type Realized,
} from '../realize/realizer.ts';
import { fragmentSentences } from './explain-formats.ts';
import { allowedBy, fragmentsReport, type ExplainBag } from './explain-report.ts';
import { rankExpectations } from './expectations.ts';
import { displayed, displayedLike } from '../text/display.ts';
import { cutShort } from './verdict.ts';

/** The output of `bowline coverage --format json`. */
export interface CoverageReport {
  readonly files: readonly string[];
  readonly bags: number;
  /** Bags with a realization. */
  readonly realized: number;
  readonly expectations: {
    /** Bags with expectations. */
    readonly bags: number;
    /** A bag may have several expected sentences. */
    readonly total: number;
    readonly rank1: number;
    readonly rank5: number;
    /** Expectations with a rank of at most `-k`, the length of a list. */
    readonly listed: number;
    /** `grammar` is left out if no expectation has this class. */
    readonly byClass: Readonly<Record<Exclude<ExplanationClass, 'grammar'> | 'not-run', number>> & {
      readonly grammar?: number;
    };
  };
  /**
   * Corpus BLEU of the first sentences against their nearest expectations; null without
   * expectations.
   */
  readonly bleu: number | null;
  /**
   * The words in `words:`, and how many of them the training data has. If the bag gives a word
   * categories, the training data must have the word with one of them; if the bag gives only tags,
   * with one of the tags. For a lemma, one of its forms is enough.
   */
  readonly words: { readonly total: number; readonly known: number };
  /** The arcs in `deps:`, and how many of them occur in the training data. */
  readonly arcs: { readonly total: number; readonly seen: number };
  /**
   * The realized bags with a grammar, and how many of them have a derivation that spans the first
   * sentence. Left out if there are no such bags.
   */
  readonly derivations?: { readonly total: number; readonly spanning: number };
  readonly perBag: readonly BagCoverageReport[];
}

export interface BagCoverageReport {
  readonly file: string;
  /** The bag's first line, from 1. */
  readonly line: number;
  readonly bag: string;
  /** Null if the bag has no realization. */
  readonly first: string | null;
  /**
   * How the list displays sentences, keyed by their texts. Has only sentences whose display differs
   * from `displayed(text)`.
   */
  readonly displays?: Readonly<Record<string, string>>;
  /** The best rank of the bag's expectations among all found sentences, from 1. */
  readonly rank: number | null;
  /**
   * The class of `expected`. Null if the bag has no expectations, or if no explanation was
   * possible.
   */
  readonly class: ExplanationClass | null;
  /**
   * The score of `expected` minus that of `against`. Null if a score is unknown or `joined` is
   * true.
   */
  readonly margin: number | null;
  /**
   * True if `expected` or `against`, or both, were put together from parts, since no derivation
   * spans them. The score of such a sentence says little.
   */
  readonly joined?: true;
  /**
   * The sentence with the highest known score, not counting `expected`. It is usually the first or
   * the second of the list. If it is neither, an explanation found a derivation of it that the
   * search missed. Null if there is no such sentence, or if the score of `expected` is unknown.
   */
  readonly against: string | null;
  /**
   * The expectation that `rank`, `class` and `margin` describe. It has the best rank or, if no
   * expectation was found, it is the nearest to the first sentence.
   */
  readonly expected: string | null;
  /** Whether the bag has more than one expectation. */
  readonly several?: true;
  /** Says why the bag could not run. */
  readonly problem: string | null;
  /**
   * CPU milliseconds of the search. `bowline coverage` times the slowest bags again (`timedAgain`).
   */
  readonly cpuMs: number;
  /** For a bag with a grammar: sentences about gaps of the grammar. */
  readonly notes?: readonly string[];
}

export interface BagOutcome {
  readonly report: BagCoverageReport;
  readonly coverage: BagCoverage;
  /**
   * `rank` is null if the expectation was not found, `class` if it is unknown. Both are null if the
   * bag could not run.
   */
  readonly expectations: readonly {
    readonly rank: number | null;
    readonly class: ExplanationClass | null;
  }[];
  /** Whether a derivation spans the first sentence; null without a grammar or a realization. */
  readonly isSpanned: boolean | null;
  /** The first sentence and the nearest expectation, for BLEU. */
  readonly compared: {
    readonly output: readonly string[];
    readonly reference: readonly string[];
  } | null;
}

export interface CoverageSearch {
  realize(bag: Bag): Promise<Realized & { readonly cpuMs: number }>;
  /** Explains a sentence, to the depth `class` or deeper (`SearchDepth`). */
  readonly explain: ExplainBag;
}

/**
 * Realizes a bag, and classifies its expectations.
 *
 * @param index the bag's index in the file
 */
export async function coverBag(
  path: string,
  checked: CheckedFile,
  index: number,
  knowledge: Knowledge,
  search: CoverageSearch,
): Promise<BagOutcome> {
  const { file } = checked;
  const node = file.bags[index];
  const about = { file: path, line: file.lines[index] + 1, bag: bagName(file, index) };
  const notRun = (problem: string): BagOutcome => ({
    report: {
      ...about,
      ...{ first: null, rank: null, class: null, margin: null, against: null },
      ...{ expected: null, problem, cpuMs: 0 },
    },
    coverage: coverageOf(node, knowledge, []),
    isSpanned: null,
    expectations: checked.expectations(index).map(() => ({ rank: null, class: null })),
    compared: null,
  });
  const error = checked.firstError(index);
  if (error !== null) return notRun(error.message);
  const bag = toBag(node);
  const realized = await search.realize(bag);
  const { status, message, realizations, cpuMs } = realized;
  if (status === 'refused') return notRun(message ?? '');
  const first = realizations.at(0) ?? null;
  const allowed = allowedBy(checked.expectations(index));
  const explain = (text: string): Promise<Explained> =>
    search.explain(bag, text.split(' '), allowed);
  const fragmentNotes = async (sentence: Realization): Promise<string[]> => {
    const explained = await explain(sentence.text);
    if (typeof explained === 'string' || explained.fragments === null) return [];
    return fragmentSentences(fragmentsReport(explained.fragments, sentence));
  };
  const found = rankedSentences(realized);
  const ranked = rankExpectations(realized, checked.expectations(index));
  const open = cutShort(realized, ranked);
  if (open !== null) return notRun(open);
  /**
   * The known scores, keyed by the text of the sentence. At first, these are the scores of the
   * search, in the order of the ranks. Below, explanations correct some scores and add others.
   * Among equal scores, the order of the entries decides.
   */
  const scores = new Map(found.map(({ text, score }) => [text, score]));
  const joined = new Set<string>();
  const noteSpan = (one: Realization): void => {
    if (isSpanned(one) === false) joined.add(one.text);
    else joined.delete(one.text);
  };
  realizations.forEach(noteSpan);
  const expectations = await Promise.all(
    ranked.map(async ({ text, rank, unreachable }) => {
      const classed = (kind: ExplanationClass | null, explained: Explanation | null = null) => ({
        ...{ text, rank, class: kind, explained },
      });
      if (rank === 1) return classed('met');
      if (unreachable !== null) return classed('unreachable');
      const explained = await explain(text);
      if (typeof explained === 'string') return classed(rank === null ? null : 'ranked');
      return classed(explained.class, explained);
    }),
  );
  for (const { explained } of expectations) {
    for (const one of [explained?.expected, explained?.against]) {
      if (one == null) continue;
      scores.set(one.text, one.score);
      noteSpan(one);
    }
    const higher = explained?.wider?.higher;
    if (higher != null) {
      scores.set(higher.text, Math.max(higher.score, scores.get(higher.text) ?? -Infinity));
    }
  }
  const coverage = coverageOf(node, knowledge, first?.tokens ?? []);
  const spanned = first === null ? null : isSpanned(first);
  const notes =
    bag.grammar === undefined
      ? null
      : [
          ...categoryNotes(coverage.categories),
          ...(first !== null && spanned === false ? await fragmentNotes(first) : []),
        ];
  const output = first?.text.split(' ') ?? [];
  const nearest = expectations
    .map((one) => ({ ...one, bleu: sentenceBleu(output, one.text.split(' ')) }))
    .sort((a, b) => (a.rank ?? Infinity) - (b.rank ?? Infinity) || b.bleu - a.bleu)
    .at(0);
  const against =
    [...scores]
      .map(([text, score]) => ({ text, score }))
      .filter(({ text }) => text !== nearest?.text)
      .sort((a, b) => b.score - a.score)
      .at(0) ?? null;
  const listed = [
    ...realized.realizations,
    ...expectations.flatMap(({ explained }) => [explained?.expected, explained?.against]),
  ].filter((one) => one != null);
  const displays = [first, nearest, against]
    .flatMap((one) => one?.text ?? [])
    .map((text) => [text, displayedLike(text, listed)] as const)
    .filter(([text, display]) => display !== displayed(text));
  const score = nearest && scores.get(nearest.text);
  const isJoined = [nearest, against].some((one) => one != null && joined.has(one.text));
  return {
    report: {
      ...about,
      first: first?.text ?? null,
      rank: nearest?.rank ?? null,
      class: nearest?.class ?? null,
      margin: score == null || against === null || isJoined ? null : score - against.score,
      ...(isJoined && { joined: true }),
      against: score == null ? null : (against?.text ?? null),
      expected: nearest?.text ?? null,
      ...(expectations.length > 1 && { several: true }),
      problem: null,
      cpuMs,
      ...(notes !== null && { notes }),
      ...(displays.length > 0 && { displays: Object.fromEntries(displays) }),
    },
    coverage,
    isSpanned: spanned,
    expectations: expectations.map(({ rank, class: kind }) => ({ rank, class: kind })),
    compared: nearest === undefined ? null : { output, reference: nearest.text.split(' ') },
  };
}

/**
 * One note names all words for which neither the bag nor the dictionary has a category. If the
 * dictionary has a word, but not with the category that the bag gives it, the word gets a note of
 * its own.
 */
function categoryNotes(categories: BagCoverage['categories']): string[] {
  if (categories === null) return [];
  const { unknown, unseen } = categories;
  const quoted = [...new Set(unknown)].map((form) => `"${form}"`);
  return [
    ...(quoted.length === 0
      ? []
      : [`Without a category in the dictionary, so that tags decide: ${quoted.join(', ')}.`]),
    ...unseen.map(({ form, category }) => `"${form}" was never seen as ${category}.`),
  ];
}

/**
 * @param outcomes in the order of files and bags
 * @param listed the greatest rank that counts as listed
 */
export function coverageReport(
  files: readonly string[],
  outcomes: readonly BagOutcome[],
  listed: number,
): CoverageReport {
  const expectations = outcomes.flatMap((outcome) => outcome.expectations);
  const upTo = (rank: number): number =>
    expectations.filter((one) => one.rank !== null && one.rank <= rank).length;
  const ofClass = (kind: ExplanationClass | null): number =>
    expectations.filter((one) => one.class === kind).length;
  const grammar = ofClass('grammar');
  const spanned = outcomes.flatMap(({ isSpanned }) => isSpanned ?? []);
  const words = outcomes.flatMap(({ coverage }) => coverage.words);
  const arcs = outcomes.flatMap(({ coverage }) => coverage.arcs);
  const bleu = new Bleu();
  const compared = outcomes.flatMap((outcome) => outcome.compared ?? []);
  for (const { output, reference } of compared) bleu.add(output, reference);
  return {
    files,
    bags: outcomes.length,
    realized: outcomes.filter(({ report }) => report.first !== null).length,
    expectations: {
      bags: outcomes.filter((outcome) => outcome.expectations.length > 0).length,
      total: expectations.length,
      rank1: upTo(1),
      rank5: upTo(5),
      listed: upTo(listed),
      byClass: {
        unreachable: ofClass('unreachable'),
        dictionary: ofClass('dictionary'),
        beam: ofClass('beam'),
        search: ofClass('search'),
        model: ofClass('model'),
        ranked: ofClass('ranked'),
        met: ofClass('met'),
        'not-run': ofClass(null),
        ...(grammar > 0 && { grammar }),
      },
    },
    bleu: compared.length === 0 ? null : bleu.score(),
    words: { total: words.length, known: words.filter(({ count }) => count > 0).length },
    arcs: { total: arcs.length, seen: arcs.filter(({ count }) => count > 0).length },
    ...(spanned.length > 0 && {
      derivations: { total: spanned.length, spanning: spanned.filter(Boolean).length },
    }),
    perBag: outcomes.map(({ report }) => report),
  };
}
