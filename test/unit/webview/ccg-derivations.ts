import fc from 'fast-check';
import type { ShownCcgDerivation, ShownCcgNode } from '../../../server/src/lsp/protocol.ts';

/** A derivation written by hand, and its words. */
export interface Sample {
  readonly words: readonly { readonly form: string }[];
  readonly derivation: ShownCcgDerivation;
}

/** A part of one, with the head among its words. */
interface Part {
  readonly forms: readonly string[];
  readonly head: number;
  readonly nodes: readonly ShownCcgNode[];
}

const ruleNames: Readonly<Record<string, string>> = {
  '>': 'forward application',
  '<': 'backward application',
  '>B': 'forward composition',
  '<B×': 'backward crossed composition',
  Φ: 'coordination',
  p: 'absorption of punctuation',
  T: 'type-raising',
  U: 'type-changing',
};

/** A word with its category. */
export function word(form: string, category: string): Part {
  const place = { first: 0, last: 0, head: 0 };
  return {
    forms: [form],
    head: 0,
    nodes: [{ category, rule: null, ruleName: null, children: [], ...place }],
  };
}

/** What a rule makes of one part or two, with the head of the first or the last of them. */
export function made(
  category: string,
  rule: string,
  parts: readonly Part[],
  headIs: 'first' | 'last' = 'last',
): Part {
  const forms: string[] = [];
  const nodes: ShownCcgNode[] = [];
  const children: number[] = [];
  const heads: number[] = [];
  for (const part of parts) {
    const at = forms.length;
    const below = nodes.length;
    for (const node of part.nodes) {
      nodes.push({
        ...node,
        children: node.children.map((child) => child + below),
        ...{ first: node.first + at, last: node.last + at, head: node.head + at },
      });
    }
    children.push(nodes.length - 1);
    heads.push(part.head + at);
    forms.push(...part.forms);
  }
  const head = headIs === 'first' ? heads[0] : heads[heads.length - 1];
  const span = { first: 0, last: forms.length - 1, head };
  const ruleName = ruleNames[rule] ?? rule;
  return { forms, head, nodes: [...nodes, { category, rule, ruleName, children, ...span }] };
}

/** Parts side by side, no rule over them. */
export function sample(...parts: readonly Part[]): Sample {
  const { forms, nodes } = made('', '', parts);
  return { words: forms.map((form) => ({ form })), derivation: { nodes: nodes.slice(0, -1) } };
}

const noun = (form: string): Part => made('NP', 'U', [word(form, 'N')]);
const the = (...forms: readonly string[]): Part =>
  made('NP', '>', [
    word('the', 'NP/N'),
    forms
      .map((form, i) => word(form, i === forms.length - 1 ? 'N' : 'N/N'))
      .reduceRight((right, left) => made('N', '>', [left, right])),
  ]);
const stop = (clause: Part): Part => made('S[dcl]', 'p', [clause, word('.', '.')], 'first');
const clause = (subject: Part, predicate: Part): Part => made('S[dcl]', '<', [subject, predicate]);
const adverbial = (predicate: Part, modifier: Part): Part =>
  made('S[dcl]\\NP', '<', [predicate, modifier], 'first');
const phrase = (preposition: string, category: string, object: Part): Part =>
  made(category, '>', [word(preposition, `(${category})/NP`), object]);
const verbModifier = '(S\\NP)\\(S\\NP)';

/** Six words: a type-changing rule over two of them, an adverb, a full stop. */
export const hotdogs = sample(
  stop(
    clause(
      word('he', 'NP'),
      adverbial(
        made(
          'S[dcl]\\NP',
          '>',
          [
            word('bought', '(S[dcl]\\NP)/NP'),
            made('NP', 'U', [made('N', '>', [word('quality', 'N/N'), word('hotdogs', 'N')])]),
          ],
          'first',
        ),
        word('yesterday', verbModifier),
      ),
    ),
  ),
);

/** Fifteen words: an auxiliary with `not`, a coordination, phrases behind. */
export const fifteen = sample(
  stop(
    clause(
      the('old', 'editors'),
      adverbial(
        adverbial(
          made('S[dcl]\\NP', '>', [
            made(
              '(S[dcl]\\NP)/(S[b]\\NP)',
              '<B×',
              [word('did', '(S[dcl]\\NP)/(S[b]\\NP)'), word("n't", '(S\\NP)\\(S\\NP)')],
              'first',
            ),
            made(
              'S[b]\\NP',
              '>',
              [
                word('like', '(S[b]\\NP)/NP'),
                made(
                  'NP',
                  'Φ',
                  [noun('plays'), made('NP[conj]', 'Φ', [word('or', 'conj'), noun('verse')])],
                  'first',
                ),
              ],
              'first',
            ),
          ]),
          phrase('about', verbModifier, the('sea')),
        ),
        phrase('in', verbModifier, noun('winter')),
      ),
    ),
  ),
);

/** Forty words: one clause in another, each right of the last, over phrases and a relative clause. */
export const forty = sample(
  stop(
    Array.from({ length: 5 }, (_, i) => i).reduceRight(
      (inner: Part, i) =>
        clause(
          i % 2 === 0 ? the('tall', 'visitor') : noun(`she${i}`),
          made(
            'S[dcl]\\NP',
            '>',
            [
              word(['said', 'thought', 'believed'][i % 3], '(S[dcl]\\NP)/S[em]'),
              made('S[em]', '>', [word('that', 'S[em]/S[dcl]'), inner]),
            ],
            'first',
          ),
        ),
      clause(
        made(
          'NP',
          '<',
          [
            the('counterrevolutionary', 'pamphlets'),
            made('NP\\NP', '>', [
              word('which', '(NP\\NP)/(S[dcl]/NP)'),
              made('S[dcl]/NP', '>B', [
                made('S/(S\\NP)', 'T', [word('I', 'NP')]),
                word('read', '(S[dcl]\\NP)/NP'),
              ]),
            ]),
          ],
          'first',
        ),
        [
          phrase('on', verbModifier, the('long', 'slow', 'train')),
          phrase('to', verbModifier, noun('Constantinople')),
          phrase('with', verbModifier, noun('friends')),
        ].reduce(
          adverbial,
          made('S[dcl]\\NP', '>', [
            word('were', '(S[dcl]\\NP)/(S[adj]\\NP)'),
            made('S[adj]\\NP', '>', [
              word('very', '(S[adj]\\NP)/(S[adj]\\NP)'),
              word('dull', 'S[adj]\\NP'),
            ]),
          ]),
        ),
      ),
    ),
  ),
);

/** No derivation spans the words: three parts side by side. */
export const fragments = sample(
  made('N', '>', [word('quality', 'N/N'), word('hotdogs', 'N')]),
  word('bought', '(S[dcl]\\NP)/NP'),
  made('S/(S\\NP)', 'T', [word('he', 'NP')]),
);

const anyText = (most: number): fc.Arbitrary<string> =>
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: most });

const anyLeaf = fc.tuple(anyText(14), anyText(30)).map(([form, category]) => word(form, category));

/** One or two parts at a place, under a rule. */
const anyRule = fc.record({
  at: fc.nat(),
  isUnary: fc.boolean(),
  category: anyText(40),
  rule: fc.constantFrom('>', '<', '>B', '<B×', 'Φ*', 'p', 'T', 'U', 'a-longer-rule'),
  headIs: fc.constantFrom('first' as const, 'last' as const),
});

/** Derivations of up to 40 words, and parts of them side by side. */
export const anySample: fc.Arbitrary<Sample> = fc
  .tuple(
    fc.array(anyLeaf, { minLength: 1, maxLength: 40, size: 'max' }),
    fc.array(anyRule, { maxLength: 90, size: 'max' }),
  )
  .map(([leaves, rules]) => {
    const parts = [...leaves];
    for (const { at, isUnary, category, rule, headIs } of rules) {
      const first = at % parts.length;
      const taken = parts.slice(first, first + (isUnary ? 1 : 2));
      parts.splice(first, taken.length, made(category, rule, taken, headIs));
    }
    return sample(...parts);
  });
