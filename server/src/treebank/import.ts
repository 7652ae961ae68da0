import type { BagArc, BagWord } from '../bag/bag.ts';
import { leavesOf } from '../grammar/ccg/derivation.ts';
import { counted } from '../text/counted.ts';
import { printable } from '../text/printable.ts';
import { findCrossings, ROOT } from '../bag/projectivity.ts';
import {
  alphabetical,
  canBeExpected,
  canBeLemma,
  canBeLabel,
  canBeTag,
  settingOf,
  spellReference,
  toBagName,
  writeBag,
  type BowFile,
} from '../language/index.ts';
import { toDerivation } from './ccg/convert.ts';
import { type Subcategorized, subcategorizedOf } from './ccg/subcategorized.ts';
import { readBlocks } from './conllu.ts';
import type { AnnotatedSentence, Block, Sentence, TagColumn, TreebankProblem } from './conllu.ts';
import { describeLeftOut, whyNoTree } from './select.ts';
import { sentenceName } from './sentence-name.ts';
import { isProjective, isTree } from './tree.ts';

/** What a bag keeps of a sentence, besides the words. */
export interface ImportOptions {
  readonly tags: TagColumn | 'none';
  readonly arcs: 'none' | 'all';
  readonly labels: boolean;
  /** Whether to write lemmas with features, if the treebank has lemmas. */
  readonly lemmas?: boolean | undefined;
  /**
   * Whether words get the categories of the derivation. The derivation needs XPOS, not universal
   * tags.
   */
  readonly grammar?: 'ccg';
}

export interface ImportSource {
  readonly text: string;
  /** For the comment at the top of the `.bow` file. */
  readonly name: string;
  /** The lines that are not UTF-8, from 1. */
  readonly notUtf8?: readonly number[] | undefined;
  /** The lines to import, from 1, both ends included; by default all. */
  readonly lines?: { readonly first: number; readonly last: number } | undefined;
}

export interface Imported {
  /** The `.bow` file. The comment at its top lists omissions. */
  readonly text: string;
  /** Includes bags that are commented out. */
  readonly bags: number;
  /** For each bag that is commented out, a line with the categories that the model lacks. */
  readonly refused: readonly string[];
  /** How many bags there are, and how many sentences are left out for each reason. */
  readonly summary: string;
  readonly problems: readonly TreebankProblem[];
  /** Omissions and changed spellings in the bags' sentences. */
  readonly remarks: readonly string[];
}

type Known = Pick<ReadonlySet<string>, 'has'>;

export const MAX_WORDS = 1000;

/**
 * The limit on the characters of an identifier (`sent_id`) that names a bag. A longer one would
 * fill the lists of bags, so the first words of the sentence name the bag instead.
 */
const MOST_IDENTIFIER = 40;

/** In longer trees that are not projective, finding the arcs to leave out takes too long. */
const MAX_WORDS_CROSSING = 150;

/** The limit on broken lines in the comment at the top of a `.bow` file. */
const MAX_TOLD = 20;

/**
 * The limit on the steps that find the crossing arcs of a sentence. The check of a bag has the same
 * limit.
 */
const CROSSING_STEPS = 50_000;

/**
 * Makes a bag of every sentence of a CoNLL-U file. The words are in alphabetical order, and the
 * sentence is the bag's expectation.
 *
 * - If arcs are kept, a sentence with arcs that form no tree is left out.
 * - If a tree is not projective, its bag lacks some arcs: as few as `findCrossings` finds.
 * - With a grammar, the words of a tree without derivation have only their tags.
 *
 * @param known the lexical categories of the model. A bag with any other category is commented out.
 *   Null to keep every bag
 * @yields the offset up to which the text was read
 */
export function* importConllu(
  source: ImportSource,
  options: ImportOptions,
  known: Known | null = null,
): Generator<number, Imported> {
  const subcategorized = yield* derivesFrom(source, options);
  const importer = new BagsOfTrees(options, { subcategorized, known });
  const { first = 1, last = Infinity } = source.lines ?? {};
  const tags = options.tags === 'none' ? 'xpos' : options.tags;
  const { text, name, notUtf8 = [] } = source;
  for (const block of readBlocks(text, { notUtf8, tags, maxWords: MAX_WORDS, annotated: true })) {
    if (typeof block === 'number') {
      yield block;
    } else {
      if (block.last >= first && block.first <= last) importer.add(block);
      yield block.end;
    }
  }
  return importer.finish(name);
}

/**
 * Finds the prepositional phrases that are arguments; null if words get no categories.
 *
 * @yields 0, since no sentence is imported yet
 */
function* derivesFrom(
  { text, notUtf8 = [] }: ImportSource,
  { grammar }: ImportOptions,
): Generator<number, Subcategorized | null> {
  if (grammar === undefined) return null;
  const sentences: AnnotatedSentence[] = [];
  for (const block of readBlocks(text, { notUtf8, annotated: true })) {
    if (typeof block === 'number') yield 0;
    else if (!('message' in block.read)) sentences.push(block.read);
  }
  return subcategorizedOf(sentences);
}

interface BagsOfTreesContext {
  /** The prepositional phrases that are arguments; null if words get no categories. */
  readonly subcategorized?: Subcategorized | null;
  /** The lexical categories of the model; null to keep every bag (see `importConllu`). */
  readonly known?: Known | null;
  /** The file to which the bags are added. */
  readonly into?: Pick<BowFile, 'names' | 'settings'> | null;
}

/** Makes bags of trees, one after the other, and counts what it leaves out. */
export class BagsOfTrees {
  readonly #options: ImportOptions;
  readonly #subcategorized: Subcategorized | null;
  readonly #known: Known | null;
  readonly #grammar: 'dependency' | 'ccg';
  readonly #bags: string[] = [];
  readonly #refused: string[] = [];
  readonly #problems: TreebankProblem[] = [];
  readonly #leftOut: Record<string, number> = {};
  /**
   * Whether a tag can be written in a bag. The key is the tag (`NN`), with a colon if a category
   * follows the tag in the bag (`NN:` for `dog/NN:N`).
   */
  readonly #writable = new Map<string, boolean>();
  readonly #names = new Set<string>();
  /**
   * If a name is not free, a number makes it unique: `name`, `name-2`, `name-3`. The key is the
   * name without a number, and the value is the last number used.
   */
  readonly #wanted = new Map<string, number>();
  #crossing = 0;
  #multiword = 0;
  #emptyNodes = 0;
  #tags = 0;
  #labels = 0;
  #expectations = 0;
  #underived = 0;
  #withoutLemma = 0;

  constructor(
    options: ImportOptions,
    { subcategorized = null, known = null, into = null }: BagsOfTreesContext,
  ) {
    this.#options = options;
    this.#subcategorized = subcategorized;
    this.#known = known;
    const ofFile = into === null ? 'dependency' : settingOf(into, 'grammar');
    this.#grammar = subcategorized === null ? ofFile : 'ccg';
    for (const name of into?.names ?? []) if (name !== null) this.#names.add(name);
  }

  /** The text of the bags, without the comment and the settings at the top of a file. */
  get bags(): string {
    return this.#bags.join('\n');
  }

  /** Leaves out a sentence. `finish` lists the problem at the top of the file. */
  refuse(problem: TreebankProblem, reason: string): void {
    this.#problems.push(problem);
    this.#leaveOut(reason);
  }

  add({
    read,
    multiwordTokens,
    emptyNodes,
    arcsOf = null,
  }: Pick<Block<AnnotatedSentence>, 'read' | 'multiwordTokens' | 'emptyNodes'> & {
    /** The places, from 0, of the words that keep the arc to their head; null for all words. */
    readonly arcsOf?: ReadonlySet<number> | null;
  }): void {
    if ('message' in read) {
      this.refuse(read, 'broken');
    } else if (read.forms.length === 0) {
      this.#leaveOut('without words');
    } else if (read.forms.length > MAX_WORDS) {
      this.#leaveOut(`over ${MAX_WORDS} words`);
    } else if (this.#options.arcs === 'all' && !isTree(read.heads)) {
      this.#leaveOut(whyNoTree(read.heads));
    } else if (
      this.#options.arcs === 'all' &&
      read.forms.length > MAX_WORDS_CROSSING &&
      !isProjective(read.heads)
    ) {
      this.#leaveOut(`not projective and over ${MAX_WORDS_CROSSING} words`);
    } else {
      this.#multiword += multiwordTokens;
      this.#emptyNodes += emptyNodes;
      this.#bags.push(this.#write(read, arcsOf));
    }
  }

  finish(name: string): Imported {
    const bags = this.#bags.length;
    const refused = this.#refused;
    const more = refused.length === 0 ? '' : `, ${refused.length} more commented out`;
    const kept = counted(bags - refused.length, 'bag');
    const summary = `${kept} from ${name}${more}${describeLeftOut(this.#leftOut)}`;
    const remarks = this.#remarks();
    const reported = this.#problems.slice(0, MAX_TOLD);
    const comments = [
      `${summary}.`,
      ...remarks,
      ...reported.map(({ line, message }) => `Line ${line}: ${message}.`),
    ];
    const head = comments.map((comment) => `# ${toOneLine(comment)}\n`).join('');
    const settings = [
      ...(this.#subcategorized === null ? [] : ['grammar: ccg\n']),
      ...(this.#options.tags === 'xpos' ? ['tagset: xpos\n'] : []),
    ];
    if (settings.length > 0) settings.push('\n');
    return {
      text: [`${head}\n${settings.join('')}`, this.bags].join(''),
      ...{ bags, refused, summary },
      problems: this.#problems,
      remarks,
    };
  }

  #leaveOut(reason: string): void {
    this.#leftOut[reason] = (this.#leftOut[reason] ?? 0) + 1;
  }

  #write(sentence: AnnotatedSentence, arcsOf: ReadonlySet<number> | null): string {
    const forms = sentence.forms.map(toOneLine);
    const text = forms.join(' ');
    const places = alphabetical(forms.map((form, i) => ({ form, tags: [sentence.tags[i]] })));
    const categories = this.#categories(sentence);
    const words = places.map((place): BagWord => {
      const form = forms[place];
      const tag = this.#tag(sentence.tags[place], categories !== null);
      if (categories !== null) {
        return { form, tags: [], categories: [{ category: categories[place], tag }] };
      }
      return { ...this.#lemma(sentence, place), tags: tag === null ? [] : [tag] };
    });
    const { arcs, root, crossing } = this.#arcs(sentence, forms, places);
    const isKept = (word: number): boolean => arcsOf === null || arcsOf.has(places[word]);
    const kept = arcs.filter(({ dependent }) => isKept(dependent));
    const hasLongId = sentence.id.length > MOST_IDENTIFIER;
    const comments = hasLongId ? [`sent_id = ${toOneLine(sentence.id)}`] : [];
    if (crossing.length > 0) {
      comments.push(`Left out, since they cross other arcs: ${crossing.join(', ')}.`);
    }
    const expect = canBeExpected(text) ? [text] : [];
    if (expect.length === 0) {
      this.#expectations++;
      comments.push(`Not expected, as \`expect:\` would read it otherwise: ${text}`);
    }
    const name = this.#name(hasLongId ? sentenceName(forms) : sentence.id);
    const bag = writeBag({
      ...{ name, comments, words, expect, arcs: kept },
      root: root !== null && isKept(root) ? root : null,
    });
    const reason = this.#refusalOf(words);
    if (reason === null) return bag;
    this.#refused.push(`${name} is commented out: ${reason}`);
    return commentedOut(`Commented out: ${reason}.\n${bag}`);
  }

  /**
   * Returns the lemma and the features of a word, or its form if the lemma is not wanted, is
   * missing, or cannot be written in a bag.
   */
  #lemma(sentence: AnnotatedSentence, place: number): Pick<BagWord, 'form' | 'features'> {
    const form = toOneLine(sentence.forms[place]);
    const lemma = sentence.lemmas[place];
    if (this.#options.lemmas !== true) return { form };
    if (lemma === '_') this.#withoutLemma++;
    if (lemma === '_' || !canBeLemma(`@${lemma}`)) return { form };
    const features = sentence.features[place];
    return { form: lemma, features: features === '_' ? '' : features };
  }

  /** Names each category that the model lacks; null if there is none. */
  #refusalOf(words: readonly BagWord[]): string | null {
    const lacking = words.flatMap(({ form, categories = [] }) =>
      categories
        .filter(({ category }) => this.#known?.has(category) === false)
        .map(({ category }) => `${category} of "${printable(form)}"`),
    );
    return lacking.length === 0 ? null : `the model has no category ${lacking.join(', ')}`;
  }

  /** Null if words get no categories, or if the sentence has no derivation. */
  #categories(sentence: AnnotatedSentence): string[] | null {
    if (this.#subcategorized === null) return null;
    const converted = toDerivation(sentence, this.#subcategorized);
    if (converted !== null)
      return leavesOf(converted.derivation).map(({ category }) => category.text);
    this.#underived++;
    return null;
  }

  #tag(tag: string, hasCategory: boolean): string | null {
    if (this.#options.tags === 'none' || tag === '_') return null;
    const key = hasCategory ? `${tag}:` : tag;
    let writable = this.#writable.get(key);
    if (writable === undefined) {
      // Some tags can be written only before a category: a single comma without a category would
      // itself be read as a category.
      writable = canBeTag(tag, this.#grammar, hasCategory ? 'N' : null);
      this.#writable.set(key, writable);
    }
    if (!writable) this.#tags++;
    return writable ? tag : null;
  }

  #label(label: string): string | null {
    if (!this.#options.labels || label === '_') return null;
    if (canBeLabel(label)) return label;
    this.#labels++;
    return null;
  }

  /** Returns the arcs from the root down, and the crossing arcs that are left out. */
  #arcs(
    { heads, labels }: Sentence,
    forms: readonly string[],
    places: readonly number[],
  ): { arcs: BagArc[]; root: number | null; crossing: string[] } {
    if (this.#options.arcs === 'none') return { arcs: [], root: null, crossing: [] };
    const wordAt = new Array<number>(places.length);
    places.forEach((place, word) => (wordAt[place] = word));
    const dependents: number[][] = places.map(() => []);
    let root = -1;
    places.forEach((place, word) => {
      if (heads[place] === 0) root = word;
      else dependents[wordAt[heads[place] - 1]].push(word);
    });
    const arcs: BagArc[] = [];
    const queue = [root];
    for (const head of queue) {
      for (const dependent of dependents[head]) {
        arcs.push({ head, dependent, label: this.#label(labels[places[dependent]]) });
        queue.push(dependent);
      }
    }
    if (isProjective(heads)) return { arcs, root, crossing: [] };

    const given = [...arcs, { head: ROOT, dependent: root }];
    // The words are named by their places, so that repeated words are distinct.
    const words = places.map((place) => [[String(place)]]);
    const tokens = forms.map((_, place) => String(place));
    const found = findCrossings(words, given, tokens, { steps: CROSSING_STEPS });
    const leaveOut = new Set(found?.leaveOut);
    this.#crossing += leaveOut.size;
    const named = (word: number): string =>
      word === ROOT ? 'root' : spellReference(forms[places[word]], null);
    return {
      arcs: arcs.filter((_, arc) => !leaveOut.has(arc)),
      root: leaveOut.has(arcs.length) ? null : root,
      crossing: [...leaveOut].map(
        (arc) => `${named(given[arc].head)} -> ${named(given[arc].dependent)}`,
      ),
    };
  }

  #name(wanted: string): string {
    const base = toBagName(wanted) || 'sentence';
    let name = base;
    while (this.#names.has(name)) {
      const count = (this.#wanted.get(base) ?? 1) + 1;
      this.#wanted.set(base, count);
      name = `${base}-${count}`;
    }
    this.#names.add(name);
    return name;
  }

  #remarks(): string[] {
    const remarks: string[] = [];
    const tell = (count: number, what: string, effect: string): void => {
      if (count > 0) remarks.push(`${counted(count, what)} ${effect}.`);
    };
    tell(this.#crossing, 'arc', 'left out for crossing others');
    tell(this.#multiword, 'multiword token', 'written as words');
    tell(this.#emptyNodes, 'empty node', 'left out');
    tell(this.#tags, 'tag', 'left open, which a bag cannot hold');
    tell(this.#labels, 'label', 'left out, which a bag cannot hold');
    tell(this.#underived, 'sentence', 'without categories, as the tree has no derivation');
    tell(this.#expectations, 'sentence', 'not expected: `expect:` would read it otherwise');
    tell(this.#withoutLemma, 'word', 'written as a form, for lack of a lemma in the treebank');
    return remarks;
  }
}

/** The text must end with a line end. */
function commentedOut(text: string): string {
  return text.replace(/^(?=.)/gm, '# ');
}

/** Turns all white space, including line ends, into single spaces. */
function toOneLine(text: string): string {
  return text.trim().split(/\s+/).join(' ');
}
