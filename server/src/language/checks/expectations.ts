import { plainBag } from '../../bag/bag.ts';
import type { PossibleForms } from '../../bag/projectivity.ts';
import { countSelections, selectionsOf } from '../../bag/selections.ts';
import { constraintsOf, wordsAreWhole, type Constraints } from '../meaning/constraints.ts';
import { brokenOrder, type OrderPiece } from './broken-order.ts';
import { CrossingChecker } from './crossing.ts';
import type { ExpectationJudge } from './expectation-judge.ts';
import { areEqual, wordMismatch, type Mismatch } from './expected-words.ts';
import { quoted, replacement } from '../tree/diagnostic.ts';
import type { Fix, Range, TextEdit } from '../tree/diagnostic.ts';
import { DiagnosticList } from '../tree/diagnostic-list.ts';
import { asInBag, counts } from './respelling.ts';
import { inQuotes, canBeLemma } from '../tree/spelling.ts';
import { expectationsOf, itemsOf, namedForms, wordsOf } from '../tree/syntax.ts';
import type { BagNode } from '../tree/syntax.ts';
import { choicesOf, toBag } from '../meaning/to-bag.ts';
import { timesSeen, type Knowledge } from '../facts/knowledge.ts';
import { LemmaBag } from './lemma-expectations.ts';
import { hasLemmas } from './lemmas.ts';
import { betweenStatements } from '../writing/add-lines.ts';
import { deletionOf, removalOfLines, unbracketing } from '../writing/deletions.ts';
import { editedBag } from '../writing/edited.ts';

const maxNamed = 5;

const maxRelated = 12;

/**
 * The white space between two sentences on one line. The lookbehind requires a final mark before
 * the white space. It is written behind the first `\s`, so that it is tried only at white space. If
 * it were tried everywhere, a long run of quotation marks would take quadratic time.
 */
const betweenSentences = /\s(?<=[.?!…]["'”’)]*\s)\s*/gu;

/**
 * All expected sentences of a bag together get this many steps for matching their words with the
 * bag (a few milliseconds). Once the steps are used up, constraints on the order are no longer
 * checked.
 */
const stepsPerBag = 10_000;

/**
 * A selection is one way to choose an alternative of each group, and to use or omit each optional
 * word or group. If a bag has several selections, its expected sentences are checked only if
 * selections × words × sentences is at most this limit.
 */
const maxCompared = 40_000;

/** A sentence is compared with at most this many selections of a bag with lemmas. */
const mostCompared = 64;

/**
 * Reports an expected sentence that the search cannot generate: its words are not those of the bag,
 * it splits a quoted phrase, it breaks a constraint on the order, or given arcs cross in it. Also
 * reports a sentence that is expected twice.
 */
export function checkExpectations(
  bag: BagNode,
  constraints: Constraints,
  knowledge: Knowledge | null,
  diagnostics: DiagnosticList,
): void {
  const lines = expectationsOf(bag);
  if (lines.length === 0) return;
  const selections = countSelections({ choices: choicesOf(constraints) });
  if (selections * constraints.words.length * lines.length > maxCompared && selections > 1) return;
  const checker = new ExpectationChecker(bag, constraints, knowledge, diagnostics);
  const texts = new Set<string>();
  let joined: Range | null = null;
  for (const [i, line] of lines.entries()) {
    if (diagnostics.full) return;
    // Reported with the line above.
    if (line === joined) continue;
    const next = lines.at(i + 1);
    if (next !== undefined && checker.reportBroken(line, next)) {
      joined = next;
      continue;
    }
    const text = checker.textOf(line);
    if (texts.has(text)) {
      const fix = { title: 'Delete this line', edits: [deletionOf(bag.text, line)] };
      const message = 'This sentence is expected already. Reports count it twice.';
      diagnostics.add('duplicate-expectation', line, message, { fixes: [fix] });
    } else {
      texts.add(text);
      checker.check(line, text);
    }
  }
}

/** Reports why the expected sentence on a line is impossible. */
type Fault = (line: Range) => void;

class ExpectationChecker implements ExpectationJudge {
  readonly bag: BagNode;
  readonly constraints: Constraints;
  readonly parts: readonly (readonly string[])[];
  readonly selections: readonly (readonly number[])[];
  readonly named: ReadonlySet<string>;
  /** The bag with the forms of its lemmas (`@dog`); null if no word is a lemma. */
  readonly #lemmaBag: LemmaBag | null;
  readonly #knowledge: Knowledge | null;
  readonly #diagnostics: DiagnosticList;
  readonly #crossing: CrossingChecker;
  readonly #budget = { steps: stepsPerBag };

  constructor(
    bag: BagNode,
    constraints: Constraints,
    knowledge: Knowledge | null,
    diagnostics: DiagnosticList,
  ) {
    this.#knowledge = knowledge;
    this.bag = bag;
    this.constraints = constraints;
    this.#diagnostics = diagnostics;
    const { words } = constraints;
    this.#crossing = new CrossingChecker(bag, constraints, diagnostics);
    this.#lemmaBag = lemmaBagOf(bag, knowledge);
    this.parts = words.map(({ form }) => form.split(' '));
    this.named = namedForms(bag);
    const forms = words.map(({ form, tags }) => ({ form, tags }));
    const plain = plainBag({ words: forms, arcs: [], root: null });
    const choices = choicesOf(constraints);
    // Without alternatives and optional words, the only selection has all words.
    this.selections = [...selectionsOf({ ...plain, choices })].map(({ places }) => places);
  }

  get maySearch(): boolean {
    return this.#diagnostics.maySearch;
  }

  /** Spells an expected sentence with the words of the bag: `don't` becomes `do n't`. */
  textOf({ start, end }: Range): string {
    return this.#inBag(this.bag.text.slice(start, end));
  }

  #inBag(sentence: string): string {
    return this.#lemmaBag?.spell(sentence) ?? asInBag(sentence, this.parts.flat());
  }

  /** Reports a sentence that is broken over two lines. */
  reportBroken(line: Range, next: Range): boolean {
    const [first, second] = [line, next].map(({ start, end }) => this.bag.text.slice(start, end));
    const isImpossible = (text: string): boolean => this.#faultOf(this.#inBag(text)) === 'words';
    if (/[.!?]["”’')]*$/u.test(first) || !isImpossible(first) || !isImpossible(second))
      return false;
    if (this.#faultOf(this.#inBag(`${first} ${second}`)) !== null) return false;
    this.#diagnostics.add(
      'expectation-mismatch',
      { start: line.start, end: next.end },
      'Each line of `expect:` is a sentence of its own; this sentence has two lines.',
      { fixes: [replacement('Write it on one line', { start: line.end, end: next.start }, ' ')] },
    );
    return true;
  }

  /** `text` is the sentence as `textOf` spells it. */
  check(line: Range, text: string): void {
    const fault = this.#faultOf(text);
    const sentences = fault === 'words' ? this.#sentencesOf(line) : [];
    if (sentences.length > 1) {
      this.#diagnostics.add(
        'expectation-mismatch',
        line,
        'Each line of `expect:` has one sentence; this line has several.',
        { fixes: [this.#lineFix(sentences)] },
      );
    } else if (fault === 'words' && this.#lemmaBag !== null) {
      const { range, message, fixes } = this.#lemmaMismatch(line, text, this.#lemmaBag);
      this.#diagnostics.add('expectation-mismatch', range, message, { fixes });
    } else if (fault === 'words') {
      const { range, message, fixes } = wordMismatch(line, this);
      this.#diagnostics.add('expectation-mismatch', range, message, { fixes });
    } else {
      fault?.(line);
    }
  }

  /**
   * Splits a line of `expect:` into sentences. Returns the whole line unless all of them are
   * possible.
   */
  #sentencesOf({ start, end }: Range): readonly Range[] {
    const sentences: Range[] = [];
    let from = start;
    for (const { 0: gap, index } of this.bag.text.slice(start, end).matchAll(betweenSentences)) {
      sentences.push({ start: from, end: start + index });
      from = start + index + gap.length;
    }
    sentences.push({ start: from, end });
    const isPossible = (text: string): boolean => this.#faultOf(this.#inBag(text)) === null;
    const arePossible = sentences.every((one) => {
      const text = this.bag.text.slice(one.start, one.end);
      // Also accepts a sentence that differs from the bag only by its capital at the start. Another
      // warning reports this.
      return isPossible(text) || isPossible(text[0].toLowerCase() + text.slice(1));
    });
    return arePossible ? sentences : [{ start, end }];
  }

  #lineFix(sentences: readonly Range[]): Fix {
    const newText = betweenStatements(this.bag, 'expect', sentences[0].start);
    const edits = sentences
      .slice(1)
      .map(({ start }, i) => ({ range: { start: sentences[i].end, end: start }, newText }));
    return { title: 'Write each sentence on a line of its own', edits };
  }

  isPossible(
    text: string,
    without: readonly number[] = [],
    added: readonly string[] = [],
  ): boolean {
    const left = this.parts.filter((_, word) => !without.includes(word));
    const spelt = asInBag(text, [...left.flat(), ...added]);
    return this.#faultOf(spelt, without, added) === null;
  }

  timesSeen(form: string): number {
    return this.#knowledge === null ? 0 : timesSeen(form, this.#knowledge);
  }

  changed(edits: readonly TextEdit[]): ExpectationJudge | null {
    const bag = editedBag(this.bag, edits);
    // Fixes are tried only in bags without lemmas, so the new checker needs no model.
    return wordsAreWhole(bag)
      ? new ExpectationChecker(bag, constraintsOf(bag), null, new DiagnosticList())
      : null;
  }

  /**
   * Null if a sentence is possible, `words` if it does not consist of words of the bag, otherwise a
   * function that reports why it is impossible.
   *
   * @param text the sentence, spelled with the words of the bag
   * @param without the places of the words to remove
   * @param added the forms of the words to add, which the bag must not have yet
   */
  #faultOf(
    text: string,
    without: readonly number[] = [],
    added: readonly string[] = [],
  ): 'words' | Fault | null {
    const tokens = text.split(/\s+/);
    const inLine = counts(tokens);
    let found: 'words' | Fault = 'words';
    for (const selection of this.selections) {
      const used = selection.filter((word) => !without.includes(word));
      const isMadeOf =
        this.#lemmaBag === null
          ? areEqual(counts([...used.flatMap((word) => this.parts[word]), ...added]), inLine)
          : this.#lemmaBag.mismatch(tokens, used) === null;
      if (!isMadeOf) continue;
      const fault = this.#faultOfUse(text, tokens, used, added);
      if (fault === null) return null;
      if (found === 'words') found = fault;
    }
    return found;
  }

  /**
   * Says why a sentence does not consist of the words of a bag with lemmas. Compares the sentence
   * with the selections nearest to it in length, at most `mostCompared`. The result is about the
   * selection from which the sentence differs least.
   */
  #lemmaMismatch(line: Range, text: string, words: LemmaBag): Mismatch {
    const ofHandle = this.#handleFix(line);
    const tokens = text.split(/\s+/);
    const distance = (used: readonly number[]): number =>
      Math.abs(used.flatMap((word) => this.parts[word]).length - tokens.length);
    const ofLength = [...this.selections].sort((a, b) => distance(a) - distance(b));
    const differences = ofLength
      .slice(0, mostCompared)
      .map((used) => ({ used, count: words.misfits(tokens, used) }));
    const { used: nearest } = differences.reduce((a, b) => (b.count < a.count ? b : a));
    const near = ofHandle.length > 0 ? null : words.nearWord(tokens, nearest);
    const at = near === null ? -1 : this.bag.text.indexOf(near.token, line.start);
    if (near === null || at < 0 || at >= line.end) {
      const fixes = [
        ...ofHandle,
        ...this.#caseFix(line, tokens, nearest, words),
        ...this.#irregularFix(line, tokens, nearest, words),
        ...this.#additionFix(tokens, nearest, words),
        ...this.#otherLemmaFix(tokens, nearest, words),
      ];
      return { range: line, message: words.mismatch(tokens, nearest)!, fixes };
    }
    const range = { start: at, end: at + near.token.length };
    // A clitic such as `n't` may stand directly behind another word. The word that replaces the
    // clitic needs a space before it.
    const isGlued = /[\p{L}\p{N}]/u.test(this.bag.text[at - 1]);
    const written = isGlued ? ` ${near.word}` : near.word;
    const change = replacement(`Change to ${quoted(near.word)}`, range, written);
    if (!words.isOtherForm(near.token, near.word) || this.named.has(near.word)) {
      const message = `${quoted(near.token)} is not in the bag: did you mean ${quoted(near.word)}?`;
      return { range, message, fixes: [change] };
    }
    const lemma = quoted(`@${near.word}`);
    const message = `${quoted(near.token)} is a form of ${quoted(near.word)}: write ${lemma} in \`words:\` for the form that fits.`;
    const edits = wordsOf(this.bag)
      .filter(({ start, form }) => form === near.word && this.bag.text[start] !== '"')
      .map(({ start }) => ({ range: { start, end: start }, newText: '@' }));
    return { range, message, fixes: [{ title: `Write ${lemma} in \`words:\``, edits }, change] };
  }

  /**
   * Quotes the lemmas that an expected sentence has with their `@`, as in `@anna likes it`: they are
   * probably words that begin with `@`.
   */
  #handleFix(line: Range): Fix[] {
    const written = ` ${this.bag.text.slice(line.start, line.end)} `;
    const lemmas = wordsOf(this.bag).filter(({ kind, form }) => {
      const at = kind === 'lemma' ? written.indexOf(` ${form}`) : -1;
      if (at < 0 || !/^[\s.,;:!?]/u.test(written.slice(at + 1 + form.length))) return false;
      // Of a common word, the author more likely means a form.
      const tags = this.#knowledge?.tagsOf(form.slice(1)) ?? null;
      return tags === null || tags.has('NNP');
    });
    if (lemmas.length === 0) return [];
    const title = `Write ${lemmas.map(({ form }) => quoted(inQuotes(form))).join(' and ')} in \`words:\``;
    const edits = lemmas.map(({ start, formEnd, form }) => ({
      range: { start, end: formEnd },
      newText: inQuotes(form),
    }));
    return [{ title, edits }];
  }

  /**
   * For a lemma and a word of the sentence that differ only in capitals: gives the lemma the
   * capitals of this word, or the word the capitals of the lemma.
   */
  #caseFix(
    line: Range,
    tokens: readonly string[],
    used: readonly number[],
    words: LemmaBag,
  ): Fix[] {
    const found = words.otherCase(tokens, used);
    if (found === null) return [];
    const { token, form, place, meant } = found;
    const word = this.constraints.words[place];
    const fixes: Fix[] = [];
    if (meant !== null && !this.named.has(word.form)) {
      const range = { start: word.start, end: word.start + word.form.length };
      fixes.push(replacement(`Write ${quoted(`@${meant}`)}`, range, `@${meant}`));
    }
    return [...fixes, ...this.#changeFix(line, token, form)];
  }

  #irregularFix(
    line: Range,
    tokens: readonly string[],
    used: readonly number[],
    words: LemmaBag,
  ): Fix[] {
    const found = words.irregularForm(tokens, used);
    return found === null ? [] : this.#changeFix(line, found.token, found.form);
  }

  /** Changes a word of an expected sentence. */
  #changeFix(line: Range, token: string, form: string): Fix[] {
    const written = this.bag.text.slice(line.start, line.end).matchAll(/[\p{L}\p{N}-]+/gu);
    const offset = [...written].find(([one]) => one === token)?.index;
    if (offset === undefined) return [];
    const start = line.start + offset;
    const range = { start, end: start + token.length };
    return [replacement(`Change to ${quoted(form)}`, range, form)];
  }

  #additionFix(tokens: readonly string[], used: readonly number[], words: LemmaBag): Fix[] {
    const word = words.addedWord(tokens, used);
    // Without the closing bracket of a group or a chunk, the word would become part of it.
    const isOpen = this.bag.diagnostics.some(({ code }) => code === 'unterminated-group');
    if (word === null || isOpen) return [];
    const { end } = itemsOf(this.bag).at(-1)!;
    const at = { start: end, end };
    return [replacement(`Add ${quoted(word)} to \`words:\``, at, ` ${word}`)];
  }

  #otherLemmaFix(tokens: readonly string[], used: readonly number[], words: LemmaBag): Fix[] {
    const found = words.otherLemma(tokens, used);
    if (found === null) return [];
    const word = this.constraints.words[found.place];
    const lemma = `@${found.meant}`;
    if (!canBeLemma(lemma) || (word.form !== lemma && this.named.has(word.form))) return [];
    const index = word.index === null ? '' : `#${word.index}`;
    const tag = found.tag === null ? '' : `/${found.tag}`;
    const range = { start: word.start, end: word.end - Number(word.optional) };
    const written = lemma + index + tag;
    return [replacement(`Write ${quoted(written)}`, range, written)];
  }

  /**
   * Returns a function that reports why a sentence is impossible, or null if it is possible. The
   * sentence must consist of the words at the places in `used` and the words in `added`.
   */
  #faultOfUse(
    text: string,
    tokens: readonly string[],
    used: readonly number[],
    added: readonly string[],
  ): Fault | null {
    const { words, order, chunks } = this.constraints;
    const phrases = used.map((word) => words[word].form).filter((form) => form.includes(' '));
    const torn = tornPhrase(text, counts(phrases));
    if (torn !== null) {
      const message = `The bag keeps ${quoted(torn)} together, and this sentence does not: no realization can match it.`;
      return (line) => this.#diagnostics.add('expectation-mismatch', line, message);
    }
    const forms: ReadonlyMap<number, PossibleForms> =
      this.#lemmaBag?.formsIn(tokens, used) ??
      new Map(used.map((word) => [word, [this.parts[word]]]));
    const broken = brokenOrder(
      // An added word has no place in the bag, so its key is negative.
      new Map([...forms, ...added.map((form, i) => [-1 - i, [[form]]] as const)]),
      [...order, ...chunks],
      tokens,
      this.#budget,
    );
    if (broken.length > 0) return (line) => this.#reportOrder(line, broken);
    // Crossings are not checked if lines of `deps:` or `order:` are reported already, such as arcs
    // that contradict each other.
    if (this.constraints.diagnostics.length > 0) return null;
    const given = tokens.filter((token) => !added.includes(token));
    const crossings = this.#crossing.find(given, forms);
    return crossings === null ? null : (line) => this.#crossing.report(line, crossings);
  }

  #reportOrder(line: Range, broken: readonly OrderPiece[]): void {
    const written = broken.map((piece) => {
      const { start, end } = 'relation' in piece ? piece.written[0] : piece.node;
      return quoted(this.bag.text.slice(start, end));
    });
    const ranges = broken.flatMap<Range>((piece) =>
      'relation' in piece ? piece.written : [piece.node],
    );
    this.#diagnostics.add(
      'broken-order',
      line,
      `This sentence breaks ${written.slice(0, maxNamed).join(', ')}: no realization can match it.`,
      {
        related: ranges.slice(0, maxRelated).map(({ start, end }) => ({
          range: { start, end },
          message: 'It breaks this.',
        })),
        fixes: [this.#orderFix(broken, written)],
      },
    );
  }

  /**
   * Removes all constraints that a sentence breaks, since each of them alone makes the sentence
   * impossible.
   */
  #orderFix(broken: readonly OrderPiece[], written: readonly string[]): Fix {
    const [piece] = broken;
    const title =
      broken.length > 1
        ? `Remove ${written.slice(0, maxNamed).join(', ')}${broken.length > maxNamed ? ' and more' : ''}`
        : 'relation' in piece
          ? `Delete ${written[0]}`
          : `Remove the brackets of ${written[0]}`;
    const lines = broken.flatMap((one) => ('relation' in one ? one.written : []));
    const chunks = broken.flatMap((one) => ('relation' in one ? [] : [one.node]));
    const edits = [
      ...chunks.flatMap((chunk) => unbracketing(this.bag.text, chunk)),
      ...removalOfLines(this.bag, lines),
    ];
    return { title, edits };
  }
}

/** The expected sentences of a bag, spelled with the words of the bag. */
export function expectedTexts(bag: BagNode, knowledge: Knowledge | null): string[] {
  const lemmaBag = lemmaBagOf(bag, knowledge);
  const forms = wordsOf(bag).flatMap(({ form }) => form.split(' '));
  return expectationsOf(bag).map(({ start, end }) => {
    const written = bag.text.slice(start, end);
    return lemmaBag?.spell(written) ?? asInBag(written, forms);
  });
}

function lemmaBagOf(bag: BagNode, knowledge: Knowledge | null): LemmaBag | null {
  return hasLemmas(bag) ? new LemmaBag(toBag(bag).words, knowledge) : null;
}

/**
 * Finds a quoted phrase that a sentence splits. The sentence then has the phrase less often than
 * `phrases` says.
 */
function tornPhrase(text: string, phrases: ReadonlyMap<string, number>): string | null {
  if (phrases.size === 0) return null;
  const spaced = ` ${text.replace(/\s+/g, ' ')} `;
  for (const [phrase, count] of phrases) {
    let found = 0;
    // Two occurrences may share the space between them, but no word.
    const step = phrase.length + 1;
    for (
      let at = spaced.indexOf(` ${phrase} `);
      at >= 0;
      at = spaced.indexOf(` ${phrase} `, at + step)
    ) {
      found++;
    }
    if (found < count) return phrase;
  }
  return null;
}
