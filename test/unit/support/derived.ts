import { countLexicon, type Lexicon } from '../../../server/src/model/lexicon.ts';
import type { ModelGrammar } from '../../../server/src/model/grammar.ts';
import { learnGrammar } from '../../../server/src/train/learn-grammar.ts';
import { withDerivation, type DerivedSentence } from '../../../server/src/treebank/ccg/derived.ts';
import { readAnnotatedConllu } from '../../../server/src/treebank/conllu.ts';

/** A word of a sentence: its form, tag, head and label. */
type Row = readonly [form: string, tag: string, head: number, label: string];

const nouns = ['cats', 'dogs', 'birds', 'horses', 'boys', 'girls', 'mice', 'kings'];
const verbs = ['ran', 'moved', 'turned'];

/** Sentences of a subject and a verb, perhaps an object, and a period. */
export const verbSentences: readonly DerivedSentence[] = derived(
  nouns.flatMap((subject, i) =>
    verbs.flatMap((verb): Row[][] => {
      const object = nouns[(i + 3) % nouns.length];
      const start: Row[] = [
        [subject, 'NNS', 2, 'nsubj'],
        [verb, 'VBD', 0, 'root'],
      ];
      return [
        [...start, ['.', '.', 2, 'punct']],
        [...start, [object, 'NNS', 2, 'obj'], ['.', '.', 2, 'punct']],
      ];
    }),
  ),
);

/** The lexicon and the grammar of sentences, without a supertagger. */
export function grammarOf(sentences: readonly DerivedSentence[]): {
  readonly lexicon: Lexicon;
  readonly grammar: ModelGrammar;
} {
  const lexicon = countLexicon(sentences);
  return { lexicon, grammar: learnGrammar(sentences, lexicon, []) };
}

function derived(sentences: readonly (readonly Row[])[]): DerivedSentence[] {
  const upos: Readonly<Record<string, string>> = { NNS: 'NOUN', VBD: 'VERB', '.': 'PUNCT' };
  const text = sentences.map((rows) =>
    rows.map(([form, tag, head, label], i) =>
      [i + 1, form, form, upos[tag], tag, '_', head, label, '_', '_'].join('\t'),
    ),
  );
  const treebank = readAnnotatedConllu(text.map((lines) => `${lines.join('\n')}\n\n`).join(''));
  return treebank.sentences.flatMap((sentence) => {
    const { derivation, ...plain } = withDerivation(sentence, new Set());
    return derivation === undefined ? [] : [{ ...plain, derivation }];
  });
}
