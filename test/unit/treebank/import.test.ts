import assert from 'node:assert/strict';
import fc from 'fast-check';
import { check } from '../../../server/src/language/checks/check.ts';
import { parse } from '../../../server/src/language/tree/parser.ts';
import { toBag } from '../../../server/src/language/meaning/to-bag.ts';
import { importConllu, type ImportOptions } from '../../../server/src/treebank/import.ts';
import type { Imported, ImportSource } from '../../../server/src/treebank/import.ts';
import { withoutModel } from '../support/check-options.ts';

const everything: ImportOptions = { tags: 'xpos', arcs: 'all', labels: true };
const checks = withoutModel;

function imported(
  text: string,
  options: Partial<ImportOptions> = {},
  more: Partial<ImportSource> = {},
  known: Pick<ReadonlySet<string>, 'has'> | null = null,
): Imported {
  const source = { text, name: 'x.conllu', ...more };
  const work = importConllu(source, { ...everything, ...options }, known);
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
  }
}

/** A sentence from `form/XPOS/head/label` each. */
function sentence(id: string, written: string): string {
  const rows = written.split(' ').map((word, i) => {
    const [form, tag, head, label] = word.split('/');
    return [i + 1, form, '_', 'X', tag, '_', head, label, '_', '_'].join('\t');
  });
  return `# sent_id = ${id}\n${rows.join('\n')}\n\n`;
}

const dogs = sentence(
  'dogs',
  'The/DT/2/det dog/NN/3/nsubj chased/VBD/0/root the/DT/5/det cat/NN/3/obj ././3/punct',
);
/** The arc from `hearing` to `on` crosses that to `scheduled`. */
const crossing = sentence(
  'hearing',
  'A/DT/2/det hearing/NN/4/nsubj is/VBZ/4/aux scheduled/VBN/0/root on/IN/6/case it/PRP/2/nmod',
);
const cycle = sentence('cycle', 'a/X/2/dep b/X/1/dep');

describe('a treebank that is imported', () => {
  describe('with a grammar', () => {
    it('has the categories of each word, behind its tag', () => {
      const { text } = imported(dogs, { grammar: 'ccg', arcs: 'none' });
      assert.match(text, /^grammar: ccg\ntagset: xpos\n\nbag dogs \{$/m);
      const { bags, diagnostics } = parse(text);
      assert.deepEqual(diagnostics, []);
      const { grammar, words } = toBag(bags[0]);
      assert.equal(grammar, 'ccg');
      assert.deepEqual(
        words.map(({ form, tags, categories }) => [form, tags, categories]),
        [
          ['.', [], [{ tag: '.', category: '.' }]],
          ['cat', [], [{ tag: 'NN', category: 'N' }]],
          ['chased', [], [{ tag: 'VBD', category: '(S[dcl]\\NP)/NP' }]],
          ['dog', [], [{ tag: 'NN', category: 'N' }]],
          ['The', [], [{ tag: 'DT', category: 'NP/N' }]],
          ['the', [], [{ tag: 'DT', category: 'NP/N' }]],
        ],
      );
    });

    it('comments out a bag with a category that the model lacks, and says which', () => {
      const known = new Set(['.', 'N', 'NP/N', 'S[dcl]\\NP']);
      const bark = sentence('bark', 'Dogs/NNS/2/nsubj bark/VBP/0/root ././2/punct');
      const grammar = { grammar: 'ccg' } as const;
      const { text, ...result } = imported(dogs + bark, grammar, {}, known);
      const reason = 'the model has no category (S[dcl]\\NP)/NP of "chased"';
      assert.deepEqual(result.refused, [`dogs is commented out: ${reason}`]);
      assert.equal(result.bags, 2);
      assert.equal(result.summary, '1 bag from x.conllu, 1 more commented out');
      const written = text.slice(text.indexOf('# Commented'), text.indexOf('bag bark'));
      const [first, ...lines] = written.trimEnd().split('\n');
      assert.equal(first, `# Commented out: ${reason}.`);
      assert.ok(lines.every((line) => line.startsWith('# ')));
      const { names, diagnostics } = parse(text);
      assert.deepEqual([names, diagnostics], [['bark'], []]);
      // Without the marks, the bag is the same as in an import without a model.
      const bag = lines.map((line) => line.slice(2)).join('\n');
      assert.ok(imported(dogs + bark, grammar).text.includes(`\n\n${bag}\n\nbag bark {`));
    });

    it('keeps every bag if the model has all categories', () => {
      const grammar = { grammar: 'ccg' } as const;
      const known = { has: () => true };
      assert.deepEqual(imported(dogs, grammar, {}, known), imported(dogs, grammar));
    });

    it('has categories alone where no tags are kept', () => {
      const { text } = imported(dogs, { grammar: 'ccg', tags: 'none' });
      assert.match(text, /^grammar: ccg\n\nbag dogs/m);
      assert.match(text, /cat\/N chased\/\(S\[dcl\]\\NP\)\/NP dog\/N/);
    });

    it('leaves a tag open that before a category would not be read as one', () => {
      for (const tag of ['X'.repeat(60), 'X)Y', 'A|B']) {
        const written = sentence('dogs', `dogs/${tag}/2/nsubj bark/VBP/0/root`);
        const { text, remarks } = imported(written, { grammar: 'ccg' });
        const { words } = toBag(parse(text).bags[0]);
        const { categories } = words.find(({ form }) => form === 'dogs')!;
        assert.deepEqual(categories, [{ tag: null, category: 'N' }], tag);
        assert.ok(remarks.includes('1 tag left open, which a bag cannot hold.'), tag);
      }
    });

    it('has tags alone where the tree has no derivation, and says so', () => {
      const { text, remarks } = imported(crossing, { grammar: 'ccg' });
      assert.match(text, /hearing\/NN is\/VBZ/);
      assert.ok(remarks.includes('1 sentence without categories, as the tree has no derivation.'));
    });
  });

  it('has a bag for each sentence, in an order that does not betray it', () => {
    const { text, bags } = imported(
      sentence('s-1', 'The/DT/2/det dog/NN/3/nsubj chased/VBD/0/root the/DT/5/det cat/NN/3/obj'),
    );
    assert.equal(bags, 1);
    assert.equal(
      text,
      `# 1 bag from x.conllu.

tagset: xpos

bag s-1 {
  words:
    cat/NN chased/VBD dog/NN The/DT the/DT
  deps:
    root -> chased
    chased -obj-> cat
    chased -nsubj-> dog
    cat -det-> the
    dog -det-> The
  expect:
    The dog chased the cat
}
`,
    );
  });

  it('keeps what was chosen', () => {
    const bare = imported(dogs, { tags: 'none', arcs: 'none' }).text;
    assert.doesNotMatch(bare, /tagset|deps|\//);
    const universal = imported(dogs, { tags: 'upos', labels: false }).text;
    assert.match(universal, /chased\/X .*dog\/X/);
    assert.match(universal, /chased -> \. cat dog/);
    assert.doesNotMatch(universal, /tagset/);
  });

  it('leaves crossing arcs out, as few as can be, and says so', () => {
    const { text, remarks } = imported(crossing);
    assert.deepEqual(remarks, ['1 arc left out for crossing others.']);
    assert.match(text, /# Left out, since they cross other arcs: .* -> .*\.\nbag hearing/);
    assert.deepEqual(check(parse(text), checks).diagnostics(), []);
    assert.deepEqual(imported(crossing, { arcs: 'none' }).remarks, []);
  });

  it('tells of each sentence that is left out', () => {
    const broken = 'not CoNLL-U\n\n';
    const { bags, summary, problems, text } = imported(`${dogs}${broken}${cycle}# a comment\n\n`);
    assert.equal(bags, 1);
    assert.equal(
      summary,
      '1 bag from x.conllu (left out: 1 broken, 1 without a root, 1 without words)',
    );
    assert.deepEqual(problems, [
      { line: 9, message: 'expected 10 columns separated by tabs, found 1' },
    ]);
    assert.match(text, /^# 1 bag from .*\n# Line 9: expected 10 columns/);
    assert.equal(imported(cycle, { arcs: 'none' }).bags, 1);
    const long = sentence('long', 'a/X/0/root '.repeat(1001).trim());
    assert.match(imported(long).summary, /left out: 1 over 1000 words/);
    // Each odd word under the next odd one, each even one under the next even one: all arcs cross.
    const words = Array.from({ length: 151 }, (_, i) => `w/X/${i < 149 ? i + 3 : 0}/dep`);
    const tangled = sentence('tangled', words.join(' ').replace('w/X/0', 'w/X/151'));
    assert.match(imported(tangled).summary, /left out: 1 not projective and over 150 words/);
    assert.equal(imported(tangled, { arcs: 'none' }).bags, 1);
  });

  it('tells of multiword tokens, empty nodes, tags and labels that it cannot keep', () => {
    const rows = [
      ['1-2', 'dont', '_', '_', '_', '_', '_', '_', '_', '_'],
      ['1', 'do', '_', 'X', 'VB|X', '_', '0', 'root', '_', '_'],
      ['2', 'nt', '_', 'X', '_', '_', '1', 'a b', '_', '_'],
      ['2.1', 'it', '_', 'X', 'PRP', '_', '_', '_', '_', '_'],
    ];
    const { text, remarks } = imported(rows.map((row) => row.join('\t')).join('\n'));
    assert.deepEqual(remarks, [
      '1 multiword token written as words.',
      '1 empty node left out.',
      '1 tag left open, which a bag cannot hold.',
      '1 label left out, which a bag cannot hold.',
    ]);
    assert.match(text, /do nt\n {2}deps:\n {4}root -> do\n {4}do -> nt\n/);
  });

  it('tells of words that lack the lemmas that are asked for', () => {
    const told = imported(sentence('s', 'dogs/NNS/2/nsubj bark/VBP/0/root'), { lemmas: true });
    assert.deepEqual(told.remarks, [
      '2 words written as a form, for lack of a lemma in the treebank.',
    ]);
  });

  it('does not expect what would read as a header or close the bag', () => {
    const { text, remarks } = imported(sentence('s', 'order:/X/0/root two/X/1/dep'));
    assert.deepEqual(remarks, ['1 sentence not expected: `expect:` would read it otherwise.']);
    assert.doesNotMatch(text, /^ +expect:/m);
    assert.match(text, /^# Not expected, as `expect:` would read it otherwise: order: two$/m);
    assert.deepEqual(check(parse(text), checks).diagnostics(), []);
    const closing = imported(sentence('s', 'trap/NN/0/root }/X/1/dep'));
    assert.match(closing.text, /^# Not expected, .*: trap }$/m);
  });

  it('gives every bag a name of its own', () => {
    const { text } = imported(
      ['a', 'a', 'a-2', '{', 'a', '"b', '|', '->'].map((id) => sentence(id, 'x/X/0/root')).join(''),
    );
    assert.deepEqual(parse(text).names, [
      'a',
      'a-2',
      'a-2-2',
      'sentence',
      'a-3',
      'b',
      'sentence-2',
      'sentence-3',
    ]);
  });

  it('names a bag by the first words of its sentence if the identifier is long', () => {
    const id = (number: number): string => `weblog-example.com_20040929104700_ENG-000${number}`;
    const words = ['``', ...'The Prime Minister of Luxembourg said no .'.split(' ')];
    const rows = words.map((word, i) => `${word}/X/${i === 0 ? 0 : 1}/dep`).join(' ');
    const long = `${'x'.repeat(50)}/X/0/root`;
    const short = 'email-enronsent00_01-0001';
    const { text } = imported(
      sentence(id(1), rows) + sentence(id(2), rows) + sentence(id(3), long) + sentence(short, rows),
    );
    const { names, diagnostics } = parse(text);
    assert.deepEqual(diagnostics, []);
    assert.deepEqual(names, [
      'The-Prime-Minister-of',
      'The-Prime-Minister-of-2',
      'x'.repeat(30),
      short,
    ]);
    // The identifier is not lost.
    assert.ok(text.includes(`# sent_id = ${id(2)}\n`));
  });

  it('may be a part of a file: the sentences that have a line of it', () => {
    const three = ['a', 'b', 'c'].map((id) => sentence(id, 'x/X/0/root y/Y/1/dep')).join('');
    // Each has a comment, two words and an empty line.
    const names = (first: number, last: number) =>
      parse(imported(three, {}, { lines: { first, last } }).text).names;
    assert.deepEqual(names(2, 2), ['a']);
    assert.deepEqual(names(3, 5), ['a', 'b']);
    assert.deepEqual(names(4, 4), []);
    assert.deepEqual(names(1, 12), ['a', 'b', 'c']);
  });

  it('says how far it has come', () => {
    const work = importConllu({ text: dogs + cycle, name: 'x' }, everything);
    assert.equal(work.next().value, dogs.length - 1);
    assert.equal(work.next().value, dogs.length + cycle.length - 1);
    assert.equal(work.next().done, true);
  });

  for (const [what, text] of [
    ['empty lines', '\n'.repeat(100_000)],
    ['comments', '# a\n'.repeat(100_000)],
    ['broken lines', 'a\n'.repeat(100_000)],
    [
      'words',
      Array.from({ length: 100_000 }, (_, i) => `${i + 1}\ta${'\t0'.repeat(8)}\n`).join(''),
    ],
  ] as const) {
    it(`is read a few lines at a time where ${what} do not end`, () => {
      const steps = [0];
      const work = importConllu({ text, name: 'x' }, everything);
      for (let step = work.next(); !step.done; step = work.next()) steps.push(step.value);
      steps.push(text.length);
      const strides = steps.slice(1).map((step, i) => step - steps[i]);
      assert.ok(Math.max(...strides) < text.length / 20);
      assert.ok(Math.min(...strides) >= 0);
    });
  }

  it('is not read on within a sentence that has too many words', () => {
    const long = sentence('long', 'a/X/2000/root '.repeat(1001).trim()).trim();
    const { summary, problems } = imported(`${long}\nbroken\n\n${dogs}`);
    assert.equal(summary, '1 bag from x.conllu (left out: 1 over 1000 words)');
    assert.deepEqual(problems, []);
  });

  const form = fc
    .array(fc.constantFrom(...Array.from('ab.?/#1|"\\@:-<>()[]{}é ')), {
      minLength: 1,
      maxLength: 5,
    })
    .map((characters) => characters.join(''))
    .filter((text) => text.trim() !== '');
  const tree = fc
    .array(fc.record({ form, tag: form, label: form, head: fc.nat() }), {
      minLength: 1,
      maxLength: 7,
    })
    .chain((words) =>
      fc.shuffledSubarray([...words.keys()], { minLength: words.length }).map((order) =>
        // Each word hangs from one before it in a random order, so that many trees are not projective.
        words.map((word, place) => {
          const rank = order.indexOf(place);
          return { ...word, head: rank === 0 ? 0 : order[word.head % rank] + 1 };
        }),
      ),
    );

  it('makes bags without errors that can come out as they were, whatever the words', () => {
    fc.assert(
      fc.property(tree, fc.constantFrom({}, { grammar: 'ccg' } as const), (words, grammar) => {
        const rows = words.map(({ form, tag, label, head }, i) =>
          [i + 1, form, '_', '_', tag, '_', head, label, '_', '_'].join('\t'),
        );
        const { text, bags } = imported(`${rows.join('\n')}\n`, grammar);
        assert.equal(bags, 1);
        const file = parse(text);
        const told = check(file, checks)
          .diagnostics()
          // A word such as `a|a` looks like several, in a treebank too.
          .filter(({ code }) => code !== 'perhaps-several');
        assert.deepEqual(told, [], text);
        assert.equal(toBag(file.bags[0]).words.length, words.length);
      }),
      { numRuns: 500 },
    );
  });

  it('may hold anything at all', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        imported(text);
      }),
    );
  });
});
