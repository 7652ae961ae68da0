import { CategoryDictionary } from '../grammar/ccg/dictionary.ts';
import { Grammar } from '../grammar/ccg/grammar.ts';
import { Supertagger } from '../grammar/ccg/supertagger.ts';
import { LexicalEntries } from '../problem/lexical-entries.ts';
import { ShiftReduce } from '../search/ccg/shift-reduce.ts';
import { drawCategoryCondition } from './conditions.ts';
import { drawDerivedExample } from './drawn-example.ts';
import { RareWordLexicon } from './rare-words.ts';
import type { Example, Lesson, Trainer, TrainerOptions, TrainerStart } from './trainer.ts';
import { scoringsOf } from './trainer-scoring.ts';
import { TrainingBeam } from './training-beam.ts';

/** Longer sentences are not learned from: they take long, and have few derivations that the beam finds. */
const MOST_WORDS = 40;

const nothing = new Int32Array(0);

/** Learns weights for shift-reduce parsing over categories (max-violation or early update). */
export class CcgTrainer implements Trainer {
  readonly #lexicon: RareWordLexicon;
  readonly #options: TrainerOptions;
  // By part of the treebank.
  readonly #entries: readonly LexicalEntries[];
  readonly #beams: readonly TrainingBeam<ShiftReduce>[];

  /** @throws {RangeError} if it is given no grammar */
  constructor(start: TrainerStart) {
    const { lexicon, options, grammar: parts } = start;
    if (parts === null) throw new RangeError('a search over categories needs a grammar');
    const grammar = new Grammar(parts.columns);
    this.#lexicon = new RareWordLexicon(lexicon, options.dropout);
    this.#options = options;
    const dictionary = new CategoryDictionary(parts.dictionary);
    this.#entries = parts.supertaggers.map(
      (weights) => new LexicalEntries(grammar, dictionary, new Supertagger(grammar, weights)),
    );
    this.#beams = scoringsOf(start).map(
      (scoring) => new TrainingBeam(new ShiftReduce(scoring, grammar), options.margin),
    );
  }

  decode(example: Example): Lesson {
    const unlearned = { found: false, rewarded: nothing, punished: nothing };
    if (example.sentence.forms.length > MOST_WORDS) return unlearned;
    const entries = this.#entries[example.part % this.#entries.length];
    const drawn = drawDerivedExample(example, this.#lexicon, entries, drawCategoryCondition);
    if (drawn === null) return unlearned;
    const beam = this.#beams[example.part % this.#beams.length];
    const first = beam.system.begin(drawn.problem);
    const gold = beam.system.actionsOf(drawn.derivation, drawn.variants);
    return gold === null ? unlearned : beam.learn(first, gold, this.#options);
  }
}
