import { CategoryDictionary } from '../grammar/ccg/dictionary.ts';
import { Grammar } from '../grammar/ccg/grammar.ts';
import { Supertagger } from '../grammar/ccg/supertagger.ts';
import { LexicalEntries } from '../problem/lexical-entries.ts';
import { drawCategoryCondition } from './conditions.ts';
import { drawDerivedExample, type DerivedExample } from './drawn-example.ts';
import { RareWordLexicon } from './rare-words.ts';
import type { Example, TrainerStart } from './trainer.ts';

/**
 * A lexical entry of a word is tried if its probability is at least this share of the probability
 * of the word's likeliest entry (the β of the papers). Training tries more entries than
 * realization, since it also learns from wrong entries.
 */
const LEARNED_SHARE = 0.02;

/** Draws bags with categories from sentences with derivations. */
export class DerivedExamples {
  readonly grammar: Grammar;
  readonly #lexicon: RareWordLexicon;
  /** Indexed by part of the treebank: entries from a supertagger that has not seen the part. */
  readonly #entries: readonly LexicalEntries[];
  readonly #mostWords: number;

  /**
   * @param mostWords longer sentences give no examples
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
   * Returns null if the sentence is too long or has no derivation, or if the grammar lacks a
   * lexical entry of the derivation.
   */
  draw(example: Example): DerivedExample | null {
    if (example.sentence.forms.length > this.#mostWords) return null;
    const entries = this.#entries[example.part % this.#entries.length];
    return drawDerivedExample(example, this.#lexicon, entries, drawCategoryCondition);
  }
}
