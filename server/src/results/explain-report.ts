import type { Bag } from '../bag/bag.ts';
import type {
  Explained,
  Explanation,
  ExplanationClass,
  LostEdge,
  Reach,
  ScoredSentence,
  WiderSearches,
} from '../explain/explanation.ts';
import type { Fragments } from '../explain/fragments.ts';
import { isSpanned, partsByStep, type Realization, type Transition } from '../realize/realizer.ts';
import {
  bagName,
  type CheckedFile,
  type Expectation,
  positionAt,
  toBag,
  writeAddition,
  writeAdditions,
  type WrittenAddition,
  type WrittenAdditions,
} from '../language/index.ts';
import { fixTitles } from './fix-titles.ts';

/**
 * The report on an expectation. The output of `bowline explain --format json` leaves out
 * `hasChoices`, and the text edits in `help` and `together`.
 */
export interface ExplanationReport {
  /** The path of the bag's file. Missing if the command was given only one file. */
  readonly file?: string;
  readonly bag: string;
  readonly expectation: string;
  /** Whether the bag has alternatives or optional words. */
  readonly hasChoices: boolean;
  readonly class: ExplanationClass;
  /**
   * The sentence's rank among all sentences that the search found, from 1; null if the search did
   * not find the sentence.
   */
  readonly rank: number | null;
  /**
   * The step in which the beam lost the sentence: the first step after which no kept hypothesis
   * leads to the sentence. Steps count from 1. Null if there is no such step.
   */
  readonly step: number | null;
  /** If `step` orders the dependents of one head: the head's index, from 1. Otherwise null. */
  readonly head: number | null;
  /**
   * `prefix` is the words of the best hypothesis in `step` that leads to the sentence; the step did
   * not keep it. `prefixRank` is its rank among the results of the step. If the step made no such
   * hypothesis, `prefix` is the words of the best such hypothesis before the step, and `prefixRank`
   * is null.
   */
  readonly prefix: string | null;
  readonly prefixRank: number | null;
  /** The number of hypotheses that `step` kept; null if `step` is null. */
  readonly kept: number | null;
  /**
   * The smallest tried beam with which the sentence comes first; null if there is none. Wider beams
   * are tried only if the sentence scores higher than the first sentence. They are 2, 4, 8 … times
   * as wide as the requested beam, but not wider than 4,096.
   */
  readonly smallestBeam: number | null;
  /** The widest beam that was tried; null if no beam was tried except the requested one. */
  readonly widestBeam: number | null;
  /**
   * If the explained sentence scores higher than the first sentence: a third sentence that scores
   * even higher. It comes from a wider search, a proof or the expectations. Null if no such
   * sentence is known.
   */
  readonly higher: WiderSearches['higher'];
  /**
   * Where a best-first search lost the sentence; null if no best-first search ran, or if it did not
   * lose the sentence.
   */
  readonly lostEdge: LostEdge | null;
  /**
   * How long a best-first search must run to put the sentence first; null if no tried search ran
   * long enough, or if the requested search is not best-first.
   */
  readonly reach: Reach | null;
  /**
   * Whether the derivation in `expected` is certainly the best of the sentence. This is certain if
   * the search for the derivation cut nothing off.
   */
  readonly exact: boolean;
  /** The sentence, with the derivation that gives its score; null if it has no derivation. */
  readonly expected: SentenceReport | null;
  /**
   * The sentence to compare with. This is the first sentence, unless another was requested; null if
   * there is none.
   */
  readonly against: SentenceReport | null;
  /**
   * The scores of `expected` and `against` in the list of `bowline realize`; null for a sentence
   * that the search did not find. If the search missed the best derivation of a sentence, the score
   * in the list is lower than the score in `expected` or `against`.
   */
  readonly listed: { readonly expected: number | null; readonly against: number | null };
  /**
   * The rank that the sentence would have if the search had found the best derivations of all
   * expected sentences; null if it would overtake no sentence (`Explanation.wouldBe`).
   */
  readonly wouldBe: number | null;
  /**
   * How much each template contributes to the scores of `expected` and `against`; the greatest
   * difference first.
   */
  readonly templates: readonly TemplateReport[];
  /**
   * The first step, from 1, in which the derivations of `expected` and `against` differ; null if
   * there is no such step.
   */
  readonly firstDifference: number | null;
  /** The numbers, from 1, of the lines in the file that the sentence contradicts. */
  readonly lines: readonly number[];
  /** Why no realization can match the sentence; null if a realization can match it. */
  readonly unreachable: string | null;
  /**
   * If no realization can match the sentence: the titles of the quick fixes for the expectation,
   * the likeliest first.
   */
  readonly fixes: readonly string[];
  /** The words for which the sentence needs a tag or a category that was not offered. */
  readonly lacking: readonly {
    readonly index: number;
    readonly form: string;
    readonly tag: string;
    readonly category?: string;
    readonly offered: readonly string[];
  }[];
  /**
   * If no derivation of the bag's grammar spans the sentence: the parts into which the rules join
   * its words.
   */
  readonly fragments?: FragmentsReport;
  /**
   * Lines that help: if any one of them is added to the bag, the sentence comes first. Each was
   * tried by realizing the bag.
   */
  readonly help: readonly WrittenAddition[];
  /** If no single line helps: lines that together make the sentence come first; otherwise null. */
  readonly together: WrittenAdditions | null;
  /**
   * Whether the search for lines that help reached its time limit. If so, other lines may help,
   * too.
   */
  readonly isHelpCut: boolean;
}

/** The parts of a sentence without a derivation. Places count from 1 in the sentence. */
export interface FragmentsReport {
  /**
   * Whether the bag gives heads of words. The parts ignore these heads. The text output says so;
   * the JSON omits this field.
   */
  readonly leavesArcsAside: boolean;
  /**
   * The parts from left to right. A part is a sequence of words with its possible categories. If
   * there is only one part, it spans all words.
   */
  readonly parts: readonly {
    readonly first: number;
    readonly last: number;
    readonly text: string;
    readonly categories: readonly string[];
  }[];
  /** Rules that the treebank lacks, but that would join a part with the next part. */
  readonly missing: readonly {
    /** The number of the left part, from 1. */
    readonly part: number;
    readonly rule: string;
    readonly categories: readonly [left: string, right: string];
    readonly result: string;
    /** The unary rule that must first change one of the parts; null if none is needed. */
    readonly change: string | null;
  }[];
}

export interface SentenceReport {
  readonly text: string;
  readonly display: string;
  readonly score: number;
  /**
   * For a bag with a grammar: whether a derivation spans the sentence. If not, the search joined
   * parts of the sentence without a rule.
   */
  readonly spanned?: boolean;
  readonly tokens: readonly {
    /** The place of the word in `words:`, from 1. */
    readonly index: number;
    readonly form: string;
    readonly tag: string;
    /** The word's category, only if the bag has a grammar. */
    readonly category?: string;
    /** The place of the head in the sentence, from 1; 0 for the root. */
    readonly head: number;
  }[];
  readonly steps: readonly StepReport[];
}

/** A step of a derivation. Places count from 1 in the sentence. */
export interface StepReport {
  readonly action: Transition['action'];
  /** The head, or 0 for SHIFT. */
  readonly head: number;
  readonly dependent: number;
  readonly score: number;
  /**
   * For a bag with a grammar: the category that the step makes, then the categories that unary
   * rules make from it. Empty if the step joins two parts without a rule.
   */
  readonly categories?: readonly string[];
  /** How much each template contributes to the step's score. */
  readonly templates: readonly { readonly name: string; readonly score: number }[];
}

export interface TemplateReport {
  /** The template's name, as `GROUP/NAME`. */
  readonly name: string;
  readonly meaning: string;
  readonly expected: number;
  readonly against: number;
}

/** Thrown if a sentence cannot be explained; the message says why. */
export class NotExplained extends Error {
  /** @param fixes the titles of the fixes of the bag's error, the likeliest first */
  constructor(
    message: string,
    readonly fixes: readonly string[] = [],
  ) {
    super(message);
  }
}

/**
 * Explains a sentence of a bag.
 *
 * @param expected the expected sentences that the bag allows
 */
export type ExplainBag = (
  bag: Bag,
  words: readonly string[],
  expected: readonly string[],
) => Promise<Explained>;

/** Returns the expected sentences that a bag allows. */
export function allowedBy(expectations: readonly Expectation[]): string[] {
  return expectations.flatMap(({ text, unreachable }) => (unreachable === null ? text : []));
}

/**
 * Explains a sentence of a bag.
 *
 * @param index the bag's index in the file, from 0
 * @param text the sentence, with single spaces between its words. It may be an expectation or any
 *   other sentence that has the bag's words
 * @throws {NotExplained} if the bag has an error, or if the requested search does not accept the
 *   bag
 */
export async function explainSentence(
  checked: CheckedFile,
  index: number,
  text: string,
  explain: ExplainBag,
): Promise<{ readonly report: ExplanationReport; readonly explanation: Explanation }> {
  const { file } = checked;
  const error = checked.firstError(index);
  if (error !== null) {
    const { line } = positionAt(file, error.range.start);
    throw new NotExplained(`Line ${line + 1}: ${error.message}`, fixTitles(error));
  }
  const expectations = checked.expectations(index);
  const allowed = allowedBy(expectations);
  const bag = toBag(file.bags[index]);
  const explained = await explain(bag, text.split(' '), allowed);
  if (typeof explained === 'string') throw new NotExplained(explained);
  const place = expectations.findIndex((expectation) => expectation.text === text);
  const unreachable = place < 0 ? null : expectations[place].unreachable;
  const lines = (place < 0 ? [] : checked.brokenBy(index, place)).map(
    ({ start }) => positionAt(file, start).line + 1,
  );
  const report: ExplanationReport = {
    bag: bagName(file, index),
    expectation: text,
    hasChoices: bag.choices.length > 0,
    ...reported(explained, unreachable),
    lines: [...new Set(lines)].sort((a, b) => a - b),
    unreachable,
    fixes: place < 0 ? [] : checked.fixesOf(index, place),
    isHelpCut: explained.isHelpCut,
    help: explained.help.flatMap((addition) => {
      const written = writeAddition(file.bags[index], addition);
      return written ?? [];
    }),
    together:
      explained.together.length === 0 ? null : writeAdditions(file.bags[index], explained.together),
  };
  return { report, explanation: explained };
}

function reported(
  { class: kind, rank, loss, wider, isExact, expected, against, ...rest }: Explanation,
  unreachable: string | null,
): Omit<
  ExplanationReport,
  | 'bag'
  | 'expectation'
  | 'hasChoices'
  | 'lines'
  | 'unreachable'
  | 'fixes'
  | 'help'
  | 'together'
  | 'isHelpCut'
> {
  return {
    class: unreachable === null ? kind : 'unreachable',
    rank,
    step: loss?.step ?? null,
    head: loss?.head == null ? null : loss.head + 1,
    prefix: loss?.prefix ?? null,
    prefixRank: loss?.rank ?? null,
    kept: loss?.kept ?? null,
    smallestBeam: wider?.smallestBeam ?? null,
    widestBeam: wider?.widest ?? null,
    higher: wider?.higher ?? null,
    lostEdge: rest.lostEdge,
    reach: wider?.reach ?? null,
    exact: isExact,
    expected: sentenceReport(expected),
    against: sentenceReport(against),
    listed: rest.found,
    wouldBe: rest.wouldBe,
    templates: rest.templates.map(({ template, ...one }) => ({ name: template, ...one })),
    firstDifference: rest.firstDifference,
    lacking: rest.lacking.map(({ word, ...one }) => ({ index: word + 1, ...one })),
    ...(rest.fragments !== null &&
      expected !== null && { fragments: fragmentsReport(rest.fragments, expected) }),
  };
}

/**
 * Reports the fragments of a sentence.
 *
 * @param sentence the sentence that the fragments are parts of
 */
export function fragmentsReport(
  { parts, missing }: Fragments,
  { tokens }: Pick<Realization, 'tokens'>,
): FragmentsReport {
  return {
    leavesArcsAside: tokens.some(({ given }) => given.head),
    parts: parts.map(({ first, last, categories }) => ({
      first: first + 1,
      last: last + 1,
      text: tokens
        .slice(first, last + 1)
        .map(({ form }) => form)
        .join(' '),
      categories,
    })),
    missing: missing.map(({ left, parts: categories, ...rule }) => ({
      part: left + 1,
      categories,
      ...rule,
    })),
  };
}

function sentenceReport(sentence: ScoredSentence | null): SentenceReport | null {
  if (sentence === null) return null;
  const { text, display, score, tokens } = sentence;
  const spanned = isSpanned(sentence);
  return {
    text,
    display,
    score,
    ...(spanned !== null && { spanned }),
    tokens: tokens.map(({ word, form, tag, category, head }) => ({
      ...{ index: word + 1, form, tag, head },
      ...(category !== undefined && { category }),
    })),
    steps: stepReports(sentence),
  };
}

/**
 * Reports the steps of a derivation. They have templates only if the explanation has the depth
 * `parts` (`SearchDepth`).
 */
export function stepReports({ transitions, byStep, parts }: ScoredSentence): StepReport[] {
  const made = partsByStep(parts ?? []);
  return transitions.map((transition, step) => ({
    ...transition,
    ...(step in made && { categories: made[step].flatMap(({ category }) => category ?? []) }),
    templates: (byStep.at(step) ?? []).map(({ template, score }) => ({ name: template, score })),
  }));
}
