import assert from 'node:assert/strict';
import { formatFile } from '../../../server/src/language/features/format.ts';
import {
  arcSnippet,
  bagSnippet,
  categorySnippet,
  fullBagSnippet,
  rootSnippet,
  sectionSnippets,
  wordSnippets,
} from '../../../server/src/language/features/snippets.ts';
import type { Snippet } from '../../../server/src/language/features/snippets.ts';
import { parse } from '../../../server/src/language/tree/parser.ts';
import { problemsIn } from './fixture.ts';

const snippets = [
  bagSnippet,
  fullBagSnippet,
  ...Object.values(sectionSnippets),
  ...wordSnippets,
  categorySnippet,
  arcSnippet,
  rootSnippet,
];

/** What a snippet inserts, each placeholder with its own text, the lines after its first indented. */
function inserted({ body }: Snippet, indent: string): string {
  const lines = body.split('\n').map((line, i) =>
    (i > 0 ? indent + line : line)
      .replaceAll('\t', '  ')
      .replace(/\$\{\d+:([^}]*)\}/g, '$1')
      .replace(/\$0/g, '')
      .replaceAll('\\\\', '\\'),
  );
  const text = lines.join('\n');
  assert.ok(!text.includes('$'), text);
  return text;
}

const inSection = (before: string, written: string): string =>
  `bag snippet {\n${before}    ${written}\n}\n`;
const words = '  words: head dependent earlier later\n';

/** The file around each snippet, by its name. */
const places: Readonly<Record<string, (snippet: Snippet) => string>> = {
  bag: (one) => `${inserted(one, '')}\n`,
  'bag-full': (one) => `${inserted(one, '')}\n`,
  'words:': (one) => `bag snippet {\n  ${inserted(one, '  ')}\n}\n`,
  'deps:': (one) => `bag snippet {\n${words}  ${inserted(one, '  ')}\n}\n`,
  'order:': (one) => `bag snippet {\n${words}  ${inserted(one, '  ')}\n}\n`,
  'expect:': (one) =>
    `bag snippet {\n  words: . accept would you that sentence a\n  ${inserted(one, '  ')}\n}\n`,
  arc: (one) => inSection(`${words}  deps:\n`, inserted(one, '')),
  root: (one) => inSection(`${words}  deps:\n`, inserted(one, '')),
  phrase: (one) => inSection('  words:\n', inserted(one, '')),
  alternatives: (one) => inSection('  words:\n', inserted(one, '')),
  chunk: (one) => inSection('  words:\n', inserted(one, '')),
  category: (one) => `grammar: ccg\n\n${inSection('  words:\n', inserted(one, ''))}`,
  optional: (one) => inSection('  words:\n    he\n', inserted(one, '')),
};

describe('a snippet', () => {
  for (const snippet of snippets) {
    it(`“${snippet.name}” inserts what is in order and in form`, () => {
      const file = places[snippet.name](snippet);
      assert.deepEqual(problemsIn(file), [], file);
      assert.deepEqual(formatFile(parse(file), { indent: '  ' }), [], file);
    });
  }

  it('has a name of its own', () => {
    assert.equal(new Set(snippets.map(({ name }) => name)).size, snippets.length);
  });
});
