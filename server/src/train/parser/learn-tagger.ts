import type { Lexicon } from '../../model/lexicon.ts';
import { PADDING, ParserTokens, TagParts } from '../../parser/parser-tokens.ts';
import { TagChoices, TaggerFeatures } from '../../parser/tagger.ts';
import { Random } from '../../util/random.ts';
import { LogLinearLearner } from '../log-linear.ts';
import { RareWordLexicon } from '../rare-words.ts';

export interface TaggedSentence {
  readonly forms: readonly string[];
  /** Joint tags (`jointTag`). */
  readonly tags: readonly string[];
}

export interface TaggerLearning {
  readonly seed: number;
  readonly passes: number;
  /** The dropout of `RareWordLexicon`. */
  readonly dropout: number;
  /** The table has 2^bits weights. */
  readonly bits: number;
}

/**
 * In training, the tagger chooses among all tags for this share of the words. For the others, it
 * chooses as after training: among the tags in the lexicon for a frequent word, among all tags for
 * any other (`TagChoices`).
 */
const OPEN = 0.1;

/** The result depends only on the arguments. */
export function learnTagger(
  sentences: readonly TaggedSentence[],
  plain: Lexicon,
  { seed, passes, dropout, bits }: TaggerLearning,
): Int8Array {
  const lexicon = new RareWordLexicon(plain, dropout);
  const learner = new LogLinearLearner(1 << bits);
  const features = new TaggerFeatures(new Int8Array(1 << bits));
  const tokens = new ParserTokens(lexicon, new TagParts(lexicon.tags), plain);
  const choicesOf = new TagChoices(lexicon);
  const all = choicesOf.of(0);
  const perChoice = features.places.length;
  const places = new Int32Array(all.length * perChoice);
  const scores = new Float64Array(all.length);
  const random = new Random(seed);
  const order = [...sentences];
  for (let pass = 0; pass < passes; pass++) {
    random.shuffle(order);
    for (const { forms, tags } of order) {
      lexicon.begin(random);
      tokens.begin(forms);
      features.begin(forms, tokens);
      for (let place = 1; place <= forms.length; place++) {
        const right = lexicon.tagId(tags[place - 1]);
        const isOpen = random.next() < OPEN;
        const choices = isOpen ? all : choicesOf.of(tokens.forms[PADDING + place]);
        const at = choices.indexOf(right);
        if (choices.length > 1 && at >= 0) {
          features.enter(place);
          for (let choice = 0, i = 0; choice < choices.length; choice++) {
            const key = choices[choice];
            for (const context of features.places) places[i++] = context ^ key;
          }
          const own = scores.subarray(0, choices.length).fill(0);
          learner.learn(places.subarray(0, choices.length * perChoice), at, own);
        }
        tokens.setTag(place, right);
      }
    }
  }
  return learner.bytes();
}
