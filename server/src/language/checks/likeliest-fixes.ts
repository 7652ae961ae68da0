import { constraintsOf, wordsAreWhole } from '../meaning/constraints.ts';
import { printedTokens } from '../meaning/punctuation.ts';
import { quoted } from '../tree/diagnostic.ts';
import type { Arc } from '../meaning/constraints.ts';
import type { Diagnostic, DiagnosticCode, Fix, Range, TextEdit } from '../tree/diagnostic.ts';
import { DiagnosticList } from '../tree/diagnostic-list.ts';
import { depsOf, expectationsOf, orderOf, wordsOf } from '../tree/syntax.ts';
import type { BagNode } from '../tree/syntax.ts';
import { removalOfLines } from '../writing/deletions.ts';
import { editedBag } from '../writing/edited.ts';
import { mostLines } from './expectation-judge.ts';
import { checkExpectations } from './expectations.ts';

/** Diagnostics with fixes that are judged by the problems that remain after them. */
const judged: ReadonlySet<DiagnosticCode> = new Set<DiagnosticCode>([
  'ambiguous-reference',
  'bad-group',
  'cycle',
  'single-alternative',
  'two-heads',
  'two-roots',
  'unknown-tag',
  'unknown-word',
]);

/**
 * The fixes of at most this many diagnostics are tried, since each trial checks the constraints and
 * all expected sentences again.
 */
const maxTried = 4;

/** Fixes are not tried in bags with more words than this. */
const maxWords = 60;

/**
 * Tries the fixes of a bag. The fix after which the fewest constraints and expected sentences are
 * wrong comes first, among equals the one with the fewest heads that have two subjects or two
 * objects. A fix that adds a word to `words:` is left out if it only moves the problem
 * from the line that names the word to an expected sentence, which lacks it.
 */
export function withLikeliestFixFirst(
  bag: BagNode,
  found: readonly Diagnostic[],
): readonly Diagnostic[] {
  if (expectationsOf(bag).length > mostLines || wordsOf(bag).length > maxWords) return found;
  const tried = new Set(
    found
      .filter(
        ({ code, fixes = [] }) =>
          judged.has(code) &&
          (fixes.length > 1 || fixes.some(({ addsNamedWord }) => addsNamedWord)),
      )
      .slice(0, maxTried),
  );
  const before = tried.size === 0 ? noneWrong : wrongAfter(bag, []);
  // Only an expected sentence shows whether the author means an added word. If there is none, fixes
  // that add a word come last.
  const isExpecting = expectationsOf(bag).length > 0;
  const expected = expectationsOf(bag)
    .flatMap(({ start, end }) => bag.text.slice(start, end).split(/\s+/u))
    .flatMap((written) => [written, ...printedTokens(written)])
    .join(' ')
    .toLowerCase();
  const isExpected = ({ range }: Diagnostic): boolean => {
    const named = bag.text.slice(range.start, range.end).replace(/"|#\d+$/gu, '');
    return ` ${expected} `.includes(` ${named.toLowerCase()} `);
  };
  const orderOf = ({ fix, wrong }: { readonly fix: Fix; readonly wrong: Wrong }): number =>
    fix.addsNamedWord && !isExpecting ? Number.MAX_VALUE : wrong.all;
  return found.map((one) => {
    if (!tried.has(one)) return one;
    const fixes = one
      .fixes!.map((fix) => ({ fix, wrong: wrongAfter(bag, fix.edits) }))
      .filter(
        ({ fix, wrong }) =>
          !fix.addsNamedWord || (wrong.all < before.all && (!isExpecting || isExpected(one))),
      )
      .sort((a, b) => orderOf(a) - orderOf(b) || a.wrong.doubled - b.wrong.doubled)
      .map(({ fix }) => fix);
    const isAddition = one.fixes!.length === 1;
    if (fixes.length === 0 && isExpected(one)) return one;
    return fixes.length > 0 || !isAddition
      ? { ...one, fixes }
      : {
          ...one,
          message: `${quoted(bag.text.slice(one.range.start, one.range.end))} is neither in \`words:\` nor in an expected sentence. Name another word, or delete this line.`,
          fixes: deletionsOf(bag, one.range),
        };
  });
}

/** The fix that deletes the line of `deps:` or `order:` at a place. */
function deletionsOf(bag: BagNode, { start }: Range): Fix[] {
  const line = [...depsOf(bag), ...orderOf(bag)].find(
    (one) => one.start <= start && start < one.end,
  );
  if (line === undefined) return [];
  const title = `Delete ${quoted(bag.text.slice(line.start, line.end))}`;
  return [{ title, edits: removalOfLines(bag, [line]) }];
}

/** How many problems a bag has with its constraints and its expected sentences. */
interface Wrong {
  readonly all: number;
  /** Surplus arcs: a second `nsubj` or `obj` of the same head. */
  readonly doubled: number;
}

const noneWrong: Wrong = { all: 0, doubled: 0 };

/** A head has at most one dependent with each of these labels. */
const single: ReadonlySet<string> = new Set(['nsubj', 'nsubj:pass', 'obj', 'iobj']);

/** The problems after edits. Infinitely many if it is then unclear which words the bag has. */
function wrongAfter(bag: BagNode, edits: readonly TextEdit[]): Wrong {
  const meant = edits.length === 0 ? bag : editedBag(bag, edits);
  if (!wordsAreWhole(meant)) return { ...noneWrong, all: Infinity };
  const constraints = constraintsOf(meant);
  const list = new DiagnosticList();
  checkExpectations(meant, constraints, null, list);
  return {
    all: constraints.diagnostics.length + list.finish().length,
    doubled: doubledIn(constraints.arcs),
  };
}

function doubledIn(arcs: readonly Arc[]): number {
  const labelled = arcs.filter(({ label }) => label !== null && single.has(label));
  return labelled.length - new Set(labelled.map(({ head, label }) => `${head} ${label}`)).size;
}
