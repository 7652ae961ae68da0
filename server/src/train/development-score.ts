import type { SearchChoice } from '../search/registry.ts';
import { Bleu } from '../evaluate/bleu.ts';
import { evaluationBag } from '../evaluate/evaluate.ts';
import { mapConcurrently, type Realizers } from '../realize/realizers.ts';
import type { Sentence } from '../treebank/conllu.ts';
import type { Condition } from '../treebank/sampling.ts';

/** The users' default, so that passes are ranked by the quality that users get. */
const BEAM = 64;

/** Reorders the sentences under each condition, and returns the mean BLEU. Closes the realizers. */
export async function developmentScore(
  realizers: Realizers,
  sentences: readonly Sentence[],
  conditions: readonly Condition[],
  search: SearchChoice,
): Promise<number> {
  try {
    let sum = 0;
    for (const condition of conditions) {
      const bleu = new Bleu();
      await mapConcurrently(sentences, realizers.threads, async (sentence, place) => {
        const { bag } = evaluationBag(sentence, place, condition, 0);
        const options = { beam: BEAM, results: 1, search };
        const [best] = (await realizers.realize(bag, options)).realizations;
        bleu.add(
          best.tokens.map(({ form }) => form),
          sentence.forms,
        );
      });
      sum += bleu.score();
    }
    return sum / conditions.length;
  } finally {
    await realizers.close();
  }
}
