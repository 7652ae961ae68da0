import fc from 'fast-check';
import type { Edit } from '../../../server/src/language/tree/parser.ts';

/** Pieces of the language, whole and broken, from which texts and edits are put together. */
export const pieces = [
  'bag x {',
  'bag {',
  'bag talcott {',
  'bag x y {',
  'bag "x" {',
  'bag x {  # why',
  'bag x{',
  'ba',
  'bag',
  '{',
  '}',
  '} }',
  'language: en',
  'tagset: upos',
  'grammer: ccg',
  'grammar: ccg',
  'grammar: dependency',
  'search:',
  'words:',
  'word:',
  'deps:',
  'order:',
  'expect:',
  'note:',
  'words:a',
  'led/VBD',
  'run/VB|NN',
  'run/VB|',
  '"Harvard University"/NNP',
  '"a \\"b\\" \\\\"',
  '"open',
  '"a"b',
  '""',
  'of#1',
  'of#2/IN?',
  'of#0',
  '"of"#2/IN?',
  'that?',
  '?/.',
  '//SYM',
  '1/2/CD',
  'led/(S\\NP)/NP',
  'led/VBD:(S[dcl]\\NP)/NP|NN',
  'led/(S[dcl]\\NP',
  ',/,',
  'a/NP?',
  'led/',
  '( a | an )/DT?',
  '( a',
  '[ the old man ]',
  '[ [ a',
  ']',
  ')',
  '|',
  '@be[Tense=Past|Number=Sing]/VBD',
  '@be[Tense',
  '@',
  '->',
  '-nsubj->',
  '-->',
  '<',
  '<<',
  'root -> led',
  'led -> of#1 that',
  'a -> b -> c',
  'first a',
  'last',
  '# comment',
  '#',
  'a b c',
  ' ',
  '  ',
  '\t',
  '\u00a0',
  '\u2028',
  '\ufeff',
  '\0',
  '\ud800',
  '😀',
];

const newline = fc.constantFrom('\n', '\n', '\n', '\r\n', '\r');
const piece = fc.oneof(
  { weight: 12, arbitrary: fc.constantFrom(...pieces) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 6 }) },
);
const snippet = fc
  .array(
    fc.oneof({ weight: 3, arbitrary: piece }, { weight: 2, arbitrary: newline }, fc.constant(' ')),
    { maxLength: 6 },
  )
  .map((parts) => parts.join(''));

const wordsLine = fc.array(piece, { maxLength: 6 }).map((words) => `    ${words.join(' ')}`);
const section = fc
  .tuple(
    fc.constantFrom('words', 'words', 'deps', 'order', 'expect', 'note'),
    fc.array(wordsLine, { maxLength: 4 }),
    newline,
  )
  .map(([name, lines, end]) => [`  ${name}:`, ...lines].join(end));

const bag = fc
  .tuple(
    fc.constantFrom('bag {', 'bag x {', 'bag y { # c', '  bag z\t{ ', 'bag {}'),
    fc.array(section, { maxLength: 4 }),
    fc.constantFrom('}', '}', '}', '} x', ''),
    fc.constantFrom('', '', '# between', 'stray', 'language: en'),
    newline,
  )
  .map(([header, sections, close, after, end]) => [header, ...sections, close, after].join(end));

/** A bag on one line, perhaps with braces that stick to it. */
const lineBag = fc
  .tuple(
    fc.constantFrom('bag { ', 'bag x { ', 'bag {', 'bag a b { '),
    fc.array(
      fc.tuple(
        fc.constantFrom('words', 'words', 'deps', 'order', 'expect', 'expcet', 'note'),
        fc.array(piece, { maxLength: 5 }),
      ),
      { maxLength: 4 },
    ),
    fc.constantFrom(' }', ' }', '}', ' } # c', ' } x', ''),
  )
  .map(
    ([header, sections, close]) =>
      header + sections.map(([name, words]) => [`${name}:`, ...words].join(' ')).join(' ') + close,
  );

/** A file with all kinds of constructs, well-formed ones mixed with broken ones. */
export const bowText = fc
  .tuple(
    fc.constantFrom('', '', 'grammar: dependency', 'grammar: ccg'),
    fc.array(snippet, { maxLength: 2 }),
    fc.array(fc.oneof({ weight: 3, arbitrary: bag }, lineBag), { maxLength: 5 }),
    newline,
    fc.boolean(),
  )
  .map(
    ([grammar, before, bags, end, last]) =>
      [grammar, ...before, ...bags].join(end) + (last ? end : ''),
  );

/** Any text: put together from pieces of the language, or at random. */
export const anyText = fc.oneof(
  bowText,
  fc.array(snippet, { maxLength: 20 }).map((parts) => parts.join('')),
  fc.string({ unit: 'binary', maxLength: 200 }),
);

/** A change described by shares of the text's length, so that it fits every text. */
export const change = fc.record({
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  /** Where to look for a place of interest near `at`: a line's start or end, or none. */
  snap: fc.constantFrom('none', 'line', 'bag'),
  length: fc.oneof(fc.constantFrom(0, 0, 1, 1, 2, 5), fc.nat(400)),
  insert: snippet,
});

export type Change = typeof change extends fc.Arbitrary<infer T> ? T : never;

/** Applies a change to a text. */
export function applyChange(
  text: string,
  { at, snap, length, insert }: Change,
): { text: string; edit: Edit } {
  let start = Math.floor(at * text.length);
  if (snap !== 'none') {
    const near = text.indexOf(snap === 'line' ? '\n' : 'bag', start);
    if (near >= 0) start = near;
  }
  const oldEnd = Math.min(text.length, start + length);
  return {
    text: text.slice(0, start) + insert + text.slice(oldEnd),
    edit: { start, oldEnd, newEnd: start + insert.length },
  };
}
