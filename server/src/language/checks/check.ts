import { constraintsOf, wordsAreWhole } from '../meaning/constraints.ts';
import { checkChoices, checkConflicts } from './conflicts.ts';
import { checkLabels, checkTagPairs } from './deps.ts';
import { checkExpectations } from './expectations.ts';
import { checkSpaces } from './spaces.ts';
import { checkIndices, checkTags } from './words.ts';
import { compact } from '../../util/compact.ts';
import type { Knowledge } from '../facts/knowledge.ts';
import { withMoves } from './move-statements.ts';
import { problem, quoted, replacement, shifted } from '../tree/problem.ts';
import type { Problem, ProblemCode } from '../tree/problem.ts';
import { ProblemList } from '../tree/problem-list.ts';
import { absoluteRange, expectationsOf, groupsOf, wordsOf } from '../tree/syntax.ts';
import type { BagNode, BowFile } from '../tree/syntax.ts';
import { firstUnsupported } from './unsupported.ts';

export interface CheckOptions {
  /** Bags of more words are refused (`bowline.maxWords`). */
  readonly maxWords: number;
  /** What needs a model is not checked where there is none. */
  readonly knowledge: Knowledge | null;
}

/**
 * Everything there is to tell about a file, in the order of the text, as offsets in the file. Bags
 * that are the same objects as before are not looked at again.
 *
 * @param limit stop after this many problems
 */
export function check(file: BowFile, options: CheckOptions, limit = Infinity): Problem[] {
  const found: Problem[] = [];
  const add = (problems: readonly Problem[], by: number): void => {
    for (const one of problems) {
      if (found.length >= limit) return;
      found.push(shifted(one, by));
    }
  };
  add(file.problems, 0);
  for (let bag = 0; bag < file.bags.length && found.length < limit; bag++) {
    const duplicate = duplicateName(file, bag);
    if (duplicate) add([duplicate], 0);
    add(checkBag(file.bags[bag], options), file.starts[bag]);
    add(file.bags[bag].problemsAfter, file.starts[bag]);
  }
  return found;
}

/** Whether a bag can be realized. */
export function isValid(file: BowFile, bag: number, options: CheckOptions): boolean {
  return firstError(file, bag, options) === null;
}

/** Why a bag is not realized, as offsets in the file; null for a bag without errors. */
export function firstError(file: BowFile, bag: number, options: CheckOptions): Problem | null {
  const ofFile = file.problems.find(({ code }) => decidesForAll.has(code));
  if (ofFile) return ofFile;
  const duplicate = duplicateName(file, bag);
  if (duplicate) return duplicate;
  const error = checkBag(file.bags[bag], options).find(({ severity }) => severity === 'error');
  return error ? shifted(error, file.starts[bag]) : null;
}

/** Settings that no bag can be realized with. */
const decidesForAll: ReadonlySet<ProblemCode> = new Set<ProblemCode>([
  'unknown-value',
  'missing-value',
  'not-supported-yet',
]);

/** What was told about a bag, and under which options. */
export interface Checked extends CheckOptions {
  readonly problems: readonly Problem[];
}

/** What is wrong with a bag by itself, in the order of its text, as offsets in the bag. */
export function checkBag(bag: BagNode, options: CheckOptions): readonly Problem[] {
  const { maxWords, knowledge } = options;
  const former = bag.checked.get();
  if (former?.maxWords === maxWords && former.knowledge === knowledge) return former.problems;
  const problems = checkAnew(bag, options);
  bag.checked.set({ maxWords, knowledge, problems });
  return problems;
}

/** A sentence that the author would accept. */
export interface Expectation {
  /** White space as single spaces. */
  readonly text: string;
  /** Why no realization can match it, as the author is told; null where one can. */
  readonly unreachable: string | null;
}

/** What a bag expects, line by line. */
export function expectations(bag: BagNode, options: CheckOptions): Expectation[] {
  const told = checkBag(bag, options).filter(({ code }) => makesUnreachable.has(code));
  return expectationsOf(bag).map(({ start, end }) => ({
    text: bag.text.slice(start, end).split(/\s+/).join(' '),
    unreachable:
      told.find(({ range }) => range.start >= start && range.end <= end)?.message ?? null,
  }));
}

const makesUnreachable: ReadonlySet<ProblemCode> = new Set<ProblemCode>([
  'expectation-mismatch',
  'crossing-arcs',
  'broken-order',
]);

function checkAnew(bag: BagNode, { maxWords, knowledge }: CheckOptions): readonly Problem[] {
  const words = wordsOf(bag);
  const unsupported = firstUnsupported(bag);
  const found: Problem[] = [...withMoves(bag)];
  if (unsupported) found.push(problem('not-supported-yet', unsupported.range, unsupported.message));
  if (words.length > maxWords) {
    // Nothing else is checked: the work below need not be bounded in any other way.
    found.push(tooManyWords(bag, words.length, maxWords));
    return inOrder(found);
  }
  const constraints = constraintsOf(bag);
  found.push(...constraints.problems);
  const list = new ProblemList();
  checkIndices(words, list);
  if (knowledge) {
    checkTags(bag.text, [...words, ...groupsOf(bag)], knowledge, list);
    checkLabels(bag, knowledge, list);
    checkTagPairs(constraints, knowledge, list);
  }
  if (!unsupported && wordsAreWhole(bag) && checkChoices(bag, constraints, list)) {
    checkConflicts(bag, constraints, list);
    checkExpectations(bag, constraints, list);
  }
  found.push(...list.finish());
  // By themselves, so that a sentence with its punctuation leaves room for what is wrong.
  const hints = new ProblemList();
  checkSpaces(bag, words, knowledge, hints);
  found.push(...hints.finish());
  return inOrder(found);
}

function inOrder(problems: Problem[]): readonly Problem[] {
  return compact(problems.sort((a, b) => a.range.start - b.range.start));
}

function tooManyWords(bag: BagNode, count: number, maxWords: number): Problem {
  const section = bag.sections.find(({ kind }) => kind === 'words');
  return problem(
    'too-many-words',
    section?.header ?? bag.header,
    `This bag has ${count} words, and the limit is ${maxWords}: split it, or raise the limit (the setting \`bowline.maxWords\`, or \`--max-words\` on the command line).`,
  );
}

/** A bag whose name an earlier bag has. */
interface DuplicateName {
  /** The first bag of that name. */
  readonly first: number;
  /** A name that no bag has. */
  readonly fresh: string;
}

/** By the names of all bags, which most edits leave alone. */
const knownDuplicates = new WeakMap<BowFile['names'], ReadonlyMap<number, DuplicateName>>();

function duplicateNames(names: BowFile['names']): ReadonlyMap<number, DuplicateName> {
  let duplicates = knownDuplicates.get(names);
  if (!duplicates) {
    duplicates = findDuplicateNames(names);
    knownDuplicates.set(names, duplicates);
  }
  return duplicates;
}

function findDuplicateNames(names: BowFile['names']): ReadonlyMap<number, DuplicateName> {
  const firsts = new Map<string, number>();
  names.forEach((name, bag) => {
    if (name !== null && !firsts.has(name)) firsts.set(name, bag);
  });
  const duplicates = new Map<number, DuplicateName>();
  const lastNumber = new Map<string, number>();
  names.forEach((name, bag) => {
    if (name === null) return;
    const first = firsts.get(name)!;
    if (first === bag) return;
    let number = (lastNumber.get(name) ?? 1) + 1;
    while (firsts.has(`${name}-${number}`)) number++;
    lastNumber.set(name, number);
    duplicates.set(bag, { first, fresh: `${name}-${number}` });
  });
  return duplicates;
}

/** The problem of a bag whose name is taken, as offsets in the file. */
function duplicateName(file: BowFile, bag: number): Problem | null {
  const duplicate = duplicateNames(file.names).get(bag);
  if (!duplicate) return null;
  const { first, fresh } = duplicate;
  const { name, nameRange } = file.bags[bag];
  const range = absoluteRange(file, bag, nameRange);
  return problem(
    'duplicate-name',
    range,
    `There is a bag ${quoted(name!)} already: each name is given once.`,
    {
      related: [
        {
          range: absoluteRange(file, first, file.bags[first].nameRange),
          message: 'The first bag of this name is here.',
        },
      ],
      fixes: [replacement(`Rename it to ${quoted(fresh)}`, range, fresh)],
    },
  );
}
