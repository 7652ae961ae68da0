import fc from 'fast-check';
import type { Bag, BagWord } from '../../../server/src/bag/bag.ts';
import type { DictionaryColumns } from '../../../server/src/grammar/ccg/dictionary.ts';
import type { GrammarColumns } from '../../../server/src/grammar/ccg/grammar.ts';
import { ModelGrammar } from '../../../server/src/model/grammar.ts';
import { countLexicon, FIRST_WORD_ID } from '../../../server/src/model/lexicon.ts';
import type { Model } from '../../../server/src/model/model.ts';
import type { Table } from '../../../server/src/model/tables.ts';
import type { Realization } from '../../../server/src/realize/realizer.ts';
import { Random } from '../../../server/src/util/random.ts';
import { randomModel } from './random-model.ts';
import { learned } from './model-files.ts';

/** A use of a word: its count, tag, category and modes. */
type Use = readonly [count: number, tag: string, category: string, modes: string];

/** The words of the grammar: nouns, determiners, modifiers, verbs, auxiliaries, a wh-word, a conjunction, punctuation. */
export const uses: Readonly<Record<string, readonly Use[]>> = {
  dogs: [[9, 'NNS', 'N', '']],
  Kim: [
    [5, 'NNP', 'N', ''],
    [3, 'NNP', 'N/N', 'g'],
    [2, 'NNP', 'N/N', 'w'],
  ],
  the: [[9, 'DT', 'NP/N', 'h']],
  big: [
    [6, 'JJ', 'N/N', 'h'],
    [4, 'JJ', 'S[adj]\\NP', 'g'],
  ],
  sleeps: [[9, 'VBZ', 'S[dcl]\\NP', 'g']],
  saw: [
    [8, 'VBD', '(S[dcl]\\NP)/NP', 'gg'],
    [2, 'NN', 'N', ''],
  ],
  has: [
    [6, 'VBZ', '(S[dcl]\\NP)/(S[pt]\\NP)', 'fg'],
    [4, 'VBZ', '(S[dcl]\\NP)/NP', 'gg'],
  ],
  seen: [
    [6, 'VBN', '(S[pt]\\NP)/NP', 'gg'],
    [3, 'VBN', 'S[pss]\\NP', 'g'],
    [2, 'VBN', 'S[pt]\\NP', 'g'],
  ],
  not: [[9, 'RB', '(S\\NP)\\(S\\NP)', 'hg']],
  'of course': [[9, 'RB', 'S/S', 'h']],
  and: [[9, 'CC', 'conj', '']],
  ',': [[9, ',', ',', '']],
  '.': [[9, '.', '.', '']],
  that: [[9, 'WDT', '(NP\\NP)/(S[dcl]/NP)', 'hh']],
  in: [[9, 'IN', '(NP\\NP)/NP', 'hh']],
  did: [[9, 'VBD', '(S[q]/(S[b]\\NP))/NP', 'wf']],
  sleep: [
    [7, 'VB', 'S[b]\\NP', 'g'],
    [3, 'NN', 'N', ''],
  ],
};

/** The functor, and the number of the other part's arguments that the result takes; or the head, if no part is a functor. */
export type Joining =
  | { readonly functor: 'left' | 'right'; readonly degree: number }
  /** The part that governs the other. */
  | { readonly head: 'left' | 'right' };

/** A rule of the grammar, with the way in which it joins two parts, written by hand. */
export interface SmallRule {
  readonly left: string;
  readonly right: string;
  readonly result: string;
  readonly joining: Joining;
}

const forward = { functor: 'left', degree: 0 } as const;
const backward = { functor: 'right', degree: 0 } as const;
const forwardComposition = { functor: 'left', degree: 1 } as const;
const backwardComposition = { functor: 'right', degree: 1 } as const;
/** A conjunct with the rest of the coordination, or a mark after a part. */
const leftGoverns = { head: 'left' } as const;
/** A conjunction or a mark before a part. */
const rightGoverns = { head: 'right' } as const;

const written: readonly (readonly [string, string, string, Joining])[] = [
  ['NP/N', 'N', 'NP', forward],
  ['N/N', 'N', 'N', forward],
  ['NP', 'S[dcl]\\NP', 'S[dcl]', backward],
  ['(S[dcl]\\NP)/NP', 'NP', 'S[dcl]\\NP', forward],
  ['(S[pt]\\NP)/NP', 'NP', 'S[pt]\\NP', forward],
  ['(S[dcl]\\NP)/(S[pt]\\NP)', 'S[pt]\\NP', 'S[dcl]\\NP', forward],
  ['S[dcl]\\NP', '(S\\NP)\\(S\\NP)', 'S[dcl]\\NP', backward],
  ['S[pt]\\NP', '(S\\NP)\\(S\\NP)', 'S[pt]\\NP', backward],
  ['(S[dcl]\\NP)/(S[pt]\\NP)', '(S\\NP)\\(S\\NP)', '(S[dcl]\\NP)/(S[pt]\\NP)', backwardComposition],
  ['(S[dcl]\\NP)/NP', '(S\\NP)\\(S\\NP)', '(S[dcl]\\NP)/NP', backwardComposition],
  ['(S[dcl]\\NP)/(S[pt]\\NP)', '(S[pt]\\NP)/NP', '(S[dcl]\\NP)/NP', forwardComposition],
  ['S/(S\\NP)', '(S[dcl]\\NP)/NP', 'S[dcl]/NP', forwardComposition],
  ['S/(S\\NP)', '(S[dcl]\\NP)/(S[pt]\\NP)', 'S[dcl]/(S[pt]\\NP)', forwardComposition],
  ['S/(S\\NP)', 'S[dcl]\\NP', 'S[dcl]', forward],
  ['S[dcl]/(S[pt]\\NP)', 'S[pt]\\NP', 'S[dcl]', forward],
  ['S[dcl]/(S[pt]\\NP)', '(S[pt]\\NP)/NP', 'S[dcl]/NP', forwardComposition],
  ['S[dcl]/NP', 'NP', 'S[dcl]', forward],
  ['(NP\\NP)/(S[dcl]/NP)', 'S[dcl]/NP', 'NP\\NP', forward],
  ['(NP\\NP)/NP', 'NP', 'NP\\NP', forward],
  ['NP', 'NP\\NP', 'NP', backward],
  ['(S[q]/(S[b]\\NP))/NP', 'NP', 'S[q]/(S[b]\\NP)', forward],
  ['S[q]/(S[b]\\NP)', 'S[b]\\NP', 'S[q]', forward],
  ['S/S', 'S[dcl]', 'S[dcl]', forward],
  ['conj', 'N', 'N[conj]', rightGoverns],
  ['conj', 'N', 'NP[conj]', rightGoverns],
  ['conj', 'NP', 'NP[conj]', rightGoverns],
  [',', 'N', 'N[conj]', rightGoverns],
  ['N', 'N[conj]', 'N', leftGoverns],
  ['NP', 'NP[conj]', 'NP', leftGoverns],
  ['N', 'N\\N', 'N', backward],
  ['S[dcl]', '.', 'S[dcl]', leftGoverns],
  ['S[q]', '.', 'S[q]', leftGoverns],
  ['NP', ',', 'NP', leftGoverns],
  [',', 'NP', 'NP', rightGoverns],
];

export const rules: readonly SmallRule[] = written.map(([left, right, result, joining]) => ({
  ...{ left, right, result, joining },
}));

/** The result of one or two unary rules, with its modes, written by hand; null if the modes stay the same. */
export interface SmallChain {
  readonly path: readonly [string, string] | readonly [string, string, string];
  readonly modes: string | null;
}

export const chains: readonly SmallChain[] = [
  { path: ['N', 'NP'], modes: '' },
  { path: ['N', 'NP', 'S/(S\\NP)'], modes: 't' },
  { path: ['NP', 'S/(S\\NP)'], modes: 't' },
  { path: ['S[dcl]/NP', 'NP\\NP'], modes: 'h' },
  { path: ['S[pss]\\NP', 'NP\\NP'], modes: 'h' },
  { path: ['S[pss]\\NP', 'S[adj]\\NP'], modes: null },
  { path: ['S[pss]\\NP', 'S[adj]\\NP', 'NP\\NP'], modes: 'h' },
  { path: ['S[adj]\\NP', 'NP\\NP'], modes: 'h' },
  { path: ['N[conj]', 'N\\N'], modes: 'h' },
];

/** Type-changing rules of the grammar that are not among CCGbank's. */
export const unlisted: ReadonlySet<string> = new Set(['S[pss]\\NP ⇒ S[adj]\\NP']);

const rootCounts: readonly (readonly [string, number])[] = [
  ['S[dcl]', 5],
  ['S[q]', 2],
  ['NP', 1],
];

/** By id, less 1. */
export const categories: readonly string[] = [
  ...new Set([
    ...Object.values(uses).flatMap((all) => all.map(([, , category]) => category)),
    ...rules.flatMap(({ left, right, result }) => [left, right, result]),
    ...chains.flatMap(({ path }) => path),
  ]),
];

export function idOf(category: string): number {
  return categories.indexOf(category) + 1;
}

/** The categories that each tag goes with. */
export const categoriesOfTag: ReadonlyMap<string, readonly string[]> = (() => {
  const found = new Map<string, string[]>();
  for (const [, tag, category] of Object.values(uses).flat()) {
    found.set(tag, [...new Set([...(found.get(tag) ?? []), category])]);
  }
  return found;
})();

const tagged = Object.entries(uses).flatMap(([form, all]) =>
  all.flatMap(([count, tag]) => Array.from({ length: count }, () => ({ form: lastOf(form), tag }))),
);

export const smallLexicon = countLexicon([
  {
    forms: tagged.map(({ form }) => form),
    tags: tagged.map(({ tag }) => tag),
    labels: tagged.map((_, i) => (i % 2 === 0 ? 'subj' : 'obj')),
  },
]);

export function smallGrammar(): ModelGrammar {
  const entries = [
    ...new Set(
      Object.values(uses).flatMap((all) =>
        all.map(([, , category, modes]) => key(category, modes)),
      ),
    ),
  ];
  const ofEntry = (entry: string): number =>
    Object.values(uses)
      .flat()
      .reduce(
        (sum, [count, , category, modes]) => (key(category, modes) === entry ? sum + count : sum),
        0,
      );
  const binaries = rules
    .map(({ left, right, result }) => [left, right, result].map(idOf))
    .sort(byNumbers);
  const unaries = chains
    .map(({ path }) => [path[0], ...(path.length === 3 ? [path[1]] : ['']), path.at(-1)!].map(idOf))
    .sort(byNumbers);
  const columns: GrammarColumns = {
    categories,
    entryCategory: Uint16Array.from(entries, (entry) => idOf(entry.split(' ')[0])),
    entryModes: entries.map((entry) => entry.split(' ')[1]),
    entryCount: Uint32Array.from(entries, ofEntry),
    binaries: Uint16Array.from(binaries.flat()),
    binaryCount: new Uint32Array(binaries.length).fill(1),
    chains: Uint16Array.from(unaries.flat()),
    chainCount: new Uint32Array(unaries.length).fill(1),
    roots: Uint16Array.from(rootCounts, ([category]) => idOf(category)),
    rootCount: Uint32Array.from(rootCounts, ([, count]) => count),
    subcategorized: [],
  };
  return ModelGrammar.of(columns, dictionaryOf(entries));
}

function dictionaryOf(entries: readonly string[]): DictionaryColumns {
  const entryOf = (category: string, modes: string): number =>
    entries.indexOf(key(category, modes)) + 1;
  const byWord = Array.from(
    { length: smallLexicon.words.length + FIRST_WORD_ID },
    (): number[][] => [],
  );
  const byTag = Array.from(
    { length: smallLexicon.tags.length + 1 },
    () => new Map<number, number>(),
  );
  for (const [form, all] of Object.entries(uses)) {
    for (const [count, tag, category, modes] of all) {
      const row = [smallLexicon.tagId(tag), entryOf(category, modes), count];
      byWord[smallLexicon.wordId(lastOf(form))].push(row);
      const ofTag = byTag[row[0]];
      ofTag.set(row[1], (ofTag.get(row[1]) ?? 0) + count);
    }
  }
  const words = byWord.map((rows) => rows.sort(byNumbers));
  const tags = byTag.map((counts) => [...counts].sort((a, b) => b[1] - a[1] || a[0] - b[0]));
  return {
    wordStart: startsOf(words),
    wordTag: Uint16Array.from(words.flat(), ([tag]) => tag),
    wordEntry: Uint16Array.from(words.flat(), ([, entry]) => entry),
    wordCount: Uint32Array.from(words.flat(), ([, , count]) => count),
    tagStart: startsOf(tags),
    tagEntry: Uint16Array.from(tags.flat(), ([entry]) => entry),
    tagCount: Uint32Array.from(tags.flat(), ([, count]) => count),
  };
}

/** A model with random weights and the grammar. Its preferences are arbitrary. */
export function grammarModel(seed: number): Model {
  const plain = randomModel(seed);
  const random = new Random(seed);
  const tableOf = (unitsPerNat: Table['unitsPerNat']): Table => {
    const weights = Int8Array.from({ length: 1 << 12 }, () => random.below(21) - 10);
    return {
      search: 'ccg-shift-reduce',
      unitsPerNat,
      withoutTemplates: [],
      bestPass: 0,
      learned: learned('ccg-shift-reduce', weights, unitsPerNat !== null),
    };
  };
  return {
    ...plain,
    lexicon: smallLexicon,
    tables: new Map([
      ...plain.tables,
      ['ccg-shift-reduce', tableOf(null)],
      ['ccg-shift-reduce+lm', tableOf({ withoutArcs: 20, open: 10, given: 5 })],
    ]),
    grammar: smallGrammar(),
  };
}

/** Sequences of words that go together in the grammar. */
const sentences = [
  'the big dogs sleeps .',
  'Kim has not seen the dogs',
  'of course Kim sleeps .',
  'the dogs that Kim saw',
  'dogs that Kim has seen',
  'did Kim sleep .',
  'did the dogs sleep .',
  'Kim Kim dogs sleeps',
  'Kim saw dogs and Kim',
  'dogs , Kim and dogs',
  'dogs seen in sleep',
  'Kim saw big dogs seen',
  'Kim saw not dogs',
].map((line) => line.replace('of course', 'of_course').split(' '));

/**
 * The same bag with the grammar and its words, often with words that go together. Each word is open, or has tags,
 * categories with or without their tags, or both.
 *
 * @param openness the number of open words among ten
 */
export function withGrammar(bag: fc.Arbitrary<Bag>, openness: number): fc.Arbitrary<Bag> {
  const drawn = fc.record({ bag, isSentence: fc.boolean(), place: fc.nat() });
  return drawn.chain(({ bag: { words, ...rest }, isSentence, place }) => {
    const { length } = words;
    const windows = sentences.flatMap((sentence) =>
      sentence.slice(length - 1).map((_, from) => sentence.slice(from, from + length)),
    );
    const forms = isSentence
      ? windows[place % windows.length].map((form) => form.replace('_', ' '))
      : words.map(({ form }) => form);
    return fc
      .tuple(...forms.map((form) => wordOf(form, openness)))
      .map((ofGrammar) => ({ ...rest, words: ofGrammar, grammar: 'ccg' as const }));
  });
}

/** The same bag with arcs of its realization instead of its own. Gives `share` of seven arcs. */
export function withArcsOf(bag: Bag, { tokens }: Realization, share: number, seed: number): Bag {
  const random = new Random(seed);
  const arcs = tokens.flatMap(({ head, word }) =>
    head === 0 || random.below(7) >= share
      ? []
      : [{ head: tokens[head - 1].word, dependent: word, label: null }],
  );
  const root = tokens.find(({ head }) => head === 0)!.word;
  return { ...bag, arcs, root: random.below(7) < share ? root : null };
}

function wordOf(form: string, openness: number): fc.Arbitrary<BagWord> {
  // A word outside the grammar is a noun.
  const own = uses[form] ?? [[1, 'NN', 'N', '']];
  const tag = fc.constantFrom(...own.map(([, ofUse]) => ofUse));
  const category = fc.oneof(
    {
      weight: 3,
      arbitrary: fc.constantFrom(...own).map(([, ofUse, text]) => ({ category: text, tag: ofUse })),
    },
    // Any other word's category, and any tag.
    {
      weight: 1,
      arbitrary: fc.record({
        category: fc.constantFrom(...Object.values(uses).flatMap((all) => all.map(([, , c]) => c))),
        tag: fc.constantFrom('NN', 'JJ', 'ODD'),
      }),
    },
  );
  const given = fc
    .record({ category, hasTag: fc.boolean() })
    .map(({ category: { category: text, tag: ofUse }, hasTag }) => ({
      category: text,
      tag: hasTag ? ofUse : null,
    }));
  return fc.oneof(
    { weight: openness, arbitrary: fc.constant({ form, tags: [] }) },
    { weight: 2, arbitrary: tag.map((one) => ({ form, tags: [one] })) },
    {
      weight: 10 - openness,
      arbitrary: given.map((one) => ({ form, tags: [], categories: [one] })),
    },
    {
      weight: 1,
      arbitrary: fc
        .record({ one: given, other: given, tags: fc.subarray([own[0][1]]) })
        .map(({ one, other, tags }) => ({ form, tags, categories: [one, other] })),
    },
  );
}

/** The last word of a phrase. The dictionary has phrases by their last words. */
function lastOf(form: string): string {
  return form.split(' ').at(-1)!;
}

function key(category: string, modes: string): string {
  return `${category} ${modes}`;
}

function startsOf(rows: readonly (readonly unknown[])[]): Int32Array {
  const starts = [0];
  for (const row of rows) starts.push(starts[starts.length - 1] + row.length);
  return Int32Array.from(starts);
}

function byNumbers(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((number, i) => number !== b[i]);
  return at < 0 ? 0 : a[at] - b[at];
}
