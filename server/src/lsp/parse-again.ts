import type { Connection } from 'vscode-languageserver';
import type { Addition } from '../bag/addition.ts';
import {
  attachmentSentences,
  differingWords,
  isReadAsMeant,
  lesserDifferences,
  type MeantTree,
} from '../parser/attachments.ts';
import { namedDifferences, type TemplateDifference } from '../parser/explain-parse.ts';
import { MOST_PARSED_WORDS, type Parsed, type ToParse } from '../parser/parser.ts';
import { ranksOf, type Realization } from '../realize/realizer.ts';
import { mapConcurrently } from '../realize/realizers.ts';
import { counted } from '../text/counted.ts';
import type { Additions } from './additions.ts';
import type { Explanations } from './explanations.ts';
import { UnusableModel } from './model-host.ts';
import { onRequest } from './parameters.ts';
import type { ParserHost } from './parser-host.ts';
import { messages } from './protocol.ts';
import type { ModelProblem, ShownParse, ShownUnambiguous, TreeParams } from './protocol.ts';
import { cancellable, fileChanged, requestFailed } from './request.ts';
import type { Session } from './session.ts';
import { shownTree } from './tree.ts';

/** The parser reads at most this many sentences of a list, from the first on. */
const MOST_SENTENCES = 20;

/**
 * Parses a realization. Keeps the tags that the bag gives. `against` holds the heads of another
 * tree. If it is given, also explains why the parser prefers its own tree.
 */
type Parse = (
  realization: Realization,
  against?: readonly number[],
) => Promise<Parsed & { readonly trees: readonly [Parsed['trees'][number]] }>;

export function registerParseAgain(
  connection: Connection,
  session: Session,
  explanations: Explanations,
  additions: Additions,
  parsers: () => ParserHost,
): void {
  const answer = <T>(
    params: TreeParams,
    signal: AbortSignal,
    work: (tree: NonNullable<ReturnType<typeof shownTree>>, parse: Parse) => Promise<T>,
  ): Promise<T | { readonly problem: ModelProblem }> => {
    const tree = shownTree(session, explanations, params);
    if (tree === null) throw fileChanged();
    return parserOf(session, parsers(), signal).then(
      (parse) => work(tree, parse),
      (error: unknown) => {
        if (error instanceof UnusableModel) return { problem: error.problem };
        throw error;
      },
    );
  };
  onRequest(connection, messages.parseAgain, (params, token) =>
    cancellable(token, 'Parsing', (signal) =>
      answer(params, signal, ({ realization }, parse): Promise<ShownParse> => {
        return shownParse(realization, parse);
      }),
    ),
  );
  onRequest(connection, messages.unambiguous, (params, token) =>
    cancellable(token, 'Parsing', (signal) =>
      answer(params, signal, async (tree, parse): Promise<ShownUnambiguous> => {
        const { bag, realized, realization: meant } = tree;
        const { realizations } = realized;
        const listed = realizations.slice(0, MOST_SENTENCES);
        const width = session.searches()?.pool.size ?? 1;
        const place = await firstReadAsMeant(listed, meant, parse, width);
        const found = place < 0 ? null : listed[place];
        const line = found === null ? null : distinguishing(found, listed.slice(0, place));
        return {
          sentence: found && {
            ...{ text: found.text, display: found.display, rank: ranksOf(realized)[place] },
          },
          line: line === null ? null : (additions.shown(bag, [line]).at(0) ?? null),
          parsed: listed.length,
          isWhole: listed.length === realizations.length,
        };
      }),
    ),
  );
}

async function parserOf(
  session: Session,
  parsers: ParserHost,
  signal: AbortSignal,
): Promise<Parse> {
  const parser = await parsers.open(session.settings().parser);
  return async ({ tokens }, against) => {
    const { length } = tokens;
    if (length > MOST_PARSED_WORDS) {
      throw requestFailed(
        `A sentence of ${counted(length, 'word')} is not parsed: the limit is ${MOST_PARSED_WORDS}.`,
      );
    }
    const searches = session.searches();
    if (searches === null) throw requestFailed('The model was unloaded meanwhile. Try again.');
    const sentence: ToParse = {
      forms: tokens.map(({ form }) => form),
      tags: tokens.map(({ tag, given }) => (given.tag ? tag : null)),
    };
    const options = against === undefined ? {} : { against };
    const job = { parser, sentence, options, timeLimit: 0 };
    const parsed = await searches.pool.parse(job, { signal, isUrgent: true });
    if (typeof parsed === 'string') throw requestFailed(parsed);
    // The parser always finds a tree, since `sentence` does not prescribe any heads.
    return { ...parsed, trees: [parsed.trees[0]] };
  };
}

async function shownParse(realization: Realization, parse: Parse): Promise<ShownParse> {
  const meant = meantTree(realization);
  const { tags, trees, differences = [] } = await parse(realization, meant.heads);
  const [{ heads, labels }] = trees;
  const differing = differingWords(meant, trees[0]);
  return {
    tokens: realization.tokens.map(({ word, form, given }, i) => ({
      ...{ word, form, tag: tags[i], head: heads[i], label: labels[i] },
      given: { tag: given.tag, head: false, label: false },
    })),
    differing: differing.map((word) => word + 1),
    sentences: attachmentSentences(meant, trees[0]),
    besides: lesserDifferences(
      { ...meant, tags: realization.tokens.map(({ tag }) => tag) },
      { heads, labels, tags },
    ),
    reason: differing.length === 0 ? null : reasonOf(differences),
  };
}

function reasonOf(differences: readonly TemplateDifference[]): string | null {
  if (differences.length === 0) return null;
  const margin = differences.reduce((sum, { difference }) => sum + difference, 0);
  const named = namedDifferences(differences);
  const score = Math.abs(margin).toLocaleString('en');
  if (margin > 0) return `The parser prefers its tree by ${score}: ${named}.`;
  if (margin === 0) return `The parser gives both trees the same score: ${named}.`;
  return `The meant tree scores ${score} more, but the parser did not find it: it tries the likeliest heads of each word alone.`;
}

function meantTree({ tokens }: Realization): MeantTree {
  return {
    forms: tokens.map(({ form }) => form),
    heads: tokens.map(({ head }) => head),
    labels: tokens.map(({ label }) => label),
    isGiven: tokens.map(({ given }) => given.head),
  };
}

/**
 * Returns the index of the first listed sentence to which the parser gives the arcs of `meant`; -1
 * for none.
 */
async function firstReadAsMeant(
  listed: readonly Realization[],
  meant: Realization,
  parse: Parse,
  width: number,
): Promise<number> {
  for (let first = 0; first < listed.length; first += width) {
    const some = listed.slice(first, first + width);
    const areMeant = await mapConcurrently(some, width, async (one) => {
      const { trees } = await parse(one);
      return isReadAsMeant(meantTree(meant), meantTree(one), trees[0]);
    });
    const place = areMeant.indexOf(true);
    if (place >= 0) return first + place;
  }
  return -1;
}

/**
 * Finds an order of two words that a sentence satisfies and that all sentences above it in the list
 * break.
 */
function distinguishing(found: Realization, before: readonly Realization[]): Addition | null {
  if (before.length === 0) return null;
  const { tokens } = found;
  const orders = before.map(
    ({ tokens: others }) => new Map(others.map(({ word }, i) => [word, i])),
  );
  for (const relation of ['before', 'right-before'] as const) {
    const most = relation === 'before' ? tokens.length : 2;
    for (let distance = 1; distance < most; distance++) {
      for (let i = 0; i + distance < tokens.length; i++) {
        const [one, other] = [tokens[i], tokens[i + distance]];
        const isBroken = (order: ReadonlyMap<number, number>): boolean => {
          const [from, to] = [order.get(one.word), order.get(other.word)];
          if (from === undefined || to === undefined) return false;
          return relation === 'before' ? from > to : from + 1 !== to;
        };
        if (one.form !== other.form && orders.every(isBroken)) {
          return { kind: 'order', relation, words: [one.word, other.word] };
        }
      }
    }
  }
  return null;
}
