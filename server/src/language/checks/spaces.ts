import { once } from '../../util/once.ts';
import { closest } from '../../text/closest.ts';
import type { Knowledge } from '../facts/knowledge.ts';
import { diagnostic, quoted, replacement, safeReplacement } from '../tree/diagnostic.ts';
import type { Diagnostic, Fix, Range } from '../tree/diagnostic.ts';
import type { DiagnosticList } from '../tree/diagnostic-list.ts';
import { printedTokens } from '../meaning/punctuation.ts';
import { isFirstOfLine } from '../tree/lines.ts';
import { headerName, isColonSlip, sectionMeant, statementOf } from '../tree/section-header.ts';
import { inQuotes, spellReference } from '../tree/spelling.ts';
import { expectationsOf, groupsOf, namedForms } from '../tree/syntax.ts';
import type { BagNode, GroupNode, NamedWord } from '../tree/syntax.ts';
import { itemsOf } from '../tree/words-line.ts';
import {
  alternatives,
  bracketed,
  leftOutInBrackets,
  lettersInBrackets,
  markInBrackets,
  optionalInBrackets,
  orInBrackets,
  saidInBrackets,
  strayBrace,
  tagBehindBar,
  taggedInBrackets,
} from './brackets.ts';
import { contractionApart, printed } from './printed-words.ts';
import { endsWords, longest, nextOnLine, type Glued } from './glued.ts';
import { hasLemmas } from './lemmas.ts';
import { categoryBehindColon, hasSlashBefore, tagApart } from './misplaced-tags.ts';
import {
  commaList,
  lemmaInQuotes,
  otherQuotes,
  quotation,
  quotedList,
  sentenceInQuotes,
} from './quotation-marks.ts';

const maxReported = 20;

/**
 * Reports words that probably lack white space or are otherwise not meant as written, such as
 * `(a|b)`, `dog.` and `don't`. A word that `deps:` or `order:` names is not reported.
 *
 * @param knowledge counts from training; if null, punctuation and contractions are not checked
 * @param question the last word, if its `?` is probably a question mark
 */
export function checkSpaces(
  bag: BagNode,
  words: readonly NamedWord[],
  knowledge: Knowledge | null,
  question: Range | null,
  diagnostics: DiagnosticList,
): void {
  // Without the closing bracket of a group, it is unclear which words are meant.
  if (bag.diagnostics.some(({ code }) => code === 'unterminated-group')) return;
  const groupOf = new Map(
    groupsOf(bag).flatMap((group) => group.members.map((member) => [member, group] as const)),
  );
  const sentences = expectationsOf(bag).map(({ start, end }) => bag.text.slice(start, end));
  const mayHaveQuotes = sentences.length === 0 || sentences.some((one) => one.includes('"'));
  const found: (Glued & { readonly form: string })[] = [];
  const names = new Set(words.map(({ form, index }) => spellReference(form, index)));
  const named = once(() => namedForms(bag));
  const expected = once(() => new Set(sentences.flatMap((one) => one.split(/\s+/u))));
  const mayHaveLemmas = once(() => hasLemmas(bag));
  let end = 0;
  /** Examines a word outside groups. `from` is the end of the last reported text. */
  const examine = (place: number, from: number): Glued | null => {
    const { text } = bag;
    const word = words[place];
    const before = (): (NamedWord | GroupNode)[] =>
      words
        .slice(Math.max(0, place - 2), place)
        .map((one) => groupOf.get(one) ?? one)
        .filter(({ start }) => start >= from);
    const mayBeTag = text[word.start] === '/' || hasSlashBefore(text, word.start);
    // If an expected sentence has the word as written, the bar or slash is part of the word.
    const isExpected = expected().has(word.form);
    const unlessExpected = (glued: Glued | null): Glued | null =>
      glued !== null && sentences.some((one) => one.includes(text.slice(glued.start, glued.end)))
        ? null
        : glued;
    const tagged = (): Glued | null =>
      (knowledge && mayBeTag ? tagApart(bag, before(), word, knowledge, sentences) : null) ??
      categoryBehindColon(bag, word);
    const barred = (): Glued | null =>
      (knowledge && tagBehindBar(bag, word, knowledge)) ?? alternatives(text, word, false);
    return (
      tagged() ??
      featuresApart(text, words, place, from) ??
      contractionApart(text, words, place, sentences) ??
      lemmaApart(text, words, place, sentences) ??
      gluedLemma(text, word, mayHaveLemmas) ??
      taggedInBrackets(bag, word, knowledge) ??
      unlessExpected(lettersInBrackets(text, word) ?? markInBrackets(text, word)) ??
      orInBrackets(text, word, sentences) ??
      leftOutInBrackets(text, word, sentences) ??
      saidInBrackets(text, word, sentences) ??
      unlessExpected(withQuestionMark(bracketed(text, word), question)) ??
      optionalInBrackets(text, word, question) ??
      questionMarkBefore(word) ??
      otherQuotes(text, word, knowledge, sentences) ??
      (isExpected ? null : barred()) ??
      strayBrace(text, word, knowledge) ??
      separator(text, word, sentences) ??
      (knowledge && !(isExpected && mayBeTag)
        ? printed(text, word, false, knowledge, names, sentences, expected())
        : null)
    );
  };
  words.forEach((word, place) => {
    const { text } = bag;
    if (word.start < end) return;
    const inQuotes = groupOf.has(word)
      ? null
      : (quotedList(text, word) ??
        (place === 0 ? commaList(text, word, sentences) : null) ??
        (words.length === 1 && !sentences.some((one) => one.includes('"'))
          ? sentenceInQuotes(text, word)
          : null));
    if (inQuotes !== null) {
      found.push({ ...inQuotes, form: word.form });
      end = inQuotes.end;
      return;
    }
    const marked =
      groupOf.has(word) || !mayHaveQuotes ? null : quotation(text, word, knowledge, sentences);
    if (marked !== null) {
      found.push({ ...marked, form: word.form });
      end = marked.end;
    }
    const phrase =
      word.kind === 'lemma' ? (lemmaInQuotes(text, word) ?? lemmaBeforeMark(text, word)) : null;
    if (phrase !== null) {
      found.push({ ...phrase, form: word.form });
      end = phrase.end;
    }
    if (!isBare(text, word)) return;
    const isMember = groupOf.has(word);
    const mayHaveCapitals =
      !isMember && place > 0 && word.form.endsWith(':') && !named().has(word.form);
    if (reportSection(bag, word, mayHaveCapitals, diagnostics)) return;
    const expect = bareExpect(bag, words, place);
    if (expect !== null) {
      reportHeader({ ...word, ...expect }, 'expect:', 'section', diagnostics);
      // The words below are the expected sentence, so they are not examined.
      end = text.length;
      return;
    }
    const glued = groupOf.has(word)
      ? (alternatives(text, word, true) ??
        (knowledge && printed(text, word, true, knowledge, names, sentences, expected())))
      : examine(place, end);
    if (glued === null) return;
    found.push({ ...glued, form: word.form });
    end = glued.end;
  });
  if (found.length === 0) return;
  report(
    found.filter(({ form }) => !named().has(form)),
    diagnostics,
  );
}

function report(found: readonly Glued[], diagnostics: DiagnosticList): void {
  const reported = found.slice(0, maxReported);
  const edits = reported.flatMap(({ start, end, spaced }) =>
    spaced === null ? [] : [{ range: { start, end }, newText: spaced }],
  );
  const all: Fix = { title: 'Mend all such words of the bag', edits };
  for (const { start, end, why, advice, spaced, isWhole } of reported) {
    const write = isWhole ? safeReplacement : replacement;
    const fixes = spaced === null ? [] : [write(`Write ${quoted(spaced)}`, { start, end }, spaced)];
    diagnostics.add('perhaps-several', { start, end }, `${why} ${advice}`, {
      fixes: fixes.length > 0 && edits.length > 1 ? [...fixes, all] : fixes,
    });
  }
}

/**
 * Removes a warning about missing white space if the same text has a syntax error. If the warning
 * has fixes, the error takes over its message and its fixes.
 */
export function explainedBySpaces(
  found: readonly Diagnostic[],
  warnings: readonly Diagnostic[],
): Diagnostic[] {
  const explains = (warning: Diagnostic, { code, range }: Diagnostic): boolean =>
    (code === 'unexpected-token' || code === 'stray-slash' || code === 'text-after-quote') &&
    warning.code === 'perhaps-several' &&
    warning.range.start <= range.start &&
    range.end <= warning.range.end;
  const errors = found.map((error) => {
    const warning = warnings.find((one) => explains(one, error));
    if (warning?.fixes === undefined) return error;
    const { message, fixes } = warning;
    return diagnostic(error.code, error.range, message, { fixes });
  });
  return [...errors, ...warnings.filter((one) => !found.some((error) => explains(one, error)))];
}

/**
 * Reports the misspelt header of a section which the bag lacks, such as `expct:`. At the start of a
 * line, the parser already reports such a header.
 *
 * @param mayHaveCapitals whether a text with capitals, such as `Expect:`, may be a header
 * @returns whether the word was reported, here or by the parser
 */
function reportSection(
  bag: BagNode,
  word: NamedWord,
  mayHaveCapitals: boolean,
  diagnostics: DiagnosticList,
): boolean {
  const { start, end, form } = word;
  if (end - start !== form.length || headerName(form.toLowerCase()) === null) return false;
  const name = form.slice(0, -1);
  const statement = statementOf(name);
  const near = statement?.section ?? sectionMeant(name);
  const mayBeHeader = headerName(form) !== null || (mayHaveCapitals && near === name.toLowerCase());
  if (!mayBeHeader) return false;
  if (isFirstOfLine(bag.text, start)) return true;
  if (near === null || bag.sections.some(({ kind }) => kind === near)) return false;
  const header = statement?.written ?? `${near}:`;
  reportHeader(word, header, statement ? 'constraint' : 'section', diagnostics);
  return true;
}

/**
 * Finds the header `expect:` without its colon, or a misspelling such as `expects`. The word counts
 * as this header only if the text behind it on its line, or else the next line, has exactly the
 * words before it. The words may be in any order and written as in print. If another sign stands in
 * place of the colon, the range includes this sign.
 */
function bareExpect(
  { text, sections }: BagNode,
  words: readonly NamedWord[],
  place: number,
): Range | null {
  const { form: header, start } = words[place];
  if (place === 0 || (header !== 'expect' && closest(header, ['expect']) === null)) return null;
  if (sections.some(({ kind }) => kind === 'expect')) return null;
  const next = words.at(place + 1)?.form ?? '';
  const last = place + Number(isColonSlip(next) || /^[-–—]$/u.test(next));
  const { end } = words[last];
  const after = text.slice(end, words.at(-1)!.end).trimStart();
  const [sentence] = after.split(/[\r\n]/u, 1);
  if (sentence.length > longest) return null;
  const said = sentence.split(/\s+/u).flatMap(printedTokens);
  const before = words.slice(0, place).flatMap(({ form }) => form.split(' '));
  const sorted = (tokens: readonly string[]): string =>
    tokens.join(' ').toLowerCase().split(' ').sort().join(' ');
  return sorted(said) === sorted(before) ? { start, end } : null;
}

function reportHeader(
  { start, end, form }: NamedWord,
  header: string,
  what: 'section' | 'constraint',
  diagnostics: DiagnosticList,
): void {
  const range = { start, end };
  const word = { start, end: start + form.length };
  diagnostics.add(
    'perhaps-section',
    range,
    `${quoted(form)} is read as a word. Write \`${header}\` if it starts a ${what}, or put it in quotes.`,
    {
      fixes: [
        replacement(`Change to \`${header}\``, range, header),
        replacement('Put it in quotes', word, inQuotes(form)),
      ],
    },
  );
}

/** Separates a question mark from a group at the end of a question: `( a | b ) ?`. */
function withQuestionMark(group: Glued | null, question: Range | null): Glued | null {
  if (group?.spaced?.endsWith(' )?') !== true || group.end !== question?.end) return group;
  const spaced = `${group.spaced.slice(0, -1)} ?`;
  return { ...group, spaced, advice: `Write ${quoted(spaced)} if that is meant.` };
}

function isBare(text: string, { kind, start }: NamedWord): boolean {
  return kind === 'word' && text[start] !== '"';
}

/** Finds a word such as `?old`, which probably means the optional word `old?`. */
function questionMarkBefore({ start, end, form, formEnd, optional }: NamedWord): Glued | null {
  if (optional || formEnd !== end || form.length > longest || !/^\?[\p{L}'’-]+$/u.test(form))
    return null;
  const spaced = `${form.slice(1)}?`;
  const why = `${quoted(form)} is read as one word.`;
  return {
    start,
    end,
    spaced,
    isWhole: false,
    why,
    advice: `Write ${quoted(spaced)} if the word may be left out.`,
  };
}

/** Finds a lemma with a mark behind it, as in `@be,`, or with a period at the end of `words:`. */
function lemmaBeforeMark(text: string, { start, end, form, formEnd }: NamedWord): Glued | null {
  const found = formEnd === end ? /^(@\p{L}{2,})([,!;:.])$/u.exec(form.slice(0, longest)) : null;
  if (found === null) return null;
  const [, lemma, mark] = found;
  if (mark === '.' && !endsWords(text, end)) return null;
  const spaced = `${lemma} ${mark}`;
  const why = `${quoted(form)} is read as one lemma.`;
  return { start, end, spaced, isWhole: true, why, advice: `Write ${quoted(spaced)}.` };
}

/**
 * Finds a lemma without a space before it, as in `he@be`. Null if it has no features and the bag
 * has no other lemma.
 */
function gluedLemma(
  text: string,
  { start, end, form }: NamedWord,
  hasLemmas: () => boolean,
): Glued | null {
  if (end - start > longest || form.includes('.')) return null;
  const written = text.slice(start, end);
  const match = /^([\p{L}'’]+)(@\p{L}+(?:\[[^\]]*\])?\S*)$/u.exec(written);
  if (match === null || !(match[2].includes('[') || hasLemmas())) return null;
  const spaced = `${match[1]} ${match[2]}`;
  if (itemsOf(spaced)?.length !== 2) return null;
  const why = `${quoted(written)} is read as one word.`;
  const advice = `A lemma has a space before its \`@\`: write ${quoted(spaced)}.`;
  return { start, end, spaced, isWhole: true, why, advice };
}

/** Finds a word with a `;` that probably separates two sections or ends the last section. */
function separator(
  text: string,
  { start, end, form }: NamedWord,
  sentences: readonly string[],
): Glued | null {
  const rest = /^(.*[\p{L}\p{N}]);$/u.exec(text.slice(start, end))?.[1];
  const isLast = /^(?:[^\S\r\n]*\}|\s*(?:words|deps|order|expect):)/u.test(
    text.slice(end, end + longest),
  );
  if (rest === undefined || !isLast || form.length > longest) return null;
  if (sentences.some((sentence) => sentence.includes(';')) || itemsOf(rest)?.length !== 1)
    return null;
  const why = 'No `;` stands between sections.';
  return { start, end, spaced: rest, isWhole: false, why, advice: `Write ${quoted(rest)}.` };
}

/**
 * Finds features that white space separates from their word, as in `be [Tense=Past]`. The parser
 * reports features that are separated from a lemma.
 *
 * @param from the end of the last reported text. The fix changes nothing before it
 */
function featuresApart(
  text: string,
  words: readonly NamedWord[],
  place: number,
  from: number,
): Glued | null {
  const { start, end, form } = words[place];
  if (end - start > longest || !/^\[[A-Z]\w*=[^[\]|=]+(?:\|[A-Z]\w*=[^[\]|=]+)*\]$/u.test(form)) {
    return null;
  }
  const why = `${quoted(form)} is read as a word.`;
  const before = place === 0 ? undefined : words[place - 1];
  const isBehind =
    before?.kind === 'word' &&
    before.start >= from &&
    /^[\p{L}'’-]+$/u.test(text.slice(before.start, before.formEnd)) &&
    /^[^\S\r\n]+$/.test(text.slice(before.end, start));
  const suffixes = isBehind
    ? [text.slice(before.formEnd, before.end), text.slice(start + form.length, end)]
    : [];
  if (!isBehind || !suffixes.includes('')) {
    const advice = 'Features stand directly behind a lemma, as in `@be[Tense=Past]`.';
    return { start, end, spaced: null, isWhole: false, why, advice };
  }
  const spaced = `@${before.form}${form}${suffixes.join('')}`;
  const advice = `Features stand directly behind a lemma: write ${quoted(spaced)}.`;
  return { start: before.start, end, spaced, isWhole: true, why, advice };
}

/**
 * Finds a lemma with a separate `@`, as in `@ be`. Since `@` may also be a word (`meet me @ noon`),
 * the expected sentences must not have it. If the bag expects no sentence, it must have a lemma or
 * another separate `@`.
 */
function lemmaApart(
  text: string,
  words: readonly NamedWord[],
  place: number,
  sentences: readonly string[],
): Glued | null {
  const { start, end, form } = words[place];
  const next = form === '@' ? nextOnLine(text, words, place) : null;
  if (next === null || !/^\p{L}/u.test(next.form)) return null;
  const isMeant =
    sentences.length > 0
      ? !sentences.some((one) => one.includes('@'))
      : words.some((word, i) => word.kind === 'lemma' || (word.form === '@' && i !== place));
  if (!isMeant) return null;
  const spaced = text.slice(start, end) + text.slice(next.start, next.end);
  const why = '`@` is read as a word.';
  const advice = `Write ${quoted(spaced)} for a form of a lemma.`;
  return { start, end: next.end, spaced, isWhole: false, why, advice };
}
