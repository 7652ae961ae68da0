import { timesSeen, type Knowledge } from '../facts/knowledge.ts';
import { closest } from '../../text/closest.ts';
import { normalise } from '../../text/normalise.ts';
import { isFused } from '../../text/split-word.ts';
import { isFirstOfLine } from '../tree/lines.ts';
import { printedTokens, punctuationApart } from '../meaning/punctuation.ts';
import { diagnostic, quoted, replacement, safeReplacement } from '../tree/diagnostic.ts';
import type { Diagnostic, Fix, Range } from '../tree/diagnostic.ts';
import type { DiagnosticList } from '../tree/diagnostic-list.ts';
import {
  bareName,
  headerName,
  isColonSlip,
  sectionMeant,
  statementOf,
} from '../tree/section-header.ts';
import { Scanner, statementEnd, TokenKind } from '../tree/scanner.ts';
import { inQuotes, spell, spellInWords, spellReference } from '../tree/spelling.ts';
import { expectationsOf, groupsOf, namedForms } from '../tree/syntax.ts';
import type { BagNode, GroupNode, NamedWord } from '../tree/syntax.ts';
import { itemsOf } from '../tree/words-line.ts';
import { once } from '../../util/once.ts';
import { longest, type Glued } from './glued.ts';
import {
  categoryBehindColon,
  hasSlashBefore,
  inBrackets,
  isTag,
  tagApart,
} from './misplaced-tags.ts';

const maxReported = 20;

/**
 * The treebank misspells a few words, such as `it's` for `its`. So a contraction counts as one word
 * only if training has seen it as one word at least this many times.
 */
const leastContractions = 10;

interface Written {
  readonly spaced: string;
  /** Whether `spaced` keeps the tags and the index of the replaced text. */
  readonly isWhole: boolean;
}

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
  const hasLemmas = once(() => words.some(({ kind }) => kind === 'lemma'));
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
      gluedLemma(text, word, hasLemmas) ??
      taggedInBrackets(bag, word, knowledge) ??
      leftOutInBrackets(text, word, sentences) ??
      chunkInBrackets(text, word, sentences) ??
      unlessExpected(bracketed(text, word)) ??
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
    const marked =
      groupOf.has(word) || !mayHaveQuotes ? null : quotation(text, word, knowledge, sentences);
    if (marked !== null) {
      found.push({ ...marked, form: word.form });
      end = marked.end;
    }
    const phrase = word.kind === 'lemma' ? lemmaInQuotes(text, word) : null;
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
    (code === 'unexpected-token' || code === 'stray-slash') &&
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
 * Finds the header `expect:` without its colon, or a misspelling of it such as `expects`. It is
 * taken for the header only if the words after it are the words before it, in any order. If another
 * sign stands in place of the colon, the range includes this sign.
 */
function bareExpect(bag: BagNode, words: readonly NamedWord[], place: number): Range | null {
  const forms = words.map(({ form }) => form);
  const header = forms[place];
  if (place === 0 || (header !== 'expect' && closest(header, ['expect']) === null)) return null;
  const last = place + Number(isColonSlip(forms[place + 1] ?? ''));
  if (forms.length !== place + last + 1) return null;
  if (bag.sections.some(({ kind }) => kind === 'expect')) return null;
  const [before, after] = [forms.slice(0, place).sort(), forms.slice(last + 1).sort()];
  if (!before.every((form, i) => form === after[i])) return null;
  return { start: words[place].start, end: words[last].end };
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

function isBare(text: string, { kind, start }: NamedWord): boolean {
  return kind === 'word' && text[start] !== '"';
}

/**
 * Finds an item with quotes that are probably quotation marks of the sentence. They are taken for
 * quotation marks if
 *
 * - white space stands inside both quotes,
 * - the item has several words and ends in `,`, `!` or `?`,
 * - an expected sentence has the item with its quotes, or
 * - the item is a known word that needs no quotes.
 */
function quotation(
  text: string,
  { start, end, form, formEnd }: NamedWord,
  knowledge: Knowledge | null,
  sentences: readonly string[],
): Glued | null {
  if (text[start] !== '"' || formEnd !== end || end - start > longest) return null;
  const isExpected = sentences.some((sentence) => sentence.includes(text.slice(start, end)));
  const isSpeech = isExpected || / \S*\p{L}[,!?]$/u.test(form);
  const said = form.split(' ').flatMap(printedTokens).map(spellInWords).join(' ');
  const isNeedless =
    /^\p{L}+$/u.test(form) &&
    end - start === form.length + 2 &&
    spell(form) === form &&
    // The name of a section, such as `"expect"`, needs its quotes: without them, it may be read as
    // a header.
    bareName(form) === null &&
    !isFused(form) &&
    knowledge !== null &&
    isKnown(form, knowledge);
  const inner = isSpeech
    ? said
    : isNeedless
      ? form
      : /^"\s+(\S.*?)\s+"$/.exec(text.slice(start, end))?.[1];
  if (inner === undefined) return null;
  const mark = inQuotes('"');
  const spaced = `${mark} ${inner} ${mark}`;
  const why = `${quoted(text.slice(start, end))} is read as one item, without its quotes.`;
  const advice = `If the sentence has quotation marks, write them ${quoted(mark)}, as in ${quoted(spaced)}.`;
  return { start, end, spaced, isWhole: false, why, advice };
}

function unspaced(start: number, end: number, spaced: string): Glued {
  const why = 'Brackets and bars without white space around them are read as parts of words.';
  const advice = `Write ${quoted(spaced)} if that is meant.`;
  return { start, end, spaced, isWhole: true, why, advice };
}

/**
 * Finds a group `(a|b)/TAG` or a chunk `[a b]` that begins at the start of a word, or behind other
 * letters as in `left( a | b )`.
 */
function bracketed(text: string, { start, end }: NamedWord): Glued | null {
  const braced = /^\{[^\S\r\n]*([^{}()[\]|"\r\n]*\S[^\S\r\n]+[^{}()[\]|"\r\n]*\S)\}(?=\s)/u.exec(
    text.slice(start, start + longest),
  );
  if (braced !== null) {
    const spaced = `[ ${braced[1]} ]`;
    const why = 'Braces are read as parts of words.';
    const advice = `Words that stand together have square brackets: write ${quoted(spaced)}.`;
    return { start, end: start + braced[0].length, spaced, isWhole: false, why, advice };
  }
  const inWord = text.slice(start, Math.min(end, start + longest)).search(/[([]/);
  if (inWord < 0) return null;
  const open = start + inWord;
  const found = text[open] === '(' ? bracketedGroup(text, open) : bracketedChunk(text, open);
  if (found === null || inWord === 0) return found;
  const spaced = `${text.slice(start, open)} ${found.spaced}`;
  // Square brackets with `=` may be features, as in `be[Tense=Past]`.
  if (text[open] === '[' && spaced.includes('=')) return null;
  return itemsOf(spaced)?.length === 2 ? unspaced(start, found.end, spaced) : null;
}

function bracketedChunk(text: string, start: number): Glued | null {
  const scanner = new Scanner(text, start + 1, Math.min(text.length, start + longest));
  let depth = 0;
  let token = scanner.next();
  while (statementEnd(token) === null) {
    const { start: from, end } = scanner;
    const closes = token === TokenKind.CloseChunk && depth-- === 0;
    if (token === TokenKind.OpenChunk) depth++;
    if (closes || (token !== TokenKind.Quoted && end - from > 1 && text[end - 1] === ']')) {
      const inner = text.slice(start + 1, end - 1).trim();
      // A text with further square brackets is not one chunk.
      if (end === start + longest || /\[\S|\S\]/.test(inner)) return null;
      const spaced = `[ ${inner} ]`;
      const item = itemsOf(spaced)?.at(0);
      return item?.kind === 'chunk' && item.items.length > 1 ? unspaced(start, end, spaced) : null;
    }
    token = scanner.next();
  }
  return null;
}

/** Matches a group with brackets that stick to its members. Captures the inner text and the suffix. */
const gluedGroup = /^\(([^()\r\n]+)\)((?:\/[^/()\s]+?)?\??)(?=\s|$)/u;

function bracketedGroup(text: string, start: number): Glued | null {
  const found = gluedGroup.exec(text.slice(start, start + longest));
  if (found === null) return null;
  const [written, inner, suffix] = found;
  const spaced = spacedGroup(inner.trim(), suffix);
  const isMeant = spaced !== null && itemsOf(spaced)?.at(0)?.kind === 'group';
  return isMeant ? unspaced(start, start + written.length, spaced) : null;
}

/** Matches words in brackets. Captures the brackets with the words, and the suffix. */
const inGluedBrackets = /^(\([^()[\]\r\n]+\)|\[[^()[\]\r\n]+\])((?:\/[^/()\s?]+)?)(?=\s|$)/u;

/**
 * Finds words in brackets, such as `(that)`, that an expected sentence omits. They are probably
 * optional.
 */
function leftOutInBrackets(
  text: string,
  { start }: NamedWord,
  sentences: readonly string[],
): Glued | null {
  if (!/[([]/.test(text[start])) return null;
  const found = inGluedBrackets.exec(text.slice(start, start + longest));
  if (found === null) return null;
  const [written, brackets, suffix] = found;
  const inner = brackets.slice(1, -1);
  if (!/^[\p{L}\p{N}'’-]+(?: [\p{L}\p{N}'’-]+)*$/u.test(inner)) return null;
  if (sentences.some((sentence) => sentence.includes(written))) return null;
  const isLeftOut = sentences.some((sentence) => {
    const words = sentence.split(/\s+/).flatMap(printedTokens);
    return !` ${words.join(' ')} `.toLowerCase().includes(` ${inner.toLowerCase()} `);
  });
  return isLeftOut ? optionalInstead(start, written, inner, `${suffix}?`) : null;
}

/** Finds a phrase as a lemma, such as `@"train station"`. Only its last word is likely inflected. */
function lemmaInQuotes(text: string, { start }: NamedWord): Glued | null {
  const found = /^@"(\p{L}+(?: \p{L}+)*)"(?=\s|$)/u.exec(text.slice(start, start + longest));
  if (found === null) return null;
  const spaced = found[1].replace(/\p{L}+$/u, '@$&');
  const why = 'A lemma is one word without quotes.';
  const advice = `Write ${quoted(spaced)}.`;
  return { start, end: start + found[0].length, spaced, isWhole: false, why, advice };
}

/**
 * Finds several words in round brackets, such as `(the book)`, that an expected sentence has without
 * the brackets. They probably stand together.
 */
function chunkInBrackets(
  text: string,
  { start }: NamedWord,
  sentences: readonly string[],
): Glued | null {
  const found = /^\((\p{L}+(?: \p{L}+)+)\)(?=\s)/u.exec(text.slice(start, start + longest));
  if (found === null) return null;
  const [written, inner] = found;
  const isSaid = sentences.some((sentence) => ` ${sentence} `.includes(` ${inner} `));
  if (!isSaid || sentences.some((sentence) => sentence.includes(written))) return null;
  return unspaced(start, start + written.length, `[ ${inner} ]`);
}

/** Finds words in brackets before a `?`, as in `(really)?`. They are probably optional. */
function optionalInBrackets(
  text: string,
  { start }: NamedWord,
  question: Range | null,
): Glued | null {
  const found = text[start] === '(' ? gluedGroup.exec(text.slice(start, start + longest)) : null;
  if (found?.[0].endsWith('?') !== true) return null;
  const [written, inner, suffix] = found;
  const isQuestion = question !== null && question.end === start + written.length;
  return isQuestion ? null : optionalInstead(start, written, inner, suffix);
}

/** Writes words in brackets as one optional item: `that?` for `(that)`. */
function optionalInstead(
  start: number,
  written: string,
  inner: string,
  suffix: string,
): Glued | null {
  const isPhrase = /^[^"/#|\s]+(?: [^"/#|\s]+)+$/u.test(inner);
  const spaced = (isPhrase ? inQuotes(inner) : inner) + suffix;
  const items = itemsOf(spaced) ?? [];
  if (items.length !== 1 || items[0].kind !== 'word' || !items[0].optional) return null;
  const why = 'Brackets without white space around them are read as parts of words.';
  const what = isPhrase ? 'words that may be left out together' : 'a word that may be left out';
  return {
    start,
    end: start + written.length,
    spaced,
    isWhole: false,
    why,
    advice: `Write ${quoted(spaced)} for ${what}.`,
  };
}

/** Several words in single or curly quotes. Captures the quotes with the words, and the suffix. */
const inOtherQuotes =
  /^(['‘][\p{L}\p{N}][^'‘’"()[\]{}|#/\\<>\r\n]* [^\s'‘’"()[\]{}|#/\\<>]*[\p{L}\p{N}]['’]|[“„][\p{L}\p{N}][^“”„"()[\]{}|#/\\<>\r\n]* [^\s“”„"()[\]{}|#/\\<>]*[\p{L}\p{N}][”“])((?:\/[^/\s]+?)?\??)(?=\s|$)/u;

/**
 * Finds a phrase in single or curly quotes, as in `'New York'`. If training has seen the first word
 * with its quote, as in `'tis`, the quote is an apostrophe.
 */
function otherQuotes(
  text: string,
  { start, form }: NamedWord,
  knowledge: Knowledge | null,
  sentences: readonly string[],
): Glued | null {
  if (!/^['‘“„]./u.test(form) || (knowledge?.tagsOf(form) ?? null) !== null) return null;
  const found = inOtherQuotes.exec(text.slice(start, start + longest));
  if (found === null) return null;
  const [written, phrase, suffix] = found;
  const isCurly = /^[“„]/u.test(written);
  const isExpected = (sentence: string): boolean =>
    isCurly ? /["“”„]/u.test(sentence) : sentence.includes(written);
  if (sentences.some(isExpected)) return null;
  const inner = phrase.slice(1, -1).replace(/\s+/gu, ' ');
  // Curly quotes may mark speech instead of a phrase. If there are no expected sentences, only a
  // name is taken for a phrase.
  const isName = /^\p{Lu}\S*(?: \p{Lu}\S*)*$/u.test(inner);
  if (isCurly && sentences.length === 0 && !isName) return null;
  const spaced = inQuotes(inner) + suffix;
  const why = `${quoted(written)} is read as single words.`;
  const quotes = isCurly ? 'straight quotes' : 'double quotes';
  const advice = `Words in a fixed order stand in ${quotes}: write ${quoted(spaced)}.`;
  return { start, end: start + written.length, spaced, isWhole: false, why, advice };
}

/**
 * Spells `a|b` as a group, `( a | b )`; null if `a|b` is probably no group. Words with commas or
 * slashes between them, as in `a, b` or `a/b`, are a group too.
 */
function spacedGroup(inner: string, suffix: string): string | null {
  const isOfWords = /^\p{Ll}+(?:(?:\/|, ?)\p{Ll}+)+$/u.test(inner);
  const parts = inner.split(isOfWords ? /\/|, ?/u : '|').map((part) => part.trim());
  const isList =
    parts.length > 1 && parts.every((part) => /^[^()[\]]*[\p{L}\p{N}][^()[\]]*$/u.test(part));
  // In `run/VB|NN` the bar separates tags.
  const isTagged = parts.some((part) => part.includes('/'));
  if (!isList || (isTagged && !parts.every((part) => part.includes('/')))) return null;
  return `( ${parts.join(' | ')} )${suffix}`;
}

/**
 * Finds the group that is meant by a word such as `a|b/TAG`. If the word is already a member of a
 * group, its parts become members of that group.
 */
function alternatives(text: string, word: NamedWord, isMember: boolean): Glued | null {
  const { start, end, form, formEnd } = word;
  if (!form.includes('|') || form.length > longest) return null;
  const inner = /^\{(.+)\}$/su.exec(form)?.[1] ?? form;
  const group = spacedGroup(inner, text.slice(formEnd, end));
  if (group === null || itemsOf(group)?.at(0)?.kind !== 'group') return null;
  if (!isMember) return unspaced(start, end, group);
  // Within a group, a suffix such as `/NN` would apply to the last part only.
  return formEnd === end ? unspaced(start, end, group.slice(2, -2)) : null;
}

/**
 * Finds a word with a bar in place of the slash before its tag, as in `to|IN`. If the word has no
 * small letters, as in `TO|IN`, it more likely means a group. The fix is not safe if training has
 * seen the tag as a word.
 */
function tagBehindBar(
  { text, grammar }: BagNode,
  word: NamedWord,
  knowledge: Knowledge,
): Glued | null {
  const { start, end, form, formEnd } = word;
  const bar = form.length > longest ? -1 : form.indexOf('|');
  if (bar < 1) return null;
  const tags = form.slice(bar + 1).split('|');
  if (!tags.every((tag) => isTag(tag, grammar, knowledge))) return null;
  if (!/\p{Ll}/u.test(form.slice(0, bar))) {
    const group = alternatives(text, word, false);
    return group && { ...group, isWhole: false };
  }
  const spaced = `${form.slice(0, bar)}/${tags.join('|')}${text.slice(formEnd, end)}`;
  if (itemsOf(spaced)?.length !== 1) return null;
  const isWhole = tags.every((tag) => knowledge.tagsOf(tag) === null);
  const why = `${quoted(text.slice(start, end))} is read as a word without a tag.`;
  const advice = `A tag follows a slash: write ${quoted(spaced)}.`;
  return { start, end, spaced, isWhole, why, advice };
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

/** Finds a lemma without a space before it, as in `he@be`, in a bag that has other lemmas or features. */
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

/** Finds a word with a tag in round brackets, as in `(big/JJ)`, which is probably optional. */
function taggedInBrackets(
  { text, grammar }: BagNode,
  { start, end }: NamedWord,
  knowledge: Knowledge | null,
): Glued | null {
  const match = /^\(([\p{L}'’-]+)\/([^\s()/]+)\)\??$/u.exec(
    text.slice(start, Math.min(end, start + longest)),
  );
  if (match === null || knowledge === null || !isTag(match[2], grammar, knowledge)) return null;
  const spaced = `${match[1]}/${match[2]}?`;
  const why = 'Brackets without white space are read as parts of words.';
  const advice = `Write ${quoted(spaced)} if the word may be left out.`;
  return { start, end, spaced, isWhole: false, why, advice };
}

/** Finds a word with a `;` that probably separates two sections or ends the last one. */
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

/** Finds a word such as `barks}`. The `}` probably ends the bag. */
function strayBrace(text: string, word: NamedWord, knowledge: Knowledge | null): Glued | null {
  const { start, end, form, formEnd } = word;
  if (form.length > longest || !form.endsWith('}')) return null;
  const rest = form.slice(0, -1);
  const isStray = !/[{}]/.test(rest) && (/[\p{L}\p{N}]/u.test(rest) || /^[.,!?]+$/.test(rest));
  // A known word with a brace may be a smiley.
  if (!isStray || (knowledge?.tagsOf(form) ?? null) !== null) return null;
  const spaced = spell(rest) + text.slice(formEnd, end);
  if (itemsOf(spaced)?.length !== 1) return null;
  const why = `${quoted(text.slice(start, end))} is read as one word: a \`}\` that ends a bag has white space before it.`;
  const advice = `Write ${quoted(spaced)} if that is meant.`;
  return { start, end, spaced, isWhole: false, why, advice };
}

/**
 * Finds a word written as in print, such as `dog.` or `don't`, that the treebank splits into
 * several words.
 *
 * @param expected the tokens of the expected sentences `sentences`
 * @param names the names of the bag's words (`dog#2`). This function adds the names that its fixes
 *   give
 */
function printed(
  text: string,
  word: NamedWord,
  isMember: boolean,
  knowledge: Knowledge,
  names: Set<string>,
  sentences: readonly string[],
  expected: ReadonlySet<string>,
): Glued | null {
  const { start, end, form, formEnd, optional } = word;
  const isClitic = /\p{L}['’]\p{L}/u.test(form);
  // A `?` at the end more likely marks an optional word than a question.
  if (form.length > longest || (optional && !isClitic) || form.endsWith('?')) return null;
  // Signs, telephone numbers and signed numbers are often one word.
  const isNumber = /^(?:\d+-\d+|[-+−]\d[\d.,]*)$/u.test(form);
  if (!/[\p{L}\p{N}]/u.test(form) || isNumber || form.includes('|')) return null;
  const annotated = inBrackets(text, word, knowledge);
  if (annotated !== null) return annotated;
  const bracket = /^-[LR][RSC]B-$/u.test(form) ? spellInWords(normalise(form)) : null;
  if (bracket !== null) {
    const why = `${quoted(form)} is a bracket in treebanks.`;
    return {
      start,
      end: formEnd,
      spaced: bracket,
      isWhole: false,
      why,
      advice: `Write ${quoted(bracket)}.`,
    };
  }
  const split = splitAtMark(form) ?? misplacedApostrophe(form) ?? printedTokens(form);
  const tokens = expected.has(form) ? split : withApostrophe(split);
  // Words such as `'tis` begin with an apostrophe and are not split.
  if (tokens.length === 1 || /^['’](?:\p{L}+|n['’])$/u.test(form)) return null;
  const isContraction = /[‘’']|^\p{L}+$/u.test(form);
  if (isKnown(form, knowledge, isContraction ? leastContractions : 1)) return null;
  const hasItsTag =
    word.tags.length > 0 && word.tags.every((tag) => knowledge.tagsOf(form)?.has(tag));
  if (hasItsTag) return null;
  const apart = punctuationApart(text, word);
  // In a group, the punctuation may be a bracket of the group without white space around it.
  if (isMember && apart !== null) return null;
  // An abbreviation keeps its period. A word is no abbreviation if training has seen it without the
  // period, or if it has three or more letters, all small.
  if (form.endsWith('.') && apart === null) return null;
  const isPeriod = apart !== null && apart.after[0] === '.';
  const isWord = isPeriod && (/^\p{Ll}{3,}$/u.test(apart.core) || isKnown(apart.core, knowledge));
  if (isPeriod && (apart.core.includes('.') || !isWord)) return null;
  const why = `${quoted(text.slice(start, end))} is read as one word.`;
  const isList = apart?.after.join() === ',' && sentences.length > 0;
  if (isList && formEnd === end && !sentences.some((sentence) => sentence.includes(','))) {
    const advice = `Words have spaces between them, no commas: write ${quoted(apart.core)}.`;
    return { start, end, spaced: spell(apart.core), isWhole: false, why, advice };
  }
  const words = tokens.map(spellInWords).join(' ');
  const hasSuffix = formEnd < end || apart?.spaced.includes('#') === true;
  if (hasSuffix && apart === null && /[()[\]{}]/u.test(form)) return null;
  if (isMember || optional) {
    const phrase = asPhrase(text, word, tokens, knowledge);
    const what = isMember ? 'an alternative' : 'an optional item';
    const advice = `Write ${quoted(phrase.spaced)}, since ${what} is one word or stands in quotes.`;
    return { start, end, ...phrase, why, advice };
  }
  if (hasSuffix && apart === null && !isContraction) {
    const advice = `Write ${quoted(words)}, each word with a tag of its own.`;
    return { start, end, spaced: null, isWhole: false, why, advice };
  }
  const isSame = tokens.join('') === form;
  const written =
    hasSuffix && apart === null
      ? parts(text, word, tokens, knowledge, names)
      : { spaced: hasSuffix ? apart!.spaced : words, isWhole: isSame };
  if (itemsOf(written.spaced) === null) return null;
  const advice = `Write ${quoted(written.spaced)}, or put it in quotes.`;
  // `(or him)?` is read as two words. A fix of `(or` alone would separate only one of the two
  // brackets, so it is not safe.
  const isWhole = written.isWhole && /[([]/.test(form) === /[)\]]/.test(form);
  return { start, end, ...written, isWhole, why, advice };
}

/**
 * Splits a form at a mark without a space behind it, as in `dogs,3` and `left.She`. The treebank's
 * tokenizer does not split such a form.
 */
function splitAtMark(form: string): string[] | null {
  const match =
    /^(\p{L}{2,})([,;])(\p{N}+)$/u.exec(form) ?? /^(\p{Ll}{2,})([.!?])(\p{Lu}\p{Ll}*)$/u.exec(form);
  return match === null ? null : match.slice(1);
}

/** Splits a negation with its apostrophe in the wrong place, as in `does'nt`. */
function misplacedApostrophe(form: string): string[] | null {
  const match = /^(\p{L}+)['’]nt$/u.exec(form);
  return match === null || !negated.test(match[1]) ? null : [match[1], "n't"];
}

/** Clitics written without an apostrophe, each with its usual spelling in the treebank. */
const clitics: ReadonlyMap<string, string> = new Map([
  ...(['s', 'm', 'll', 're', 've'] as const).map((clitic) => [clitic, `'${clitic}`] as const),
  ['nt', "n't"],
]);

/** Writes the apostrophe into the tokens of a contraction that lacks it, as in `thats` and `im`. */
function withApostrophe(tokens: readonly string[]): string[] {
  const [first, second = ''] = tokens;
  const clitic = tokens.length === 2 ? clitics.get(second) : undefined;
  return clitic === undefined ? [...tokens] : [first === 'i' ? 'I' : first, clitic];
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
  const before = words.at(place - 1);
  const isBehind =
    place > 0 &&
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
 * Verbs that can stand before `n't`. After other words, `'t` is no negation, as in `van 't Hoff`.
 */
const negated =
  /^(?:ai|are|ca|could|dare|did|do|does|had|has|have|is|might|must|need|ought|sha|should|was|were|wo|would)$/iu;

/** Finds a contraction that is split in the wrong place, such as `didn 't` for `did n't`. */
function contractionApart(
  text: string,
  words: readonly NamedWord[],
  place: number,
  sentences: readonly string[],
): Glued | null {
  const { start, end, form } = words[place];
  const next = nextOnLine(text, words, place);
  const isSplit = /n$/iu.test(form) && next !== null && /^['’]t$/iu.test(next.form);
  if (!isSplit || !negated.test(form.slice(0, -1))) return null;
  const written = text.slice(start, next.end);
  const tokens = printedTokens(text.slice(start, end) + text.slice(next.start, next.end));
  if (tokens.length !== 2 || sentences.some((one) => one.includes(written))) return null;
  const spaced = tokens.join(' ');
  const why = `${quoted(written)} is split elsewhere than in the treebank.`;
  return { start, end: next.end, spaced, isWhole: true, why, advice: `Write ${quoted(spaced)}.` };
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

/** The next word, if only white space on the same line stands before it. */
function nextOnLine(text: string, words: readonly NamedWord[], place: number): NamedWord | null {
  const next = words.at(place + 1);
  if (next?.kind !== 'word') return null;
  return /^[^\S\r\n]+$/u.test(text.slice(words[place].end, next.start)) ? next : null;
}

/**
 * Writes a contraction with suffixes as several words. The first word keeps the index unless
 * another word of the bag already has the resulting name. The tags go to the word that has them
 * most often in training, or else to a word that training has not seen. Otherwise they are left
 * out.
 */
function parts(
  text: string,
  { index, indexEnd, end, tags }: NamedWord,
  tokens: readonly string[],
  knowledge: Knowledge,
  names: Set<string>,
): Written {
  const first = spellReference(tokens[0], index);
  const keepsIndex = index !== null && !names.has(first);
  if (keepsIndex) names.add(first);
  const shares = tokens.map((token) => shareOf(token, tags, knowledge));
  const most = Math.max(...shares.map((share) => share ?? 0));
  const tagged = shares.indexOf(most > 0 ? most : null);
  const spaced = tokens
    .map((token, place) => {
      const name = place === 0 && keepsIndex ? first : spell(token);
      return place === tagged ? name + text.slice(indexEnd, end) : name;
    })
    .join(' ');
  const keepsTags = tags.length === 0 || tagged >= 0;
  return { spaced, isWhole: keepsTags && keepsIndex === (index !== null) };
}

/**
 * Writes a contraction as a phrase in quotes. The tags of a phrase belong to its last word. They
 * are left out if they do not fit this word.
 */
function asPhrase(
  text: string,
  { formEnd, indexEnd, end, tags }: NamedWord,
  tokens: readonly string[],
  knowledge: Knowledge,
): Written {
  const isWhole = tags.length === 0 || shareOf(tokens.at(-1)!, tags, knowledge) !== 0;
  const spaced = inQuotes(tokens.join(' ')) + text.slice(formEnd, isWhole ? end : indexEnd);
  return { spaced, isWhole };
}

/**
 * How large a share of a word's occurrences in training has one of the tags; null if training has
 * not seen the word.
 */
function shareOf(form: string, tags: readonly string[], knowledge: Knowledge): number | null {
  const seen = knowledge.tagsOf(form) ?? knowledge.tagsOf(form.toLowerCase());
  if (seen === null) return null;
  const total = [...seen.values()].reduce((sum, count) => sum + count, 0);
  return tags.reduce((sum, tag) => sum + (seen.get(tag) ?? 0), 0) / total;
}

function isKnown(form: string, knowledge: Knowledge, least = 1): boolean {
  return [form, form.toLowerCase()].some((one) => timesSeen(one, knowledge) >= least);
}
