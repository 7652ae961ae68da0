import { fitsOthers } from '../explain/help.ts';
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
 * The report on an expectation. The JSON of `bowline explain` leaves out `hasChoices`, and the text
 * edits in `help` and `together`.
 */
export interface ExplanationReport {
  /** Missing if the command was given only one file. */
  readonly file?: string;
  readonly bag: string;
  readonly expectation: string;
  /** Whether the bag has alternatives or optional words. */
  readonly hasChoices: boolean;
  /** The other expected sentences that a line of `help` or `together` makes impossible. */
  readonly ruledOut: readonly string[];
  readonly class: ExplanationClass;
  /** Among all found sentences, from 1; null if the sentence was not found. */
  readonly rank: number | null;
  /** The first step, from 1, after which no hypothesis in the beam leads to the sentence. */
  readonly step: number | null;
  /** If `step` orders the dependents of one head: the head's index, from 1. */
  readonly head: number | null;
  /**
   * The words of the best hypothesis that leads to the sentence and that `step` made, but did not
   * keep. `prefixRank` is its rank among all hypotheses that `step` made. If `step` made no
   * hypothesis that leads to the sentence, `prefix` has the words of the best such hypothesis
   * before `step`, and `prefixRank` is null.
   */
  readonly prefix: string | null;
  readonly prefixRank: number | null;
  /** How many hypotheses `step` kept. */
  readonly kept: number | null;
  /**
   * The smallest tried beam that puts the sentence first. Wider beams are tried only if the
   * sentence scores higher than the first. They are 2, 4, 8 … times as wide as the requested beam,
   * up to 4,096.
   */
  readonly smallestBeam: number | null;
  /** Null if only the requested beam was tried. */
  readonly widestBeam: number | null;
  /**
   * If the explained sentence scores higher than the first sentence: a third sentence that scores
   * even higher. A wider search or a proof found it, or it is another expected sentence.
   */
  readonly higher: WiderSearches['higher'];
  /** Where a best-first search lost the sentence. */
  readonly lostEdge: LostEdge | null;
  /**
   * How long a best-first search must run to put the sentence first. Null if no tried search ran
   * long enough, or if the requested search is not best-first.
   */
  readonly reach: Reach | null;
  /**
   * Whether it is certain that no derivation of the sentence scores higher than the derivation in
   * `expected`.
   */
  readonly exact: boolean;
  /** The sentence with its scored derivation; null if it has none. */
  readonly expected: SentenceReport | null;
  /** The first sentence, unless another was requested. */
  readonly against: SentenceReport | null;
  /**
   * The scores in the list of `bowline realize`; null for a sentence that was not found. They are
   * lower than those of `expected` and `against` if the search missed the best derivation.
   */
  readonly listed: { readonly expected: number | null; readonly against: number | null };
  /**
   * The rank that the sentence would have if the search had found the best derivations of all
   * expected sentences; null if it would overtake no sentence (`Explanation.wouldBe`).
   */
  readonly wouldBe: number | null;
  /** What each template contributes to both scores, the greatest difference first. */
  readonly templates: readonly TemplateReport[];
  /** The first step, from 1, in which the two derivations differ. */
  readonly firstDifference: number | null;
  /** The lines of the file that the sentence contradicts, from 1. */
  readonly lines: readonly number[];
  /** Why no realization can match the sentence; null if one can. */
  readonly unreachable: string | null;
  /**
   * If no realization can match the sentence: the titles of the quick fixes, the likeliest first.
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
  /** The parts into which the rules join the words, if no derivation of the grammar spans them. */
  readonly fragments?: FragmentsReport;
  /** Each of these lines alone puts the sentence first. Each was tried by realizing the bag. */
  readonly help: readonly WrittenAddition[];
  /** If no single line helps: lines that together put the sentence first. */
  readonly together: WrittenAdditions | null;
  /** Whether the time for trying lines ran out. Then other lines may help, too. */
  readonly isHelpCut: boolean;
}

/** The parts of a sentence without a derivation. Places count from 1 in the sentence. */
export interface FragmentsReport {
  /**
   * Whether the bag gives heads of words. The parts ignore these heads. Only the text output says
   * so.
   */
  readonly leavesArcsAside: boolean;
  /** From left to right. A single part spans all words. */
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
    /** The unary rule that must first change one of the parts, if any. */
    readonly change: string | null;
  }[];
}

export interface SentenceReport {
  readonly text: string;
  readonly display: string;
  readonly score: number;
  /** For a bag with a grammar: whether a derivation spans the sentence. */
  readonly spanned?: boolean;
  readonly tokens: readonly {
    /** The place of the word in `words:`, from 1. */
    readonly index: number;
    readonly form: string;
    readonly tag: string;
    /** Only for a bag with a grammar. */
    readonly category?: string;
    /** The place of the head in the sentence, from 1; 0 for the root. */
    readonly head: number;
  }[];
  readonly steps: readonly StepReport[];
}

/** A step of a derivation. Places count from 1 in the sentence. */
export interface StepReport {
  readonly action: Transition['action'];
  /** 0 for SHIFT. */
  readonly head: number;
  readonly dependent: number;
  readonly score: number;
  /**
   * For a bag with a grammar: the category that the step makes, then those that unary rules make
   * from it. Empty if the step joins two parts without a rule.
   */
  readonly categories?: readonly string[];
  readonly templates: readonly { readonly name: string; readonly score: number }[];
}

export interface TemplateReport {
  /** As `GROUP/NAME`. */
  readonly name: string;
  readonly meaning: string;
  readonly expected: number;
  readonly against: number;
}

/** The message says why a sentence cannot be explained. */
export class NotExplained extends Error {
  /** @param fixes the titles of the fixes of the bag's error, the likeliest first */
  constructor(
    message: string,
    readonly fixes: readonly string[] = [],
  ) {
    super(message);
  }
}

/** @param expected the expected sentences that the bag allows */
export type ExplainBag = (
  bag: Bag,
  words: readonly string[],
  expected: readonly string[],
) => Promise<Explained>;

export function allowedBy(expectations: readonly Expectation[]): string[] {
  return expectations.flatMap(({ text, unreachable }) => (unreachable === null ? text : []));
}

/**
 * Explains a sentence of a bag.
 *
 * @param index the bag's index in the file
 * @param text an expectation or another sentence with the bag's words, separated by single spaces
 * @throws {NotExplained} if the bag has an error, or if the search does not accept the bag
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
    ruledOut: allowed.filter(
      (other) =>
        other !== text &&
        [...explained.help, ...explained.together].some(
          (addition) => !fitsOthers(bag, addition, [other]),
        ),
    ),
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
  | 'ruledOut'
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

/** @param sentence the sentence that the fragments are parts of */
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

/** The steps have templates only if the explanation has the depth `parts` (`SearchDepth`). */
export function stepReports({ transitions, byStep, parts }: ScoredSentence): StepReport[] {
  const made = partsByStep(parts ?? []);
  return transitions.map((transition, step) => ({
    ...transition,
    ...(step in made && { categories: made[step].flatMap(({ category }) => category ?? []) }),
    templates: (byStep.at(step) ?? []).map(({ template, score }) => ({ name: template, score })),
  }));
}
