import { isLemma, type Bag, type BagWord } from '../bag/bag.ts';
import { isModifier, parseCategory, punctuationAtoms } from '../grammar/ccg/category.ts';
import { NO_CATEGORY, type Grammar } from '../grammar/ccg/grammar.ts';
import { binaryRule, unaryRule, type Rule } from '../grammar/ccg/rules.ts';
import type { Lexicon } from '../model/lexicon.ts';
import type { Problem } from '../problem/problem.ts';
import { display } from '../text/display.ts';
import { asSentence } from '../text/first-word.ts';
import type { DerivationPart, Step } from './search.ts';
import type { FoundSentence } from './selection-search.ts';

export interface Token {
  /** An index in the bag. */
  readonly word: number;
  readonly form: string;
  readonly tag: string;
  /** Only in a bag with a grammar. */
  readonly category?: string;
  /** The head's position in the realization, from 1; 0 for the root. */
  readonly head: number;
  /** The given label of the arc to the head; null if none is given. */
  readonly label: string | null;
  readonly given: {
    readonly tag: boolean;
    readonly head: boolean;
    readonly label: boolean;
    readonly category?: boolean;
  };
}

/** `head` and `dependent` are positions in the realization, from 1. In a SHIFT, `head` is 0. */
export interface Transition {
  readonly action: Step['kind'];
  readonly head: number;
  readonly dependent: number;
  readonly score: number;
}

export interface Realization {
  /** The forms joined by spaces. Expected sentences are compared with this text. */
  readonly text: string;
  /** The text as a person would write it. */
  readonly display: string;
  /**
   * The score of the derivation; if words of the bag are left out, its `fairScore`. The scores of
   * different bags cannot be compared.
   */
  readonly score: number;
  readonly tokens: readonly Token[];
  readonly transitions: readonly Transition[];
  /** Only in a bag with a grammar: the nodes of the derivation, children first. */
  readonly parts?: readonly RealizedPart[];
}

export interface RealizedPart extends Omit<DerivationPart, 'category'> {
  /** The text of the category; null if no rule made the node. */
  readonly category: string | null;
  /** Null for a word, and for a node that no rule made. */
  readonly rule: Rule | null;
}

/** Whether a derivation has no glued parts. Null for a bag without a grammar. */
export function isSpanned({ parts }: Pick<Realization, 'parts'>): boolean | null {
  return parts === undefined ? null : parts.every(({ category }) => category !== null);
}

const NAMING: ReadonlySet<string> = new Set(['PRP', 'NNP', 'NNPS']);

/**
 * Finds the unary rules of a derivation that are seldom right. Such a rule often means that another
 * word has a wrong category. There are two cases:
 * - The model says so (`DerivationPart.isSeldom`).
 * - The model does not say, and the rule makes a modifier of a phrase that has only names, pronouns
 *   and punctuation. In English-EWT, 1 in 300 pronouns and 1 in 40 phrases that consist of one
 *   name become modifiers.
 *
 * @returns for each rule, the words under it and the category that it makes: `she ⇒ (S\NP)\(S\NP)`
 */
export function doubtsOf({ parts, tokens }: Pick<Realization, 'parts' | 'tokens'>): string[] {
  if (parts === undefined) return [];
  return parts.flatMap(({ rule, category, first, last, isSeldom }) => {
    if (rule !== 'U' || category === null) return [];
    const words = tokens.slice(first, last + 1);
    const inner = words.filter((word) => !isPunctuation(word));
    const isNaming = inner.length > 0 && inner.every(({ tag }) => NAMING.has(tag));
    if (!(isSeldom ?? (isNaming && isModifier(parseCategory(category))))) return [];
    return [`${words.map(({ form }) => form).join(' ')} ⇒ ${category}`];
  });
}

function isPunctuation({ category }: Token): boolean {
  return category !== undefined && punctuationAtoms.includes(category);
}

export function textOf({ problem, derivation }: FoundSentence): string {
  return textOfVariants(problem, derivation.variants);
}

export function textOfVariants(
  { variantForm, surfaceStart, surfaceText }: Problem,
  variants: readonly number[],
): string {
  const words: string[] = [];
  for (const variant of variants) {
    const form = variantForm[variant];
    for (let i = surfaceStart[form]; i < surfaceStart[form + 1]; i++) words.push(surfaceText[i]);
  }
  return words.join(' ');
}

/**
 * Lists the tag of each surface word. A token such as *New York* has several surface words: the
 * last of them has the token's tag, the others have undefined.
 */
function tagsOf(tokens: readonly Token[]): readonly (string | undefined)[] {
  return tokens.flatMap(({ form, tag }) => {
    const inner = form.split(' ').length - 1;
    return [...new Array<undefined>(inner).fill(undefined), tag];
  });
}

export function realizationOf(found: FoundSentence, bag: Bag, lexicon: Lexicon): Realization {
  return realizationsOf([found], bag, lexicon)[0];
}

/** @param bag the whole bag that was searched, not a selection */
export function realizationsOf(
  found: readonly FoundSentence[],
  bag: Bag,
  lexicon: Lexicon,
): Realization[] {
  // An author who writes lemmas writes no capitals. So the first word of the sentence is
  // capitalised here.
  const shown = bag.words.some(isLemma) ? asSentence : (forms: readonly string[]) => forms;
  const words = new Map<Problem, readonly WordOfTokens[]>();
  return found.map((one) => {
    const { problem, derivation, score } = one;
    let shared = words.get(problem);
    if (shared === undefined) words.set(problem, (shared = wordsOf(one, bag)));
    const { variants, heads, steps, parts } = derivation;
    const grammar = problem.entries?.grammar ?? null;
    const tokens = variants.map((variant, i): Token => {
      const { word, label, given } = shared[problem.variantWord[variant]];
      const form = textOfVariants(problem, [variant]);
      const tag = problem.tagName(problem.variantTag[variant], lexicon);
      const head = heads[i];
      if (grammar === null) return { word, form, tag, head, label, given };
      const category = categoryOf(problem.variantEntry[variant], grammar);
      return { word, form, tag, category, head, label, given };
    });
    const text = textOf(one);
    return {
      text,
      display: display(shown(text.split(' ')), tagsOf(tokens)),
      score,
      tokens,
      transitions: steps.map(toTransition),
      ...(parts !== undefined && grammar !== null && { parts: realized(parts, grammar) }),
    };
  });
}

/** The properties of a token that are the same in all sentences of a selection. */
type WordOfTokens = Pick<Token, 'word' | 'label' | 'given'>;

/** @returns indexed by word of the problem */
function wordsOf({ problem, selection }: FoundSentence, bag: Bag): WordOfTokens[] {
  const { arcs, root } = selection.bag;
  const labels = new Map(arcs.map((arc) => [arc.dependent, arc.label]));
  return problem.places.map((selected) => {
    const word = selection.places[selected];
    const label = labels.get(selected) ?? null;
    return {
      word,
      label,
      given: {
        tag: hasOneTag(bag.words[word]),
        // If the selection does not use the given head, `selection.bag` has no arc to that head.
        // Then the head does not count as given.
        head: labels.has(selected) || selected === root,
        label: label !== null,
        ...(problem.entries !== null && { category: hasOneCategory(bag.words[word]) }),
      },
    };
  });
}

/**
 * Groups the parts of a derivation by the step that made them. The first part of a group is a word,
 * or a phrase that joins two parts. The other parts are made from the first by unary rules, one
 * after the other.
 */
export function partsByStep<P extends Pick<DerivationPart, 'children'>>(
  parts: readonly P[],
): P[][] {
  const steps: P[][] = [];
  for (const part of parts) {
    if (part.children.length === 1) steps.at(-1)!.push(part);
    else steps.push([part]);
  }
  return steps;
}

function toTransition({ kind, head, dependent, score }: Step): Transition {
  return { action: kind, head, dependent, score };
}

function hasOneTag({ forms = [], tags, categories = [] }: BagWord): boolean {
  const given = new Set([...forms, ...categories].map(({ tag }) => tag).concat(tags));
  return given.size === 1 && !given.has(null);
}

function hasOneCategory({ tags, categories = [] }: BagWord): boolean {
  return tags.length === 0 && new Set(categories.map(({ category }) => category)).size === 1;
}

function categoryOf(entry: number, grammar: Grammar): string {
  return grammar.textOf(grammar.entryCategory[entry]);
}

function realized(parts: readonly DerivationPart[], grammar: Grammar): RealizedPart[] {
  return parts.map(({ category, ...part }) => ({
    ...part,
    category: category === NO_CATEGORY ? null : grammar.textOf(category),
    rule: ruleOf(
      category,
      part.children.map((child) => parts[child].category),
      grammar,
    ),
  }));
}

function ruleOf(category: number, children: readonly number[], grammar: Grammar): Rule | null {
  if (children.length === 0 || [category, ...children].includes(NO_CATEGORY)) return null;
  const [result, left, right] = [category, ...children].map((id) => grammar.categoryOf(id));
  if (children.length === 1) return unaryRule(left, result);
  return binaryRule(left, right, result);
}
