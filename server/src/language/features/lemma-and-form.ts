import { tokenize } from '../../text/tokenizer.ts';
import { likeliestTag, type Knowledge, type LemmaReading } from '../facts/knowledge.ts';
import { constraintsOf } from '../meaning/constraints.ts';
import { printedTokens } from '../meaning/punctuation.ts';
import { shown, type TextEdit } from '../tree/diagnostic.ts';
import { givenTags } from '../tree/given-tag.ts';
import { canBeLemma, spellLemma, spellQuoted, spellWord } from '../tree/spelling.ts';
import { groupsOf, wordsOf } from '../tree/syntax.ts';
import type { BagNode, BowFile, WordNode } from '../tree/syntax.ts';
import { editedBag } from '../writing/edited.ts';
import { canBeTag } from '../writing/write-bag.ts';
import { placeAt } from './place.ts';
import { renamed } from './rename.ts';

/** The form and the tag that a word has in a realization. */
export interface ChosenForm {
  /** The word's place in `wordsOf(bag)`. */
  readonly word: number;
  readonly form: string;
  readonly tag: string;
}

/**
 * Another way to write a word. The title has code in backticks. The edits have offsets in the bag.
 */
export interface Rewriting {
  readonly title: string;
  readonly edits: readonly TextEdit[];
}

/**
 * Rewrites the word at an offset, or the word that a reference there names. A form becomes its
 * lemma; a lemma becomes the form that a realization chose. The word keeps its index, tags and `?`.
 * If a form has no tag, its lemma gets the tag that the realization chose, or else the likeliest
 * tag of the form.
 *
 * @param chosen the words of the bag's first realization, in any order; null without a realization
 * @returns null if there is no word, no known lemma or no chosen form, or if the edits would cause
 *   errors
 */
export function lemmaOrForm(
  file: BowFile,
  offset: number,
  knowledge: Knowledge | null,
  chosen: readonly ChosenForm[] | null,
): Rewriting | null {
  const place = placeAt(file, offset);
  if (place?.kind !== 'word' && place?.kind !== 'reference') return null;
  const { node: bag, word } = place;
  if (word === null) return null;
  const node = wordsOf(bag)[word];
  const realized = chosen?.find((one) => one.word === word) ?? null;
  const rewriting =
    node.kind === 'lemma'
      ? asForm(bag, word, realized?.form ?? null)
      : asLemma(bag, word, node, realized?.tag ?? null, knowledge);
  return rewriting !== null && hasNoNewErrors(bag, rewriting.edits) ? rewriting : null;
}

function asLemma(
  bag: BagNode,
  word: number,
  node: WordNode,
  chosen: string | null,
  knowledge: Knowledge | null,
): Rewriting | null {
  const ofGroup = groupsOf(bag).find(({ members }) => members.includes(node));
  const tags = node.tags.length > 0 ? node.tags : (ofGroup?.tags ?? []);
  // A contraction without quotes, such as `we're`, is two words of the treebank, so it has no
  // lemma.
  const mayBeContraction = bag.text[node.start] !== '"' && /['’]/u.test(node.form);
  if (mayBeContraction && printedTokens(node.form).length > 1) return null;
  const reading = readingOf({ ...node, tags }, bag, chosen, knowledge);
  if (reading === null) return null;
  const tag = tags.length > 0 ? null : reading.tag;
  if (tag !== null && !canBeTag(tag, bag.grammar)) return null;
  const lemma = `@${reading.lemma}`;
  const features = reading.features === '_' ? '' : reading.features;
  const spelled = (index: number | null, withTag = tag): string =>
    spellLemma(lemma, features, index, withTag);
  return {
    title: `Write as lemma: \`${spelled(null, tag ?? (node.tags.join('|') || null))}\``,
    edits: renamed(bag, word, { kind: 'lemma', form: lemma }, spelled),
  };
}

/**
 * The likeliest lemma of a word, with a tag and features. From these, the model must be able to
 * generate the word's form.
 *
 * @param chosen the tag that a realization chose, if any
 */
function readingOf(
  node: Pick<WordNode, 'form' | 'tags'>,
  { grammar }: BagNode,
  chosen: string | null,
  knowledge: Knowledge | null,
): LemmaReading | null {
  const lemmas = knowledge?.lemmas ?? null;
  if (knowledge === null || lemmas === null) return null;
  const { form } = node;
  const given = givenTags(node.tags, grammar);
  const isGiven = chosen !== null && (given.length === 0 || given.includes(chosen));
  const tag = isGiven ? chosen : likeliestTag(node, grammar, knowledge);
  const readings = lemmas.lemmasOf(form, tag);
  const possible = (
    readings.length > 0 || given.length > 0 ? readings : lemmas.lemmasOf(form, null)
  ).filter(({ lemma }) => canBeLemma(`@${lemma}`));
  // If the author gave categories without a tag, all tags are possible.
  const tagsToBe = (ofReading: string): readonly string[] => {
    if (given.length > 0) return given;
    return node.tags.length > 0 ? [] : [ofReading];
  };
  const formsOf = ({ lemma, tag: ofReading, features }: LemmaReading): string[] =>
    lemmas
      .candidates(lemma, tagsToBe(ofReading), features === '_' ? '' : features)
      .map((each) => each.form);
  const lower = form.toLowerCase();
  return (
    possible.find((one) => formsOf(one).includes(form)) ??
    possible.find((one) => formsOf(one).some((each) => each.toLowerCase() === lower)) ??
    null
  );
}

function asForm(bag: BagNode, word: number, form: string | null): Rewriting | null {
  if (form === null) return null;
  // Quotes a form that the tokenizer would split, to mark it as one word.
  const spelled = tokenize(`${form} a`).length <= 2 ? spellWord : spellQuoted;
  return {
    title: `Write its form: \`${shown(form)}\``,
    edits: renamed(bag, word, { kind: 'word', form }, (index) => spelled(form, index, null)),
  };
}

/**
 * Whether edits cause no new errors in a bag. They cause one if, for example, features have a
 * character that cannot stand in brackets.
 */
function hasNoNewErrors(bag: BagNode, edits: readonly TextEdit[]): boolean {
  const count = (one: BagNode): number =>
    one.diagnostics.length + constraintsOf(one).diagnostics.length;
  return count(editedBag(bag, edits)) <= count(bag);
}
