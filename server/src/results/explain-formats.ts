import type { LostEdge } from '../explain/explanation.ts';
import type { ChartEnd, ShownEdge } from '../explain/search-chart.ts';
import type { AddedText } from '../language/index.ts';
import { counted } from '../text/counted.ts';
import { displayedLike } from '../text/display.ts';
import { printable } from '../text/printable.ts';
import type { ExplanationReport, FragmentsReport, TemplateReport } from './explain-report.ts';
import { fixLines } from './fix-titles.ts';
import { jsonArray } from './json-array.ts';
import { wholeSet } from './whole-set.ts';

/** `text` is for people, `json` follows `docs/schemas/explain.schema.json`. */
export const explainFormats = ['text', 'json'] as const;
export type ExplainFormat = (typeof explainFormats)[number];

/** At most this many templates get a line each. The largest differences come first. */
const MOST_TEMPLATES = 8;

/** Yields a piece for each explanation as soon as it is complete. */
export async function* formatExplanations(
  reports: Iterable<ExplanationReport> | AsyncIterable<ExplanationReport>,
  format: ExplainFormat,
): AsyncGenerator<string, void> {
  if (format === 'json') {
    yield* jsonArray(written(reports));
    return;
  }
  let before = '';
  for await (const report of reports) {
    yield before + asText(report);
    before = '\n';
  }
}

/** Leaves out the members that JSON does not show. */
async function* written(
  reports: Iterable<ExplanationReport> | AsyncIterable<ExplanationReport>,
): AsyncGenerator<object, void> {
  for await (const { help, together, fragments, ...report } of reports) {
    yield {
      ...report,
      hasChoices: undefined,
      ruledOut: undefined,
      ...(fragments !== undefined && {
        fragments: { parts: fragments.parts, missing: fragments.missing },
      }),
      help: help.map(({ kind, line }) => ({ kind, line })),
      together: together?.lines.map(({ line }) => line) ?? [],
    };
  }
}

/** Says why a sentence does not come first: the class, then its details. */
export function explanationSentences(report: ExplanationReport): string[] {
  const ruledOut = ruledOutSentence(report);
  return [...whySentences(report), ...(ruledOut === null ? [] : [ruledOut])];
}

/** Names the other expected sentences that the lines found rule out; null if there are none. */
export function ruledOutSentence(report: ExplanationReport): string | null {
  const ruledOut = report.ruledOut.map((text) => `“${shownLike(report, text)}”`);
  if (ruledOut.length === 0) return null;
  const are = ruledOut.length === 1 ? 'is' : 'are';
  return `What puts it first rules out ${new Intl.ListFormat('en').format(ruledOut)}, which ${are} expected, too.`;
}

function whySentences(report: ExplanationReport): string[] {
  const { class: kind, rank, unreachable, lines, lacking } = report;
  switch (kind) {
    case 'met':
      return ['It comes first.', ...fragmentSentences(report.fragments)];
    case 'unreachable':
      return [
        unreachable ?? 'No derivation of it satisfies the constraints.',
        ...(lines.length === 0 ? [] : [`It breaks ${linesNamed(lines)}.`]),
      ];
    case 'ranked':
      return [
        `The search found it as no. ${rank!}: ${whyRanked(report)}`,
        ...widerSentences(report),
        ...difference(report),
        ...fragmentSentences(report.fragments),
      ];
    case 'dictionary':
      return [
        `It would come first if the dictionary offered other ${kindLacking(lacking)}: ${lackingNamed(lacking)}.`,
        ...difference(report),
        ...loss(report),
      ];
    case 'grammar':
      return [
        'No derivation of the grammar spans it with the categories that are tried.',
        ...fragmentSentences(report.fragments),
        ...(lacking.length === 0 ? [] : [`A derivation would, with ${lackingNamed(lacking)}.`]),
        ...preferred(report),
        ...difference(report),
      ];
    case 'beam':
    case 'search':
      return [
        'The search missed it, although it scores higher than the first sentence in the list (a search error).',
        ...loss(report),
        ...widerSentences(report),
        ...difference(report),
        ...fragmentSentences(report.fragments),
      ];
    case 'model':
      return [
        ...(report.higher === null
          ? [
              `The model prefers the first sentence in the list (a model error).${missedBoth(report)}`,
            ]
          : preferred(report)),
        ...difference(report),
        ...loss(report),
        ...fragmentSentences(report.fragments),
      ];
  }
}

function missedBoth({ against, listed }: ExplanationReport): string {
  const isFirstMissed =
    against !== null && listed.against !== null && listed.against < against.score;
  return isFirstMissed ? ' The search missed the best derivations of both.' : '';
}

function kindLacking(lacking: ExplanationReport['lacking']): string {
  if (lacking[0]?.category === undefined) return 'tags';
  return lacking.some(isTried) ? 'uses of words' : 'categories';
}

/**
 * Whether the search tried the word with the category that the sentence needs. Then the category
 * itself is not lacking. The sentence needs the category with another tag, or with other heads (see
 * `Leaf.modes`).
 */
function isTried({ category, offered }: ExplanationReport['lacking'][number]): boolean {
  return category !== undefined && offered.includes(category);
}

function lackingNamed(lacking: ExplanationReport['lacking']): string {
  return lacking
    .map((one) => {
      const { form, tag, category, offered } = one;
      const use = category === undefined ? tag : `${tag}:${category}`;
      const told = category === undefined ? offered.join(', ') : few(offered);
      return `"${form}" as ${use}${isTried(one) ? ' with other heads or another tag' : ''} (offered: ${told})`;
    })
    .join('; ');
}

/**
 * Describes a sentence without a derivation: the parts that the rules make of it, and the rules
 * that would join them.
 */
export function fragmentSentences(fragments: FragmentsReport | undefined): string[] {
  if (fragments === undefined) return [];
  const { parts, missing, leavesArcsAside } = fragments;
  if (parts.length === 1) {
    return [
      'Some derivation spans its words, but the search found none that satisfies all constraints.',
    ];
  }
  const named = parts.map(({ text, categories }) => `"${text}" (${few(categories)})`);
  return [
    `The rules of the grammar join it into ${parts.length} parts${leavesArcsAside ? ', without regard to the given arcs' : ''}: ${named.join(', ')}.`,
    ...parts.slice(1).map(({ text }, i) => {
      const both = `"${parts[i].text}" and "${text}"`;
      const rules = missing.filter(({ part }) => part === i + 1);
      if (rules.length === 0) return `No rule joins ${both}.`;
      const told = rules.map(({ rule, categories, result, change }) => {
        const first = change === null ? '' : `, once ${change}`;
        return `${categories.join(' ')} ⇒ ${result} (${rule})${first}`;
      });
      return `The treebank has no rule that joins ${both}. A rule would be ${told.join(' or ')}.`;
    }),
  ];
}

/** The limit for one list of categories. */
const MOST_CATEGORIES = 3;

function few(categories: readonly string[]): string {
  const rest = categories.length > MOST_CATEGORIES ? ', …' : '';
  return `${categories.slice(0, MOST_CATEGORIES).join(', ')}${rest}`;
}

function whyRanked({ expected, against, wouldBe, higher }: ExplanationReport): string {
  const prefers = 'the model prefers the first sentence in the list (a model error).';
  if (expected === null || against === null) return prefers;
  if (expected.score > against.score) {
    const missed = 'the search missed its best derivation, which scores higher than the first';
    return `${missed} sentence${higher === null ? ' (a search error)' : ''}.`;
  }
  if (wouldBe !== null && expected.score === against.score) {
    return `the search missed its best derivation, with which it would be no. ${grouped(wouldBe)} in the list, behind a sentence with the same score.`;
  }
  if (wouldBe !== null) {
    return `the search missed its best derivation, with which it would be no. ${grouped(wouldBe)} in the list, and ${prefers}`;
  }
  return expected.score === against.score
    ? 'another sentence has the same score and comes first.'
    : prefers;
}

/** Describes the results of wider searches. */
function widerSentences(report: ExplanationReport): string[] {
  const { smallestBeam, widestBeam, higher, lostEdge, reach } = report;
  if (reach !== null) {
    const { pops, results, beam } = reach;
    return [
      `Best-first finds it at pop ${grouped(pops)}. A beam of ${grouped(beam)} allows this many pops; with ` +
        `${grouped(results)} results it puts the sentence first.`,
    ];
  }
  if (higher !== null) return preferred(report);
  if (smallestBeam !== null) {
    return [`A beam of ${grouped(smallestBeam)} puts it first; half of that does not.`];
  }
  if (widestBeam !== null) return [`No beam up to ${grouped(widestBeam)} puts it first.`];
  return lostEdge === null
    ? []
    : ['Best-first puts it first with none of the beams that were tried.'];
}

/** Names the sentence that scores even more than the explained sentence, if there is one. */
function preferred(report: ExplanationReport): string[] {
  const { higher } = report;
  if (higher === null) return [];
  const { text, beam, isExpected } = higher;
  const finder = beam === null ? 'the search for a proof' : `a beam of ${grouped(beam)}`;
  return [
    'The model prefers a sentence whose best derivation the search missed too (a model error): ' +
      `“${shownLike(report, text)}”, ${isExpected ? 'also expected' : `found by ${finder}`}.`,
  ];
}

/** Writes a sentence for people, in the style of the explained and the first sentence. */
function shownLike({ expected, against }: ExplanationReport, text: string): string {
  return displayedLike(
    text,
    [expected, against].filter((one) => one !== null),
  );
}

function loss(report: ExplanationReport): string[] {
  const { step, head, prefix, prefixRank, kept, against, expected, lostEdge } = report;
  if (lostEdge !== null) return [lostEdgeSentence(lostEdge)];
  if (step === null) return [];
  const ofHead = (expected ?? against)?.tokens.find(({ index }) => index === head);
  const where =
    ofHead === undefined ? '' : `, where the dependents of "${ofHead.form}" are ordered`;
  const rank =
    prefixRank === null
      ? 'none of its hypotheses could be continued'
      : `its best partial sentence ("${prefix!}") had rank ${grouped(prefixRank)}, and the step kept ${grouped(kept!)}`;
  return [`The beam lost it in step ${step}${where}: ${rank}.`];
}

/**
 * Says why a best-first search missed a sentence: it lost an edge, which is a part of the
 * sentence's best tree. Names this edge and the edges that kept it out, if any.
 */
export function lostEdgeSentence({ edge, kind, by, end, last }: LostEdge): string {
  const taken =
    edge.pop === null ? '' : edge.pop === 0 ? ', a word' : ` (pop ${grouped(edge.pop)})`;
  const part = `${quoted(edge)}${taken}`;
  switch (kind) {
    case 'alike': {
      const texts = [...new Set(by.map(quoted))];
      const popsOfText = (text: string): string => popsOf(by.filter((one) => quoted(one) === text));
      const first = texts.map((text) => `${text} (${popsOfText(text)})`).join(', ');
      const same =
        edge.category === undefined ? 'words and head' : 'words, head, category and ends';
      return `The part ${part} was not joined to anything: ${first}, with the same ${same}, came first.`;
    }
    case 'crowded':
      return (
        `The part ${part} was not used: the limit of parts of ${counted(edge.words.length, 'word')} was reached before, ` +
        `with ${quoted(by[0])} (pop ${grouped(by[0].pop)}).`
      );
    case 'worst':
      return `The part ${part} was worse than every part of the full chart, so it was not joined to later parts.`;
    case 'dropped':
      return (
        `The part ${part} was dropped from the full chart for ${quoted(by[0])} (pop ${grouped(by[0].pop)}), ` +
        'before the part that it was to be joined to was taken off the agenda.'
      );
    case 'waiting': {
      const lead =
        edge.value > last.value
          ? '; its turn came earlier, because the search favours large parts until it has a sentence'
          : '';
      return (
        `The part ${part} was still waiting, with the value ${rounded(edge.value)}, when the search ${ends[end]}. ` +
        `The last part that was taken, pop ${grouped(last.pop)}, had the value ${rounded(last.value)}${lead}.`
      );
    }
  }
}

const ends: Readonly<Record<ChartEnd, string>> = {
  found: 'had found enough sentences',
  stopped: 'was stopped',
  limit: 'reached its limit of pops',
  exhausted: 'ended',
};

function quoted({ words, category }: ShownEdge): string {
  const text = `"${words.join(' ')}"`;
  return category === undefined ? text : `${text} as ${category ?? 'parts that no rule joins'}`;
}

function popsOf(edges: readonly { readonly pop: number }[]): string {
  return `${edges.length === 1 ? 'pop' : 'pops'} ${edges.map(({ pop }) => grouped(pop)).join(', ')}`;
}

function rounded(value: number): string {
  return grouped(Math.round(value * 10) / 10);
}

/**
 * Compares the score of the explained sentence with the score of the first sentence and, if there
 * is one, with the score of `higher`.
 */
function difference({
  expected,
  against,
  higher,
  exact,
  class: kind,
  rank,
  wouldBe,
}: ExplanationReport): string[] {
  if (expected === null || against === null) return [];
  const by = expected.score - against.score;
  const than =
    by === 0 ? 'as much as' : `${grouped(Math.abs(by))} ${by < 0 ? 'less' : 'more'} than`;
  const found = exact ? 'its best derivation' : 'the best derivation of it that was found';
  const scores = `${found}: ${grouped(expected.score)}; the first: ${grouped(against.score)}`;
  // For the classes `beam` and `search`, the text already begins with “The search missed it”, so
  // this is not said again.
  const isMissed = rank === null && kind !== 'beam' && kind !== 'search';
  return [
    `It scores ${than} the first sentence in the list (${scores}).`,
    ...(higher === null
      ? []
      : [
          `It scores ${grouped(higher.score - expected.score)} less than “${displayedLike(higher.text, [expected, against])}” (${grouped(higher.score)}).`,
        ]),
    ...(against.spanned === false && expected.spanned === true
      ? [
          'A derivation spans it, but none spans the first sentence in the list: the search joined parts of that one at a cost.',
        ]
      : []),
    ...(isMissed ? [missedPlace(wouldBe, higher)] : []),
  ];
}

/**
 * Says which rank the explained sentence would have with its best derivation. `wouldBe` does not
 * count the sentence `higher` if a wider beam found it, since then the list lacks it. In this case,
 * the text begins with “Without that sentence”.
 */
function missedPlace(wouldBe: number | null, higher: ExplanationReport['higher']): string {
  if (wouldBe === null) {
    return 'It would stand below all sentences that the search found; the search missed it.';
  }
  const place = `would be no. ${grouped(wouldBe)} in the list`;
  return (higher?.beam ?? null) === null
    ? `It ${place}; the search missed it.`
    : `Without that sentence, it ${place}; the search missed both.`;
}

export function nothingHelps(
  {
    expected,
    hasChoices,
    isHelpCut,
  }: Pick<ExplanationReport, 'expected' | 'hasChoices' | 'isHelpCut'>,
  sentence = 'it',
): string {
  const use = expected?.tokens.at(0)?.category === undefined ? 'tag' : 'category';
  const rest = hasChoices ? 'arc, label or choice' : 'arc or label';
  const nothing = `No ${use}, order line, ${rest} that was tried puts ${sentence} first.`;
  return isHelpCut ? `${nothing} The time for trying lines ran out, so others may.` : nothing;
}

function grouped(count: number): string {
  return count.toLocaleString('en');
}

function linesNamed(lines: readonly number[]): string {
  return lines.length === 1 ? `line ${lines[0]}` : `lines ${lines.join(', ')}`;
}

function asText(report: ExplanationReport): string {
  const { file, bag, expectation, against, expected } = report;
  const lines = [
    `${file === undefined ? '' : `${file}: `}${bag}: ${report.class}`,
    `  Expected: ${shownLike(report, expectation)}`,
    ...(against === null || report.class === 'met' ? [] : [`  First:    ${against.display}`]),
    ...explanationSentences(report).map((sentence) => `  ${sentence}`),
    ...fixLines(report.fixes).map((fix) => `    ${fix}`),
    ...helpLines(report),
    ...(expected !== null && against !== null && report.class !== 'met'
      ? templateLines(report)
      : []),
  ];
  return `${lines.map(printable).join('\n')}\n`;
}

/** The section of the bag in which a line of each kind belongs. */
const sections: Readonly<Record<AddedText['kind'], string>> = {
  use: 'words:',
  remove: 'words:',
  tag: 'words:',
  category: 'words:',
  order: 'order:',
  arc: 'deps:',
  label: 'deps:',
};

/** Writes lines as in a bag, so that the user can copy them. */
function helpLines(report: ExplanationReport): string[] {
  const { help, together, expected } = report;
  if (help.length > 0) return ['  One of these lines puts it first:', ...underSections(help)];
  if (together !== null) {
    const { lines } = together;
    const whole = wholeSet(lines, expected?.tokens.length ?? 0);
    return [
      whole === null
        ? '  These lines together put it first:'
        : `  It comes first if the bag gives ${whole}:`,
      ...underSections(lines),
    ];
  }
  if (report.class === 'met' || report.class === 'unreachable') return [];
  return [`  ${nothingHelps(report)}`];
}

function underSections(added: readonly AddedText[]): string[] {
  const bySection = new Map<string, Set<string>>();
  for (const { kind, line, indexed } of added) {
    const needed = indexed.length === 0 ? '' : `  # needs ${indexed.join(' and ')} in words:`;
    const ofSection = bySection.get(sections[kind]) ?? new Set();
    bySection.set(sections[kind], ofSection.add(`      ${line}${needed}`));
  }
  return [...bySection].flatMap(([section, lines]) => [`    ${section}`, ...lines]);
}

/** Lists the templates that contribute most to the difference of the scores. */
function templateLines({ templates }: ExplanationReport): string[] {
  const differing = templates.filter((one) => one.expected !== one.against);
  if (differing.length === 0) return [];
  const sum = (side: 'expected' | 'against', of: readonly TemplateReport[]): number =>
    of.reduce((total, one) => total + one[side], 0);
  const row = (of: readonly TemplateReport[], name: string): string => {
    const [one, other] = [sum('expected', of), sum('against', of)];
    const numbers = [one, other, one - other].map((n) => String(n).padStart(6));
    return `  ${numbers.join(' ')}  ${name}`;
  };
  const rest = differing.slice(MOST_TEMPLATES);
  return [
    '  Where the scores differ (expected, first, difference):',
    ...differing.slice(0, MOST_TEMPLATES).map((one) => row([one], `${one.name}: ${one.meaning}`)),
    ...(rest.length > 0 ? [row(rest, `${rest.length} more templates`)] : []),
  ];
}
