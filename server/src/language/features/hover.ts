import { constraintsOf } from '../arcs.ts';
import type { Knowledge } from '../knowledge.ts';
import { shown } from '../problem.ts';
import type { Range } from '../problem.ts';
import { arcsOf, depsOf, wordsOf } from '../syntax.ts';
import type { Arrow, BagNode, BowFile, NamedWord } from '../syntax.ts';
import { placeAt } from './place.ts';

/** What is told of a place: plain sentences, a paragraph each. */
export interface Hover {
  readonly range: Range;
  readonly paragraphs: readonly string[];
}

/** Tags beyond these are rare. */
const mostTags = 8;

/**
 * What the model knows of the word, the tag or the arc at an offset; null where there is nothing to say.
 *
 * @param knowledge null where there is no model
 */
export function hoverAt(file: BowFile, offset: number, knowledge: Knowledge | null): Hover | null {
  const place = placeAt(file, offset);
  if (place === null || knowledge === null || !('node' in place)) return null;
  const { node, range } = place;
  switch (place.kind) {
    case 'word':
      return { range, paragraphs: ofWord(wordsOf(node)[place.word], knowledge) };
    case 'reference':
      if (place.word === null) return null;
      return { range, paragraphs: ofWord(wordsOf(node)[place.word], knowledge) };
    case 'arrow': {
      const paragraphs = ofArrow(node, place.arrow, knowledge);
      return paragraphs.length === 0 ? null : { range, paragraphs };
    }
    default:
      return null;
  }
}

function ofWord({ form, kind }: NamedWord, knowledge: Knowledge): string[] {
  if (kind === 'lemma') return [];
  return form.split(' ').map((part) => {
    const tags = knowledge.tagsOf(part);
    if (tags === null) {
      return `“${shown(part)}” is not a word that the model has seen: it goes by its spelling.`;
    }
    const counts = [...tags].sort(([, a], [, b]) => b - a);
    const usual = counts.slice(0, mostTags).map(([tag, count]) => `${tag} ${times(count)}`);
    const more = counts.length > mostTags ? ', and rarer ones' : '';
    return `The model has seen “${shown(part)}” as ${usual.join(', ')}${more}.`;
  });
}

/** Of each arc that the arrow writes. */
function ofArrow(node: BagNode, arrow: Arrow, knowledge: Knowledge): string[] {
  const { words, arcs } = constraintsOf(node);
  const written = depsOf(node)
    .flatMap(arcsOf)
    .filter((one) => one.arrow === arrow);
  return written.flatMap(({ dependent }) => {
    const arc = arcs.find((one) => one.written.includes(dependent));
    if (arc === undefined) return [];
    const [head, below] = [arc.head, arc.dependent].map((word) => tagOf(words[word], knowledge));
    if (head === null || below === null) return [];
    const count = knowledge.arcCount(head, below);
    const what = `a word of tag ${head} as the head of one of tag ${below}`;
    if (count === 0) return [`The model has never seen ${what}.`];
    const stats = knowledge.arcStatistics(head, below);
    const labels = stats.labels
      .slice(0, mostTags)
      .map(([label, seen]) => `${label} ${times(seen)}`);
    const left = Math.round((100 * stats.left) / count);
    return [
      `The model has seen ${what} ${times(count)}: ${labels.join(', ')}.`,
      `The dependent stands before its head in ${left} of 100, and next to it in ${Math.round((100 * stats.adjacent) / count)}.`,
    ];
  });
}

/** The given tag, or the most frequent; null where there is none. */
function tagOf({ form, tags }: NamedWord, knowledge: Knowledge): string | null {
  if (tags.length > 0) return tags[0];
  const known = knowledge.tagsOf(form.split(' ').at(-1)!);
  if (known === null) return null;
  return [...known].reduce((best, one) => (one[1] > best[1] ? one : best))[0];
}

function times(count: number): string {
  return count === 1 ? 'once' : `${count.toLocaleString('en')} times`;
}
