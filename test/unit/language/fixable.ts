import fc from 'fast-check';

const words = fc.array(
  fc.constantFrom(
    ...[
      'a',
      'a',
      'b',
      'c',
      'led/VBD',
      'team',
      'of#1',
      'of#1',
      'of#2',
      'that?',
      '( x | y )',
      '[ c d ]',
    ],
    ...[
      '1/2/CD',
      'led/',
      'led/VB|',
      'x/NNX',
      'x/NOUN',
      'x/QQ',
      'x_NN',
      'of#0',
      'that?/IN',
      'who me?',
      'of/IN#2',
      'of #2 a',
      '"a"b',
    ],
    ...[
      'led/(S[dcl]\\NP)/NP',
      'led/S\\NP',
      'led/VBD:(S[dcl]\\NP/NP',
      'a/NP/NX',
      'a/NP[dlc]',
      'team/N/N)',
    ],
    ...['(x|y)/NN', '(x | y)', '[c d]', '( x|y | a )', 'x|y', 'team,', '(a)', 'a./DT', '( a | b)'],
    ...["don't/VB", "don't/DT", "it's#2", "it's#2/DT", "( can't/DT | a )"],
    ...['"open', '"', '( a', '[ a', '[ a ]/DT', 'word:', 'a -> b', 'a < b', '{', ')', '|'],
  ),
  { minLength: 1, maxLength: 6 },
);
const reference = fc.constantFrom(
  ...[
    'a',
    'b',
    'c',
    'led',
    'teem',
    'team',
    'of',
    'of#1',
    'of#3',
    'that',
    'x',
    'y',
    'led/VBD',
    'that?',
  ],
  ...['root', 'first', '"a"b', '"open', 'of#0', 'note:', '1/2'],
);
const arrow = fc.constantFrom('->', '->', '->', '-nsubj->', '-nsbuj->', '-zzz->', '<');
const statement = fc.oneof(
  fc.tuple(reference, arrow, reference).map((parts) => parts.join(' ')),
  fc.tuple(fc.constantFrom('root'), arrow, reference).map((parts) => parts.join(' ')),
  fc.tuple(reference, arrow, reference, arrow, reference).map((parts) => parts.join(' ')),
);
const order = fc.oneof(
  fc.tuple(reference, fc.constantFrom('<', '<<', '->'), reference).map((parts) => parts.join(' ')),
  fc.tuple(fc.constantFrom('first', 'last', 'root'), reference).map((parts) => parts.join(' ')),
);
const expectation = fc
  .array(fc.constantFrom('a', 'b', 'c', 'led', 'team', 'teem', 'of', 'that', 'Led', 'ab', '}a'), {
    minLength: 1,
    maxLength: 6,
  })
  .map((tokens) => tokens.join(' '));

const section = fc.oneof(
  fc.tuple(
    fc.constantFrom('words', 'words', 'wrods'),
    fc.array(
      words.map((w) => w.join(' ')),
      { minLength: 1, maxLength: 2 },
    ),
  ),
  fc.tuple(
    fc.constantFrom('deps', 'deps', 'dep', 'Deps'),
    fc.array(statement, { minLength: 1, maxLength: 4 }),
  ),
  fc.tuple(fc.constantFrom('order'), fc.array(order, { minLength: 1, maxLength: 3 })),
  fc.tuple(fc.constantFrom('expect'), fc.array(expectation, { minLength: 1, maxLength: 2 })),
);
/** A bag of which all is in order but one thing or another. */
const orderly = fc
  .tuple(
    fc.shuffledSubarray(['a', 'b', 'c', 'd', 'led'], { minLength: 2, maxLength: 5 }),
    fc.array(
      fc.tuple(
        fc.constantFrom('a', 'b', 'c', 'd', 'led'),
        arrow,
        fc.constantFrom('a', 'b', 'c', 'd', 'led'),
      ),
      { maxLength: 4 },
    ),
    fc.array(
      fc.tuple(
        fc.constantFrom('a', 'b', 'c', 'd'),
        fc.constantFrom('<', '<<'),
        fc.constantFrom('a', 'b', 'c', 'd'),
      ),
      { maxLength: 3 },
    ),
    fc.shuffledSubarray(['a', 'b', 'c', 'd', 'led'], { minLength: 2, maxLength: 5 }),
  )
  .map(([some, arcs, orders, expected]) =>
    [
      `  words: ${some.join(' ')} [ ${expected[0]}x ${expected[1]}y ]`,
      '  deps:',
      ...arcs.map((parts) => `    ${parts.join(' ')}`),
      '  order:',
      ...orders.map((parts) => `    ${parts.join(' ')}`),
      '  expect:',
      `    ${expected.join(' ')} ${expected[0]}x ${expected[1]}y`,
    ].join('\n'),
  );
const body = fc.oneof(
  fc
    .array(
      section.map(([name, lines]) =>
        [`  ${name}:`, ...lines.map((line) => `    ${line}`)].join('\n'),
      ),
      { minLength: 1, maxLength: 4 },
    )
    .map((parts) => parts.join('\n')),
  fc
    .tuple(words, fc.array(section, { maxLength: 3 }))
    .map(([some, sections]) =>
      [
        `  words: ${some.join(' ')}`,
        ...sections.map(([name, lines]) => `  ${name}: ${lines.join('\n    ')}`),
      ].join('\n'),
    ),
  orderly,
  orderly,
);
const header = fc.constantFrom(
  'bag {',
  'bag one {',
  'bag one {',
  'bag one two {',
  'bag one { words: a',
  'bag one',
);
const close = fc.constantFrom('}', '}', '}', '', '} # end');
const setting = fc.constantFrom(
  '',
  '',
  'langauge: en',
  'language: de',
  'search: beem',
  'tagset: upos',
  'grammar: dependency',
  'grammar: ccg',
);

/** A file with slips for which there are quick fixes. */
export const fixableText = fc
  .tuple(
    setting,
    fc.array(fc.tuple(header, body, close), { minLength: 1, maxLength: 2 }),
    fc.constantFrom('\n', '\n', '\r\n'),
  )
  .map(([first, bags, eol]) =>
    [first, ...bags.flatMap((parts) => parts), ''].join('\n').replaceAll('\n', eol),
  );

const soundWords = 'a b/NN c of#1 of#2 d? ( x | y )/DT [ e f ]';
const soundDeps = ['b -nsubj-> a', 'b -> c of#1', 'root -> b', 'of#1 -> of#2'];
const soundOrder = ['a < c', 'e << f'];
const soundExpectations = ['a b c of of x e f', 'd a b c of of y e f'];

/** A slip: what stands in a sound file, and what a hasty author writes. */
const slips: readonly (readonly [RegExp, string])[] = [
  ...([
    [/language:/, 'langauge:'],
    [/: en/, ': eng'],
    [/bag one \{/, 'bag one{'],
  ] as const),
  ...([
    [/bag one \{/, 'bag "one" {'],
    [/bag one \{/, 'bag {}'],
    [/bag one \{/, 'Bag one {'],
    [/bag one \{/, 'bag one = {'],
    [/bag one \{/, 'bag one ['],
    [/bag two \{/, 'bags two {'],
    [/bag one \{/, 'bag: one {'],
    [/bag one \{/, 'bag ) {'],
  ] as const),
  ...([
    [/bag one \{/, 'bag one'],
    [/bag two/, 'bag one'],
    [/\}/, ''],
    [/\}\s*$/, ''],
    [/\}\s*$/, ' }}'],
    [/\}\s*$/, '};'],
    [/bag one \{/, 'one {'],
  ] as const),
  ...([
    [/bag one \{\s+words:/, 'bag one { words:'],
    [/\}\s+bag two/, '} bag two'],
  ] as const),
  ...([
    [/words:/, 'wrods:'],
    [/words:\s+/, ''],
    [/words: /, 'words:'],
    [/deps:/, 'dep:'],
  ] as const),
  ...([
    [/deps:\s+/, ''],
    [/order:\s+/, ''],
    [/order:/, 'oder:'],
    [/deps:/, 'order:'],
  ] as const),
  ...([
    [/expect:/, 'expet:'],
    [/expect:/, 'expect :'],
    [/deps:/, 'deps ='],
    [/words:/, 'words'],
    [/b\/NN/, 'b/'],
    [/b\/NN/, 'b/NN|'],
    [/b\/NN/, 'b/NNX'],
    [/b\/NN c/, 'b c_NN#1 d_NN?'],
  ] as const),
  ...([
    [/b\/NN/, 'b/N/N'],
    [/: en/, ': en\ngrammar: cgc'],
    [/: en(.*?)b\/NN/s, ': en\ngrammar: ccg$1b/NN:(N/N'],
    [/: en(.*?)b\/NN/s, ': en\ngrammar: ccg$1b/(S[ndcl]\\NP)'],
    [/: en(.*?)b\/NN/s, ': en\ngrammar: ccg$1b/NN/(S[dcl]\\NP)'],
    [/b\/NN/, 'b/NOUN'],
    [/b\/NN/, 'b/QQ'],
    [/b\/NN/, '1/2/CD b'],
    [/of#2/, 'of#0'],
  ] as const),
  ...([
    [/of#2/, 'of'],
    [/of#2/, 'of#1'],
    [/of#2/, 'of #2'],
    [/of#2/, 'of/IN#2'],
    [/d\?/, 'd?/IN'],
  ] as const),
  ...([
    [/ \)\/DT/, ''],
    [/ \]/, ''],
    [/ \]/, ' ]/DT'],
    [/\( x/, '[ [ ( x'],
    [/\[ e/, '[ [ e'],
  ] as const),
  ...([
    [/a b/, 'a "b'],
    [/a b/, 'a " b'],
    [/a b/, '"a"z b'],
    [/a b/, 'a -> b'],
    [/ c /, ' { '],
  ] as const),
  ...([
    [/f \]/, 'f ] ]'],
    [/\| y/, 'y'],
    [/b -> c/, 'b -> cc'],
    [/-> a/, '-> b/NN'],
  ] as const),
  ...([
    [/-> c of#1/, '-> c of'],
    [/of#1 ->/, 'of#3 ->'],
    [/nsubj/, 'nsbuj'],
    [/nsubj/, 'zzz'],
  ] as const),
  ...([
    [/root ->/, 'root -nsubj->'],
    [/b -> c/, 'b -obj-> a\n    b -> c'],
  ] as const),
  ...([
    [/a < c/, 'a < cc'],
    [/a < c/, 'a -> c'],
    [/a < c/, 'a < c\n    c < a'],
  ] as const),
  ...([
    [/a < c/, 'root < c'],
    [/e << f/, 'e << f\n    f << e'],
    [/a < c/, 'c < a'],
  ] as const),
  ...([
    [/b c of of x/, 'b z of of x'],
    [/x e f/, 'e f x'],
    [/a b c of/, 'a of b c'],
  ] as const),
  ...([
    [/a b c of of x e f/, 'c a b of of e x f'],
    [/root -> b/, 'root -> "b'],
    [/root -> b/, 'root: b'],
    [/root -> b/, 'root b'],
    [/root -> b/, 'root->b'],
    [/b -> c of#1/, 'b->c of#1'],
    [/of#1 -> of#2/, 'of#1-nsubj->of#2'],
    [/root -> b/, 'root -> b of#2'],
  ] as const),
  ...([
    [/-> a/, '-> a -> of#2\n    c -> e'],
    [/c of#1$/m, 'c of#1 words:'],
    [/order:/, 'note:'],
  ] as const),
  ...([
    [/b -nsubj-> a/, 'b -nsubj->a'],
    [/b -nsubj-> a/, 'b nsubj-> a'],
    [/b -nsubj-> a/, 'b -nsubj -> a'],
    [/b -nsubj-> a/, 'b -nsubj> a'],
    [/b -nsubj-> a/, 'a <-nsubj- b'],
    [/root -> b/, 'root --> b'],
    [/root -> b/, 'b -> root'],
    [/of#1 -> of#2/, 'of#1 → of#2'],
    [/of#1 -> of#2/, 'of#2 <- of#1'],
    [/of#1 -> of#2/, '"of"#1->of#2'],
    [/b -> c of#1/, 'b -> c->a'],
  ] as const),
  ...([
    [/a < c/, 'c > a'],
    [/a < c/, 'a<c'],
    [/a < c/, '"a"<c'],
    [/a < c/, 'a < c < b'],
    [/a < c/, 'a < c\n    root -> b'],
    [/of#1 -> of#2/, 'of#1 < of#2'],
    [/root -> b/, 'a < b\n    b < c\n    first a'],
  ] as const),
  ...([
    [/bag one \{/, 'bag one two {'],
    [/bag one \{/, 'bag one\n{'],
    [/bag one \{/, 'bag one # why\n\n  {'],
    [/\s+\}\s*$/, '}'],
    [/\s+\}\s+bag two/, '}\nbag two'],
    [/\( x \| y \)\/DT/, '( x | y'],
  ] as const),
  ...([
    [/deps:/, 'Deps:'],
    [/order:/, 'ORDER:'],
    [/expect:/, 'Expected:'],
    [/words:/, 'Words:'],
  ] as const),
  ...([
    [/\( x \| y \)/, '(x|y)'],
    [/\( x \| y \)\/DT/, 'x|y'],
    [/\[ e f \]/, '[e f]'],
    [/ \)\/DT/, ')'],
    [/ \]/, ']'],
    [/a b/, 'a, b'],
    [/a b/, '(a b'],
  ] as const),
  ...([
    [/a b c of of x/, 'A bc of ofx'],
    [/a b c of of x/, 'ab c of of'],
    [/words: a b(.*)x e f/s, 'words: a b .$1x e f'],
    [/words: a b(.*?)expect:\s+/s, 'words: a b } order:$1expect:\n    }order:'],
  ] as const),
];

const layouts = fc.record({
  inLine: fc.boolean(),
  comments: fc.constantFrom('', '', ' # why'),
  eol: fc.constantFrom('\n', '\n', '\r\n'),
  order: fc.shuffledSubarray(['words', 'deps', 'order', 'expect'] as const, { minLength: 4 }),
  isOrdered: fc.boolean(),
  isOneLine: fc.constantFrom(false, false, true),
});

/** A file that is sound but for one slip, and what follows from it. */
export const oneSlip = fc
  .tuple(layouts, fc.constantFrom(...slips))
  .map(([{ inLine, comments, eol, order, isOrdered, isOneLine }, [sound, slip]]) => {
    const lines = {
      words: [soundWords],
      deps: soundDeps,
      order: soundOrder,
      expect: soundExpectations,
    };
    const names = isOrdered ? (['words', 'deps', 'order', 'expect'] as const) : order;
    const sections = names.flatMap((name) => {
      const comment = name === 'expect' ? '' : comments;
      const content = lines[name].map((line) => `    ${line}${comment}`);
      return inLine
        ? [`  ${name}: ${content.join('\n').trim()}`]
        : [`  ${name}:${comment}`, ...content];
    });
    const statements = names.flatMap((name) => lines[name].map((line) => `${name}: ${line}`));
    const bag = (name: string): string =>
      isOneLine
        ? `bag ${name} { ${statements.join(' ')} }\n`
        : [`bag ${name} {`, ...sections, '}', ''].join('\n');
    const text = `language: en\n${bag('one')}\n${bag('two')}`;
    return text.replace(sound, slip).replaceAll('\n', eol);
  });
