// The variants of the ablation. Each changes the shipped code by leaving out feature templates, by options of training,
// or by edits of the source, so that the product has no switches for experiments.

const scoring = (file) => `server/src/scoring/${file}`;
const bottomUp = (file) => `server/src/search/bottom-up/${file}`;

const phases = 'server/src/train/phases.ts';
const perceptron = 'server/src/train/perceptron.ts';
const trainer = 'server/src/train/bottom-up-trainer.ts';
const wordClasses = 'server/src/model/word-classes.ts';
const classOf = 'this.#ids.get(form) ?? this.#ids.get(normalise(form)) ?? 1 + classOf(form)';

const noLabels = [
  [
    'server/src/problem/problem.ts',
    'arc.label === null ? NONE : lexicon.labelId(arc.label)',
    'NONE',
  ],
];
const evidence = 'let evidence = ngram - this.#anywhere[form] + variantWeight[variant];';

/**
 * @typedef {object} Variant
 * @property {string} name
 * @property {string} search the only trained search
 * @property {string[]} [withoutTemplates] patterns of `bowline train --without-templates`
 * @property {string[]} [options] of `bowline train`
 * @property {[string, string | RegExp, string][]} [edits] file, pattern, replacement
 * @property {boolean} [fluent] learned and used with a language model
 */

/** @type {Variant[]} */
const ofTransitions = [
  { name: 'as it ships, but one learner' },
  { name: 'the same with seed 2', options: ['--seed', '2'] },
  {
    name: 'only features of the state (about Liu et al.’s Table 2)',
    withoutTemplates: ['kin/*', '*/*left*', 'arc/*given*'],
    edits: noLabels,
  },
  { name: 'no lookahead over given arcs', withoutTemplates: ['kin/*'] },
  {
    name: 'lookahead only over whole multisets of tags and labels',
    withoutTemplates: ['kin/*dlabel*', 'kin/*slabel*', 'kin/* sw'],
  },
  {
    name: 'lookahead only over pairs with single words',
    withoutTemplates: ['kin/*-tags*', 'kin/*-labels*'],
  },
  { name: 'features without labels', edits: noLabels },
  { name: 'features without the number of words left', withoutTemplates: ['*/*left*'] },
  {
    name: 'one class for all unknown words',
    edits: [['server/src/model/lexicon.ts', /1 \+ classOf\(\w+\)/g, '1']],
  },
  { name: 'no word classes', edits: [[wordClasses, classOf, '0']] },
  { name: 'word classes only by spelling', edits: [[wordClasses, classOf, '1 + classOf(form)']] },
  { name: '40 word classes', options: ['--word-classes', '40'] },
  { name: '160 word classes', options: ['--word-classes', '160'] },
  {
    name: 'words taken for unknown keep their classes',
    edits: [
      [
        'server/src/train/rare-words.ts',
        'this.#drop(form) ? 1 + classOf(form) : super.wordClass(form)',
        'super.wordClass(form)',
      ],
    ],
  },
  { name: 'early update', options: ['--update', 'early'] },
  { name: 'beam of 4 in training', options: ['--beam', '4'] },
  { name: 'no margin', options: ['--margin', '0'] },
  { name: 'no word dropout', options: ['--dropout', '0'] },
  { name: 'neither margin nor word dropout', options: ['--margin', '0', '--dropout', '0'] },
  {
    name: 'weights not averaged',
    edits: [
      [
        perceptron,
        'this.weights[i] - this.#weighted[i] / Math.max(1, this.#examples)',
        'this.weights[i]',
      ],
    ],
  },
  {
    name: 'features updated three times or fewer left out',
    edits: [
      [
        perceptron,
        '#examples = 0;',
        '#examples = 0;\n  readonly #updates = new Uint16Array(1 << 24);',
      ],
      [
        perceptron,
        'weights[index] += amount;',
        'weights[index] += amount;\n      this.#updates[index]++;',
      ],
      [perceptron, 'average[i] = ', 'average[i] = this.#updates[i] <= 3 ? 0 : '],
    ],
  },
  { name: 'two learners, averaged', options: ['--learners', '2'] },
].map((variant) => ({ ...variant, search: 'arc-standard' }));

/** @type {Variant[]} */
const ofFluency = [
  { name: 'with a language model' },
  { name: 'with it, seed 2', options: ['--seed', '2'] },
  { name: 'with it, no word classes', edits: [[wordClasses, classOf, '0']] },
  { name: 'with it, only its learned features', options: ['--units-per-nat', '0,0,0'] },
  { name: 'with it, one fixed weight for all words', options: ['--units-per-nat', '20,20,20'] },
  {
    name: 'with it, words with an open head at full weight, also beside arcs',
    options: ['--units-per-nat', '20,20,5'],
  },
  {
    name: 'with it, not averaged with the weights without it',
    edits: [[phases, "averagedWith: 'arc-standard'", 'averagedWith: null']],
  },
  {
    name: 'with it, only the fixed weight',
    withoutTemplates: ['fluency/*'],
  },
  {
    name: 'with it, plain log-probabilities, nothing subtracted',
    edits: [[scoring('fluency.ts'), evidence, 'let evidence = ngram;']],
  },
  {
    name: 'with it, log-probabilities minus that of the word alone',
    edits: [[scoring('fluency.ts'), evidence, 'let evidence = ngram - unigram;']],
  },
  {
    name: 'with it, the mean of its 5-, 3- and 2-gram log-probabilities fixed (Zhang et al.)',
    edits: [
      [
        scoring('fluency.ts'),
        evidence,
        `const trigram = contexts.score(lastTwo, first);
    const bigram = contexts.score(contexts.truncate(lastTwo, 1), first);
    let evidence = Math.round((ngram + trigram + bigram) / 3) - this.#anywhere[form] + variantWeight[variant];`,
      ],
    ],
  },
].map((variant) => ({ ...variant, search: 'arc-standard', fluent: true }));

/** @type {Variant[]} */
const ofBottomUp = [
  { name: 'bottom-up, as it ships, but one learner' },
  {
    name: 'bottom-up, features without words at boundaries',
    withoutTemplates: ['boundary/*'],
  },
  {
    name: 'bottom-up, features only of the last two dependents',
    withoutTemplates: [
      'item/coming*',
      'item/placed*',
      'item/all*',
      'item/capitals*',
      'item/item | item:tag casing ht',
    ],
  },
  {
    name: 'bottom-up, features without the words below a dependent',
    withoutTemplates: ['item/below*', 'item/last below*'],
  },
  { name: 'bottom-up, features without labels', edits: noLabels },
  {
    name: 'bottom-up, only the best order of each subtree passed on',
    edits: [[bottomUp('bottom-up.ts'), 'Math.ceil(width / BEAM_PER_KEPT)', '1']],
  },
  {
    name: 'bottom-up, learned only from the reference’s orders below',
    edits: [[trainer, '[...kept.subarray(0, KEPT)]', '[reference]']],
  },
  { name: 'bottom-up, a margin of 8', edits: [[phases, 'margin: 20', 'margin: 8']] },
  { name: 'bottom-up, no margin', edits: [[phases, 'margin: 20', 'margin: 0']] },
  { name: 'bottom-up, no word dropout', options: ['--dropout', '0'] },
].map((variant) => ({ ...variant, search: 'bottom-up' }));

export const variants = [...ofTransitions, ...ofFluency, ...ofBottomUp];
