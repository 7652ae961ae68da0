import assert from 'node:assert/strict';
import fc from 'fast-check';
import { type AutoSentence, readAuto, writeAuto } from '../../../../server/src/grammar/ccg/auto.ts';
import {
  argumentsOf,
  type Category,
  parseCategory,
} from '../../../../server/src/grammar/ccg/category.ts';
import type { CcgDerivation } from '../../../../server/src/grammar/ccg/derivation.ts';
import { drawAsText } from '../../../../server/src/grammar/ccg/text-drawing.ts';

/** As CCGbank has it, without modes. */
const ccgbank = String.raw`ID=wsj_0001.2 PARSER=GOLD NUMPARSE=1
(<T S[dcl] 0 2> (<T S[dcl] 1 2> (<T NP 1 2> (<L NP[nb]/N DT DT The NP[nb]_7/N_7>) (<L N NN NN dog N>) ) (<T S[dcl]\NP 0 2> (<L (S[dcl]\NP)/NP VBD VBD saw (S[dcl]\NP_8)/NP_9>) (<T NP 0 1> (<L N NNS NNS cats N>) ) ) ) (<L . . . . .>) )
`;

const categories = [
  'N',
  'NP[expl]',
  ',',
  'NP[conj]',
  'NP/N',
  '(S[dcl]\\NP)/NP',
  '((S\\NP)\\(S\\NP))/(S[b]\\NP)',
  '((S\\NP)/(S\\NP))[conj]',
].map(parseCategory);

const category = fc.constantFrom(...categories);

function modesFor(category: Category): fc.Arbitrary<string> {
  const { length } = argumentsOf(category);
  return fc.oneof(
    fc.constant(''),
    fc.string({ unit: fc.constantFrom('g', 'h', 'f'), minLength: length, maxLength: length }),
  );
}

/** Words of letters, and of all that the format has a meaning for. */
const word = fc.oneof(
  fc.string({ minLength: 1 }),
  fc
    .array(
      fc.constantFrom(
        '(',
        ')',
        '{',
        '}',
        '<',
        '>',
        ' ',
        '\u2028',
        '-',
        'LRB',
        '-RCB-',
        '\\',
        'u0020',
        '_',
      ),
      {
        minLength: 1,
        maxLength: 6,
      },
    )
    .map((parts) => parts.join('')),
);

/** A derivation over new words from `first` on; what its rules are does not matter to the format. */
function derivations(depth: number): fc.Arbitrary<(first: number) => CcgDerivation> {
  const leaf = category.chain((category) =>
    modesFor(category).map((modes) => (word: number): CcgDerivation => {
      return { kind: 'leaf', category, word, modes };
    }),
  );
  if (depth === 0) return leaf;
  const below = derivations(depth - 1);
  return fc.oneof(
    leaf,
    fc.tuple(category, below).map(([category, child]) => (first: number): CcgDerivation => {
      return { kind: 'unary', category, child: child(first) };
    }),
    fc.tuple(category, below, below).map(([category, one, other]) => {
      return (first: number): CcgDerivation => {
        const left = one(first);
        const right = other(first + size(left));
        return { kind: 'binary', category, left, right };
      };
    }),
  );
}

function size(derivation: CcgDerivation): number {
  if (derivation.kind === 'leaf') return 1;
  if (derivation.kind === 'unary') return size(derivation.child);
  return size(derivation.left) + size(derivation.right);
}

const sentences: fc.Arbitrary<AutoSentence> = derivations(4).chain((build) => {
  const derivation = build(0);
  const length = size(derivation);
  return fc
    .record({
      id: fc.string(),
      words: fc.array(word, { minLength: length, maxLength: length }),
      tags: fc.array(word, { minLength: length, maxLength: length }),
    })
    .map((read) => ({ ...read, derivation }));
});

describe('A file in AUTO format', () => {
  it('is read, as CCGbank has it', () => {
    const { sentences, problems } = readAuto(ccgbank);
    assert.deepEqual(problems, []);
    const [{ id, words, tags, derivation }] = sentences;
    assert.equal(id, 'wsj_0001.2');
    assert.deepEqual(words, ['The', 'dog', 'saw', 'cats', '.']);
    assert.deepEqual(tags, ['DT', 'NN', 'VBD', 'NNS', '.']);
    assert.deepEqual(drawAsText(derivation, words), [
      'The   dog       saw        cats  .',
      '----  ---  --------------  ----  -',
      'NP/N   N   (S[dcl]\\NP)/NP   N    .',
      '-------->                  ---U',
      '   NP                       NP',
      '           ------------------->',
      '                S[dcl]\\NP',
      '------------------------------<',
      '            S[dcl]',
      '---------------------------------p',
      '              S[dcl]',
    ]);
  });

  it('is written so that its brackets and heads are those of CCGbank', () => {
    const [first] = readAuto(ccgbank).sentences;
    const written = writeAuto({ ...first, words: ['The', '(dog)', '{saw}', 'cats', '.'] });
    const [id, line] = written.split('\n');
    assert.equal(id, 'ID=wsj_0001.2 PARSER=GOLD NUMPARSE=1');
    assert.match(
      line,
      /^\(<T S\[dcl\] 0 2> \(<T S\[dcl\] 1 2> \(<T NP 1 2> \(<L NP\/N DT DT The NP\/N>\) /,
    );
    assert.match(line, / -LRB-dog-RRB- /);
    assert.match(line, / -LCB-saw-RCB- /);
    assert.match(line, /\(<L \. \. \. \. \.>\) \)$/);
  });

  it('has [conj] behind the whole category that it is of, as CCGbank', () => {
    const line = String.raw`(<T S[dcl]\NP 0 2> (<L S[dcl]\NP VBD VBD sang S[dcl]\NP_1>) (<T S[dcl]\NP[conj] 1 2> (<L conj CC CC and conj>) (<L S[dcl]\NP VBD VBD danced S[dcl]\NP_2>) ) )`;
    const { sentences, problems } = readAuto(`ID=x\n${line}\n`);
    assert.deepEqual(problems, []);
    const { derivation } = sentences[0];
    assert.ok(derivation.kind === 'binary');
    assert.equal(derivation.right.category.text, '(S[dcl]\\NP)[conj]');
    assert.ok(writeAuto(sentences[0]).includes('(<T S[dcl]\\NP[conj] 1 2> '));
  });

  it('keeps modes where CCGbank has indices', () => {
    const leaf = (modes: string): CcgDerivation => {
      return { kind: 'leaf', category: parseCategory('(S[dcl]\\NP)/NP'), word: 0, modes };
    };
    const sentence = { id: 'x', words: ['saw'], tags: ['VBD'] };
    const written = writeAuto({ ...sentence, derivation: leaf('fg') });
    assert.ok(written.includes('(S[dcl]\\NP_g)/NP_f'), written);
    assert.deepEqual(readAuto(written).sentences[0].derivation, leaf('fg'));
  });

  it('is read as it was written, whatever its words and tags', () => {
    fc.assert(
      fc.property(fc.array(sentences, { maxLength: 3 }), (all) => {
        const read = readAuto(all.map(writeAuto).join(''));
        assert.deepEqual(read, { sentences: all, problems: [] });
      }),
    );
  });

  describe('that is broken', () => {
    const problemsOf = (text: string): string[] =>
      readAuto(text).problems.map(({ line, message }) => `${line}: ${message}`);

    it('gives a problem with its line, and the sentences that are whole', () => {
      const broken = `ID=a\n(<T NP 0 2> (<L NP/N DT DT The NP/N>) )\n${ccgbank}ID=b\n`;
      const { sentences, problems } = readAuto(broken);
      assert.deepEqual(
        sentences.map(({ id }) => id),
        ['wsj_0001.2'],
      );
      assert.deepEqual(
        problems.map(({ line }) => line),
        [2, 5],
      );
    });

    it('says what is wrong and where', () => {
      const leaf = '(<L N NN NN dog N>)';
      assert.deepEqual(problemsOf('ID=a\nID=b'), [
        '1: the sentence has no derivation',
        '2: the sentence has no derivation',
      ]);
      assert.deepEqual(problemsOf(`(<T NP 0 1> ${leaf}`), ['1: expected ")" at the end']);
      assert.deepEqual(problemsOf(`(<T NP 0 1> ${leaf} ${leaf} )`), [
        '1: expected ")" at character 33',
      ]);
      assert.deepEqual(problemsOf(`${leaf} )`), [
        '1: expected the end of the line at character 21',
      ]);
      assert.match(
        problemsOf('(<T NP 0 3> )')[0],
        /^1: expected "\(<T CATEGORY .* at character 1$/,
      );
      assert.match(problemsOf('(<L XP NN NN dog N>)')[0], /^1: XP: "XP" is no category/);
      assert.match(problemsOf('dog')[0], /at character 1$/);
    });

    it('is told, not suffered, where it is cut off, deep or long', () => {
      for (let end = 1; end < ccgbank.length - 3; end++) {
        assert.equal(readAuto(ccgbank.slice(0, end)).problems.length, 1, String(end));
      }
      const deep = '(<T NP 0 1> '.repeat(2e5);
      assert.deepEqual(problemsOf(deep), ['1: nests more than 1000 deep']);
      const long = Array.from({ length: 1001 }, () => '(<T NP 0 2> (<L NP NN NN x NP>) ');
      assert.deepEqual(problemsOf(long.join('')), ['1: nests more than 1000 deep']);
      assert.equal(problemsOf(`(<L ${'('.repeat(1e6)} NN NN x N>)`).length, 1);
      assert.equal(problemsOf(`(<L ${'a'.repeat(1e6)}`).length, 1);
    });

    it('never throws', () => {
      const parts = ['(<T ', '(<L ', 'NP', ' ', '0 2> ', '>)', ')', 'ID=', '\n', 'NN NN x N>) '];
      fc.assert(
        fc.property(fc.array(fc.constantFrom(...parts)), (chosen) => {
          readAuto(chosen.join(''));
        }),
      );
    });
  });
});
