import { times } from '../../text/counted.ts';
import { labelName } from '../facts/label-names.ts';
import { seenTags, likeliestTag, taggedPart } from '../facts/knowledge.ts';
import type { CategoryKnowledge, Knowledge, LemmaKnowledge } from '../facts/knowledge.ts';
import type { Range, TextEdit } from '../tree/diagnostic.ts';
import { WordTable } from '../meaning/word-table.ts';
import { Scanner, TokenKind } from '../tree/scanner.ts';
import { isSettingKey, settingKeys, settings } from '../tree/settings.ts';
import { spellName } from '../tree/spelling.ts';
import { bagAt, depsOf, wordsOf } from '../tree/syntax.ts';
import type { BagNode, BowFile, NamedWord, Reference, Section } from '../tree/syntax.ts';
import { lineStartAt } from '../tree/lines.ts';
import { tagNames } from '../facts/tag-names.ts';
import { tagBefore } from '../tree/given-tag.ts';
import { decodeWord } from '../tree/word.ts';
import type { DecodedWord } from '../tree/word.ts';
import { keywordDescriptions, settingDescriptions } from './descriptions.ts';
import { holds } from './place.ts';
import {
  arcSnippet,
  bagSnippet,
  categorySnippet,
  fullBagSnippet,
  rootSnippet,
  sectionSnippets,
  wordSnippets,
} from './snippets.ts';
import type { Snippet } from './snippets.ts';
import { sectionNames } from '../tree/section-header.ts';

/** Completions offer no indices if more words than this have the same form and no index. */
const maxIndexed = 24;

/**
 * A tag is unlikely for a word if training has seen the word with another tag more than this many
 * times as often.
 */
const timesLikelier = 10;

export interface Completion {
  readonly label: string;
  readonly kind:
    'section' | 'setting' | 'value' | 'tag' | 'category' | 'label' | 'word' | 'keyword' | 'snippet';
  readonly detail: string | null;
  /** Replaces `range`; null if the completion has only a `snippet`. */
  readonly newText: string | null;
  /** The body of a snippet, for editors that support placeholders. */
  readonly snippet: string | null;
  /** Editors do not put an unlikely completion first, even if it equals the typed text. */
  readonly isUnlikely: boolean;
  /** Whether more text must follow the completion, such as the value after `Tense=`. */
  readonly unfinished: boolean;
  /** Edits in addition to `newText`, as offsets in the file. */
  readonly otherEdits: readonly TextEdit[];
}

export interface Completions {
  /** The range to replace, as offsets in the file. It includes the text typed so far. */
  readonly range: Range;
  /** The likeliest first. */
  readonly items: readonly Completion[];
}

/** The completions at an offset. An editor filters them by the text before the offset. */
export function completionsAt(
  file: BowFile,
  offset: number,
  knowledge: Knowledge | null,
): Completions {
  const { text } = file;
  const lineStart = lineStartAt(text, offset);
  const before = text.slice(lineStart, offset);
  const typed = /\S*$/.exec(before)![0];
  const from = (length: number): Range => ({ start: offset - length, end: offset });
  const none = { range: from(typed.length), items: [] };
  const { word, inComment } = lastToken(text, lineStart, offset);
  const bag = bagAt(file, offset);
  if (bag < 0) return inComment ? none : { ...none, items: ofSettings(file, before) };
  const node = file.bags[bag];
  const at = offset - file.starts[bag];
  // The first statement may follow the bag's `{` on the same line.
  const headerEnd = file.starts[bag] + node.header.end;
  const isAfterHeader = headerEnd > lineStart && headerEnd <= offset - typed.length;
  const isFirst = (isAfterHeader ? text.slice(headerEnd, offset) : before).trim() === typed;
  const isOver = node.closed && at > node.end;
  const section = isOver ? undefined : node.sections.findLast(({ start }) => start < at);
  // In `expect:`, a `#` starts no comment.
  if (inComment && section?.kind !== 'expect') return none;
  if (isOver) return { ...none, items: isFirst ? ofBags() : [] };
  const sections =
    (isFirst || isAfterHeader) && at > node.header.end ? ofSections(node, isAfterHeader) : [];
  switch (section?.kind) {
    case 'words': {
      const features = /^@([^\s[\]/]+)\[([^\s\]]*)$/.exec(typed);
      if (features !== null) {
        const last = features[2].split('|').at(-1)!;
        const items = ofFeatures(last, features[1], knowledge?.lemmas ?? null);
        return { range: from(last.length), items };
      }
      if (word === null || word.tagStart < 0) {
        const snippets = node.grammar === 'ccg' ? [...wordSnippets, categorySnippet] : wordSnippets;
        const forms = snippets.map((one) => ofSnippet(one));
        return { ...none, items: isFirst ? [...sections, ...forms] : [...forms, ...sections] };
      }
      const last = text.slice(word.tagStart, offset).split('|').at(-1)!;
      const categories = node.grammar === 'ccg' ? (knowledge?.categories ?? null) : null;
      if (knowledge === null || categories === null) {
        return { range: from(last.length), items: ofTags(word.form, knowledge) };
      }
      const { form } = word;
      const tag = tagBefore(last);
      if (tag !== null) {
        const { length } = last.slice(tag.length + 1);
        return { range: from(length), items: ofCategories(form, tag, categories) };
      }
      const likeliest = likeliestTag({ form, tags: [] }, node.grammar, knowledge);
      const items = [...ofCategories(form, likeliest, categories), ...ofTags(form, knowledge)];
      return { range: from(last.length), items };
    }
    case 'deps': {
      const label = /^-([^>-]*)$/.exec(typed);
      if (label !== null) {
        // The completion also replaces the rest of an existing arrow, and one blank behind it.
        const { length } = /^(?:[^\s>]*>)?[ \t]?/.exec(text.slice(offset))![0];
        const range = { start: offset - typed.length, end: offset + length };
        const inBag = { start: at - typed.length, end: at + length };
        return { range, items: ofLabels(node, inBag, knowledge) };
      }
      const first = isFirst
        ? [ofSnippet(arcSnippet), { ...ofSnippet(rootSnippet, 'root'), kind: 'keyword' as const }]
        : [];
      const words = ofWords(node, file.starts[bag]);
      return { range: from(typed.length), items: [...words, ...first, ...sections] };
    }
    case 'order': {
      const first = isFirst ? [keyword('first'), keyword('last')] : [];
      const words = ofWords(node, file.starts[bag]);
      return { range: from(typed.length), items: [...words, ...first, ...sections] };
    }
    case 'expect':
      return {
        range: from(typed.length),
        items: [...ofMissing(node, section, at, typed), ...sections],
      };
    default:
      return { range: from(typed.length), items: sections };
  }
}

/** Finds the word that ends at an offset, and whether the offset is in a comment. */
function lastToken(
  text: string,
  lineStart: number,
  offset: number,
): { word: DecodedWord | null; inComment: boolean } {
  const scanner = new Scanner(text, lineStart, offset);
  let word: DecodedWord | null = null;
  for (let token = scanner.next(); token !== TokenKind.End; token = scanner.next()) {
    const { start, end, closingQuote } = scanner;
    const isWord = end === offset && (token === TokenKind.Word || token === TokenKind.Quoted);
    const quote = token === TokenKind.Quoted ? closingQuote : undefined;
    word = isWord ? decodeWord(text, start, end, quote) : null;
  }
  return { word, inComment: scanner.start < offset };
}

function ofSettings(file: BowFile, before: string): Completion[] {
  const setting = /^\s*([a-z]+):\s*\S*$/.exec(before);
  if (setting !== null) {
    const [, key] = setting;
    if (!isSettingKey(key)) return [];
    return settings[key].values.map((value) => plain('value', value, null));
  }
  if (before.trim().includes(' ')) return [];
  const given = new Set(file.settings.map(({ key }) => key));
  const keys = settingKeys.filter((key) => !given.has(key));
  return [
    ...keys.map((key) => ({
      ...plain('setting', key, settingDescriptions[key].brief),
      newText: `${key}: `,
    })),
    ...ofBags(),
  ];
}

function ofBags(): Completion[] {
  return [ofSnippet(bagSnippet, 'bag '), ofSnippet(fullBagSnippet)];
}

/** @param isOneLine whether the section stands on the line of the bag's `{` */
function ofSections({ sections }: BagNode, isOneLine: boolean): Completion[] {
  return sectionNames
    .filter((name) => !sections.some(({ kind }) => kind === name))
    .map((name) => {
      const snippet = { ...ofSnippet(sectionSnippets[name], `${name}:`), kind: 'section' as const };
      return isOneLine ? { ...snippet, newText: `${name}: `, snippet: null } : snippet;
    });
}

/** Tags that training has seen with the word come first, the most frequent first. */
function ofTags(form: string, knowledge: Knowledge | null): Completion[] {
  if (knowledge === null) return [];
  const seen = new Map(
    [...(seenTags(taggedPart(form), knowledge) ?? [])].sort(([, a], [, b]) => b - a),
  );
  const most = Math.max(0, ...seen.values());
  const rest = [...knowledge.tags].filter((tag) => !seen.has(tag));
  rest.sort((a, b) => rarity(a) - rarity(b));
  return [...seen.keys(), ...rest].map((tag) => {
    const count = seen.get(tag);
    const detail = detailOf(tagNames.get(tag), count && `${times(count)} with this word`);
    const isUnlikely = (count ?? 0) < most / timesLikelier;
    return { ...plain('tag', tag, detail), isUnlikely };
  });
}

/**
 * Categories seen with the word come first, then those seen with its tag, then all others. Each
 * part is sorted by falling frequency.
 */
function ofCategories(
  form: string,
  tag: string | null,
  categories: CategoryKnowledge,
): Completion[] {
  const ofWord = categories.ofWord(taggedPart(form)) ?? new Map<string, number>();
  const ofTag = tag === null ? new Map<string, number>() : categories.ofTag(tag);
  const all = new Set([...ofWord.keys(), ...ofTag.keys(), ...categories.counts.keys()]);
  return [...all].map((category) => {
    const withWord = ofWord.get(category);
    const withTag = ofTag.get(category);
    const detail =
      withWord !== undefined
        ? `${times(withWord)} with this word`
        : withTag !== undefined
          ? `${times(withTag)} with the tag ${tag!}`
          : times(categories.counts.get(category)!);
    return plain('category', category, detail);
  });
}

function detailOf(...about: (string | number | null | undefined)[]): string | null {
  return about.filter(Boolean).join('; ') || null;
}

/**
 * Ranks tags for a word that training has not seen: 0 for open classes such as nouns, 1 for closed
 * classes such as pronouns, 2 for punctuation.
 */
function rarity(tag: string): number {
  if (/^(?:NN|VB|JJ|RB|CD|FW|UH)/.test(tag)) return 0;
  return /^[A-Z]/.test(tag) ? 1 : 2;
}

/**
 * Labels that training has seen between the tags of the arrow's two words come first, then all
 * other labels. Each part is sorted by falling frequency.
 */
function ofLabels(node: BagNode, { start, end }: Range, knowledge: Knowledge | null): Completion[] {
  if (knowledge === null) return [];
  const table = new WordTable(wordsOf(node));
  const tagOf = (reference: Reference | undefined): string | null => {
    const word = reference?.kind === 'word' ? table.resolve(reference) : 'unknown';
    return typeof word === 'number'
      ? likeliestTag(table.words[word], node.grammar, knowledge)
      : null;
  };
  const statement = depsOf(node).find((one) => holds(one, start));
  const written = statement ? [...statement.heads, ...statement.dependents] : [];
  const next = written.find((one) => one.start >= end);
  const head = tagOf(written.findLast((one) => one.end <= start));
  const dependent = tagOf(next);
  const seen = head === null ? [] : labelsSeen(head, dependent, knowledge);
  const ends = dependent === null ? `from ${head}` : `from ${head} to ${dependent}`;
  const counts = new Map(seen.map(([label, count]) => [label, `${times(count)} ${ends}`]));
  const rest = [...knowledge.labels].filter((label) => !counts.has(label));
  return [...counts.keys(), ...rest].map((label) => ({
    ...plain('label', label, detailOf(labelName(label), counts.get(label))),
    newText: `-${label}-> `,
    unfinished: next === undefined,
  }));
}

/**
 * The labels of training arcs between two tags with their counts, the most frequent first. If
 * `dependent` is null, arcs from `head` to all tags are counted.
 */
function labelsSeen(
  head: string,
  dependent: string | null,
  knowledge: Knowledge,
): (readonly [label: string, count: number])[] {
  const counts = new Map<string, number>();
  for (const below of dependent === null ? knowledge.tags : [dependent]) {
    for (const { label, count } of knowledge.arcStatistics(head, below)) {
      counts.set(label, (counts.get(label) ?? 0) + count);
    }
  }
  return [...counts].sort(([, a], [, b]) => b - a);
}

/**
 * Completes the name of a word of the bag. If words with the same form lack indices, the completion
 * also adds the indices.
 *
 * @param start the offset of the bag in the file
 */
function ofWords(node: BagNode, start: number): Completion[] {
  const words = wordsOf(node);
  const table = new WordTable(words);
  const indices = new Map<number, number>();
  const indexing = new Map<string, TextEdit[]>();
  for (const form of table.forms) {
    const places = table.placesOf(form);
    if (places.length === 1) continue;
    const bare = places.filter((place) => words[place].index === null);
    if (bare.length > maxIndexed) continue;
    const free = table.freeIndices(form, bare.length);
    bare.forEach((place, i) => indices.set(place, free[i]));
    const edits = bare.map((place, i) => {
      const at = start + words[place].formEnd;
      return { range: { start: at, end: at }, newText: `#${free[i]}` };
    });
    indexing.set(form, edits);
  }
  return words.flatMap((word, place) => {
    const { form } = word;
    const index = indices.get(place);
    if (index !== undefined) {
      const item = plain('word', spellName(word, index), 'gives the words indices');
      return [{ ...item, otherEdits: indexing.get(form)! }];
    }
    // If two words have the same form and index, references can name only the first.
    return table.resolve(word) === place ? [plain('word', spellName(word, word.index), null)] : [];
  });
}

/**
 * Completes a feature of a lemma: its name, or after `=` its value. Features that forms
 * of this lemma have come first.
 */
function ofFeatures(typed: string, lemma: string, lemmas: LemmaKnowledge | null): Completion[] {
  if (lemmas === null) return [];
  const tags = new Set(lemmas.candidates(lemma, [], '').map(({ tag }) => tag));
  const known = [...[...tags].map((tag) => lemmas.featuresOf(tag)), lemmas.featuresOf(null)];
  const hasName = typed.includes('=');
  const [name] = typed.split('=');
  const texts = new Set(
    known.flatMap((features) =>
      hasName
        ? [...(features.get(name) ?? [])].map((value) => `${name}=${value}`)
        : [...features.keys()].map((one) => `${one}=`),
    ),
  );
  return [...texts].map((text) => ({ ...plain('value', text, null), unfinished: !hasName }));
}

/** Completes a word of the bag that a line of `expect:` lacks before the cursor. */
function ofMissing(node: BagNode, section: Section, at: number, typed: string): Completion[] {
  const start = Math.max(lineStartAt(node.text, at), section.header.end);
  const left = new Map<string, number>();
  for (const part of node.text.slice(start, at - typed.length).split(/\s+/)) {
    left.set(part, (left.get(part) ?? 0) + 1);
  }
  const missing = wordsOf(node).filter(({ form, kind }: NamedWord) => {
    if (kind === 'lemma') return false;
    const parts = form.split(' ');
    if (!parts.every((part) => (left.get(part) ?? 0) > 0)) return true;
    for (const part of parts) left.set(part, left.get(part)! - 1);
    return false;
  });
  return [...new Set(missing.map(({ form }) => form))].map((form) => plain('word', form, null));
}

function keyword(name: 'first' | 'last'): Completion {
  return plain('keyword', name, keywordDescriptions[name].brief);
}

/** Makes a completion from a snippet. `newText` is for editors that support no placeholders. */
function ofSnippet({ name, about, body }: Snippet, newText: string | null = null): Completion {
  return { ...plain('snippet', name, about), newText, snippet: body };
}

function plain(kind: Completion['kind'], label: string, detail: string | null): Completion {
  return {
    ...{ kind, label, detail },
    ...{ newText: label, snippet: null },
    ...{ isUnlikely: false, unfinished: false, otherEdits: [] },
  };
}
