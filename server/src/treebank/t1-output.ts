import { display } from '../text/display.ts';
import { asSentence } from '../text/first-word.ts';
import type { T1Sentence } from './t1.ts';

/** A realized sentence of the shared tasks' input. */
export interface T1Output {
  readonly sentence: T1Sentence;
  /** In the order of the realized sentence. */
  readonly forms: readonly string[];
  /** For each of the `forms`, the place of its word in the input, from 0. */
  readonly places: readonly number[];
}

/**
 * Formats a realized sentence.
 *
 * - `text`: the tokenised sentence on a line, as the shared tasks score it.
 * - `json`: a line of JSON: the tokenised text, the text as a person writes it, and the words.
 * - `conllu`: CoNLL-U with the words in their new order.
 */
export function formatT1(output: T1Output, format: 'text' | 'json' | 'conllu'): string {
  const { forms } = output;
  if (format === 'text') return `${forms.join(' ')}\n`;
  const printed = display(asSentence(forms));
  if (format === 'json') {
    const words = wordsOf(output);
    return `${JSON.stringify({ text: forms.join(' '), display: printed, words })}\n`;
  }
  const rows = wordsOf(output).map(
    ({ id, form, lemma, universalTag, tag, features, head, label }) =>
      [id, form, lemma, universalTag, tag, features, head, label, '_', '_'].join('\t'),
  );
  return [`# text = ${printed}`, ...rows, '', ''].join('\n');
}

interface T1Word {
  /** The place in the sentence, from 1. */
  readonly id: number;
  readonly form: string;
  readonly lemma: string;
  readonly universalTag: string;
  readonly tag: string;
  readonly features: string;
  /** The place of the head, from 1; 0 for the root. */
  readonly head: number;
  readonly label: string;
}

function wordsOf({ sentence, forms, places }: T1Output): T1Word[] {
  const { lemmas, universalTags, tags, features, heads, labels } = sentence;
  const ids = new Map(places.map((place, i) => [place + 1, i + 1]));
  return places.map((place, i) => ({
    ...{ id: i + 1, form: forms[i], lemma: lemmas[place] },
    ...{ universalTag: universalTags[place], tag: tags[place], features: features[place] },
    ...{ head: ids.get(heads[place]) ?? 0, label: labels[place] },
  }));
}
