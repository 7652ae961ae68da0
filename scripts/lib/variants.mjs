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
const evidence = 'let evidence = ngram - unigram;';

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
    name: 'features of the state alone (about Liu et al.’s Table 2)',
    withoutTemplates: ['kin/*', '*/*left*', 'arc/*given*'],
    edits: noLabels,
  },
  { name: 'no lookahead over given arcs', withoutTemplates: ['kin/*'] },
  {
    name: 'lookahead over whole multisets of tags and labels alone',
    withoutTemplates: ['kin/*dlabel*', 'kin/*slabel*', 'kin/* sw'],
  },
  {
    name: 'lookahead over pairs with single words alone',
    withoutTemplates: ['kin/*-tags*', 'kin/*-labels*'],
  },
  { name: 'labels not seen', edits: noLabels },
  { name: 'how many words are left not seen', withoutTemplates: ['*/*left*'] },
  {
    name: 'one class for all unknown words',
    edits: [['server/src/model/lexicon.ts', /1 \+ classOf\(\w+\)/g, '1']],
  },
  { name: 'no word classes', edits: [[wordClasses, classOf, '0']] },
  { name: 'word classes by spelling alone', edits: [[wordClasses, classOf, '1 + classOf(form)']] },
  { name: '40 word classes', options: ['--word-classes', '40'] },
  { name: '160 word classes', options: ['--word-classes', '160'] },
  {
    name: 'word classes kept by words taken for unknown ones',
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
  { name: 'with it, its learned features alone', options: ['--units-per-nat', '0,0,0'] },
  { name: 'with it, one fixed weight for all words', options: ['--units-per-nat', '20,20,20'] },
  {
    name: 'with it, words with an open head weigh as much beside arcs',
    options: ['--units-per-nat', '20,20,5'],
  },
  {
    name: 'with it, not averaged with the weights to use without',
    edits: [[phases, "averagedWith: 'arc-standard'", 'averagedWith: null']],
  },
  {
    name: 'with it, the fixed weight alone',
    withoutTemplates: ['fluency/*'],
  },
  {
    name: 'with it, log-probabilities as they are, the unigram’s not taken off',
    edits: [[scoring('fluency.ts'), evidence, 'let evidence = ngram;']],
  },
  {
    name: 'with it, the mean of its 5-, 3- and 2-gram log-probabilities fixed (Zhang et al.)',
    edits: [
      [
        scoring('fluency.ts'),
        evidence,
        `const trigram = contexts.score(lastTwo, first);
    const bigram = contexts.score(contexts.truncate(lastTwo, 1), first);
    let evidence = Math.round((ngram + trigram + bigram) / 3) - unigram;`,
      ],
    ],
  },
].map((variant) => ({ ...variant, search: 'arc-standard', fluent: true }));

/** @type {Variant[]} */
const ofBottomUp = [
  { name: 'bottom-up, as it ships, but one learner' },
  {
    name: 'bottom-up, words at boundaries not seen',
    withoutTemplates: ['boundary/*'],
  },
  {
    name: 'bottom-up, other dependents not seen but the last two',
    withoutTemplates: [
      'item/coming*',
      'item/placed*',
      'item/all*',
      'item/capitals*',
      'item/item | item:tag casing ht',
    ],
  },
  {
    name: 'bottom-up, what is below a dependent not seen',
    withoutTemplates: ['item/below*', 'item/last below*'],
  },
  { name: 'bottom-up, labels not seen', edits: noLabels },
  {
    name: 'bottom-up, the best order of each subtree alone passed on',
    edits: [[bottomUp('bottom-up.ts'), 'Math.ceil(width / BEAM_PER_KEPT)', '1']],
  },
  {
    name: 'bottom-up, learned from the reference’s orders below alone',
    edits: [[trainer, '[...kept.subarray(0, KEPT)]', '[reference]']],
  },
  { name: 'bottom-up, a margin of 8', edits: [[phases, 'margin: 20', 'margin: 8']] },
  { name: 'bottom-up, no margin', edits: [[phases, 'margin: 20', 'margin: 0']] },
  { name: 'bottom-up, no word dropout', options: ['--dropout', '0'] },
].map((variant) => ({ ...variant, search: 'bottom-up' }));

export const variants = [...ofTransitions, ...ofFluency, ...ofBottomUp];
