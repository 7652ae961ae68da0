import type { Knowledge } from '../knowledge.ts';
import type { Range } from '../problem.ts';
import { WordTable } from '../resolve.ts';
import { isSettingKey, settingKeys, settings } from '../settings.ts';
import { spellReference } from '../spelling.ts';
import { bagAt, sectionNames, wordsOf } from '../syntax.ts';
import type { BagNode, BowFile, NamedWord, Section } from '../syntax.ts';
import { lineStartAt } from '../lines.ts';

/** Something that can stand at an offset. */
export interface Completion {
  readonly label: string;
  readonly kind: 'section' | 'setting' | 'value' | 'tag' | 'label' | 'word' | 'keyword';
  /** What is said beside it. */
  readonly detail: string | null;
  /** What takes the place of `range`. */
  readonly newText: string;
}

export interface Completions {
  /** What was typed of it, and what it takes the place of: offsets in the file. */
  readonly range: Range;
  /** The likeliest first. */
  readonly items: readonly Completion[];
}

/** What can be typed at an offset: what is there of it counts as its beginning. */
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
  if (/(?:^|\s)#/.test(before)) return none;
  const bag = bagAt(file, offset);
  if (bag < 0) return { range: from(typed.length), items: ofSettings(file, before) };
  const node = file.bags[bag];
  const at = offset - file.starts[bag];
  const section = node.sections.findLast(({ start }) => start < at);
  const isFirst = before.trim() === typed;
  const sections = isFirst && at > node.header.end ? ofSections(node) : [];
  switch (section?.kind) {
    case 'words': {
      const tagged = /^(\S.*)\/([^/]*)$/.exec(typed);
      if (tagged === null) return { range: from(typed.length), items: sections };
      const [, form, tag] = tagged;
      const last = tag.split('|').at(-1)!;
      return { range: from(last.length), items: ofTags(form, knowledge) };
    }
    case 'deps': {
      const label = /^-([^>-]*)$/.exec(typed);
      if (label !== null) {
        // The rest of an arrow that is there already is a part of what is replaced.
        const { length } = /^(?:[^\s>]*>)?/.exec(text.slice(offset))![0];
        const range = { start: offset - typed.length, end: offset + length };
        return { range, items: ofLabels(knowledge) };
      }
      const root = isFirst ? [keyword('root', 'the head of the sentence')] : [];
      return { range: from(typed.length), items: [...ofWords(node), ...root, ...sections] };
    }
    case 'order': {
      const first = isFirst
        ? [keyword('first', 'the first word'), keyword('last', 'the last word')]
        : [];
      return { range: from(typed.length), items: [...ofWords(node), ...first, ...sections] };
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
    ...keys.map((key) => ({ ...plain('setting', key, null), newText: `${key}: ` })),
    { ...plain('keyword', 'bag', 'a bag of words'), newText: 'bag ' },
  ];
}

function ofSections({ sections }: BagNode): Completion[] {
  const about = {
    words: 'the words of the bag',
    deps: 'arcs from heads to dependents',
    order: 'what comes before what',
    expect: 'sentences that you would accept',
  };
  return sectionNames
    .filter((name) => !sections.some(({ kind }) => kind === name))
    .map((name) => ({ ...plain('section', `${name}:`, about[name]) }));
}

/** Those seen with the word first, the most frequent first; then the rest of the tagset. */
function ofTags(written: string, knowledge: Knowledge | null): Completion[] {
  if (knowledge === null) return [];
  const form = written
    .replace(/#\d+$/, '')
    .replace(/^"(.*)"$/, '$1')
    .split(' ')
    .at(-1)!;
  const seen = [...(knowledge.tagsOf(form) ?? [])].sort(([, a], [, b]) => b - a);
  const rest = [...knowledge.tags].filter((tag) => !seen.some(([other]) => other === tag));
  return [
    ...seen.map(([tag, count]) =>
      plain('tag', tag, `${count.toLocaleString('en')} times with this word`),
    ),
    ...rest.map((tag) => plain('tag', tag, null)),
  ];
}

function ofLabels(knowledge: Knowledge | null): Completion[] {
  return [...(knowledge?.labels ?? [])].map((label) => ({
    ...plain('label', label, null),
    newText: `-${label}->`,
  }));
}

/** The bag's words as they can be named; of those that cannot, none. */
function ofWords(node: BagNode): Completion[] {
  const words = wordsOf(node);
  const table = new WordTable(words);
  const names = words
    .filter((word, place) => table.resolve(word) === place)
    .map(({ form, index }) => spellReference(form, index));
  return names.map((name) => plain('word', name, null));
}

/** The words of the bag that the line does not have yet. */
function ofMissing(node: BagNode, section: Section, at: number, typed: string): Completion[] {
  const start = Math.max(lineStartAt(node.text, at), section.header.end);
  const used = node.text.slice(start, at - typed.length).split(/\s+/);
  const missing = wordsOf(node).filter(({ form, kind }: NamedWord) => {
    if (kind === 'lemma') return false;
    const parts = form.split(' ');
    const places = parts.map((part) => used.indexOf(part));
    if (places.includes(-1)) return true;
    for (const place of places) used.splice(place, 1, '');
    return false;
  });
  return [...new Set(missing.map(({ form }) => form))].map((form) => plain('word', form, null));
}

function keyword(label: string, detail: string): Completion {
  return plain('keyword', label, detail);
}

function plain(kind: Completion['kind'], label: string, detail: string | null): Completion {
  return { kind, label, detail, newText: label };
}
