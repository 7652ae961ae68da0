import fc from 'fast-check';
import { check } from '../../../server/src/language/checks/check.ts';
import { parse } from '../../../server/src/language/tree/parser.ts';
import { spell, spellReference } from '../../../server/src/language/tree/spelling.ts';
import { withoutModel } from '../support/check-options.ts';

interface RandomWord {
  readonly form: string;
  readonly tags: readonly string[];
  readonly indexed: boolean;
  readonly optional: boolean;
}

const tagsOf = (tags: readonly string[]): fc.Arbitrary<readonly string[]> =>
  fc.oneof(
    { weight: 2, arbitrary: fc.constant([]) },
    { weight: 2, arbitrary: fc.subarray([...tags], { minLength: 1, maxLength: 2 }) },
  );

const word: fc.Arbitrary<RandomWord> = fc.record({
  form: fc.constantFrom('a', 'a', 'b', 'c', 'of', '?', '(', 'a b', 'x#1', '"', 'root', '1/2'),
  tags: tagsOf(['X', 'Y', 'Z']),
  indexed: fc.boolean(),
  optional: fc.boolean(),
});

/** How the words of a bag hang together. */
const item = fc.record({
  kind: fc.constantFrom('word', 'word', 'word', 'group', 'chunk'),
  words: fc.array(word, { minLength: 2, maxLength: 3 }),
  tags: fc.constantFrom('', '', '/X', '/Y|Z'),
  optional: fc.constantFrom('', '', '', '?'),
});

const layout = fc.record({
  items: fc.array(item, { minLength: 1, maxLength: 4 }),
  choices: fc.boolean(),
  heads: fc.array(fc.nat(), { minLength: 12, maxLength: 12 }),
  density: fc.constantFrom(0, 0.3, 0.6, 1),
  draws: fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 12, maxLength: 12 }),
  labels: fc.array(fc.constantFrom('->', '->', '-subj->'), { minLength: 12, maxLength: 12 }),
  root: fc.option(fc.nat()),
  order: fc.array(fc.tuple(fc.constantFrom('<', '<<', 'first', 'last'), fc.nat(), fc.nat()), {
    maxLength: 3,
  }),
  expects: fc.boolean(),
  eol: fc.constantFrom('\n', '\n', '\r\n'),
  style: fc.constantFrom('lines', 'header', 'brace', 'comments', 'one line'),
});

type Layout = typeof layout extends fc.Arbitrary<infer T> ? T : never;

function written({ items, choices, ...more }: Layout): string {
  const used: { form: string; index: number | null }[] = [];
  const write = ({ form, tags, indexed, optional }: RandomWord, mayBeOptional: boolean): string => {
    const index = indexed ? 1 + used.filter((one) => one.form === form).length : null;
    used.push({ form, index });
    const suffix = choices && mayBeOptional && optional ? '?' : '';
    const tag = tags.length > 0 ? `/${tags.join('|')}` : '';
    return `${spell(form)}${index === null ? '' : `#${index}`}${tag}${suffix}`;
  };
  const groups = items.map(({ kind, words, tags, optional }) => {
    if (kind === 'chunk') return `[ ${words.map((one) => write(one, true)).join(' ')} ]`;
    if (kind === 'word' || !choices) return write(words[0], true);
    return `( ${words.map((one) => write(one, false)).join(' | ')} )${tags}${optional}`;
  });
  const names = used.flatMap(({ form, index }, place) => {
    const isRepeated = used.filter((one) => one.form === form).length > 1;
    if (isRepeated && index === null) return [];
    return [{ place, name: spellReference(form, index) }];
  });
  const { heads, density, draws, labels, root, order, expects, eol, style } = more;
  const deps = names.flatMap(({ name }, i) =>
    i > 0 && draws[i] < density ? [`${names[heads[i] % i].name} ${labels[i]} ${name}`] : [],
  );
  const free = names.filter((_, i) => i === 0 || draws[i] >= density);
  if (root !== null && free.length > 0) deps.push(`root -> ${free[root % free.length].name}`);
  const orders = order.flatMap(([relation, a, b]) => {
    if (names.length < 2) return [];
    const first = names[a % names.length].name;
    const second = names[b % names.length].name;
    if (relation === 'first' || relation === 'last') return [`${relation} ${first}`];
    return first === second ? [] : [`${first} ${relation} ${second}`];
  });
  const section = (name: string, lines: readonly string[]): string[] => {
    if (lines.length === 0) return [];
    if (style === 'header')
      return [`  ${name}: ${lines[0]}`, ...lines.slice(1).map((l) => `    ${l}`)];
    const comment = style === 'comments' ? '  # a comment' : '';
    return [`  ${name}:${comment}`, ...lines.map((line) => `    ${line}${comment}`)];
  };
  if (style === 'one line') {
    const statements = [
      `words: ${groups.join(' ')}`,
      ...(expects ? ['expect: something else'] : []),
      ...deps.map((line) => `deps: ${line}`),
      ...orders.map((line) => `order: ${line}`),
    ];
    return `bag { ${statements.join(' ')} }${eol}`;
  }
  const lines = [
    'bag {',
    ...section('words', style === 'lines' ? groups : [groups.join(' ')]),
    // What it expects constrains nothing, and may come before what does.
    ...(expects ? ['  expect:', '    something else'] : []),
    ...section('deps', deps),
    ...section('order', orders),
  ];
  const end = style === 'brace' ? ' }' : `${eol}}`;
  return `${lines.join(eol)}${end}${eol}`;
}

/** A file of one small bag without errors: repeated words, choices, chunks, open tags, arcs and order. */
export const validBow: fc.Arbitrary<string> = fc
  .oneof(
    layout,
    layout.map((one) => ({ ...one, order: [] })),
  )
  .map(written)
  .filter((text) => errorsIn(text).length === 0);

/** What a word may be given in a file with `grammar: ccg`. */
const categories = ['N', 'NP/N', '(S[dcl]\\NP)/NP', 'X:(S\\NP)\\(S\\NP)', 'Y:,', 'Z'];

/** The same with `grammar: ccg`: some words have categories, alone or with a tag. */
export const ccgBow: fc.Arbitrary<string> = fc
  .tuple(layout, fc.array(tagsOf(categories), { minLength: 12, maxLength: 12 }))
  .map(([one, given]) => {
    let next = 0;
    const items = one.items.map((item) => ({
      ...item,
      words: item.words.map((word) => ({ ...word, tags: given[next++ % given.length] })),
    }));
    return `grammar: ccg${one.eol}${one.eol}${written({ ...one, items })}`;
  })
  .filter((text) => errorsIn(text).length === 0);

/** What is wrong with a text that a bag of it is not realized. */
export function errorsIn(text: string): string[] {
  return check(parse(text), withoutModel)
    .diagnostics()
    .filter(({ severity }) => severity === 'error')
    .map(({ code, message }) => `${code}: ${message}`);
}
