import { CategoryDictionary } from '../grammar/ccg/dictionary.ts';
import { Grammar } from '../grammar/ccg/grammar.ts';
import { Supertagger } from '../grammar/ccg/supertagger.ts';
import { LexicalEntries } from '../problem/lexical-entries.ts';
import { drawCategoryCondition } from './conditions.ts';
import { drawDerivedExample, type DerivedExample } from './drawn-example.ts';
import { RareWordLexicon } from './rare-words.ts';
import type { Example, TrainerStart } from './trainer.ts';

/**
 * The papers' β for training. It tries more entries a word than realization does, because wrong
 * entries teach too.
 */
const LEARNED_SHARE = 0.02;

/** Draws bags with categories for a trainer, from sentences with derivations. */
export class DerivedExamples {
  readonly grammar: Grammar;
  readonly #lexicon: RareWordLexicon;
  /** By part of the treebank, with the supertagger that has not seen this part. */
  readonly #entries: readonly LexicalEntries[];
  readonly #mostWords: number;

  /**
   * @param mostWords longer sentences are skipped
   * @throws {RangeError} if the trainer has no grammar
   */
  constructor({ lexicon, options, grammar: parts }: TrainerStart, mostWords: number) {
    if (parts === null) throw new RangeError('a search over categories needs a grammar');
    const grammar = new Grammar(parts.columns);
    const dictionary = new CategoryDictionary(parts.dictionary);
    this.grammar = grammar;
    this.#lexicon = new RareWordLexicon(lexicon, options.dropout);
    this.#entries = parts.supertaggers.map(
      (weights) =>
        new LexicalEntries(grammar, dictionary, new Supertagger(grammar, weights), LEARNED_SHARE),
    );
    this.#mostWords = mostWords;
  }

  /**
   * Null for a sentence to skip: it is too long, or the grammar lacks a lexical entry.
   */
  draw(example: Example): DerivedExample | null {
    if (example.sentence.forms.length > this.#mostWords) return null;
    const entries = this.#entries[example.part % this.#entries.length];
    return drawDerivedExample(example, this.#lexicon, entries, drawCategoryCondition);
  }
}
