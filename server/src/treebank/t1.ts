import { featuresIn, NO_FEATURES, sortedFeatures } from '../morphology/features.ts';
import type { Random } from '../util/random.ts';
import { readBlocks, type AnnotatedSentence, type TreebankProblem } from './conllu.ts';

/**
 * A sentence of the shallow track (T1) of the Surface Realization shared tasks of 2018 to 2020: a
 * tree of lemmas in random order.
 *
 * In a file, it is a block of CoNLL-U rows: id, lemma, `_` (in training files the form), UPOS,
 * XPOS, features, head, label, `_`, `_`. The feature `lin=±k` orders some dependents of a head
 * (`linOf`). In training files, `original_id=N` is the place of the word.
 */
export interface T1Sentence {
  readonly lemmas: readonly string[];
  /** Null for input, as opposed to training files. */
  readonly forms: readonly string[] | null;
  readonly universalTags: readonly string[];
  /** XPOS. */
  readonly tags: readonly string[];
  /** The features of the treebank; `_` for none. */
  readonly features: readonly string[];
  /** The values of the feature `lin` (`linOf`); null for none. */
  readonly lin: readonly (number | null)[];
  /** The number of the head's row, from 1; 0 for the root. */
  readonly heads: readonly number[];
  readonly labels: readonly string[];
  /** The place of each word in the sentence, from 1; null for input. */
  readonly places: readonly number[] | null;
}

export interface T1File {
  readonly sentences: readonly T1Sentence[];
  /** All sentences in order; null for a broken sentence. */
  readonly all: readonly (T1Sentence | null)[];
  readonly problems: readonly TreebankProblem[];
}

/** The labels, without subtypes, of the dependents that `lin` orders. */
const ORDERED: ReadonlySet<string> = new Set(['punct', 'fixed', 'flat', 'compound', 'conj']);

/**
 * Returns the values of `lin`, as in the input of the shared tasks of 2019 and 2020. Only
 * dependents with the labels in `ORDERED` have a value. The values count from the head outwards: 1,
 * 2, … after the head, and -1, -2, … before it. A `conj` has no value if it is the only ordered
 * dependent on its side of the head. Null for words without a value.
 *
 * @param heads the heads of the words in surface order
 */
export function linOf(
  heads: readonly number[],
  labels: readonly string[],
): readonly (number | null)[] {
  const lin = new Array<number | null>(heads.length).fill(null);
  const kindOf = (word: number): string => labels[word - 1].split(':')[0];
  for (let head = 1; head <= heads.length; head++) {
    for (const side of [-1, 1]) {
      const ordered: number[] = [];
      for (let word = head + side; word >= 1 && word <= heads.length; word += side) {
        if (heads[word - 1] === head && ORDERED.has(kindOf(word))) ordered.push(word);
      }
      if (ordered.length === 1 && kindOf(ordered[0]) === 'conj') continue;
      ordered.forEach((word, i) => (lin[word - 1] = side * (i + 1)));
    }
  }
  return lin;
}

export interface T1Options {
  readonly lin: boolean;
  /** Whether to write the forms and the places of the words, for training. */
  readonly training: boolean;
}

/** Writes a sentence with its words in random order. The tree need not be projective. */
export function writeT1(
  sentence: AnnotatedSentence,
  { lin, training }: T1Options,
  random: Random,
): string {
  const { forms, lemmas, universalTags, tags, features, heads, labels } = sentence;
  const order = random.shuffle(forms.map((_, i) => i));
  const numbers = new Array<number>(order.length);
  order.forEach((place, i) => (numbers[place] = i + 1));
  const numbered = lin ? linOf(heads, labels) : null;
  const rows = order.map((place, i) => {
    const head = heads[place];
    const columns = [
      ...[String(i + 1), lemmas[place], training ? forms[place] : '_'],
      ...[universalTags[place], tags[place]],
      withOrder(features[place], numbered?.[place] ?? null, training ? place + 1 : null),
      ...[String(head === 0 ? 0 : numbers[head - 1]), labels[place], '_', '_'],
    ];
    return `${columns.join('\t')}\n`;
  });
  return `${rows.join('')}\n`;
}

/**
 * Adds `lin`, and `place` as `original_id`, unless they are null. Sorts all features by name,
 * except that `original_id` comes last.
 */
function withOrder(features: string, lin: number | null, place: number | null): string {
  const all = [...featuresIn(features)];
  if (lin !== null) all.push(`lin=${lin > 0 ? '+' : ''}${lin}`);
  const sorted = featuresIn(sortedFeatures(all.join('|')));
  const withPlace = place === null ? sorted : [...sorted, `original_id=${place}`];
  return withPlace.join('|') || NO_FEATURES;
}

/** @param notUtf8 the numbers, from 1, of lines that are not UTF-8; their sentences are broken */
export function readT1(text: string, notUtf8: readonly number[] = []): T1File {
  const all: (T1Sentence | null)[] = [];
  const problems: TreebankProblem[] = [];
  for (const block of readBlocks(text, { notUtf8, annotated: true })) {
    if (typeof block === 'number') continue;
    const { read } = block;
    if ('message' in read) {
      problems.push(read);
      all.push(null);
    } else if (read.forms.length > 0) all.push(sentenceOf(read));
  }
  return { all, sentences: all.filter((one) => one !== null), problems };
}

/** In T1, the column FORM contains the lemma, and the column LEMMA the form or `_`. */
function sentenceOf(read: AnnotatedSentence): T1Sentence {
  const { forms: lemmas, lemmas: forms, universalTags, tags, heads, labels } = read;
  const parts = read.features.map(featuresIn);
  const numberOf = (part: readonly string[], name: string): number | null => {
    const value = part.find((feature) => feature.startsWith(`${name}=`))?.slice(name.length + 1);
    const isNumber = value !== undefined && /^[-+]?[1-9]\d*$/.test(value);
    return isNumber ? Number(value) : null;
  };
  const places = parts.map((part) => numberOf(part, 'original_id'));
  const isTraining = places.length > 0 && places.every((place) => place !== null);
  return {
    lemmas,
    forms: isTraining ? forms : null,
    ...{ universalTags, tags, heads, labels },
    features: parts.map(
      (part) => part.filter((one) => !/^(?:lin|original_id)=/.test(one)).join('|') || NO_FEATURES,
    ),
    lin: parts.map((part) => numberOf(part, 'lin')),
    places: isTraining ? places : null,
  };
}
