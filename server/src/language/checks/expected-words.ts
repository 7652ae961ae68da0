import { MOST_SELECTIONS } from '../../bag/selections.ts';
import { closest } from '../../text/closest.ts';
import { counted } from '../../text/counted.ts';
import { occurrenceOf } from '../meaning/occurrence.ts';
import { printedTokens } from '../meaning/punctuation.ts';
import { quoted, replacement } from '../tree/diagnostic.ts';
import type { Fix, Range, TextEdit } from '../tree/diagnostic.ts';
import { inQuotes, spell, spellInWords } from '../tree/spelling.ts';
import { expectationsOf, groupsOf, itemsOf, wordsOf } from '../tree/syntax.ts';
import type { BagNode, NamedWord } from '../tree/syntax.ts';
import { deletionOf, deletionOfItem } from '../writing/deletions.ts';
import { edited } from '../writing/edited.ts';
import { canBeExpected } from '../writing/write-bag.ts';
import { mends, type ExpectationJudge } from './expectation-judge.ts';
import {
  addedWords,
  areLikelier,
  isMisspelling,
  otherCapitals,
  wordsFix,
} from './misspelt-words.ts';
import {
  apartFromMark,
  beginsQuestion,
  endsQuestion,
  gluedQuestionMark,
  type GluedQuestionMark,
} from './question-mark.ts';
import {
  counts,
  onlyLacksSpaces,
  otherSpellings,
  respelled,
  respellingFixes,
  respellings,
  type Respelling,
} from './respelling.ts';

const maxNamed = 5;

/**
 * A fix adds at most this many words to the bag, or makes at most this many of its words optional.
 */
const maxChanged = 2;

export interface Mismatch {
  readonly range: Range;
  readonly message: string;
  readonly fixes: readonly Fix[];
}

/**
 * Explains how the words of an expected sentence differ from those of its bag, and offers fixes.
 */
export function wordMismatch(line: Range, judge: ExpectationJudge): Mismatch {
  const found = compare(line, judge);
  const { misspelt, lacking, added, inOtherSpelling } = found;
  const marks = surplusMarks(found);
  const inWords = wordsFix(line, judge, inOtherSpelling, smallFirst(found), marks);
  const compared = { ...found, isBagMisspelt: found.isBagMisspelt && inWords.length > 0 };
  if (misspelt.length === 0 && lacking.size === 0 && added.size === 0) {
    const message =
      'No choice of alternatives gives this sentence: use one word of each group, and every word that is not optional.';
    return { range: line, message, fixes: [] };
  }
  const bare = withoutSurroundings(line, judge);
  if (bare !== null) return bare;
  const problems = [
    ofSpelling(compared),
    ofQuestionMark(compared),
    ofClippedVerbs(compared),
    ofNearWords(compared),
    ofOtherWords(compared),
  ];
  const fixes = problems.flatMap((one) => one.fixes);
  // A sentence with a final mark that the bag lacks is probably the better of the two.
  const isSentenceRight = compared.isBagMisspelt || marks.length > 0;
  const inOrder = isSentenceRight ? [...inWords, ...fixes] : [...fixes, ...inWords];
  return {
    range: rangeOf(compared),
    message: problems.flatMap(({ messages }) => messages).join(' '),
    fixes: inOrder.filter(
      (fix, i) =>
        inOrder.findIndex(({ title }) => title === fix.title) === i &&
        !makesEqual(fix, line, judge),
    ),
  };
}

/** Whether a fix makes an expected sentence equal to another one. */
function makesEqual({ edits }: Fix, line: Range, { bag }: ExpectationJudge): boolean {
  const isWithin = ({ range }: TextEdit): boolean =>
    range.start >= line.start && range.end <= line.end;
  if (!edits.every(isWithin)) return false;
  const inLine = edits.map(({ range, newText }) => ({
    range: { start: range.start - line.start, end: range.end - line.start },
    newText,
  }));
  const changed = edited(bag.text.slice(line.start, line.end), inLine);
  return expectationsOf(bag).some(
    ({ start, end }) => start !== line.start && bag.text.slice(start, end) === changed,
  );
}

/**
 * Patterns of lines of `expect:` that have other text besides the sentence. Each pattern captures
 * the sentence, and comes with a message and the title of a fix.
 */
const besidesSentence: readonly (readonly [RegExp, string, string])[] = [
  [
    /^["“](.*)["”]$/u,
    '`expect:` is plain text: a sentence there has no quotes around it.',
    'Delete the quotes',
  ],
  [
    /^(.*?)(?<!\s)\s+#.*$/u,
    '`expect:` is plain text: comments stand elsewhere, for example above the bag.',
    'Delete the comment',
  ],
  [
    /^\*(\p{L}.*)$/u,
    '`expect:` has a sentence on each line, without a mark before it.',
    'Delete the mark',
  ],
  [
    /^(?:[-*•]|\d{1,3}[.)])\s+(.*)$/u,
    '`expect:` has a sentence on each line, without a mark before it.',
    'Delete the mark',
  ],
];

const listMark = /^(?:[-*•]|\d{1,3}[.)])\s+/u;

/** Deletes the marks of the other expected sentences, which are a list. */
function otherMarks(line: Range, { bag }: ExpectationJudge): TextEdit[] {
  return expectationsOf(bag).flatMap(({ start, end }) => {
    const mark = start === line.start ? null : listMark.exec(bag.text.slice(start, end));
    return mark === null ? [] : [{ range: { start, end: start + mark[0].length }, newText: '' }];
  });
}

/**
 * Reports text around an expected sentence, such as quotes, if the sentence is possible without it.
 */
function withoutSurroundings(line: Range, judge: ExpectationJudge): Mismatch | null {
  const { bag } = judge;
  const text = bag.text.slice(line.start, line.end);
  for (const [pattern, message, title] of besidesSentence) {
    const written = pattern.exec(text)?.[1].trim() ?? '';
    // The bag may have the first word without the capital that it has in the sentence.
    const sentence = [written, written.slice(0, 1).toLowerCase() + written.slice(1)].find(
      (one) => one !== '' && canReplace(judge, one),
    );
    if (sentence === undefined) continue;
    // A text such as `#tag` behind the sentence is probably a word, not a comment, if the bag above
    // this line has `#tag`, too.
    const rest = text.slice(text.indexOf(written) + written.length).trim();
    if (/^#\S/u.test(rest) && bag.text.slice(0, line.start).includes(rest.split(/\s/u)[0]))
      continue;
    const also = sentence === written ? '' : `, and write ${quoted(sentence.split(/\s/u)[0])}`;
    const ofList = listMark.test(text) ? otherMarks(line, judge) : [];
    const edits = [{ range: { start: line.start, end: line.end }, newText: sentence }, ...ofList];
    const fix = {
      title: (ofList.length > 0 ? 'Delete the mark of each sentence' : title) + also,
      edits,
    };
    if (!isStarred(line, judge)) return { range: line, message, fixes: [fix] };
    return {
      range: line,
      message:
        '`expect:` has only sentences that are wanted, and `*` marks an ungrammatical one: delete this line.',
      fixes: [{ title: 'Delete this line', edits: [deletionOf(bag.text, line)] }, fix],
    };
  }
  const plain = [withoutMarkup(text), withoutMarkup(withFirstAlternatives(text))].find((one) =>
    canReplace(judge, one),
  );
  if (plain === undefined) return null;
  if (plain === text || plain === '' || !canReplace(judge, plain)) return null;
  const message =
    '`expect:` is plain text: words there have no tags, no indices, no `?` and no brackets.';
  return { range: line, message, fixes: [replacement(`Change to ${quoted(plain)}`, line, plain)] };
}

/**
 * Whether a sentence has a `*`, which marks it as ungrammatical in linguistics. False if each
 * sentence of the bag has one, since the bag then has a list.
 */
function isStarred(line: Range, { bag }: ExpectationJudge): boolean {
  const hasStar = ({ start }: Range): boolean => bag.text[start] === '*';
  const lines = expectationsOf(bag);
  return hasStar(line) && (lines.length === 1 || !lines.every(hasStar));
}

/** A sentence with one alternative of each group: `a cat` for `( a | the ) cat`. */
function withFirstAlternatives(text: string): string {
  return text.replace(/\( ?([^\s()|]+)(?: ?\| ?[^\s()|]+)+ ?\)/gu, '$1');
}

/** A sentence without the marks that only `words:` has: tags, indices, brackets, `old?`. */
function withoutMarkup(text: string): string {
  const isQuestion = beginsQuestion(text);
  return text
    .replace(/(\p{L})\?(?=\s+\p{Ll})/gu, isQuestion ? '$&' : '$1')
    .split(/\s+/u)
    .filter((token) => !/^[[\]]$/u.test(token))
    .map((token) => token.replace(/^\((\p{L}+)\)$/u, '$1'))
    .map((token) => token.replace(/(?<=.)\/[A-Z]{2,}\$?(?:\|[A-Z]{2,}\$?)*$/u, ''))
    .map((token) => token.replace(/(?<=\p{L})#\d{1,2}$/u, ''))
    .join(' ');
}

/**
 * If the first word has a capital only because it begins the sentence, returns the edit that spells
 * this word as in the bag.
 */
function smallFirst({ line, misspelt, inOtherSpelling }: Comparison): TextEdit[] {
  const first = misspelt.find(({ start }) => start === 0);
  if (first === undefined || inOtherSpelling.has(first.words[0])) return [];
  const { end, words } = first;
  return [{ range: within(line, { start: 0, end }), newText: words.join(' ') }];
}

/** The messages and fixes for one kind of difference. Both lists are empty if it does not occur. */
interface Problem {
  readonly messages: readonly string[];
  readonly fixes: readonly Fix[];
}

interface PlacedWord extends Range {
  readonly word: string;
}

/** An expected sentence compared with its bag, with a probable reason for each difference. */
interface Comparison {
  readonly judge: ExpectationJudge;
  readonly line: Range;
  readonly text: string;
  readonly inBag: ReadonlyMap<string, number>;
  readonly respelt: readonly Respelling[];
  /** The respellings that also change other things than spaces, such as capitals. */
  readonly misspelt: readonly Respelling[];
  /** The words of the text. A piece such as `don't` counts as several words. */
  readonly placed: readonly PlacedWord[];
  /** The text with its words spelt as in the bag. */
  readonly mended: string;
  /** Counts the words of `mended`. */
  readonly meant: ReadonlyMap<string, number>;
  /** The places of the words of the bag that are neither optional nor alternatives. */
  readonly certain: readonly number[];
  /** Words of `certain` that the sentence lacks, each with the number that is missing. */
  readonly lacking: ReadonlyMap<string, number>;
  /** Words that the sentence has more often than the bag, each with its surplus. */
  readonly added: ReadonlyMap<string, number>;
  /**
   * An optional word of the bag, such as `me?`, if its `?` is probably the sentence's question
   * mark.
   */
  readonly question: GluedQuestionMark | null;
  /**
   * Verbs that the treebank shortens before `n't`: maps the sentence's form to the bag's (`ca` to
   * `can`).
   */
  readonly clipped: ReadonlyMap<string, string>;
  /** Maps a word that the bag lacks to the similar word of the bag that is probably meant. */
  readonly near: ReadonlyMap<string, string>;
  /** Maps the bag's spelling of a word to the sentence's other spelling. */
  readonly inOtherSpelling: ReadonlyMap<string, string>;
  /** Whether the bag, rather than the sentence, has the mistakes in `inOtherSpelling`. */
  readonly isBagMisspelt: boolean;
}

function compare(line: Range, judge: ExpectationJudge): Comparison {
  const { bag, constraints, parts, maySearch } = judge;
  const text = bag.text.slice(line.start, line.end);
  const inLine = counts(text.split(/\s+/));
  const inBag = counts(parts.flat());
  const respelt = maySearch
    ? respellings(text, difference(inLine, inBag), difference(inBag, inLine))
    : [];
  const mended = respelled(text, respelt);
  const meant = respelt.length === 0 ? inLine : counts(mended.split(/\s+/));
  const chosen = new Set(constraints.choices.flatMap(({ words }) => words));
  const certain = [...parts.keys()].filter((word) => !chosen.has(word));
  const lacking = difference(counts(certain.flatMap((word) => parts[word])), meant);
  const added = difference(meant, inBag);
  const clipped = clippedVerbsOf(added, lacking, meant, inBag);
  const misspelt = respelt.filter((one) => !onlyLacksSpaces(one));
  const near = maySearch
    ? nearWordsOf(judge, added, lacking, meant, inBag, clipped)
    : new Map<string, string>();
  const inOtherSpelling = new Map([
    ...otherCapitals(misspelt, judge),
    ...[...near].map(([word, own]) => [own, word] as const),
  ]);
  return {
    judge,
    line,
    text,
    inBag,
    respelt,
    misspelt,
    placed: placedWords(text, respelt.filter(onlyLacksSpaces)),
    mended,
    meant,
    certain,
    lacking,
    added,
    question: questionMarkOf(bag, text, added, inBag, meant),
    clipped,
    near,
    inOtherSpelling,
    isBagMisspelt: areLikelier(judge, inOtherSpelling),
  };
}

function rangeOf(compared: Comparison): Range {
  const { line, misspelt } = compared;
  if (misspelt.length > 0) return misspelt.length === 1 ? within(line, misspelt[0]) : line;
  return wrongWordOf(compared)?.range ?? line;
}

// Problem: differences in spelling, and missing punctuation at the end

function ofSpelling(compared: Comparison): Problem {
  const { judge, line, text, respelt, misspelt, mended, question, clipped, near } = compared;
  const told = misspelt.filter(
    ({ written, words }) =>
      written !== question?.written && !words.some((word) => clipped.has(word)),
  );
  const messages = told.length > 0 ? [otherSpellings(told)] : [];
  const marks = missingMarks(compared);
  if (misspelt.length + marks.length === 0) return { messages, fixes: [] };
  // If possible, corrects only the misspelt words. The rest of the line, such as `don't`, then
  // stays as it is printed.
  if (marks.length === 0 && near.size === 0) {
    const printed = respelled(text, misspelt);
    if (canReplace(judge, printed)) {
      return { messages, fixes: respellingFixes(line, text, misspelt, printed, marks) };
    }
  }
  const whole = [withWords(mended, near), ...marks].join(' ');
  if (!canReplace(judge, whole)) return { messages, fixes: [] };
  const respeltAndNear = respelt.map((one) => ({
    ...one,
    words: one.words.map((word) => near.get(word) ?? word),
  }));
  return { messages, fixes: respellingFixes(line, text, respeltAndNear, whole, marks) };
}

function surplusMarks({ added, inBag, near }: Comparison): string[] {
  return [...added.keys()].filter(
    (word) => /^\p{P}+$/u.test(word) && !inBag.has(word) && !near.has(word),
  );
}

/**
 * The final punctuation of the bag that the sentence lacks, if the words agree otherwise. Empty if
 * the sentence lacks a `?` of `words:` that probably makes the word before it optional, as in `the
 * old ? dog`.
 */
function missingMarks({ judge, certain, added, lacking }: Comparison): string[] {
  const areMarks = [...lacking.keys()].every((word) => /^[.!?…]+$/u.test(word));
  if (added.size > 0 || !areMarks) return [];
  const { words } = judge.constraints;
  const isOptional = certain.some(
    (word) => lacking.has(words[word].form) && markedBy(judge, words[word]) !== null,
  );
  return isOptional ? [] : repeated(lacking);
}

// Problem: a question mark that `words:` reads as the mark of an optional word (`help me?`)

/** Matches a question mark that ends a sentence. */
const endsSentence = /^\s?\?\s*(?:$|["”’'(]*\s*\p{Lu})/u;

function questionMarkOf(
  bag: BagNode,
  text: string,
  added: ReadonlyMap<string, number>,
  inBag: ReadonlyMap<string, number>,
  meant: ReadonlyMap<string, number>,
): GluedQuestionMark | null {
  if (added.get('?') !== 1 || inBag.has('?')) return null;
  const isQuestion = beginsQuestion(text);
  const isBefore = ({ form, optional }: NamedWord): boolean => {
    const after = text.split(form).slice(1).join(form);
    const isEnd = endsSentence.test(after) || (isQuestion && /^\s?\?/u.test(after));
    return optional && (isEnd || endsQuestion(text, `${form}?`));
  };
  const beforeMark = wordsOf(bag).filter(isBefore);
  const glued =
    beforeMark.length === 1 ? apartFromMark(bag, beforeMark[0]) : gluedQuestionMark(bag);
  if (glued === null) return null;
  // After the fix, the word is no longer optional, so the sentence must have it.
  const { form } = glued.word;
  return meant.has(form) && meant.get(form) === inBag.get(form) ? glued : null;
}

function ofQuestionMark(compared: Comparison): Problem {
  const { judge, line, text, question } = compared;
  if (question === null) return noProblem;
  const { word, written, spaced } = question;
  const message = `${quoted(written)} is an optional word in \`words:\`: write ${quoted(spaced)} there for a question mark.`;
  const title = `Write ${quoted(spaced)} in \`words:\``;
  const fix = replacement(title, word, spaced);
  if (fitsWith(judge, text, ['?'])) return { messages: [message], fixes: [fix] };
  const first = smallFirst(compared);
  const edits = [...fix.edits, ...first];
  const fixes =
    first.length > 0 && mends(line, judge, edits)
      ? [{ title: `${title}, and ${quoted(first[0].newText)} here`, edits }]
      : [];
  return { messages: [message], fixes };
}

// Problem: verbs that the treebank shortens before `n't`, as in `ca n't`

const clippedVerbs: ReadonlyMap<string, string> = new Map([
  ['ca', 'can'],
  ['wo', 'will'],
  ['sha', 'shall'],
]);

function clippedVerbsOf(
  added: ReadonlyMap<string, number>,
  lacking: ReadonlyMap<string, number>,
  meant: ReadonlyMap<string, number>,
  inBag: ReadonlyMap<string, number>,
): Map<string, string> {
  if (!inBag.has("n't") || !meant.has("n't")) return new Map();
  return new Map(
    [...clippedVerbs].filter(([word, whole]) => added.get(word) === 1 && lacking.get(whole) === 1),
  );
}

function ofClippedVerbs(compared: Comparison): Problem {
  const messages = [...compared.clipped].map(
    ([word, whole]) =>
      `The treebank writes ${quoted(`${word} n't`)}, and the bag has ${quoted(`${whole} n't`)}: write ${quoted(word)} in \`words:\`.`,
  );
  return { messages, fixes: clippedFix(compared) };
}

/**
 * No fix if a line of `deps:` or `order:` names one of the verbs, or if the bag has a verb twice.
 */
function clippedFix({ judge, text, clipped }: Comparison): Fix[] {
  const { words } = judge.constraints;
  const places = [...clipped.values()].map((whole) => {
    const fitting = [...words.keys()].filter((place) => words[place].form === whole);
    return fitting.length === 1 && !judge.named.has(whole) ? fitting[0] : -1;
  });
  if (places.length === 0 || places.includes(-1)) return [];
  const forms = [...clipped.keys()];
  if (!fitsWith(judge, text, forms, places)) return [];
  const edits = places.map((place, i) => ({
    range: { start: words[place].start, end: words[place].formEnd },
    newText: forms[i],
  }));
  return [{ title: `Write ${listOf(forms)} in \`words:\``, edits }];
}

// Problem: words that resemble a word of the bag

/** The parts of contractions, each with the words that it may stand for. */
const spelledOut: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    ...{ ca: ['can'], wo: ['will'], sha: ['shall'], "n't": ['not'], "'m": ['am'], "'re": ['are'] },
    ...{
      "'s": ['is', 'has', 'us'],
      "'ve": ['have'],
      "'ll": ['will', 'shall'],
      "'d": ['would', 'had'],
    },
  }),
);

function nearWordsOf(
  judge: Pick<ExpectationJudge, 'timesSeen'>,
  added: ReadonlyMap<string, number>,
  lacking: ReadonlyMap<string, number>,
  meant: ReadonlyMap<string, number>,
  inBag: ReadonlyMap<string, number>,
  clipped: ReadonlyMap<string, string>,
): Map<string, string> {
  const near = new Map<string, string>();
  // A bracket that sticks to a word is reported with the word.
  const left = new Set(
    [...difference(inBag, meant).keys()].filter((word) => !/^[([]\S|\S[)\]]$/u.test(word)),
  );
  for (const whole of clipped.values()) left.delete(whole);
  const foreign = [...added].filter(([word]) => !clipped.has(word)).slice(0, maxNamed);
  for (const [word, count] of foreign) {
    const whole = spelledOut.get(word)?.find((one) => left.has(one));
    const nearest = whole ?? closest(word, left);
    if (nearest === null || (lacking.get(nearest) ?? count) !== count) continue;
    // Of a word that the bag has, but less often, only a misspelling is near: `teh` for `the`.
    if (inBag.has(word) && !isMisspelling(judge, nearest, word)) continue;
    near.set(word, nearest);
    left.delete(nearest);
  }
  return near;
}

function ofNearWords(compared: Comparison): Problem {
  const { judge, line, text, placed, near, isBagMisspelt } = compared;
  if (near.size === 0) return noProblem;
  const surplus = surplusMarks(compared);
  const [written, meant] = [[...near.keys()], [...near.values()]];
  const message = isBagMisspelt
    ? `\`words:\` has ${listOf(meant)}: did you mean ${listOf(written)}?`
    : `${listOf(written)} ${near.size === 1 ? 'is' : 'are'} not in the bag: did you mean ${listOf(meant)}?`;
  const isKnown = [...meant, ...written].every((word) => judge.timesSeen(word) > 0);
  const others =
    near.size === 1 && isKnown && !isBagMisspelt
      ? [
          ...alternativeFix(compared, meant[0], written[0]),
          ...wordsFix(line, judge, new Map([[meant[0], written[0]]]), [], []),
          ...oneOfEqualFix(compared, meant[0], written[0]),
        ]
      : isBagMisspelt
        ? []
        : wordsFix(line, judge, new Map([...near].map(([one, other]) => [other, one])), [], []);
  // Of a word that training has never seen, the sentence more likely has the right spelling.
  const isUnseen = [...near].some(
    ([own, other]) => judge.timesSeen(other) === 0 && judge.timesSeen(own) > 0,
  );
  const isSentenceRight =
    !isBagMisspelt && (isUnseen || (near.size === 1 && isRightArticle(compared, written[0])));
  let spaced = -1;
  const edits = placed.flatMap(({ word, start, end }) => {
    const own = near.get(word);
    if (own === undefined) return [];
    // A part of a contraction has no space around it, but the word that replaces it needs spaces.
    // No space is added before this word if the replacement of the previous part ends in a space.
    const isBehind =
      start !== spaced && start > 0 && /[^\s(["“]/u.test(text[start - 1]) && /^\p{L}/u.test(own);
    const isBefore = /^\p{L}/u.test(text.slice(end, end + 2)) && /\p{L}$/u.test(own);
    if (isBefore) spaced = end;
    const newText = `${isBehind ? ' ' : ''}${own}${isBefore ? ' ' : ''}`;
    return [{ range: { start, end }, newText }];
  });
  // `placed` may lack a word inside a contraction. There is no fix then.
  const isFound = written.every((word) => placed.some((one) => one.word === word));
  const marks = placed.filter(({ word }) => surplus.includes(word));
  const withoutMarks = [...edits, ...marks.map((range) => ({ range, newText: '' }))];
  for (const changes of isFound ? [edits, withoutMarks] : []) {
    const changed = edited(text, changes);
    if (!canReplace(judge, changed)) continue;
    const title = `Change to ${changes === edits ? listOf(meant) : quoted(changed)}`;
    const inBag = changes.map(({ range, newText }) => ({ range: within(line, range), newText }));
    const change = { title, edits: inBag };
    return {
      messages: [message],
      fixes: isSentenceRight ? [...others, change] : [change, ...others],
    };
  }
  return { messages: [message], fixes: others };
}

/**
 * Writes a word of the sentence in place of a word that the bag has several times. Chooses the
 * occurrence with the same words beside it.
 */
function oneOfEqualFix({ judge, line, placed }: Comparison, form: string, other: string): Fix[] {
  if (!judge.maySearch) return [];
  const { words } = judge.constraints;
  const at = placed.findIndex(({ word }) => word === other);
  const candidates = words.flatMap((word, i) => {
    const beside = {
      before: i === 0 ? '' : words[i - 1].form,
      behind: words.at(i + 1)?.form ?? '',
    };
    return word.form === form ? [{ ...word, ...beside }] : [];
  });
  const found =
    candidates.length < 2
      ? null
      : occurrenceOf(
          placed.map(({ word }) => word),
          at,
          candidates,
        );
  if (found === null) return [];
  const fix = replacement(
    `Write ${quoted(other)} in \`words:\``,
    { start: found.start, end: found.formEnd },
    spellInWords(other),
  );
  return mends(line, judge, fix.edits) ? [fix] : [];
}

/** Whether a sentence has `an` before a vowel, or `a` before a consonant. */
function isRightArticle({ placed }: Comparison, word: string): boolean {
  const next = placed[placed.findIndex((one) => one.word === word) + 1]?.word ?? '';
  // The article depends on the sound: `an MRI`, `a European`.
  if (/^\p{Lu}(?:[\p{Lu}\d-]|$)|^(?:eu|one|once)/u.test(next)) return false;
  const isVowel = /^[aeio]/iu.test(next);
  return (
    (word.toLowerCase() === 'an' && isVowel) ||
    (word.toLowerCase() === 'a' && /^[^aeiouh\W]/iu.test(next))
  );
}

// Problem: all other words that only the sentence or only the bag has

function ofOtherWords(compared: Comparison): Problem {
  const { question, clipped, near, inBag, text, misspelt } = compared;
  const explained = [...near.values(), ...clipped.values()];
  const missing = [...compared.lacking.keys()].filter((word) => !explained.includes(word));
  const extra = [...compared.added.keys()].filter(
    (word) => !near.has(word) && !clipped.has(word) && (question === null || word !== '?'),
  );
  const leftOut = leftOutWords(compared);
  const marked = markedWords(compared, leftOut);
  const quotedInBag = readOtherwise(compared, extra);
  const messages =
    missing.length + extra.length === 0
      ? []
      : [
          differencesOf(missing, extra, inBag),
          compared.added.has('#') && /(?:^|\s)#/u.test(text)
            ? '`expect:` is plain text: comments stand elsewhere.'
            : missing.length === 0 && quotedInBag.length === extra.length
              ? `\`words:\` has ${listOf(quotedInBag)} only within a longer item: write ${listOf(quotedInBag.map(spell))} there.`
              : adviceOf(
                  missing,
                  extra,
                  marked.map(({ written }) => written),
                ),
        ];
  // If the spelling is wrong, other words get only fixes that also correct the spelling. If final
  // punctuation is missing, they get no fixes.
  const otherMark = otherMarkFix(compared);
  if (misspelt.length > 0) {
    const fixes = [
      ...otherMark,
      ...abbreviationFix(compared),
      ...respeltChangeFix(compared),
      ...marksFix(compared),
      ...wholeFix(compared),
    ];
    return { messages, fixes };
  }
  if (missingMarks(compared).length > 0) return { messages, fixes: [] };
  return {
    messages,
    fixes: [
      ...otherMark,
      ...abbreviationFix(compared),
      ...memberFix(compared),
      ...changeFix(compared),
      ...splitFix(compared),
      ...joinedFix(compared),
      ...hyphenFix(compared),
      ...doubleFix(compared, leftOut),
      ...optionalFix(marked),
      ...(quotedInBag.length === 0 ? additionFix(compared) : []),
    ],
  };
}

const finalMark = /^[.!?…]$/u;

/** Writes the final mark of the sentence in `words:` in place of another one. */
function otherMarkFix(compared: Comparison): Fix[] {
  const { judge, line, lacking, added } = compared;
  const [[mark], [other]] = [[...lacking.keys()], [...added.keys()]];
  if (lacking.size !== 1 || added.size !== 1) return [];
  if (!finalMark.test(mark) || !finalMark.test(other)) return [];
  return wordsFix(line, judge, new Map([[mark, other]]), smallFirst(compared), []);
}

function changeFix(compared: Comparison): Fix[] {
  const { judge, text, near, clipped } = compared;
  const wrong = wrongWordOf(compared);
  if (wrong === null || near.size + clipped.size > 0) return [];
  const meant = wordMeant(compared);
  if (meant === null) return [];
  const changed = text.slice(0, wrong.at) + meant + text.slice(wrong.at + wrong.word.length);
  const inWords = wordsFix(compared.line, judge, new Map([[meant, wrong.word]]), [], []);
  const fixes = [...inWords, ...alternativeFix(compared, meant, wrong.word)];
  if (!canReplace(judge, changed)) return fixes;
  return [replacement(`Change to ${quoted(meant)}`, wrong.range, meant), ...fixes];
}

/** Adds a word of the sentence to a group of the bag: `( barks | sleeps | runs )`. */
function memberFix({ judge, line, lacking, added }: Comparison): Fix[] {
  if (lacking.size > 0 || added.size !== 1) return [];
  const { text } = judge.bag;
  const [[word]] = added;
  return groupsOf(judge.bag).flatMap(({ start, members }) => {
    const last = members.at(-1);
    if (last === undefined || isMark(word)) return [];
    const edits = [
      { range: { start: last.end, end: last.end }, newText: ` | ${spellInWords(word)}` },
    ];
    const title = `Write ${quoted(`${text.slice(start, last.end)}${edits[0].newText} )`)}`;
    return mends(line, judge, edits) ? [{ title, edits }] : [];
  });
}

/** Gives a word of the bag the period that it has in the sentence: `Mr` and *Mr. Jones*. */
function abbreviationFix(compared: Comparison): Fix[] {
  const { judge, line, text, inBag, added } = compared;
  if (!judge.maySearch || !added.has('.')) return [];
  const found = [...text.matchAll(/(?<!\S)(\p{Lu}\p{L}{0,3})\.(?= \S)/gu)].map(([, form]) => form);
  const forms = [...new Set(found)].filter((form) => inBag.has(form));
  if (forms.length === 0) return [];
  const respelt = new Map(forms.map((form) => [form, `${form}.`] as const));
  const marks = added.get('.')! > found.length ? ['.'] : [];
  return wordsFix(line, judge, respelt, smallFirst(compared), marks);
}

/** Writes a word of the bag and another word of the sentence as alternatives. */
function alternativeFix(
  { judge, line, inBag, isBagMisspelt }: Comparison,
  form: string,
  other: string,
): Fix[] {
  const { bag, constraints, named } = judge;
  if (isBagMisspelt) return [];
  const word = constraints.words.find((one) => one.form === form);
  const isGroup = groupsOf(bag).some(({ members }) => members.some((one) => one.form === form));
  if (expectationsOf(bag).length === 1 || word === undefined || isGroup) return [];
  if (inBag.get(form) !== 1 || word.formEnd !== word.end || named.has(form)) return [];
  const group = `( ${spellInWords(form)} | ${spellInWords(other)} )`;
  const fix = replacement(`Write ${quoted(group)} in \`words:\``, word, group);
  return mends(line, judge, fix.edits) ? [fix] : [];
}

/** Splits a word of the bag that the sentence has in pieces: `icecream` and *ice - cream*. */
function splitFix({ judge, line, placed, lacking, added }: Comparison): Fix[] {
  if (lacking.size !== 1) return [];
  const [[whole, count]] = lacking;
  const place = judge.constraints.words.findIndex(({ form }) => form === whole);
  if (place < 0 || count > 1 || judge.named.has(whole)) return [];
  const first = placed.findIndex(({ word }) => added.has(word));
  const last = placed.findLastIndex(({ word }) => added.has(word));
  const pieces = placed.slice(first, last + 1).map(({ word }) => word);
  if (pieces.length < 2 || withoutHyphens(pieces) !== withoutHyphens([whole])) return [];
  const { start, end, optional } = judge.constraints.words[place];
  if (optional) return [];
  const edit = { range: { start, end }, newText: pieces.map(spellInWords).join(' ') };
  const title = `Write ${quoted(pieces.join(' '))} in \`words:\``;
  return mends(line, judge, [edit]) ? [{ title, edits: [edit] }] : [];
}

function withoutHyphens(words: readonly string[]): string {
  return words.join('').replace(/-/gu, '').toLowerCase();
}

/** Writes two words of the bag in place of a similar word of the sentence: `you're` for *your*. */
function joinedFix(compared: Comparison): Fix[] {
  const { judge, text, lacking, added } = compared;
  const wrong = wrongWordOf(compared);
  const meant = repeated(lacking).join('');
  const isPair = lacking.size === 2 && added.size === 1;
  const letters = meant.replace(/['’]/gu, '');
  if (!isPair || wrong === null) return [];
  if (wrong.word !== letters && closest(wrong.word, [letters]) === null) return [];
  const changed = text.slice(0, wrong.at) + meant + text.slice(wrong.at + wrong.word.length);
  if (!canReplace(judge, changed)) return [];
  return [replacement(`Change to ${quoted(meant)}`, wrong.range, meant)];
}

/** Writes a hyphen of the bag where the sentence has a space: `ice-cream` for *ice cream*. */
function hyphenFix({ judge, line, text, lacking, added }: Comparison): Fix[] {
  const { words } = judge.constraints;
  const place = words.findIndex(({ form }) => form === '-');
  // The `-` may be part of a phrase instead of a word of its own. Then `place` is -1.
  if (place < 1 || place === words.length - 1) return [];
  if (lacking.size > 1 || lacking.get('-') !== 1 || added.size > 0) return [];
  const [before, after] = [words[place - 1].form, words[place + 1].form];
  const start = ` ${text} `.indexOf(` ${before} ${after} `);
  if (start < 0) return [];
  const range = { start, end: start + `${before} ${after}`.length };
  const meant = `${before}-${after}`;
  if (!canReplace(judge, text.slice(0, start) + meant + text.slice(range.end))) return [];
  return [replacement(`Change to ${quoted(meant)}`, within(line, range), meant)];
}

/**
 * Fixes a sentence that has one wrong word and, in other places, misspelt words. The fix replaces
 * the whole line.
 */
function respeltChangeFix(compared: Comparison): Fix[] {
  const { judge, line, mended, near, clipped } = compared;
  const wrong = wrongWordOf(compared);
  if (wrong === null || near.size + clipped.size > 0) return [];
  const meant = wordMeant(compared);
  if (meant === null) return [];
  const words = mended.split(/\s+/);
  const changed = words.with(words.lastIndexOf(wrong.word), meant).join(' ');
  return canReplace(judge, changed)
    ? [replacement(`Change to ${quoted(changed)}`, line, changed)]
    : [];
}

/**
 * Adds punctuation of the sentence to the bag. The first word of the sentence must have a capital
 * only because it begins the sentence. The fix also spells this word as in the bag.
 */
function marksFix(compared: Comparison): Fix[] {
  const { judge, line, added, question } = compared;
  if (question !== null) return [];
  const marks = surplusMarks(compared);
  const inLine = smallFirst(compared);
  if (marks.length === 0 || marks.length < added.size || inLine.length === 0) return [];
  const edits = [...inLine, ...addedWords(judge.bag, marks)];
  const title = `Add ${listOf(marks)} to \`words:\`, and write ${quoted(inLine[0].newText)} here`;
  return mends(line, judge, edits) ? [{ title, edits }] : [];
}

/**
 * Makes words that a misspelt sentence omits optional, adds its final marks to the bag, and spells
 * it as the bag does.
 */
function wholeFix(compared: Comparison): Fix[] {
  const { judge, line, mended, certain, lacking, added, question } = compared;
  const marks = surplusMarks(compared);
  if (question !== null || marks.length < added.size || lacking.size === 0) return [];
  if ([...lacking.keys()].some(isMark)) return [];
  const { bag, constraints } = judge;
  const left = new Map(lacking);
  const leftOut = certain
    .map((place) => constraints.words[place])
    .filter(({ form }) => {
      const count = left.get(form) ?? 0;
      left.set(form, count - 1);
      return count > 0;
    });
  if (leftOut.length > maxChanged) return [];
  // Of a word that stands twice in a row, one is deleted.
  const doubled = leftOut.filter((word) => {
    const next = constraints.words.at(constraints.words.indexOf(word) + 1);
    return next?.form === word.form && bag.text.slice(word.end, next.start).trim() === '';
  });
  const marked = markedWords(
    compared,
    leftOut.filter((word) => !doubled.includes(word)),
  );
  const ofWords = marked.map(({ start, end, written }) => ({
    range: { start, end },
    newText: written,
  }));
  const inLine = { range: line, newText: mended };
  const deletions = doubled.map((word) => deletionOfItem(bag.text, word));
  const ofMarks = marks.length > 0 ? addedWords(bag, marks) : [];
  const edits = [...ofWords, ...deletions, ...ofMarks, inLine];
  const changes = [
    ...(doubled.length > 0 ? [`Delete the second ${listOf(doubled.map(({ form }) => form))}`] : []),
    ...(marked.length > 0
      ? [`Write ${marked.map(({ written }) => quoted(written)).join(' and ')} in \`words:\``]
      : []),
    ...(marks.length > 0 ? [`add ${listOf(marks)}`] : []),
  ];
  const title = `${changes.join(', ')}, and write ${quoted(mended)} here`;
  return leftOut.length > 0 && mends(line, judge, edits) ? [{ title, edits }] : [];
}

/** The surplus word of the sentence that is most likely wrong. */
function wrongWordOf({ judge, line, placed, inBag, added, lacking }: Comparison): {
  readonly word: string;
  readonly at: number;
  readonly range: Range;
} | null {
  const extra = [...added.keys()];
  const word = extra.find((one) => !inBag.has(one)) ?? extra.at(0);
  const occurrences = placed.flatMap((one, i) => {
    const beside = { before: placed[i - 1]?.word ?? '', behind: placed[i + 1]?.word ?? '' };
    // A capital at the start of the sentence does not make another word.
    const small = word?.toLowerCase() ?? '';
    const isSame = one.word === word || (one.word === small && inBag.has(small));
    return isSame ? [{ ...one, ...beside }] : [];
  });
  const forms = judge.constraints.words.map(({ form }) => form);
  // One of two equal words may stand in place of the word that the sentence lacks.
  const place = lacking.size === 1 ? forms.indexOf([...lacking.keys()][0]) : -1;
  const found = (place < 0 ? null : occurrenceOf(forms, place, occurrences)) ?? occurrences.at(-1);
  if (word === undefined || found === undefined) return null;
  return { word: found.word, at: found.start, range: within(line, found) };
}

function isMark(word: string): boolean {
  return !/[\p{L}\p{N}]/u.test(word);
}

/** The word of the bag that probably belongs in place of a surplus word. */
function wordMeant({ judge, meant: inSentence, lacking, added }: Comparison): string | null {
  const [[word]] = added;
  // A word does not belong in place of a mark.
  if (isMark(word) && [...lacking.keys()].every((one) => !isMark(one))) return null;
  if (lacking.size === 1 && added.size === 1) {
    const [[meant]] = lacking;
    const changed = new Map(inSentence).set(meant, (inSentence.get(meant) ?? 0) + 1);
    const left = inSentence.get(word)! - 1;
    if (left === 0) changed.delete(word);
    else changed.set(word, left);
    const { selections, parts } = judge;
    const isChanged = (used: readonly number[]): boolean =>
      areEqual(counts(used.flatMap((place) => parts[place])), changed);
    if (selections.some(isChanged)) return meant;
  }
  return judge.maySearch ? closest(word, [...lacking.keys()]) : null;
}

/**
 * The words that a sentence omits, if it would be possible with these words optional. Empty if they
 * are more than `maxChanged`.
 */
function leftOutWords({ judge, text, certain, lacking, added }: Comparison): NamedWord[] {
  if (added.size > 0) return [];
  let left = lacking;
  const found = certain.filter((word) => {
    const own = counts(judge.parts[word]);
    if (difference(own, left).size > 0) return false;
    left = difference(left, own);
    return true;
  });
  if (found.length > maxChanged) return [];
  if (judge.selections.length * 2 ** found.length > MOST_SELECTIONS) return [];
  return judge.isPossible(text, found) ? found.map((word) => judge.constraints.words[word]) : [];
}

/**
 * If `words:` has a word twice in a row and the sentence omits only this word, deletes the second.
 * If the two are written differently, as in `the#1 the#2`, and the second is named in `deps:` or
 * `order:`, deletes the first instead.
 */
function doubleFix({ judge, line }: Comparison, leftOut: readonly NamedWord[]): Fix[] {
  const { bag, constraints } = judge;
  if (leftOut.length !== 1) return [];
  const { form } = leftOut[0];
  const place = constraints.words.findIndex(
    (one, i) => one.form === form && constraints.words.at(i + 1)?.form === form,
  );
  if (place < 0) return [];
  const [first, second] = constraints.words.slice(place, place + 2);
  const [written, again] = [first, second].map(({ start, end }) => bag.text.slice(start, end));
  if (!/^[^\S\r\n]+$/.test(bag.text.slice(first.end, second.start))) return [];
  const isSame = written === again;
  for (const word of isSame ? [second] : [second, first]) {
    const edits = [deletionOfItem(bag.text, word)];
    const left = judge.changed(edits)?.constraints.diagnostics ?? [];
    if (left.length > constraints.diagnostics.length || !mends(line, judge, edits)) continue;
    const title = `Delete ${isSame ? 'the second ' : ''}${quoted(word === second ? again : written)}`;
    return [{ title, edits }];
  }
  return [];
}

/** A word written with the `?` that makes it optional, and the range that this text replaces. */
interface Marked extends Range {
  readonly written: string;
}

/**
 * Writes words as optional: `old?`. If one of the words is itself a separate `?`, as in `old ?`,
 * this `?` is joined to the word before it. Empty if a word begins or ends with a bracket, since
 * the author more likely means the bracket as syntax.
 */
function markedWords({ judge }: Comparison, words: readonly NamedWord[]): Marked[] {
  const { text } = judge.bag;
  if (words.some(({ form, start }) => text[start] !== '"' && /^[([]\S|\S[)\]]$/u.test(form)))
    return [];
  const marks = new Map(
    words.flatMap((word) => {
      const before = markedBy(judge, word);
      return before === null ? [] : [[before, word]];
    }),
  );
  const isMark = new Set(marks.values());
  return [...new Set([...words, ...marks.keys()])]
    .filter((word) => !isMark.has(word))
    .map((word) => {
      const { start, end } = word;
      // `"at noon?"` becomes `"at noon"?`.
      const written = `${text.slice(start, end).replace(/(?<=[^"])\?"$/u, '"')}?`;
      return { start, end: marks.get(word)?.end ?? end, written };
    });
}

/**
 * The word before a separate `?`, if the `?` probably marks this word as optional. Null if the `?`
 * is the last word of the bag, since it then ends a question.
 */
function markedBy({ bag, constraints }: ExpectationJudge, mark: NamedWord): NamedWord | null {
  const { words } = constraints;
  const place = words.indexOf(mark);
  const isLone = bag.text.slice(mark.start, mark.end) === '?';
  if (!isLone || place < 1 || place === words.length - 1) return null;
  const before = words[place - 1];
  const isBehind = /^[^\S\r\n]+$/.test(bag.text.slice(before.end, mark.start));
  return isBehind && !before.optional && before.form !== '?' ? before : null;
}

function optionalFix(marked: readonly Marked[]): Fix[] {
  if (marked.length === 0) return [];
  const edits = marked.map(({ start, end, written }) => ({
    range: { start, end },
    newText: written,
  }));
  return [{ title: `Write ${marked.map(({ written }) => quoted(written)).join(' and ')}`, edits }];
}

/**
 * Adds words of the sentence to the bag. There is no fix if the bag has a word of the same form,
 * since lines that name this word would become ambiguous.
 */
function additionFix(compared: Comparison): Fix[] {
  const { judge, line, text, lacking, added, inBag, question } = compared;
  if (lacking.size > 0 || question !== null || text.startsWith('#')) return [];
  const forms = repeated(added);
  if (itemsOf(judge.bag).length === 0) return [];
  if (forms.filter((form) => !isMark(form)).length > maxChanged || forms.length > 2 * maxChanged) {
    return [];
  }
  // If a group lacks its closing bracket, added words would become part of the group.
  if (judge.bag.diagnostics.some(({ code }) => code === 'unterminated-group')) return [];
  if (forms.some((form) => inBag.has(form) || printedTokens(form).length > 1)) return [];
  if (!fitsWith(judge, text, forms)) return [];
  const edits = addedWords(judge.bag, forms);
  const plain = [{ title: `Add ${listOf(forms)} to \`words:\``, edits }];
  if (expectationsOf(judge.bag).length === 1 || mends(line, judge, edits)) return plain;
  // Another expected sentence lacks the words, so they are optional.
  const optional = edits.map(({ range, newText }) => ({
    range,
    newText: newText.replace(/(?<=\S)(?=\s|$)/gu, '?'),
  }));
  const marked = forms.map((form) => `${form}?`);
  return mends(line, judge, optional)
    ? [{ title: `Add ${listOf(marked)} to \`words:\``, edits: optional }]
    : plain;
}

/**
 * The quotation marks and backslashes among `forms` that `words:` has, but not as words. For
 * example, the second mark of `" she left "` closes a phrase.
 */
function readOtherwise({ judge }: Comparison, forms: readonly string[]): string[] {
  if (forms.length === 0) return [];
  const written = judge.constraints.words.flatMap(({ start, end }) => {
    const item = judge.bag.text.slice(start, end);
    // The quotes around a phrase are not words.
    return (item.startsWith('"') ? item.slice(1, -1) : item).split(/\s+/);
  });
  return forms.filter((form) => /^["\\]+$/.test(form) && written.includes(form));
}

function differencesOf(
  missing: readonly string[],
  extra: readonly string[],
  inBag: ReadonlyMap<string, number>,
): string {
  const foreign = extra.filter((word) => !inBag.has(word));
  const tooOften = extra.filter((word) => inBag.has(word));
  const said = [
    missing.length > 0 ? `lacks ${listOf(missing)}` : '',
    tooOften.length > 0 ? `has ${listOf(tooOften)} more often than the bag` : '',
    foreign.length > 0 ? `has ${listOf(foreign)}, which the bag lacks` : '',
  ].filter((part) => part !== '');
  const last = said.pop()!;
  return `This sentence ${said.length > 0 ? `${said.join(', ')} and ${last}` : last}.`;
}

/**
 * @param optional the missing words, written as optional words of the bag (`that?`); empty if
 *   optional words would not help
 */
function adviceOf(
  missing: readonly string[],
  extra: readonly string[],
  optional: readonly string[],
): string {
  if (missing.length > 0 && extra.length > 0) return 'Use each word of the bag exactly once.';
  const it = missing.length + extra.length === 1 ? 'it' : 'them';
  // Authors may not know how to write a quotation mark in `words:`.
  const mark = extra.includes('"') ? ` (a quotation mark is written ${quoted(inQuotes('"'))})` : '';
  if (extra.length > 0) return `Add ${it} to \`words:\`${mark}, or remove ${it} here.`;
  return optional.length > 0
    ? `Add ${it} here, remove ${it} from \`words:\`, or write ${optional.map(quoted).join(' and ')} there.`
    : `Add ${it} here, or remove ${it} from \`words:\`.`;
}

// Helper functions

const noProblem: Problem = { messages: [], fixes: [] };

/** Whether a text can replace a line of `expect:` without a new warning. */
function canReplace(judge: ExpectationJudge, text: string): boolean {
  return canBeExpected(text) && judge.isPossible(text);
}

/**
 * Whether an expected sentence is possible if the bag gets the words in `added` and loses the words
 * at the places in `without`. False if a line of `deps:` or `order:` names an added word, since the
 * line would then constrain this word.
 */
function fitsWith(
  judge: ExpectationJudge,
  text: string,
  added: readonly string[],
  without: readonly number[] = [],
): boolean {
  return added.every((form) => !judge.named.has(form)) && judge.isPossible(text, without, added);
}

export function areEqual(a: ReadonlyMap<string, number>, b: ReadonlyMap<string, number>): boolean {
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

function repeated(words: ReadonlyMap<string, number>): string[] {
  return [...words].flatMap(([word, count]) => new Array<string>(count).fill(word));
}

/** Converts a range in the text of a line to a range in the bag. */
function within(line: Range, { start, end }: Range): Range {
  return { start: line.start + start, end: line.start + end };
}

function withWords(text: string, words: ReadonlyMap<string, string>): string {
  return text.replace(/\S+/g, (word) => words.get(word) ?? word);
}

/**
 * Splits a text into words at white space. A text of `printed`, such as `don't`, is also split into
 * the words of the bag that it stands for.
 */
function placedWords(text: string, printed: readonly Respelling[]): PlacedWord[] {
  return [...text.matchAll(/\S+/g)].flatMap(({ 0: written, index }) => {
    const words = printed.find(({ start }) => start === index)?.words ?? [written];
    // The treebank writes two characters for a printed `"`. If the bag does so too, the ranges of
    // the words of a text such as `"Hi` are not known. The text is then left out.
    if (words.join('').length !== written.length) return [];
    let start = index;
    return words.map((word) => ({ word, start, end: (start += word.length) }));
  });
}

function listOf(words: readonly string[]): string {
  const shown = words.slice(0, maxNamed).map(quoted).join(', ');
  const more = words.length - maxNamed;
  return more > 0 ? `${shown} and ${counted(more, 'more word')}` : shown;
}
