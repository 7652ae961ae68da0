import type { Explanation } from '../explain/explanation.ts';
import { rankExpectations, standingOf } from '../results/expectations.ts';
import type { BagNode, Expectation, Knowledge } from '../language/index.ts';
import { rankedSentences } from '../realize/list.ts';
import { doubtsOf, ranksOf, ruleNames } from '../realize/realizer.ts';
import type { Realization, Realized, RealizedPart } from '../realize/realizer.ts';
import type { FoundByProof, ProofOutcome } from './proofs.ts';
import type {
  PackedSteps,
  RowExplanation,
  ShownCcgNode,
  ShownProof,
  ShownRealization,
  ShownResult,
} from './protocol.ts';
import type { SearchWidth } from './search-widths.ts';

export interface ShownWith extends Pick<
  ShownResult,
  'words' | 'search' | 'isOwnSearch' | 'lacksGrammar'
> {
  readonly expectations: readonly Expectation[];
  readonly width: SearchWidth;
  readonly proof: ProofStanding;
}

/**
 * What is known about the proof of a result:
 * - an outcome: the proof has ended.
 * - `awaited`: a requested proof has not ended.
 * - `open`: no proof has ended, and none was requested.
 * - null: no proof is possible.
 */
export type ProofStanding = ProofOutcome | 'awaited' | 'open' | null;

/** Whether a bag needs a grammar and the model has none. */
export function lacksGrammar({ grammar }: BagNode, knowledge: Knowledge | null): boolean {
  return grammar === 'ccg' && knowledge?.categories === null;
}

export function shownResult(
  id: number,
  realized: Realized,
  { expectations, width, proof, ...shown }: ShownWith,
): ShownResult {
  const ranked = rankExpectations(realized, expectations);
  const expectedRanks = new Set(ranked.map((expectation) => expectation.rank));
  const ranks = ranksOf(realized);
  const first = foundBy(proof)?.first;
  return {
    id,
    status: realized.status,
    message: realized.message,
    realizations: realized.realizations.map((found, place) => {
      // A proof may have found a better derivation of the first sentence.
      const realization = place === 0 && first?.text === found.text ? first : found;
      return shownRealization(realization, expectedRanks.has(ranks[place]));
    }),
    ranks,
    found: rankedSentences(realized).length,
    ...shown,
    expectations: ranked,
    mark: standingOf(ranked)?.mark ?? null,
    isAll: realized.isAll,
    ...(realized.widened !== undefined && { widened: realized.widened }),
    proof: shownProof(realized, proof, (better) =>
      shownRealization(better, isExpected(better, expectations)),
    ),
    ...width,
  };
}

export function foundBy(proof: ProofStanding): FoundByProof | null {
  return typeof proof === 'string' ? null : (proof?.found ?? null);
}

function shownProof(
  { realizations, isAll, isProven, search }: Realized,
  proof: ProofStanding,
  show: (better: Realization) => ShownRealization,
): ShownProof | null {
  // If the list has all sentences, the panel says this instead of a proof.
  if (realizations.length === 0 || isAll) return null;
  if (isProven) return { kind: 'proven' };
  if (proof === 'awaited') return { kind: 'proving' };
  const isTried = search?.startsWith('exact-') === true;
  if (proof === null) return isTried ? { kind: 'found', canProve: false } : null;
  if (proof === 'open') return isTried ? { kind: 'found', canProve: true } : { kind: 'open' };
  const { found, wasAsked } = proof;
  const canProve = !proof.isProven && !wasAsked;
  if (found !== null && found.better.text !== realizations[0].text) {
    return { kind: 'missed', better: show(found.better), isProven: proof.isProven, canProve };
  }
  return proof.isProven ? { kind: 'proven' } : { kind: 'found', canProve };
}

function isExpected(realization: Realization, expectations: readonly Expectation[]): boolean {
  return rankExpectations({ realizations: [realization] }, expectations).some(
    ({ rank }) => rank !== null,
  );
}

export function shownRealization(realization: Realization, expected: boolean): ShownRealization {
  const { text, display, score, tokens } = realization;
  const doubts = doubtsOf(realization);
  return {
    ...{ text, display, score, expected, tokens },
    steps: packed(realization),
    ...(realization.parts !== undefined && {
      ccg: { nodes: shownNodes(realization.parts) },
      ...(doubts.length > 0 && { doubts }),
    }),
  };
}

export function rowExplanation({
  class: kind,
  rank,
  expected,
  against,
  wouldBe,
}: Explanation): RowExplanation {
  return {
    ...{ class: kind, rank, wouldBe },
    expected: expected && shownRealization(expected, true),
    against: against && shownRealization(against, false),
  };
}

function packed({ transitions }: Realization): PackedSteps {
  return {
    actions: transitions.map(({ action }) => action[0]).join(''),
    heads: transitions.map(({ head }) => head),
    dependents: transitions.map(({ dependent }) => dependent),
    scores: transitions.map(({ score }) => score),
  };
}

/**
 * If the search put parts together without a rule, there is no node for the whole: the parts are
 * separate roots.
 */
function shownNodes(parts: readonly RealizedPart[]): ShownCcgNode[] {
  const places = new Map<number, number>();
  const nodes: ShownCcgNode[] = [];
  for (const [i, { category, rule, children, first, last, head }] of parts.entries()) {
    if (category === null) continue;
    places.set(i, nodes.length);
    nodes.push({
      ...{ category, rule, first, last, head },
      ruleName: rule === null ? null : ruleNames[rule],
      children: children.flatMap((child) => places.get(child) ?? []),
    });
  }
  return nodes;
}
