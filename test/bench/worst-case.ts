/**
 * Times the nastiest bags that there are, with the models that ship and the beam of the settings: random
 * bags of many words, of which not all are used, with half of the arcs, lines of order, chunks, wide
 * alternatives, and with categories. Those called "of a sentence" can all be met, by a hidden sentence; the others ask for an
 * order at random and most often cannot.
 *
 *     npx tsx test/bench/worst-case.ts [BAGS [LIMIT_MS [KINDS]]]
 *
 * @param BAGS of each kind (3)
 * @param LIMIT_MS stops each search after so much CPU time (no limit)
 * @param KINDS only kinds with this text in their names
 */
import { MODEL_FORMAT } from '../../server/src/model/model.ts';
import { LANGUAGE_MODEL_FORMAT } from '../../server/src/lm/query/format.ts';
import { fileURLToPath } from 'node:url';
import { plainBag, type Bag, type BagArc, type BagOrder } from '../../server/src/bag/bag.ts';
import {
  openModelFile,
  shippedLanguageModelPath,
  shippedModelPath,
} from '../../server/src/hosts/node/model-file.ts';
import { loadResources } from '../../server/src/hosts/node/resources.ts';
import {
  createRealizer,
  NEVER,
  type Realized,
  type SearchChoice,
} from '../../server/src/realize/realizer.ts';
import { Random } from '../../server/src/util/random.ts';
import { cpuMs } from './report.ts';

const [bags = '3', limit = 'Infinity', kinds = ''] = process.argv.slice(2);
const OPTIONS = { beam: 64, results: 10 };
/** Some categories of verbs, nouns and modifiers, to give to every word. */
const CATEGORIES = [
  ...['N', 'NP', 'NP/N', 'N/N', 'NP\\NP', 'S[dcl]\\NP', 'S[b]\\NP', 'S[ng]\\NP', 'S[pss]\\NP'],
  ...['(S[dcl]\\NP)/NP', '(S[b]\\NP)/NP', '(S[dcl]\\NP)/(S[b]\\NP)', '(S\\NP)\\(S\\NP)'],
  ...['(S\\NP)/(S\\NP)', '(NP\\NP)/NP', '((S\\NP)\\(S\\NP))/NP', 'PP/NP', 'S/S', 'conj', 'PR'],
];
const vocabulary = (
  'the a of to and in that is was for it with as on be at by this had not are but from or have an they ' +
  'which one you were her all she there would their we him been has when who will more no if out so said ' +
  'what up its about into than them can only other new some could time these two may then do first any my ' +
  'now such like our over man me even most made after also did many before must through back years where ' +
  'much your way well down should because each just those people how too little state good very make world ' +
  'still own see men work long get here between both life being under never day same another know while ' +
  'last might us great old year off come since against go came right used take three . , Kim London'
).split(' ');

/** How a kind of bag is drawn. */
interface Kind {
  readonly name: string;
  readonly words: number;
  readonly optional?: number;
  /** So many choices between four words each. */
  readonly alternatives?: number;
  /** The share of arcs that are given. */
  readonly arcs?: number;
  /** Lines `a < b`. */
  readonly order?: number;
  readonly chunks?: number;
  /** The order is asked for at random, not as in the hidden sentence. */
  readonly atRandom?: boolean;
  /** The bag has a grammar, and each word has this many categories. */
  readonly categories?: number;
  /** By default `beam`. */
  readonly search?: SearchChoice;
}

type Shape = Omit<Kind, 'words'>;

/** Bags with a grammar, for both searches that order them. */
const categorial = (['beam', 'best-first'] as const).flatMap((search): Shape[] =>
  [
    { name: 'nothing given', categories: 0 },
    { name: '20 categories a word', categories: 20 },
    { name: '20 order at random', categories: 0, order: 20, atRandom: true },
    { name: '10 optional', categories: 0, optional: 10 },
    { name: '20 categories a word, 10 optional', categories: 20, optional: 10 },
    { name: '6 alternatives of 4', categories: 0, alternatives: 6 },
    { name: 'half arcs, 20 order', categories: 0, arcs: 0.5, order: 20 },
    {
      name: 'half arcs, 20 order, 12 optional',
      ...{ categories: 0, arcs: 0.5, order: 20, optional: 12 },
    },
    { name: '8 chunks, 20 order, 12 optional', categories: 0, chunks: 8, order: 20, optional: 12 },
  ].map((shape) => ({ ...shape, name: `${search} over categories: ${shape.name}`, search })),
);

const shapes: readonly Shape[] = [
  { name: 'nothing given' },
  { name: '12 optional', optional: 12 },
  { name: '6 alternatives of 4', alternatives: 6 },
  { name: 'half arcs, 20 order', arcs: 0.5, order: 20 },
  { name: 'half arcs, 20 order at random', arcs: 0.5, order: 20, atRandom: true },
  { name: 'half arcs, 20 order, 12 optional', arcs: 0.5, order: 20, optional: 12 },
  {
    name: 'half arcs, 20 order at random, 12 optional',
    arcs: 0.5,
    order: 20,
    optional: 12,
    atRandom: true,
  },
  {
    name: 'half arcs, 6 order at random, 12 optional',
    arcs: 0.5,
    order: 6,
    optional: 12,
    atRandom: true,
  },
  { name: 'half arcs, 4 chunks', arcs: 0.5, chunks: 4 },
  {
    name: 'half arcs, 4 chunks, 6 order, 6 alternatives of 4',
    arcs: 0.5,
    chunks: 4,
    order: 6,
    alternatives: 6,
  },
  { name: '8 chunks, 20 order, 12 optional', chunks: 8, order: 20, optional: 12 },
  { name: 'all arcs, 12 optional', arcs: 1, optional: 12 },
  { name: 'all arcs, 20 order, 12 optional', arcs: 1, order: 20, optional: 12 },
  { name: '5000 order', order: 5000 },
  { name: 'half arcs, 5000 order, 12 optional', arcs: 0.5, order: 5000, optional: 12 },
  { name: 'best-first: 10 optional', optional: 10, search: 'best-first' },
  { name: 'best-first: 6 alternatives of 4', alternatives: 6, search: 'best-first' },
  {
    name: 'best-first: half arcs, 20 order at random, 12 optional',
    ...{ arcs: 0.5, order: 20, optional: 12, atRandom: true, search: 'best-first' },
  },
  {
    name: 'best-first: 8 chunks, 20 order, 12 optional',
    ...{ chunks: 8, order: 20, optional: 12, search: 'best-first' },
  },
  ...categorial,
];

/** The heads of a random projective tree over words in order; -1 for the root. */
function randomHeads(size: number, random: Random): number[] {
  const heads = new Array<number>(size).fill(-1);
  const stack: number[] = [];
  const reduce = (): void => {
    const top = stack.pop()!;
    const second = stack.pop()!;
    const [head, dependent] = random.next() < 0.5 ? [top, second] : [second, top];
    heads[dependent] = head;
    stack.push(head);
  };
  for (let word = 0; word < size; word++) {
    stack.push(word);
    while (stack.length > 1 && random.next() < 0.5) reduce();
  }
  while (stack.length > 1) reduce();
  return heads;
}

function draw(kind: Kind, random: Random): Bag {
  const { words: size, optional = 0, alternatives = 0, arcs = 0, order = 0, chunks = 0 } = kind;
  // Word i is the i-th of the hidden sentence; the engine sees words in its own order.
  const categories = CATEGORIES.slice(0, kind.categories ?? 0).map((category) => {
    return { category, tag: null };
  });
  const words = Array.from({ length: size }, () => {
    const form = vocabulary[random.below(vocabulary.length)];
    return { form, tags: [], ...(categories.length > 0 && { categories }) };
  });
  const given = randomHeads(size, random).flatMap((head, dependent): BagArc[] =>
    head < 0 || random.next() >= arcs ? [] : [{ head, dependent, label: null }],
  );
  const lines = Array.from({ length: order }, (): BagOrder => {
    const [a, b] = [random.below(size), random.below(size)];
    const named = kind.atRandom === true ? [a, b] : [Math.min(a, b), Math.max(a, b)];
    return { relation: 'before', words: named };
  }).filter(({ words: [a, b] }) => a !== b);
  const shuffled = random.shuffle([...words.keys()]);
  const choices = [
    ...shuffled.slice(0, optional).map((word) => ({ words: [word], optional: true })),
    ...Array.from({ length: alternatives }, (_, i) => ({
      words: shuffled.slice(optional + 4 * i, optional + 4 * i + 4),
      optional: false,
    })),
  ];
  return {
    ...plainBag({ words, arcs: given, root: null }),
    order: lines,
    chunks: Array.from({ length: chunks }, () => {
      const start = random.below(size - 6);
      return Array.from({ length: 2 + random.below(5) }, (_, i) => start + i);
    }),
    choices,
    ...(kind.categories !== undefined && { grammar: 'ccg' }),
  };
}

const extension = fileURLToPath(new URL('../..', import.meta.url));
const realizer = createRealizer(
  loadResources({
    model: await openModelFile(shippedModelPath(extension), MODEL_FORMAT),
    languageModel: await openModelFile(shippedLanguageModelPath(extension), LANGUAGE_MODEL_FORMAT),
  }),
);

function time(
  bag: Bag,
  search: SearchChoice = 'beam',
): { readonly ms: number; readonly realized: Realized } {
  const began = cpuMs();
  const stop = {
    get requested() {
      return cpuMs() - began >= Number(limit);
    },
  };
  const realized = realizer.realize(
    bag,
    { ...OPTIONS, search },
    limit === 'Infinity' ? NEVER : stop,
  );
  return { ms: cpuMs() - began, realized };
}

time(draw({ name: 'warm-up', words: 40, arcs: 0.5 }, new Random(0)));
console.log('| words | bags | median CPU ms | maximum CPU ms | ended |');
console.log('| ---: | --- | ---: | ---: | --- |');
let worst = 0;
for (const words of [60, 100]) {
  for (const [seed, shape] of shapes.entries()) {
    if (!shape.name.includes(kinds)) continue;
    const random = new Random(seed + 1);
    const times: number[] = [];
    const ended = new Map<string, number>();
    for (let i = 0; i < Number(bags); i++) {
      const { ms, realized } = time(draw({ ...shape, words }, random), shape.search);
      times.push(ms);
      const tried = / \d[\d,]* of .* tried/.exec(realized.message ?? '')?.[0] ?? '';
      const end = `${realized.status}${tried}`;
      ended.set(end, (ended.get(end) ?? 0) + 1);
    }
    times.sort((a, b) => a - b);
    worst = Math.max(worst, times[times.length - 1]);
    const [median, maximum] = [times[times.length >> 1], times[times.length - 1]];
    const ends = [...ended].map(([end, count]) => `${count} ${end}`).join(', ');
    console.log(
      `| ${words} | ${shape.name} | ${median.toFixed(0)} | ${maximum.toFixed(0)} | ${ends} |`,
    );
  }
}
console.log(`\nThe slowest took ${worst.toFixed(0)} ms.`);
