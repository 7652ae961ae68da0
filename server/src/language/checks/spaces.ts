import type { Knowledge } from '../facts/knowledge.ts';
import { lineStartAt } from '../tree/lines.ts';
import { punctuationApart } from '../meaning/punctuation.ts';
import { quoted, replacement } from '../tree/diagnostic.ts';
import type { Fix, Range } from '../tree/diagnostic.ts';
import type { DiagnosticList } from '../tree/diagnostic-list.ts';
import { spell } from '../tree/spelling.ts';
import { depsOf, groupsOf, orderOf } from '../tree/syntax.ts';
import type { BagNode, NamedWord } from '../tree/syntax.ts';
import { itemsOf } from '../tree/words-line.ts';

/** Texts with more code units than this are not examined for brackets, bars and braces. */
const longest = 200;

/** At most this many places are reported at a time. Others appear once these are corrected. */
const maxReported = 20;

/** Text that is read as one or more words but may mean something else. */
interface Glued extends Range {
  /** The text with the missing spaces. */
  readonly spaced: string;
  readonly why: string;
}

/**
 * Reports groups, chunks and punctuation that are read as words because they lack white space.
 * Skips words that `deps:` or `order:` name, since those are meant as written.
 *
 * @param words the words of the bag
 */
export function checkSpaces(
  bag: BagNode,
  words: readonly NamedWord[],
  knowledge: Knowledge | null,
  diagnostics: DiagnosticList,
): void {
  // The content of an unclosed group is unknown.
  if (bag.diagnostics.some(({ code }) => code === 'unterminated-group')) return;
  const members = new Set(groupsOf(bag).flatMap(({ members }) => members));
  const found: (Glued & { readonly form: string })[] = [];
  let end = 0;
  words.forEach((word, place) => {
    const { text } = bag;
    if (word.start < end || !isBare(text, word)) return;
    const glued = members.has(word)
      ? alternatives(text, word, true)
      : (bracketed(text, words, place) ??
        alternatives(text, word, false) ??
        strayBrace(text, word, knowledge) ??
        (knowledge && punctuated(text, word, knowledge)));
    if (glued === null) return;
    found.push({ ...glued, form: word.form });
    end = glued.end;
  });
  if (found.length === 0) return;
  const named = namedForms(bag);
  report(
    found.filter(({ form }) => !named.has(form)),
    diagnostics,
  );
}

function report(found: readonly Glued[], diagnostics: DiagnosticList): void {
  const fixOf = (one: Glued): Fix => replacement(`Write ${quoted(one.spaced)}`, one, one.spaced);
  const reported = found.slice(0, maxReported);
  const all: Fix = {
    title: 'Put spaces into all words like this one',
    edits: reported.flatMap((one) => fixOf(one).edits),
  };
  for (const one of reported) {
    diagnostics.add(
      'perhaps-several',
      one,
      `${one.why} Write ${quoted(one.spaced)} if that is meant.`,
      { fixes: reported.length > 1 ? [fixOf(one), all] : [fixOf(one)] },
    );
  }
}

function namedForms(bag: BagNode): ReadonlySet<string> {
  const references = [
    ...depsOf(bag).flatMap(({ heads, dependents }) => [...heads, ...dependents]),
    ...orderOf(bag).flatMap(({ words }) => words),
  ];
  return new Set(references.map(({ form }) => form));
}

function isBare(text: string, { kind, start }: NamedWord): boolean {
  return kind === 'word' && text[start] !== '"';
}

const brackets = 'Brackets and bars without white space around them are read as parts of words.';

/**
 * The group `(a|b)/TAG` or chunk `[a b]` that begins with the bracket of the word at `place`; null
 * if it is not meant as one.
 */
function bracketed(text: string, words: readonly NamedWord[], place: number): Glued | null {
  const { start } = words[place];
  const isGroup = text[start] === '(';
  if (!isGroup && text[start] !== '[') return null;
  const closing = isGroup ? /\)((?:\/[^/()]+?)?\??)$/ : /\]()$/;
  for (const word of words.slice(place)) {
    const { end } = word;
    if (end - start > longest || /[\r\n]/.test(text.slice(start, end))) return null;
    const closed = isBare(text, word) ? closing.exec(text.slice(word.start, end)) : null;
    if (closed === null) continue;
    const inner = text.slice(start + 1, end - closed[0].length).trim();
    // Text with other brackets is not one chunk.
    if (/\[\S|\S\]/.test(inner)) return null;
    const spaced = isGroup ? spacedGroup(inner, closed[1]) : `[ ${inner} ]`;
    const item = spaced === null ? null : itemsOf(spaced)?.at(0);
    const isMeant = isGroup
      ? item?.kind === 'group'
      : item?.kind === 'chunk' && item.items.length > 1;
    return spaced !== null && isMeant ? { start, end, spaced, why: brackets } : null;
  }
  return null;
}

/** Spells `a|b` as a group, `( a | b )`; null if it is unlikely to be meant as one. */
function spacedGroup(inner: string, suffix: string): string | null {
  const parts = inner.split('|').map((part) => part.trim());
  const isList =
    parts.length > 1 && parts.every((part) => /^[^()[\]]*[\p{L}\p{N}][^()[\]]*$/u.test(part));
  // In `run/VB|NN` the bar belongs to the tag.
  const isTagged = parts.some((part) => part.includes('/'));
  if (!isList || (isTagged && !parts.every((part) => part.includes('/')))) return null;
  return `( ${parts.join(' | ')} )${suffix}`;
}

/**
 * The group that a word `a|b/TAG` probably means. If the word is a member of a group, its
 * alternatives become members of that group.
 */
function alternatives(text: string, word: NamedWord, isMember: boolean): Glued | null {
  const { start, end, form, formEnd } = word;
  if (!form.includes('|') || form.length > longest) return null;
  const group = spacedGroup(form, text.slice(formEnd, end));
  if (group === null || itemsOf(group)?.at(0)?.kind !== 'group') return null;
  if (!isMember) return { start, end, spaced: group, why: brackets };
  // Within a group, the suffix would belong to the last alternative only.
  return formEnd === end ? { start, end, spaced: group.slice(2, -2), why: brackets } : null;
}

/** A word that ends with a `}` which probably ends the bag. */
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
  return { start, end, spaced, why };
}

/**
 * A word with punctuation before or after it, as in print (`dog.`), that the model does not know as
 * a word.
 */
function punctuated(text: string, word: NamedWord, knowledge: Knowledge): Glued | null {
  const { start, end, form } = word;
  const apart = punctuationApart(text, word);
  if (apart === null || knowledge.tagsOf(form) !== null) return null;
  const { core, after, spaced } = apart;
  const isHeader = after[0] === ':' && isFirstOfLine(text, start);
  if (isHeader) return null;
  // A word with a period may be an abbreviation, unless it is known without the period.
  if (after[0] === '.' && (core.includes('.') || !isKnown(core, knowledge))) return null;
  return { start, end, spaced, why: `${quoted(text.slice(start, end))} is read as one word.` };
}

function isKnown(form: string, knowledge: Knowledge): boolean {
  return knowledge.tagsOf(form) !== null || knowledge.tagsOf(form.toLowerCase()) !== null;
}

function isFirstOfLine(text: string, offset: number): boolean {
  return text.slice(lineStartAt(text, offset), offset).trim() === '';
}
