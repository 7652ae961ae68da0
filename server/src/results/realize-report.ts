import type { Bag } from '../bag/bag.ts';
import type { Explanation } from '../explain/explanation.ts';
import {
  bagName,
  type CheckedFile,
  type Expectation,
  positionAt,
  toBag,
} from '../language/index.ts';
import {
  doubtsOf,
  isSpanned,
  rankedSentences,
  ranksOf,
  withExpected,
  withRows,
  type Realization,
  type Realized,
  type Status,
  type Token,
} from '../realize/realizer.ts';
import { bestDerivations, bestOf, toExplain } from './best-derivations.ts';
import { rankExpectations, type RankedExpectation } from './expectations.ts';
import { allowedBy, type ExplainBag } from './explain-report.ts';

/** A bag in `bowline realize --format json` and in the editor's export. */
export interface BagReport {
  /** Missing if the command was given only one file. */
  readonly file?: string;
  readonly bag: string;
  /** The bag's first line, from 1. */
  readonly line: number;
  readonly status: Status | 'invalid';
  readonly message: string | null;
  /**
   * Whether it is certain that no sentence of the bag scores more than the first. False if there is
   * no sentence.
   */
  readonly isProven: boolean;
  /** How many sentences the search found. The list may have fewer. */
  readonly found: number;
  readonly realizations: readonly RealizationReport[];
  /** In the order of the file. */
  readonly expectations: readonly RankedExpectation[];
}

/** A row of the list of a bag. */
export interface RealizationReport extends SentenceReport {
  /**
   * The sentence's rank among all sentences that the search found, from 1. If the list leaves out a
   * sentence, the ranks of its rows have a gap, such as 1, 2, 4.
   */
  readonly rank: number;
  /**
   * The rank that the sentence would have if the search had found its best derivation. Left out if
   * the search did find it, or if the sentence would overtake no other.
   */
  readonly wouldBe?: number;
}

export interface SentenceReport {
  readonly text: string;
  readonly display: string;
  /** The score of the best known derivation, which `tokens` shows. */
  readonly score: number;
  /** Null if the bag has no `expect:`. */
  readonly expected: boolean | null;
  readonly tokens: readonly TokenReport[];
  /**
   * For a bag with a grammar: whether a derivation spans the sentence. If none does, the search
   * joined parts of the sentence without a rule.
   */
  readonly spanned?: boolean;
  /** Unary rules in the derivation that are seldom right for their words (`doubtsOf`). */
  readonly doubts?: readonly string[];
  /** The nodes of the derivation, each after its children. */
  readonly parts?: readonly PartReport[];
}

/** A node of a derivation over categories. Places count from 1. */
export interface PartReport {
  /**
   * `category` and `rule` are null if the search joined the children without a rule. For a word,
   * only `rule` is null.
   */
  readonly category: string | null;
  readonly rule: string | null;
  /** The first token, the last token and the head of the node's phrase. */
  readonly first: number;
  readonly last: number;
  readonly head: number;
  /** The numbers, from 1, of the children in the list of nodes. */
  readonly children: readonly number[];
}

export interface TokenReport {
  /** The place of the word in `words:`, from 1. */
  readonly index: number;
  readonly form: string;
  readonly tag: string;
  /** Only for a bag with a grammar. */
  readonly category?: string;
  /** The place of the head in the sentence, from 1; 0 for the root. */
  readonly head: number;
  readonly label: string | null;
  readonly given: Token['given'];
}

export interface ListSearch {
  realize(bag: Bag): Promise<Realized>;
  /** Explains a sentence, to the depth `scores` or deeper (`SearchDepth`). */
  readonly explain: ExplainBag;
  /** Adds a label to each arc that has none, if the report shows labels. */
  label(realized: Realized): Promise<Realized>;
}

/**
 * Realizes a bag and reports the result, or the bag's error.
 *
 * Also explains expected sentences that do not come first (`explainFound`). An explanation may find
 * a better derivation of the expected or of the first sentence than the search did. The report
 * shows the score of this derivation. A sentence that this score places within the list gets a row.
 *
 * @param index the bag's index in the file
 */
export async function reportBag(
  checked: CheckedFile,
  index: number,
  search: ListSearch,
): Promise<BagReport> {
  const { file } = checked;
  const name = bagName(file, index);
  const line = file.lines[index] + 1;
  const error = checked.firstError(index);
  if (error !== null) {
    const at = positionAt(file, error.range.start);
    return reportInvalid(name, line, `Line ${at.line + 1}: ${error.message}`);
  }
  const bag = toBag(file.bags[index]);
  const expected = checked.expectations(index);
  const texts = expected.map(({ text }) => text);
  const found = withExpected(await search.realize(bag), texts);
  const explanations = await explainFound(bag, found, expected, search);
  const best = bestDerivations([...explanations.values()]);
  const listed = withRows(found, [...found.realizations, ...lifted(found, explanations)]);
  const realized = await search.label({
    ...listed,
    realizations: listed.realizations.map((one) => bestOf(one, best)),
  });
  return reportRealized(name, line, realized, expected, explanations);
}

/**
 * Returns the sentences that have no row, but would be within the list with their best derivations.
 */
function lifted(
  { realizations }: Realized,
  explanations: ReadonlyMap<string, Explanation>,
): Realization[] {
  const listed = new Set(realizations.map(({ text }) => text));
  return [...explanations.values()].flatMap(({ expected, wouldBe }) => {
    const isWithin = wouldBe !== null && wouldBe <= realizations.length;
    return expected !== null && isWithin && !listed.has(expected.text) ? [expected] : [];
  });
}

/**
 * Explains the expected sentences that were found but do not come first. If none was found,
 * explains the first sentence instead.
 *
 * @returns keyed by the text of the sentence, without sentences that could not be explained
 */
async function explainFound(
  bag: Bag,
  found: Realized,
  expected: readonly Expectation[],
  { explain }: ListSearch,
): Promise<ReadonlyMap<string, Explanation>> {
  const explanations = new Map<string, Explanation>();
  const missed = toExplain(rankExpectations(found, expected));
  if (missed.length === 0 || found.realizations.length === 0) return explanations;
  const texts = rankedSentences(found).map(({ text }) => text);
  const behind = missed.filter((text) => texts.includes(text));
  // If the search found none of the expected sentences, the first sentence is explained, which
  // finds its best derivation. To explain a sentence that was not found would take longer.
  for (const text of behind.length > 0 ? behind : [texts[0]]) {
    const explained = await explain(bag, text.split(' '), allowedBy(expected));
    if (typeof explained !== 'string') explanations.set(text, explained);
  }
  return explanations;
}

function reportRealized(
  bag: string,
  line: number,
  realized: Realized,
  expected: readonly Expectation[],
  explanations: ReadonlyMap<string, Explanation>,
): BagReport {
  const { status, message, isProven, realizations } = realized;
  const ranks = ranksOf(realized);
  const ranked = rankExpectations(realized, expected);
  const expectedRanks = new Set(ranked.map(({ rank }) => rank));
  return {
    bag,
    line,
    status,
    message,
    isProven: isProven && realizations.length > 0,
    found: rankedSentences(realized).length,
    realizations: realizations
      .map((realization, i): RealizationReport => {
        const rank = ranks[i];
        const wouldBe = explanations.get(realization.text)?.wouldBe ?? null;
        return {
          rank,
          ...(wouldBe !== null && { wouldBe }),
          ...reportSentence(realization, expected.length === 0 ? null : expectedRanks.has(rank)),
        };
      })
      .sort((one, other) => other.score - one.score),
    expectations: ranked,
  };
}

export function reportSentence(realization: Realization, expected: boolean | null): SentenceReport {
  const { text, display, score, tokens, parts } = realization;
  const spanned = isSpanned(realization);
  const doubts = doubtsOf(realization);
  return {
    text,
    display,
    score,
    expected,
    tokens: tokens.map(({ word, form, tag, category, head, label, given }) => ({
      index: word + 1,
      form,
      tag,
      ...(category !== undefined && { category }),
      head,
      label,
      given,
    })),
    ...(spanned !== null && { spanned }),
    ...(doubts.length > 0 && { doubts }),
    ...(parts !== undefined && {
      parts: parts.map(({ category, rule, first, last, head, children }) => ({
        category,
        rule,
        first: first + 1,
        last: last + 1,
        head: head + 1,
        children: children.map((child) => child + 1),
      })),
    }),
  };
}

function reportInvalid(bag: string, line: number, message: string): BagReport {
  const nothing = { isProven: false, found: 0, realizations: [], expectations: [] };
  return { bag, line, status: 'invalid', message, ...nothing };
}
