import { atom, type Category } from '../../grammar/ccg/category.ts';
import type { Merge } from './merges.ts';
import { N, NP, PP, clause, predicate } from './slotted.ts';
import { isVerbal, type Words } from './words.ts';

/**
 * Returns the natural categories of a phrase while it grows: of the head alone, then after each
 * merge. For example, a noun is an N, with a determiner it is an NP, and with a preposition a PP. A
 * verb is an `S[f]\NP`, with a feature f such as `dcl`; with its subject it is an `S[f]`.
 */
export function levelsOf(words: Words, head: number, merges: readonly Merge[]): Category[] {
  const levels = [bareLevel(words, head, merges)];
  const lastOfNoun = merges.findLastIndex(({ kind }) => ofNouns.has(kind));
  merges.forEach((merge, i) => {
    let level = levels[i];
    if (level === N && merge.stage >= 1 && i > lastOfNoun) level = NP;
    levels.push(levelAfter(words, head, merges, i, level));
  });
  return levels;
}

/**
 * A noun that has no determiner yet stays an N as long as a merge of one of these kinds is still to
 * come.
 */
const ofNouns: ReadonlySet<string> = new Set(['determiner', 'flat', 'argument']);

/**
 * Returns the natural category before merge `i`. An N counts as an NP, unless the merge adds a
 * determiner.
 */
export function levelBefore(
  levels: readonly Category[],
  merges: readonly Merge[],
  i: number,
): Category {
  const isShort = merges[i].kind === 'determiner';
  return levels[i] === N && !isShort ? NP : levels[i];
}

function bareLevel(words: Words, head: number, merges: readonly Merge[]): Category {
  const kind = words.kind(head);
  if (kind === 'noun') return N;
  if (kind === 'pronoun') return subjectOf(words, head);
  if (kind === 'interjection') return clause('intj');
  const feature = kind === 'verb' ? words.feature(head, head) : 'adj';
  if (isInverted(words, head)) return clause(words.isQuestion ? 'q' : 'inv');
  return unsaturated(words, merges, 0, feature);
}

/** Whether *there* follows a form of *be*: *Is there any?* */
function isInverted(words: Words, head: number): boolean {
  return words.lemmas[head] === 'be' && words.right[head].some((i) => words.tags[i] === 'EX');
}

/**
 * Returns the category of a clause before it takes its subject. A subject after the verb is an
 * argument that the verb has already taken.
 */
function unsaturated(
  words: Words,
  merges: readonly Merge[],
  from: number,
  feature: string,
): Category {
  const next = merges.slice(from).find((merge) => isSubject(words, merge));
  if (next !== undefined) {
    return predicate(feature, 'dependent' in next ? subjectOf(words, next.dependent) : NP);
  }
  const isBehind = merges.some(
    (merge) => merge.kind === 'argument' && words.relations[merge.dependent] === 'nsubj',
  );
  return isBehind ? clause(feature) : predicate(feature);
}

function isSubject(words: Words, merge: Merge): boolean {
  if (merge.kind === 'wh') return /^[nc]subj$/.test(words.relations[merge.dependent]);
  return merge.kind === 'subject' || merge.kind === 'inverted';
}

/** Expletives, such as *there*, have categories of their own. */
export function subjectOf(words: Words, subject: number): Category {
  if (words.tags[subject] === 'EX') return atom('NP', 'thr');
  return words.relations[subject] === 'expl' ? atom('NP', 'expl') : NP;
}

function levelAfter(
  words: Words,
  head: number,
  merges: readonly Merge[],
  i: number,
  level: Category,
): Category {
  const merge = merges[i];
  switch (merge.kind) {
    case 'determiner':
      return NP;
    case 'case':
      return PP;
    case 'auxiliary': {
      const [auxiliary] = merge.members;
      const isFirst = merge.side === 'left' || !isVerbal(words.tags[head]);
      const feature = words.feature(isFirst ? auxiliary : head, head);
      const isComplete = level.kind === 'atom' && level.name === 'S';
      const hasSubject = merges.slice(i + 1).some((merge) => isSubject(words, merge));
      if (isComplete && !hasSubject) return clause(feature);
      return unsaturated(words, merges, i + 1, feature);
    }
    case 'inverted':
      return clause(words.isQuestion || hasWh(merges) ? 'q' : 'inv');
    case 'subject':
      return level.kind === 'functor' ? level.result : level;
    case 'marker':
      return markedLevel(words, merge.dependent, level);
    case 'wh':
    case 'wh-object':
      return questionLevel(words, head, merges);
    case 'predication':
      return words.isWhPhrase(head) ? questionLevel(words, head, merges) : clause('dcl');
    default:
      return level;
  }
}

function markedLevel(words: Words, marker: number, level: Category): Category {
  if (level.kind !== 'atom' || level.name !== 'S') return PP;
  const lemma = words.lemmas[marker];
  if (level.feature === 'to') return clause('for');
  return clause(lemma === 'whether' || lemma === 'if' ? 'qem' : 'em');
}

function questionLevel(words: Words, head: number, merges: readonly Merge[]): Category {
  const isMain = words.relations[words.first(head)] === 'root';
  return clause(isMain || merges.some(({ kind }) => kind === 'inverted') ? 'wq' : 'qem');
}

function hasWh(merges: readonly Merge[]): boolean {
  return merges.some(({ kind }) => kind === 'wh' || kind === 'wh-object');
}
