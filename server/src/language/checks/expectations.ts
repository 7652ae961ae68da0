import { plainBag } from '../../bag/bag.ts';
import { countSelections, MOST_SELECTIONS, selectionsOf } from '../../bag/selections.ts';
import type { Constraints } from '../meaning/constraints.ts';
import { brokenOrder, type OrderPiece } from './broken-order.ts';
import { closest } from '../../text/closest.ts';
import { counted } from '../../text/counted.ts';
import { CrossingChecker } from './crossing.ts';
import { quoted, replacement } from '../tree/diagnostic.ts';
import type { Fix, Range } from '../tree/diagnostic.ts';
import type { DiagnosticList } from '../tree/diagnostic-list.ts';
import {
  asInBag,
  counts,
  isPrinted,
  otherSpellings,
  respelled,
  respellingFixes,
  respellings,
} from './respelling.ts';
import { spell } from '../tree/spelling.ts';
import { expectationsOf, itemsOf } from '../tree/syntax.ts';
import type { BagNode, NamedWord } from '../tree/syntax.ts';
import { printedTokens } from '../meaning/punctuation.ts';
import { choicesOf } from '../meaning/to-bag.ts';
import { deletionOf, unbracketing } from '../writing/deletions.ts';
import { canBeExpected } from '../writing/write-bag.ts';
import { gluedQuestionMark } from './question-mark.ts';
import { namedForms } from './spaces.ts';

/** A message names at most this many words or constraints. */
const maxNamed = 5;

/** A message or a fix marks at most this many words as optional, or adds at most this many to the bag. */
const maxChanged = 2;

/** A diagnostic has at most this many related places. */
const maxRelated = 12;

/**
 * The limit on the steps of matching for all expectations of a bag together. They take a few milliseconds.
 * Expectations that need more steps are not judged.
 */
const stepsPerBag = 10_000;

/**
 * The limit on the product of the numbers of selections, words and expectations. If a bag with choices exceeds it, the
 * bag's expectations are not judged.
 */
const maxCompared = 40_000;

/**
 * Reports expectations that no realization can match: their words cannot be used together, they
 * split a phrase, they break a constraint on the order, or given arcs cross in them. Also reports
 * expectations that are the same sentence.
 */
export function checkExpectations(
  bag: BagNode,
  constraints: Constraints,
  diagnostics: DiagnosticList,
): void {
  const lines = expectationsOf(bag);
  if (lines.length === 0) return;
  const selections = countSelections({ choices: choicesOf(constraints) });
  if (selections * constraints.words.length * lines.length > maxCompared && selections > 1) return;
  const checker = new ExpectationChecker(bag, constraints, diagnostics);
  const texts = new Set<string>();
  for (const line of lines) {
    if (diagnostics.full) return;
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

class ExpectationChecker {
  readonly #bag: BagNode;
  readonly #constraints: Constraints;
  readonly #diagnostics: DiagnosticList;
  readonly #crossing: CrossingChecker;
  readonly #selections: readonly (readonly number[])[];
  readonly #parts: readonly (readonly string[])[];
  readonly #budget = { steps: stepsPerBag };
  /** The forms of the words that statements name, which the bag may lack. */
  readonly #named: ReadonlySet<string>;

  constructor(bag: BagNode, constraints: Constraints, diagnostics: DiagnosticList) {
    this.#bag = bag;
    this.#constraints = constraints;
    this.#diagnostics = diagnostics;
    const { words } = constraints;
    this.#crossing = new CrossingChecker(bag, constraints, diagnostics);
    this.#parts = words.map(({ form }) => form.split(' '));
    this.#named = namedForms(bag);
    const plain = plainBag({ words, arcs: [], root: null });
    const choices = choicesOf(constraints);
    // A bag without choices has one selection, all of its words.
    this.#selections = [...selectionsOf({ ...plain, choices })].map(({ places }) => places);
  }

  /** Returns an expectation in the words of the bag. */
  textOf({ start, end }: Range): string {
    return asInBag(this.#bag.text.slice(start, end), this.#parts.flat());
  }

  /** @param text `textOf(line)` */
  check(line: Range, text: string): void {
    const fault = this.#faultOf(line, text);
    if (fault === 'words') {
      const written = this.#bag.text.slice(line.start, line.end);
      this.#reportWords(line, written, counts(written.split(/\s+/)));
    } else {
      fault?.();
    }
  }

  /**
   * Returns `words` if no words of the bag make up the sentence `text`, or a function that reports why the sentence is
   * impossible; null if it is possible.
   *
   * @param text a sentence in the words of the bag, or of the changed bag
   * @param without the places of the words that are taken from the bag
   * @param added the forms of the words that are added to the bag, all new
   */
  #faultOf(
    line: Range,
    text: string,
    without: readonly number[] = [],
    added: readonly string[] = [],
  ): 'words' | (() => void) | null {
    const tokens = text.split(/\s+/);
    const inLine = counts(tokens);
    let found: 'words' | (() => void) = 'words';
    for (const selection of this.#selections) {
      const used = selection.filter((word) => !without.includes(word));
      if (!areEqual(counts([...used.flatMap((word) => this.#parts[word]), ...added]), inLine)) {
        continue;
      }
      const fault = this.#faultOfUse(line, text, tokens, used, added);
      if (fault === null) return null;
      if (found === 'words') found = fault;
    }
    return found;
  }

  /**
   * Returns a function that reports why a sentence that uses the words `used` is impossible; null if it is possible.
   */
  #faultOfUse(
    line: Range,
    text: string,
    tokens: readonly string[],
    used: readonly number[],
    added: readonly string[],
  ): (() => void) | null {
    const { words, order, chunks } = this.#constraints;
    const forms = used.map((word) => words[word].form);
    const torn = tornPhrase(text, counts(forms.filter((form) => form.includes(' '))));
    if (torn !== null) {
      const message = `The bag keeps ${quoted(torn)} together, and this sentence does not: no realization can match it.`;
      return () => this.#diagnostics.add('expectation-mismatch', line, message);
    }
    const broken = brokenOrder(
      new Map([
        ...used.map((word) => [word, this.#parts[word]] as const),
        // An added word has no place in the bag.
        ...added.map((form, i) => [-1 - i, [form]] as const),
      ]),
      [...order, ...chunks],
      tokens,
      this.#budget,
    );
    if (broken.length > 0) return () => this.#reportOrder(line, broken);
    // Contradictory arcs are reported elsewhere, and the author must resolve them first.
    if (this.#constraints.diagnostics.length > 0) return null;
    const given = tokens.filter((token) => !added.includes(token));
    const crossings = this.#crossing.find(given, used);
    return crossings === null ? null : () => this.#crossing.report(line, crossings);
  }

  #reportOrder(line: Range, broken: readonly OrderPiece[]): void {
    const written = broken.map((piece) => {
      const { start, end } = 'relation' in piece ? piece.written[0] : piece.node;
      return quoted(this.#bag.text.slice(start, end));
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

  /** The fix that removes all constraints that a sentence breaks. Removing fewer constraints would not help. */
  #orderFix(broken: readonly OrderPiece[], written: readonly string[]): Fix {
    const { text } = this.#bag;
    const [piece] = broken;
    const title =
      broken.length > 1
        ? `Remove ${written.slice(0, maxNamed).join(', ')}${broken.length > maxNamed ? ' and more' : ''}`
        : 'relation' in piece
          ? `Delete ${written[0]}`
          : `Remove the brackets of ${written[0]}`;
    const edits = broken.flatMap((one) =>
      'relation' in one
        ? one.written.map((line) => deletionOf(text, line))
        : unbracketing(text, one.node),
    );
    return { title, edits };
  }

  #reportWords(line: Range, text: string, inLine: ReadonlyMap<string, number>): void {
    const { choices } = this.#constraints;
    const chosen = new Set(choices.flatMap(({ words }) => words));
    const all = [...this.#parts.keys()];
    const inBag = this.#countsOf(all);
    const respelt = this.#diagnostics.maySearch
      ? respellings(text, difference(inLine, inBag), difference(inBag, inLine))
      : [];
    // A text that only lacks spaces, as in print, is not misspelt.
    const misspelt = respelt.filter((one) => !isPrinted(one));
    const mended = respelled(text, respelt);
    const meant = respelt.length === 0 ? inLine : counts(mended.split(/\s+/));
    const certain = all.filter((word) => !chosen.has(word));
    const lacking = difference(this.#countsOf(certain), meant);
    const added = difference(meant, inBag);
    const missing = [...lacking.keys()];
    const extra = [...added.keys()];
    const clipped = clippedWords(added, lacking, meant);
    const near = this.#nearWords(added, lacking, meant, inBag, clipped);
    const leftOut = extra.length > 0 ? [] : this.#leftOut(line, text, certain, lacking);
    if (misspelt.length === 0 && missing.length === 0 && extra.length === 0) {
      this.#diagnostics.add(
        'expectation-mismatch',
        line,
        'No choice of alternatives gives this sentence: use one word of each group, and every word that is not optional.',
      );
      return;
    }
    const question = this.#questionMark(added, inBag, meant);
    const meantWords = [...near.values(), ...clipped.values()];
    const stillMissing = missing.filter((word) => !meantWords.includes(word));
    const stillExtra = extra.filter(
      (word) => !near.has(word) && !clipped.has(word) && (question === null || word !== '?'),
    );
    const told = misspelt.filter(
      ({ written, words }) =>
        written !== question?.written && !words.some((word) => clipped.has(word)),
    );
    const quotedInBag = this.#readOtherwise(stillExtra);
    const sentences = [
      ...(told.length > 0 ? [otherSpellings(told)] : []),
      ...(question === null
        ? []
        : [
            `${quoted(question.written)} is an optional word in \`words:\`: write ${quoted(question.spaced)} there for a question mark.`,
          ]),
      ...[...clipped].map(
        ([word, whole]) =>
          `The treebank writes ${quoted(`${word} n't`)}, and the bag has ${quoted(`${whole} n't`)}: write ${quoted(word)} in \`words:\`.`,
      ),
      ...(near.size > 0
        ? [
            `${listOf([...near.keys()])} ${near.size === 1 ? 'is' : 'are'} not in the bag: did you mean ${listOf([...near.values()])}?`,
          ]
        : []),
      ...(stillMissing.length + stillExtra.length > 0
        ? [
            differencesOf(stillMissing, stillExtra, inBag),
            text.startsWith('#')
              ? '`expect:` is plain text: comments stand elsewhere.'
              : stillMissing.length === 0 && quotedInBag.length === stillExtra.length
                ? `\`words:\` has ${listOf(quotedInBag)} only within a longer item: write ${listOf(quotedInBag.map(spell))} there.`
                : adviceOf(stillMissing, stillExtra, leftOut.map(this.#optional)),
          ]
        : []),
    ];
    const marks =
      extra.length === 0 && missing.every((word) => /^[.!?…]+$/u.test(word))
        ? [...lacking].flatMap(([mark, count]) => new Array<string>(count).fill(mark))
        : [];
    const ofWords = [
      ...this.#clippedFix(line, text, clipped),
      ...(question === null || !this.#fitsWith(line, text, ['?'])
        ? []
        : [
            replacement(
              `Write ${quoted(question.spaced)} in \`words:\``,
              question.word,
              question.spaced,
            ),
          ]),
    ];
    if (misspelt.length > 0 || marks.length > 0) {
      const meantRespelt = respelt.map((one) => ({
        ...one,
        words: one.words.map((word) => near.get(word) ?? word),
      }));
      const whole = [withWords(mended, near), ...marks].join(' ');
      this.#diagnostics.add(
        'expectation-mismatch',
        misspelt.length === 1 ? within(line, misspelt[0]) : line,
        sentences.join(' '),
        {
          fixes: [
            ...(this.#isPossible(line, whole)
              ? respellingFixes(line, text, meantRespelt, whole, marks)
              : []),
            ...ofWords,
          ],
        },
      );
      return;
    }
    const wrong = extra.find((word) => !inBag.has(word)) ?? extra.at(0) ?? '';
    const at = wrong === '' ? -1 : findWord(text, wrong);
    const range = at < 0 ? line : within(line, { start: at, end: at + wrong.length });
    const other =
      at < 0 || near.size + clipped.size > 0 ? null : this.#wordMeant(inLine, missing, extra);
    const changed = (newText: string): string =>
      text.slice(0, at) + newText + text.slice(at + wrong.length);
    const isAddable = missing.length === 0 && !text.startsWith('#') && quotedInBag.length === 0;
    this.#diagnostics.add('expectation-mismatch', range, sentences.join(' '), {
      fixes: [
        ...(this.#isPossible(line, withWords(text, near)) ? nearFixes(line, text, near) : []),
        ...(other !== null && this.#isPossible(line, changed(other))
          ? [replacement(`Change to ${quoted(other)}`, range, other)]
          : []),
        ...this.#optionalFix(leftOut),
        ...ofWords,
        ...(isAddable && question === null ? this.#additionFix(line, text, added) : []),
      ],
    });
  }

  /**
   * Whether a line of `expect:` is possible as it stands once the bag has new words, and not those at the places `without`. False if a statement
   * names a new word: it says nothing yet, but would then.
   */
  #fitsWith(
    line: Range,
    text: string,
    added: readonly string[],
    without: readonly number[] = [],
  ): boolean {
    const isNew = added.every((form) => !this.#named.has(form));
    const left = this.#parts.filter((_, word) => !without.includes(word));
    const spelt = asInBag(text, [...left.flat(), ...added]);
    return isNew && this.#faultOf(line, spelt, without, added) === null;
  }

  /** Whether a line of `expect:` may be replaced by a text without another warning. */
  #isPossible(line: Range, text: string): boolean {
    return canBeExpected(text) && this.#faultOf(line, asInBag(text, this.#parts.flat())) === null;
  }

  /** The question mark that `words:` has as the mark of an optional word, if this explains what a sentence has too often. */
  #questionMark(
    added: ReadonlyMap<string, number>,
    inBag: ReadonlyMap<string, number>,
    meant: ReadonlyMap<string, number>,
  ): ReturnType<typeof gluedQuestionMark> {
    if (added.get('?') !== 1 || inBag.has('?')) return null;
    const glued = gluedQuestionMark(this.#bag);
    if (glued === null) return null;
    // The sentence must have the word, which would no longer be optional.
    const { form } = glued.word;
    return meant.has(form) && meant.get(form) === inBag.get(form) ? glued : null;
  }

  /** The forms that stand between white space in `words:` but are read as parts of other words, such as `"`. */
  #readOtherwise(forms: readonly string[]): string[] {
    if (forms.length === 0) return [];
    const written = this.#constraints.words.flatMap(({ start, end }) =>
      this.#bag.text.slice(start, end).split(/\s+/),
    );
    return forms.filter((form) => /^["\\]+$/.test(form) && written.includes(form));
  }

  /**
   * The fix that writes clipped verbs (`ca`) in the bag. No fix if a statement names the whole verb, or if the bag has
   * it more than once.
   */
  #clippedFix(line: Range, text: string, clipped: ReadonlyMap<string, string>): Fix[] {
    const { words } = this.#constraints;
    const places = [...clipped.values()].map((whole) => {
      const fitting = [...words.keys()].filter((place) => words[place].form === whole);
      return fitting.length === 1 && !this.#named.has(whole) ? fitting[0] : -1;
    });
    if (places.length === 0 || places.includes(-1)) return [];
    const forms = [...clipped.keys()];
    if (!this.#fitsWith(line, text, forms, places)) return [];
    const edits = places.map((place, i) => ({
      range: { start: words[place].start, end: words[place].formEnd },
      newText: forms[i],
    }));
    return [{ title: `Write ${listOf(forms)} in \`words:\``, edits }];
  }

  /**
   * Words of a sentence that the bag lacks, each with the unused word of the bag that it probably misspells.
   *
   * @param added the words that the sentence has too often
   * @param lacking the words that it has too seldom
   * @param meant all words of the sentence
   * @param clipped words that are explained already, each with its word of the bag
   */
  #nearWords(
    added: ReadonlyMap<string, number>,
    lacking: ReadonlyMap<string, number>,
    meant: ReadonlyMap<string, number>,
    inBag: ReadonlyMap<string, number>,
    clipped: ReadonlyMap<string, string>,
  ): Map<string, string> {
    const near = new Map<string, string>();
    const left = new Set(difference(inBag, meant).keys());
    for (const whole of clipped.values()) left.delete(whole);
    if (!this.#diagnostics.maySearch) return near;
    const foreign = [...added]
      .filter(([word]) => !inBag.has(word) && !clipped.has(word))
      .slice(0, maxNamed);
    for (const [word, count] of foreign) {
      const nearest = closest(word, left);
      if (nearest === null || (lacking.get(nearest) ?? count) !== count) continue;
      near.set(word, nearest);
      left.delete(nearest);
    }
    return near;
  }

  /**
   * The words that a sentence leaves out, if the sentence is possible once these words are
   * optional. None if they are many.
   */
  #leftOut(
    line: Range,
    text: string,
    certain: readonly number[],
    lacking: ReadonlyMap<string, number>,
  ): NamedWord[] {
    let left = lacking;
    const found = certain.filter((word) => {
      const own = counts(this.#parts[word]);
      if (difference(own, left).size > 0) return false;
      left = difference(left, own);
      return true;
    });
    if (found.length > maxChanged) return [];
    if (this.#selections.length * 2 ** found.length > MOST_SELECTIONS) return [];
    const isFitting = this.#faultOf(line, asInBag(text, this.#parts.flat()), found) === null;
    return isFitting ? found.map((word) => this.#constraints.words[word]) : [];
  }

  /** A word as written in the bag, marked as optional. */
  readonly #optional = ({ start, end }: Range): string => `${this.#bag.text.slice(start, end)}?`;

  #optionalFix(words: readonly NamedWord[]): Fix[] {
    if (words.length === 0) return [];
    const edits = words.map(({ end }) => ({ range: { start: end, end }, newText: '?' }));
    return [{ title: `Write ${words.map(this.#optional).map(quoted).join(' and ')}`, edits }];
  }

  /** The fix that adds words to the bag. It adds no second word of a form, since lines may refer to the first. */
  #additionFix(line: Range, text: string, added: ReadonlyMap<string, number>): Fix[] {
    const last = itemsOf(this.#bag).at(-1);
    const forms = [...added].flatMap(([form, count]) => new Array<string>(count).fill(form));
    if (last === undefined || forms.length > maxChanged) return [];
    // The words would become part of an unclosed group.
    if (this.#bag.diagnostics.some(({ code }) => code === 'unterminated-group')) return [];
    const inBag = new Set(this.#parts.flat());
    if (forms.some((form) => inBag.has(form) || printedTokens(form).length > 1)) return [];
    if (!this.#fitsWith(line, text, forms)) return [];
    const end = { start: last.end, end: last.end };
    const newText = forms.map((form) => ` ${spell(form)}`).join('');
    return [replacement(`Add ${listOf(forms)} to \`words:\``, end, newText)];
  }

  /** The word of the bag that probably belongs in place of an extra word; null if no word is likely. */
  #wordMeant(
    inLine: ReadonlyMap<string, number>,
    missing: readonly string[],
    extra: readonly string[],
  ): string | null {
    const [word] = extra;
    if (missing.length === 1 && extra.length === 1) {
      const [meant] = missing;
      const changed = new Map(inLine).set(meant, (inLine.get(meant) ?? 0) + 1);
      const left = inLine.get(word)! - 1;
      if (left === 0) changed.delete(word);
      else changed.set(word, left);
      if (this.#selections.some((used) => areEqual(this.#countsOf(used), changed))) return meant;
    }
    return this.#diagnostics.maySearch ? closest(word, missing) : null;
  }

  #countsOf(words: readonly number[]): Map<string, number> {
    return counts(words.flatMap((word) => this.#parts[word]));
  }
}

function areEqual(a: ReadonlyMap<string, number>, b: ReadonlyMap<string, number>): boolean {
  return a.size === b.size && [...a].every(([word, count]) => b.get(word) === count);
}

/** The words that `a` counts more often than `b`, with the difference. */
function difference(
  a: ReadonlyMap<string, number>,
  b: ReadonlyMap<string, number>,
): Map<string, number> {
  const more = new Map<string, number>();
  for (const [word, count] of a) {
    const by = count - (b.get(word) ?? 0);
    if (by > 0) more.set(word, by);
  }
  return more;
}

/** Converts a range of a line's text to a range of the bag. */
function within(line: Range, { start, end }: Range): Range {
  return { start: line.start + start, end: line.start + end };
}

/** A phrase that occurs in the text less often than in the bag; null if there is no such phrase. */
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

/** The verbs that the treebank clips before `n't`, as in `ca n't`, each with its whole form. */
const clippedVerbs: ReadonlyMap<string, string> = new Map([
  ['ca', 'can'],
  ['wo', 'will'],
  ['sha', 'shall'],
]);

/**
 * The clipped verbs of a sentence that the bag has whole before `n't`, each with its word of the bag.
 *
 * @param added the words that the sentence has too often
 * @param lacking the words that it has too seldom
 * @param meant all words of the sentence
 */
function clippedWords(
  added: ReadonlyMap<string, number>,
  lacking: ReadonlyMap<string, number>,
  meant: ReadonlyMap<string, number>,
): Map<string, string> {
  if (!meant.has("n't")) return new Map();
  return new Map(
    [...clippedVerbs].filter(([word, whole]) => added.get(word) === 1 && lacking.get(whole) === 1),
  );
}

/** A text with some of its words replaced. */
function withWords(text: string, words: ReadonlyMap<string, string>): string {
  return text.replace(/\S+/g, (word) => words.get(word) ?? word);
}

/** The offset of the last occurrence of a word between white space; -1 if there is none. */
function findWord(text: string, word: string): number {
  let found = -1;
  for (const { 0: candidate, index } of text.matchAll(/\S+/g)) {
    if (candidate === word) found = index;
  }
  return found;
}

/**
 * The fix that writes the meant word for each misspelt word of a sentence. None if the sentence has such a word only
 * together with punctuation.
 *
 * @param text the text of the line
 */
function nearFixes(line: Range, text: string, near: ReadonlyMap<string, string>): Fix[] {
  if (near.size === 0 || [...near.keys()].some((word) => findWord(text, word) < 0)) return [];
  const edits = [...near].flatMap(([word, meant]) =>
    [...text.matchAll(/\S+/g)]
      .filter(([written]) => written === word)
      .map(({ index }) => ({
        range: within(line, { start: index, end: index + word.length }),
        newText: meant,
      })),
  );
  return [{ title: `Change to ${listOf([...near.values()])}`, edits }];
}

/** Says which words a sentence has too seldom, and which words too often. */
function differencesOf(
  missing: readonly string[],
  extra: readonly string[],
  inBag: ReadonlyMap<string, number>,
): string {
  const foreign = extra.filter((word) => !inBag.has(word));
  const repeated = extra.filter((word) => inBag.has(word));
  const said = [
    missing.length > 0 ? `lacks ${listOf(missing)}` : '',
    repeated.length > 0 ? `has ${listOf(repeated)} more often than the bag` : '',
    foreign.length > 0 ? `has ${listOf(foreign)}, which the bag lacks` : '',
  ].filter((part) => part !== '');
  const last = said.pop()!;
  return `This sentence ${said.length > 0 ? `${said.join(', ')} and ${last}` : last}.`;
}

function listOf(words: readonly string[]): string {
  const shown = words.slice(0, maxNamed).map(quoted).join(', ');
  const more = words.length - maxNamed;
  return more > 0 ? `${shown} and ${counted(more, 'more word')}` : shown;
}

/**
 * Says how to make a sentence and its bag agree, if one has words that the other lacks.
 *
 * @param optional the missing words as written in the bag, marked as optional; empty if marking
 *   them would not help
 */
function adviceOf(
  missing: readonly string[],
  extra: readonly string[],
  optional: readonly string[],
): string {
  if (missing.length > 0 && extra.length > 0) return 'Use each word of the bag exactly once.';
  const it = missing.length + extra.length === 1 ? 'it' : 'them';
  if (extra.length > 0) return `Add ${it} to \`words:\`, or remove ${it} here.`;
  return optional.length > 0
    ? `Add ${it} here, remove ${it} from \`words:\`, or write ${optional.map(quoted).join(' and ')} there.`
    : `Add ${it} here, or remove ${it} from \`words:\`.`;
}
