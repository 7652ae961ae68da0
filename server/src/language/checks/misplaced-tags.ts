import type { Knowledge } from '../facts/knowledge.ts';
import { quoted } from '../tree/diagnostic.ts';
import { givenTag } from '../tree/given-tag.ts';
import type { Grammar } from '../tree/given-tag.ts';
import type { BagNode, GroupNode, NamedWord } from '../tree/syntax.ts';
import { itemsOf } from '../tree/words-line.ts';
import { longest, type Glued } from './glued.ts';
import { withFeature } from './lemmas.ts';

/**
 * Finds a tag that white space separates from its word or group, as in `dog /NN`, `dog/ NN` and
 * `dog / NN`. Since `dog / NN` may also be three words, `NN` is taken for a tag there only if
 * training has not seen `NN` as a word and no expected sentence has a slash.
 *
 * @param before the words or groups right before the word, at most two
 */
export function tagApart(
  { text, grammar }: BagNode,
  before: readonly (NamedWord | GroupNode)[],
  { start, end, optional }: NamedWord,
  knowledge: Knowledge,
  sentences: readonly string[],
): Glued | null {
  if (end - start > longest) return null;
  const written = text.slice(start, end);
  const isBehindSlash = written.startsWith('/');
  const tags = written.slice(isBehindSlash ? 1 : 0, optional ? -1 : undefined).split('|');
  if (!tags.every((tag) => isTag(tag, grammar, knowledge))) return null;
  const last = before.at(-1);
  const isSlash = last !== undefined && text.slice(last.start, last.end) === '/';
  const tagged = isSlash ? before.at(-2) : last;
  const between = tagged === undefined ? '' : text.slice(tagged.end, start);
  const hasSlash = tagged?.tags.join() === '' && text[tagged.end - 1] === '/';
  const isApart =
    tagged !== undefined &&
    !tagged.optional &&
    (hasSlash || tagged.tagStart < 0) &&
    /^[^\S\r\n]+(?:\/[^\S\r\n]+)?$/.test(between);
  const isOneSlash = [isBehindSlash, isSlash, hasSlash].filter(Boolean).length === 1;
  const why = `${quoted(written)} is read as a word, since white space is before it.`;
  if (!isApart || !isOneSlash) {
    if (!isBehindSlash) return null;
    return {
      start,
      end,
      spaced: null,
      isWhole: false,
      why,
      advice: 'A tag follows its word or group without a space.',
    };
  }
  const mayBeWords =
    isSlash && (knowledge.tagsOf(tags[0]) !== null || sentences.some((one) => one.includes('/')));
  if (mayBeWords || sentences.some((one) => one.split(/\s+/u).includes(written))) return null;
  const word = text.slice(tagged.start, hasSlash ? tagged.end - 1 : tagged.end);
  const spaced = `${word}/${isBehindSlash ? written.slice(1) : written}`;
  if (itemsOf(spaced)?.length !== 1) return null;
  const advice = `Write ${quoted(spaced)} if it is a tag.`;
  return { start: tagged.start, end, spaced, isWhole: !isSlash, why, advice };
}

/** Whether a `/` stands before an offset, apart from white space on the same line. */
export function hasSlashBefore(text: string, offset: number): boolean {
  let at = offset - 1;
  while (at >= 0 && /[^\S\r\n]/u.test(text[at])) at--;
  return text[at] === '/';
}

/**
 * Whether a text is a known tag that begins with two capitals. With `grammar: ccg`, it may also be
 * a category that the model knows, alone or after a tag.
 */
export function isTag(text: string, grammar: Grammar, { tags, categories }: Knowledge): boolean {
  const { tag, category } = givenTag(text, grammar);
  if (tag !== null && !(/^[A-Z]{2}/.test(tag) && tags.has(tag))) return false;
  return (
    category === null ||
    (/[A-Z]/.test(category.text) && categories?.counts.has(category.text) === true)
  );
}

/** Finds a word with a category behind a colon, as in `reads:(S[dcl]\\NP)/NP`. */
export function categoryBehindColon(
  { text, grammar }: BagNode,
  { start, end, optional }: NamedWord,
): Glued | null {
  if (grammar !== 'ccg' || end - start > longest) return null;
  const written = text.slice(start, optional ? end - 1 : end);
  const match = /^([\p{L}'’-]+):(.+)$/su.exec(written);
  if (match === null) return null;
  const [, form, given] = match;
  const { category } = givenTag(given, grammar);
  if (category === null || !/[A-Z]/.test(category.text)) return null;
  const spaced = `${form}/${given}${optional ? '?' : ''}`;
  if (itemsOf(spaced) === null) return null;
  const why = `${quoted(written)} is read as a word without a category.`;
  const advice = `A category follows a slash: write ${quoted(spaced)}.`;
  return { start, end, spaced, isWhole: true, why, advice };
}

/**
 * Finds a word with its tag in brackets, as in `dog(NN)`, or with features but no `@`, as in
 * `be[Tense=Past]` and in the gloss `dog.PL`.
 */
export function inBrackets(
  text: string,
  { start, end }: NamedWord,
  knowledge: Knowledge,
): Glued | null {
  const written = text.slice(start, end);
  const lemma = /^([\p{L}'’-]+)@?(\[[A-Z]\w*=[^[\]]+\]\S*)$/u.exec(written);
  if (lemma !== null) {
    const spaced = `@${lemma[1]}${lemma[2]}`;
    const why = `${quoted(written)} is read as a word without features.`;
    const advice = `Features need a lemma with its \`@\`: write ${quoted(spaced)}.`;
    return { start, end, spaced, isWhole: true, why, advice };
  }
  const gloss = /^\p{Ll}+[-.:][A-Z\d]+$/u.test(written) && knowledge.tagsOf(written) === null;
  const glossed = gloss && knowledge.lemmas ? withFeature(written, knowledge.lemmas) : null;
  if (glossed !== null) {
    const why = `${quoted(written)} is read as a word without features.`;
    const advice = `Features need a lemma with its \`@\`: write ${quoted(glossed)}.`;
    return { start, end, spaced: glossed, isWhole: false, why, advice };
  }
  const found = /^([\p{L}'’-]+)[([<]([A-Z]{2,}\$?)[)\]>]$/u.exec(written);
  if (found === null || !knowledge.tags.has(found[2])) return null;
  const [, form, tag] = found;
  const spaced = `${form}/${tag}`;
  const why = `${quoted(written)} is read as a word without a tag.`;
  const advice = `A tag follows a slash: write ${quoted(spaced)}.`;
  return { start, end, spaced, isWhole: true, why, advice };
}
