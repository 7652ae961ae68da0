import type { Category } from '../../grammar/ccg/category.ts';
import { constraintsOf } from '../meaning/constraints.ts';
import { counted, times } from '../../text/counted.ts';
import { labelName } from '../facts/label-names.ts';
import { asSeen, likeliestTag, taggedPart } from '../facts/knowledge.ts';
import type {
  ArcStatistics,
  CategoryKnowledge,
  Knowledge,
  LemmaForm,
  LemmaKnowledge,
} from '../facts/knowledge.ts';
import { shown } from '../tree/diagnostic.ts';
import type { Range } from '../tree/diagnostic.ts';
import { isSettingKey, settings } from '../tree/settings.ts';
import {
  absoluteRange,
  arcsOf,
  bagName,
  depsOf,
  expectationsOf,
  featuresText,
  lemmaOf,
  orderOf,
  wordsOf,
} from '../tree/syntax.ts';
import type {
  Arrow,
  BowFile,
  BagNode,
  GroupNode,
  LemmaNode,
  NamedWord,
  SettingNode,
} from '../tree/syntax.ts';
import { describeCategory } from '../facts/category-names.ts';
import { givenTag, givenTags, type Grammar } from '../tree/given-tag.ts';
import { tagNames } from '../facts/tag-names.ts';
import {
  expectationDescription,
  keywordDescriptions,
  lemmaDescription,
  sectionDescriptions,
  settingDescriptions,
} from './descriptions.ts';
import { placeAt } from './place.ts';
import type { Place } from './place.ts';

/** Each paragraph consists of plain sentences. */
export interface Hover {
  readonly range: Range;
  readonly paragraphs: readonly string[];
}

/** A hover lists at most this many tags or labels; further ones are rare. */
const maxTags = 8;

/** The tags of the words in a bag's first realization. */
type ChosenTags = readonly { readonly word: number; readonly tag: string }[];

/**
 * The hover for the text at an offset; null if there is nothing to show.
 *
 * @param chosenIn returns the tags of a bag's first realization; empty if there is none
 */
export function hoverAt(
  file: BowFile,
  offset: number,
  knowledge: Knowledge | null,
  chosenIn: (bag: BagNode) => ChosenTags = () => [],
): Hover | null {
  const place = placeAt(file, offset);
  if (place === null) return null;
  const paragraphs = paragraphsOf(file, place, knowledge, chosenIn);
  if (paragraphs.length === 0) return null;
  const range =
    place.kind === 'header' ? absoluteRange(file, place.bag, place.node.header) : place.range;
  return { range, paragraphs };
}

function paragraphsOf(
  file: BowFile,
  place: Place,
  knowledge: Knowledge | null,
  chosenIn: (bag: BagNode) => ChosenTags,
): string[] {
  switch (place.kind) {
    case 'setting':
      return ofSetting(place.setting);
    case 'header':
      return [ofBag(place.node, bagName(file, place.bag))];
    case 'section':
      return place.section.kind === 'unknown' ? [] : [sectionDescriptions[place.section.kind].text];
    case 'word':
      return ofWord(wordsOf(place.node)[place.word], place.node, knowledge);
    case 'tag':
      return ofAlternative(place.owner, place.alternative, place.node, knowledge);
    case 'reference':
      if (place.reference.kind === 'root') return [keywordDescriptions.root.text];
      return place.word === null
        ? []
        : ofWord(wordsOf(place.node)[place.word], place.node, knowledge);
    case 'arrow':
      return ofArrow(place.node, place.arrow, knowledge, chosenIn(place.node));
    case 'keyword':
      return [keywordDescriptions[place.keyword].text];
    case 'expectation':
      return [expectationDescription];
  }
}

function ofSetting({ key }: SettingNode): string[] {
  if (!isSettingKey(key)) return [];
  const { text, leftOut } = settingDescriptions[key];
  return [text, leftOut ?? `Without it, the value is “${settings[key].values[0]}”.`];
}

function ofBag(node: BagNode, name: string): string {
  const { words, arcs, root } = constraintsOf(node);
  const parts = [
    counted(words.length, 'word'),
    counted(words.filter(({ tags }) => tags.length > 0).length, 'given tag'),
    counted(arcs.length, 'arc') + (root === null ? '' : ' and the given root'),
    counted(orderOf(node).length, 'line') + ' of order',
  ];
  const expected = counted(expectationsOf(node).length, 'expected sentence');
  return `The bag “${shown(name)}” has ${parts.join(', ')} and ${expected}.`;
}

function ofAlternative(
  owner: NamedWord | GroupNode,
  alternative: number,
  { grammar }: BagNode,
  knowledge: Knowledge | null,
): string[] {
  const { tag, category } = givenTag(owner.tags[alternative], grammar);
  return [
    ...(tag === null ? [] : ofTag(owner, tag, knowledge)),
    ...(category === null ? [] : ofCategory(owner, category, knowledge?.categories ?? null)),
  ];
}

/**
 * Says what a category means, and how often training has seen it with the word or the members of
 * the group.
 */
function ofCategory(
  owner: NamedWord | GroupNode,
  category: Category,
  categories: CategoryKnowledge | null,
): string[] {
  const description = describeCategory(category);
  if (categories === null) return [description];
  const { text } = category;
  const count = categories.counts.get(text) ?? 0;
  if (count === 0) return [description, `The model has no category ${text}.`];
  const words = categories
    .wordsOf(text)
    .slice(0, maxTags)
    .map((word) => `“${shown(word)}”`);
  const withWords = words.length === 0 ? '' : `, most often with ${words.join(', ')}`;
  const owners = owner.kind === 'group' ? owner.members : [owner];
  const seen = owners.flatMap(({ form, kind }) => {
    const part = taggedPart(form);
    const counts = kind === 'lemma' ? null : categories.ofWord(part);
    if (counts === null) return [];
    const often = counts.get(text) ?? 0;
    return [
      often === 0
        ? `It has never seen “${shown(part)}” with it.`
        : `It has seen “${shown(part)}” with it ${times(often)}.`,
    ];
  });
  return [description, [`The model has seen it ${times(count)}${withWords}.`, ...seen].join(' ')];
}

function ofTag(owner: NamedWord | GroupNode, tag: string, knowledge: Knowledge | null): string[] {
  const name = tagNames.get(tag);
  const words = owner.kind === 'group' ? owner.members : [owner];
  const seen = words.flatMap(({ form, kind }) => {
    if (kind === 'lemma' || !knowledge?.tags.has(tag)) return [];
    const part = asSeen(taggedPart(form), knowledge);
    const counts = knowledge.tagsOf(part);
    if (counts === null) return [unseen(part)];
    const count = counts.get(tag) ?? 0;
    return count === 0
      ? [`The model has never seen “${shown(part)}” as ${tag}.`]
      : [`The model has seen “${shown(part)}” as ${tag} ${times(count)}.`];
  });
  return [...(name === undefined ? [] : [`${tag}: ${name}.`]), ...seen];
}

function unseen(form: string): string {
  return `“${shown(form)}” is not a word that the model has seen: it goes by its spelling.`;
}

function ofWord(word: NamedWord, { grammar }: BagNode, knowledge: Knowledge | null): string[] {
  if (word.kind === 'lemma') return ofLemma(word, grammar, knowledge?.lemmas ?? null);
  if (knowledge === null) return [];
  const { form } = word;
  return form.split(' ').flatMap((part) => {
    const known = asSeen(part, knowledge);
    const tags = knowledge.tagsOf(known);
    if (tags === null) return [unseen(part)];
    const counts = [...tags].sort(([, a], [, b]) => b - a);
    const categories = grammar === 'ccg' ? knowledge.categories?.ofWord(part) : null;
    const seen = `The model has seen “${shown(known)}” as ${usual(counts)}.`;
    return [
      known === part ? seen : `${seen} It has not seen “${shown(part)}”, so it uses this.`,
      ...(categories ? [`Its categories were ${usual([...categories])}.`] : []),
    ];
  });
}

/** Describes a lemma: the forms that it can have here, and all its forms by tag. */
function ofLemma(node: LemmaNode, grammar: Grammar, lemmas: LemmaKnowledge | null): string[] {
  if (lemmas === null) return [lemmaDescription];
  const lemma = lemmaOf(node);
  const tags = givenTags(node.tags, grammar);
  const features = featuresText(node);
  const here = lemmas.candidates(lemma, tags, features);
  const rows = lemmas
    .paradigm(lemma, tags[0] ?? null)
    .map(({ tag, forms }) => `${tag} ${[...new Set(forms.map(({ form }) => form))].join(', ')}`);
  return [
    lemmaDescription,
    `Here: ${here.slice(0, maxTags).map(seenForm).join(', ')}.`,
    ...(rows.length === 0 ? [] : [`Its forms by tag: ${rows.join('; ')}.`]),
  ];
}

function seenForm({ form, tag, count }: LemmaForm): string {
  return `“${shown(form)}” (${tag}) ${count === 0 ? 'unseen' : times(count)}`;
}

function usual(counts: readonly (readonly [name: string, count: number])[]): string {
  const first = counts.slice(0, maxTags).map(([name, count]) => `${name} ${times(count)}`);
  return `${first.join(', ')}${counts.length > maxTags ? ', and rarer ones' : ''}`;
}

function ofArrow(
  node: BagNode,
  arrow: Arrow,
  knowledge: Knowledge | null,
  chosen: ChosenTags,
): string[] {
  const { words, arcs } = constraintsOf(node);
  const written = depsOf(node)
    .flatMap(arcsOf)
    .filter((one) => one.arrow === arrow);
  if (written.some(({ head }) => head.kind === 'root')) return [keywordDescriptions.root.text];
  const name = arrow.label === null ? null : labelName(arrow.label);
  const about = name === null ? [] : [`${arrow.label!}: ${name}.`];
  if (knowledge === null) return about;
  const seen = written.flatMap(({ dependent }) => {
    const arc = arcs.find((one) => one.written.includes(dependent));
    if (arc === undefined) return [];
    const [head, below] = [arc.head, arc.dependent].map(
      (end) =>
        chosen.find(({ word }) => word === end)?.tag ??
        tagInArc(words[end], node.grammar, knowledge),
    );
    if (head === null || below === null) {
      const { form, kind } = words[head === null ? arc.head : arc.dependent];
      if (kind === 'lemma') return [];
      return [`${unseen(taggedPart(form))} Give it a tag to see the counts of this arc.`];
    }
    const count = knowledge.arcCount(head, below);
    const what = `a word of tag ${head} as the head of one of tag ${below}`;
    if (count === 0) return [`The model has never seen ${what}.`];
    const all = knowledge.arcStatistics(head, below);
    const labels = all.slice(0, maxTags).map(({ label, count }) => `${label} ${times(count)}`);
    return [
      `The model has seen ${what} ${times(count)}: ${labels.join(', ')}.`,
      whereItStands(all, arrow.label),
    ];
  });
  // Dependents with the same tag have the same counts.
  return [...about, ...new Set(seen)];
}

/**
 * The likeliest tag of a word. For a lemma, it is the tag of the likeliest form that the given tags
 * and features allow.
 */
function tagInArc(word: NamedWord, grammar: Grammar, knowledge: Knowledge): string | null {
  if (word.kind !== 'lemma' || knowledge.lemmas === null) {
    return likeliestTag(word, grammar, knowledge);
  }
  const tags = givenTags(word.tags, grammar);
  return knowledge.lemmas.candidates(lemmaOf(word), tags, featuresText(word))[0].tag;
}

/** Says how often the dependent stands before or next to its head in training. */
function whereItStands(all: readonly ArcStatistics[], label: string | null): string {
  const meant = label === null ? all : all.filter((one) => one.label === label);
  const sum = (of: 'count' | 'left' | 'adjacent'): number =>
    meant.reduce((total, one) => total + one[of], 0);
  const count = sum('count');
  const labelled = label === null ? '' : ` with the label ${label}`;
  if (count === 0) return `It has never seen one${labelled}.`;
  const share = (part: number): number => Math.round((100 * part) / count);
  const subject = label === null ? 'The dependent' : `As ${label}, the dependent`;
  return `${subject} stands before its head in ${share(sum('left'))} of 100, and next to it in ${share(sum('adjacent'))}.`;
}
