import assert from 'node:assert/strict';
import fc from 'fast-check';
import { classOf } from '../../../server/src/model/shape.ts';
import { FIRST_LEARNED_CLASS } from '../../../server/src/model/word-classes.ts';
import { Random } from '../../../server/src/util/random.ts';
import { exchange } from '../../../server/src/train/exchange.ts';
import { learnWordClasses } from '../../../server/src/train/word-classes.ts';

/** The logarithm of a text's likelihood under a bigram model over classes, as the textbook has it. */
function logLikelihood(text: readonly number[], classOf: Int32Array): number {
  const count = (items: readonly string[]): Map<string, number> => {
    const counts = new Map<string, number>();
    for (const item of items) counts.set(item, (counts.get(item) ?? 0) + 1);
    return counts;
  };
  const words = count(text.map(String));
  const classes = count(text.map((word) => String(classOf[word])));
  const before = count(text.slice(0, -1).map((word) => String(classOf[word])));
  const pair = (i: number): string => `${classOf[text[i]]} ${classOf[text[i + 1]]}`;
  const pairs = count(text.slice(0, -1).map((_, i) => pair(i)));
  let sum = 0;
  for (let i = 0; i + 1 < text.length; i++) {
    const next = String(text[i + 1]);
    const ofClass = String(classOf[text[i + 1]]);
    sum += Math.log(pairs.get(pair(i))! / before.get(String(classOf[text[i]]))!);
    sum += Math.log(words.get(next)! / classes.get(ofClass)!);
  }
  return sum;
}

describe('word classes', () => {
  const random = new Random(1);
  const pick = <T>(items: readonly T[]): T => items[random.below(items.length)];
  const nouns = ['dog', 'cat', 'man', 'girl', 'tree'];
  const verbs = ['sees', 'likes', 'hears', 'finds'];
  const sentences = Array.from({ length: 300 }, () => [
    pick(['the', 'a', 'every']),
    pick(nouns),
    pick(verbs),
    pick(['the', 'a', 'every']),
    pick(nouns),
    '.',
  ]);

  it('hold words that stand in like places', () => {
    const classes = learnWordClasses(sentences, 4);
    const distinct = (forms: readonly string[]): number =>
      new Set(forms.map((form) => classes.of(form))).size;
    assert.equal(distinct(nouns), 1);
    assert.equal(distinct(verbs), 1);
    assert.equal(distinct(['dog', 'sees', 'the', '.']), 4);
  });

  it('of forms that were seldom seen are those of their spelling', () => {
    const classes = learnWordClasses([...sentences, ['Talcott', 'slept']], 4);
    assert.equal(classes.of('Talcott'), 1 + classOf('Talcott'));
    assert.equal(classes.of('unheard-of'), 1 + classOf('unheard-of'));
    assert.ok(classes.of('Talcott') < FIRST_LEARNED_CLASS);
  });

  it('of a form are those of the form as it is normally written', () => {
    const quoted = sentences.map((sentence) => ['"', ...sentence, '"']);
    const classes = learnWordClasses(quoted, 5);
    assert.equal(classes.of('“'), classes.of('"'));
    assert.ok(classes.of('“') >= FIRST_LEARNED_CLASS);
  });

  it('can be learned from hardly any text', () => {
    assert.deepEqual(learnWordClasses([], 80).forms, []);
    assert.deepEqual(learnWordClasses([['a', 'a', 'a', 'b']], 80).forms, ['a']);
  });

  it('are such that no word alone fits a text better in another', () => {
    fc.assert(
      fc.property(
        fc.array(fc.nat({ max: 7 }), { minLength: 2, maxLength: 60 }),
        fc.integer({ min: 1, max: 3 }),
        (words, classes) => {
          // As in use: what stands before the first word and after the last is a word too.
          const text = [0, ...words, 0];
          const found = exchange(Int32Array.from(text), 8, 2, classes);
          assert.deepEqual([...found.subarray(0, 2)], [0, 1]);
          const best = logLikelihood(text, found);
          for (let word = 2; word < 8; word++) {
            if (!text.includes(word)) continue;
            for (let id = 2; id < 2 + classes; id++) {
              const moved = found.slice();
              moved[word] = id;
              assert.ok(logLikelihood(text, moved) <= best + 1e-6, `${word} fits ${id} better`);
            }
          }
        },
      ),
    );
  });
});
