import type { Knowledge } from '../facts/knowledge.ts';
import { printedTokens } from '../meaning/punctuation.ts';
import { quoted, type Range } from '../tree/diagnostic.ts';
import { Scanner, statementEnd, TokenKind } from '../tree/scanner.ts';
import { inQuotes, spell } from '../tree/spelling.ts';
import type { BagNode, NamedWord } from '../tree/syntax.ts';
import { itemsOf } from '../tree/words-line.ts';
import { longest, type Glued } from './glued.ts';
import { isTag } from './misplaced-tags.ts';

function unspaced(start: number, end: number, spaced: string): Glued {
  const why = 'Brackets and bars without white space around them are read as parts of words.';
  const advice = `Write ${quoted(spaced)} if that is meant.`;
  return { start, end, spaced, isWhole: true, why, advice };
}

/**
 * Finds a group `(a|b)/TAG` or a chunk `[a b]` at the start of a word or behind other letters, as
 * in `left( a | b )`. At the start of a word, also finds a chunk in braces, `{a b}`.
 */
export function bracketed(text: string, { start, end }: NamedWord): Glued | null {
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
  const found =
    markBehind(text, open) ??
    (text[open] === '(' ? bracketedGroup(text, open) : bracketedChunk(text, open));
  if (found === null || inWord === 0) return found;
  const spaced = `${text.slice(start, open)} ${found.spaced}`;
  // Square brackets with `=` may be features, as in `be[Tense=Past]`.
  if (text[open] === '[' && spaced.includes('=')) return null;
  return itemsOf(spaced)?.length === 2 ? unspaced(start, found.end, spaced) : null;
}

/** Finds a chunk or group with a mark behind it, as in `[the man].` */
function markBehind(text: string, start: number): Glued | null {
  const found = /^(\[[^[\]\r\n]+\]|\([^()\r\n]+\))([.,!;])(?=\s|$)/u.exec(
    text.slice(start, start + longest),
  );
  if (found === null) return null;
  const [written, brackets, mark] = found;
  const item = brackets.startsWith('(') ? bracketedGroup(brackets, 0) : bracketedChunk(brackets, 0);
  return item && unspaced(start, start + written.length, `${item.spaced} ${mark}`);
}

/** The label of a phrase, as in `[NP the old man]`. A chunk has none. */
const phraseLabel = /^(?:S|NP|VP|PP|AP|DP|ADJP|ADVP|SBAR|QP)\s+(?=\S+\s+\S)/u;

function bracketedChunk(text: string, start: number): Glued | null {
  const scanner = new Scanner(text, start + 1, Math.min(text.length, start + longest));
  let depth = 0;
  let token = scanner.next();
  while (statementEnd(token) === null) {
    const { start: from, end } = scanner;
    const closes = token === TokenKind.CloseChunk && depth-- === 0;
    if (token === TokenKind.OpenChunk) depth++;
    if (closes || (token !== TokenKind.Quoted && end - from > 1 && text[end - 1] === ']')) {
      const inner = text
        .slice(start + 1, end - 1)
        .trim()
        .replace(phraseLabel, '');
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

/**
 * Matches a group with brackets that stick to its members. Captures the inner text and the suffix.
 */
const gluedGroup = /^\(([^()\r\n]+)\)((?:\/[^/()\s]+?)?\??)(?=\s|$)/u;

function bracketedGroup(text: string, start: number): Glued | null {
  const found = gluedGroup.exec(text.slice(start, start + longest));
  if (found === null) return null;
  const [written, inner, suffix] = found;
  const spaced = spacedGroup(inner.trim(), suffix);
  const isMeant = spaced !== null && itemsOf(spaced)?.[0].kind === 'group';
  return isMeant ? unspaced(start, start + written.length, spaced) : null;
}

/** Matches words in brackets. Captures the brackets with the words, and the suffix. */
const inGluedBrackets = /^(\([^()[\]\r\n]+\)|\[[^()[\]\r\n]+\])((?:\/[^/()\s?]+)?)(?=\s|$)/u;

/**
 * Finds words in brackets, such as `(that)`, that an expected sentence omits. They are probably
 * optional.
 */
export function leftOutInBrackets(
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
  const isLeftOut = sentences.some((sentence) => !has(sentence, inner));
  return isLeftOut ? optionalInstead(start, written, inner, `${suffix}?`) : null;
}

/**
 * Finds words in brackets, such as `(the book)`, `(very)` and `[new]`, that an expected sentence has
 * without the brackets. Several words probably stand together.
 */
export function saidInBrackets(
  text: string,
  { start }: NamedWord,
  sentences: readonly string[],
): Glued | null {
  const found = /^(?:\((\p{L}+(?: \p{L}+)*)\)|\[(\p{L}+)\])(?=\s)/u.exec(
    text.slice(start, start + longest),
  );
  if (found === null) return null;
  const [written, inRound = '', inner = inRound] = found;
  const isSaid = sentences.some((sentence) => has(sentence, inner));
  const apart = `${written[0]} ${inner} ${written.at(-1)!}`;
  if (!isSaid || sentences.some((sentence) => has(sentence, apart))) return null;
  const isChunk = inner.includes(' ');
  const spaced = isChunk ? `[ ${inner} ]` : inner;
  return { ...unspaced(start, start + written.length, spaced), isWhole: isChunk };
}

/** Finds a mark in brackets, as in `(,)`, which is probably optional. */
export function markInBrackets(text: string, { start, end, form }: NamedWord): Glued | null {
  const mark =
    form.length === 3 && end === start + 3 ? /^\(([,;:])\)$/u.exec(form)?.[1] : undefined;
  if (mark === undefined) return null;
  const spaced = `${mark}?`;
  const why = `${quoted(text.slice(start, end))} is read as one word.`;
  const advice = `Write ${quoted(spaced)} for a mark that may be left out.`;
  return { start, end, spaced, isWhole: false, why, advice };
}

/** Finds a word with some letters in brackets, as in `dog(s)`, which probably stands for two words. */
export function lettersInBrackets(text: string, word: NamedWord): Glued | null {
  const { start, end, form, formEnd } = word;
  const found = /^(\p{L}*)\((s|es|n)\)(\p{L}*)$/u.exec(form.slice(0, longest));
  if (found === null || formEnd !== end || text[start] === '"') return null;
  const [, before, letters, behind] = found;
  if ((before === '') === (behind === '')) return null;
  const spaced = `( ${before}${behind} | ${before}${letters}${behind} )`;
  const why = 'Brackets without white space around them are read as parts of words.';
  const advice = `Write ${quoted(spaced)} for two alternatives.`;
  return { start, end, spaced, isWhole: false, why, advice };
}

/** Finds alternatives with `or` between them in brackets, as in `(a or an)`. */
export function orInBrackets(
  text: string,
  { start }: NamedWord,
  sentences: readonly string[],
): Glued | null {
  const found = /^\((\p{L}+(?: or \p{L}+)+)\)(?=\s)/u.exec(text.slice(start, start + longest));
  if (found === null || sentences.some((sentence) => has(sentence, found[1]))) return null;
  const spaced = `( ${found[1].replaceAll(' or ', ' | ')} )`;
  return { ...unspaced(start, start + found[0].length, spaced), isWhole: false };
}

/** Whether a sentence has words in this order. Capitals do not matter. */
function has(sentence: string, words: string): boolean {
  const tokens = sentence.split(/\s+/).flatMap(printedTokens);
  return ` ${tokens.join(' ')} `.toLowerCase().includes(` ${words.toLowerCase()} `);
}

/** Matches words in square brackets with a `?`. Captures the words and the suffix. */
const optionalChunk = /^\[([^[\]\s]+(?: [^[\]\s]+)*)\]((?:\/[^/()\s]+?)?\?)(?=\s|$)/u;

/** Finds words in brackets before a `?`, as in `(really)?`. They are probably optional. */
export function optionalInBrackets(
  text: string,
  { start }: NamedWord,
  question: Range | null,
): Glued | null {
  const pattern = text[start] === '(' ? gluedGroup : optionalChunk;
  const found = /[([]/.test(text[start]) ? pattern.exec(text.slice(start, start + longest)) : null;
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

/**
 * Spells `a|b` as a group, `( a | b )`; null if `a|b` is probably no group. Words with commas or
 * slashes between them, as in `a, b` or `a/b`, are a group too.
 */
function spacedGroup(inner: string, suffix: string): string | null {
  const isOfWords = /^\p{Ll}+(?:(?:\/|, ?)\p{Ll}+)+$/u.test(inner);
  const given = inner.split(isOfWords ? /\/|, ?/u : '|').map((part) => part.trim());
  // An empty alternative at the end makes the group optional: `(a|b|)`.
  const mayBeEmpty = given.length > 2 && given.at(-1) === '' && suffix === '';
  const parts = mayBeEmpty ? given.slice(0, -1) : given;
  const isList =
    parts.length > 1 && parts.every((part) => /^[^()[\]]*[\p{L}\p{N}][^()[\]]*$/u.test(part));
  // In `run/VB|NN` the bar separates tags.
  const isTagged = parts.some((part) => part.includes('/'));
  if (!isList || (isTagged && !parts.every((part) => part.includes('/')))) return null;
  // Signs such as `#1` and `?` do not belong into the quotes of a phrase.
  const isPhrase = (part: string): boolean => /^[^"\s/#?]+(?: [^"\s/#?]+)+$/u.test(part);
  const written = parts.map((part) => (isPhrase(part) ? inQuotes(part) : part));
  return `( ${written.join(' | ')} )${mayBeEmpty ? '?' : suffix}`;
}

/**
 * Finds the group that is meant by a word such as `a|b/TAG`. If the word is already a member of a
 * group, its parts become members of that group.
 */
export function alternatives(text: string, word: NamedWord, isMember: boolean): Glued | null {
  const { start, end, form, formEnd } = word;
  if (!form.includes('|') || form.length > longest) return null;
  const inner = /^\{(.+)\}$/su.exec(form)?.[1] ?? form;
  const group = spacedGroup(inner, text.slice(formEnd, end));
  if (group === null || itemsOf(group)?.[0].kind !== 'group') return null;
  if (!isMember) return unspaced(start, end, group);
  // Within a group, a suffix such as `/NN` would apply to the last part only.
  return formEnd === end ? unspaced(start, end, group.slice(2, -2)) : null;
}

/**
 * Finds a word with a bar in place of the slash before its tag, as in `to|IN`. If the word has no
 * small letters, as in `TO|IN`, it more likely means a group. The fix is not safe if training has
 * seen the tag as a word.
 */
export function tagBehindBar(
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

/** Finds a word with a tag in round brackets, as in `(big/JJ)`, which is probably optional. */
export function taggedInBrackets(
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

/** Finds a word such as `barks}`. The `}` probably ends the bag. */
export function strayBrace(
  text: string,
  word: NamedWord,
  knowledge: Knowledge | null,
): Glued | null {
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
