import assert from 'node:assert/strict';
import { check } from '../../../server/src/language/checks/check.ts';
import type { CheckOptions } from '../../../server/src/language/checks/check.ts';
import type { CategoryKnowledge, Knowledge } from '../../../server/src/language/facts/knowledge.ts';
import { parse } from '../../../server/src/language/tree/parser.ts';
import type {
  Fix,
  Diagnostic,
  DiagnosticCode,
  Range,
} from '../../../server/src/language/tree/diagnostic.ts';
import { wordsOf } from '../../../server/src/language/tree/syntax.ts';
import { withoutModel } from '../support/check-options.ts';
import type { NamedWord } from '../../../server/src/language/tree/syntax.ts';

/** A source with `⟦…⟧` around the places that are expected to be told, and these places. */
export function marked(source: string): { text: string; ranges: Range[] } {
  const ranges: Range[] = [];
  let text = '';
  let start = 0;
  for (const piece of source.split(/([⟦⟧])/)) {
    if (piece === '⟦') start = text.length;
    else if (piece === '⟧') ranges.push({ start, end: text.length });
    else text += piece;
  }
  return { text, ranges };
}

export function problemsIn(source: string, options: Partial<CheckOptions> = {}): Diagnostic[] {
  return check(parse(marked(source).text), { ...withoutModel, ...options }).diagnostics();
}

/**
 * Asserts that a source has exactly these problems, in the order of their places, which are marked
 * in the source. An expected problem is a code, and perhaps a part of its message.
 */
export function assertProblems(
  source: string,
  expected: readonly (DiagnosticCode | readonly [DiagnosticCode, string])[],
  options: Partial<CheckOptions> = {},
): void {
  const { text, ranges } = marked(source);
  const problems = problemsIn(source, options);
  assert.deepEqual(
    problems.map(({ code, range }) => [code, text.slice(range.start, range.end)]),
    expected.map((one, i) => [
      typeof one === 'string' ? one : one[0],
      ranges[i] ? text.slice(ranges[i].start, ranges[i].end) : 'no mark in the source',
    ]),
  );
  assert.deepEqual(
    problems.map(({ range }) => range),
    ranges,
  );
  problems.forEach(({ message }, i) => {
    assert.match(message, /^[A-Z`“].*[.?]$/, 'a message is made of sentences');
    const one = expected[i];
    if (typeof one !== 'string') {
      assert.ok(message.includes(one[1]), `${message}\n  does not say\n${one[1]}`);
    }
  });
}

/** What a source becomes by the fix of that title. */
export function fixed(source: string, title: string, options: Partial<CheckOptions> = {}): string {
  const fixes = problemsIn(source, options).flatMap((problem) => problem.fixes ?? []);
  const fix = fixes.find((one) => one.title === title);
  assert.ok(fix, `no fix "${title}", only ${JSON.stringify(fixes.map((one) => one.title))}`);
  return applyFix(marked(source).text, fix);
}

export function applyFix(text: string, { edits }: Fix): string {
  let result = text;
  for (const { range, newText } of [...edits].sort((a, b) => b.range.start - a.range.start)) {
    result = result.slice(0, range.start) + newText + result.slice(range.end);
  }
  return result;
}

/** The words of a line of `words:`. */
export function wordsIn(line: string): readonly NamedWord[] {
  return wordsOf(parse(`bag {\n  words: ${line}\n}\n`).bags[0]);
}

/** A file of one bag. */
export function bagWith(words: string, deps = '', rest = ''): string {
  return [
    'bag {',
    `  words: ${words}`,
    ...(deps ? ['  deps:', deps] : []),
    ...(rest ? [rest] : []),
    '}',
    '',
  ].join('\n');
}

const dictionary: ReadonlyMap<string, ReadonlyMap<string, number>> = new Map([
  [
    'led',
    new Map([
      ['VBD', 20],
      ['VBN', 3],
    ]),
  ],
  ['team', new Map([['NN', 9]])],
  ['a', new Map([['DT', 100]])],
]);

const lexicalCategories: ReadonlyMap<string, ReadonlyMap<string, number>> = new Map([
  [
    'VBD led',
    new Map([
      ['(S[dcl]\\NP)/NP', 12],
      ['S[dcl]\\NP', 8],
    ]),
  ],
  ['VBN led', new Map([['S[pss]\\NP', 3]])],
  ['DT a', new Map([['NP/N', 100]])],
  [
    'NN team',
    new Map([
      ['N', 8],
      ['N/N', 1],
    ]),
  ],
  ['. .', new Map([['.', 50]])],
]);

/** Counts of the categories of those pairs of tag and form that are asked for, the most frequent first. */
function categoryCounts(isMeant: (tag: string, form: string) => boolean): Map<string, number> {
  const counts = new Map<string, number>();
  for (const [pair, seen] of lexicalCategories) {
    const [tag, form] = pair.split(' ');
    if (!isMeant(tag, form)) continue;
    for (const [category, count] of seen) counts.set(category, (counts.get(category) ?? 0) + count);
  }
  return new Map([...counts].sort(([, a], [, b]) => b - a));
}

const categories: CategoryKnowledge = {
  counts: categoryCounts(() => true),
  ofWord: (asked) => {
    const counts = categoryCounts((_, form) => form === asked);
    return counts.size === 0 ? null : counts;
  },
  ofTag: (asked) => categoryCounts((tag) => tag === asked),
  wordsOf: (category) =>
    [...lexicalCategories].flatMap(([pair, seen]) =>
      seen.has(category) ? [pair.split(' ')[1]] : [],
    ),
};

/** What a small model knows: it has never seen a determiner as the head of a noun, nor a full stop as a head. */
export const knowledge: Knowledge = {
  tags: new Set(['NN', 'NNS', 'NNP', 'VB', 'VBD', 'VBN', 'DT', 'IN', '.', '#']),
  labels: new Set(['nsubj', 'obj', 'nmod', 'nsubj:pass']),
  tagsOf: (form) => dictionary.get(form) ?? null,
  arcCount: (head, dependent) => ((head === 'DT' && dependent === 'NN') || head === '.' ? 0 : 7),
  arcStatistics: () => [
    { label: 'nsubj', count: 4, left: 4, adjacent: 4 },
    { label: 'obj', count: 3, left: 0, adjacent: 3 },
  ],
  categories,
  lemmas: null,
};

const forms = [
  { lemma: 'be', tag: 'VBD', features: 'Number=Plur|Tense=Past', form: 'were', count: 3 },
  { lemma: 'be', tag: 'VBD', features: 'Number=Sing|Tense=Past', form: 'was', count: 5 },
  { lemma: 'be', tag: 'VB', features: 'VerbForm=Inf', form: 'be', count: 4 },
  { lemma: 'team', tag: 'NNS', features: 'Number=Plur', form: 'teams', count: 2 },
  { lemma: 'team', tag: 'NN', features: 'Number=Sing', form: 'team', count: 6 },
];

/** A small model that knows the lemmas *be* and *team*, and adds *s* to unknown lemmas. */
export const knowledgeOfLemmas: Knowledge = {
  ...knowledge,
  tagsOf: (form) => (form === 'teams' ? new Map([['NNS', 2]]) : knowledge.tagsOf(form)),
  lemmas: {
    isKnown: (lemma) => forms.some((one) => one.lemma === lemma.toLowerCase()),
    countOf: (lemma, tags) =>
      forms
        .filter(
          (one) =>
            one.lemma === lemma.toLowerCase() && (tags.length === 0 || tags.includes(one.tag)),
        )
        .reduce((sum, { count }) => sum + count, 0),
    candidates: (lemma, tags, features) => {
      const found = forms.filter(
        (one) =>
          one.lemma === lemma &&
          (tags.length === 0 || tags.includes(one.tag)) &&
          (features === '' || one.features === features),
      );
      return found.length > 0 ? found : [{ form: `${lemma}s`, tag: tags[0] ?? 'NNS', count: 0 }];
    },
    lemmasOf: (form, tag) =>
      forms.filter((one) => one.form === form && (tag === null || one.tag === tag)),
    paradigm: (lemma) => {
      const own = forms.filter((one) => one.lemma === lemma);
      return [...new Set(own.map(({ tag }) => tag))].map((tag) => ({
        tag,
        forms: own.filter((one) => one.tag === tag),
      }));
    },
    featuresOf: (tag) => {
      const values = new Map<string, Set<string>>();
      for (const one of forms.filter((form) => tag === null || form.tag === tag)) {
        for (const [name, value] of one.features.split('|').map((text) => text.split('='))) {
          values.set(name, (values.get(name) ?? new Set()).add(value));
        }
      }
      return values;
    },
  },
};
