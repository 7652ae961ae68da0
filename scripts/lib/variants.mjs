// What the ablation leaves out or changes, each against the code that ships: as options of training, and
// as edits of the source, so that the product itself carries no switches for it.

const search = (file) => `server/src/search/transition/${file}`;

const noLookahead = [
  [search('features.ts'), '      if (hasArcs) this.#lookahead.word(t);\n', ''],
  [search('features.ts'), '    if (hasArcs) this.#lookahead.tag(t, tag);\n', ''],
];
const noLabels = [
  [
    'server/src/constraints/problem.ts',
    'arc.label === null ? NONE : lexicon.labelId(arc.label)',
    'NONE',
  ],
];
const noBagLeft = [
  [search('shift-features.ts'), 'bucket(this.#wordsLeft)', '0'],
  [search('arc-features.ts'), 'bucket(this.#wordsLeft)', '0'],
];
const noGivenBits = [[search('arc-features.ts'), 'this.#givenBits(s0, s1)', '0']];
const perceptron = 'server/src/train/perceptron.ts';
/** The weights without a language model do not matter here. */
const plainWeightsBriefly = [
  [
    'server/src/train/train.ts',
    'await learn(sentences, lexicon, null, options,',
    'await learn(sentences, lexicon, null, { ...options, passes: 1 },',
  ],
];
const evidence = 'ngram[t] - this.#scores.score(this.#unigram, t)';

/**
 * @typedef {object} Variant
 * @property {string} name
 * @property {string[]} [options] of `bowline train`
 * @property {[string, string | RegExp, string][]} [edits] file, what to replace, by what
 * @property {boolean} [fluent] learned and used with a language model
 */

/** @type {Variant[]} */
export const variants = [
  { name: 'as it ships, but one learner' },
  {
    name: 'features of the state alone (about Liu et al.’s Table 2)',
    edits: [...noLookahead, ...noLabels, ...noBagLeft, ...noGivenBits],
  },
  { name: 'no lookahead over given arcs', edits: noLookahead },
  {
    name: 'lookahead over whole multisets of tags and labels alone',
    edits: [[search('lookahead.ts'), /^ *weights\.add\((place \^ |headKey \^ )?kin\[.*\n/gm, '']],
  },
  {
    name: 'lookahead over pairs with single words alone',
    edits: [[search('lookahead.ts'), /^ *weights\.add\(h[123]\(1[58]\d, .*\n/gm, '']],
  },
  { name: 'labels not seen', edits: noLabels },
  { name: 'how many words are left not seen', edits: noBagLeft },
  {
    name: 'one class for all unknown words',
    edits: [['server/src/model/lexicon.ts', /1 \+ classOf\(\w+\)/g, '1']],
  },
  { name: 'early update', options: ['--update', 'early'] },
  { name: 'beam of 4 in training', options: ['--beam', '4'] },
  { name: 'no margin', options: ['--margin', '0'] },
  { name: 'no word dropout', options: ['--dropout', '0'] },
  {
    name: 'neither margin nor word dropout',
    options: ['--margin', '0', '--dropout', '0'],
  },
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
  { name: 'with a language model', edits: plainWeightsBriefly, fluent: true },
  {
    name: 'with it, its learned features alone',
    edits: plainWeightsBriefly,
    options: ['--units-per-nat', '0,0'],
    fluent: true,
  },
  {
    name: 'with it, the fixed weight alone',
    edits: [
      ...plainWeightsBriefly,
      [search('fluency-features.ts'), /^ *(this\.#)?weights\.add\(.*\n/gm, ''],
    ],
    fluent: true,
  },
  {
    name: 'with it, log-probabilities as they are, the unigram’s not taken off',
    edits: [...plainWeightsBriefly, [search('fluency-features.ts'), evidence, 'ngram[t]']],
    fluent: true,
  },
  {
    name: 'with it, the mean of its 5-, 3- and 2-gram log-probabilities fixed (Zhang et al.)',
    edits: [
      ...plainWeightsBriefly,
      [
        search('fluency-features.ts'),
        evidence,
        `Math.round(
          (ngram[t] + this.#scores.score(this.#row.trigram, t) + this.#scores.score(this.#row.bigram, t)) / 3,
        ) - this.#scores.score(this.#unigram, t)`,
      ],
    ],
    fluent: true,
  },
];
