import type { Addition } from '../bag/addition.ts';
import type { Bag } from '../bag/bag.ts';
import type {
  Explained,
  Explanation,
  ExplanationClass,
  LostEdge,
  Reach,
  ScoredSentence,
} from '../explain/explanation.ts';
import type { Fragments } from '../explain/fragments.ts';
import { partsByStep, type Realization, type Transition } from '../realize/realizer.ts';
import {
  bagName,
  type CheckedFile,
  positionAt,
  toBag,
  writeAddition,
  type WrittenAddition,
} from '../language/index.ts';

/**
 * The output of `bowline explain --format json` for an expectation, without the edits of the lines
 * that help.
 */
export interface ExplanationReport {
  readonly bag: string;
  readonly expectation: string;
  readonly class: ExplanationClass;
  /** The rank among all sentences that the search found, from 1; null if it was not found. */
  readonly rank: number | null;
  /**
   * The first step, from 1, after which no kept hypothesis leads to the sentence; null if one was
   * kept to the end.
   */
  readonly step: number | null;
  /**
   * The head, by its index from 1, if the step ordered the dependents of one head; null if it ordered
   * the whole sentence.
   */
  readonly head: number | null;
  /** The words of the best lost hypothesis that leads to the sentence, and its rank in the step. */
  readonly prefix: string | null;
  readonly prefixRank: number | null;
  /** The smallest beam that keeps it to the end, of 2, 4, 8 … times the one used, up to 4,096. */
  readonly smallestBeam: number | null;
  /** Where a best-first search lost it; null if it did not, or if another search ran. */
  readonly lostEdge: LostEdge | null;
  /** The effort with which best-first finds it; null if it was not tried. */
  readonly reach: Reach | null;
  /** Whether the search for its best derivation cut nothing off. */
  readonly exact: boolean;
  /** Its best known derivation. */
  readonly expected: SentenceReport | null;
  /** The derivation of the sentence that it is compared with, by default the first. */
  readonly best: SentenceReport | null;
  /** The parts of both scores, which sum to them; the greatest difference first. */
  readonly templates: readonly TemplateReport[];
  /** The first step, from 1, in which they differ; null if there is none. */
  readonly firstDifference: number | null;
  /** Numbers of the lines of the file that it breaks, from 1. */
  readonly lines: readonly number[];
  /** Why no realization can match it, in a sentence; null if one can. */
  readonly unreachable: string | null;
  /** Words that lack a tag or a category. */
  readonly lacking: readonly {
    readonly index: number;
    readonly form: string;
    readonly tag: string;
    readonly category?: string;
    readonly offered: readonly string[];
  }[];
  /** If no derivation of the bag's grammar spans it: the parts that the rules make of its words. */
  readonly fragments?: FragmentsReport;
  /**
   * Lines each of which, written into the bag, makes the sentence come first. Each was tried by
   * realizing the bag.
   */
  readonly help: readonly ({ readonly kind: HelpKind } & WrittenAddition)[];
  /** A wider beam in which it comes first, tried by realizing the bag. */
  readonly helpfulBeam: number | null;
}

export type HelpKind = Addition['kind'];

/** Places are from 1, in the sentence's order. */
export interface FragmentsReport {
  /**
   * Whether heads are given. The parts ignore heads; the text says so, and the JSON does not have
   * this.
   */
  readonly leavesArcsAside: boolean;
  /**
   * From left to right: neighbouring words, and their categories. A single part spans all words.
   */
  readonly parts: readonly {
    readonly first: number;
    readonly last: number;
    readonly text: string;
    readonly categories: readonly string[];
  }[];
  /** Rules that would join a part with the next one, but that the model has not seen do so. */
  readonly missing: readonly {
    /** The left part, from 1. */
    readonly part: number;
    readonly rule: string;
    readonly categories: readonly [left: string, right: string];
    readonly result: string;
    /** A unary rule that must first change one of the parts; null if none is needed. */
    readonly change: string | null;
  }[];
}

export interface SentenceReport {
  readonly text: string;
  readonly score: number;
  readonly tokens: readonly {
    /** The place of the written word in `words:`, from 1. */
    readonly index: number;
    readonly form: string;
    readonly tag: string;
    /** Only for a bag with a grammar. */
    readonly category?: string;
    /** From 1 in the sentence's order; 0 for the root. */
    readonly head: number;
  }[];
  readonly steps: readonly StepReport[];
}

/** A step of a derivation. Places are from 1, in the sentence's order. */
export interface StepReport {
  readonly action: Transition['action'];
  /** 0 for SHIFT. */
  readonly head: number;
  readonly dependent: number;
  readonly score: number;
  /**
   * For a bag with a grammar: the resulting category, then the results of unary rules; none if parts
   * are glued.
   */
  readonly categories?: readonly string[];
  /** The parts of its score, which sum to it. */
  readonly templates: readonly { readonly name: string; readonly score: number }[];
}

export interface TemplateReport {
  /** `GROUP/NAME`. */
  readonly name: string;
  readonly meaning: string;
  readonly expected: number;
  readonly best: number;
}

/** Why no explanation can be given, in a sentence. */
export class NotExplained extends Error {}

/**
 * Explains a sentence of a bag.
 *
 * @param index the bag's place in the file, from 0
 * @param text its surface words, separated by single spaces: an expectation, or any sentence of
 *   the bag's words
 * @throws {NotExplained} if the bag has an error, or its search does not take it
 */
export async function explainSentence(
  checked: CheckedFile,
  index: number,
  text: string,
  explain: (bag: Bag, words: readonly string[]) => Promise<Explained>,
): Promise<{ readonly report: ExplanationReport; readonly explanation: Explanation }> {
  const { file } = checked;
  const error = checked.firstError(index);
  if (error !== null) {
    const { line } = positionAt(file, error.range.start);
    throw new NotExplained(`Line ${line + 1}: ${error.message}`);
  }
  const explained = await explain(toBag(file.bags[index]), text.split(' '));
  if (typeof explained === 'string') throw new NotExplained(explained);
  const expectations = checked.expectations(index);
  const place = expectations.findIndex((expectation) => expectation.text === text);
  const unreachable = place < 0 ? null : expectations[place].unreachable;
  const lines = (place < 0 ? [] : checked.brokenBy(index, place)).map(
    ({ start }) => positionAt(file, start).line + 1,
  );
  const report: ExplanationReport = {
    bag: bagName(file, index),
    expectation: text,
    ...reported(explained, unreachable),
    lines: [...new Set(lines)].sort((a, b) => a - b),
    unreachable,
    help: explained.help.flatMap((addition) => {
      const written = writeAddition(file.bags[index], addition);
      return written === null ? [] : [{ kind: addition.kind, ...written }];
    }),
  };
  return { report, explanation: explained };
}

function reported(
  { class: kind, rank, loss, smallestBeam, isExact, expected, best, ...rest }: Explanation,
  unreachable: string | null,
): Omit<ExplanationReport, 'bag' | 'expectation' | 'lines' | 'unreachable' | 'help'> {
  return {
    class: unreachable === null ? kind : 'unreachable',
    rank,
    step: loss?.step ?? null,
    head: loss?.head == null ? null : loss.head + 1,
    prefix: loss?.prefix ?? null,
    prefixRank: loss?.rank ?? null,
    smallestBeam,
    lostEdge: rest.lostEdge,
    reach: rest.reach,
    exact: isExact,
    expected: sentenceReport(expected),
    best: sentenceReport(best),
    templates: rest.templates.map(({ template, ...one }) => ({ name: template, ...one })),
    firstDifference: rest.firstDifference,
    helpfulBeam: rest.helpfulBeam,
    lacking: rest.lacking.map(({ word, ...one }) => ({ index: word + 1, ...one })),
    ...(rest.fragments !== null &&
      expected !== null && { fragments: fragmentsReport(rest.fragments, expected) }),
  };
}

/** @param sentence the sentence of these steps */
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
  const { text, score, tokens } = sentence;
  return {
    text,
    score,
    tokens: tokens.map(({ word, form, tag, category, head }) => ({
      ...{ index: word + 1, form, tag, head },
      ...(category !== undefined && { category }),
    })),
    steps: stepReports(sentence),
  };
}

/** The steps of a derivation; a brief explanation has no templates. */
export function stepReports({ transitions, byStep, parts }: ScoredSentence): StepReport[] {
  const made = partsByStep(parts ?? []);
  return transitions.map((transition, step) => ({
    ...transition,
    ...(step in made && { categories: made[step].flatMap(({ category }) => category ?? []) }),
    templates: (byStep.at(step) ?? []).map(({ template, score }) => ({ name: template, score })),
  }));
}
