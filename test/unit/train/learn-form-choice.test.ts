import assert from 'node:assert/strict';
import { encodeLanguageModel } from '../../../server/src/lm/build/encode.ts';
import { LanguageModel } from '../../../server/src/lm/query/language-model.ts';
import { NO_FORM_CHOICE } from '../../../server/src/morphology/form-choice.ts';
import { Morphology } from '../../../server/src/morphology/morphology.ts';
import { learnMorphology } from '../../../server/src/train/learn-morphology.ts';
import type { AnnotatedSentence } from '../../../server/src/treebank/conllu.ts';
import { estimate } from '../lm/toy.ts';

/** Sentences of one tree each: *they are late*, in the treebank's own style. */
function sentencesOf(texts: readonly string[]): AnnotatedSentence[] {
  const lemmas = new Map([
    ['are', 'be'],
    ["'re", 'be'],
    ['an', 'a'],
    ['ca', 'can'],
    ["n't", 'not'],
  ]);
  const tags = new Map([
    ['be', 'VBP'],
    ['can', 'MD'],
    ['not', 'RB'],
  ]);
  return texts.map((text, id) => {
    const forms = text.split(' ');
    const lemmasOf = forms.map((form) => lemmas.get(form) ?? form);
    return {
      ...{ id: String(id), forms, lemmas: lemmasOf },
      ...{ tags: lemmasOf.map((lemma) => tags.get(lemma) ?? 'X') },
      ...{ universalTags: forms, features: forms.map(() => '_'), enhanced: forms.map(() => []) },
      ...{ heads: forms.map((_, i) => i), labels: forms.map(() => 'dep') },
    };
  });
}

const repeated = (text: string, times: number): string[] => new Array<string>(times).fill(text);
/** In the treebank, one of six contracts. */
const treebank = sentencesOf([
  ...repeated('they are late', 10),
  ...repeated("they 're late", 2),
  ...repeated('a dog', 8),
  ...repeated('an owl', 3),
]);
/** In other texts, most contract. */
const texts = [
  ...repeated('they are late', 2),
  ...repeated("they 're late", 30),
  ...repeated('the dogs are late', 20),
  ...repeated('a dog', 20),
  ...repeated('an owl', 20),
];
const modelOf = (sentences: readonly string[]): LanguageModel => {
  const estimated = estimate(
    sentences.map((text) => text.split(' ')),
    3,
  );
  return new LanguageModel(encodeLanguageModel(estimated, null));
};
const languageModel = modelOf(texts);

const weightOf = (morphology: Morphology, lemma: string, tag: string, form: string): number =>
  morphology.candidates(lemma, [tag], '_').find((one) => one.form === form)!.weight;

describe('how forms of a lemma compete', () => {
  it('is by their shares alone without a language model', () => {
    const morphology = learnMorphology(treebank, null, null)!;
    assert.deepEqual(morphology.data.choice, NO_FORM_CHOICE);
    assert.equal(morphology.data.choiceInTree, null);
    assert.equal(weightOf(morphology, 'be', 'VBP', 'are'), Math.round(1000 * Math.log(10 / 12)));
  });

  it('makes up for a form that other texts have more often than the treebank', () => {
    const shares = learnMorphology(treebank, null, null)!;
    const learned = learnMorphology(treebank, null, languageModel)!;
    const lead = (morphology: Morphology): number =>
      weightOf(morphology, 'be', 'VBP', 'are') - weightOf(morphology, 'be', 'VBP', "'re");
    assert.ok(lead(learned) > lead(shares), `${lead(learned)} > ${lead(shares)}`);
  });

  it('is learned for the subject of a whole tree, and for no tree as before', () => {
    const ofSubject = (subject: string, form: string): AnnotatedSentence[] =>
      sentencesOf(repeated(`${subject} ${form} late`, 10)).map((sentence) => ({
        ...{ ...sentence, heads: [3, 3, 0], labels: ['nsubj', 'cop', 'root'] },
      }));
    const sentences = [...ofSubject('we', "'re"), ...ofSubject('dogs', 'are')];
    const learned = learnMorphology(sentences, null, languageModel)!;
    const contracted = (context: string): number =>
      learned.candidates('be', ['VBP'], '_', [context]).find(({ form }) => form === "'re")!.weight;
    assert.ok(contracted('subject we') > contracted('subject dogs') + 200);
    const plain = new Morphology({ ...learned.data, choiceInTree: null });
    const weights = (of: Morphology, contexts: readonly string[] | null): number[] =>
      of.candidates('be', ['VBP'], '_', contexts).map(({ weight }) => weight);
    assert.deepEqual(weights(plain, ['subject we']), weights(plain, null));
    assert.deepEqual(weights(learned, null), weights(plain, null));
  });

  it('is learned together for forms that stand beside each other', () => {
    // The texts say *can not* more often than the treebank. But beside *n't*, *ca* is certain in both, so that forms that
    // are learned one by one get no bias.
    const otherTexts = modelOf([
      ...repeated('they can not sleep', 20),
      ...repeated("they ca n't sleep", 10),
      ...repeated("they do n't sleep", 40),
      ...repeated('a dog', 40),
    ]);
    const contracting = sentencesOf([
      ...repeated("they ca n't sleep", 6),
      ...repeated('they can not sleep', 4),
    ]);
    const lead = (morphology: Morphology): number =>
      weightOf(morphology, 'can', 'MD', 'ca') -
      weightOf(morphology, 'can', 'MD', 'can') +
      weightOf(morphology, 'not', 'RB', "n't") -
      weightOf(morphology, 'not', 'RB', 'not');
    const shares = learnMorphology(contracting, null, null)!;
    const learned = learnMorphology(contracting, null, otherTexts)!;
    assert.ok(lead(learned) > lead(shares) + 200, `${lead(learned)} > ${lead(shares)}`);
  });

  it('is the same for the same treebank', () => {
    const [one, other] = [0, 1].map(() => learnMorphology(treebank, null, languageModel)!);
    assert.deepEqual(one.data, other.data);
  });

  it('is left as it is if no lemma has several forms', () => {
    const plain = learnMorphology(sentencesOf(['they sleep', 'dogs bark']), null, languageModel)!;
    assert.deepEqual(plain.data.choice, NO_FORM_CHOICE);
  });
});
