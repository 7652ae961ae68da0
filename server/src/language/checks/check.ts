import { compact } from '../../util/compact.ts';
import { timesSeen, type Knowledge } from '../facts/knowledge.ts';
import { constraintsOf, wordsAreWhole } from '../meaning/constraints.ts';
import type { Diagnostic, DiagnosticCode, Range } from '../tree/diagnostic.ts';
import { diagnostic, shifted } from '../tree/diagnostic.ts';
import { DiagnosticList } from '../tree/diagnostic-list.ts';
import { withoutWordsInFeatures } from '../tree/feature-diagnostics.ts';
import { settingAt } from '../tree/settings.ts';
import type { BagNode, BowFile } from '../tree/syntax.ts';
import {
  absoluteRange,
  expectationsOf,
  groupsOf,
  itemsOf,
  namedForms,
  wordsOf,
} from '../tree/syntax.ts';
import { checkCategories, withKnownCategories } from './categories.ts';
import { checkChoices } from './choices.ts';
import type { Satisfiability } from '../../bag/satisfiability.ts';
import { checkConflicts } from './conflicts.ts';
import type { DuplicateNames } from './duplicate-names.ts';
import { duplicateNameDiagnostic, findDuplicateNames } from './duplicate-names.ts';
import { checkExpectations, expectedTexts } from './expectations.ts';
import {
  explainsExpectation,
  withExpectedFirst,
  withExplainedExpectations,
  withExplainedReferences,
} from './explained-expectations.ts';
import { checkGrammar, grammarFix, movedSetting, setsGrammar } from './missing-grammar.ts';
import { inPlaceOfParts } from './in-place-of-parts.ts';
import { checkIndices } from './indices.ts';
import { checkLemmas, lemmasOf, withLemmasOfForms } from './lemmas.ts';
import { checkLabels } from './labels.ts';
import { lexicalEntries } from './lexical-entries.ts';
import { withLikeliestFixFirst } from './likeliest-fixes.ts';
import { lastBeforeMark } from './last-word.ts';
import { listMarks, placeNumbers } from './list-marks.ts';
import { withMoves } from './misplaced-lines.ts';
import { indicesWithoutSign, perhapsIndices } from './perhaps-indices.ts';
import { withBagFixes } from './stray-lines.ts';
import { withMisspeltWords, withOtherForms } from './misspelt-words.ts';
import { markBehindGroup, markBehindWord, questionMarks } from './question-mark.ts';
import { checkSpaces, explainedBySpaces } from './spaces.ts';
import { spacedCategories } from './spaced-categories.ts';
import { checkTagPairs } from './tag-pairs.ts';
import { checkTags } from './tags.ts';
import { treebankText } from './treebank-text.ts';
import { withTurnedArcs } from './turned-arcs.ts';
import { checkUnderscoreTags } from './underscore-tags.ts';

export interface CheckOptions {
  /** Bags with more words than this are only reported as too large (setting `bowline.maxWords`). */
  readonly maxWords: number;
  /** Counts from training; null without a model. Checks that need the counts are then skipped. */
  readonly knowledge: Knowledge | null;
  /** Decides whether constraints contradict each other; null to skip this check. */
  readonly satisfiability: Satisfiability | null;
}

/** A line of `expect:`, which the author of the bag accepts. */
export interface Expectation {
  /**
   * The sentence in the words of the bag, with single spaces: `I do n't know .` for `I don't know.`
   */
  readonly text: string;
  /** Why the search cannot generate the sentence; null if no reason was found. */
  readonly unreachable: string | null;
}

/**
 * Checks a file lazily: a bag is checked when its diagnostics are first read.
 *
 * @param former the result before an edit. With the same options, bags that the edit did not change
 *   keep their diagnostics
 */
export function check(
  file: BowFile,
  options: CheckOptions,
  former: CheckedFile | null = null,
): CheckedFile {
  if (former === null || !areSame(former.options, options)) return new CheckedFile(file, options);
  return former.file === file ? former : new CheckedFile(file, former.options, former);
}

function areSame(a: CheckOptions, b: CheckOptions): boolean {
  return (
    a.maxWords === b.maxWords &&
    a.knowledge === b.knowledge &&
    a.satisfiability === b.satisfiability
  );
}

/** A file with the diagnostics of all checks. */
export class CheckedFile {
  readonly file: BowFile;
  readonly options: CheckOptions;
  /**
   * Indexed by bag: its diagnostics in the order of the text, as offsets in the bag; undefined if
   * unchecked.
   */
  readonly #found: (readonly Diagnostic[] | undefined)[];
  /** Whether the file is in English. Some checks know only English words and contractions. */
  readonly #isEnglish: boolean;
  #duplicates: DuplicateNames | null = null;
  /** The index of a bag. All bags before it are checked. */
  #next = 0;

  constructor(file: BowFile, options: CheckOptions, former: CheckedFile | null = null) {
    this.file = file;
    this.options = options;
    this.#found = new Array<undefined>(file.bags.length).fill(undefined);
    this.#isEnglish = isEnglish(file);
    if (former !== null && former.#isEnglish === this.#isEnglish) this.#reuse(former);
  }

  /** Checks one more bag. Returns false if all bags are checked. */
  checkNext(): boolean {
    const { length } = this.file.bags;
    while (this.#found[this.#next] !== undefined) this.#next++;
    if (this.#next === length) return false;
    this.#problemsOf(this.#next);
    return true;
  }

  /** All diagnostics, in the order of the text, as offsets in the file. */
  diagnostics(limit = Infinity): Diagnostic[] {
    return this.diagnosticsBetween(0, this.file.bags.length, limit);
  }

  /**
   * The diagnostics of the text above the first bag, of the bags `from` to `to - 1`, and of the
   * text behind each of these bags.
   */
  diagnosticsBetween(from: number, to: number, limit = Infinity): Diagnostic[] {
    const { diagnostics, bags, starts } = this.file;
    const found: Diagnostic[] = [];
    const add = (some: readonly Diagnostic[], by: number): void => {
      for (const one of some) {
        if (found.length >= limit) return;
        found.push(shifted(one, by));
      }
    };
    const outside = (one: Diagnostic): Diagnostic => withBagFixes(this.file, one);
    add(diagnostics.map(outside), 0);
    for (let bag = from; bag < to && found.length < limit; bag++) {
      const duplicate = this.#duplicateName(bag);
      if (duplicate) add([duplicate], 0);
      add(
        this.#problemsOf(bag).map((one) => this.#inFile(one, bag)),
        0,
      );
      const after = bags[bag].diagnosticsAfter.map((one) => shifted(one, starts[bag]));
      add(after.map(outside), 0);
    }
    return found;
  }

  /** Counts all diagnostics. Every bag is checked for this. */
  count(): number {
    const { diagnostics, bags } = this.file;
    let count = diagnostics.length + this.#duplicateNames().size;
    for (let bag = 0; bag < bags.length; bag++) {
      count += this.#problemsOf(bag).length + bags[bag].diagnosticsAfter.length;
    }
    return count;
  }

  /**
   * The diagnostics of the text outside all bags, as offsets in the file. All of them are errors.
   * If the file has bags, errors in settings that make every bag invalid are left out, since
   * `firstError` returns them.
   */
  errorsOutside(): Diagnostic[] {
    const { diagnostics, bags, starts } = this.file;
    const before =
      bags.length === 0 ? diagnostics : diagnostics.filter(({ code }) => !decidesForAll.has(code));
    const after = bags.flatMap(({ diagnosticsAfter }, bag) =>
      diagnosticsAfter.map((one) => shifted(one, starts[bag])),
    );
    return [...before, ...after];
  }

  /** Whether a bag has no errors, so that the search can order its words. */
  isValid(bag: number): boolean {
    return this.firstError(bag) === null;
  }

  /**
   * The first error that stops the search for a bag, as offsets in the file. Errors in settings
   * come first.
   */
  firstError(bag: number): Diagnostic | null {
    const { diagnostics } = this.file;
    const ofFile = diagnostics.find(({ code }) => decidesForAll.has(code));
    if (ofFile) return ofFile;
    const duplicate = this.#duplicateName(bag);
    if (duplicate) return duplicate;
    const error = this.#problemsOf(bag).find(({ severity }) => severity === 'error');
    return error ? this.#inFile(error, bag) : null;
  }

  /** `firstError`, then the other errors of the bag, as offsets in the file. */
  errors(bag: number): readonly Diagnostic[] {
    const first = this.firstError(bag);
    if (first === null) return [];
    const others = this.#problemsOf(bag)
      .filter(({ severity }) => severity === 'error')
      .map((one) => this.#inFile(one, bag))
      .filter(({ code, range }) => code !== first.code || range.start !== first.range.start);
    return [first, ...others];
  }

  expectations(bag: number): Expectation[] {
    const node = this.file.bags[bag];
    const texts = expectedTexts(node, this.options.knowledge);
    return expectationsOf(node).map((line, place) => ({
      text: texts[place],
      unreachable: this.#whyUnreachable(bag, line)?.message ?? null,
    }));
  }

  /**
   * The ranges in the file of the constraints that an expected sentence breaks, perhaps none.
   *
   * @param place the index of the sentence among the expected sentences of the bag
   */
  brokenBy(bag: number, place: number): readonly Range[] {
    const line = expectationsOf(this.file.bags[bag])[place];
    const why = this.#whyUnreachable(bag, line);
    const related = why !== null && makesUnreachable.has(why.code) ? (why.related ?? []) : [];
    return related.map(({ range }) => absoluteRange(this.file, bag, range));
  }

  /** The titles of the fixes for an impossible sentence, the likeliest first. */
  fixesOf(bag: number, place: number): readonly string[] {
    const line = expectationsOf(this.file.bags[bag])[place];
    return (this.#whyUnreachable(bag, line)?.fixes ?? []).map(({ title }) => title);
  }

  #whyUnreachable(bag: number, line: Range): Diagnostic | null {
    const problems = this.#problemsOf(bag);
    const found = problems.find(
      ({ code, range }) =>
        makesUnreachable.has(code) && range.start >= line.start && range.end <= line.end,
    );
    return found ?? problems.find((one) => explainsExpectation(one, line)) ?? null;
  }

  #problemsOf(bag: number): readonly Diagnostic[] {
    return (this.#found[bag] ??= checkBag(this.file.bags[bag], this.options, this.#isEnglish));
  }

  /**
   * Converts offsets from the bag to the file. The fixes of `missing-grammar` and of a setting in a
   * bag edit text outside the bag, so they are added here.
   */
  #inFile(found: Diagnostic, bag: number): Diagnostic {
    const moved = shifted(found, this.file.starts[bag]);
    if (found.code === 'missing-grammar') return { ...moved, fixes: [grammarFix(this.file)] };
    const setting =
      found.code === 'unknown-section' ? settingAt(this.file.text, moved.range.start) : null;
    return setting === null ? moved : { ...moved, fixes: [movedSetting(this.file, setting)] };
  }

  /**
   * Copies the diagnostics of the bags that an edit did not change. A bag below the edit keeps its
   * index as counted from the end.
   */
  #reuse(former: CheckedFile): void {
    const { bags, names } = this.file;
    const before = former.file.bags;
    const shift = before.length - bags.length;
    for (let bag = 0; bag < bags.length; bag++) {
      if (bags[bag] === before.at(bag)) this.#found[bag] = former.#found[bag];
      else if (bags[bag] === before[bag + shift]) this.#found[bag] = former.#found[bag + shift];
    }
    if (names === former.file.names) this.#duplicates = former.#duplicates;
  }

  #duplicateNames(): DuplicateNames {
    return (this.#duplicates ??= findDuplicateNames(this.file.names));
  }

  #duplicateName(bag: number): Diagnostic | null {
    const duplicate = this.#duplicateNames().get(bag);
    return duplicate ? duplicateNameDiagnostic(this.file, bag, duplicate) : null;
  }
}

/** Errors in the settings of a file that make all of its bags invalid. */
const decidesForAll: ReadonlySet<DiagnosticCode> = new Set<DiagnosticCode>([
  'unknown-value',
  'missing-value',
  'not-supported-yet',
]);

const makesUnreachable: ReadonlySet<DiagnosticCode> = new Set<DiagnosticCode>([
  'expectation-mismatch',
  'crossing-arcs',
  'broken-order',
]);

/** Checks a bag without regard to other bags. */
function checkBag(
  bag: BagNode,
  { maxWords, knowledge, satisfiability }: CheckOptions,
  isEnglish: boolean,
): readonly Diagnostic[] {
  const words = wordsOf(bag);
  const ofSyntax = withMoves(bag);
  const categories = bag.grammar === 'ccg' ? (knowledge?.categories ?? null) : null;
  const lemmas = lemmasOf(bag, knowledge);
  const found: Diagnostic[] = [
    ...(categories ? withKnownCategories(ofSyntax, words, categories) : ofSyntax),
  ];
  const pasted = treebankText(bag, knowledge);
  if (pasted !== null) return inOrder([...inPlaceOfParts(found, [pasted])]);
  if (words.length > maxWords) {
    // The checks below are skipped, so they need no limit on the number of words.
    found.push(tooManyWords(bag, words.length, maxWords));
    return inOrder(found);
  }
  const constraints = constraintsOf(bag);
  let ofConstraints = constraints.diagnostics;
  if (knowledge) {
    const seen = (form: string): number => timesSeen(form, knowledge);
    ofConstraints = withMisspeltWords(bag, ofConstraints, seen);
    ofConstraints = withOtherForms(bag, ofConstraints);
    if (lemmas) ofConstraints = withLemmasOfForms(bag, ofConstraints, lemmas);
  }
  found.push(...ofConstraints);
  const list = new DiagnosticList();
  checkIndices(words, list);
  const tagged = [...words, ...groupsOf(bag)];
  const lacksGrammar =
    bag.grammar === 'dependency' && (setsGrammar(bag) || checkGrammar(tagged, list));
  if (knowledge) {
    const asWritten = new Set([...namedForms(bag), ...expectedWords(bag)]);
    checkUnderscoreTags(bag.text, words, asWritten, knowledge, list);
    checkTags(bag, tagged, lacksGrammar ? 'ccg' : bag.grammar, knowledge, list);
    if (categories) checkCategories(tagged, knowledge, categories, list);
    if (lemmas) checkLemmas(bag.text, words, bag.grammar, lemmas, list);
    checkLabels(bag, knowledge, list);
    checkTagPairs(constraints, bag.grammar, knowledge, list);
  }
  if (wordsAreWhole(bag) && checkChoices(bag, constraints, list)) {
    if (satisfiability) checkConflicts(bag, constraints, satisfiability, list);
    checkExpectations(bag, constraints, knowledge, list);
  }
  found.push(...list.finish());
  const isExpected =
    expectationsOf(bag).length > 0 && !found.some(({ code }) => makesUnreachable.has(code));
  found.push(...perhapsIndices(bag, isExpected), ...indicesWithoutSign(bag, isExpected, knowledge));
  const marks = isEnglish ? questionMarks(bag, knowledge) : [];
  const mark = marks.find(({ range }) => range.end === itemsOf(bag).at(-1)?.end) ?? null;
  found.push(...marks);
  const behind = markBehindGroup(bag) ?? (isEnglish ? markBehindWord(bag) : null);
  if (behind !== null) found.push(behind);
  const last = lastBeforeMark(bag);
  if (last !== null) found.push(last);
  const listed = isExpected ? null : listMarks(bag);
  if (listed !== null) found.push(listed);
  const placed = isExpected ? null : placeNumbers(bag);
  if (placed !== null) found.push(placed);
  // Warnings about spaces have a list of their own. A list holds a limited number of diagnostics,
  // and a pasted sentence with punctuation could fill it.
  const spaces = new DiagnosticList();
  if (placed === null) {
    checkSpaces(bag, words, isEnglish ? knowledge : null, mark?.range ?? null, spaces);
  }
  const ofSpaces = spaces.finish();
  // A warning about a group that ends in a question mark says what to write for the mark, too.
  const isTold = (one: Diagnostic): boolean =>
    one === mark && ofSpaces.some(({ range }) => range.end === one.range.end);
  const told = found.filter((one) => !isTold(one));
  const all = inPlaceOfParts(withoutWordsInFeatures(explainedBySpaces(told, ofSpaces)), [
    ...lexicalEntries(bag),
    ...spacedCategories(bag, categories),
  ]);
  const turned = knowledge && wordsAreWhole(bag) ? withTurnedArcs(bag, all, knowledge) : all;
  const explained = withExplainedExpectations(bag, withLikeliestFixFirst(bag, turned));
  return inOrder([...withExpectedFirst(withExplainedReferences(bag, explained))]);
}

function expectedWords(bag: BagNode): string[] {
  return expectationsOf(bag).flatMap(({ start, end }) => bag.text.slice(start, end).split(/\s+/u));
}

function inOrder(diagnostics: Diagnostic[]): readonly Diagnostic[] {
  return compact(diagnostics.sort((a, b) => a.range.start - b.range.start));
}

function isEnglish({ settings }: BowFile): boolean {
  const language = settings.find(({ key }) => key === 'language');
  return language === undefined || /^en/iu.test(language.value);
}

function tooManyWords(bag: BagNode, count: number, maxWords: number): Diagnostic {
  const section = bag.sections.find(({ kind }) => kind === 'words');
  return diagnostic(
    'too-many-words',
    section?.header ?? bag.header,
    `This bag has ${count} words, and the limit is ${maxWords}: split it, or raise the limit (the setting \`bowline.maxWords\`, or \`--max-words\` on the command line).`,
  );
}
